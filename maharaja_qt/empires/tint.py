"""What is soft on the map, as pictures a few pixels to the unit: the shallow sea, the tint of holders with
its bands along the edge, and the glow along borders.

The nearest line to a point of an area is the area's own border, so one grid of distances to all lines
serves every area; a change of holder repaints the box of one area.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from maharaja_qt.empires.contours import Field, rings_path
from maharaja_qt.empires.geography import Border, Map, Shape
from maharaja_qt.empires.palette import map_colours, seat_colours
from maharaja_qt.theme import Look

_STEP: Final = 0.5
_DEPTHS: Final = (7.5, 5.0, 2.75)
_PERCENT: Final = (16, 20, 26)
_GLOWS: Final[tuple[tuple[Border, float, int], ...]] = (
    ("area", 1.05, 55), ("region", 4.0, 20), ("frontier", 3.5, 16),
)  # fmt: skip
"""Kind of border, how far its glow reaches, and its strength in percent."""
_NONE: Final = 255
_SHALLOW: Final = ((0.0, 84.0), (8.0, 70.0), (16.0, 45.0), (27.0, 0.0))
"""Distance from dry land, and how much of the near sea's colour is there, in percent."""


class Relief:
    """For each cell of the map: which land area it lies in, and how near the edge."""

    def __init__(self, drawn: Map) -> None:
        self.map = drawn
        self.shapes: dict[int, Shape] = {s.place: s for s in drawn.shapes if s.kind == "land"}

    def field(self, kinds: tuple[Border, ...], reach: float, step: float = _STEP) -> Field:
        """Distances to some kinds of border, all on grids of the same shape."""
        lines = [line for kind, line in self.map.borders if kind in kinds]
        return Field(lines, (0.0, 0.0, self.map.width, self.map.height), reach, step)

    @cached_property
    def left(self) -> float:
        """Where the grid begins; it is one cell wider than the map on every side."""
        return -_STEP

    @cached_property
    def areas(self) -> NDArray[np.uint8]:
        """The place of each cell, or 255."""
        rows, columns = self.strength.shape
        image = QImage(columns, rows, QImage.Format.Format_Grayscale8)
        image.fill(_NONE)
        painter = QPainter(image)
        painter.scale(1 / _STEP, 1 / _STEP)
        painter.translate(_STEP / 2 - self.left, _STEP / 2 - self.left)
        for place, shape in self.shapes.items():
            painter.fillPath(rings_path(shape.rings), QColor(place, place, place))
        painter.end()
        bits = np.frombuffer(image.constBits(), np.uint8).reshape(rows, image.bytesPerLine())
        return bits[:, :columns].copy()

    @cached_property
    def strength(self) -> NDArray[np.uint8]:
        """How much of a band each cell has, of 255, at full strength of the bands."""
        height = self.field(("area", "region", "frontier", "coast"), _DEPTHS[0]).height
        clear = np.ones(height.shape, np.float32)
        for depth, percent in zip(_DEPTHS, _PERCENT, strict=True):
            clear *= 1 - np.clip((depth - height) / _STEP + 0.5, 0, 1) * np.float32(percent / 100)
        return ((1 - clear) * 255).astype(np.uint8)

    @cached_property
    def glows(self) -> tuple[NDArray[np.uint8], ...]:
        """For each of _GLOWS how much of it each cell has, of 255."""
        made = []
        for kind, reach, percent in _GLOWS:
            height = self.field((kind,), reach).height
            share = np.clip((reach - height) / (2 * _STEP) + 0.5, 0, 1)
            made.append((share * np.float32(255 * percent / 100)).astype(np.uint8))
        return tuple(made)

    @cached_property
    def shallows(self) -> NDArray[np.uint8]:
        """How shallow the sea is, of 255, on cells four times as wide."""
        height = self.field(("coast",), _SHALLOW[-1][0], 4 * _STEP).height
        distances, shares = zip(*_SHALLOW, strict=True)
        return (np.interp(height, distances, shares) * 2.55).astype(np.uint8)


def _image(pixels: NDArray[np.uint8]) -> QImage:
    rows, columns, _ = pixels.shape
    return QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_ARGB32_Premultiplied)


def _bgra(name: str) -> NDArray[np.float32]:
    ink = QColor(name)
    return np.array([ink.blue(), ink.green(), ink.red(), 255], np.float32)


class Tint:
    """The pictures for one look."""

    def __init__(self, relief: Relief, look: Look) -> None:
        self._relief = relief
        self._look = look
        colours = map_colours(look)
        self._base = colours.tint_percent / 100
        self._inks = [_bgra(ink) for ink in (colours.halo, colours.region, colours.region)]
        self._pixels: NDArray[np.uint8] = np.zeros((*relief.strength.shape, 4), np.uint8)
        self._picture = _image(self._pixels)
        self._holders: dict[int, int] = {}
        self._mix(slice(None), slice(None), np.zeros((*relief.strength.shape, 4), np.float32))
        shallow = relief.shallows[..., None] * (_bgra(colours.sea_near) / 255)
        self._shallow_pixels = shallow.astype(np.uint8)
        self._shallow = _image(self._shallow_pixels)

    def hold(self, place: int, seat: int) -> QRectF | None:
        """Gives an area the tint of a seat, or (-1) none; the box that changed, if it did."""
        if self._holders.get(place, -1) == seat:
            return None
        self._holders[place] = seat
        left, top, right, bottom = self._relief.shapes[place].box
        start = self._relief.left
        columns = slice(int((left - start) / _STEP), int((right - start) / _STEP) + 2)
        rows = slice(int((top - start) / _STEP), int((bottom - start) / _STEP) + 2)
        here = self._relief.areas[rows, columns]
        under = np.zeros((*here.shape, 4), np.float32)
        # Neighbours in the box are mixed anew too: cheaper than to keep every layer.
        deeper = 1.5 if self._look.dark else 1.0
        for other in np.unique(here):
            holder = self._holders.get(int(other), -1)
            if holder < 0:
                continue
            cells = here == other
            bands = np.minimum(self._relief.strength[rows, columns][cells] * np.float32(deeper / 255), 1)
            share = 1 - (1 - np.float32(self._base)) * (1 - bands)
            under[cells] = share[:, None] * _bgra(seat_colours(self._look, holder).ground)
        self._mix(rows, columns, under)
        return QRectF(left, top, right - left, bottom - top)

    def _mix(self, rows: slice, columns: slice, under: NDArray[np.float32]) -> None:
        """Lays the glows over tints and keeps the result."""
        for ink, glow in zip(self._inks, self._relief.glows, strict=True):
            part = glow[rows, columns]
            cells = part > 0
            share = part[cells, None] * np.float32(1 / 255)
            under[cells] = under[cells] * (1 - share) + share * ink
        self._pixels[rows, columns] = (under + np.float32(0.5)).astype(np.uint8)

    def paint(self, painter: QPainter, seen: QRectF) -> None:
        """Paints tints and glows."""
        self._paint(painter, seen, self._picture, _STEP)

    def paint_shallows(self, painter: QPainter, seen: QRectF) -> None:
        """Paints the lighter sea along the coasts."""
        self._paint(painter, seen, self._shallow, 4 * _STEP)

    def _paint(self, painter: QPainter, seen: QRectF, picture: QImage, step: float) -> None:
        wide = QRectF(0, 0, self._relief.map.width, self._relief.map.height).intersected(seen)
        if not wide.isEmpty():
            # The grid begins one cell before the map, and a node is the middle of its pixel.
            source = QRectF(
                wide.x() / step + 1.5, wide.y() / step + 1.5, wide.width() / step, wide.height() / step
            )
            painter.drawImage(wide, picture, source)
