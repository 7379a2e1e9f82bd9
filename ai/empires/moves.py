"""Marches of a Movement Phase as a plan sees them, and a nation's armies after some of them."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final, NamedTuple

from ai.empires.appraisal import Appraisal
from ai.empires.terrain import Numbers
from core.games.empires.actions import March
from core.games.empires.offers import Marches, Route
from core.games.empires.state import FOREIGN

STEP: Final = 0.003
"""What a step costs: of two ways the shorter."""
ALONE: Final = 0.15
"""What leaving a leader without armies costs."""


class Way(NamedTuple):
    """The best route of an offer to a goal, with or without escorts, and whom it leaves on the way."""

    offer: Marches
    route: Route
    led: bool
    passed: int
    """Mask of the areas that pay for it to pass."""
    left: tuple[tuple[int, int], ...] = ()
    """(step, armies) of those who end before the last step."""
    behind: int = 0
    """How many that are."""

    @property
    def goal(self) -> int:
        """Where the others go."""
        return self.route.path[-1]


class Move(NamedTuple):
    """Armies (and escorts) that go a way to its end; `others`: (origin, armies) that join them later.

    With no armies its leaders ride alone.
    """

    way: Way
    armies: int
    others: tuple[tuple[int, int], ...] = ()

    @property
    def going(self) -> int:
        """How many armies it is about."""
        return self.armies + self.way.behind + sum([armies for _, armies in self.others])

    @property
    def leaving(self) -> list[tuple[int, int]]:
        """(origin, armies) of all that set out."""
        return [(self.way.offer.origin, self.armies + self.way.behind), *self.others]

    @property
    def arriving(self) -> list[tuple[int, int]]:
        """(place, armies) of all ends."""
        path = self.way.route.path
        arrived = self.going - self.way.behind
        return [(path[-1], arrived), *[(path[step], armies) for step, armies in self.way.left]]

    @property
    def riders(self) -> frozenset[int]:
        """Where leaders end alone."""
        return frozenset() if self.armies else frozenset((self.way.goal,))

    @property
    def passed(self) -> int:
        """Mask of areas it is in without an army of its own that stays: all of those that pay."""
        return self.way.passed if self.armies else self.way.passed | 1 << self.way.goal

    @property
    def march(self) -> March:
        """The action; the others follow by marches of their own."""
        last = len(self.way.route.path) - 1
        ends = [0] * last + [self.armies]
        for step, armies in self.way.left:
            ends[step] = armies
        escorts = tuple((e, last) for e in self.way.offer.escorts) if self.way.led else ()
        return March(self.way.offer.origin, self.way.route.path, tuple(ends), escorts)


class Stage:
    """A nation's armies in the middle of its Movement Phase, after some moves."""

    def __init__(self, appraisal: Appraisal) -> None:
        self.count = appraisal.own.copy()
        self.outside = float(sum(armies for _, armies in appraisal.view.waiting))
        self.gone: dict[int, int] = {}
        self.led: set[int] = set()
        """Origins whose escorts have gone."""
        self.company: dict[int, int] = {}
        """Place -> escorts that came along."""
        self.passed = 0
        """The same of all its moves."""
        self.riders: frozenset[int] = frozenset()
        """Areas to which leaders rode alone."""
        self.cost = 0.0
        """Steps, and leaders left alone."""

    def after(self, moves: Sequence[Move], land: int) -> Stage:
        """The same with these moves made."""
        made = copy(self)
        made.count = self.count.copy()
        made.gone, made.led, made.company = dict(self.gone), set(self.led), dict(self.company)
        for move in moves:
            goal = move.way.goal
            made.cost += cost_of(move, made.count, land)
            made.passed |= move.passed
            made.riders |= move.riders
            for origin, armies in move.leaving:
                if origin >= FOREIGN:
                    made.outside -= armies
                else:
                    made.count[origin] -= armies
                made.gone[origin] = made.gone.get(origin, 0) + armies
            for place, armies in move.arriving:
                made.count[place] += armies
            if move.way.led:
                made.led.add(move.way.offer.origin)
                made.company[goal] = made.company.get(goal, 0) + len(move.way.offer.escorts)
        return made


def cost_of(move: Move, count: Numbers | list[float], land: int) -> float:
    """What a move costs besides where its armies come to stand."""
    origin = move.way.offer.origin
    cost = STEP * len(move.way.route.path)
    deserted = not move.way.led and move.way.offer.escorts and origin < land and count[origin] <= move.armies
    if deserted or not (move.armies or count[move.way.goal]):
        cost += ALONE
    return cost
