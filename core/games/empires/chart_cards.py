"""Compiles the Victory Point Cards, and what they would pay in the course of history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.games.empires.chart_check_cards import Entry, objectives, places
from core.games.empires.chart_files import (
    AreasFile,
    CardsFile,
    CoastsObjective,
    DestroyObjective,
    HistoryEntry,
    PlaceObjective,
)
from core.games.empires.chart_types import PIECES, Kind, Objective

Numbers = Mapping[str, int]
Titles = tuple[tuple[int, int], ...]


def compile_cards(
    cards: CardsFile, board: AreasFile, area: Numbers, nation: Numbers, titles: Titles
) -> tuple[Objective, ...]:
    """All objectives, by nation in order of play (15.3)."""
    return tuple(
        _objective(kind, entry, card.nation, board, area, nation, titles)
        for card in sorted(cards.card, key=lambda card: nation[card.nation])
        for kind, _, entry in objectives(card)
    )


def _objective(
    kind: Kind, entry: Entry, owner: str, board: AreasFile, area: Numbers, nation: Numbers, titles: Titles
) -> Objective:
    areas = nations = pieces = 0
    points: tuple[int, ...]
    if isinstance(entry, PlaceObjective):
        points = (entry.points,)
        areas = sum(1 << area[name] for name in places(entry, board))
    elif isinstance(entry, DestroyObjective):
        points = (entry.points,)
        nations = sum(1 << nation[name] for name in entry.nations)
        pieces = sum(PIECES[piece] for piece in set(entry.pieces))
    elif isinstance(entry, CoastsObjective):
        points = tuple(entry.points)
    else:
        points = tuple(award for _, award in titles)
    return Objective(
        id=entry.id,
        kind=kind,
        nation=nation[owner],
        turns=tuple(sorted(entry.turns)),
        points=points,
        areas=areas,
        nations=nations,
        pieces=pieces,
    )


def expected_points(
    history: Sequence[HistoryEntry],
    lines: Sequence[Objective],
    area: Numbers,
    nation: Numbers,
    titles: Titles,
    last: int,
) -> tuple[tuple[int, ...], ...]:
    """[turn][nation] -> the points of that turn if events follow history."""
    table = [[0] * len(nation) for _ in range(last + 1)]
    for entry in history:
        for line in lines:
            if entry.turn in line.turns:
                table[entry.turn][line.nation] += _earned(line, entry, area, nation, titles)
    return tuple(map(tuple, table))


def _earned(line: Objective, entry: HistoryEntry, area: Numbers, nation: Numbers, titles: Titles) -> int:
    """What a line pays for one turn of history."""
    owner = next(name for name, number in nation.items() if number == line.nation)
    if line.kind in ("hold", "capture"):
        done = (entry.holds if line.kind == "hold" else entry.captures).get(owner, [])
        return line.points[0] * sum(line.areas >> area[name] & 1 for name in done)
    if line.kind == "destroy":
        return line.points[0] * sum(
            lost.number
            for lost in entry.destroyed
            if lost.by == owner
            and line.nations >> nation[lost.nation] & 1
            and line.pieces & PIECES[lost.piece]
        )
    if line.kind == "coasts":
        return (0, *line.points)[min(entry.coasts.get(owner, 0), len(line.points))]
    return max((award for needed, award in titles if entry.raj.get(owner, 0) >= needed), default=0)
