"""Time of a table: what has passed while the machine was awake."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

JUMP_MS: Final = 5_000
"""Nobody looked at the clock for so long: the machine slept, or stood still."""


def mono_ms() -> int:
    """Ms of a clock that never goes back."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """Ms of the clock on the wall."""
    return time.time_ns() // 1_000_000


class RoomClock:
    """Whole milliseconds since it was made, without the times the machine slept; never goes back.

    `mono` and `wall` are clocks in ms. Some systems stop the first while they sleep, others do not; so a
    gap in either counts as sleep. `look` must be called more often than every `JUMP_MS`.
    """

    def __init__(self, mono: Callable[[], int], wall: Callable[[], int]) -> None:
        self._mono = mono
        self._wall = wall
        self._last = mono()
        self._ahead = wall() - self._last
        self._lost = self._last
        self._shown = 0

    def __call__(self) -> int:
        """Time of the table now."""
        gap = self._mono() - self._last
        time = self._last + (gap if gap <= JUMP_MS else 0) - self._lost
        self._shown = max(self._shown, time)
        return self._shown

    def look(self) -> bool:
        """Has the machine slept since the last look? That time is left out.

        A wall clock that somebody sets forward looks the same, and costs nobody anything.
        """
        now = self._mono()
        ahead = self._wall() - now
        gap = now - self._last
        slept = gap > JUMP_MS or ahead - self._ahead > JUMP_MS
        if gap > JUMP_MS:
            self._lost += gap
        self._last, self._ahead = now, ahead
        return slept
