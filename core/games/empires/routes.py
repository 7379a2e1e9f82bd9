"""All ways a piece could go on an empty map, worked out once for each place of a chart set (5.1, 5.4, 7.1,
9.1).

What stands on the map stops, closes or opens walks; see `movement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from core.games.empires.chart_types import Board, Charts
from core.games.empires.offers import Route
from core.games.empires.state import FOREIGN

INDIAN_STEPS: Final = 2
COLONIAL_STEPS: Final = 3
LED_STEPS: Final = 3
LAND_STEPS_WITH_CROSSING: Final = 2


Met: TypeAlias = tuple[int, int, tuple[int, ...]]
"""What a walk meets, as `Walk.route` takes it."""


class Walk(NamedTuple):
    """A path without its origin, and what it is whatever stands on the way.

    `led`: how many of its steps need a leader or Arms along (0 = none). Masks of all its places, of those
    it passes and of its end; `at_sea`: mask of the steps that end in a sea. `least`, `old`, `company` as in
    `Route`. `free` is the route if it meets nothing; `made` keeps those it has been when it met something.
    """

    path: tuple[int, ...]
    led: int
    mask: int
    through: int
    end: int
    at_sea: int
    least: tuple[int, ...]
    old: bool
    company: int
    free: Route
    made: dict[Met, Route]

    def route(self, alone: int, passable: int, drops: tuple[int, ...]) -> Route:
        """The route that meets this: places where no leader may be without an army, others that may only be
        passed, and, if enemies are to be passed, the armies to drop off at each step."""
        lone, least = 0, list(self.least)
        for i, place in enumerate(self.path):
            if alone >> place & 1:
                lone |= 1 << i
            elif passable >> place & 1:
                least[i] = -1
        for i, armies in enumerate(drops):
            least[i] += armies
        company = self.company | (lone & self.at_sea)
        return Route(self.path, tuple(least), lone, self.led, self.old, company)


class Reach(NamedTuple):
    """The walks of a group, all places they touch or pass, and what they came to before (see `movement`)."""

    walks: tuple[Walk, ...]
    zone: int
    passed: int
    known: dict[tuple[object, ...], tuple[Route, ...]]


class Kind(IntEnum):
    """Who walks: Indians without and with boats, colonials (5.1, 5.4)."""

    INDIAN = 0
    BOATS = 1
    COLONIAL = 2


class Atlas:
    """The walks of one board, by origin, worked out when somebody first stands there; shorter walks first."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.reach: Callable[[int, Kind, bool, bool], Reach] = cache(self._reach)
        self._found: Callable[[int, Kind], tuple[Walk, ...]] = cache(self._walks_from)
        self._straits: Callable[[int], tuple[Walk, ...]] = cache(self._over_straits)

    def _reach(self, origin: int, kind: Kind, led: bool, old: bool) -> Reach:
        """What a group with or without an escort may walk, over the straits only if it is `old` (5.16)."""
        walks = tuple(walk for walk in self._walks(origin, kind, old) if led or not walk.led)
        zone = passed = 0
        for walk in walks:
            zone |= walk.mask
            passed |= walk.through
        return Reach(walks, zone, passed, {})

    def _walks(self, origin: int, kind: Kind, old: bool) -> tuple[Walk, ...]:
        """Every walk from a place or, for a foreign place, into the land."""
        if origin >= FOREIGN:
            return self._found(origin, Kind.INDIAN)
        found = self._found(origin, Kind.COLONIAL if kind is Kind.COLONIAL else Kind.INDIAN)
        if kind is Kind.BOATS:
            found += self._found(origin, Kind.BOATS)
        return found + self._straits(origin) if old else found

    def _walks_from(self, origin: int, kind: Kind) -> tuple[Walk, ...]:
        """Those of one kind, but for those over the straits; of boats only those with a crossing."""
        if origin >= FOREIGN:
            return tuple(self._entries(self.board.foreign_entries[origin - FOREIGN]))
        if kind is Kind.COLONIAL:
            return tuple(self._colonial(origin))
        if origin >= self.board.land:
            return ()
        return tuple(self._boats(origin) if kind is Kind.BOATS else self._land(origin, INDIAN_STEPS))

    def _over_straits(self, origin: int) -> tuple[Walk, ...]:
        """Those over the straits (5.16)."""
        return tuple(self.walk((q,), 0, old=True) for q in _bits(self.board.strait_masks[origin]))

    def walk(
        self, path: tuple[int, ...], led: int, *, old: bool = False, company: int = 0, least: int = 0
    ) -> Walk:
        """A walk with all that is worked out beforehand; `least`: how many may end in the seas it passes."""
        through, end = sum(1 << place for place in set(path[:-1])), 1 << path[-1]
        at_sea = sum(1 << i for i, place in enumerate(path) if place >= self.board.land)
        lows = (*(least if place >= self.board.land else 0 for place in path[:-1]), 0)
        free = Route(path, lows, 0, led, old, company)
        return Walk(path, led, through | end, through, end, at_sea, lows, old, company, free, {})

    def hiland(self, place: int) -> bool:
        """Is this place a hiland?"""
        return bool(self.board.hilands >> place & 1)

    def _led(self, path: tuple[int, ...], free_steps: int) -> int:
        """Steps that need an escort: all of a long march, else up to the last one out of a hiland."""
        if len(path) > free_steps:
            return len(path)
        return max((i + 1 for i in range(1, len(path)) if self.hiland(path[i - 1])), default=0)

    def _paths(self, origin: int, steps: int, *, sea: bool) -> Iterator[tuple[int, ...]]:
        board = self.board
        paths: list[tuple[int, ...]] = [()]
        for _ in range(steps):
            longer = []
            for path in paths:
                here = path[-1] if path else origin
                nexts = board.to_land[here] + (board.to_sea[here] if sea else ())
                longer += [(*path, place) for place in nexts]
            yield from longer
            paths = longer

    def _land(self, origin: int, free_steps: int) -> Iterator[Walk]:
        for path in self._paths(origin, LED_STEPS, sea=False):
            yield self.walk(path, self._led(path, free_steps))

    def _colonial(self, origin: int) -> Iterator[Walk]:
        for path in self._paths(origin, COLONIAL_STEPS, sea=True):
            yield self.walk(path, self._led(path, COLONIAL_STEPS))

    def _entries(self, lands: tuple[int, ...]) -> Iterator[Walk]:
        """Entering costs no step; the move begins in the entry area (R7.1-a), with an army (R7.1-b)."""
        for first in lands:
            yield self.walk((first,), 0, company=1)
            for on in self._land(first, INDIAN_STEPS):
                out_of_hiland = 2 if self.hiland(first) else 0
                yield self.walk((first, *on.path), on.led + 1 if on.led else out_of_hiland, company=1)

    def _boats(self, origin: int) -> Iterator[Walk]:
        """Over one sea, and with an escort up to two land steps before, after or around it (5.4, 9.1)."""
        board = self.board
        for before in [(), *self._paths(origin, LAND_STEPS_WITH_CROSSING, sea=False)]:
            coast = before[-1] if before else origin
            for sea in board.to_sea[coast]:
                to_sea = (*before, sea)
                yield self.walk(to_sea, len(to_sea) if before else 0, least=-1)
                for landing in board.to_land[sea]:
                    if landing == coast:
                        continue
                    crossing = (*to_sea, landing)
                    yield self.walk(crossing, len(crossing) if before else 0, least=-1)
                    left = LAND_STEPS_WITH_CROSSING - len(before)
                    for after in self._paths(landing, left, sea=False) if left else ():
                        yield self.walk((*crossing, *after), len(crossing) + len(after), least=-1)


def _bits(mask: int) -> Iterator[int]:
    place = 0
    while mask:
        if mask & 1:
            yield place
        mask >>= 1
        place += 1


_ATLASES: Final[dict[str, Atlas]] = {}


def atlas(charts: Charts) -> Atlas:
    """The walks of a chart set, worked out when first asked for."""
    made = _ATLASES.get(charts.digest)
    if made is None:
        made = _ATLASES[charts.digest] = Atlas(charts.board)
    return made
