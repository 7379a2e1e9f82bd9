"""A hosted room on asyncio: listens, keeps time, lets computer players think, writes what is to be said."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, Protocol, cast

from msgspec import Struct

from core.game import Pending
from core.legal import Legal
from net.clock import mono_ms
from net.host_session import HostSession
from net.play import Ask
from net.room import Room

TICK_S: Final = 0.1
MOST_CONNECTIONS: Final = 128
MOST_FROM_ONE: Final = 48
"""Connections from one address; a hall behind one router is still let in."""
MOST_STRANGERS: Final = 32
"""Connections that nobody has come in by yet; of more the oldest is ended."""
LINGER_S: Final = 2.0
"""Time for a last word to go out."""

_log = logging.getLogger(__name__)


class Choice(Protocol):
    """What a computer player chose; `why` is '' or the code of what went wrong with it."""

    @property
    def action(self) -> Struct:
        """A legal action."""
        ...

    @property
    def why(self) -> str:
        """Why it is not its own choice."""
        ...


class Mind(Protocol):
    """A computer player for one seat."""

    async def choose(self, view: bytes, legal: Legal[Struct], pending: Pending) -> Choice:
        """Always answers."""
        ...

    async def close(self) -> None:
        """Ends it."""
        ...


class Server:
    """One room with its listening sockets. `mind` makes the computer player for a seat and policy."""

    def __init__(
        self,
        room: Room,
        mind: Callable[[int, str], Mind],
        *,
        now: Callable[[], int] = mono_ms,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.room = room
        self.peers: dict[Peer, None] = {}
        self.now = now
        self.random = random
        self._mind = mind
        self._minds: dict[tuple[int, str], Mind] = {}
        self._thoughts: set[asyncio.Task[None]] = set()
        self._servers: list[asyncio.Server] = []
        self._ticking: asyncio.Task[None] | None = None
        self._pumping = False
        self.from_one: Counter[str] = Counter()
        self.closed = asyncio.Event()

    async def start(self, sockets: Sequence[socket.socket]) -> None:
        """Serves on these listening sockets from now on."""
        loop = asyncio.get_running_loop()
        for listening in sockets:
            self._servers.append(await loop.create_server(lambda: Peer(self), sock=listening))
        self._ticking = asyncio.create_task(self._tick())
        self.pump()

    async def close(self, code: str) -> None:
        """Says why, lets it go out, and frees everything."""
        if self.closed.is_set():
            return
        self.room.stop(code)
        self._flush()
        for server in self._servers:
            server.close()
        if self._ticking is not None:
            self._ticking.cancel()
        for thought in list(self._thoughts):
            thought.cancel()
        try:
            await asyncio.gather(*self._thoughts, return_exceptions=True)
            await asyncio.gather(*(mind.close() for mind in self._minds.values()))
            until = self.now() + LINGER_S * 1_000
            while self.peers and self.now() < until:
                await asyncio.sleep(0.01)
        finally:
            # Also when nobody waits for the end any longer.
            for peer in list(self.peers):
                peer.abort()
            self.closed.set()

    def pump(self) -> None:
        """Soon writes all news to everybody and asks the computer players."""
        if not self._pumping:
            self._pumping = True
            asyncio.get_running_loop().call_soon(self._pump)

    def _pump(self) -> None:
        self._pumping = False
        for ask in self.room.asks():
            thought = asyncio.create_task(self._think(ask))
            self._thoughts.add(thought)
            thought.add_done_callback(self._thoughts.discard)
        self._flush()

    def arrived(self, peer: Peer, address: str) -> None:
        """Somebody is there. A crowd that only stands in the door keeps nobody out."""
        self.peers[peer] = None
        self.from_one[address] += 1
        strangers = [p for p in self.peers if p.session.stranger]
        too_many = len(self.peers) > MOST_CONNECTIONS or self.from_one[address] > MOST_FROM_ONE
        if len(strangers) > MOST_STRANGERS or (too_many and len(strangers) > 1):
            strangers[0].end("crowded")
        elif too_many:
            peer.end("crowded")

    def went(self, peer: Peer, address: str) -> None:
        """Its socket is gone."""
        del self.peers[peer]
        self.from_one[address] -= 1
        if not self.from_one[address]:
            del self.from_one[address]

    def _flush(self) -> None:
        for peer in list(self.peers):
            peer.flush()

    async def _think(self, ask: Ask) -> None:
        key = ask.seat, ask.policy
        try:
            mind = self._minds.get(key)
            if mind is None:
                mind = self._minds[key] = self._mind(*key)
            choice = await mind.choose(ask.view, ask.legal, ask.pending)
            action, why = choice.action, choice.why
        except Exception:
            _log.exception("%s: seat %d cannot be played by %s", self.room.name, *key)
            action, why = ask.legal.first(), "no-start"
        self.room.answered(ask, action, why)
        self.pump()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                if self.room.tick():
                    for peer in list(self.peers):
                        peer.session.woke()
                for peer in list(self.peers):
                    peer.session.tick()
            except Exception:
                # A fault of ours: this tick is lost, the evening goes on.
                _log.exception("%s: a tick failed", self.room.name)
            self.pump()
            if self.room.closed and not self.closed.is_set():
                self._closing = asyncio.create_task(self.close(self.room.closed))


def whence(address: str) -> str:
    """One name for a place, whatever family somebody comes by; of this computer's own there is but one."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    ip = mapped or ip
    return "localhost" if ip.is_loopback else str(ip)


class Peer(asyncio.Protocol):
    """One connection: carries bytes between a socket and a session."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._paused = False
        self._transport: asyncio.Transport | None = None
        self._address = ""
        self._end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody came."""
        self._transport = cast("asyncio.Transport", transport)
        peername = transport.get_extra_info("peername")
        address = peername[0] if peername else "?"
        self._address = whence(address)
        server = self._server
        self.session = HostSession(server.room, self._address, server.now, server.random)
        server.arrived(self, self._address)
        if server.closed.is_set():  # it had been accepted before the port was closed
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Bytes came; whatever they are, only this connection can suffer."""
        try:
            self.session.receive(data)
        except Exception:
            _log.exception("%s: a message could not be handled", self._address)
            self.session.close("host-fault")
        self._server.pump()

    def pause_writing(self) -> None:
        """The peer does not read as fast as we write."""
        self._paused = True

    def resume_writing(self) -> None:
        """It has caught up."""
        self._paused = False
        self.flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        server = self._server
        server.went(self, self._address)
        if self._end is not None:
            self._end.cancel()
        self.session.close("lost")
        server.pump()

    def flush(self) -> None:
        """Writes the news, unless the peer still has enough to read."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        closed = self.session.state == "closed"
        if (closed or not self._paused) and self.session.has_news:
            transport.write(self.session.take())
        if closed and self._end is None:
            self._end = asyncio.get_running_loop().call_later(LINGER_S, self.abort)
            # A socket closed with something left to read resets the connection, and a member that was just
            # writing would never read the last word: it is left to close when it has.
            if self.session.person is None:
                transport.close()

    def end(self, code: str) -> None:
        """Ends it with a last word."""
        self.session.close(code)
        self.flush()

    def abort(self) -> None:
        """Ends it at once."""
        if self._transport is not None:
            self._transport.abort()
