"""A hosted room and its guests for tests: real sockets on loopback, short times, no sleeps."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import cast

from msgspec import Struct

from core.game import CLAIM, AnyGame, Pending
from core.legal import Legal
from net import messages as m
from net.clock import RoomClock
from net.guest import Guest
from net.guest_session import Who
from net.keyring import Keyring
from net.plan import Plan
from net.play import AnyTable
from net.room import Room
from net.seats import Slot, parse_seats
from net.server import Server
from tests.toy import game as toy_game

toy = cast("AnyGame", toy_game)

PATIENCE_S = 10.0


class Time:
    """A clock that goes on only when told."""

    def __init__(self) -> None:
        self.ms = 0
        self.wall_ahead = 0

    def __call__(self) -> int:
        return self.ms

    def wall(self) -> int:
        return self.ms + self.wall_ahead


class Seeded:
    """Bytes that look random and are the same in every run."""

    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)

    def __call__(self, size: int) -> bytes:
        return self._random.randbytes(size)


class Chosen(Struct):
    action: Struct
    why: str = ""


class RandomMind:
    """A computer player that needs no process."""

    def __init__(self, seat: int, policy: str) -> None:
        self._random = Random(seat)

    async def choose(self, view: bytes, legal: Legal[Struct], pending: Pending) -> Chosen:
        return Chosen(legal.sample(self._random))

    async def close(self) -> None:
        pass


def plan(
    game: AnyGame = toy, seats: list[str] | None = None, *, record: Path | None = None, **more: object
) -> Plan:
    """A room of the toy game, three open seats unless said otherwise."""
    slots: list[Slot] = parse_seats(seats, game.meta.seats, lambda _: None)
    fields: dict[str, object] = {
        "name": "Friday game", "host": "Ann", "table_id": "t" * 32, "options": {}, **more,
    }  # fmt: skip
    return Plan(game=game, spec="tests.toy:game", slots=slots, record=record, **fields)  # type: ignore[arg-type]


def room(what: Plan, time: Time | None = None, table: AnyTable | None = None, seed: int = 1) -> Room:
    """A room whose clock is `time`."""
    clock = time or Time()
    return Room(what, RoomClock(clock, clock.wall), Seeded(seed), lambda _: None, table)


class Ear:
    """Keeps all a guest is told, and wakes whoever waits for something."""

    def __init__(self) -> None:
        self.links: list[tuple[str, str]] = []
        self.rows: list[m.RoomRow] = []
        self.updates: list[m.Update] = []
        self.messages: list[Struct] = []
        self._news = asyncio.Event()
        self.on_update: Callable[[m.Update], None] = lambda _: None

    def link(self, state: str, code: str, params: m.Params) -> None:
        self.links.append((state, code))
        self._news.set()

    def room(self, row: m.RoomRow) -> None:
        self.rows.append(row)
        self._news.set()

    def update(self, update: m.Update) -> None:
        self.updates.append(update)
        self.on_update(update)
        self._news.set()

    def heard(self, message: Struct) -> None:
        self.messages.append(message)
        self._news.set()

    async def until(self, done: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not done():
                self._news.clear()
                await self._news.wait()


class Player:
    """A guest with ears; with `plays` it answers every question by chance."""

    def __init__(
        self, port: int, who: Who, *, keyring: Keyring | None = None, plays: bool = False,
        game: AnyGame = toy, **more: object,
    ) -> None:  # fmt: skip
        self.ear = Ear()
        self.keyring = keyring or Keyring()
        self.port = port
        self.guest = Guest(self.dial, who, self.ear, lambda _: game, self.keyring, **more)  # type: ignore[arg-type]
        self.game = game
        self._random = Random(repr(who.name))
        self._busy: set[tuple[int, int, int]] = set()
        self.actions: list[m.Answer] = []
        if plays:
            self.ear.on_update = self._play
        self.running = asyncio.ensure_future(self.guest.run())
        self._tasks: set[asyncio.Task[None]] = set()
        self.writer: asyncio.StreamWriter | None = None

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return reader, self.writer

    def cut(self) -> None:
        """The connection breaks."""
        assert self.writer is not None
        self.writer.transport.abort()

    async def come_in(self) -> Player:
        await self.ear.until(
            lambda: any(state == "in" for state, _ in self.ear.links) and bool(self.ear.rows)
        )
        return self

    async def end(self) -> m.Bye:
        self.guest.leave()
        return await self.running

    def _play(self, update: m.Update) -> None:
        task = asyncio.ensure_future(self._answer(update))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, update: m.Update) -> None:
        legal = self.game.codec.decode_legal(update.legal)
        if update.seat < 0 or not legal.offers:
            return
        action = legal.sample(self._random)
        claim = isinstance(action, self.game.codec.claims)
        decision = CLAIM if claim else update.asked[0].decision
        self.actions.append(await self.guest.act(update.seat, decision, action, update.n))


@asynccontextmanager
async def serving(
    what: Room,
    mind: Callable[[int, str], RandomMind] = RandomMind,
    random: Callable[[int], bytes] = os.urandom,
) -> AsyncIterator[tuple[Server, int]]:
    """The room on a free port of loopback, until the block ends."""
    server = Server(what, mind, random=random)
    sock = socket.create_server(("127.0.0.1", 0))
    await server.start([sock])
    try:
        yield server, sock.getsockname()[1]
    finally:
        await server.close("host-ended")


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Runs an asyncio test to its end, and fails if it hangs."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())
