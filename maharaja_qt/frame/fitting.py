"""Where a window lies: on a screen there is, whatever was kept of another evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect

LEAST: Final = (800, 560)


def fitting(wanted: QRect, screens: Sequence[QRect]) -> QRect:
    """A window brought fully onto the screen it lies on most, or the first, and made no larger than that."""
    if not screens:
        return wanted

    def shared(screen: QRect) -> int:
        both = screen.intersected(wanted)
        return both.width() * both.height() if both.isValid() else 0

    screen = max(screens, key=shared)
    wide = min(max(wanted.width(), LEAST[0]), screen.width())
    high = min(max(wanted.height(), LEAST[1]), screen.height())
    left = min(max(wanted.x(), screen.x()), screen.x() + screen.width() - wide)
    top = min(max(wanted.y(), screen.y()), screen.y() + screen.height() - high)
    return QRect(left, top, wide, high)
