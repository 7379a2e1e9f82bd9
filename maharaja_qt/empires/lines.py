"""Lines and marks worked out from a map: the same in every look, and too slow to be made at each start."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import ceil, hypot
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from maharaja_qt.empires.geography import Line, Map, Shape, simpler
from maharaja_qt.empires.paths import rings_path
from maharaja_qt.kept import kept

RIPPLES: Final = (2.6, 5.8, 9.6, 14.2, 19.8)
NAME_HEIGHT: Final = 16.7
"""An area's name at the smallest window, in units: hills stay clear of it."""
STACK_RADIUS: Final = 13.0
HATCH_EVERY: Final = 7.0
FAR_ERROR, SOFT_ERROR, LAND_ERROR = 0.22, 0.6, 0.1
"""Units by which simpler lines may stray: half a pixel from afar; the middle of wide soft strokes; land
under its coast."""
_HILL_APART: Final = 11.5
_HILL_FLATTER: Final = 1.35

Ends: TypeAlias = tuple[float, float, float, float]


class Hill(NamedTuple):
    """A hill: its foot, and its size beside the usual one."""

    x: float
    y: float
    size: float


class Lines(msgspec.Struct, frozen=True):
    """All that is worked out from one map."""

    far: tuple[Line, ...]
    """The borders of the map without the points nobody sees from afar."""
    soft: tuple[Line, ...]
    """The borders of the map for strokes many times as wide as what they leave out."""
    land: tuple[Line, ...]
    """The outline of all land, a little simpler."""
    shore: tuple[tuple[Line, ...], ...]
    """For each ripple along the coast, nearest first, its closed lines."""
    hills: tuple[tuple[Hill, ...], ...]
    """Of each shape, farther ones first."""
    slants: tuple[tuple[Ends, ...], ...]
    """Of each shape the lines that hatch it."""


def lines_of(drawn: Map) -> Lines:
    """The lines of a map, from the cache if they were worked out before."""
    here = Path(__file__)
    code = (here, here.with_name("contours.py"), here.with_name("geography.py"))
    return kept("lines", Lines, msgspec.msgpack.encode(drawn), code, lambda: _worked_out(drawn))


def _worked_out(drawn: Map) -> Lines:
    return Lines(
        far=tuple(simpler(line, FAR_ERROR) for _, line in drawn.borders),
        soft=tuple(simpler(line, SOFT_ERROR) for _, line in drawn.borders),
        land=tuple(simpler(ring, LAND_ERROR) for ring in drawn.outline),
        shore=tuple(_shore(drawn)),
        hills=tuple(
            tuple(sorted(_hills(shape), key=lambda hill: hill.y)) if shape.hiland else ()
            for shape in drawn.shapes
        ),
        slants=tuple(
            tuple(_slants(shape)) if shape.kind in ("foreign", "beyond") else () for shape in drawn.shapes
        ),
    )


def _shore(drawn: Map) -> Iterator[tuple[Line, ...]]:
    from maharaja_qt.empires.contours import Field  # numpy, which a later start can do without

    coast = [simpler(line, FAR_ERROR / 2) for kind, line in drawn.borders if kind == "coast"]
    field = Field(coast, (0.0, 0.0, drawn.width, drawn.height), RIPPLES[-1], 2.0)
    dry = field.inside(ring for shape in drawn.shapes if shape.kind != "sea" for ring in shape.rings)
    for height in RIPPLES:
        yield tuple(field.level(height, dry))


def _slants(shape: Shape) -> Iterator[Ends]:
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
