"""The map as paths, worked out once: what the painter fills and strokes at any scale and in any colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from math import hypot
from threading import Lock
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainterPath

from maharaja_qt.empires.geography import Border, Line, Map, Point, Shape
from maharaja_qt.empires.lines import Hill, lines_of
from maharaja_qt.empires.paths import open_path, rings_path
from maharaja_qt.empires.tint import Soft
from maharaja_qt.theme import Look

DIAMOND_EVERY: Final = 17.0
_CHUNK: Final = 96


class Piece(NamedTuple):
    """A path and the box it lies in."""

    path: QPainterPath
    box: QRectF


def piece(path: QPainterPath) -> Piece:
    """A path with its box. That of a straight line has no inside, so it is given one."""
    return Piece(path, path.boundingRect().adjusted(-0.1, -0.1, 0.1, 0.1))


_MADE: Final[dict[int, Atlas]] = {}
_MAKING: Final = Lock()
"""One thread makes it; a second that wants it too waits for it."""


def atlas(drawn: Map) -> Atlas:
    """The paths of a map, worked out once; each keeps its map, so that numbers stay apart."""
    with _MAKING:
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
        self._worked_out = lines_of(drawn)
        for (kind, line), far in zip(drawn.borders, self._worked_out.far, strict=True):
            self.lines.setdefault(kind, []).append(piece(open_path(line)))
            self.far_lines.setdefault(kind, []).append(piece(open_path(far)))
        self.land = rings_path(self._worked_out.land)
        self._soft: tuple[Look, Soft] | None = None

    def work_out(self, look: Look) -> None:
        """All that is worked out when it is asked for first, and then kept."""
        self.soft(look)
        for name, each in vars(Atlas).items():
            if isinstance(each, cached_property):
                getattr(self, name)

    def area(self, place: int) -> Piece:
        """The outline of a place."""
        return self._by_place[place]

    @cached_property
    def hills(self) -> list[tuple[QRectF, tuple[Hill, ...]]]:
        """The hills of each hiland, farther ones first."""
        shapes = zip(self.grounds, self._worked_out.hills, strict=True)
        return [(made.box, hills) for (_, made), hills in shapes if hills]

    @cached_property
    def ripples(self) -> list[list[Piece]]:
        """The ripples along the coast, nearest first, in short pieces."""
        return [[piece(open_path(part)) for part in _parts(lines)] for lines in self._worked_out.shore]

    @cached_property
    def hatching(self) -> list[tuple[QRectF, list[QLineF]]]:
        """Slanting lines over foreign ground and ground out of play, by the box they lie in."""
        shapes = zip(self.map.shapes, self._worked_out.slants, strict=True)
        return [(_box(shape), [QLineF(*ends) for ends in slants]) for shape, slants in shapes if slants]

    @cached_property
    def abroad(self) -> QPainterPath:
        """All foreign ground."""
        return rings_path(
            ring for shape in self.map.shapes if shape.kind == "foreign" for ring in shape.rings
        )

    def soft(self, look: Look) -> Soft:
        """The soft parts for a look, kept for the last one asked for."""
        abroad = self.abroad
        with _MAKING:
            if self._soft is None or self._soft[0] != look:
                lines: dict[Border, list[QPainterPath]] = {}
                for (kind, _), line in zip(self.map.borders, self._worked_out.soft, strict=True):
                    lines.setdefault(kind, []).append(open_path(line))
                areas = {shape.place: made.path for shape, made in self.grounds if shape.kind == "land"}
                self._soft = look, Soft(self.frame, lines, abroad, areas, look)
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


def _box(shape: Shape) -> QRectF:
    left, top, right, bottom = shape.box
    return QRectF(left, top, right - left, bottom - top)


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
