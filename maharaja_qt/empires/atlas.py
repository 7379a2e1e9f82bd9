"""The map as paths, worked out once: what the painter fills and strokes at any scale and in any colours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from math import ceil, hypot
from random import Random
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from maharaja_qt.empires.contours import Field, rings_path
from maharaja_qt.empires.geography import Border, Line, Map, Point, Shape, simpler
from maharaja_qt.empires.tint import Soft
from maharaja_qt.theme import Look

RIPPLES: Final = (2.6, 5.8, 9.6, 14.2, 19.8)
NAME_HEIGHT: Final = 16.7
"""An area's name at the smallest window, in units: hills stay clear of it."""
STACK_RADIUS: Final = 13.0
DIAMOND_EVERY: Final = 17.0
HATCH_EVERY: Final = 7.0
FAR_ERROR, LAND_ERROR = 0.22, 0.1
"""Units by which simpler lines may stray: half a pixel from afar; land under its coast."""
_HILL_APART: Final = 11.5
_HILL_FLATTER: Final = 1.35
_CHUNK: Final = 96


class Piece(NamedTuple):
    """A path and the box it lies in."""

    path: QPainterPath
    box: QRectF


class Hill(NamedTuple):
    """A hill: its foot, and its size beside the usual one."""

    x: float
    y: float
    size: float


def open_path(line: Iterable[Point]) -> QPainterPath:
    """A path along a line."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in line]))
    return path


def piece(path: QPainterPath) -> Piece:
    """A path with its box."""
    return Piece(path, path.boundingRect())


_MADE: Final[dict[int, Atlas]] = {}


def atlas(drawn: Map) -> Atlas:
    """The paths of a map, worked out once; each keeps its map, so that numbers stay apart."""
    if id(drawn) not in _MADE:
        _MADE[id(drawn)] = Atlas(drawn)
    return _MADE[id(drawn)]


class Atlas:
    """The paths of one map."""

    def __init__(self, drawn: Map) -> None:
        self.map = drawn
        self.frame = QRectF(0, 0, drawn.width, drawn.height)
        self.grounds = [(shape, piece(rings_path(shape.rings))) for shape in drawn.shapes]
        self._by_place = {shape.place: made for shape, made in self.grounds}
        self.lines: dict[Border, list[Piece]] = {}
        self.far_lines: dict[Border, list[Piece]] = {}
        """The same for who looks from afar, without the points he cannot see."""
        for kind, line in drawn.borders:
            self.lines.setdefault(kind, []).append(piece(open_path(line)))
            self.far_lines.setdefault(kind, []).append(piece(open_path(simpler(line, FAR_ERROR))))
        self.land = rings_path(simpler(ring, LAND_ERROR) for ring in drawn.outline)
        self._soft: tuple[Look, Soft] | None = None

    def area(self, place: int) -> Piece:
        """The outline of a place."""
        return self._by_place[place]

    @cached_property
    def hills(self) -> list[tuple[QRectF, list[Hill]]]:
        """The hills of each hiland, farther ones first."""
        return [
            (made.box, sorted(_hills(shape), key=lambda hill: hill.y))
            for shape, made in self.grounds
            if shape.hiland
        ]

    @cached_property
    def _shore(self) -> list[list[Line]]:
        """For each ripple its lines."""
        coast = [simpler(line, FAR_ERROR / 2) for kind, line in self.map.borders if kind == "coast"]
        frame = (0.0, 0.0, self.map.width, self.map.height)
        field = Field(coast, frame, RIPPLES[-1], 2.0)
        dry = field.inside(ring for shape in self.map.shapes if shape.kind != "sea" for ring in shape.rings)
        return [field.level(height, dry) for height in RIPPLES]

    @cached_property
    def ripples(self) -> list[list[Piece]]:
        """The ripples along the coast, nearest first, in short pieces."""
        return [[piece(open_path(part)) for part in _parts(lines)] for lines in self._shore]

    @cached_property
    def hatching(self) -> list[tuple[QRectF, list[QLineF]]]:
        """Slanting lines over foreign ground and ground out of play, by the box they lie in."""
        made = []
        for shape in self.map.shapes:
            if shape.kind in ("foreign", "beyond"):
                lines = [QLineF(*ends) for ends in _slants(shape)]
                left, top, right, bottom = shape.box
                made.append((QRectF(left, top, right - left, bottom - top), lines))
        return made

    @cached_property
    def abroad(self) -> QPainterPath:
        """All foreign ground."""
        return rings_path(
            ring for shape in self.map.shapes if shape.kind == "foreign" for ring in shape.rings
        )

    def soft(self, look: Look) -> Soft:
        """The soft parts for a look, kept for the last one asked for."""
        if self._soft is None or self._soft[0] != look:
            lines = {kind: [each.path for each in found] for kind, found in self.far_lines.items()}
            areas = {shape.place: made.path for shape, made in self.grounds if shape.kind == "land"}
            self._soft = look, Soft(self.frame, lines, self.abroad, areas, look)
        return self._soft[1]

    @cached_property
    def diamonds(self) -> list[Point]:
        """Where the diamonds of the region borders stand."""
        return [
            point
            for kind, line in self.map.borders
            if kind == "region"
            for point in _every(line, DIAMOND_EVERY)
        ]


def _parts(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        closed = (*line, line[0])
        for start in range(0, len(closed) - 1, _CHUNK):
            yield closed[start : start + _CHUNK + 1]


def _every(line: Line, apart: float) -> Iterator[Point]:
    """Points along a line, evenly, half a step from its ends."""
    length = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(line))
    number = max(round(length / apart), 1)
    step, left = length / number, length / number / 2
    for (ax, ay), (bx, by) in pairwise(line):
        side = hypot(bx - ax, by - ay)
        while left <= side and number:
            yield ax + (bx - ax) * left / side, ay + (by - ay) * left / side
            left += step
            number -= 1
        left -= side


def _slants(shape: Shape) -> Iterator[tuple[float, float, float, float]]:
    """The pieces of the lines x + y = 7 n that lie inside a shape."""
    cuts: dict[int, list[float]] = defaultdict(list)
    for ring in shape.rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            a, b = (ax + ay) / HATCH_EVERY, (bx + by) / HATCH_EVERY
            for n in range(ceil(min(a, b)), ceil(max(a, b))):
                cuts[n].append(ax + (bx - ax) * (n - a) / (b - a))
    for n, xs in cuts.items():
        for x0, x1 in zip(*[iter(sorted(xs))] * 2, strict=True):
            yield x0, n * HATCH_EVERY - x0, x1, n * HATCH_EVERY - x1


def _raster(shape: Shape) -> Callable[[float, float], bool]:
    """Whether a point lies inside a shape, to a unit, looked up in a picture of it."""
    left, top, right, bottom = shape.box
    image = QImage(int(right - left) + 2, int(bottom - top) + 2, QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(-left, -top)
    painter.fillPath(rings_path(shape.rings), Qt.GlobalColor.white)
    painter.end()

    def inside(x: float, y: float) -> bool:
        return (
            image.valid(int(x - left), int(y - top))
            and image.pixelColor(int(x - left), int(y - top)).red() > 0
        )

    return inside


def _hills(shape: Shape) -> Iterator[Hill]:
    """Hills from a fixed seed: inside the border, in loose rows, none under the name or the stack."""
    rng = Random(shape.name)
    left, top, right, bottom = shape.box
    row_apart = _HILL_APART / _HILL_FLATTER
    name_width = 6.2 * len(shape.name) + 8
    share = {"center": 0.5, "left": 0.0, "right": 1.0}[shape.label.align]
    name_left = shape.label.x - share * name_width
    name = QRectF(name_left, shape.label.y - NAME_HEIGHT / 2 + 3, name_width, NAME_HEIGHT - 3)
    inside = _raster(shape)
    y, odd = top + 7, 0
    while y < bottom:
        x = left + (odd % 2) * _HILL_APART / 2
        while x < right:
            hx, hy = x + rng.uniform(-2.4, 2.4), y + rng.uniform(-1.6, 1.6)
            size = rng.uniform(0.78, 1.18)
            wide, high = 5.5 * size + 1.5, 7.4 * size + 1.5
            corners = ((hx - wide, hy + 2), (hx + wide, hy + 2), (hx - wide / 2, hy - high),
                       (hx + wide / 2, hy - high), (hx, hy + 3))  # fmt: skip
            hill = QRectF(hx - wide + 1, hy - high + 1, 2 * wide - 2, high - 1)
            off_stack = hypot(hx - shape.stack[0], hy - 3.5 - shape.stack[1]) > STACK_RADIUS + 4
            if off_stack and not hill.intersects(name) and all(inside(*corner) for corner in corners):
                yield Hill(hx, hy, size)
            x += _HILL_APART
        y += row_apart
        odd += 1
