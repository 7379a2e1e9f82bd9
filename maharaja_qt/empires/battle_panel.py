"""The battle panel: both sides, the rounds, the ways in and out, and the decision (LOOK: battle panel)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.games.empires.events import BattleEnded
from core.games.empires.outlook import Outlook
from core.games.empires.view import View
from maharaja_qt.empires import odds_words as words
from maharaja_qt.empires.battle_sides import OddsBar, Side, Swords
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.cutting import CutOut, cutting
from maharaja_qt.empires.fight import Fight
from maharaja_qt.empires.lanes import ROLL_MS, Lanes
from maharaja_qt.frame.key_button import KeyButton
from maharaja_qt.frame.presenter import Choice
from maharaja_qt.frame.widgets import Segments, button, empty, plain, unscrolled
from maharaja_qt.moment import moment
from maharaja_qt.theme import step, theme

WIDE: Final = 1020
HIGH: Final = 684
_MAP_FROM: Final = 310, 170
"""The piece of the map is shown in a panel at least so high: pixels that stay, and that grow with type."""
_BESIDE: Final = 20
_KEYS: Final = ("Enter", "R")
"""The keys that lead to the first answer and to the second."""
FEW: Final = 6
"""More answers than this are found on the map."""


class Question(Struct, frozen=True):
    """What is to be decided, by whoever sits here (with answers) or by somebody else (without)."""

    sentence: str
    groups: Sequence[Sequence[Choice]] = ()
    """The answers; where armies leave, for groups of one, two ... and last of as many as may go."""
    note: str = ""
    losses: bool = False
    """Are the losses of a round still to be taken off? Then there are no odds yet."""

    @property
    def choices(self) -> Sequence[Choice]:
        """The answers for whole groups."""
        return self.groups[-1] if self.groups else ()


class BattlePanel(QFrame):
    """Shows one battle. It decides nothing: it says which answer was picked, or that it is to fold."""

    picked = Signal(object)
    folds = Signal()
    next_wanted = Signal()
    """This one was seen: the next battle."""
    rest_wanted = Signal()
    """The battles that are over need not be seen."""
    newest_wanted = Signal()
    """How it stands now, after what is shown."""
    speed_chosen = Signal(str)

    def __init__(self, board: EmpiresBoard) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._board = board
        self._say = board.words.say
        self.speed = "normal"
        self._fight: Fight | None = None
        self._question = Question("")
        self._waiting: Sequence[Fight] = ()
        self._asked: object = None
        self._behind = ""
        """What has come after what is shown, in words; '' nothing."""
        self._title = plain("", "title")
        self._note = plain("", "small")
        self._segments = Segments(
            [(each, self._say("battle", each, {})) for each in ("slow", "normal", "at-once")]
        )
        self._segments.chosen.connect(self._choose_speed)
        self._segments.show_value(self.speed)
        self._ours, self._theirs = Side(board, attacking=True), Side(board, attacking=False)
        self.lanes = Lanes(board.words)
        self.lanes.rolled.connect(self._settled)
        self._sign = Swords()
        self._map = CutOut()
        self._sentence = plain("", "prompt", wrap=True)
        self._bar = OddsBar(board)
        self._losses = plain("", "small", wrap=True)
        self._ways_in: list[int] = []
        self._number = 0
        """So many armies a group that leaves is to have; 0: as many as may go."""
        self._sizes = QWidget()
        self._sized = QHBoxLayout(self._sizes)
        self._sized.setContentsMargins(0, 0, 0, 0)
        self._decision = QWidget()
        self._facts = plain("", "small", wrap=True)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(8)
        self._made: list[QPushButton] = []
        self._fold = button(self._say("battle", "fold", {}), quiet=True)
        self._fold.clicked.connect(self.folds)
        self._lay_out()
        self._soon = QTimer(self, interval=0, singleShot=True)  # once the old answers are gone
        self._soon.timeout.connect(self._share)
        theme().changed.connect(self._soon.start)

    def sizeHint(self) -> QSize:
        """As LOOK has it, or more for larger type."""
        return QSize(round(step(WIDE)), round(step(HIGH)))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 12, 22, 14)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self._sign)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self._title)
        titles.addWidget(self._note)
        head.addLayout(titles, 1)
        speeds = QVBoxLayout()
        speeds.setSpacing(2)
        speeds.addWidget(
            plain(self._say("battle", "speed", {}), "note"), alignment=Qt.AlignmentFlag.AlignRight
        )
        self._segments.setFixedWidth(round(step(210)))
        speeds.addWidget(self._segments)
        head.addLayout(speeds)
        head.addWidget(self._fold, alignment=Qt.AlignmentFlag.AlignBottom)
        column.addLayout(head)
        sides = QHBoxLayout()
        sides.setSpacing(14)
        sides.addWidget(self._ours)
        sides.addWidget(self._theirs)
        column.addLayout(sides)
        column.addWidget(self.lanes)
        below = QHBoxLayout()
        below.setSpacing(_BESIDE)
        below.addWidget(self._map)
        decision = QVBoxLayout(self._decision)
        decision.setContentsMargins(0, 0, 0, 0)
        decision.setSpacing(6)
        for widget in (self._sentence, self._bar, self._losses):
            decision.addWidget(widget)
        decision.addWidget(self._sizes)
        decision.addLayout(self._buttons)
        decision.addWidget(self._facts)
        decision.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(self._decision)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below.addWidget(scroll, 1)
        self._rows = head, column
        column.addLayout(below, 1)

    # ------------------------------------------------------------------------------------- content

    def show_battle(
        self, fight: Fight, view: View, turn: int, look: Outlook | None, terms: Outlook | None,
        players: tuple[str, str], question: Question, waiting: Sequence[Fight] = (),
    ) -> None:  # fmt: skip
        """The newest of a battle, in the position it has come to, and what is to be decided in it. `turn`:
        when it was fought; `look`: how it stands, None if it is over; `terms`: what its dice hit with;
        `waiting`: battles to be seen after."""
        before = self._fight
        self._fight, self._question, self._waiting, self._behind = fight, question, waiting, ""
        say, land = self._say, self._board.charts.board
        sea = fight.place >= land.land
        self._title.setText(self.called(fight))
        terrain = "sea" if sea else "hiland" if land.hilands >> fight.place & 1 else "open"
        note = say("battle", "note", {"turn": turn, "terrain": say("battle", terrain, {})})
        if waiting:
            note += " · " + say("battle", "waiting", {"battles": len(waiting)})
        self._note.setText(note)
        ins = sorted({entry for place, entry, _ in view.came if place == fight.place and 0 <= entry < 64})
        known = before is not None and before.same(fight)
        self._ways_in = ins = ins or (self._ways_in if known else [])
        came = say("battle", "came-from", {"name": players[0], "places": ins}) if ins else players[0]
        self._ours.show_side(view, fight, terms, came)
        self._theirs.show_side(view, fight, terms, players[1])
        following = None
        open_ = fight.ended is None and not question.losses
        if look is not None and open_:
            following = look.battle.attackers.armies, look.battle.defenders.armies + look.battle.factory
        outs, closed = (look.refuges, look.watched) if look else ((), ())
        self._map.show_map(
            lambda wide, high: cutting(self._board, view, fight.place, wide, high, ins, outs, closed)
        )
        self.lanes.show_fight(fight, following, self.speed)
        self._bar.show_odds(look if open_ else None)
        self._tell(self._losses, self._average(look) if open_ else "")
        self._tell(self._facts, "\n".join(self._about(look)) if fight.ended is None else "")
        self._settled()

    def fall_behind(self, words: str) -> None:
        """Something has come after what is shown, which stays until the newest is wanted."""
        self._behind, self._question = words, Question("")
        self._tell(self._facts, "")
        self._settled()

    def called(self, fight: Fight, prefix: str = "") -> str:
        """A battle by its place."""
        sea = fight.place >= self._board.charts.board.land
        code = "title-factory" if fight.factory else "title"
        return self._say("battle", f"{prefix}{code}", {"place": fight.place, "sea": sea})

    def _tell(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _average(self, look: Outlook | None) -> str:
        if look is None:
            return ""
        lost = look.odds.attackers_lost.expected, look.odds.defenders_lost.expected
        params = {"ours": f"{lost[0]:.1f}", "theirs": f"{lost[1]:.1f}"}
        return self._say("battle", "losses-both", {**params, "nation": look.attacker, "enemy": look.enemy})

    def _about(self, look: Outlook | None) -> list[str]:
        lines = [self._question.note] if self._question.note else []
        if look is None or self._question.losses:
            return lines
        if not look.battle.factory or look.battle.defenders.armies:
            lines.append(words.refuges(self._board.words, look))
        if look.watched:
            lines.append(self._say("battle", "watched", {"enemy": look.enemy, "places": look.watched}))
        return lines

    def _settled(self) -> None:
        """The decision is put once the dice lie still."""
        fight, question = self._fight, self._question
        if fight is None or self.lanes.rolling:
            empty(self._buttons)
            self._made, self._asked = [], None
            self._sentence.setText("")
            self._sizes.hide()
            return
        ended = fight.ended if not question.choices else None
        result = self._result(ended) if ended is not None else question.sentence
        self._sentence.setText(self._behind or result)
        asked = (question, ended is not None, fight.place, len(self._waiting), self._behind)
        if asked == self._asked:
            return
        focus = QApplication.focusWidget()
        had_focus = focus is not None and (focus is self or self.isAncestorOf(focus))
        self._asked = asked
        moment().came()
        self._number = 0
        self._offer_sizes(len(question.groups))
        self._fill(ended=ended is not None)
        if self._made and had_focus:
            self._made[0].setFocus(Qt.FocusReason.OtherFocusReason)
        self._soon.start()

    def _offer_sizes(self, most: int) -> None:
        """How many armies leave together, if that is to be chosen."""
        empty(self._sized)
        self._sizes.setVisible(most > 1)
        if most > 1:
            label = plain(self._say("battle", "how-many", {}), "small")
            sizes = Segments([(number, str(number)) for number in range(1, most + 1)])
            sizes.name(label.text())
            sizes.show_value(most)
            sizes.setFixedWidth(round(step(40)) * most)
            sizes.chosen.connect(self._choose_number)
            self._sized.addWidget(label)
            self._sized.addWidget(sizes)
            self._sized.addStretch()

    def _choose_number(self, number: object) -> None:
        self._number = int(str(number))
        self._fill(ended=False)

    def _fill(self, *, ended: bool) -> None:
        """The buttons."""
        question = self._question
        choices = question.groups[self._number - 1] if question.groups else ()
        empty(self._buttons)
        self._made = []
        if len(choices) > FEW:
            self._add(self._say("battle", "some", {}), None, main=True)
        for choice in choices[: FEW if len(choices) <= FEW else 1]:
            if len(choice.actions) == 1:
                self._add(choice.text, choice.actions[0], main=not self._made)
        if self._behind:
            self._add(self._say("battle", "newest", {}), None, main=True, then=self.newest_wanted)
        elif ended and self._waiting:
            self._add(self.called(self._waiting[0], "next-"), None, main=True, then=self.next_wanted)
            if len(self._waiting) > 1:
                self._add(self._say("battle", "skip", {}), None, main=False, then=self.rest_wanted)
        elif ended:
            self._add(self._say("battle", "close", {}), None, main=True)

    def _add(
        self, text: str, action: Struct | None, *, main: bool, then: SignalInstance | None = None
    ) -> None:
        """A button with an answer, or (without) one that folds the panel or does what is said `then`."""
        made = KeyButton(text, _KEYS[len(self._made)] if len(self._made) < len(_KEYS) else "", main=main)
        made.clicked.connect((then or self.folds) if action is None else lambda: self.picked.emit(action))
        at = len(self._made)
        self._made.append(made)
        self._buttons.addWidget(made, at // 2, at % 2)

    def _result(self, ended: BattleEnded) -> str:
        fight = self._fight
        assert fight is not None
        standing = ended.armies, ended.enemy_armies
        if all(standing) or (fight.factory and standing[0]):
            holder = fight.attacker if fight.factory and not standing[1] else -1
            if holder < 0:
                return self._say("battle", "over-both", {"place": ended.place})
            return self._say("battle", "over", {"nation": holder, "place": ended.place})
        if not any(standing):
            return self._say("battle", "over-none", {"place": ended.place})
        nation = ended.nation if standing[0] else ended.enemy
        return self._say("battle", "over", {"nation": nation, "place": ended.place})

    def _choose_speed(self, value: object) -> None:
        self.speed = str(value)
        assert self.speed in ROLL_MS
        self.speed_chosen.emit(self.speed)
        if self.speed == "at-once":
            self.lanes.finish()

    def show_speed(self, speed: str) -> None:
        """As chosen elsewhere."""
        self.speed = speed
        self._segments.show_value(speed)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever opens it with a button or a key has the keyboard at the first answer."""
        super().focusInEvent(event)
        if event.reason() == Qt.FocusReason.ShortcutFocusReason and self._made:
            self._made[0].setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter answers; R goes to the first way back there is; a key that is held down decides nothing."""
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_R and len(self._made) > 1:
            self._made[1].setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.lanes.rolling:
            self.lanes.finish()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._made:
            if moment().meant():
                self._made[0].click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: object) -> None:
        """Where there is little room, the answers have it; the map is a key away."""
        self._share()

    def _share(self) -> None:
        """Large type before the map, the map before earlier rounds."""
        roomy = self.height() >= _MAP_FROM[0] + step(_MAP_FROM[1])
        self._map.setVisible(roomy)
        head, column = self._rows
        edges = column.contentsMargins()
        across = self.width() - edges.left() - edges.right()
        below = self._map.minimumHeight() if roomy else 0
        for _ in range(2):  # the higher the map, the wider it is, and the less room have words beside it
            beside = self._map.width_for(below) + _BESIDE if roomy else 0
            below = max(below, unscrolled(self._decision, across - beside))
        spare = self.height() - edges.top() - edges.bottom() - head.minimumSize().height() - below
        spare -= 3 * column.spacing()
        least, most = self._ours.heights
        high = round(min(max(spare - self.lanes.least, least), most))
        for side in (self._ours, self._theirs):
            side.setFixedHeight(high)
        self.lanes.fit(spare - high)

    def mousePressEvent(self, event: object) -> None:
        """Inside the panel, a click beside everything does nothing."""
