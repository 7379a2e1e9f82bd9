"""The tint of whoever holds an area, deeper in three bands along its edge, as one soft picture of the map.

The nearest line to a point of an area is the area's own border, so one grid of distances to all lines
serves every area; a change of holder repaints the box of one area.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from maharaja_qt.empires.contours import Field, rings_path
from maharaja_qt.empires.geography import Map, Shape
from maharaja_qt.empires.palette import map_colours, seat_colours
from maharaja_qt.theme import Look

_STEP: Final = 0.5
_DEPTHS: Final = (7.5, 5.0, 2.75)
_PERCENT: Final = (16, 20, 26)
_NONE: Final = 255


class Relief:
    """For each cell of the map: which land area it lies in, and how near the edge."""

    def __init__(self, drawn: Map) -> None:
        self.map = drawn
        self.shapes: dict[int, Shape] = {s.place: s for s in drawn.shapes if s.kind == "land"}

    @cached_property
    def field(self) -> Field:
        """Distances to every border of a land area."""
        lines = [line for kind, line in self.map.borders if kind not in ("abroad", "divide")]
        return Field(lines, (0.0, 0.0, self.map.width, self.map.height), _DEPTHS[0], _STEP)

    @cached_property
    def areas(self) -> NDArray[np.uint8]:
        """The place of each cell, or 255."""
        field = self.field
        rows, columns = field.height.shape
        image = QImage(columns, rows, QImage.Format.Format_Grayscale8)
        image.fill(_NONE)
        painter = QPainter(image)
        painter.scale(1 / _STEP, 1 / _STEP)
        painter.translate(_STEP / 2 - field.left, _STEP / 2 - field.top)
        for place, shape in self.shapes.items():
            painter.fillPath(rings_path(shape.rings), QColor(place, place, place))
        painter.end()
        bits = np.frombuffer(image.constBits(), np.uint8).reshape(rows, image.bytesPerLine())
        return bits[:, :columns].copy()

    @cached_property
    def depth(self) -> tuple[NDArray[np.float32], ...]:
        """How much of each band covers each cell, 0 to 1, its inner edge one cell soft."""
        height = self.field.height
        return tuple(np.clip((d - height) / _STEP + 0.5, 0, 1).astype(np.float32) for d in _DEPTHS)


class Tint:
    """The picture for one look."""

    def __init__(self, relief: Relief, look: Look) -> None:
        self._relief = relief
        self._look = look
        field = relief.field
        self._pixels: NDArray[np.uint8] = np.zeros((*field.height.shape, 4), np.uint8)
        rows, columns = field.height.shape
        self._image = QImage(
            self._pixels.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32_Premultiplied
        )
        self._holders: dict[int, int] = {}
        base = map_colours(look).tint_percent / 100
        deeper = 1.5 if look.dark else 1.0
        clear = np.float32(1 - base)
        opacity = 1 - clear * np.ones(field.height.shape, np.float32)
        for share, percent in zip(relief.depth, _PERCENT, strict=True):
            opacity = 1 - (1 - opacity) * (1 - share * np.float32(deeper * percent / 100))
        self._opacity = opacity

    def hold(self, place: int, seat: int) -> QRectF | None:
        """Gives an area the tint of a seat, or (-1) none; the box that changed, if it did."""
        if self._holders.get(place, -1) == seat:
            return None
        self._holders[place] = seat
        field = self._relief.field
        left, top, right, bottom = self._relief.shapes[place].box
        c0, c1 = int((left - field.left) / _STEP), int((right - field.left) / _STEP) + 2
        r0, r1 = int((top - field.top) / _STEP), int((bottom - field.top) / _STEP) + 2
        here = self._relief.areas[r0:r1, c0:c1] == place
        block = self._pixels[r0:r1, c0:c1]
        if seat < 0:
            block[here] = 0
        else:
            tint = QColor(seat_colours(self._look, seat).ground)
            share = self._opacity[r0:r1, c0:c1][here]
            rgba = np.array([tint.blue(), tint.green(), tint.red(), 255], np.float32)
            block[here] = (share[:, None] * rgba + np.float32(0.5)).astype(np.uint8)
        return QRectF(left, top, right - left, bottom - top)

    def paint(self, painter: QPainter, seen: QRectF) -> None:
        """Paints what is seen of it."""
        field = self._relief.field
        wide = QRectF(0, 0, self._relief.map.width, self._relief.map.height).intersected(seen)
        if wide.isEmpty():
            return
        source = QRectF(
            (wide.x() - field.left) / _STEP + 0.5,
            (wide.y() - field.top) / _STEP + 0.5,
            wide.width() / _STEP,
            wide.height() / _STEP,
        )
        painter.drawImage(wide, self._image, source, Qt.ImageConversionFlag.NoFormatConversion)
