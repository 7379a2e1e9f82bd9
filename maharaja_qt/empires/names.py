"""The names of areas, over the tiles and under the counters: the same few pixels high at every zoom.

They follow the size of type chosen, all alike, as far as there is room for them. Where a small map has too
little even for the least size, or larger type is wanted, a name reaches over the border, but never over
another name or a stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache
from math import ceil, floor, log, sqrt
from typing import Final, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from maharaja_qt.board.camera import Camera
from maharaja_qt.board.lettering import Face
from maharaja_qt.board.pictures import Pictures
from maharaja_qt.board.pieces import Piece, counter_scale
from maharaja_qt.empires.counters import BADGE, BADGE_AT, LEAST_BADGE, SIZES
from maharaja_qt.empires.geography import Map, Shape
from maharaja_qt.empires.ground import letters
from maharaja_qt.empires.palette import map_colours
from maharaja_qt.theme import Look, colour, step

LEAST, MOST = 11.0, 20.0
_AT_FIT, _FIT = 11.6, 0.78
_HALO: Final = 0.2
_SPACING: Final = (0.017, 0.0, -0.02)
"""Between letters, in heights of letters: as it is, and where there is less room."""
_ABOVE, _BELOW, _FOOT = 0.36, 0.52, 0.34
"""How far letters reach over and under their middle, in heights of letters: tall ones, descenders, and all
letters where none descends."""
_DESCENDING: Final = frozenset("gjpqyJQ")
_ALIGN: Final = {"left": 0.0, "center": 0.5, "right": 1.0}
_ZOOM: Final = 1.02
"""Names are laid out anew when the scale is another by this factor."""
_NEAR: Final = 260.0, 70.0
"""Units across and up and down within which names and stacks can touch."""
_FINER: Final = 0.5
_ASIDE: Final = sorted(
    ((dx, dy) for dx in range(-24, 25) for dy in range(-12, 13, 3)),
    key=lambda at: at[0] ** 2 + 4 * at[1] ** 2,
)
"""How far a name that has too little room moves, the nearest first: units."""
_WIDER: Final = (1.0, 1.1, 1.21, 1.33, 1.5)
"""Times the scale at which all of the board is seen: by the last, names are where they stay."""


def height(scale: float) -> float:
    """Pixels of a letter's body at a scale and the usual size of type: grows with the root of the zoom."""
    return min(max(_AT_FIT * sqrt(scale / _FIT), LEAST), MOST)


class _Lettered(Struct, frozen=True):
    """How a name is written: so many units from where the map has it."""

    face: Face
    dx: float = 0.0
    dy: float = 0.0


_Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height in units of the board."""
_Around: TypeAlias = tuple[list[_Box], list[_Box], list[_Box]]
"""What is around a name, the least bad to touch first: numbers of stacks, stacks, names."""
_NAMED: Final = 3
"""The fault of a name that touches another."""


class Names:
    """The names of the land areas of one map in one look."""

    def __init__(self, drawn: Map, look: Look) -> None:
        self._shapes = [shape for shape in drawn.shapes if shape.kind == "land"]
        self._colours = map_colours(look)
        self._larger = step(1)
        self._usual: dict[int, dict[int, _Lettered]] = {}
        self._laid: dict[int, dict[int, _Lettered]] = {}
        """By the number of powers of `_ZOOM` in a scale: how names are written, by place; at the usual size
        of type, and at that chosen."""
        self._standing: list[_Box] = []
        self._drawn = drawn
        self._letters: list[_Box] = []
        self._near: dict[int, list[Shape]] = {}
        self.pictures = self._no_pictures()
        """Of each name, with so much space between its letters, in heights of letters."""
        self.all = False
        """Also those that do not fit (while Alt is held)."""

    def again(self) -> Names:
        """The same among other counters; where they stand at the usual size of type is worked out once."""
        made = copy(self)
        made._standing, made._laid, made.all = [], {}, False
        made.pictures = made._no_pictures()
        return made

    def _no_pictures(self) -> Pictures[tuple[str, float]]:
        return Pictures(self._picture, lambda what: what[0])

    # ------------------------------------------------------------------------------------- where

    def box(self, shape: Shape, scale: float) -> QRectF | None:
        """Where a name lies, in board units; None if it is not shown."""
        found = self._written(scale).get(shape.place)
        return None if found is None else QRectF(*_box(shape, found, scale))

    def boxes(self, scale: float) -> dict[int, QRectF]:
        """The box of each name that is shown, by place."""
        found = {shape.place: self.box(shape, scale) for shape in self._shapes}
        return {place: box for place, box in found.items() if box is not None}

    def over(self, x: float, y: float, half: float, scale: float) -> bool:
        """Would a square of this half width, with its middle there, lie over a name?"""
        square, written = _square(x, y, half), self._written(scale)
        rows = (each for each in self._shapes if abs(each.label.y - y) < _NEAR[1] and each.place in written)
        return any(_touch(square, _box(each, written[each.place], scale)) for each in rows)

    def kept(self, least: float) -> dict[int, QRectF]:
        """What is to be kept clear for each name at every zoom, from the least scale on."""
        found: dict[int, QRectF] = {}
        for by in _WIDER:
            placed = self._placed(by * least)
            for shape in self._shapes:
                if shape.place in placed:
                    box = QRectF(*_box(shape, placed[shape.place], by * least))
                    found[shape.place] = found.get(shape.place, QRectF()) | box
        return found

    def keep_off(self, pieces: Iterable[Piece], unit: float) -> None:
        """Names grow over none of these, with `unit` board units to a unit of counters."""
        standing = [_about(piece, unit) for piece in pieces if piece.place >= 0]
        if standing != self._standing:
            self._standing = standing
            self._laid.clear()

    def _placed(self, scale: float) -> dict[int, _Lettered]:
        """How names are written at the usual size of type."""
        number = _number(scale)
        if number not in self._usual:
            at = min(_ZOOM**number, scale)
            size = min(_quarters(height(at)), _quarters(self._wanted(at)))
            faces = {shape.place: _fitting(shape, size, at) for shape in self._shapes}
            if all(faces.values()):
                found = {place: _Lettered(face) for place, face in faces.items() if face is not None}
            else:
                found = self._squeezed(size, at)
            self._usual[number] = found
        return self._usual[number]

    def _written(self, scale: float) -> dict[int, _Lettered]:
        """How the names that are shown are written: larger, where larger type is wanted and all have room."""
        number = _number(scale)
        if number not in self._laid:
            found = dict(self._placed(scale))
            at = min(_ZOOM**number, scale)
            wanted = _quarters(self._wanted(at))
            usual = max((each.face.size for each in found.values()), default=wanted)
            while wanted > usual:
                larger = self._squeezed(wanted, at, clear=True)
                if larger:
                    found = larger
                    break
                wanted -= _FINER
            self._laid[number] = found
        return self._laid[number]

    def _wanted(self, scale: float) -> float:
        return max(height(scale) * self._larger, LEAST)

    def _squeezed(self, size: float, scale: float, *, clear: bool = False) -> dict[int, _Lettered]:
        """Those with the least room first, each as near to its place as it is clear of all others. Where that
        is nowhere, a letter may lie under the number of a stack, or else a stack has to stand aside; or, if
        they are to be `clear` also of all pieces there are and of the names of seas, there are none."""
        found: dict[int, _Lettered] = {}
        for shape in sorted(self._shapes, key=lambda each: each.label.width / Face(1).width(each.name)):
            face = _fitting(shape, size, scale) or Face(size, spacing=_SPACING[-1] * size)
            around, least = self._around(shape, found, scale), _NAMED
            if clear:
                around = *around[:2], [*around[2], *self._others(shape)]
            x, y, wide, high = _box(shape, _Lettered(face), scale)
            for dx, dy in _ASIDE:
                fault = _fault((x + dx, y + dy, wide, high), around)
                if fault < least:
                    found[shape.place], least = _Lettered(face, dx, dy), fault
                if not fault:
                    break
            if clear and (least or shape.place not in found):
                return {}
        return found

    def _others(self, shape: Shape) -> list[_Box]:
        """Pieces and letters of other names near a name."""
        if not self._letters:
            words = (each for each in self._drawn.shapes if each.kind in ("sea", "foreign"))
            boxes = (letter.boundingRect() for each in words for letter in letters(each))
            self._letters = [(box.x(), box.y(), box.width(), box.height()) for box in boxes]
        x, y = shape.label.x, shape.label.y
        near = (
            each for each in (*self._standing, *self._letters)
            if abs(each[0] - x) < _NEAR[0] and abs(each[1] - y) < _NEAR[1]
        )  # fmt: skip
        return list(near)

    def _around(self, shape: Shape, found: dict[int, _Lettered], scale: float) -> _Around:
        """What a name is to be clear of."""
        if shape.place not in self._near:
            self._near[shape.place] = [each for each in self._shapes if _are_near(each, shape)]
        near = self._near[shape.place]
        half = SIZES["army"] / 2 * counter_scale(scale, 1.0) / scale
        at, reach = BADGE_AT * half, max(BADGE * half, LEAST_BADGE / 2 / scale)
        badges = [_square(each.stack[0] + at, each.stack[1] + at, reach) for each in near]
        stacks = [_square(*each.stack, half) for each in near]
        names = [
            _box(each, found[each.place], scale) for each in near if each is not shape and each.place in found
        ]
        return badges, stacks, names

    # ---------------------------------------------------------------------------------- painting

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
        written = self._written(camera.scale)
        for shape in self._shapes:
            if only is not None and shape.place != only:
                continue
            found = written.get(shape.place)
            if found is None:
                if shape.place != always and not self.all:
                    continue
                found = _Lettered(Face(LEAST))
            x, y = camera.to_view(shape.label.x + found.dx, shape.label.y + found.dy)
            if not (-200 < x < camera.view[0] + 200 and -40 < y < camera.view[1] + 40):
                continue
            face = found.face
            what = shape.name, face.spacing / face.size
            made = self.pictures.find(what, face.size * ratio, ratio, now=still)
            if made is None:
                continue
            wide = face.width(shape.name) * ratio
            left = x * ratio - _ALIGN[shape.label.align] * wide - (made.width() - wide) / 2
            painter.drawPixmap(floor(left + 0.5), floor(y * ratio - made.height() / 2 + 0.5), made)
        painter.restore()

    def _picture(self, what: tuple[str, float], size: float, ratio: float) -> QPixmap:
        name, spacing = what
        face = Face(size / ratio, spacing=spacing * size / ratio)
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


def _number(scale: float) -> int:
    return floor(log(scale) / log(_ZOOM) + 1e-6)


def _quarters(size: float) -> float:
    return round(size * 4) / 4


def _fitting(shape: Shape, size: float, scale: float) -> Face | None:
    """A name at a size, close together if need be; None if even so it is wider than there is room."""
    free = shape.label.width * scale + 1
    for spacing in _SPACING:
        face = Face(size, spacing=spacing * size)
        if face.width(shape.name) <= free:
            return face
    return None


def _box(shape: Shape, written: _Lettered, scale: float) -> _Box:
    """Where a name lies."""
    wide, size = written.face.width(shape.name) / scale, written.face.size / scale
    left = shape.label.x + written.dx - _ALIGN[shape.label.align] * wide
    return left, shape.label.y + written.dy - _ABOVE * size, wide, (_ABOVE + _below(shape)) * size


def _below(shape: Shape) -> float:
    return _FOOT if _DESCENDING.isdisjoint(shape.name) else _BELOW


def _about(piece: Piece, unit: float) -> _Box:
    return _square(piece.x + piece.dx * unit, piece.y + piece.dy * unit, piece.width / 2 * unit)


def _square(x: float, y: float, half: float) -> _Box:
    return x - half, y - half, 2 * half, 2 * half


def _are_near(a: Shape, b: Shape) -> bool:
    return abs(a.label.x - b.label.x) < _NEAR[0] and abs(a.label.y - b.label.y) < _NEAR[1]


def _fault(box: _Box, around: Sequence[list[_Box]]) -> int:
    """The number of the worst that a name touches, from 1 on; 0 if it is clear of all."""
    for number in range(len(around), 0, -1):
        for each in around[number - 1]:
            if _touch(box, each):
                return number
    return 0


def _touch(a: _Box, b: _Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


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
