"""How wide panels beside the map usually are, by the width of the window (LOOK: window sizes)."""

from __future__ import annotations

from typing import Final

NARROW, USUAL, WIDE = 1100, 1400, 2200
"""A window less wide than the first is small: panels lie over its map."""
_SIDES: Final = ((USUAL, 220, 268), (WIDE, 252, 300), (1 << 30, 320, 400))
"""Up to which width of the window the panels at the left and at the right are so wide."""


def usual_widths(room: int, percent: int) -> tuple[int, int]:
    """At the left and at the right, in a window with `room` pixels at the usual size of type, of which the
    type chosen has so many percent."""
    _, left, right = next(row for row in _SIDES if room <= row[0] or row is _SIDES[-1])
    return left * max(percent, 100) // 100, right * max(percent, 100) // 100
