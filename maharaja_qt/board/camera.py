"""Where the view looks: pure arithmetic between board units and pixels of the widget."""

from __future__ import annotations

from math import isfinite
from typing import Final

STEP: Final = 1.15
"""What one notch of a wheel zooms by."""
_MARGIN: Final = 0.5
"""Share of the view that the board keeps covered while it is panned."""


class Camera:
    """`x`, `y`: the board point in the middle of the view; `scale`: pixels to the unit.

    The scale stays between the one at which the whole board is seen and `most` times that, so it can
    always be inverted. The middle of the view stays on the board; when all of it is seen, it is centred.
    """

    def __init__(self, board: tuple[float, float, float, float], most: float = 8.0) -> None:
        self.left, self.top, self.width, self.height = board
        self.most = most
        self.view = (1.0, 1.0)
        self.loose = False
        """Are the bounds not kept, because the view has just got another size?"""
        self.x, self.y = self.left + self.width / 2, self.top + self.height / 2
        self.scale = self.least

    @property
    def least(self) -> float:
        """The scale at which the whole board just fits into the view."""
        return max(min(self.view[0] / self.width, self.view[1] / self.height), 1e-3)

    @property
    def largest(self) -> float:
        """The end of zooming in."""
        return self.least * self.most

    @property
    def fitted(self) -> bool:
        """Is the whole board seen?"""
        return self.scale <= self.least * 1.0001

    def resize(self, width: float, height: float) -> None:
        """The widget has another size; what was fitted stays fitted."""
        fitted = self.fitted
        self.view = (max(width, 1.0), max(height, 1.0))
        if self.loose:
            return
        if fitted:
            self.fit()
        else:
            self.look(self.x, self.y, self.scale)

    def fit(self) -> None:
        """Shows the whole board."""
        self.look(self.left + self.width / 2, self.top + self.height / 2, self.least)

    def look(self, x: float, y: float, scale: float) -> None:
        """Looks at a point at a scale, both brought within bounds; what is no number shows it all."""
        if not (isfinite(x) and isfinite(y) and isfinite(scale) and scale > 0):
            self.fit()
            return
        if self.loose:
            self.x, self.y, self.scale = x, y, scale
            return
        self.scale = min(max(scale, self.least), self.largest)
        self.x = self._clamp(x, self.left, self.width, self.view[0])
        self.y = self._clamp(y, self.top, self.height, self.view[1])

    def stay_on(self) -> None:
        """Looks at nothing beside the board, as far as it is larger than the view."""
        for_x = min(self.view[0] / self.scale / 2, self.width / 2)
        for_y = min(self.view[1] / self.scale / 2, self.height / 2)
        x = min(max(self.x, self.left + for_x), self.left + self.width - for_x)
        y = min(max(self.y, self.top + for_y), self.top + self.height - for_y)
        self.look(x, y, self.scale)

    def settle(self) -> None:
        """Stays where it is, as far as the bounds allow it."""
        self.look(self.x, self.y, self.scale)

    def _clamp(self, at: float, start: float, length: float, pixels: float) -> float:
        half = pixels / self.scale / 2
        if 2 * half >= length:
            return start + length / 2
        slack = half * _MARGIN
        return min(max(at, start + half - slack), start + length - half + slack)

    def zoom(self, factor: float, px: float, py: float) -> None:
        """Zooms about a point of the widget, which stays where it is unless an edge forbids it."""
        bx, by = self.to_board(px, py)
        scale = min(max(self.scale * factor, self.least), self.largest)
        self.look(bx - (px - self.view[0] / 2) / scale, by - (py - self.view[1] / 2) / scale, scale)

    def pan(self, dx: float, dy: float) -> None:
        """Moves the board by pixels."""
        self.look(self.x - dx / self.scale, self.y - dy / self.scale, self.scale)

    def to_board(self, px: float, py: float) -> tuple[float, float]:
        """The board point under a point of the widget."""
        return (
            self.x + (px - self.view[0] / 2) / self.scale,
            self.y + (py - self.view[1] / 2) / self.scale,
        )

    def to_view(self, bx: float, by: float) -> tuple[float, float]:
        """The point of the widget over a board point."""
        return (
            (bx - self.x) * self.scale + self.view[0] / 2,
            (by - self.y) * self.scale + self.view[1] / 2,
        )

    def seen(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is seen, in board units."""
        left, top = self.to_board(0, 0)
        return left, top, self.view[0] / self.scale, self.view[1] / self.scale
