"""The 1994 game in the window: its board, panels, header and lobby."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, cast

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.game import AnyGame
from core.games.empires.actions import Action, Done
from core.games.empires.chart_types import NONE
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.legal import Legal
from core.record import Record
from core.replay import replay
from core.texts import Texts
from maharaja_qt.client import Event, Position
from maharaja_qt.empires import wording
from maharaja_qt.empires.battle import Battle
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.empires.panels import NationCard, OrderOfPlay, Score, counter_label, seat_points
from maharaja_qt.empires.spots import asked_about
from maharaja_qt.empires.switches import Switches
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Card, Choice, Dock, Heading, Presenter
from maharaja_qt.frame.widgets import plain
from maharaja_qt.theme import theme
from net.messages import RoomRow

CARD: Final = Card(
    "Maharaja",
    "1994",
    "Seventeen nations, sixteen turns, from the first Aryans to the British. March, fight and score where "
    "history pays.",
    ("3–5 players", "2–4 hours", "dice"),
    "Maharaja",
)

_PHASES: Final = ("growth", "arrivals", "march", "battle", "colonies", "land")
_PHASE_OF: Final = {
    "growth": "growth", "vacant": "growth", "removal": "growth", "arrival": "arrivals", "leader": "arrivals",
    "arms-in": "arrivals", "move": "march", "leave": "march", "stacking": "march", "submission": "march",
    "withdrawal": "march", "withdrawal-escort": "march", "last-attack": "battle", "battle": "battle",
    "battle-loss": "battle", "retreat": "battle", "fall-back": "battle", "landing": "battle",
    "factories": "colonies", "permission": "colonies", "arms": "colonies", "arms-offer": "colonies",
    "alliance": "march", "price": "march", "overpopulation": "land",
}  # fmt: skip


class EmpiresPresenter(Presenter):
    """See `Presenter`."""

    def __init__(self, game: AnyGame, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(game, texts, parent)
        self._game = cast("Empires", game)
        self._c = self._game.charts
        self._board = EmpiresBoard(self._game)
        self.board = self._board
        self._order = OrderOfPlay(self._c, texts)
        self._score = Score(self._c, texts)
        self._card = NationCard(self._c, texts)
        self._position: Position | None = None
        self._room: RoomRow | None = None
        self._mine: Sequence[int] = ()
        self._events: list[Struct] = []
        self._switches = Switches(self._c, texts)
        self._switches.wanted.connect(self.wanted)
        self._battle = Battle(self._board, texts)
        self._battle.picked.connect(self.wanted)
        self._battle.changed.connect(self.sheet_changed)
        self._battle.closed.connect(self.sheet_closed)
        self.sheet = self._battle.panel
        self._board.doubted.connect(self.doubted)
        self._board.finished.connect(self.finished)
        self._board.submitted.connect(self.wanted)
        self._board.choice.connect(self._choose)
        self._board.said.connect(self.said)
        self._board.hovered.connect(self._hovered)
        self._board.opened.connect(self._opened)
        self._order.chosen.connect(self._show_card)

    def docks(self) -> Sequence[Dock]:
        """Order of play, card and standing answers at the left, score at the right."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        say = self.texts.say
        return (
            Dock("order", say("panel", "order", {}), left, self._order),
            Dock("card", self.tr("Victory Point Card"), left, self._card),
            Dock("standing", say("switch", "title", {}), left, self._switches, behind="card"),
            Dock("score", say("panel", "score", {}), right, self._score),
        )

    def show(self, position: Position, room: RoomRow, mine: Sequence[int]) -> None:
        """The newest position."""
        view = cast("View", position.view)
        self._position, self._room, self._mine = position, room, mine
        self._board.show(view, self._events)
        self._events = []
        asked = bool(position.asked) and position.seat in mine
        self._board.ask(
            cast("Legal[Action]", position.legal) if asked else None, position.asked[0] if asked else None
        )
        self._board.idle = self._whose_turn(room)
        self._battle.show(position, room, mine)
        self._switches.show_view(view, mine)
        self._order.show_view(view)
        self._score.show_view(view, room, mine)
        self._card.show_nation(view, view.nation)

    def told(self, events: Sequence[Event]) -> None:
        """Kept until the position comes: then the pieces go the way they went."""
        self._events += [event.event for event in events]
        del self._events[:-200]
        self._battle.told(events)

    def undone(self, to: int) -> None:
        """A battle goes back with the rest."""
        self._battle.undone(to)

    def prefer(self, preferences: Preferences) -> None:
        """The speed of dice."""
        self._battle.prefer(preferences)

    def heading(self) -> Heading:
        """Turn, date, and the one thing to do now."""
        position, room = self._position, self._room
        if position is None or room is None:
            return Heading()
        view, say = cast("View", position.view), self.texts.say
        title = say("panel", "turn", {"turn": view.turn, "last": self._c.last_turn})
        scoring = self._c.setups[view.setup].turns[view.turn].scoring
        note = self._c.dates[view.turn] + (f" · {say('panel', 'counts', {})}" if scoring else "")
        if position.asked and position.seat in self._mine:
            owed = position.asked[0]
            subject = {f"subject{i}": value for i, value in enumerate(owed.subject)}
            # While armies move it is seen even when it is not yet allowed.
            ends = self.done() is not None or owed.kind == "move"
            done = say("done", owed.kind, {}) if ends and self.texts.has("done", owed.kind) else ""
            return Heading(title, note, say("prompt", owed.kind, subject), self._phases(owed.kind), done)
        kind = room.waiting[0].kind if room.waiting else ""
        prompt = self._waits(view, room)
        return Heading(title, note, prompt, self._phases(kind))

    def _waits(self, view: View, room: RoomRow) -> str:
        if not room.waiting:
            return self.texts.say("panel", "nobody", {})
        waiting = room.waiting[0]
        return self.texts.say(
            "battle", "waits", {"name": self._who(room, waiting.seat), "what": self._what(room)}
        )

    def _who(self, room: RoomRow, number: int) -> str:
        seat = room.seats[number]
        return seat.name or self.texts.name("seat", number)

    def _what(self, room: RoomRow) -> str:
        return self.waited(room.waiting[0].kind, room.waiting[0].subject)

    def _whose_turn(self, room: RoomRow) -> str:
        if not room.waiting:
            return self.texts.say("panel", "nobody", {})
        params = {"name": self._who(room, room.waiting[0].seat), "what": self._what(room)}
        return self.texts.say("board", "idle", params)

    def _phases(self, kind: str) -> tuple[tuple[str, str], ...]:
        now = _PHASES.index(_PHASE_OF[kind]) if kind in _PHASE_OF else -1
        states = ("past" if i < now else "now" if i == now else "next" for i in range(len(_PHASES)))
        return tuple(
            (self.texts.say("phase", p, {}), state) for p, state in zip(_PHASES, states, strict=True)
        )

    def done(self) -> Struct | None:
        """`Done`, where it is an answer."""
        position = self._position
        if position is None or not position.asked or position.seat not in self._mine:
            return None
        return Done() if position.legal.contains(Done()) else None

    def choices(self, position: Position) -> Sequence[Choice]:
        """All but marches, which are made on the map; `Done` is the main button's."""
        legal = cast("Legal[Action]", position.legal)
        return wording.choices(self.texts, legal, self._kind(position), with_done=False)

    def word(self, action: Struct, kind: str) -> str:
        """An answer in words."""
        return wording.word(self.texts, action, kind)

    def left(self) -> str:
        """Armies not moved, attacks and factories still possible."""
        position = self._position
        if position is None or not position.asked or position.seat not in self._mine:
            return ""
        view, legal = cast("View", position.view), cast("Legal[Action]", position.legal)
        return wording.left(self.texts, view, legal, position.asked[0], self._board.origins())

    def waited(self, kind: str, subject: Sequence[int]) -> str:
        """The question as its owner reads it."""
        return self.texts.say("prompt", kind, {f"subject{i}": value for i, value in enumerate(subject)})

    def about(self) -> tuple[int, ...]:
        """The first place the question is about, or where it can be answered."""
        position = self._position
        if position is None or not position.asked:
            return ()
        places = asked_about(self._c, cast("View", position.view), position.asked[0])
        return tuple(places[:1]) or tuple(sorted(self._board.spots)[:1])

    def sheet_title(self) -> str:
        """The battle under way, or the last one until it is closed."""
        return self._battle.title

    def sheet_opens(self) -> bool:
        """For battles of nations that are played here."""
        return self._battle.opens

    def sheet_folded(self) -> None:
        """Left folded until there is another round; what is over is closed."""
        self._battle.folded()

    def _kind(self, position: Position) -> str:
        return position.asked[0].kind if position.asked else ""

    def hint(self, kind: str) -> str:
        """How it is done on the map."""
        return self.texts.say("hint", kind, {}) if self.texts.has("hint", kind) else ""

    def light(self, action: Struct | None) -> None:
        """The place of an answer under the pointer."""
        fields = {} if action is None else structs.asdict(action)
        places = [v for k, v in fields.items() if k in ("place", "goal", "area", "origin", "sea")]
        place = places[-1] if places and isinstance(places[-1], int) else -1
        self._board.aim(place)
        if place >= 0:
            self.said.emit(self._board.about(place))

    def show_place(self, place: Sequence[int]) -> None:
        """Flies there."""
        if place:
            self._board.go_to(place[0])

    def places(self, event: Struct) -> tuple[int, ...]:
        """The first place an event names."""
        for name in ("place", "goal", "area", "origin"):
            value = getattr(event, name, None)
            if isinstance(value, int) and value >= 0:
                return (value,)
        return ()

    def seat_panel(self, seat: int, options: dict[str, Any], seats: int) -> QWidget:
        """The nations of a seat, with the turns in which they come."""
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        setup = self._setup(str(options.get("setup", "")), seats)
        owner = self._c.setups[setup].owner
        for nation in [n for n, who in enumerate(owner) if who == seat]:
            column = QVBoxLayout()
            column.setSpacing(0)
            label = counter_label(self._c.nations[nation].id, seat, 40, holder.devicePixelRatioF())
            label.setToolTip(self.texts.name("nation", nation))
            column.addWidget(label, alignment=Qt.AlignmentFlag.AlignCenter)
            column.addWidget(
                plain(self.texts.name("nation", nation), "note"), alignment=Qt.AlignmentFlag.AlignCenter
            )
            row.addLayout(column)
        row.addStretch()
        return holder

    def _setup(self, wanted: str, seats: int) -> str:
        fitting = [name for name, setup in self._c.setups.items() if setup.seats == seats]
        return wanted if wanted in fitting else fitting[0] if fitting else next(iter(self._c.setups))

    def seat_colours(self, seat: int) -> tuple[str, str, str]:
        """From the palette."""
        look = seat_colours(theme().look, seat)
        return look.ground, look.pale, look.ink

    def picture(self, width: int, height: int, ratio: float) -> QPixmap:
        """The whole sheet."""
        return self._board.whole_picture()

    def _choose(self, actions: list[Struct]) -> None:
        from PySide6.QtGui import QCursor
        from PySide6.QtWidgets import QMenu

        position = self._position
        if position is None or not position.asked:
            return
        menu = QMenu(self._board)
        for action in actions[:30]:
            text = self.word(action, position.asked[0].kind)
            menu.addAction(text, partial(self._board.submit, action))
        menu.popup(QCursor.pos())

    def _hovered(self, place: int) -> None:
        self.said.emit(self._board.about(place))

    def _opened(self, place: int) -> None:
        self.said.emit(self._board.about(place))
        self.pointed.emit((place,))

    def _show_card(self, nation: int) -> None:
        if self._position is not None:
            self._card.show_nation(cast("View", self._position.view), nation)


def present(game: AnyGame, texts: Texts, parent: QObject | None = None) -> Presenter:
    """The presenter of a table of this game."""
    return EmpiresPresenter(game, texts, parent)


def glance(game: AnyGame, record: Record) -> tuple[str, bool]:
    """A saved game in one line, and whether it is over."""
    played = replay(game, record)
    view = cast("View", game.view(played.position.state, None))
    c = cast("Empires", game).charts
    if played.position.outcome is not None:
        points = max(seat_points(c, view, len(played.position.controllers)))
        return f"Maharaja: over, {points} points won", True
    nation = c.names["nation"][view.nation] if view.nation != NONE else ""
    return f"Turn {view.turn}, {nation} to play", False
