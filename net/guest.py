"""A guest at a table: connects, comes back after every break, and never sends a command twice in effect.

`Guest.run` lives on asyncio; what it learns goes to a `Listener`. Commands wait for their answer across
breaks of the connection: they are sent again with the same id until the host has answered.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import randbits
from typing import Final, Protocol

import msgspec
from msgspec import Struct, structs

from core.faults import UserError
from core.game import AnyGame
from core.vault import SALT_BYTES
from net import messages as m
from net import wire
from net.aged import aged
from net.clock import mono_ms
from net.guest_session import Fits, GuestSession, Who
from net.keyring import Keyring
from net.names import whole
from net.telling import view_hash

Dial = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]
"""Opens a connection; raises `UserError` (such as `DialError`) or OSError."""

TICK_S: Final = 0.25
CHAT_KEPT: Final = 100
WAITS_S: Final = (0.0, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Before the tries to come back; then always the last."""
RETRY: Final = frozenset(
    {"silent", "lost", "bad-seal", "too-slow", "flood", "not-a-message", "not-expected", "crowded"}
    | {"too-often", "other-token", "other-table"}
)
"""Ends of a connection after which it is tried again; all others are for good."""
CHANCE: Final = frozenset({"silent", "lost", "too-slow", "other-token"})
"""Ends after which the next try comes at once if one was in; all others may happen again and again."""

FIRST_TRIES: Final = 3
"""Again, where nobody has let us in yet."""

_log = logging.getLogger(__name__)


class Listener(Protocol):
    """What a guest's user is told; all calls come from the guest's own thread."""

    def link(self, state: str, code: str, params: m.Params) -> None:
        """`in` the room, `lost` and trying again, or `out` for good, and why (a code)."""
        ...

    def room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        ...

    def update(self, update: m.Update) -> None:
        """The newest position of one seat."""
        ...

    def heard(self, message: Struct) -> None:
        """`Told`, `Undone`, `Chat` or `Pointed`."""
        ...


class Lost(Exception):
    """The connection ended for good before a command was answered."""


@dataclass(eq=False)
class _Waiting:
    """A command without an answer, and the frame it went out in last (-1: none of this connection)."""

    message: Struct
    answer: asyncio.Future[m.Answer | m.Decided]
    frame: int = -1


class Guest:
    """One guest. `find` gives this program's copy of a table's game, None if it has none.

    With `table` only the table with this id will do: at its address there may be another one by now.
    `visit` is a number by which a host knows this program from others of the same person (0: a new one).
    """

    def __init__(
        self,
        dial: Dial,
        who: Who,
        listener: Listener,
        find: Callable[[m.Welcome], AnyGame | None],
        keyring: Keyring,
        *,
        table: str = "",
        visit: int = 0,
        now: Callable[[], int] = mono_ms,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.me = 0
        self.table = ""
        self.game: AnyGame | None = None
        self.welcome: m.Welcome | None = None
        self.row: m.RoomRow | None = None
        self.updates: dict[int, m.Update] = {}
        self.held: dict[int, Struct] = {}
        self.rtt = -1
        self._dial = dial
        self._wanted = table
        self._visit = visit or new_id()
        self._who = who
        self._listener = listener
        self._find = find
        self._keyring = keyring
        self._now = now
        self._random = random
        self._row_at = 0
        self._known = -1
        self._older = 0
        self._session: GuestSession | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._commands: dict[int, _Waiting] = {}
        self._kept: dict[int, m.Kept] = {}
        self._unsure: list[m.Act] = []
        self._chat: OrderedDict[int, m.Chat] = OrderedDict()
        self._leaving = False

    @property
    def row_now(self) -> m.RoomRow | None:
        """The newest row, with the time that has passed since it came."""
        return None if self.row is None else aged(self.row, self._now() - self._row_at)

    @property
    def seats(self) -> list[int]:
        """The seats of this person, as the newest row has them."""
        rows = self.row.seats if self.row is not None else ()
        return [number for number, seat in enumerate(rows) if seat.owner == self.me]

    # What its user asks for.

    async def act(self, seat: int, decision: int, action: Struct, expected: int | None = None) -> m.Answer:
        """Submits an action for a seat, made for line `expected` (None: the newest known)."""
        assert self.game is not None
        n = self.updates[seat].n if expected is None else expected
        sealed = isinstance(action, self.game.codec.sealed)
        salt = self._random(SALT_BYTES) if sealed else b""
        act = m.Act(new_id(), seat, decision, n, self.game.codec.encode(action), salt)
        # Should the host crash before it answers, its record may still have the choice.
        self._unsure += [act] if sealed else []
        try:
            answer = await self.command(act)
        finally:
            self._unsure = [other for other in self._unsure if other is not act]
        if sealed and not answer.code:
            self._kept[answer.n] = m.Kept(seat, answer.n, act.action, salt)
        return answer

    async def ask(self, verb: str, number: int = 0, other: int = 0, text: str = "") -> m.Answer:
        """One of `net.commands`."""
        return await self.command(m.Command(new_id(), verb, number, other, whole(text)))

    async def undo(self, seat: int) -> m.Answer:
        """Takes the seat's last step back."""
        return await self.command(m.Undo(new_id(), seat, self.updates[seat].n))

    async def propose(self, kind: str, seat: int, line: int = 0, action: Struct | None = None) -> m.Answer:
        """Puts a take-back, a correction or a reseal to the vote."""
        assert self.game is not None
        body = self.game.codec.encode(action) if action is not None else b""
        return await self.command(m.Propose(new_id(), seat, kind, line, body))

    async def vote(self, proposal: int, *, yes: bool) -> m.Answer:
        """Agrees to a proposal, or not."""
        return await self.command(m.Vote(new_id(), proposal, yes))

    async def look_back(self, n: int) -> m.Decided | m.Answer:
        """What a computer player had before it when it decided what line `n` tells; or why not."""
        return await self._request(m.LookBack(new_id(), n))

    def lost(self, update: m.Update) -> list[int]:
        """Of the secret choices the host must be sent again, those that this program does not have either."""
        known = set(self._kept) if all(act.seat != update.seat for act in self._unsure) else set(update.owed)
        return [handle for handle in update.owed if handle not in known]

    def say(self, text: str) -> None:
        """A line of chat."""
        self._send(m.Say(whole(text)[: m.MAX_TEXT]))

    def point(self, place: tuple[int, ...]) -> None:
        """Shows the others a place."""
        if wire.readable(point := m.Point(place), m.FromMember):
            self._send(point)

    async def command(self, message: m.Act | m.Undo | m.Propose | m.Vote | m.Command) -> m.Answer:
        """Sends it until it is answered; what no host can read is refused here. Raises `Lost`."""
        answer = await self._request(message)
        assert isinstance(answer, m.Answer)
        return answer

    async def _request(
        self, message: m.Act | m.Undo | m.Propose | m.Vote | m.Command | m.LookBack
    ) -> m.Answer | m.Decided:
        if not wire.readable(message, m.FromMember):
            return m.Answer(message.id, "unreadable")
        if self._leaving:
            raise Lost
        waiting = _Waiting(message, asyncio.get_running_loop().create_future())
        self._commands[message.id] = waiting
        try:
            waiting.frame = self._send(message)
            return await waiting.answer
        finally:
            self._commands.pop(message.id, None)

    def leave(self) -> None:
        """Ends `run`."""
        self._leaving = True
        if self._session is not None:
            self._session.close("left")
        if self._writer is not None:
            self._writer.close()

    # Its life.

    async def run(self) -> m.Bye:
        """Stays at the table until it is over for good; why is returned and told."""
        tries = 0
        while True:
            if self._leaving:
                return self._end(m.Bye("left", 0, ""))
            try:
                reader, writer = await self._dial()
            except (OSError, UserError) as fault:
                bye = m.Bye("cannot-connect", 0, "", (("why", str(fault)[: m.MAX_TEXT]),))
                if not self.table:
                    return self._end(bye)
            else:
                bye = await self._sit(reader, writer)
                if self._session is not None and self._session.me:
                    tries = 0 if bye.code in CHANCE else tries
                    self._unread(bye)
                if bye.code not in RETRY or (not self.table and tries == FIRST_TRIES):
                    return self._end(bye)
            self._listener.link("lost", bye.code, bye.params)
            await asyncio.sleep(WAITS_S[min(tries, len(WAITS_S) - 1)])
            tries += 1

    def _unread(self, bye: m.Bye) -> None:
        """A command that the host could not read is not sent again; the host names the frame it came in."""
        frame = dict(bye.params).get("frame", -1)
        for number, waiting in list(self._commands.items()):
            if waiting.frame >= 0 and waiting.frame == frame:
                self._answered(m.Answer(number, "not-understood"))
            waiting.frame = -1

    def _answered(self, answer: m.Answer | m.Decided) -> None:
        waiting = self._commands.pop(answer.id, None)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(answer)

    def _end(self, bye: m.Bye) -> m.Bye:
        self._leaving = True
        for waiting in self._commands.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(Lost())
        self._listener.link("out", bye.code, bye.params)
        return bye

    async def _sit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> m.Bye:
        """One connection from its first byte to its last."""
        session = GuestSession(
            self._who, token=self._token, fits=self._fits,
            table=self.table or self._wanted, known=self._known, now=self._now, nonce=self._random,
            visit=self._visit,
        )  # fmt: skip
        self._session, self._writer = session, writer
        if self._leaving:  # since the way was looked for
            session.close("left")
        ticking = asyncio.ensure_future(self._tick(session, writer))
        try:
            self._flush()
            while session.state != "closed":
                data = await reader.read(1 << 16)
                if not data:
                    session.close("lost")
                    break
                was = session.state
                news = session.receive(data)
                if was != "member" and session.me and not self._came_in(session):
                    break
                for message in news:
                    self._take(message)
                self._flush()
        except (OSError, asyncio.IncompleteReadError):
            session.close("lost")
        finally:
            ticking.cancel()
            self._writer = None
            writer.close()
        assert session.bye is not None
        return session.bye

    async def _tick(self, session: GuestSession, writer: asyncio.StreamWriter) -> None:
        while session.state != "closed":
            await asyncio.sleep(TICK_S)
            session.tick()
            self.rtt = session.rtt
            self._flush()
        writer.close()

    def _fits(self, welcome: m.Welcome) -> Fits | None:
        game = self._find(welcome)
        self.game, self.welcome = game, welcome
        return None if game is None else Fits(game.edition, game.meta.rules_version)

    def _token(self, table: str) -> bytes:
        return next(iter(self._keyring.all(table, self._who.name)[self._older :]), b"")

    def _came_in(self, session: GuestSession) -> bool:
        """Takes its place; not if the table takes one for a stranger and may know an older token."""
        assert session.welcome is not None
        table, name = session.welcome.table, self._who.name
        shown = self._token(table)
        if shown and session.token and self._older + 1 < len(self._keyring.all(table, name)):
            self._older += 1
            session.close("other-token")
            return False
        self.me, self.table = session.me, table
        if session.token or self._older:
            self._keyring.put(table, name, session.token or shown)
        self._older = 0
        for waiting in self._commands.values():
            waiting.frame = session.send(waiting.message)
        self._flush()  # the first sealed frame tells the host that the token has arrived
        self._listener.link("in", "", ())
        return True

    def _take(self, message: Struct) -> None:
        match message:
            case m.Answer() | m.Decided():
                self._answered(message)
            case m.RoomRow():
                self.row, self._row_at = message, self._now()
                self._wish_as_is(message)
                self._listener.room(message)
            case m.Turn(waiting, n) if (row := self.row_now) is not None:
                self.row, self._row_at = structs.replace(row, waiting=waiting, n=n), self._now()
                self._listener.room(self.row)
            case m.Update():
                self._hold(message)
            case m.Kept(_, handle):
                self._kept[handle] = message
            case m.Told(_, steps):
                self._known = max(self._known, *(step.n for step in steps)) if steps else self._known
                self._listener.heard(message)
            case m.Undone(n):
                self._known = max(self._known, n)
                self._listener.heard(message)
            case m.Chat() if message.n and self._chat.get(message.n) == message:
                pass  # told again after a break
            case m.Chat():
                self._chat[message.n] = message
                if len(self._chat) > CHAT_KEPT:
                    self._chat.popitem(last=False)
                self._listener.heard(message)
            case _:
                self._listener.heard(message)

    def _wish_as_is(self, row: m.RoomRow) -> None:
        """After a break one wants to be what one was: whoever has stood up is not seated again."""
        me = next((person for person in row.people if person.no == self.me), None)
        if me is not None:
            watch = not self.seats if row.phase == "playing" else me.watch
            self._who = structs.replace(self._who, watch=watch)

    def _hold(self, update: m.Update) -> None:
        assert self.game is not None
        codec = self.game.codec
        try:
            self.held[update.seat] = codec.view.decode(update.view)
        except msgspec.MsgspecError:
            assert self._session is not None
            self._session.close("other-edition")
            return
        self.updates[update.seat] = update
        self._send(m.Seen(update.seat, update.n, view_hash(codec.encode(self.held[update.seat]))))
        for handle in update.owed:
            sure = self._kept.get(handle)
            for choice in [sure] if sure is not None else self._unsure:
                if choice.seat == update.seat:
                    self._send(m.Resend(new_id(), choice.seat, handle, choice.action, choice.salt))
        self._listener.update(update)

    def _send(self, message: Struct) -> int:
        """Sends it if one is in; the number of its frame, else -1."""
        if self._session is None or self._session.state != "member":
            return -1
        frame = self._session.send(message)
        self._flush()
        return frame

    def _flush(self) -> None:
        if self._session is not None and self._writer is not None and not self._writer.is_closing():
            data = self._session.take()
            if data:
                self._writer.write(data)


def new_id() -> int:
    """A number that nobody else has."""
    return randbits(52) + 1
