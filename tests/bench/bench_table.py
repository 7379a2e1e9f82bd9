"""What a submit costs: the toy game's whole way in, beside the rules alone and a bare write.

Prints medians in microseconds and the ratio; the bar is 50 us for snapshot, apply, events, digest
and a line flushed to the file. The line forced to the disk (fsync) is shown apart: it is the disk's.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from core.ctx import Ctx
from core.dice import SeededDice
from core.game import Sealed
from core.table import Accepted, open_table
from core.vault import Vault
from tests.toy import game
from tests.toy.pieces import Action

GAMES = 300


def submits(folder: Path | None, durable: bool) -> list[int]:
    """Nanoseconds of each submit of random games of three seats."""
    times: list[int] = []
    rng = Random(1)
    for number in range(GAMES):
        table = open_table(
            game, {"cards": 5}, ["person"] * 3, table_id="t", dice=SeededDice(b"%d" % number),
            clock=lambda: time.monotonic_ns() // 1_000_000, salts=lambda: bytes(16),
        )  # fmt: skip
        if folder is not None:
            table.save(folder / f"{number}-{durable}.maharaja", durable=durable)
        while table.pending:
            owed = table.pending[0]
            action = table.legal(owed.seat).sample(rng)
            begin = time.perf_counter_ns()
            answer = table.submit(owed.seat, owed.decision, table.n, action)
            times.append(time.perf_counter_ns() - begin)
            assert isinstance(answer, Accepted)
        table.journal.close()
    return times


class Plain(Vault[Action]):
    """Secrets without commitments, for the rules alone."""

    def __init__(self, actions: dict[int, Action]) -> None:
        super().__init__()
        self.actions = actions

    def plain(self, handle: int) -> Action:
        return self.actions[handle]


def rules_alone() -> list[int]:
    """Nanoseconds of `refuse` and `apply` without a table."""
    times: list[int] = []
    rng = Random(1)
    for number in range(GAMES):
        dice, actions = SeededDice(b"%d" % number), dict[int, Action]()
        state, _ = game.new({"cards": 5, "seconds": 60, "gifts": True}, 3, Ctx(0, dice, Plain(actions)))
        n = 0
        while owed := game.pending(state):
            n += 1
            action = game.legal(state, owed[0].seat).sample(rng)
            actions[n] = action
            passed = Sealed(n) if isinstance(action, game.codec.sealed) else action
            begin = time.perf_counter_ns()
            game.refuse(state, owed[0].seat, action)
            game.apply(state, owed[0].seat, passed, Ctx(0, dice, Plain(actions)))
            times.append(time.perf_counter_ns() - begin)
    return times


def bare_write(folder: Path) -> list[int]:
    """Nanoseconds of one write call of a line's size."""
    fd = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT)
    times: list[int] = []
    for _ in range(5000):
        begin = time.perf_counter_ns()
        os.write(fd, b"x" * 150)
        times.append(time.perf_counter_ns() - begin)
    os.close(fd)
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows: list[tuple[str, Callable[[], list[int]]]] = [
            ("rules alone (refuse, apply)", rules_alone),
            ("bare write of a line", lambda: bare_write(folder)),
            ("submit in memory", lambda: submits(None, False)),
            ("submit, line flushed", lambda: submits(folder, False)),
            ("submit, fsync at barriers", lambda: submits(folder, True)),
        ]
        medians = {}
        for label, measure in rows:
            times = sorted(measure())
            medians[label] = median(times) / 1000
            p99 = times[len(times) * 99 // 100] / 1000
            print(f"{label:30} median {medians[label]:8.1f} us   p99 {p99:8.1f} us")
    flushed = medians["submit, line flushed"]
    print(f"table over rules alone: {flushed / medians['rules alone (refuse, apply)']:.1f} times")
    print(f"bar 50 us: {'met' if flushed <= 50 else 'MISSED'}")


if __name__ == "__main__":
    main()
