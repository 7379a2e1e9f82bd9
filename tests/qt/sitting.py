"""A table without a network: a position set by hand, played by the rules, in the page people play on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QPushButton

from core import texts
from core.game import CLAIM, AnyGame
from core.legal import Legal
from maharaja_qt.client import Event, Position
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.presenter import EmpiresPresenter
from maharaja_qt.frame.advice import Advisor
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.network import Network
from maharaja_qt.theme import Mode, stylesheet, theme
from net import messages as m
from tests.empires.board import Board

NOT_HERE = "The record is elsewhere."
PICTURES = "MAHARAJA_PICTURES"
"""A folder in which the tests keep what they see, if this is set."""


def dress(mode: Mode = "light") -> None:
    """The program as it looks on a screen."""
    theme().choose(mode, colour_safe=False)
    app = QApplication.instance()
    if isinstance(app, QApplication) and app.styleSheet() != stylesheet(theme().look):
        theme().apply()


def with_type(percent: int, folder: Path) -> Preferences:
    """Preferences of somebody who reads with type of this size; the theme is dressed in it."""
    settings = QSettings(str(folder / f"type-{percent}.ini"), QSettings.Format.IniFormat)
    settings.setValue("choice/text", percent)
    settings.setValue("choice/theme", "light")
    dress()
    return Preferences(settings)


class Loopback(QObject):
    """Has the signals and calls of a client; the table is a `Board`, and answers at once."""

    linked = Signal(str, str, object)
    room_changed = Signal(object)
    position_changed = Signal(object)
    happened = Signal(int, object)
    undone = Signal(int)
    chat = Signal(object)
    pointed = Signal(int, object)

    def __init__(self, board: Board, mine: Iterable[int]) -> None:
        super().__init__()
        self.table = board
        self.me = 1
        self.welcome = None
        self.room_at = 0.0
        self.game: AnyGame = board.game  # type: ignore[assignment]  # one of them
        self._mine = list(mine)
        self.n = 0
        self.positions: dict[int, Position] = {}
        self.told: list[tuple[int, list[Event]]] = []
        self.talk: list[m.Chat] = []
        self.sent: list[Struct] = []
        """Everything that reached the table, refused or not."""
        self.answers: list[m.Answer] = []
        self.proposed: list[tuple[str, int]] = []
        self.back: list[bytes] = []
        self.barrier = ""
        """Stands behind every step that is made from now on."""
        self.proposal: m.ProposalRow | None = None
        self.stand_ins: set[int] = set()
        """Seats for which a computer player decides."""
        self._news(list(board.events))

    def seats(self) -> list[int]:
        return self._mine

    @property
    def room(self) -> m.RoomRow:
        game, state = self.table.game, self.table.state
        names = ("Meera", "Ines", "Tomas", "Anand", "Ravi")
        rows = tuple(
            m.SeatRow(1 if seat in self._mine else 2, names[seat], "normal" if seat in self.stand_ins else "")
            for seat in range(self.table.c.setups[state.setup].seats)
        )
        waiting = tuple(m.Waiting(p.seat, p.decision, p.kind, p.subject, 0) for p in game.pending(state))
        people = tuple(
            m.PersonRow(no, names[no - 1], no == 1, False, False, True, False, -1, -1) for no in (1, 2)
        )
        end = game.outcome(state)
        return m.RoomRow(
            "over" if end else "playing", "Deccan House", m.Rules(), False, (), people, rows, waiting,
            self.proposal,
            self.n, False, m.Result(end.ranking, end.scores, end.reason) if end else None,
        )  # fmt: skip

    def _news(self, events: list[Struct], actor: int = 0) -> None:
        self.n += 1
        barrier = self.barrier if actor in self._mine else ""
        told = [Event(self.n, 0, actor, "", event, barrier) for event in events]
        eyes = self._mine or [-1]
        for seat in eyes:
            self.told.append((seat, told))
            self.happened.emit(seat, told)
        game, state = self.table.game, self.table.state
        for seat in eyes:
            asked = tuple(p for p in game.pending(state) if p.seat == seat)
            legal: Legal[Struct] = game.legal(state, seat) if seat >= 0 else Legal(())  # type: ignore[assignment]
            made = Position(seat, self.n, game.view(state, seat if seat >= 0 else None), legal, asked)
            # As it comes over the wire.
            made = Position(seat, self.n, made.view, self.game.codec.decode_legal(
                self.game.codec.encode_legal(legal)), asked)  # fmt: skip
            self.positions[seat] = made
        self.room_changed.emit(self.room)
        for made in list(self.positions.values()):
            self.position_changed.emit(made)

    def act(
        self, position: Position, action: Struct, then: Callable[[m.Answer], None] = lambda _: None
    ) -> None:
        self.sent.append(action)
        game, state = self.table.game, self.table.state
        refusal = game.refuse(state, position.seat, action)  # type: ignore[arg-type]
        decision = CLAIM if isinstance(action, game.codec.claims) else position.asked[0].decision
        if refusal is None and decision not in (CLAIM, state.decision):
            answer = m.Answer(1, "stale")
        elif refusal is not None:
            answer = m.Answer(1, refusal.code, -1, refusal.rule, m.bounded(refusal.params))
        else:
            self.back.append(game.codec.encode(state))
            events = game.apply(state, position.seat, action, self.table._ctx())  # type: ignore[arg-type]
            self._news(list(events), position.seat)
            answer = m.Answer(1, "", self.n)
        self.answers.append(answer)
        then(answer)

    def elsewhere(self, action: Struct) -> None:
        """Somebody who sits elsewhere answers."""
        actor = self.table.ask.seat
        self._news(list(self.table.act(action)), actor)  # type: ignore[arg-type]

    def undo(self, seat: int, then: Callable[[m.Answer], None] = lambda _: None) -> None:
        if self.barrier:
            then(m.Answer(1, "barrier", -1, "", (("barrier", self.barrier), ("line", 3))))
            return
        state = self.table.game.codec.state.decode(self.back.pop())
        self.table.state = state
        self.undone.emit(self.n)
        self._news([])
        then(m.Answer(1, ""))

    def propose(
        self, kind: str, seat: int, line: int = 0, action: Struct | None = None,
        then: Callable[[m.Answer], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.proposed.append((kind, line))
        then(m.Answer(1, ""))

    def ask(self, *args: object, **more: object) -> None:
        """Nobody changes the room here."""

    def vote(self, number: int, *, yes: bool) -> None:
        """Nobody proposes anything here."""

    def say(self, text: str) -> None:
        """Nobody listens."""

    def point(self, place: tuple[int, ...]) -> None:
        """Nobody looks."""


class Sitting:
    """The page over a loopback table, with hands and eyes."""

    def __init__(
        self,
        board: Board,
        mine: Iterable[int] | None = None,
        *,
        size: tuple[int, int] = (1280, 750),
        preferences: Preferences | None = None,
        network: Network | None = None,
    ) -> None:
        self.table = board
        seats = board.c.setups[board.state.setup].seats
        self.client = Loopback(board, range(seats) if mine is None else mine)
        self.presenter = EmpiresPresenter(self.client.game, texts.load(board.game))
        if preferences is None:
            # Nothing is written before something is chosen, and nothing is chosen here.
            settings = QSettings(os.devnull, QSettings.Format.IniFormat)
            settings.clear()  # all of one name share what was chosen
            preferences = Preferences(settings)
        advisor = Advisor(network, self.client.game, None, lambda: NOT_HERE) if network is not None else None
        self.page = TablePage(self.client, self.presenter, preferences, advisor)  # type: ignore[arg-type]
        self.said: list[str] = []
        self.page.status.connect(self.said.append)
        self.map.motion.off = True
        self.panel.lanes.motion.off = True
        self.page.resize(*size)
        self.page.show()
        self.page.start()
        self.map.setFocus()

    @property
    def map(self) -> EmpiresBoard:
        return self.presenter._board

    @property
    def panel(self):
        return self.presenter._battle.panel

    @property
    def kind(self) -> str:
        return self.table.asked()

    def place(self, name: str) -> int:
        return self.table.names.place(name)

    def at(self, name: str) -> QPointF:
        """The middle of the stack of a place on the screen."""
        place = self.place(name)
        for piece in self.map.layer.pieces:
            if piece.place == place and piece.kin is not None:
                return self.map.layer.place(piece, self.map.camera).center()
        return self.free(name)

    def free(self, name: str | int) -> QPointF:
        """A point of a place where no counter is."""
        place = name if isinstance(name, int) else self.place(name)
        shape = self.map.map.shape(place)
        tries = [QPointF(*self.map.camera.to_view(shape.label.x, shape.label.y))]
        left, top, right, bottom = shape.box
        tries += [
            QPointF(*self.map.camera.to_view(left + (right - left) * i / 12, top + (bottom - top) * j / 12))
            for i in range(1, 12)
            for j in range(1, 12)
            if shape.holds(left + (right - left) * i / 12, top + (bottom - top) * j / 12)
        ]
        return next(
            at
            for at in (QPointF(each.toPoint()) for each in tries)  # as a mouse has it
            if self.map.layer.hit(at.x(), at.y(), self.map.camera) is None
            and self.map._place_under(at) == place
        )

    def buttons(self, within: QObject | None = None) -> list[QPushButton]:
        """Buttons with words that can be pressed now."""
        QApplication.processEvents()
        found = (within or self.page).findChildren(QPushButton)
        return [b for b in found if b.isVisible() and b.isEnabled() and b.text()]

    def button(self, text: str, within: QObject | None = None) -> QPushButton:
        return next(b for b in self.buttons(within) if b.text() == text)

    def keep(self, name: str, folder: Path) -> Path:
        """A picture of the page, for eyes."""
        if PICTURES in os.environ:
            folder = Path(os.environ[PICTURES])
            self.map.whole_picture()  # every tile sharp, which takes its time
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        assert self.page.grab().save(str(path))
        return path


LEFT = Qt.MouseButton.LeftButton
