"""A small network for tests: the directory on loopback alone, and waiting for what shall come."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from net.advert import Advert, Beacon
from net.finder import Finder as AnyFinder
from net.finder import Found, Probe
from net.mdns import Mdns
from net.own import Own

T = TypeVar("T")

LOOPBACK = (Own("127.0.0.1", "lo", 1),)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run it to its end; no thread and no task may be left then."""
    before = set(threading.enumerate())

    async def alone() -> T:
        result = await main
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left
        return result

    result = asyncio.run(alone())
    for thread in set(threading.enumerate()) - before:
        thread.join(1)
        assert not thread.is_alive()
    return result


def table(name: str = "Friday game", **fields: Any) -> Advert:
    """An advert with an id of its own."""
    told: dict[str, Any] = {"port": 24851, "protocol": 1, "game": "toy", "seats_free": 2, "locked": False}
    return Advert(**{"table_id": secrets.token_hex(16), "name": name} | told | fields)


def unique(name: str) -> str:
    """A name that no test running beside this one has."""
    return f"{name} {secrets.token_hex(4)}"


def loopback() -> Mdns:
    """The directory on loopback only."""
    return Mdns(lambda: LOOPBACK)


class Waits:
    """Waits for conditions: everything here calls `changed` when something has changed."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def changed(self) -> None:
        self._event.set()

    async def until(self, condition: Callable[[], T], within_s: float = 10.0) -> T:
        """The first true answer of the condition; fails when it takes too long."""
        async with asyncio.timeout(within_s):
            while not (answer := condition()):
                self._event.clear()
                await self._event.wait()
        return answer


class Host(Waits):
    """A beacon on loopback."""

    def __init__(self, advert: Advert, mdns: Mdns | None = None, poll_s: float = 0.05) -> None:
        super().__init__()
        self.advert = advert
        self.mdns = mdns or loopback()
        self.states: list[tuple[str, str]] = []
        self.beacon = Beacon(self._note, mdns=self.mdns, poll_s=poll_s)

    def _note(self) -> None:
        self.states.append((self.beacon.state, self.beacon.notice))
        self.changed()

    async def listed(self) -> Beacon:
        """Start and wait until the table is in the directory."""
        await self.beacon.start(self.advert)
        await self.until(lambda: self.beacon.state == "listed")
        return self.beacon

    async def __aenter__(self) -> Host:
        await self.listed()
        return self

    async def __aexit__(self, *fault: object) -> None:
        await self.beacon.stop()

    async def die(self) -> None:
        """End as a killed program does: no goodbye is sent."""
        await self.mdns.close(goodbye=False)
        await self.beacon.stop()


class Finder(Waits):
    """A finder on loopback."""

    def __init__(
        self,
        probe: Probe | None = None,
        mdns: Mdns | None = None,
        clock: Callable[[], float] | None = None,
        poll_s: float = 0.05,
    ) -> None:
        super().__init__()
        more = {} if clock is None else {"clock": clock}
        self.finder = AnyFinder(
            self.changed, probe=probe, mdns=mdns or loopback(), poll_s=poll_s, probe_timeout_s=1.0, **more
        )

    async def __aenter__(self) -> Finder:
        await self.finder.start()
        return self

    async def __aexit__(self, *fault: object) -> None:
        await self.finder.stop()

    def rows(self, *adverts: Advert) -> list[Found]:
        """The rows of these tables, whatever else may be on this network."""
        ids = {advert.table_id for advert in adverts}
        return [found for found in self.finder.tables if found.id in ids]

    async def row(self, advert: Advert, condition: Callable[[Found], bool] = lambda _: True) -> Found:
        """The row of this table, once it is so."""
        return (await self.until(lambda: [found for found in self.rows(advert) if condition(found)]))[0]


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now
