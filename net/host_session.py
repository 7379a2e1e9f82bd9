"""The host's end of one connection, without a socket: bytes in through `receive`, out through `take`.

    hello  --Hello-->  enter  --Enter-->  member  --(anything of `FromMember`)-->  member
      any state --(bad frame, wrong message, silence, a full queue)-->  closed

Whatever a peer sends, only its own session ends.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from net import desk, wire
from net import messages as m
from net.door import NotLetIn
from net.proof import NONCE_BYTES, Seal, Talk
from net.rate import Rate
from net.shown import welcome

if TYPE_CHECKING:
    from net.people import Person
    from net.room import Room

ENTER_MS: Final = 10_000
"""Time to come in."""
SILENT_MS: Final = 12_000
"""No frame for so long: the peer is gone, whatever its socket says."""
NEAR_MS: Final = 5_000
"""No frame for longer than the signs of life are apart: it may sleep, and that is no time to think."""
QUEUE_BYTES: Final = 1 << 20
"""What may wait for a peer that does not read, besides the history it was told when it came in."""
FRAMES: Final = 400
"""Frames in a row, and in ten seconds ..."""
ANSWERS: Final = 2
"""... and as many more for each position that is sent: a fast game is no flood."""
UNREAD: Final = frozenset({"not-a-message", "not-expected"})
"""Faults of what stood in a frame that was a good one; the last word names that frame."""

_log = logging.getLogger(__name__)


class HostSession:
    """One connection. `now` gives ms of any steady clock; `nonce` random bytes."""

    def __init__(
        self, room: Room, address: str, now: Callable[[], int], nonce: Callable[[int], bytes]
    ) -> None:
        self.state = "hello"
        self.why = ""
        self.person: Person | None = None
        self._room = room
        self._address = address
        self._now = now
        self._nonce = nonce(NONCE_BYTES)
        self._frames = wire.Frames()
        self._rate = Rate(FRAMES, 10_000, now())
        self._came = self._heard = now()
        self._talk = Talk()
        self._in: Seal | None = None
        self._out: Seal | None = None
        # Each with the seal it will be sent under: what is thrown away leaves no gap in the numbers.
        self._queue: deque[tuple[Seal | None, bytes]] = deque()
        self._queued = 0
        self._most = QUEUE_BYTES
        self._too_slow = False
        self._row_wanted = self._turn_wanted = False
        self._eyes: dict[int, bool] = {}
        self._sent: dict[int, int] = {}

    @property
    def stranger(self) -> bool:
        """Has nobody come in by it yet?"""
        return self.state in ("hello", "enter")

    # In.

    def receive(self, data: bytes) -> None:
        """Bytes of the peer, in pieces of any size."""
        if self.state == "closed":
            return
        self._frames.feed(data)
        try:
            while self.state != "closed" and (frame := self._frames.next()) is not None:
                self._heard = self._now()
                if not self._rate.take(self._heard):
                    raise wire.BadFrame("flood")
                self._read(frame)
        except wire.BadFrame as fault:
            _log.info("%s: %s", self._address, fault.code)
            self.close(fault.code, self._last_frame() if fault.code in UNREAD else ())
        except NotLetIn as refused:
            _log.info("%s: not let in: %s", self._address, refused)
            self.close(str(refused))

    def _read(self, frame: bytes) -> None:
        if self._in is None:
            self._talk.add(frame)
            self._stranger(wire.unpack(frame, m.FromStranger, wire.SHORT))
            return
        content = self._in.open(frame)
        if content is None:
            raise wire.BadFrame("bad-seal")
        message = wire.unpack(content, m.FromMember)
        assert self.person is not None and isinstance(message, Struct)
        self.person.proved = True
        desk.handle(self._room, self.person, message)

    def _stranger(self, message: object) -> None:
        match self.state, message:
            case "hello", m.Hello() as hello:
                self._hello(hello)
            case "enter", m.Enter() as wish:
                self._enter(wish)
            case _:
                raise wire.BadFrame("not-expected")

    def _hello(self, hello: m.Hello) -> None:
        if hello.magic != m.MAGIC:
            raise wire.BadFrame("not-this-program")
        if hello.protocol != m.PROTOCOL:
            # Before anything else is asked or told; the numbers of both sides say who must do something.
            versions = (("program", m.PROGRAM), ("protocol", m.PROTOCOL), ("yours", hello.protocol))
            self.close("other-version", versions)
            return
        self.state = "enter"
        self.send(welcome(self._room, self._nonce, self._address))

    def _enter(self, wish: m.Enter) -> None:
        if self._room.closed:
            raise NotLetIn(self._room.closed)
        nonces = self._nonce + wish.nonce
        person, token, key = self._room.door.admit(wish, nonces, self._address)
        self.send(m.Entered(person.no, token))
        talk = self._talk.digest()
        self._in, self._out = Seal(key, talk, b"guest"), Seal(key, talk, b"host")
        self._frames.limit = wire.LARGE
        self.state, self.person = "member", person
        self._room.joined(person, self, wish, self._address)

    def _last_frame(self) -> m.Params:
        """Which frame of a member was read last: its sender knows what command stood in it."""
        return (("frame", self._in.last),) if self._in is not None else ()

    def tick(self) -> None:
        """Notices silence, and that a peer does not read."""
        if self._too_slow:
            self.close("too-slow")
        elif self.person is not None and self.state == "member":
            silence = self._now() - self._heard
            self.person.unheard = silence > NEAR_MS
            if silence > SILENT_MS:
                self.close("silent")
        elif self._now() - self._came > ENTER_MS:
            self.close("silent")

    def woke(self) -> None:
        """The host's machine slept: nobody else is to blame for the silence."""
        self._came = self._heard = self._now()

    # Out.

    def send(self, message: Struct) -> None:
        """One message, in order."""
        self.send_packed(wire.pack(message))

    def send_packed(self, content: bytes) -> None:
        """One message that has been packed for several members."""
        if self.state == "closed" or self._too_slow:
            return
        self._put(content)
        if self._queued > self._most:
            # It is closed in the next tick: whoever is telling everybody something must come to its end.
            self._too_slow = True
            self._queue.clear()
            self._queued = 0

    def send_history(self, contents: Sequence[bytes]) -> None:
        """What happened while the member was away, as long as it may be."""
        self._most += sum(map(len, contents))
        for content in contents:
            self.send_packed(content)

    def room_changed(self) -> None:
        """The newest row of the room is to be sent."""
        self._row_wanted = True

    def turn_changed(self) -> None:
        """Of the room's row only what every action changes is to be sent."""
        self._turn_wanted = True

    def position_changed(self, seats: Sequence[int], *, anew: bool = False) -> None:
        """The newest views of these seats, and of no others, are to be sent."""
        if anew:
            self._sent = {}
        self._eyes = dict.fromkeys(seats, True)

    def close(self, code: str, params: m.Params = ()) -> None:
        """A last word, and the end."""
        if self.state == "closed":
            return
        self._settle()
        self._put(wire.pack(m.Bye(code, m.PROTOCOL, m.PROGRAM, params)))
        self.state, self.why = "closed", code
        if self.person is not None:
            self._room.leave(self.person, self)

    def take(self) -> bytes:
        """All that is to be written now: what waited in line, then the newest of everything."""
        self._settle()
        data = b"".join(wire.framed(seal.close(c) if seal is not None else c) for seal, c in self._queue)
        self._queue.clear()
        self._queued = 0
        return data

    @property
    def has_news(self) -> bool:
        """Would `take` give anything?"""
        return bool(
            self._queue or (not self._too_slow and (self._row_wanted or self._turn_wanted or self._eyes))
        )

    def _settle(self) -> None:
        if self.state != "member" or self._too_slow:
            return
        if self._row_wanted:
            self._put(self._room.shown.row())
        elif self._turn_wanted:
            self._put(self._room.shown.turn())
        self._row_wanted = self._turn_wanted = False
        for seat in self._eyes:
            n, content = self._room.telling.update(seat)
            if self._sent.get(seat) != n:
                self._sent[seat] = n
                # It is answered: by what was seen, and perhaps by an action.
                self._rate.grant(ANSWERS)
                self._put(content)
        self._eyes = {}

    def _put(self, content: bytes) -> None:
        if self._out is None:
            self._talk.add(content)
        self._queue.append((self._out, content))
        self._queued += len(content)
