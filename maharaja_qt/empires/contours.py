"""Lines at a distance: ripples along a coast, a wash, bands inside a border.

Stroking a long outline with a wide pen for each tile would cost more than all else. So the exact distance
to the outline is laid on a grid once, and its lines of equal height are traced.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from maharaja_qt.empires.geography import Line, Point
from maharaja_qt.empires.paths import rings_path

Grid: TypeAlias = NDArray[np.float32]


class Field:
    """Distance to some lines, out to `reach`, on a grid of `step` units over a box. A closed line ends where
    it began."""

    def __init__(
        self, outlines: Iterable[Line], box: tuple[float, float, float, float], reach: float, step: float
    ) -> None:
        left, top, right, bottom = box
        self.step = step
        self.left, self.top = left - step, top - step
        columns = int((right - left) / step) + 4
        rows = int((bottom - top) / step) + 4
        self.xs = (self.left + step * np.arange(columns)).astype(np.float32)
        self.ys = (self.top + step * np.arange(rows)).astype(np.float32)
        self.far = reach + 2 * step
        squares = np.full((rows, columns), self.far**2, np.float32)
        for outline in outlines:
            for a, b in pairwise(outline):
                self._lay(squares, a, b)
        self.height: Grid = np.sqrt(squares)

    def _lay(self, squares: Grid, a: Point, b: Point) -> None:
        """The distance to one side of an outline, where it is less than what is there."""
        (ax, ay), (bx, by) = a, b
        far, step = self.far, self.step
        c0 = max(int((min(ax, bx) - far - self.left) / step), 0)
        c1 = int((max(ax, bx) + far - self.left) / step) + 2
        r0 = max(int((min(ay, by) - far - self.top) / step), 0)
        r1 = int((max(ay, by) + far - self.top) / step) + 2
        if c1 <= 0 or r1 <= 0:
            return
        here = squares[r0:r1, c0:c1]
        if not here.size:
            return
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy or 1e-9
        px = self.xs[None, c0:c1] - np.float32(ax)
        py = self.ys[r0:r1, None] - np.float32(ay)
        along = np.clip((px * np.float32(dx) + py * np.float32(dy)) / np.float32(length), 0, 1)
        found = (px - along * np.float32(dx)) ** 2 + (py - along * np.float32(dy)) ** 2
        np.minimum(here, found, out=here)

    def inside(self, rings: Iterable[Line]) -> NDArray[np.bool_]:
        """Which nodes lie inside rings, odd and even."""
        rows, columns = self.height.shape
        image = QImage(columns, rows, QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        painter.scale(1 / self.step, 1 / self.step)
        half = self.step / 2  # a pixel is filled when its middle is inside
        painter.translate(half - self.left, half - self.top)
        painter.fillPath(rings_path(rings), Qt.GlobalColor.white)
        painter.end()
        bits = np.frombuffer(image.constBits(), np.uint8).reshape(rows, image.bytesPerLine())
        return bits[:, :columns] > 0

    def level(self, height: float, sign: NDArray[np.bool_] | None = None) -> list[Line]:
        """The closed lines at this distance; with `sign`, of distances negative where it is true."""
        field = self.height if sign is None else np.where(sign, -self.height, self.height)
        return trace(field - np.float32(height), self.left, self.top, self.step)


def trace(field: Grid, left: float, top: float, step: float) -> list[Line]:
    """The lines at which a field is 0, as closed rings (marching squares, saddles cut one way)."""
    field = np.where(field == 0, np.float32(1e-6), field)
    # A rim that is outside closes every line.
    field = np.pad(field, 1, constant_values=np.float32(abs(field).max() + 1))
    left, top = left - step, top - step
    below = field < 0
    cells = (
        below[:-1, :-1] * 1 + below[:-1, 1:] * 2 + below[1:, 1:] * 4 + below[1:, :-1] * 8
    )  # fmt: skip
    rows, columns = np.nonzero((cells != 0) & (cells != 15))
    follow: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for r, c, case in zip(rows.tolist(), columns.tolist(), cells[rows, columns].tolist(), strict=True):
        # A crossing is named by the node at its left or top end and its direction (0 across, 1 down).
        sides = ((r, c, 0), (r, c + 1, 1), (r + 1, c, 0), (r, c, 1))
        for start, end in _CASES[case]:
            follow[sides[start]] = sides[end]
    lines = []
    while follow:
        start, here = follow.popitem()
        ring = [start]
        while here != start:
            ring.append(here)
            here = follow.pop(here)
        lines.append(tuple(_crossing(field, each, left, top, step) for each in ring))
    return [line for line in lines if len(line) > 3]


def _crossing(field: Grid, at: tuple[int, int, int], left: float, top: float, step: float) -> Point:
    r, c, down = at
    a = float(field[r, c])
    b = float(field[r + down, c + 1 - down])
    share = a / (a - b)
    return (
        round(left + step * (c + (0 if down else share)), 2),
        round(top + step * (r + (share if down else 0)), 2),
    )


def _cases() -> tuple[tuple[tuple[int, int], ...], ...]:
    """By which corners lie below (1 left top, 2 right top, 4 right bottom, 8 left bottom): the pieces of
    line from side to side (0 top, 1 right, 2 bottom, 3 left), with what lies below on their left."""
    return (
        (), ((0, 3),), ((1, 0),), ((1, 3),), ((2, 1),), ((0, 3), (2, 1)), ((2, 0),), ((2, 3),),
        ((3, 2),), ((0, 2),), ((1, 0), (3, 2)), ((1, 2),), ((3, 1),), ((0, 1),), ((3, 0),), (),
    )  # fmt: skip


_CASES = _cases()
