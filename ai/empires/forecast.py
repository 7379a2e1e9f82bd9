"""How likely a nation is to hold each land area at the end of a later turn.

The chance is a logistic function of what everybody sees: how many armies stand there, on what ground, who
could come, who would want to, and how many of its own could help. One set of weights for areas it holds
and one for others, each by how far the count is away (`SPANS`). The weights are data (forecast.toml); the
command that makes them is `maharaja tune empires` (see `tuning`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ai.empires.calendar import Calendar, data
from ai.empires.terrain import Numbers, mask
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


class Enemies(NamedTuple):
    """The nations of other seats in the order of play, and their next turns: (nations, land) each."""

    nations: list[int]
    late: int
    """How many of them have had their turn."""
    colonial: list[int]
    """Which of them, as indices."""
    coming: Numbers
    wants: Numbers


@lru_cache(maxsize=4096)
def enemies(calendar: Calendar, turn: int, active: int, nation: int) -> Enemies:
    """Those of a nation while another is active."""
    owner = calendar.setup.owner
    nations = [other for other, seat in enumerate(owner) if seat not in (NONE, owner[nation])]
    turns = [turn if other > active else turn + 1 for other in nations]
    none = np.zeros((0, calendar.board.land))
    return Enemies(
        nations,
        sum(other <= active for other in nations),
        [row for row, other in enumerate(nations) if calendar.charts.nations[other].colonial],
        np.vstack([none, *map(calendar.coming, nations, turns)]),
        np.vstack([none, *map(calendar.wants, nations, turns)]),
    )


class Outer:
    """What the others could do, as (land,) arrays: worked out once for a view and a nation."""

    def __init__(
        self, calendar: Calendar, turn: int, active: int, armies: Sequence[Places], nation: int
    ) -> None:
        self.calendar, self.turn, self.nation = calendar, turn, nation
        self.kept: dict[tuple[object, ...], object] = {}
        """What others have worked out from it."""
        self.colonial = calendar.charts.nations[nation].colonial
        board, ground, owner = calendar.board, calendar.terrain, calendar.setup.owner
        self.land = land = board.land
        self.now = active  # NONE comes before all of them
        foes, self.holder, friend = [0.0] * land, [NONE] * land, [0.0] * land
        for other, places in enumerate(armies):
            if other == nation or owner[other] == NONE:
                continue
            for place, number in places:
                if place < land:
                    foes[place], self.holder[place] = number, other
                    if owner[other] == owner[nation]:
                        friend[place] = 1.0
        self.foes, self.friend = np.array(foes), np.array(friend)
        foe = enemies(calendar, turn, active, nation)
        theirs = np.zeros((len(foe.nations), ground.places))
        for row, other in zip(theirs, foe.nations, strict=True):
            for place, number in armies[other]:
                row[place] = number
        strength = theirs @ ground.indian.T + foe.coming
        at_sea = theirs[foe.colonial] @ ground.colonial.T
        strength[foe.colonial] = 1.5 * (at_sea + foe.coming[foe.colonial])
        wants = foe.wants * (strength > 0)
        self.sum: Numbers = strength.sum(axis=0)
        self.most, self.want = strength.max(axis=0, initial=0.0), wants.max(axis=0, initial=0.0)
        self.late_most = strength[foe.late :].max(axis=0, initial=0.0)
        self.late_want = wants[foe.late :].max(axis=0, initial=0.0)
        self.tough: Numbers = 1.0 + 0.6 * ground.hiland
        self.firm: Numbers = self.tough * (1.5 if self.colonial else 1.0)
        self.reach = ground.reach(self.colonial)

    @cached_property
    def near(self) -> list[float]:
        """Place -> its rank among the goals that are looked at first."""
        wants = self.calendar.wants(self.nation, self.turn) + 0.2 * (self.foes == 0)
        return [*wants.tolist(), *[0.3] * self.calendar.board.seas]

    @cached_property
    def vacant(self) -> int:
        """Mask of the land areas without armies of others."""
        return mask(self.foes == 0)

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
        return np.array(held).T.copy(), np.array(open_).T.copy()


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
