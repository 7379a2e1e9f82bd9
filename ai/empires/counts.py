"""The counts still to come, in the eyes of one nation: which areas pay then, and the chance to hold them.

Everything is laid out in columns, one for each area and count that matters, so that many distributions of
armies are looked at by the same few operations on arrays. The turn after the present one has a column for
every area, whether it pays or not: growth and titles depend on all of them.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ai.empires.calendar import Calendar
from ai.empires.forecast import MOVING, Outer, chances, fixed, many, span, weights
from ai.empires.terrain import Numbers

Index: TypeAlias = NDArray[np.intp]

FADING: Final = 0.8
"""What is to come counts this much less for each turn, where no chance is reckoned."""
AS_HOLD: Final = 0.6
"""A point for entering an area in a later turn, as a part of a point for holding it."""
NEVER: Final = -20.0
AS_ARMY: Final = 0.5
"""A leader alone keeps an area as so many armies would."""


class Ahead:
    """The counts to come of a nation as seen from a turn: what does not change with the position.

    Columns: of `areas`, what they pay `now` and `later`, and the weights of what changes with the own armies.
    `counts`: (turns until it, its areas) of each; `next`: the columns of the coming turn, None at the end.
    `future`: all its points to come, faded.
    """

    def __init__(self, calendar: Calendar, nation: int, turn: int, spans: int) -> None:
        self.future = 0.0
        self.next: slice | None = None
        self.counts: list[tuple[int, Index]] = []
        land, hiland = calendar.board.land, calendar.terrain.hiland
        parts = [np.zeros((6, 0))]
        size = counted = 0
        for then in range(turn, calendar.last + 1):
            heir, turns = calendar.heir(nation, turn, then), then - turn
            pays = calendar.holds(heir, then)
            if turns:
                pays = pays + AS_HOLD * calendar.captures(heir, then)
                self.future += float(pays.sum()) * FADING**turns
            if counted >= spans or not (turns == 1 or pays.any()):
                continue
            counted += bool(pays.any())
            areas = np.arange(land) if turns == 1 else np.flatnonzero(pays)
            if turns == 1:
                self.next = slice(size, size + land)
            size += len(areas)
            self.counts.append((turns, areas))
            held, open_ = weights()[0][span(turns)], weights()[1][span(max(turns, 1))]
            ones, paid = np.ones(len(areas)), pays[areas]
            parts.append(np.array((
                paid * (not turns), paid * (turns > 0), held[-3] + hiland[areas] * held[-2],
                ones * held[-1], ones * open_[-2], ones * open_[-1],
            )))  # fmt: skip
        self.areas: Index = np.concatenate([np.arange(0), *(areas for _, areas in self.counts)])
        self.now, self.later, self.armies, self.help, self.near, self.ratio = np.hstack(parts)


@lru_cache(maxsize=4096)
def ahead(calendar: Calendar, nation: int, turn: int, spans: int) -> Ahead:
    """The counts to come, kept."""
    return Ahead(calendar, nation, turn, spans)


class Counts:
    """The same in a position: how likely the area of each column is to be held.

    `total`: its armies; `moves`: the nation still moves before this turn's count, so that areas it does not
    hold may yet be had.
    """

    def __init__(self, outer: Outer, seen: Ahead, total: float, moves: bool) -> None:
        self._outer, self._seen = outer, seen
        self.size, self.next, self.future = len(seen.areas), seen.next, seen.future
        self.now, self.later = seen.now, seen.later
        if not self.size:
            return
        calendar, nation, turn = outer.calendar, outer.nation, outer.turn
        held, open_ = [], []
        for turns, areas in seen.counts:
            gone = calendar.leaving(nation, turn, turn + turns)
            grows = min(calendar.growing(nation, turn)[1], turns)
            kept, won = fixed(outer, gone / (gone + total) if gone else 0.0, grows)
            held.append(kept[areas] @ weights()[0][span(turns)][: -MOVING[0]])
            if turns or moves:
                open_.append(won[areas] @ weights()[1][span(max(turns, 1))][: -MOVING[1]])
            else:
                open_.append(np.full(len(areas), NEVER))
        self._held, self._open = np.concatenate(held), np.concatenate(open_)
        self._tough: Numbers = (outer.foes * outer.tough)[seen.areas] + 1e-9

    @cached_property
    def by_leader(self) -> Numbers:
        """(land,): points a leader alone in an area may expect at the end of this turn."""
        made = np.zeros(self._outer.land)
        if self.size:
            keeps = chances(self._held + np.log(AS_ARMY) * self._seen.armies)
            np.add.at(made, self._seen.areas, self.now * keeps)
        return made

    def chance(self, own: Numbers, got: Numbers, stand: Numbers) -> Numbers:
        """(rows, columns): the chance to hold the area of each column at its count.

        own: (rows, places), expected armies; `got`, `stand`: (rows, land), the chance that an area is theirs,
        and how many they are then.
        """
        seen, areas = self._seen, self._seen.areas
        support = own @ self._outer.reach.T
        help_ = np.log1p(np.maximum(support - stand, 0.0))[:, areas]
        keeps = chances(self._held + many(stand)[:, areas] * seen.armies + help_ * seen.help)
        near = support[:, areas]
        wins = chances(self._open + np.log1p(near) * seen.near + near / (near + self._tough) * seen.ratio)
        sure = got[:, areas]
        made: Numbers = sure * keeps + (1.0 - sure) * wins
        return made


def counts(outer: Outer, total: float, spans: int, moves: bool) -> Counts:
    """The counts to come, kept with the outer world they were made for."""
    calendar, nation, turn = outer.calendar, outer.nation, outer.turn
    key = total if calendar.leaving(nation, turn, calendar.last) else 0.0, spans, moves
    if key not in outer.kept:
        outer.kept[key] = Counts(outer, ahead(calendar, nation, turn, spans), total, moves)
    made = outer.kept[key]
    assert isinstance(made, Counts)
    return made
