"""Hosting a table: the room, its sockets, its entry on the LAN and its computer players, as one thing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from core import replay
from core.dice import SeededDice
from core.game import AnyGame
from core.vault import SALT_BYTES
from net import proof
from net.advert import Advert, Beacon
from net.brain import Setup
from net.clock import RoomClock, mono_ms, wall_ms
from net.dial import listen
from net.labels import label_of, name_of
from net.messages import PROTOCOL
from net.plan import Plan, fits
from net.play import AnyTable
from net.room import Room
from net.server import Server
from net.thinkers import Thinker

LOOK_S: Final = 0.3
"""How often the entry on the LAN is compared with the room."""


class Hosted:
    """A table that others can find and join. `token` proves its host, who may have had it before.

    With `resume` the game of that record goes on. Raises `RecordError`; the file is then as before.
    Raises `UserError` for options that do not go with the number of seats.
    """

    def __init__(self, plan: Plan, minds: Minds, *, token: bytes = b"", resume: Path | None = None) -> None:
        if resume is None:
            fits(plan)
        self.token = token or os.urandom(proof.TOKEN_BYTES)
        self.port = 0
        clock = RoomClock(mono_ms, wall_ms)
        table: AnyTable | None = None
        if resume is not None:
            dice = SeededDice(os.urandom(32))
            table = replay.resume(
                plan.game, resume, dice=dice, clock=clock, salts=lambda: os.urandom(SALT_BYTES)
            )
        self.room = Room(plan, clock, os.urandom, minds.check, table)
        self.server = Server(self.room, minds.mind)
        self.beacon = Beacon(self._heard_of)
        self.on_listing: Callable[[], None] = lambda: None
        self._listed: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    async def open(self, port: int | None = None) -> None:
        """Listens on this port, or on the usual one or the next that is free; lists it. `UserError`."""
        listening = await listen(port)
        self.port = listening.port
        self.room.admit_host(self.token)
        await self.server.start(listening.sockets)
        await self.beacon.start(self._advert())
        self._listed = asyncio.create_task(self._keep_listed())

    async def open_here(self) -> None:
        """For people of this computer only: nobody else can connect, and nothing is listed."""
        alone = socket.create_server(("127.0.0.1", 0))
        alone.setblocking(False)
        self.port = alone.getsockname()[1]
        self.room.admit_host(self.token)
        await self.server.start([alone])

    async def close(self, code: str = "host-ended") -> None:
        """Tells everybody, frees everything; asked again, waits for the same end. The record has the game."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code))
        await asyncio.shield(self._closing)

    async def _close(self, code: str) -> None:
        if self._listed is not None:
            self._listed.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listed
        await asyncio.gather(self.server.close(code), self.beacon.stop())

    def _heard_of(self) -> None:
        shown, room = self.beacon.shown_name, self.room
        if self.beacon.state == "listed":
            # Another table was called so first: this one is told from it everywhere, not only in the list.
            begins = name_of(label_of(room.called, room.plan.table_id))
            numbered = shown != begins and " (" in shown
            room.name = room.called + shown[shown.rindex(" (") :] if numbered else room.called
            room.changed()
        self.on_listing()

    def _advert(self) -> Advert:
        room = self.room
        return Advert(
            room.plan.table_id, room.called, self.port, PROTOCOL, room.game.meta.id, room.seats_free(),
            room.rules.locked or bool(room.door.verifier),
        )  # fmt: skip

    async def _keep_listed(self) -> None:
        said = self._advert()
        while True:
            await asyncio.sleep(LOOK_S)
            if self._advert() != said:
                said = self._advert()
                await self.beacon.update(said)


class Minds:
    """Computer players for one table, each in a process of its own.

    `loader` names, as module:attribute, the function that finds a policy by its name for a game, and
    `find` is that function. At most one process fewer than there are cores thinks at a time.
    """

    def __init__(
        self,
        game: AnyGame,
        spec: str,
        loader: str,
        find: Callable[[str, AnyGame], object],
        *,
        charts: str | None = None,
        deadline_s: float = 20.0,
    ) -> None:
        self._game = game
        self._spec = spec
        self._loader = loader
        self._find = find
        self._charts = charts
        self._deadline_s = deadline_s
        self._gate = asyncio.Semaphore(max(1, (os.cpu_count() or 2) - 1))

    def check(self, policy: str) -> None:
        """Raises `UserError` for a policy that does not exist."""
        self._find(policy, self._game)

    def check_stand_in(self, what: str) -> None:
        """Raises `UserError` for what cannot become of a seat whose owner is gone."""
        if what not in ("wait", "save"):
            self.check(what)

    def mind(self, seat: int, policy: str) -> Thinker:
        """A new computer player."""
        setup = Setup(self._spec, self._loader, policy, seat, os.urandom(16), self._charts)
        return Thinker(self._game, setup, self._gate, deadline_s=self._deadline_s)
