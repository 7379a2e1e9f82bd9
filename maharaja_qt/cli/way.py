"""The way to a table: where it was said to be and, while it is lost, where the network says it is now."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final

from core.faults import UserError
from net.dial import dial
from net.finder import Finder

LOST_S: Final = 2.0
"""A table that is lost for so long is looked for: its host goes on elsewhere, or has another address."""


class Way:
    """Leads to one table. What answered last is tried first, and where nobody answers the other place."""

    def __init__(self, addresses: Sequence[str], port: int) -> None:
        self._given = tuple(addresses), port
        self._places = deque([self._given])
        self._looking: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection. Raises `UserError` or OSError."""
        try:
            return await asyncio.open_connection(sock=await dial(*self._places[0]))
        except (UserError, OSError):
            self._places.rotate()
            raise

    def lost(self, table: str) -> None:
        """The table with this id is looked for until it is `found`."""
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(table))

    def found(self) -> None:
        """One is there, or gives up."""
        looking, self._looking = self._looking, None
        if looking is not None:
            looking.cancel()
            self._ending.add(looking)
            looking.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Nothing is looked for any more."""
        self.found()
        if self._ending:
            await asyncio.wait(self._ending)

    async def _look(self, table: str) -> None:
        def changed() -> None:
            for row in finder.tables:
                place = row.addresses, row.port
                if row.id == table and place not in self._places:
                    self._places = deque([place, self._given])

        finder = Finder(changed)
        try:
            await asyncio.sleep(LOST_S)
            await finder.start()
            await asyncio.Event().wait()
        finally:
            await finder.stop()
