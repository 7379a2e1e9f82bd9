"""Watchers of a table, in a process of their own: `python -m tests.bench.watchers PORT N`."""

from __future__ import annotations

import asyncio
import sys

from msgspec import Struct

from maharaja_qt.tables import own_copy
from net import messages as m
from net.guest import Guest
from net.guest_session import Who
from net.keyring import Keyring


class Silent:
    """Listens and says nothing."""

    def link(self, state: str, code: str, params: m.Params) -> None:
        """Nothing."""

    def room(self, row: m.RoomRow) -> None:
        """Nothing."""

    def update(self, update: m.Update) -> None:
        """Nothing."""

    def heard(self, message: Struct) -> None:
        """Nothing."""


async def look_on(port: int, number: int) -> None:
    """So many of them, until the table or the process ends."""

    async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", port)

    guests = [Guest(connect, Who(f"W{n}", watch=True), Silent(), own_copy, Keyring()) for n in range(number)]
    await asyncio.gather(*(guest.run() for guest in guests))


if __name__ == "__main__":
    asyncio.run(look_on(int(sys.argv[1]), int(sys.argv[2])))
