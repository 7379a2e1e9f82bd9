"""The picture of the board in square tiles, each painted from vectors once for a scale.

A repaint of all vectors costs many frames, a tile about one. So tiles are made one at a time; until those
of a new scale are there, older ones are shown stretched.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, hypot
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QRegion

from maharaja_qt.board.camera import Camera

SIDE: Final = 512
"""Pixels of the screen along a tile, at most."""
_MOST: Final = 144
"""Tiles kept: one takes up to a mebibyte."""


class Level(NamedTuple):
    """The tiles of one scale, in pixels of the screen to the unit.

    They are laid so that they just fill the view the scale was first wanted for: tiles that lie anyhow
    would cover half as much again of the board, to be painted for nothing. `x`, `y`: the board point at the
    corner of the first; `wide`, `high`: pixels.
    """

    scale: float
    x: float
    y: float
    wide: int
    high: int


Key: TypeAlias = tuple[Level, int, int]
Painting: TypeAlias = Callable[[QPainter, QRectF, float], None]


class Tiles:
    """Tiles of one board. `paint(painter, seen, scale)` paints in board units."""

    def __init__(self, paint: Painting, bounds: tuple[float, float, float, float]) -> None:
        self._paint = paint
        self.left, self.top, self.width, self.height = bounds
        self._made: dict[Key, QPixmap] = {}
        self._soiled: set[Key] = set()
        self._levels: list[Level] = []

    def clear(self) -> None:
        """Forgets everything."""
        self._made.clear()
        self._soiled.clear()
        self._levels.clear()

    def soil(self, box: QRectF) -> None:
        """What lies in a box of the board looks different now; shown as it was until painted anew."""
        self._soiled |= {key for key in self._made if self._area(key).intersects(box)}

    def aim(self, camera: Camera, ratio: float) -> None:
        """For which view tiles are wanted from now on, on a screen of so many pixels to its own."""
        scale = camera.scale * ratio
        level = next((each for each in self._levels if each.scale == scale), None)
        if level is None:
            level = self._laid(camera, scale)
        else:
            self._levels.remove(level)
        self._levels.append(level)
        if len(self._levels) > 4:
            # The first is the whole board: something to show wherever one goes.
            gone = self._levels.pop(1)
            for key in [key for key in self._made if key[0] == gone]:
                del self._made[key]
                self._soiled.discard(key)

    def _laid(self, camera: Camera, scale: float) -> Level:
        """Tiles for a view."""
        left, top, width, height = camera.seen()
        across, down = (
            max(ceil(min(seen, most) * scale - 1e-6), 1)
            for seen, most in ((width, self.width), (height, self.height))
        )
        return Level(
            scale, max(left, self.left), max(top, self.top),
            ceil(across / ceil(across / SIDE)), ceil(down / ceil(down / SIDE)),
        )  # fmt: skip

    def missing(self, camera: Camera, near: QPointF) -> list[Key]:
        """Tiles that should be painted for what is seen, those near a point of the view first."""
        if not self._levels:
            return []
        level = self._levels[-1]
        found = [key for key in self._in_view(level, camera) if key not in self._made or key in self._soiled]
        bx, by = camera.to_board(near.x(), near.y())

        def far(key: Key) -> float:
            middle = self._area(key).center()
            return hypot(middle.x() - bx, middle.y() - by)

        return sorted(found, key=far)

    def make(self, key: Key) -> None:
        """Paints one tile."""
        level = key[0]
        image = QImage(QSize(level.wide, level.high), QImage.Format.Format_RGB32)
        area = self._area(key)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(level.scale, level.scale)
        painter.translate(-area.left(), -area.top())
        try:
            self._paint(painter, area, level.scale)
        finally:
            painter.end()
        self._made.pop(key, None)
        self._made[key] = QPixmap.fromImage(image)
        self._soiled.discard(key)
        while len(self._made) > _MOST:
            del self._made[next(each for each in self._made if each[0] != self._levels[0])]

    def draw(self, painter: QPainter, camera: Camera, ratio: float, beyond: QColor) -> None:
        """Draws what there is: the wanted scale, and under its gaps the best of the others.

        The painter works in pixels of the screen, `ratio` to the pixel of the view. `beyond` is the colour
        of what no tile covers.
        """
        layers: list[list[tuple[QRect, Key]]] = []
        covered = QRegion()
        for level in reversed(self._levels):
            wanted = self._in_view(level, camera)
            made = [key for key in wanted if key in self._made]
            whole = len(made) == len(wanted)
            # Under the gaps one older scale is enough, if it has none itself.
            if whole or not layers or level == self._levels[0]:
                placed = [(self.place(key, camera, ratio), key) for key in made]
                seen = [each for each in placed if not QRegion(each[0]).subtracted(covered).isEmpty()]
                layers.append(seen)
                for place, _ in seen:
                    covered += place
            if whole:
                break
        view = QRect(0, 0, ceil(camera.view[0] * ratio), ceil(camera.view[1] * ratio))
        gaps = QRegion(view) - covered
        if not gaps.isEmpty():
            painter.save()
            painter.setClipRegion(gaps, Qt.ClipOperation.IntersectClip)
            painter.fillRect(view, beyond)
            painter.restore()
        for layer in reversed(layers):
            for place, key in layer:
                painter.drawPixmap(place, self._made[key])

    def place(self, key: Key, camera: Camera, ratio: float) -> QRect:
        """Where a tile lies in the view, in pixels of the screen."""
        level, tx, ty = key
        x0, y0 = camera.to_view(level.x, level.y)
        # Whole pixels, so that tiles at their own scale are copied and not resampled.
        x, y = floor(x0 * ratio + 0.5), floor(y0 * ratio + 0.5)
        by = camera.scale * ratio / level.scale
        wide, high = level.wide * by, level.high * by
        left, top = x + round(tx * wide), y + round(ty * high)
        return QRect(left, top, x + round((tx + 1) * wide) - left, y + round((ty + 1) * high) - top)

    def _area(self, key: Key) -> QRectF:
        level, tx, ty = key
        wide, high = level.wide / level.scale, level.high / level.scale
        return QRectF(level.x + tx * wide, level.y + ty * high, wide, high)

    def _in_view(self, level: Level, camera: Camera) -> list[Key]:
        left, top, width, height = camera.seen()
        wide, high = level.wide / level.scale, level.high / level.scale
        x0 = floor((max(left, self.left) - level.x) / wide + 1e-9)
        y0 = floor((max(top, self.top) - level.y) / high + 1e-9)
        x1 = floor((min(left + width, self.left + self.width) - level.x) / wide - 1e-9)
        y1 = floor((min(top + height, self.top + self.height) - level.y) / high - 1e-9)
        return [(level, tx, ty) for ty in range(y0, y1 + 1) for tx in range(x0, x1 + 1)]
