"""Answers in factored form. `Plain` lists a few; `Marches` stands for up to thousands of moves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, product
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from core.games.empires.actions import Action, March, Retreat
from core.games.empires.spreads import Limits, count_spreads, nth_spread
from core.games.empires.state import ARMS
from core.legal import Listed

TRIES: Final = 8
"""How often a march is drawn before all are counted: a draw fails where few choices of escorts work."""


class Plain(Listed[Action], frozen=True, array_like=True, tag="plain"):
    """A short list of answers."""


class Route(Struct, frozen=True, array_like=True):
    """A path and what it asks of the group that takes it.

    `least[i]`: armies that must end at `path[i]` so that the rest may pass (5.3), or -1 if none may
    end there. `lone`: mask of the places of the path where no leader may end without an army. `led`:
    steps for which an escort must come along. `old`: only pieces not `bound` may take it (5.16).
    `company`: mask of the places an escort enters only if an army of the group goes there or beyond.
    """

    path: tuple[int, ...]
    least: tuple[int, ...]
    lone: int
    led: int
    old: bool
    company: int = 0


Way: TypeAlias = tuple[Route, tuple[int, ...], Limits]
"""A route, how many steps each escort goes along (0: it stays), and what the armies can do."""


class Marches(Struct, frozen=True, array_like=True, tag="marches", dict=True):
    """All marches of the unmoved pieces of one place.

    `armies` may go, of which `old` may use the straits; `stay`: other armies stay there in any case
    (so that Arms may stay). `escorts` may go; those in `bound` not over the straits, and those in `tied`
    may not be left without an army: Arms (R12.2-d), and leaders at sea (R9.0-c). `held` armies have to
    stay for the sake of such pieces that have moved already.
    """

    origin: int
    armies: int
    old: int
    held: int
    stay: bool
    escorts: tuple[int, ...]
    bound: tuple[int, ...]
    tied: tuple[int, ...]
    routes: Sequence[Route]

    def count(self) -> int:
        """Number of different marches."""
        ends, _ = self._table
        return ends[-1] if ends else 0

    def nth(self, index: int) -> March:
        """The march number `index`."""
        ends, found = self._table
        at = bisect_right(ends, index)
        if at == len(ends):
            raise IndexError(index)
        route, where, limits = found[at]
        return self._build(route, where, limits, index - ends[at] + count_spreads(limits))

    def sample(self, rng: Random) -> March:
        """Draws the route, then how far each escort goes, then how many armies end where."""
        for _ in range(TRIES):
            route = rng.choice(self.routes)
            where = [rng.randint(0, len(route.path)) for _ in self.escorts]
            if route.led > max(where, default=0):
                where[rng.randrange(len(where))] = rng.randint(route.led, len(route.path))
            limits = self._limits(route, where)
            if limits is not None:
                return self._build(route, where, limits, rng.randrange(count_spreads(limits)))
        return self.nth(rng.randrange(self.count()))

    def contains(self, action: Action) -> bool:
        """Is this march one of them?"""
        if not isinstance(action, March) or action.origin != self.origin:
            return False
        route = next((r for r in self.routes if r.path == action.path), None)
        if route is None or len(action.ends) != len(route.path):
            return False
        ends = dict(action.escorts)
        if len(ends) != len(action.escorts) or list(ends) != sorted(ends):
            return False
        if any(piece not in self.escorts or not 0 <= at < len(route.path) for piece, at in ends.items()):
            return False
        where = tuple(ends[piece] + 1 if piece in ends else 0 for piece in self.escorts)
        limits = self._limits(route, where)
        if limits is None:
            return False
        slack, least, tail = limits
        spare = 0
        for armies, low in zip(action.ends, least, strict=True):
            if armies < max(low, 0) or (low < 0 and armies):
                return False
            spare += armies - max(low, 0)
        return spare <= slack and (tail < 0 or any(action.ends[tail:]))

    def most_to_end(self, route: Route) -> int:
        """The most armies that can end at the last place of a route, in whatever company they go."""
        found = (self._limits(route, where) for where in self._where(route))
        return max(
            (spare + least[-1] for spare, least, _ in filter(None, found) if least[-1] >= 0), default=0
        )

    def _where(self, route: Route) -> Iterator[tuple[int, ...]]:
        """For each escort 0 (stays) or k (ends at the k-th place), in all ways."""
        if not self.escorts:
            if not route.led:
                yield ()
            return
        yield from product(range(len(route.path) + 1), repeat=len(self.escorts))

    def _limits(self, route: Route, where: Sequence[int]) -> Limits | None:
        """What the armies that end on the way can be; None if nothing."""
        last = len(route.path)
        furthest = max(where, default=0)
        if furthest < route.led:
            return None
        least = list(route.least)
        room = min(self.old if route.old else self.armies, self.armies - self.held)
        for piece, at in zip(self.escorts, where, strict=True):
            if not at:
                if piece in self.tied and not self.stay:
                    room = min(room, self.armies - 1)
                continue
            if (route.old and piece in self.bound) or least[at - 1] < 0:
                return None
            if piece >= ARMS or route.lone >> (at - 1) & 1:
                least[at - 1] = max(least[at - 1], 1)
        if furthest < last:
            if least[-1] < 0:
                return None
            least[-1] = max(least[-1], 1)
        tail = (route.company & ((1 << furthest) - 1)).bit_length() - 1
        if tail >= 0 and max(least[tail:]) > 0:
            tail = -1
        slack = room - sum(least) - least.count(-1)
        return (slack, least, tail) if slack >= (tail >= 0) else None

    def _build(self, route: Route, where: Sequence[int], limits: Limits, index: int) -> March:
        escorts = tuple((piece, at - 1) for piece, at in zip(self.escorts, where, strict=True) if at)
        return March(self.origin, route.path, nth_spread(limits, index), escorts)

    def ways(self) -> Iterator[Way]:
        """The ways to take a route with each choice of escorts; none if there is no march at all."""
        for route in self.routes:
            for where in self._where(route):
                limits = self._limits(route, where)
                if limits is not None:
                    yield route, where, limits

    @cached_property
    def _table(self) -> tuple[list[int], list[Way]]:
        """All ways, and where each ends in the count of all."""
        found = list(self.ways())
        return list(accumulate(count_spreads(limits) for _, _, limits in found)), found


class Retreats(Struct, frozen=True, array_like=True, tag="retreats"):
    """`least` to `most` armies that came by `entry` leave for `goal`, any of `escorts` with them.

    When `whole` armies go, none is left behind: then those in `tied` must go along.
    """

    goal: int
    entry: int
    least: int
    most: int
    whole: int
    escorts: tuple[int, ...]
    tied: tuple[int, ...]

    def count(self) -> int:
        """Number of different answers."""
        ways = (self.most - self.least + 1) << len(self.escorts)
        if self.most == self.whole:
            ways -= (1 << len(self.escorts)) - (1 << (len(self.escorts) - len(self.tied)))
        return ways

    def nth(self, index: int) -> Retreat:
        """Fewest armies first; the bits of the rest of the index say which escorts go."""
        if not 0 <= index < self.count():
            raise IndexError(index)
        armies = self.least + (index >> len(self.escorts))
        must = self.tied if armies == self.whole else ()
        may = [piece for piece in self.escorts if piece not in must]
        going = {piece for bit, piece in enumerate(may) if index >> bit & 1}
        return Retreat(self.goal, armies, tuple(sorted({*must, *going})), self.entry)

    def sample(self, rng: Random) -> Retreat:
        """One of them, all equally likely."""
        return self.nth(rng.randrange(self.count()))

    def contains(self, action: Action) -> bool:
        """Is this one of them?"""
        return (
            isinstance(action, Retreat)
            and (action.goal, action.entry) == (self.goal, self.entry)
            and self.least <= action.armies <= self.most
            and list(action.escorts) == sorted(set(action.escorts) & set(self.escorts))
            and (action.armies != self.whole or set(self.tied) <= set(action.escorts))
        )


Offers: TypeAlias = Plain | Marches | Retreats
