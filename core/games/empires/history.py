"""What history says of who held what, and whether it came true in a game (`history.toml`).

Not a part of the rules: it is what games are compared with.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from core.faults import UserError
from core.games.empires.chart_types import Charts
from core.games.empires.events import Counted
from core.kit.datafile import Faults, parse, read_struct, read_text

HISTORY: Final = "history.toml"
Claim: TypeAlias = Literal["all", "most", "one", "leads_raj"]


class Statement(Struct, frozen=True):
    """A nation, a game turn with a count, and what is said of the nation's areas then.

    `kind`: it holds all, most or one of the areas, or leads in areas that count for Raj.
    """

    nation: int
    turn: int
    kind: Claim
    areas: tuple[int, ...] = ()


class _Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    nation: str
    turn: Annotated[int, Meta(ge=1, le=999)]
    kind: Claim
    areas: list[str] = []


class _File(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    format: Literal[1]
    statement: list[_Entry]


def read_history(c: Charts, source: Traversable | Path) -> tuple[Statement, ...]:
    """The statements of a file, for these charts. Raises `UserError` naming the first that is wrong."""
    faults = Faults()
    text = read_text(source, faults)
    raw = None if text is None else parse(text, HISTORY, faults)
    entries = [] if raw is None else read_struct(_File, raw, HISTORY, "", faults).statement
    areas = {name: number for number, name in enumerate(c.names["area"][: c.board.land])}
    nations = {nation.id: number for number, nation in enumerate(c.nations)}
    counts = {n for setup in c.setups.values() for n, turn in enumerate(setup.turns) if turn.scoring}
    for number, entry in enumerate(entries, 1):
        key = f"statement[{number}]"
        faults.known(HISTORY, f"{key}.nation", entry.nation, nations, "nation")
        for name in entry.areas:
            faults.known(HISTORY, f"{key}.areas", name, areas, "area")
        if entry.turn not in counts:
            wanted = f"one of {', '.join(map(str, sorted(counts)))}"
            faults.add(HISTORY, f"{key}.turn", f"there is no count in Turn {entry.turn}", wanted)
        if bool(entry.areas) == (entry.kind == "leads_raj"):
            wanted = "no areas" if entry.areas else "at least one area"
            faults.add(HISTORY, f"{key}.areas", f"do not go with {entry.kind!r}", wanted)
    if faults.found:
        more = f"; and {len(faults.found) - 1} more" if len(faults.found) > 1 else ""
        raise UserError(f"{faults.found[0]}{more}")
    return tuple(
        Statement(nations[each.nation], each.turn, each.kind, tuple(areas[name] for name in each.areas))
        for each in entries
    )


def came_true(statement: Statement, counts: Sequence[Counted]) -> bool | None:
    """Did it, in a game with these counts? None if that turn was not counted."""
    for count in counts:
        if count.turn == statement.turn:
            return _holds(statement, count)
    return None


def _holds(statement: Statement, count: Counted) -> bool:
    nation, wanted = statement.nation, len(statement.areas)
    held = sum(count.held[nation] >> area & 1 for area in statement.areas)
    match statement.kind:
        case "all":
            return held == wanted
        case "most":
            return 2 * held > wanted
        case "one":
            return held > 0
        case "leads_raj":
            others = (areas for other, areas in enumerate(count.raj) if other != nation)
            return count.raj[nation] > max(others, default=0)
