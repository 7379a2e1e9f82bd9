"""The shapes of the map as numbers: outlines, the lines between them, and where names and counters go.

`map.geojson` is one coverage: neighbours share every point, so each line between two shapes is taken
once, drawn as it stands, and no gap can open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from importlib.resources import files
from math import hypot
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from core.games.empires.chart_files import MAP
from core.games.empires.chart_types import Charts
from core.games.empires.state import FOREIGN
from maharaja_qt.kept import kept

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]
Kind: TypeAlias = Literal["land", "foreign", "sea", "beyond"]
Border: TypeAlias = Literal["area", "region", "frontier", "coast", "abroad", "divide"]


class Label(msgspec.Struct, frozen=True):
    """Where the middle of a name's letters stands, which end of it stands there, and the width free."""

    x: float
    y: float
    angle: float = 0.0
    width: float = 1000.0
    align: Literal["center", "left", "right"] = "center"


class _Properties(msgspec.Struct):
    name: str
    kind: Kind
    anchor: Point
    clearance: float = 20.0
    label: Label | None = None
    stack: Point | None = None
    port: Point | None = None
    curve: Line = ()


class _Polygon(msgspec.Struct, tag_field="type", tag="Polygon"):
    coordinates: tuple[Line, ...]


class _MultiPolygon(msgspec.Struct, tag_field="type", tag="MultiPolygon"):
    coordinates: tuple[tuple[Line, ...], ...]


class _Feature(msgspec.Struct):
    id: str
    properties: _Properties
    geometry: _Polygon | _MultiPolygon


class _Corner(msgspec.Struct):
    areas: tuple[str, ...] = ()
    point: Point | None = None


class _Strait(msgspec.Struct):
    areas: tuple[str, ...]
    bridge: tuple[Point, Point] | None = None


class _Marks(msgspec.Struct):
    height: float = 916.2
    corner: _Corner = msgspec.field(default_factory=_Corner)
    straits: tuple[_Strait, ...] = ()


class _File(msgspec.Struct):
    features: tuple[_Feature, ...]
    properties: _Marks = msgspec.field(default_factory=_Marks)


class Shape(msgspec.Struct, frozen=True):
    """One shape. `place` is its number in a state, or -1 for ground out of play."""

    place: int
    name: str
    kind: Kind
    rings: tuple[Line, ...]
    label: Label
    stack: Point
    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""
    hiland: bool = False
    port: Point | None = None
    curve: Line = ()

    def holds(self, x: float, y: float) -> bool:
        """Is a point inside?"""
        inside = False
        for ring in self.rings:
            x0, y0 = ring[-1]
            for x1, y1 in ring:
                if (y1 > y) != (y0 > y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
                    inside = not inside
                x0, y0 = x1, y1
        return inside


class Map(msgspec.Struct, frozen=True):
    """All shapes, by the number of their place; the lines between them; the marks of the board."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    borders: tuple[tuple[Border, Line], ...]
    corner: Point | None
    bridges: tuple[tuple[Point, Point], ...]
    outline: tuple[Line, ...]
    """Of all land areas together."""

    def shape(self, place: int) -> Shape:
        """The shape of a place."""
        return next(shape for shape in self.shapes if shape.place == place)

    def at(self, x: float, y: float) -> int:
        """The place at a board point, or -1."""
        for shape in self.shapes:
            left, top, right, bottom = shape.box
            if left <= x <= right and top <= y <= bottom and shape.holds(x, y):
                return shape.place
        return -1


WIDTH: Final = 1000.0


_OURS: Final[dict[str, Map]] = {}


def read_map(charts: Charts, folder: Path | None = None) -> Map:
    """The map of a chart set; `folder` is where somebody's own `map.geojson` may be."""
    own = folder / MAP if folder is not None else None
    if own is not None and own.is_file():
        return _compile(charts, own.read_text(encoding="utf-8"))
    if charts.digest not in _OURS:
        text = (files("resources") / "empires" / MAP).read_text(encoding="utf-8")
        _OURS.setdefault(charts.digest, _compile(charts, text))  # of two threads the first
    return _OURS[charts.digest]


def _compile(charts: Charts, text: str) -> Map:
    """From the cache, if this map was read before."""
    about = msgspec.msgpack.encode((text, charts.names, charts.board.hilands, charts.board.region_of))
    return kept("maps", Map, about, (Path(__file__),), lambda: _compiled(charts, text))


def _compiled(charts: Charts, text: str) -> Map:
    file = msgspec.json.decode(text, type=_File)
    places = {name: number for number, name in enumerate(charts.names["area"])}
    places |= {name: FOREIGN + number for number, name in enumerate(charts.names["foreign"])}
    shapes = []
    for feature in file.features:
        about, form = feature.properties, feature.geometry
        rings = (
            form.coordinates
            if isinstance(form, _Polygon)
            else tuple(ring for part in form.coordinates for ring in part)
        )
        place = -1 if about.kind == "beyond" else places[feature.id]
        shapes.append(
            Shape(
                place=place,
                name=about.name,
                kind=about.kind,
                rings=tuple(ring[:-1] if ring[0] == ring[-1] else ring for ring in rings),
                label=about.label or Label(*about.anchor),
                stack=about.stack or about.anchor,
                box=_box(point for ring in rings for point in ring),
                hiland=about.kind == "land" and bool(charts.board.hilands >> place & 1),
                port=about.port,
                curve=about.curve,
            )
        )
    regions = charts.board.region_of
    marks = file.properties
    return Map(
        width=WIDTH,
        height=marks.height,
        shapes=tuple(shapes),
        borders=tuple(_borders(shapes, regions)),
        corner=marks.corner.point,
        bridges=tuple(strait.bridge for strait in marks.straits if strait.bridge),
        outline=tuple(_outline(shapes)),
    )


def _box(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _outline(shapes: list[Shape]) -> Iterable[Line]:
    """The edges that one land area has alone, joined."""
    edges: dict[tuple[Point, Point], int] = defaultdict(int)
    for shape in shapes:
        if shape.kind == "land":
            for ring in shape.rings:
                for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                    edges[(a, b) if a < b else (b, a)] += 1
    return _chains([edge for edge, times in edges.items() if times == 1])


def simpler(line: Line, by: float) -> Line:
    """A line without the points that lie nearer than `by` to it (Douglas and Peucker)."""
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    parts = [(0, len(line) - 1)]
    while parts:
        first, last = parts.pop()
        (ax, ay), (bx, by_) = line[first], line[last]
        dx, dy = bx - ax, by_ - ay
        length = hypot(dx, dy)
        worst, at = by, -1
        for n in range(first + 1, last):
            px, py = line[n][0] - ax, line[n][1] - ay
            far = abs(px * dy - py * dx) / length if length else hypot(px, py)
            if far > worst:
                worst, at = far, n
        if at >= 0:
            keep[at] = True
            parts += [(first, at), (at, last)]
    return tuple(point for point, kept in zip(line, keep, strict=True) if kept)


def _borders(shapes: list[Shape], regions: tuple[int, ...]) -> Iterable[tuple[Border, Line]]:
    """Each line between two shapes once, in as few pieces as may be."""
    sides: dict[tuple[Point, Point], list[int]] = defaultdict(list)
    for number, shape in enumerate(shapes):
        for ring in shape.rings:
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                sides[(a, b) if a < b else (b, a)].append(number)
    between: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
    for edge, owners in sides.items():
        if len(owners) == 2 and owners[0] != owners[1]:
            between[owners[0], owners[1]].append(edge)
    for (one, other), edges in between.items():
        kind = _kind(shapes[one], shapes[other], regions)
        for line in _chains(edges):
            yield kind, line


def _kind(a: Shape, b: Shape, regions: tuple[int, ...]) -> Border:
    kinds = {a.kind, b.kind}
    if kinds == {"land"}:
        return "area" if regions[a.place] == regions[b.place] else "region"
    if kinds == {"sea"}:
        return "divide"
    if "sea" in kinds:
        return "coast"
    return "frontier" if "land" in kinds else "abroad"


def _chains(edges: list[tuple[Point, Point]]) -> Iterable[Line]:
    """Edges joined end to end."""
    at: dict[Point, list[Point]] = defaultdict(list)
    for a, b in edges:
        at[a].append(b)
        at[b].append(a)
    ends = [point for point, others in at.items() if len(others) == 1]
    while at:
        start = next((point for point in ends if point in at), None) or next(iter(at))
        line = [start]
        while line[-1] in at:
            here = line[-1]
            there = at[here].pop()
            at[there].remove(here)
            for point in (here, there):
                if not at[point]:
                    del at[point]
            line.append(there)
        yield tuple(line)
