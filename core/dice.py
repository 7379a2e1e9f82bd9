"""Dice: seeded and committed to for play, scripted for tests, recorded for replay.

Seeded dice are a BLAKE2b stream (RFC 7693) over a secret seed. The table commits to the seed before
the first roll and shows it at the end, so that anybody can check that no roll was swapped; replays
use the recorded results, so another generator never breaks a save.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Protocol


class DiceError(Exception):
    """A game asked for other dice than the script or the record holds: our bug, or another game."""


class Dice(Protocol):
    """A source of rolls."""

    def roll(self, count: int, sides: int) -> list[int]:
        """`count` results, each from 1 to `sides`."""
        ...

    def shuffle(self, size: int) -> list[int]:
        """A random order of 0 .. size-1."""
        ...


class SeededDice:
    """Uniform rolls from a seed, equal on every machine."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self._counter = 0
        self._words: list[int] = []

    def _below(self, bound: int) -> int:
        # A 32-bit word is thrown away where it would favour small numbers.
        limit = (1 << 32) // bound * bound
        while True:
            if not self._words:
                block = blake2b(self._counter.to_bytes(8, "big"), key=self.seed[:64]).digest()
                self._counter += 1
                self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 64, 4)]
            word = self._words.pop()
            if word < limit:
                return word % bound

    def mark(self) -> tuple[int, tuple[int, ...]]:
        """Where `reset` can come back to, so that rolls nobody was told of come again."""
        return self._counter, tuple(self._words)

    def reset(self, mark: tuple[int, tuple[int, ...]]) -> None:
        """Back to a mark."""
        self._counter, self._words = mark[0], list(mark[1])

    def roll(self, count: int, sides: int) -> list[int]:
        """`count` results, each from 1 to `sides`."""
        return [self._below(sides) + 1 for _ in range(count)]

    def shuffle(self, size: int) -> list[int]:
        """A random order of 0 .. size-1 (Fisher and Yates)."""
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def commitment(seed: bytes) -> str:
    """What is shown of a dice seed before the game: its BLAKE2b-256 in hex."""
    return blake2b(seed, digest_size=32, person=b"maharaja dice").hexdigest()


class ScriptedDice:
    """Dice that a test writes down; any roll too many, too few or out of range is an error."""

    def __init__(self, results: Iterable[int] = (), orders: Iterable[Sequence[int]] = ()) -> None:
        self._results = list(results)
        self._orders = [list(order) for order in orders]

    def roll(self, count: int, sides: int) -> list[int]:
        """The next `count` written results."""
        if count > len(self._results):
            raise DiceError(f"{count} dice asked, {len(self._results)} left in the script")
        taken, self._results = self._results[:count], self._results[count:]
        if any(not 1 <= result <= sides for result in taken):
            raise DiceError(f"{taken} are no rolls of a die with {sides} sides")
        return taken

    def shuffle(self, size: int) -> list[int]:
        """The next written order."""
        if not self._orders or sorted(self._orders[0]) != list(range(size)):
            raise DiceError(f"an order of {size} asked, the script has {self._orders[:1]}")
        return self._orders.pop(0)

    def done(self) -> None:
        """Raises DiceError if results are left over."""
        if self._results or self._orders:
            raise DiceError(f"not rolled: {self._results} {self._orders}")


class RecordedDice:
    """Dice of one record line: a list of [sides, results...] and [0, order...]."""

    def __init__(self, rolls: Sequence[Sequence[int]]) -> None:
        self._rolls = list(rolls)

    def _next(self, sides: int, count: int) -> list[int]:
        if not self._rolls:
            raise DiceError("the record holds no more dice in this line")
        entry = self._rolls.pop(0)
        if not entry or entry[0] != sides or len(entry) != count + 1:
            raise DiceError(f"{count} dice of {sides} sides asked, the record has {list(entry)}")
        return list(entry[1:])

    def roll(self, count: int, sides: int) -> list[int]:
        """The recorded results; DiceError if the record has other dice."""
        results = self._next(sides, count)
        if any(not 1 <= result <= sides for result in results):
            raise DiceError(f"{results} are no rolls of a die with {sides} sides")
        return results

    def shuffle(self, size: int) -> list[int]:
        """The recorded order; DiceError if it is none of that size."""
        order = self._next(0, size)
        if sorted(order) != list(range(size)):
            raise DiceError(f"{order} is no order of {size}")
        return order

    def done(self) -> None:
        """Raises DiceError if the line holds dice nobody rolled."""
        if self._rolls:
            raise DiceError(f"recorded but not rolled: {self._rolls}")
