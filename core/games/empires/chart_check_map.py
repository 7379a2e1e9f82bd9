"""What can be wrong with the map: whether it draws the board of areas.toml, and whether it can be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from core.games.empires.chart_files import MAP, AreasFile, MapFeature, MapFile
from core.kit.datafile import Faults, nearest

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = list[Point]

WIDTH: Final = 1000
"""Of every map, in its own units; `properties.height` is as free as the shape of the sheet."""
MOST_HEIGHT: Final = 10 * WIDTH


def check_map(drawn: MapFile, board: AreasFile, faults: Faults) -> None:
    """The map draws every area once, as what it is, and has the marks of the board."""
    kinds: dict[str, Collection[str]] = {
        "land": board.areas,
        "foreign": board.foreign_borders,
        "sea": board.sea_borders,
    }
    kind_of = {name: kind for kind, names in kinds.items() for name in names}
    times = Counter(feature.id for feature in drawn.features)
    for name, kind in kind_of.items():
        if name not in times:
            faults.add(
                MAP, "features", f"{kind} area {name!r} is not drawn", "a shape for every area of areas.toml"
            )
    for name, count in times.items():
        if count > 1:
            faults.add(MAP, f"features[{name}]", f"drawn {count} times", "one shape")
    sheet = _Sheet(drawn.properties.height, faults)
    for feature in drawn.features:
        key, place = f"features[{feature.id}]", feature.properties
        if place.name != feature.id:
            faults.add(MAP, f"{key}.properties.name", f"is {place.name!r}", f"the id {feature.id!r}")
        if place.kind != "beyond":
            if feature.id not in kind_of:
                near = nearest(feature.id, [name for name in kind_of if name not in times])
                faults.add(MAP, key, "drawn but not in areas.toml", f"an area of areas.toml{near}")
            elif place.kind != kind_of[feature.id]:
                faults.add(MAP, f"{key}.properties.kind", f"is {place.kind!r}", f"{kind_of[feature.id]!r}")
        factory = feature.id in board.areas and board.areas[feature.id].factory
        _check_place(feature, key, sheet, port=factory)
    _check_marks(drawn, board, sheet, faults)


class _Sheet:
    """What lies on the map and what does not."""

    def __init__(self, height: float, faults: Faults) -> None:
        self.faults = faults
        self.height = height
        if not 0 < height <= MOST_HEIGHT:
            faults.add(MAP, "properties.height", f"is {height:g}", f"a number above 0, {MOST_HEIGHT} at most")
            self.height = MOST_HEIGHT

    def point(self, point: object, key: str) -> bool:
        """Is it a point of the sheet? If not, a fault."""
        found = self.read(point)
        if isinstance(found, str):
            self.faults.add(MAP, key, found, "a point [x, y]" + self.bounds() * found.startswith("is "))
        return not isinstance(found, str)

    def read(self, point: object) -> Point | str:
        """A point of the sheet, or in words why it is none."""
        if not isinstance(point, list):
            return "no list"
        if len(point) != 2:
            return f"{len(point)} numbers"
        if not all(type(number) in (int, float) for number in point):
            return "other things than numbers"
        x, y = point
        # also not a number and infinity, which JSON readers let pass, fail here
        good = 0 <= x <= WIDTH and 0 <= y <= self.height
        return (x, y) if good else f"is {_short(x)}, {_short(y)}"

    def bounds(self) -> str:
        """Which numbers are on the sheet."""
        return f" with x from 0 to {WIDTH} and y from 0 to {self.height:g}"


def _short(number: float) -> str:
    # a whole number may be too long for a float, and for a line
    return f"{number:g}" if abs(number) < 1e9 else repr(number)[:12]


def _check_place(feature: MapFeature, key: str, sheet: _Sheet, *, port: bool) -> None:
    """An outline, and points on the sheet for counters and name; the anchor is inside."""
    place, faults = feature.properties, sheet.faults
    outline = _outline(feature, f"{key}.geometry.coordinates", sheet)
    key = f"{key}.properties"
    if sheet.point(place.anchor, f"{key}.anchor") and outline and not _inside(outline, place.anchor):
        faults.add(MAP, f"{key}.anchor", "is outside the shape", "a point inside it")
    for field, point, needed in (("stack", place.stack, place.kind != "beyond"), ("port", place.port, port)):
        if needed or point:
            sheet.point(point, f"{key}.{field}")
    if place.label is not None:
        sheet.point([place.label.x, place.label.y], f"{key}.label")
        if not -360 <= place.label.angle <= 360:
            faults.add(MAP, f"{key}.label.angle", f"is {place.label.angle:g}", "degrees from -360 to 360")
        if not 0 < place.label.width <= WIDTH:
            wanted = f"a number above 0, {WIDTH} at most"
            faults.add(MAP, f"{key}.label.width", f"is {place.label.width:g}", wanted)
    if not 0 <= place.clearance <= WIDTH:
        faults.add(MAP, f"{key}.clearance", f"is {place.clearance:g}", f"a number from 0 to {WIDTH}")
    for n, point in enumerate(place.curve, 1):
        sheet.point(point, f"{key}.curve[{n}]")


def _outline(feature: MapFeature, key: str, sheet: _Sheet) -> list[Ring]:
    """All rings of a shape; nothing, and a fault for each ring that is none, if it cannot be drawn."""
    shape = feature.geometry
    polygons: dict[str, object] = {key: shape.coordinates}
    if shape.type == "MultiPolygon":
        polygons = {f"{key}[{n}]": rings for n, rings in enumerate(shape.coordinates, 1)}
        if not polygons:
            sheet.faults.add(MAP, key, "is empty", "at least one polygon")
    found: list[Ring] = []
    sound = True
    for at, rings in polygons.items():
        if not isinstance(rings, list) or not rings:
            sheet.faults.add(MAP, at, "holds no ring", "a list of rings")
            sound = False
            continue
        for n, each in enumerate(rings, 1):
            ring = _read_ring(each, sheet)
            if isinstance(ring, str):
                wanted = f"at least three points [x, y]{sheet.bounds()}"
                sheet.faults.add(MAP, f"{at}[{n}]", ring, wanted)
                sound = False
            else:
                found.append(ring)
    return found if sound else []


def _read_ring(ring: object, sheet: _Sheet) -> Ring | str:
    """A ring that encloses something, or in words why it does not."""
    if not isinstance(ring, list):
        return "no list of points"
    points: Ring = []
    for n, each in enumerate(ring, 1):
        point = sheet.read(each)
        if isinstance(point, str):
            return f"point {n}: {point}"
        points.append(point)
    different = len(set(points))
    return points if different >= 3 else f"{different} different point{'s' * (different != 1)}"


def _inside(rings: list[Ring], point: Sequence[float]) -> bool:
    """A line from the point to the left crosses the rings an odd number of times."""
    x, y = point
    crossings = 0
    for ring in rings:
        for (x0, y0), (x1, y1) in zip([ring[-1], *ring], ring, strict=False):
            crossings += (y0 > y) != (y1 > y) and x > x0 + (x1 - x0) * (y - y0) / (y1 - y0)
    return crossings % 2 == 1


def _check_marks(drawn: MapFile, board: AreasFile, sheet: _Sheet, faults: Faults) -> None:
    """The corner and the straits are those of the board, once each."""
    corner, straits = drawn.properties.corner, drawn.properties.straits
    if corner.areas != board.corner:
        wrong = f"joins {', '.join(corner.areas) or 'nothing'}"
        faults.add(
            MAP, "properties.corner.areas", wrong, f"{', '.join(board.corner) or 'nothing'}, as in areas.toml"
        )
    if corner.point:
        sheet.point(corner.point, "properties.corner.point")
    pairs = [tie.areas for tie in straits]
    if {frozenset(pair) for pair in pairs} != {frozenset(pair) for pair in board.straits}:
        wrong = f"draws {_pairs(pairs)}"
        faults.add(MAP, "properties.straits", wrong, f"{_pairs(board.straits)}, as in areas.toml")
    for n, tie in enumerate(straits, 1):
        key = f"properties.straits[{n}]"
        if any(set(tie.areas) == set(other.areas) for other in straits[: n - 1]):
            faults.add(MAP, f"{key}.areas", f"{_pairs([tie.areas])} stands there already", "each pair once")
        if tie.bridge and len(tie.bridge) != 2:
            faults.add(MAP, f"{key}.bridge", f"{len(tie.bridge)} points", "two points")
        for end, point in enumerate(tie.bridge, 1):
            sheet.point(point, f"{key}.bridge[{end}]")


def _pairs(pairs: Sequence[Sequence[str]]) -> str:
    return ", ".join(" - ".join(pair) for pair in pairs) or "no straits"
