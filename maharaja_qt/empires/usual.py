"""What the cards would pay a seat in the course of history: how much by when, early or late."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from core.games.empires.chart_types import Charts

When: TypeAlias = Literal["early", "late", "steady"]
_MOST: Final = (2, 3)
"""This part of its points, or more, in one half of the game."""


def comes_in(c: Charts, setup: str, nation: int) -> list[int]:
    """The turns in which a nation has armies from the start, gets some, or takes another's place."""
    made = c.setups[setup]
    there = [made.first_turn] if any(nation == who for who, _ in made.armies) else []
    return there + [
        number
        for number, turn in enumerate(made.turns)
        if (turn.nations and turn.nations[nation].arrives)
        or any(nation == younger for _, younger in turn.replacements)
    ]


def usual_points(c: Charts, setup: str, nation: int, first: int, last: int) -> int:
    """The points of a nation from one turn to another, both included, as far as the set-up plays them."""
    turns = range(max(first, c.setups[setup].first_turn), min(last, c.last_turn) + 1)
    return sum(c.expected[turn][nation] for turn in turns)


def usual_total(c: Charts, setup: str, seat: int, turn: int) -> int:
    """The points of a seat at the end of a turn."""
    return sum(usual_points(c, setup, nation, 0, turn) for nation in c.setups[setup].played[seat])


def when_it_scores(c: Charts, setup: str, seat: int) -> tuple[When, int]:
    """The half of the game in which a seat gets most of its points, and the nation that brings most of them
    then (-1: neither half has most)."""
    nations = c.setups[setup].played[seat]
    half = (c.setups[setup].first_turn + c.last_turn) // 2
    total = usual_total(c, setup, seat, c.last_turn)
    part, whole = _MOST
    halves: tuple[tuple[When, int, int], ...] = (("early", 0, half), ("late", half + 1, c.last_turn))
    for when, first, last in halves:
        points = {nation: usual_points(c, setup, nation, first, last) for nation in nations}
        if total and whole * sum(points.values()) >= part * total:
            return when, max(nations, key=lambda nation: points[nation])
    return "steady", -1
