"""A guest of the soak: the robot of `maharaja join`, which also writes down every answer it was given.

Started by `tests.tools.soak` and killed again and again; only its keyring outlives it. Prints JSON lines:
`in`, `lost`, `out` (the connection), `sent` before an action goes out, `acked` when it was answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from core.game import AnyGame, Pending
from core.legal import Legal
from core.registry import find_game
from maharaja_qt.cli.robot import Robot
from net import messages as m
from net.guest import Guest
from net.guest_session import Who
from net.keyring import Keyring

THINKS_S: Final = 0.2
"""At most, for one answer: else a game is over before anything can break in it."""


def tell(event: str, **facts: object) -> None:
    """One line for whoever started this."""
    print(json.dumps({"event": event, **facts}), flush=True)


class Slow:
    """Plays by chance, in no hurry."""

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        """Any answer, after a while."""
        time.sleep(self._rng.random() * THINKS_S)
        return legal.sample(self._rng)


class Witness(Guest):
    """Says what it sends and what it is told of it."""

    async def act(self, seat: int, decision: int, action: Struct, expected: int | None = None) -> m.Answer:
        tell("sent", seat=seat, decision=decision)
        answer = await super().act(seat, decision, action, expected)
        tell("acked", seat=seat, decision=decision, code=answer.code, n=answer.n)
        return answer


class Visitor:
    """One stay at a table."""

    def __init__(self, port: int, name: str, game: AnyGame, keyring: Path) -> None:
        self._port = port
        self.guest = Witness(self._dial, Who(name, robot=True), self, lambda _: game, Keyring(keyring))
        self._robot = Robot("tests.tools.soak_guest:Slow", self.guest)
        self.room = self._robot.room
        self.update = self._robot.update
        self.heard = self._robot.heard

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)

    def link(self, state: str, code: str, params: m.Params) -> None:
        """Comings and goings are told."""
        tell(state, code=code)
        self._robot.link(state, code, params)


def main(argv: list[str]) -> int:
    """PORT NAME GAME KEYRING"""
    port, name, spec, keyring = argv
    bye = asyncio.run(Visitor(int(port), name, find_game(spec), Path(keyring)).guest.run())
    return 0 if bye.code in ("left", "game-over") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
