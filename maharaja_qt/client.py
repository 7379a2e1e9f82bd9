"""A guest as the window sees it: signals in the GUI thread, and calls that return at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal, SignalInstance

from core.game import CLAIM, AnyGame, Pending
from core.legal import Legal
from maharaja_qt.network import Network
from net import messages as m
from net.dial import dial
from net.guest import Guest, Lost
from net.guest_session import Who
from net.keyring import Keyring

SHARE_S: Final = 0.008
"""After so long with news the window looks after whoever sits there."""


class Position(Struct, frozen=True):
    """The newest of a table for one pair of eyes: view, what may be done, what is asked."""

    seat: int
    n: int
    view: Struct
    legal: Legal[Struct]
    asked: tuple[Pending, ...]


class Event(Struct, frozen=True):
    """Something that happened at the table: line, time, seat (-1 the host), who played it, the event; to its
    maker, why it cannot simply be undone."""

    n: int
    at_ms: int
    actor: int
    controller: str
    event: Struct
    barrier: str = ""


class Client(QObject):
    """One connection to a table, which comes back by itself until it is over for good.

    All signals arrive in the thread this was made in.
    """

    linked = Signal(str, str, object)
    """`in`, `lost` or `out`, why (a code), and the code's parameters."""
    room_changed = Signal(object)
    """`m.RoomRow`"""
    position_changed = Signal(object)
    """`Position`"""
    happened = Signal(int, object)
    """The seat whose eyes saw it, and a list of `Event`."""
    undone = Signal(int)
    """This line and all later ones no longer count."""
    chat = Signal(object)
    """`m.Chat`"""
    pointed = Signal(int, object)
    """Who shows which place."""
    _news = Signal()
    """From the network thread: there is something in the letter box."""

    def __init__(
        self,
        network: Network,
        addresses: Sequence[str],
        port: int,
        who: Who,
        keyring: Keyring,
        find: Callable[[m.Welcome], AnyGame | None],
        parent: QObject | None = None,
        *,
        table: str = "",
        visit: int = 0,
    ) -> None:
        super().__init__(parent)
        self.me = 0
        self.game: AnyGame | None = None
        self.welcome: m.Welcome | None = None
        self.room: m.RoomRow | None = None
        self.room_at = 0.0
        """When the room was last told, by `time.monotonic`: its times go on from there."""
        self.positions: dict[int, Position] = {}
        self.told: list[tuple[int, list[Event]]] = []
        self.talk: list[m.Chat] = []
        self.all_states = False
        """Is every state between wanted, and not the newest alone?"""
        self._network = network
        self._left = False

        self._where = tuple(addresses), port
        self._box: list[tuple[str, tuple[object, ...]]] = []
        self._lock = threading.Lock()

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            return await asyncio.open_connection(sock=await dial(*self._where))

        self._guest = Guest(connect, who, _Ears(self), find, keyring, table=table, visit=visit)
        self._news.connect(self._empty_box, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Connects; what comes of it is told by `linked`."""
        self._network.run(self._guest.run(), lambda _: self._ended())

    def moved(self, addresses: Sequence[str], port: int) -> None:
        """The table is to be found there now: the next try to come back goes there."""
        self._where = tuple(addresses), port

    def leave(self) -> None:
        """Goes away; nothing more is told, and this ends once the connection has."""
        self._left = True
        self.blockSignals(True)
        self._network.call(self._guest.leave)

    def _ended(self) -> None:
        if self._left:
            self.deleteLater()

    def seats(self) -> list[int]:
        """The seats of whoever sits here."""
        rows = self.room.seats if self.room is not None else ()
        return [seat for seat, row in enumerate(rows) if row.owner and row.owner == self.me]

    def act(
        self, position: Position, action: Struct, then: Callable[[m.Answer], None] = lambda _: None
    ) -> None:
        """Submits an action that was chosen in this position."""
        game = self.game
        assert game is not None
        claim = isinstance(action, game.codec.claims) or not position.asked
        decision = CLAIM if claim else position.asked[0].decision
        self._ask(self._guest.act(position.seat, decision, action, position.n), then)

    def ask(
        self, verb: str, number: int = 0, other: int = 0, text: str = "",
        then: Callable[[m.Answer], None] = lambda _: None,
    ) -> None:  # fmt: skip
        """One of `net.commands`."""
        self._ask(self._guest.ask(verb, number, other, text), then)

    def undo(self, seat: int, then: Callable[[m.Answer], None] = lambda _: None) -> None:
        """The last step of this seat back."""
        self._ask(self._guest.undo(seat), then)

    def propose(
        self, kind: str, seat: int, line: int = 0, action: Struct | None = None,
        then: Callable[[m.Answer], None] = lambda _: None,
    ) -> None:  # fmt: skip
        """Something all others must agree to."""
        self._ask(self._guest.propose(kind, seat, line, action), then)

    def vote(self, number: int, *, yes: bool) -> None:
        """Yes or no to what somebody proposes."""
        self._ask(self._guest.vote(number, yes=yes), lambda _: None)

    async def look_back(self, n: int) -> m.Decided | m.Answer:
        """What a computer player had before it when it decided what line `n` tells; or why not. Runs in the
        network thread."""
        try:
            return await self._guest.look_back(n)
        except Lost:
            return m.Answer(1, "not-now")

    def say(self, text: str) -> None:
        """A line of chat."""
        self._network.call(lambda: self._guest.say(text))

    def point(self, place: tuple[int, ...]) -> None:
        """Shows the others a place."""
        self._network.call(lambda: self._guest.point(place))

    def _ask(self, command: object, then: Callable[[m.Answer], None]) -> None:
        # If the table is gone for good the window hears of it by `linked`; nobody waits for the answer.
        self._network.run(command, then, lambda _: None)  # type: ignore[arg-type]

    def _empty_box(self) -> None:
        """All that has come since the last time; of several states of one thing the newest is enough."""
        begun = time.perf_counter()
        with self._lock:
            news, self._box = self._box, []
        last = {_thing(name, what): i for i, (name, what) in enumerate(news)}
        for i, (name, what) in enumerate(news):
            if last[_thing(name, what)] != i and not self.all_states:
                continue
            if time.perf_counter() - begun > SHARE_S:
                with self._lock:
                    self._box = news[i:] + self._box
                self._news.emit()
                return
            self._keep(name, what)

    def _keep(self, name: str, news: tuple[object, ...]) -> None:
        """Keeps what came, then tells it: whoever listens later finds all that was before."""
        match name, news:
            case "room_changed", (m.RoomRow() as row,):
                self.room, self.room_at = row, time.monotonic()
            case "position_changed", (Position() as position,):
                self.positions[position.seat] = position
            case "happened", (int(seat), list(events)):
                self.told.append((seat, events))
            case "chat", (m.Chat() as line,):
                self.talk.append(line)
            case "linked", (*_, int(me), game, welcome):
                self.me, self.game, self.welcome = me, game, welcome  # type: ignore[assignment]
                news = news[:3]
        signal: SignalInstance = getattr(self, name)
        signal.emit(*news)


def _thing(name: str, what: tuple[object, ...]) -> tuple[object, ...]:
    """What a piece of news replaces all older ones of; what replaces none is a thing of its own."""
    match name, what:
        case "room_changed", _:
            return ("room",)
        case "position_changed", (Position(seat),):
            return ("position", seat)
    return (id(what),)


class _Ears:
    """Listens in the network thread, decodes there, and passes on."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def _tell(self, name: str, *news: object) -> None:
        client = self._client
        with client._lock:
            client._box.append((name, news))
            first = len(client._box) == 1
        if first:
            client._news.emit()

    def link(self, state: str, code: str, params: m.Params) -> None:
        guest = self._client._guest
        self._tell("linked", state, code, params, guest.me, guest.game, guest.welcome)

    def room(self, row: m.RoomRow) -> None:
        self._tell("room_changed", row)

    def update(self, update: m.Update) -> None:
        guest = self._client._guest
        assert guest.game is not None
        codec = guest.game.codec
        legal: Legal[Struct] = codec.decode_legal(update.legal) if update.legal else Legal(())
        asked = tuple(Pending(update.seat, a.decision, a.kind, a.subject) for a in update.asked)
        view = guest.held[update.seat]
        self._tell("position_changed", Position(update.seat, update.n, view, legal, asked))

    def heard(self, message: Struct) -> None:
        game = self._client._guest.game
        assert game is not None
        match message:
            case m.Told(seat, steps):
                decode = game.codec.event.decode
                events = [
                    Event(s.n, s.at_ms, s.actor, s.controller, decode(e), s.barrier)
                    for s in steps
                    for e in s.events
                ]
                self._tell("happened", seat, events)
            case m.Undone(_, to):
                self._tell("undone", to)
            case m.Chat():
                self._tell("chat", message)
            case m.Pointed(by, place):
                self._tell("pointed", by, place)
