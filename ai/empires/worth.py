"""What the charts say an area, a capture or a destroyed piece is worth to a nation in a game turn."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final

import numpy as np

from ai.empires.terrain import Numbers, bits
from core.games.empires.chart_types import NONE, Charts

PATIENCE: Final = 0.72
"""A point of the next game turn is worth this part of a point now."""
GROWTH: Final = 0.16
"""An area of full value that feeds growth."""
FOOTING: Final = 0.06
"""Any land area."""
TITLE: Final = 0.11
"""One area more towards a title, for each turn in which it counts."""
NEAR: Final = 0.5
FAR: Final = 99


def prize_of(charts: Charts, nation: int, turn: int, victim: int, piece: int) -> int:
    """Points a nation gets for destroying a piece of another in a turn (15.3)."""
    return sum(
        line.points[0]
        for line in charts.due[turn][nation]
        if line.kind == "destroy" and line.nations >> victim & 1 and line.pieces & piece
    )


class Worth:
    """Tables of one set-up, worked out when first asked for."""

    def __init__(self, charts: Charts, setup: str) -> None:
        self.charts = charts
        self.setup = charts.setups[setup]
        self.areas = lru_cache(maxsize=None)(self._areas)
        self.captures = lru_cache(maxsize=None)(self._captures)
        self.comers = lru_cache(maxsize=None)(self._comers)

    @cached_property
    def distance(self) -> Numbers:
        """Steps over land and straits between land areas."""
        board = self.charts.board
        steps = np.full((board.land, board.land), float(FAR))
        for start in range(board.land):
            edge, at = {start}, 0
            while edge:
                steps[start, list(edge)] = at
                near = {b for a in edge for b in range(board.land) if self._touches(a, b)}
                edge, at = {b for b in near if steps[start, b] == FAR}, at + 1
        return steps

    def _touches(self, a: int, b: int) -> bool:
        board = self.charts.board
        return bool((board.to_land_masks[a] | board.strait_masks[a]) >> b & 1)

    @cached_property
    def reach(self) -> Numbers:
        """How much an army in the column's area threatens the row's."""
        return np.select([self.distance == 0, self.distance == 1, self.distance == 2], [0.0, 1.0, 0.6], 0.0)

    @cached_property
    def nearness(self) -> Numbers:
        """1 for the area itself, and less for each step."""
        return np.asarray(NEAR**self.distance)

    def lives(self, nation: int) -> list[tuple[int, int, int]]:
        """(nation, first turn, last turn) under which its armies will serve, the present one first."""
        lives, begin = [], 0
        for turn, chart in enumerate(self.setup.turns):
            for old, new in chart.replacements:
                if old == nation:
                    lives.append((nation, begin, turn - 1))
                    nation, begin = new, turn
        return [*lives, (nation, begin, self.charts.last_turn)]

    def _areas(self, nation: int, turn: int) -> Numbers:
        """What holding each land area from now on is worth."""
        board = self.charts.board
        worth = np.full(board.land, FOOTING)
        for who, first, last in self.lives(nation):
            for then in range(max(turn, first), last + 1):
                weight = PATIENCE ** (then - turn)
                for line in self.charts.due[then][who]:
                    if line.kind == "hold":
                        worth += weight * line.points[0] * bits(line.areas, board.land)
                    elif line.kind == "raj":
                        worth += weight * TITLE
        growing = [self.setup.turns[then].nations[nation].growth for then in range(turn + 1, turn + 3)
                   if then <= self.charts.last_turn]  # fmt: skip
        for counted in growing:
            worth += GROWTH / 2 * bits(counted, board.land) * np.array(board.value[: board.land]) / 2
        return worth

    def _captures(self, nation: int, turn: int) -> tuple[int, ...]:
        """Points for standing in each land area in this turn."""
        found = [0] * self.charts.board.land
        for line in self.charts.due[turn][nation]:
            if line.kind == "capture":
                for area in range(len(found)):
                    found[area] += line.points[0] * (line.areas >> area & 1)
        return tuple(found)

    def prize(self, nation: int, turn: int, victim: int, piece: int) -> int:
        """Points for destroying a piece of a nation in this turn."""
        return prize_of(self.charts, nation, turn, victim, piece)

    def _comers(self, nation: int, turn: int) -> Numbers:
        """Armies that will come near each area before the nation's next turn is over."""
        board = self.charts.board
        found = np.zeros(board.land)
        for other, owner in enumerate(self.setup.owner):
            then = turn if other > nation else turn + 1
            if owner in (NONE, self.setup.owner[nation]) or then > self.charts.last_turn:
                continue
            for arrival in self.setup.turns[then].nations[other].arrivals:
                if arrival.foreign != NONE:
                    for area in board.foreign_entries[arrival.foreign]:
                        found += arrival.number * np.where(self.distance[area] <= 1, 0.4, 0.0)
        return found

    def grows(self, nation: int, turn: int) -> int:
        """In how many later turns its population still increases."""
        return sum(bool(self.setup.turns[t].nations[nation].growth)
                   for t in range(turn + 1, self.charts.last_turn + 1))  # fmt: skip

    def coasts(self, nation: int, turn: int) -> bool:
        """Will its factories still pay?"""
        return nation == self.charts.overlord or any(
            line.kind == "coasts" for then in range(turn, self.charts.last_turn + 1)
            for line in self.charts.due[then][nation]
        )  # fmt: skip
