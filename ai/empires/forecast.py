"""How likely a nation is to hold each land area at the end of a later turn.

The chance is a logistic function of what everybody sees: how many armies stand there, on what ground, who
could come, who would want to, and how many of its own could help. One set of weights for areas it holds
and one for others, each by how far the count is away (`SPANS`). The weights are data (forecast.toml); the
command that makes them is `maharaja tune empires` (see `tuning`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np

from ai.empires.calendar import Calendar, data
from ai.empires.terrain import Numbers
from core.games.empires.chart_types import NONE
from core.games.empires.view import View

SPANS: Final = (0, 1, 2, 3, 4, 6, 9)
"""Turns until the count: 0, 1, 2, 3, 4 or 5, 6 to 8, 9 and more."""
HELD: Final = (
    "one", "hiland", "late_most", "most", "late_want", "want", "leaving", "grows", "coming",
    "armies", "hiland_armies", "support",
)  # fmt: skip
"""What the chance to keep an area depends on; `late` counts only who acts before the next count."""
OPEN: Final = (
    "one", "held_by", "friend", "late_most", "sum", "want", "vacant_want", "leaving", "grows", "coming",
    "support", "support_ratio",
)  # fmt: skip
"""What the chance to get an area depends on."""
MOVING: Final = (3, 2)
"""How many of the last of each change with where its own armies are."""


def span(turns: int) -> int:
    """The index in `SPANS` of a number of turns."""
    return max(i for i, first in enumerate(SPANS) if turns >= first)


Places: TypeAlias = tuple[tuple[int, int], ...]
"""(place, armies)"""


class Outer:
    """What the others could do, as (land,) arrays: worked out once for a view and a nation."""

    def __init__(
        self, calendar: Calendar, turn: int, active: int, armies: Sequence[Places], nation: int
    ) -> None:
        self.calendar, self.turn, self.nation = calendar, turn, nation
        self.kept: dict[tuple[float, int, bool], object] = {}
        """What others have worked out from it."""
        self.colonial = calendar.charts.nations[nation].colonial
        board, ground, owner = calendar.board, calendar.terrain, calendar.setup.owner
        self.land = board.land
        self.now = active  # NONE comes before all of them
        land = board.land
        self.foes = np.zeros(land)
        self.holder = np.full(land, NONE)
        self.friend = np.zeros(land)
        self.late_most, self.most, self.sum = np.zeros(land), np.zeros(land), np.zeros(land)
        self.late_want, self.want = np.zeros(land), np.zeros(land)
        for other, places in enumerate(armies):
            if other == nation or owner[other] == NONE:
                continue
            for place, number in places:
                if place < land:
                    self.foes[place], self.holder[place] = number, other
            if owner[other] == owner[nation]:
                self.friend[[place for place, _ in places if place < land]] = 1.0
                continue
            late = other > self.now
            then = turn if late else turn + 1
            coming = calendar.coming(other, then) if then <= calendar.last else np.zeros(land)
            if not places and not coming.any():
                continue
            theirs = np.zeros(ground.places)
            for place, number in places:
                theirs[place] = number
            colonial = calendar.charts.nations[other].colonial
            strength = ground.reach(colonial) @ theirs + coming
            if not strength.any():
                continue
            strength *= 1.5 if colonial else 1.0
            wants = calendar.wants(other, then) * (strength > 0) if then <= calendar.last else self.want * 0
            self.most = np.maximum(self.most, strength)
            self.sum += strength
            self.want = np.maximum(self.want, wants)
            if late:
                self.late_most = np.maximum(self.late_most, strength)
                self.late_want = np.maximum(self.late_want, wants)
        self.tough: Numbers = 1.0 + 0.6 * ground.hiland
        self.firm: Numbers = self.tough * (1.5 if self.colonial else 1.0)
        self.reach = ground.reach(self.colonial)

    @cached_property
    def coming(self) -> Numbers:
        """(land,): its own invaders of its next turn who could be in each area."""
        turn = self.turn + (self.nation <= self.now)
        if turn > self.calendar.last:
            return np.zeros(self.land)
        return self.calendar.coming(self.calendar.heir(self.nation, self.turn, turn), turn)

    @cached_property
    def tables(self) -> tuple[Numbers, Numbers]:
        """What `fixed` gives for every count alike, the rest 0."""
        one, none = np.ones(self.land), np.zeros(self.land)
        late_most, coming = np.log1p(self.late_most), np.log1p(self.coming)
        held = (
            one, self.calendar.terrain.hiland, late_most, np.log1p(self.most), self.late_want, self.want,
            none, none, coming,
        )  # fmt: skip
        open_ = (
            one, np.log1p(self.foes * self.tough), self.friend, late_most, np.log1p(self.sum), self.want,
            (self.foes == 0) * self.want, none, none, coming,
        )  # fmt: skip
        return np.column_stack(held), np.column_stack(open_)


_KEPT: Final[dict[tuple[object, ...], Outer]] = {}
_MOST_KEPT: Final = 8


def outer(calendar: Calendar, view: View, nation: int) -> Outer:
    """The outer world of a nation; while the others stand still it is the same, and kept."""
    others = (*view.armies[:nation], *view.armies[nation + 1 :])
    key = id(calendar), view.turn, view.nation, nation, others
    if key not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = Outer(calendar, view.turn, view.nation, view.armies, nation)
    return _KEPT[key]


def fixed(outer: Outer, leaving: float, grows: int) -> tuple[Numbers, Numbers]:
    """(land, all but `MOVING`) of `HELD` and `OPEN`: what does not change with the own armies.

    `leaving`: part of its armies that the chart takes; `grows`: turns of growth until the count.
    """
    held, open_ = (table.copy() for table in outer.tables)
    held[:, HELD.index("leaving")] = open_[:, OPEN.index("leaving")] = leaving
    held[:, HELD.index("grows")] = open_[:, OPEN.index("grows")] = grows
    return held, open_


def many(stand: Numbers) -> Numbers:
    """The feature `armies`, for any shape."""
    made: Numbers = np.log(np.maximum(stand, 0.25))
    return made


@lru_cache(maxsize=1)
def weights() -> tuple[Numbers, Numbers]:
    """(len(SPANS), len(HELD)) and (len(SPANS), len(OPEN)): what the file says."""
    learned = data()
    return (
        np.array([[learned["held"][name][i] for name in HELD] for i in range(len(SPANS))]),
        np.array([[learned["open"][name][i] for name in OPEN] for i in range(len(SPANS))]),
    )


def chances(scores: Numbers) -> Numbers:
    """The logistic function."""
    made: Numbers = 1.0 / (1.0 + np.exp(-scores))
    return made
