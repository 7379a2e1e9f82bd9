"""How long the policies think."""

from __future__ import annotations

from math import exp, log1p
from time import thread_time
from typing import Final

from msgspec import Struct

from core.game import Pending
from core.legal import Legal
from core.policy import AnyPolicy

_WIDTH: Final = 0.02
"""A slot is so much wider than the one before: a percentile is right to 2 per cent of its value."""
_FIRST: Final = 1e-6
"""Seconds at which the first slot begins."""


class Pace(Struct):
    """Decisions, the seconds they took together, and how many fell into each slot of time."""

    decisions: int = 0
    seconds: float = 0.0
    slots: dict[int, int] = {}

    def add(self, seconds: float) -> None:
        """One more decision."""
        slot = int(log1p(seconds / _FIRST) / _WIDTH)
        self.decisions += 1
        self.seconds += seconds
        self.slots[slot] = self.slots.get(slot, 0) + 1

    def join(self, other: Pace) -> None:
        """Those of another game as well."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        for slot, count in other.slots.items():
            self.slots[slot] = self.slots.get(slot, 0) + count

    @property
    def mean_ms(self) -> float | None:
        """The mean time of a decision; None if there were none."""
        return 1000 * self.seconds / self.decisions if self.decisions else None

    def percentile_ms(self, percent: int) -> float | None:
        """The time that so many per cent of the decisions did not exceed (upper end of the slot)."""
        left = -(-self.decisions * percent // 100)
        for slot in sorted(self.slots):
            left -= self.slots[slot]
            if left <= 0:
                return 1000 * _FIRST * (exp((slot + 1) * _WIDTH) - 1)
        return None


class Timed:
    """A policy whose decisions are timed, but for those with one answer only.

    What counts is this thread's time on the processor, so that other work of the computer does not.
    """

    def __init__(self, policy: AnyPolicy, pace: Pace) -> None:
        self._policy = policy
        self._pace = pace

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        """What the policy chooses."""
        free = legal.count() > 1
        began = thread_time()
        action = self._policy.choose(view, legal, pending)
        if free:
            self._pace.add(thread_time() - began)
        return action
