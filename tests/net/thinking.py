"""A question of the toy game, AI seats that think about it, and a light that shows who does."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast

import pytest
from msgspec import Struct

from core.game import AnyGame
from core.legal import Legal
from net.brain import Setup
from net.thinkers import Choice, Thinker
from tests.net.rogues import BEACON
from tests.toy import game as toy_game
from tests.toy.kit import toy
from tests.toy.pieces import Choose

GAME = cast("AnyGame", toy_game)
LOADER = "tests.net.rogues:find"
SOON = 10.0
"""Much longer than anything takes, also on a slow machine: whoever waits so long waits in vain."""
SHORT = 0.2

_TABLE = toy([(3, 5, 8), (4, 7, 9)]).table
LOWEST, HIGHEST = Choose(3), Choose(8)
PENDING = _TABLE.pending[0]
VIEW = GAME.codec.encode(_TABLE.view(0))
LEGAL = cast("Legal[Struct]", _TABLE.legal(0))


class Thinkers:
    """Makes AI seats that share a gate."""

    def __init__(self, stack: AsyncExitStack, at_once: int) -> None:
        self.gate = asyncio.Semaphore(at_once)
        self._stack = stack

    def seat(
        self, policy: str, deadline_s: float = SOON, *, loader: str = LOADER, seed: bytes = b"2"
    ) -> Thinker:
        setup = Setup("tests.toy:game", loader, policy, 0, seed)
        thinker = Thinker(GAME, setup, self.gate, deadline_s=deadline_s)
        self._stack.push_async_callback(thinker.close)
        return thinker


@asynccontextmanager
async def thinkers(at_once: int = 1) -> AsyncIterator[Thinkers]:
    """AI seats that are closed at the end; within `SOON`, or the test fails."""
    async with asyncio.timeout(3 * SOON), AsyncExitStack() as stack:
        yield Thinkers(stack, at_once)


async def ask(thinker: Thinker, legal: Legal[Struct] = LEGAL) -> Choice:
    """The question which of three cards to play."""
    return await thinker.choose(VIEW, legal, PENDING)


class Lit:
    """A process that thinks."""

    def __init__(self, pid: int, connection: socket.socket) -> None:
        self.pid = pid
        self._connection = connection

    async def out(self) -> None:
        """Returns when it is gone, with all it has started."""
        loop = asyncio.get_running_loop()
        assert await asyncio.wait_for(loop.sock_recv(self._connection, 1), SOON) == b""

    def is_out(self) -> bool:
        """Is it gone already?"""
        try:
            return self._connection.recv(1) == b""
        except BlockingIOError:
            return False


class Beacon:
    """Where processes that think announce themselves: the system tells when they are gone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self._connections: list[socket.socket] = []
        monkeypatch.setenv(BEACON, str(self._socket.getsockname()[1]))

    async def lit(self) -> Lit:
        """The next one that thinks."""
        loop = asyncio.get_running_loop()
        connection, _ = await asyncio.wait_for(loop.sock_accept(self._socket), SOON)
        self._connections.append(connection)
        connection.setblocking(False)
        line = b""
        while not line.endswith(b"\n"):
            line += await asyncio.wait_for(loop.sock_recv(connection, 20), SOON)
        return Lit(int(line), connection)

    def close(self) -> None:
        """Tells no more."""
        for opened in (self._socket, *self._connections):
            opened.close()


def exists(pid: int) -> bool:
    """Is there such a process, be it only one that nobody has waited for?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def _host(policy: str) -> None:
    async with thinkers() as table:
        await ask(table.seat(policy, 3 * SOON))


if __name__ == "__main__":
    asyncio.run(_host(sys.argv[1]))
