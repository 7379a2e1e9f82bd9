"""A guest's end of one connection, without a socket: bytes in through `receive`, out through `take`.

    greet  --Welcome-->  enter  --Entered-->  member  --(anything of `FromHost`)-->  member
      any state --(Bye, bad frame, wrong message, silence)-->  closed

A host is a stranger too: its bytes are read as strictly as a guest's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from net import messages as m
from net import proof, wire
from net.names import whole

SILENT_MS: Final = 12_000
"""No frame for so long: the host is gone, whatever the socket says."""
PING_MS: Final = 3_000


class Who(Struct):
    """How somebody wants to come in. `password` is empty if none is known."""

    name: str
    password: str = ""
    watch: bool = False
    robot: bool = False
    seat: int = -1


class Fits(Struct, frozen=True):
    """The guest's copy of the game at a table."""

    edition: str
    rules: int


class GuestSession:
    """One connection. `token` gives the token for a table id (empty: none), `fits` the own copy of its
    game or None; `table` is the id that is expected, '' for any; `known` the last line already told;
    `visit` the number of this program's visit."""

    def __init__(
        self,
        who: Who,
        *,
        token: Callable[[str], bytes],
        fits: Callable[[m.Welcome], Fits | None],
        table: str,
        known: int,
        now: Callable[[], int],
        nonce: Callable[[int], bytes],
        visit: int = 0,
    ) -> None:
        self.state = "greet"
        self.bye: m.Bye | None = None
        self.welcome: m.Welcome | None = None
        self.me = 0
        self.token = b""
        self.rtt = -1
        self._who = who
        self._token_of = token
        self._fits = fits
        self._table = table
        self._known = known
        self._visit = visit
        self._now = now
        self._nonce = nonce(proof.NONCE_BYTES)
        self._talk = proof.Talk()
        self._key = b""
        self._frames = wire.Frames(wire.LARGE)
        self._heard = now()
        self._pinged = now()
        self._pings = 0
        self._in: proof.Seal | None = None
        self._out: proof.Seal | None = None
        self._queue: list[bytes] = []
        self.send(m.Hello(m.MAGIC, m.PROTOCOL))

    # In.

    def receive(self, data: bytes) -> list[Struct]:
        """Bytes of the host, in pieces of any size; the messages in them that are not the session's own."""
        self._frames.feed(data)
        news: list[Struct] = []
        try:
            while self.state != "closed" and (frame := self._frames.next()) is not None:
                self._heard = self._now()
                message = self._read(frame)
                if message is not None:
                    news.append(message)
        except wire.BadFrame as fault:
            self.close(fault.code)
        return news

    def _read(self, frame: bytes) -> Struct | None:
        content: bytes | None = frame
        if self._in is None:
            self._talk.add(frame)
        else:
            content = self._in.open(frame)
            if content is None:
                # A host that throws somebody out before the seals agree says so in the open.
                raise wire.BadFrame("bad-seal")
        assert content is not None
        message = wire.unpack(content, m.FromHost)
        match self.state, message:
            case _, m.Bye() as bye:
                self.state, self.bye = "closed", bye
            case "greet", m.Welcome() as welcome:
                self._enter(welcome)
            case "enter", m.Entered() as entered:
                self._entered(entered)
            case "member", m.Pong(number):
                if number == self._pings:
                    self.rtt = self._now() - self._pinged
            case "member", Struct() as other if not isinstance(other, m.Welcome | m.Entered):
                return other
            case _:
                raise wire.BadFrame("not-expected")
        return None

    def _enter(self, welcome: m.Welcome) -> None:
        self.welcome = welcome
        token = self._token_of(welcome.table)
        fits = self._fits(welcome)
        if self._table and welcome.table != self._table:
            self.close("other-table")
        elif welcome.banned and not token:
            self.close("banned-from-there")
        elif fits is None:
            self.close("unknown-game")
        elif welcome.password and not self._who.password and not token:
            self.close("password-needed")
        else:
            self._ask_in(welcome, fits, token)

    def _ask_in(self, welcome: m.Welcome, fits: Fits, token: bytes) -> None:
        who, nonces = self._who, welcome.nonce + self._nonce
        member = shown = password = b""
        if token:
            self._key = proof.client_key(token, welcome.table)
            member, shown = proof.member_id(proof.stored_key(self._key)), proof.prove(self._key, nonces)
        if welcome.password and who.password:
            password = proof.prove(proof.password_key(who.password, welcome.table), nonces)
        self.state = "enter"
        self.send(
            m.Enter(
                whole(who.name)[: m.MAX_TEXT],
                fits.edition,
                fits.rules,
                self._nonce,
                member,
                shown,
                password,
                who.watch,
                who.robot,
                who.seat,
                self._known,
                self._visit,
            )
        )

    def _entered(self, entered: m.Entered) -> None:
        assert self.welcome is not None
        if entered.token:
            # The host knows us no more (or not yet): we are somebody new.
            self._key = proof.client_key(entered.token, self.welcome.table)
        elif not self._key:
            raise wire.BadFrame("not-expected")
        self.token = entered.token
        talk = self._talk.digest()
        self._in, self._out = proof.Seal(self._key, talk, b"host"), proof.Seal(self._key, talk, b"guest")
        self.state, self.me = "member", entered.me
        self._ping()

    # Time.

    def tick(self) -> None:
        """Sends a sign of life, and notices that the host gives none."""
        if self.state == "closed":
            return
        if self._now() - self._heard > SILENT_MS:
            self.close("silent")
        elif self.state == "member" and self._now() - self._pinged >= PING_MS:
            self._ping()

    def _ping(self) -> None:
        self._pings, self._pinged = self._pings + 1, self._now()
        self.send(m.Ping(self._pings, self.rtt))

    # Out.

    def send(self, message: Struct) -> int:
        """One message, in order; nothing once it is closed. The number of its frame, -1 if it has none."""
        if self.state == "closed":
            return -1
        content = wire.pack(message)
        if self._out is None:
            self._talk.add(content)
            self._queue.append(wire.framed(content))
            return -1
        self._queue.append(wire.framed(self._out.close(content)))
        return self._out.last

    def take(self) -> bytes:
        """All that is to be written now."""
        data = b"".join(self._queue)
        self._queue.clear()
        return data

    def close(self, code: str) -> None:
        """Ends it from this side; `code` says why, as if the host had."""
        if self.state != "closed":
            self.state, self.bye = "closed", m.Bye(code, 0, "")
