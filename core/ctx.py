"""What reaches a game from outside while it applies an action: time, dice, opened secrets.

Everything handed out is noted, so that the record line can hand out the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from core.dice import Dice, DiceError

A = TypeVar("A", bound=Struct)
A_co = TypeVar("A_co", bound=Struct, covariant=True)


class NotSent(Exception):
    """The plain choice behind a handle is not here (the host was restarted)."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self.handle = handle


class Secrets(Protocol[A_co]):
    """Where plain choices are looked up."""

    def plain(self, handle: int) -> A_co:
        """The choice behind a handle; raises `NotSent`."""
        ...


class Ctx(Generic[A]):
    """Time in whole ms since the table opened, dice, and the plain choices behind sealed handles.

    `judged` is None in live play; in a replay it holds the recorded answers of `judge`.
    """

    __slots__ = ("_dice", "_judged", "_vault", "judgements", "now_ms", "opened", "rolls")

    def __init__(
        self, now_ms: int, dice: Dice, vault: Secrets[A], judged: Sequence[int] | None = None
    ) -> None:
        self.now_ms = now_ms
        self.rolls: list[list[int]] = []
        self.opened: list[int] = []
        self.judgements: list[int] = []
        self._dice = dice
        self._vault = vault
        self._judged = None if judged is None else list(judged)

    def roll(self, count: int, sides: int = 6) -> list[int]:
        """`count` dice, each from 1 to `sides`; none for a count of 0."""
        if count == 0:
            return []
        results = self._dice.roll(count, sides)
        self.rolls.append([sides, *results])
        return results

    def shuffle(self, size: int) -> list[int]:
        """A random order of 0 .. size-1."""
        order = self._dice.shuffle(size)
        self.rolls.append([0, *order])
        return order

    def open(self, handle: int) -> A:
        """The sealed choice, now public. Logged in plain with the line being applied."""
        choice = self._vault.plain(handle)
        if handle not in self.opened:
            self.opened.append(handle)
        return choice

    def judge(self, handles: Sequence[int], test: Callable[[Sequence[A]], int]) -> int:
        """What `test` says of sealed choices that stay sealed; only this number is logged."""
        if self._judged is None:
            answer = test([self._vault.plain(handle) for handle in handles])
        elif self._judged:
            answer = self._judged.pop(0)
            with suppress(NotSent):  # what has been shown meanwhile can be judged again
                if test([self._vault.plain(handle) for handle in handles]) != answer:
                    raise DiceError("the sealed choices were judged otherwise")
        else:
            raise NotSent(handles[0])
        self.judgements.append(answer)
        return answer
