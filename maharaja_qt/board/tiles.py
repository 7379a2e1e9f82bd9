"""The picture of the board in square tiles, each painted from vectors once for a scale.

A repaint of all vectors costs many frames, a tile about one. So tiles are made one at a time; until those
of a new scale are there, older ones are shown stretched.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, hypot
from typing import Final, TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QRegion

from maharaja_qt.board.camera import Camera

SIDE: Final = 512
"""Pixels of the screen along a tile."""
_MOST: Final = 144
"""Tiles kept: one takes a mebibyte."""
Key: TypeAlias = tuple[float, int, int]
Painting: TypeAlias = Callable[[QPainter, QRectF, float], None]


class Tiles:
    """Tiles of one board. `paint(painter, seen, scale)` paints in board units."""

    def __init__(self, paint: Painting, bounds: tuple[float, float, float, float]) -> None:
        self._paint = paint
        self.left, self.top, self.width, self.height = bounds
        self._made: dict[Key, QPixmap] = {}
        self._soiled: set[Key] = set()
        self._levels: list[float] = []

    def clear(self) -> None:
        """Forgets everything."""
        self._made.clear()
        self._soiled.clear()
        self._levels.clear()

    def soil(self, box: QRectF) -> None:
        """What lies in a box of the board looks different now; shown as it was until painted anew."""
        self._soiled |= {key for key in self._made if self._area(key).intersects(box)}

    def aim(self, level: float) -> None:
        """The scale, in pixels of the screen, at which tiles are wanted from now on."""
        if level in self._levels:
            self._levels.remove(level)
        self._levels.append(level)
        if len(self._levels) > 4:
            # The first is the whole board: something to show wherever one goes.
            gone = self._levels.pop(1)
            for key in [key for key in self._made if key[0] == gone]:
                del self._made[key]
                self._soiled.discard(key)

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
        image = QImage(SIDE, SIDE, QImage.Format.Format_RGB32)
        area = self._area(key)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(level, level)
        painter.translate(-area.left(), -area.top())
        try:
            self._paint(painter, area, level)
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
        x0, y0 = camera.to_view(self.left, self.top)
        # Whole pixels, so that tiles at their own scale are copied and not resampled.
        x, y = floor(x0 * ratio + 0.5), floor(y0 * ratio + 0.5)
        size = SIDE * camera.scale * ratio / level
        left, top = x + round(tx * size), y + round(ty * size)
        return QRect(left, top, x + round((tx + 1) * size) - left, y + round((ty + 1) * size) - top)

    def _area(self, key: Key) -> QRectF:
        level, tx, ty = key
        side = SIDE / level
        return QRectF(self.left + tx * side, self.top + ty * side, side, side)

    def _in_view(self, level: float, camera: Camera) -> list[Key]:
        left, top, width, height = camera.seen()
        side = SIDE / level
        x0 = floor((max(left, self.left) - self.left) / side)
        y0 = floor((max(top, self.top) - self.top) / side)
        x1 = floor((min(left + width, self.left + self.width) - self.left) / side - 1e-9)
        y1 = floor((min(top + height, self.top + self.height) - self.top) / side - 1e-9)
        return [(level, tx, ty) for ty in range(y0, y1 + 1) for tx in range(x0, x1 + 1)]
