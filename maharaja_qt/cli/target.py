"""From what somebody typed to where a table is."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Final

from core.faults import UserError
from maharaja_qt.cli.net_common import address
from net.dial import Target, parse_target
from net.finder import Finder, Found
from net.probe import details

LOOK_S: Final = 4.0
"""How long a name is looked for on the network."""
TWIN_S: Final = 1.5
"""How long another table of that name is waited for."""

_ADDRESS: Final = re.compile(r":\d+$|^[0-9]+[.][0-9.]+$|^\[.*\]$|^[0-9a-fA-F:]*:[0-9a-fA-F:]*(%[\w.-]+)?$")
"""What looks like an address, with or without a port; whatever else is first taken for a table's name."""


async def where(text: str) -> tuple[tuple[str, ...], int]:
    """The addresses and port of a table. Raises `UserError`."""
    if not text.strip():
        raise UserError("TARGET is empty; expected a table's name or ADDRESS:PORT")
    like_address = bool(_ADDRESS.search(text))
    target: Target | None = None
    try:
        target = parse_target(text)
    except UserError:
        if like_address and not re.search(r"\s", text):
            raise
    # A table may well be called "Friday 20:15", and a computer "friday".
    if target is not None and like_address and await _resolves(target):
        return (target.host,), target.port
    listed = await _listed(text)
    if listed is not None:
        return listed
    if target is not None and (like_address or await _resolves(target)):
        return (target.host,), target.port
    raise UserError(f"there is no table {text!r} on this network; its host can read you ADDRESS:PORT")


async def _listed(text: str) -> tuple[tuple[str, ...], int] | None:
    """A table by its name or id, as soon as no other of that name has shown up either."""
    news = asyncio.Event()
    finder = Finder(news.set, probe=details)

    def named() -> list[Found]:
        return [row for row in finder.tables if text == row.id or _same(text, row.name)]

    await finder.start()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                while not named():
                    await news.wait()
                    news.clear()
                if text != named()[0].id:
                    await asyncio.sleep(TWIN_S)
        found = named()
    finally:
        await finder.stop()
    if len(found) > 1:
        where = ", ".join(f"{address(row.addresses[0], row.port)} ({row.host or row.id})" for row in found)
        raise UserError(f"several tables are called {text!r}; join one by its address: {where}")
    return (found[0].addresses, found[0].port) if found else None


def _same(text: str, name: str) -> bool:
    return " ".join(text.split()).casefold() == name.casefold()


async def _resolves(target: Target) -> bool:
    try:
        await asyncio.get_running_loop().getaddrinfo(target.host, target.port)
    except OSError:
        return False
    return True
