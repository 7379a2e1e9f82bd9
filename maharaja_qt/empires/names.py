"""The names of areas, over the tiles and under the counters: the same few pixels high at every zoom."""

from __future__ import annotations

from functools import cache
from math import ceil, floor, sqrt
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from maharaja_qt.board.camera import Camera
from maharaja_qt.board.lettering import Face
from maharaja_qt.board.pictures import Pictures
from maharaja_qt.empires.geography import Map, Shape
from maharaja_qt.empires.palette import map_colours
from maharaja_qt.theme import Look, colour

LEAST, MOST = 11.0, 20.0
_AT_FIT, _FIT = 11.6, 0.78
_HALO: Final = 0.2
_SPACING: Final = 0.017
_ABOVE, _BELOW = 0.36, 0.52
"""How far letters reach over and under their middle, in heights of letters: tall ones, and descenders."""
_ALIGN: Final = {"left": 0.0, "center": 0.5, "right": 1.0}


def height(scale: float) -> float:
    """Pixels of a letter's body at a scale: grows with the root of the zoom."""
    return min(max(_AT_FIT * sqrt(scale / _FIT), LEAST), MOST)


class Names:
    """The names of the land areas of one map in one look."""

    def __init__(self, drawn: Map, look: Look) -> None:
        self._shapes = [shape for shape in drawn.shapes if shape.kind == "land"]
        self._colours = map_colours(look)
        self.pictures: Pictures[tuple[str, bool]] = Pictures(self._picture, lambda what: what[0])
        """Of each name, with or without space between its letters."""
        self.all = False
        """Also those that do not fit (while Alt is held)."""

    def _face(self, shape: Shape, scale: float) -> Face | None:
        """How a name is lettered at a scale; None if it does not fit even close together."""
        size = round(height(scale) * 4) / 4
        free = shape.label.width * scale + 1
        for spacing in (_SPACING * size, 0.0):
            face = Face(size, spacing=spacing)
            if self.all or face.width(shape.name) <= free:
                return face
        return None

    def box(self, shape: Shape, scale: float) -> QRectF | None:
        """Where a name lies, in board units; None if it is not shown."""
        face = self._face(shape, scale)
        if face is None:
            return None
        wide, size = face.width(shape.name) / scale, face.size / scale
        left = shape.label.x - _ALIGN[shape.label.align] * wide
        return QRectF(left, shape.label.y - _ABOVE * size, wide, (_ABOVE + _BELOW) * size)

    def boxes(self, scale: float) -> dict[int, QRectF]:
        """The box of each name that is shown, by place."""
        found = {shape.place: self.box(shape, scale) for shape in self._shapes}
        return {place: box for place, box in found.items() if box is not None}

    def paint(
        self, painter: QPainter, camera: Camera, ratio: float, *, still: bool = True, always: int = -1,
        only: int | None = None,
    ) -> None:  # fmt: skip
        """Draws what is seen, or `only` the name of a place. `always`: a place whose name is shown in any
        case; names that were never shown come in while the camera is `still`."""
        if only is None:
            self.pictures.begin()
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        for shape in self._shapes:
            if only is not None and shape.place != only:
                continue
            x, y = camera.to_view(shape.label.x, shape.label.y)
            if not (-200 < x < camera.view[0] + 200 and -40 < y < camera.view[1] + 40):
                continue
            face = self._face(shape, camera.scale)
            if face is None:
                if shape.place != always:
                    continue
                face = Face(LEAST)
            what = shape.name, face.spacing > 0
            made = self.pictures.find(what, face.size * ratio, ratio, now=still)
            if made is None:
                continue
            wide = face.width(shape.name) * ratio
            left = x * ratio - _ALIGN[shape.label.align] * wide - (made.width() - wide) / 2
            painter.drawPixmap(floor(left + 0.5), floor(y * ratio - made.height() / 2 + 0.5), made)
        painter.restore()

    def _picture(self, what: tuple[str, bool], size: float, ratio: float) -> QPixmap:
        name, spaced = what
        face = Face(size / ratio, spacing=_SPACING * size / ratio if spaced else 0.0)
        pad = face.size * 0.35
        wide, high = face.width(name) + 2 * pad, face.size * 1.7
        made = QPixmap(ceil(wide * ratio), ceil(high * ratio))
        made.fill(Qt.GlobalColor.transparent)
        word = face.word(name, made.width() / ratio / 2, high / 2 + 0.31 * face.size)
        glow = _filled(made, word, self._colours.halo, ratio)
        painter = QPainter(made)
        # The halo is the word laid round itself: stroking its outline takes twenty times as long.
        reach = _HALO * face.size * ratio
        painter.setOpacity(0.88)
        for dx, dy in _disc(round(reach)):
            painter.drawPixmap(dx, dy, glow)
        painter.setOpacity(1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(ratio, ratio)
        painter.fillPath(word, colour(self._colours.name))
        painter.end()
        return made


def _filled(like: QPixmap, path: QPainterPath, ink: str, ratio: float) -> QPixmap:
    made = QPixmap(like.size())
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    painter.fillPath(path, colour(ink))
    painter.end()
    return made


@cache
def _disc(radius: int) -> tuple[tuple[int, int], ...]:
    """The whole offsets of a disc."""
    span = range(-radius, radius + 1)
    return tuple((x, y) for x in span for y in span if x * x + y * y <= radius * radius + 1)
