"""A hosted toy game in a process of its own, to be killed: `RECORD [again]` in, its port out."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from core import replay
from core.dice import SeededDice
from net.clock import RoomClock, mono_ms, wall_ms
from net.room import Room
from tests.net.kit import plan, serving, toy


async def host(record: Path, *, again: bool) -> None:
    """Serves until it is killed."""
    clock = RoomClock(mono_ms, wall_ms)
    table = None
    if again:
        dice = SeededDice(os.urandom(32))
        table = replay.resume(toy, record, dice=dice, clock=clock, salts=lambda: os.urandom(16))
    seats = ["open", "ai:random", "open"]
    what = plan(seats=seats, auto_start=True, record=None if again else record, options={"seconds": 0})
    async with serving(Room(what, clock, os.urandom, lambda _: None, table)) as (_, port):
        print(port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(host(Path(sys.argv[1]), again=len(sys.argv) > 2))
