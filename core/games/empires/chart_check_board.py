"""What can be wrong with the board (2.1, 5.15, 5.16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from core.games.empires.chart_files import AREAS, AreasFile
from core.games.empires.state import FOREIGN
from core.kit.datafile import Faults


def check_board(board: AreasFile, faults: Faults) -> None:
    """Names, borders, regions, coasts, straits and the corner."""
    _one_kind_each(board, faults)
    land = {name: area.borders for name, area in board.areas.items()}
    _check_borders(land, "areas", ".borders", "area", faults)
    _check_borders(board.foreign_borders, "foreign_borders", "", "foreign area", faults)
    _check_borders(board.sea_borders, "sea_borders", "", "sea", faults)
    for name, area in board.areas.items():
        key = f"areas.{name}"
        faults.known(AREAS, f"{key}.region", area.region, board.regions, "region")
        check_list(area.seas, AREAS, f"{key}.seas", board.sea_borders, "sea", faults)
        check_list(area.foreign, AREAS, f"{key}.foreign", board.foreign_borders, "foreign area", faults)
        if area.factory and not area.seas:
            faults.add(AREAS, f"{key}.factory", "the area touches no sea", "a coastal area (12.1)")
    for region in board.regions:
        if all(area.region != region for area in board.areas.values()):
            faults.add(AREAS, "regions", f"region {region!r} has no area", "at least one area in each region")
    places = len(board.areas) + len(board.sea_borders)
    if places > FOREIGN:
        faults.add(AREAS, "areas", f"{places} land areas and seas", f"at most {FOREIGN} together")
    _check_straits(board, faults)
    _check_corner(board, faults)
    _check_in_one_piece(board, faults)


def check_list(
    names: Sequence[str], file: str, key: str, known: Iterable[str], kind: str, faults: Faults
) -> None:
    """Each name known, none twice."""
    known = list(known)
    for name, times in Counter(names).items():
        if faults.known(file, key, name, known, kind) and times > 1:
            faults.add(file, key, f"{kind} {name!r} stands there {times} times", "each name once")


def _one_kind_each(board: AreasFile, faults: Faults) -> None:
    """A name means one thing: land area, foreign area or sea."""
    kinds: dict[str, Collection[str]] = {
        "areas": board.areas,
        "foreign_borders": board.foreign_borders,
        "sea_borders": board.sea_borders,
    }
    seen: dict[str, str] = {}
    for table, names in kinds.items():
        for name in names:
            if name in seen:
                faults.add(AREAS, f"{table}.{name}", f"{name!r} is also in {seen[name]}", "one kind of area")
            seen.setdefault(name, table)
    for region, times in Counter(board.regions).items():
        if times > 1:
            faults.add(AREAS, "regions", f"region {region!r} stands there {times} times", "each name once")


def _check_borders(
    borders: Mapping[str, Sequence[str]], table: str, field: str, kind: str, faults: Faults
) -> None:
    """Borders are between two different places and written on both sides."""
    for name, others in borders.items():
        key = f"{table}.{name}{field}"
        check_list(others, AREAS, key, borders, kind, faults)
        for other in dict.fromkeys(others):
            if other == name:
                faults.add(AREAS, key, f"{name!r} borders itself", f"another {kind}")
            elif other in borders and name not in borders[other]:
                back = f"{table}.{other}{field}"
                faults.add(
                    AREAS, back, f"{name!r} borders {other!r} one way only", f"{name!r} in this list too"
                )


def _check_straits(board: AreasFile, faults: Faults) -> None:
    for number, pair in enumerate(board.straits, 1):
        key = f"straits[{number}]"
        check_list(pair, AREAS, key, board.areas, "area", faults)
        if len(pair) != 2:
            faults.add(AREAS, key, f"{len(pair)} areas", "two areas")
        elif all(name in board.areas for name in pair) and pair[1] in board.areas[pair[0]].borders:
            wrong = f"{pair[0]!r} and {pair[1]!r} share a border"
            faults.add(AREAS, key, wrong, "areas joined by the bridge alone (5.16)")
        if any(set(pair) == set(other) for other in board.straits[: number - 1]):
            faults.add(AREAS, key, f"{' - '.join(pair)} stands there already", "each pair once")


def _check_corner(board: AreasFile, faults: Faults) -> None:
    """Neighbours round the point share a border, those across it do not (5.15)."""
    corner = board.corner
    check_list(corner, AREAS, "corner", board.areas, "area", faults)
    if corner and len(corner) != 4:
        faults.add(AREAS, "corner", f"{len(corner)} areas", "four areas, or none")
    if len(corner) != 4 or not all(name in board.areas for name in corner):
        return
    wrong: list[str] = []
    for n in range(4):
        a, b, across = corner[n], corner[(n + 1) % 4], corner[(n + 2) % 4]
        if b not in board.areas[a].borders:
            wrong.append(f"{a!r} and {b!r} share no border")
        if n < 2 and across in board.areas[a].borders:
            wrong.append(f"{a!r} and {across!r} share a border")
    if wrong:
        wanted = "areas clockwise round a point, with no border across it (5.15)"
        faults.add(AREAS, "corner", "; ".join(wrong), wanted)


def _check_in_one_piece(board: AreasFile, faults: Faults) -> None:
    """A way leads from any area to any other: what nobody can get to never counts (5.1, 5.16)."""
    ways: dict[str, set[str]] = {name: {*area.borders, *area.seas} for name, area in board.areas.items()}
    for sea, others in board.sea_borders.items():
        ways[sea] = {*others, *(name for name, area in board.areas.items() if sea in area.seas)}
    for pair in board.straits:
        for name in pair:
            ways.setdefault(name, set()).update(pair)
    first = next(iter(board.areas), "")
    reached, todo = {first}, [first]
    while todo:
        new = ways.get(todo.pop(), set()) - reached
        reached |= new
        todo += sorted(new)
    for name in board.areas:
        if name not in reached:
            wrong = f"no way leads there from {first!r}"
            faults.add(AREAS, f"areas.{name}", wrong, "a border, strait or sea")
