"""The counts still to come, in the eyes of one nation: which areas pay then, and the chance to hold them.

Everything is laid out in columns, one for each area and count that matters, so that many distributions of
armies are looked at by the same few operations on arrays. The turn after the present one has a column for
every area, whether it pays or not: growth and titles depend on all of them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

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


class Counts:
    """Columns of `areas` with `now` and `later` points; `next`: those of the coming turn, None at the end.

    `spans`: how many counts with points are looked at. `moves`: the nation still moves before this turn's
    count, so that areas it does not hold may yet be had. `future`: all its points to come, faded.
    """

    def __init__(self, outer: Outer, total: float, spans: int, moves: bool) -> None:
        self._outer, self._moves = outer, moves
        calendar, nation, turn = outer.calendar, outer.nation, outer.turn
        self.future = 0.0
        self.next: slice | None = None
        parts: list[tuple[Numbers, ...]] = []
        found: list[int] = []
        counted = 0
        for then in range(turn, calendar.last + 1):
            heir = calendar.heir(nation, turn, then)
            pays = calendar.holds(heir, then)
            if then > turn:
                pays = pays + AS_HOLD * calendar.captures(heir, then)
                self.future += float(pays.sum()) * FADING ** (then - turn)
            if counted >= spans or not (then == turn + 1 or pays.any()):
                continue
            counted += bool(pays.any())
            areas = list(range(outer.land)) if then == turn + 1 else np.flatnonzero(pays).tolist()
            if then == turn + 1:
                self.next = slice(len(found), len(found) + outer.land)
            found += areas
            parts.append(self._part(then - turn, areas, pays[areas], total))
        self.size = len(found)
        if found:
            self.areas: Index = np.array(found)
            columns = [np.concatenate([part[i] for part in parts]) for i in range(9)]
            self.now, self.later, self._held, self._open = columns[:4]
            self._armies, self._help, self._near, self._ratio, self._tough = columns[4:]

    def _part(self, ahead: int, areas: list[int], pays: Numbers, total: float) -> tuple[Numbers, ...]:
        """The columns of one count."""
        outer, calendar = self._outer, self._outer.calendar
        turn = outer.turn
        gone = calendar.leaving(outer.nation, turn, turn + ahead)
        grows = min(calendar.growing(outer.nation, turn)[1], ahead)
        kept, won = fixed(outer, gone / (gone + total) if gone else 0.0, grows)
        held, open_ = weights()[0][span(ahead)], weights()[1][span(max(ahead, 1))]
        index = np.array(areas)
        hiland = calendar.terrain.hiland[index]
        ones = np.ones(len(areas))
        out_of_reach = not ahead and not self._moves
        return (
            pays * (not ahead), pays * (ahead > 0), kept[index] @ held[: -MOVING[0]],
            ones * NEVER if out_of_reach else won[index] @ open_[: -MOVING[1]],
            held[-3] + hiland * held[-2], ones * held[-1], ones * open_[-2], ones * open_[-1],
            (outer.foes * outer.tough)[index] + 1e-9,
        )  # fmt: skip

    @cached_property
    def by_leader(self) -> Numbers:
        """(land,): points a leader alone in an area may expect at the end of this turn."""
        made = np.zeros(self._outer.land)
        if self.size:
            keeps = chances(self._held + np.log(AS_ARMY) * self._armies)
            np.add.at(made, self.areas, self.now * keeps)
        return made

    def chance(self, own: Numbers, sure: Numbers, stand: Numbers) -> Numbers:
        """(rows, columns): the chance to hold the area of each column at its count.

        own: (rows, places), expected armies; `sure`, `stand`: (rows, land), the chance that an area with own
        armies is theirs, and how many they are then.
        """
        support = own @ self._outer.reach.T
        help_ = np.log1p(np.maximum(support - stand, 0.0))[:, self.areas]
        got = (sure * (stand > 0))[:, self.areas]
        keeps = chances(self._held + many(stand)[:, self.areas] * self._armies + help_ * self._help)
        near = support[:, self.areas]
        wins = chances(self._open + np.log1p(near) * self._near + near / (near + self._tough) * self._ratio)
        made: Numbers = got * keeps + (1.0 - got) * wins
        return made


def counts(outer: Outer, total: float, spans: int, moves: bool) -> Counts:
    """The counts to come, kept with the outer world they were made for."""
    key = total, spans, moves
    if key not in outer.kept:
        outer.kept[key] = Counts(outer, total, spans, moves)
    made = outer.kept[key]
    assert isinstance(made, Counts)
    return made
