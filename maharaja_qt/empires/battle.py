"""What the battle panel shows: the battle under way in what was told, and the question about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QObject, Signal

from core.games.empires.actions import Action
from core.games.empires.outlook import Outlook, outlook
from core.games.empires.view import View
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.client import Event, Position
from maharaja_qt.empires import wording
from maharaja_qt.empires.battle_panel import FEW, BattlePanel, Question
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.fight import KEPT, Fight, fights_of
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Choice
from maharaja_qt.frame.seated import player
from net.messages import RoomRow


class Battle(QObject):
    """Keeps the events battles are made of, and the panel up to date."""

    picked = Signal(object)
    changed = Signal()
    """The title may be another, or the panel wants to be seen."""
    closed = Signal()
    """Somebody folds the panel from within."""

    def __init__(self, board: EmpiresBoard, texts: Texts) -> None:
        super().__init__(board)
        self._board = board
        self._texts = texts
        self._told: list[Event] = []
        self._since = -1
        """The line of the position seen first: what was told up to it happened before anybody looked, though
        it may be heard later."""
        self._before: View | None = None
        """The position seen last."""
        self._done = 0
        """So many of the battles that have ended were seen, or are of no interest any more."""
        self._away = False
        """Does a computer player decide for all who sit here?"""
        self._ended: list[Fight] = []
        self._round_them: list[tuple[View | None, View]] = []
        """Of each battle that has ended, the position seen last before and the first after."""
        self._shown: tuple[Position, RoomRow, Sequence[int]] | None = None
        self._folded: tuple[int, int] = (-1, -1)
        """The place and round of a battle whose panel was folded."""
        self._preferences: Preferences | None = None
        self.follows = True
        """Does the panel go with whatever happens, because somebody asks for each step?"""
        self._held = False
        """Has something come after what is shown?"""
        self._acted = False
        """Has somebody here done something since it was shown?"""
        self.fight: Fight | None = None
        self._waiting: Sequence[Fight] = ()
        """Those to be seen after the one shown."""
        self.title = ""
        self.opens = False
        self.panel = BattlePanel(board)
        self.panel.picked.connect(self.picked)
        self.panel.folds.connect(self.closed)
        self.panel.next_wanted.connect(self._go_on)
        self.panel.rest_wanted.connect(self._pass_over)
        self.panel.newest_wanted.connect(self._show_newest)
        self.panel.speed_chosen.connect(self._chosen)

    def told(self, events: Sequence[Event]) -> None:
        """What happened."""
        self._told += [event for event in events if isinstance(event.event, KEPT)]
        mine = self._shown[2] if self._shown is not None else ()
        self._acted = self._acted or any(event.actor in mine for event in events)

    def undone(self, to: int) -> None:
        """What happened from this line on no longer counts."""
        self._acted = True
        self._told = [event for event in self._told if event.n < to]

    def prefer(self, preferences: Preferences) -> None:
        """How fast the dice are, here and in the settings."""
        self._preferences = preferences
        self.panel.show_speed(str(preferences.get("dice")))
        self.panel.lanes.motion.most_ms = preferences.longest_motion

    def _chosen(self, speed: str) -> None:
        if self._preferences is not None:
            self._preferences.choose("dice", speed)

    def folded(self) -> None:
        """The panel is folded until there is another round; of a battle that is over it is closed."""
        if self.fight is None:
            return
        if self._held and self._shown is not None:
            self._acted = True
            self.blockSignals(True)  # it is folded, whatever has come since
            self.show(*self._shown)
            self.blockSignals(False)
            self.opens = False
            self.changed.emit()
        if self.fight is not None:
            self._fold(self.fight)

    def _fold(self, shown: Fight) -> None:
        self.opens = False
        if shown.ended is not None and self._waiting:
            shown = self._waiting[0]
            self._folded = shown.place, len(shown.rounds)
            self._go_on()
            return
        self._folded = shown.place, len(shown.rounds)
        if shown.ended is not None:
            self._done = len(self._ended)
            self.title = ""
            self.changed.emit()

    def _go_on(self) -> None:
        """The battle shown was seen: the next."""
        if self._shown is not None and self.fight is not None:
            self._done = self._number(self.fight) + 1
            self._show_newest()

    def _pass_over(self) -> None:
        """Those that are over need not be seen."""
        self._done = len(self._ended)
        self._show_newest()
        if self.fight is None or self.fight.ended is not None:
            self.closed.emit()

    def _number(self, fight: Fight) -> int:
        """Which of those that have ended a battle is, -1 none."""
        return next((n for n, each in enumerate(self._ended) if each.ended is fight.ended), -1)

    def _to_see(self, view: View, owner: Sequence[int], mine: Sequence[int], *, asked: bool) -> list[Fight]:
        """The battles to be shown one after the other. Of several that ended in one step each that is fought
        here is seen, and one that is on show stays until somebody here is asked or goes on; those of others
        are of interest until the turn goes on to somebody else."""
        self._ended, open_ = fights_of(event.event for event in self._told)
        self._ended = [fight for fight in self._ended if fight.rounds]
        del self._round_them[len(self._ended) :]
        self._round_them += [(self._before, view)] * (len(self._ended) - len(self._round_them))
        past, _ = fights_of(event.event for event in self._told if event.n <= self._since)
        self._done = max(min(self._done, len(self._ended)), sum(bool(fight.rounds) for fight in past))
        if asked and open_ is not None and self.fight is not None and self.opens:
            self._done = max(self._done, self._number(self.fight) + 1)
        new = self._ended[self._done :]
        queue = [fight for fight in new if {owner[fight.attacker], owner[fight.enemy]} & set(mine)]
        if open_ is not None:
            return [*queue, open_]
        return queue or [fight for fight in new if fight.attacker == view.nation][-1:]

    def show(self, position: Position, room: RoomRow, mine: Sequence[int]) -> None:
        """The newest position."""
        view = cast("View", position.view)
        self._shown = position, room, mine
        before = self.title
        if self._since < 0:
            self._since = position.n
        owner = self._board.charts.setups[view.setup].owner
        away = bool(mine) and all(room.seats[seat].ai for seat in mine)
        if self._away and not away:
            past, _ = fights_of(event.event for event in self._told)
            self._done = sum(bool(fight.rounds) for fight in past)  # not theirs
        self._away = away
        eyes = () if away else mine
        asked = bool(position.asked) and position.seat in mine
        queue = self._to_see(view, owner, eyes, asked=asked)
        behind = "" if asked else self._behind(queue)
        self._held = bool(behind)
        if behind:
            self._before = view
            self.panel.fall_behind(behind)
            return
        self._acted = False
        self.fight = fight = queue[0] if queue else None
        self._waiting = queue[1:]
        self._board.battle_at = queue[-1].place if queue and queue[-1].ended is None else -1
        here = set() if fight is None else {owner[fight.attacker], owner[fight.enemy]} & set(eyes)
        if fight is None or not fight.rounds:
            self.title, self.opens = "", False
        else:
            self.title = self.panel.called(fight)
            # An end is shown too: a battle without a question would pass unseen.
            news = (fight.place, len(fight.rounds)) != self._folded
            self.opens = bool(here) and news
            players = tuple(self._player(room, mine, owner[n]) for n in (fight.attacker, fight.enemy))
            question = self._question(position, room, mine, fight)
            look = self._outlook(view, fight) if fight.ended is None else None
            # One that is over already was fought with what stood there before, and stays as it ended.
            then, after = self._before, view
            if fight.ended is not None:
                then, after = self._round_them[self._number(fight)]
            turn = then.turn if then is not None and fight.ended is not None else view.turn
            terms = look or (self._outlook(then, fight) if then is not None else None)
            self.panel.show_battle(
                fight, after, turn, look, terms, (players[0], players[1]), question, self._waiting
            )
        self._before = view
        if self.title != before or self.title:
            self.changed.emit()

    def _behind(self, queue: Sequence[Fight]) -> str:
        """Who looks at a round keeps it before them, until they do something or want to see what has come
        since: that in words, '' if nothing has."""
        shown = self.fight
        if shown is None or self.follows or self._acted or not self.panel.isVisible():
            return ""
        if not queue or not queue[0].same(shown):
            return self._texts.say("battle", "moved-on", {})
        more = len(queue[0].rounds) - len(shown.rounds)
        return self._texts.say("battle", "went-on", {"rounds": more}) if more else ""

    def _show_newest(self) -> None:
        self._acted = True
        if self._shown is not None:
            self.show(*self._shown)

    def _outlook(self, view: View, fight: Fight) -> Outlook | None:
        if view.nation != fight.attacker:
            return None
        return outlook(self._board.charts, view, fight.place, fight.enemy, factory=fight.factory)

    def _answers(self, legal: Legal[Action], kind: str, armies: int) -> tuple[Choice, ...]:
        """The answers in words, for groups of so many armies."""
        found = wording.choices(self._texts, legal, kind, with_done=True, armies=armies)
        return tuple(choice for choice in found if not choice.quiet)

    def _player(self, room: RoomRow, mine: Sequence[int], seat: int) -> str:
        known = 0 <= seat < len(room.seats)
        name = player(self._texts, room, seat) if known else self._texts.name("seat", seat)
        return f"{name}, {self.panel.tr('you')}" if seat in mine else name

    def _question(self, position: Position, room: RoomRow, mine: Sequence[int], fight: Fight) -> Question:
        if fight.ended is not None:
            return Question("")
        if position.asked and position.seat in mine:
            asked = position.asked[0]
            subject = {f"subject{i}": value for i, value in enumerate(asked.subject)}
            legal = cast("Legal[Action]", position.legal)
            sentence = self._texts.say("prompt", asked.kind, subject)
            numbers = range(1, wording.most_in_a_group(legal)) if len(legal.offers) <= FEW else ()
            groups = tuple(self._answers(legal, asked.kind, number) for number in (*numbers, wording.WHOLE))
            return Question(sentence, groups, losses=asked.kind == "battle-loss")
        if room.waiting:
            waiting = room.waiting[0]
            name = player(self._texts, room, waiting.seat)
            subject = {f"subject{i}": value for i, value in enumerate(waiting.subject)}
            what = self._texts.say("prompt", waiting.kind, subject)
            decides = self._texts.say("battle", "decides", {"name": name})
            return Question(decides, note=what, losses=waiting.kind == "battle-loss")
        return Question("")
