"""All ways a piece could go on an empty map, worked out once for each place of a chart set (5.1, 5.4, 7.1,
9.1).

What stands on the map stops, closes or opens walks; see `movement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import compress
from typing import Final, NamedTuple, overload

from core.games.empires.chart_types import Board, Charts, numbers
from core.games.empires.offers import Route
from core.games.empires.state import FOREIGN

INDIAN_STEPS: Final = 2
COLONIAL_STEPS: Final = 3
LED_STEPS: Final = 3
LAND_STEPS_WITH_CROSSING: Final = 2

_BITS: Final = bytes.maketrans(b"01", b"\0\1")


class Walk(NamedTuple):
    """A path without its origin, and what it is whatever stands on the way.

    `led`: how many of its steps need a leader or Arms along (0 = none). `mask`: all its places; `at_sea`:
    mask of the steps that end in a sea. `free` is the route if it meets nothing.
    """

    path: tuple[int, ...]
    led: int
    mask: int
    at_sea: int
    free: Route


class Reach:
    """The walks of a group from a place, those over the straits last.

    Sets of walks are masks, the first walk being the highest bit: `over[place]` holds those that pass a
    place, `into[place]` those that end there, `straits` those over the straits. `zone` and `passed`: masks
    of all places they touch or pass. `known`: what they came to before (see `movement`).
    """

    __slots__ = ("into", "known", "over", "passed", "straits", "walks", "zone")

    def __init__(self, walks: tuple[Walk, ...], straits: tuple[Walk, ...]) -> None:
        self.walks = walks + straits
        self.straits = (1 << len(straits)) - 1
        self.over: dict[int, int] = {}
        self.into: dict[int, int] = {}
        self.known: dict[tuple[object, ...], Routes] = {}
        bit = 1 << len(self.walks)
        for walk in self.walks:
            bit >>= 1
            *passed, end = walk.path
            for place in passed:
                self.over[place] = self.over.get(place, 0) | bit
            self.into[end] = self.into.get(end, 0) | bit
        self.passed = sum(1 << place for place in self.over)
        self.zone = self.passed | sum(1 << place for place in self.into if place not in self.over)

    def open_walks(self, shut: int, barred: int, *, old: bool) -> tuple[Walk, ...]:
        """Those that pass none of the places `shut` and end in none of `barred`; over the straits only if
        the group is `old` (5.16)."""
        closed = _joined(self.over, shut) | _joined(self.into, barred) | (0 if old else self.straits)
        size = len(self.walks)
        chosen = f"{(1 << size) - 1 & ~closed:0{size}b}".encode().translate(_BITS)
        return tuple(compress(self.walks, chosen))


def _joined(walks: dict[int, int], places: int) -> int:
    """The sets of walks of these places put together."""
    found = 0
    for place in numbers(places):
        found |= walks.get(place, 0)
    return found


class Routes(Sequence[Route]):
    """What walks ask of a group where they meet something; a route is worked out when it is looked at.

    `alone`: mask of the places where no leader may be without an army; `passable`: of others that may only
    be passed; `needs`: enemies to be passed -> the armies to drop off there.
    """

    __slots__ = ("_all", "_alone", "_meeting", "_needs", "_passable", "walks")

    def __init__(self, walks: tuple[Walk, ...], alone: int, passable: int, needs: dict[int, int]) -> None:
        self.walks, self._alone, self._passable, self._needs = walks, alone, passable, needs
        self._meeting = alone | passable | sum([1 << area for area in needs])
        self._all: tuple[Route, ...] | None = None

    def __len__(self) -> int:
        return len(self.walks)

    def __iter__(self) -> Iterator[Route]:
        if self._all is None:
            self._all = tuple([self._route(walk) for walk in self.walks])
        return iter(self._all)

    @overload
    def __getitem__(self, at: int) -> Route: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Route]: ...

    def __getitem__(self, at: int | slice) -> Route | Sequence[Route]:
        return tuple(self)[at] if isinstance(at, slice) else self._route(self.walks[at])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _route(self, walk: Walk) -> Route:
        free = walk.free
        if not walk.mask & self._meeting:
            return free
        lone, least = 0, list(free.least)
        for i, place in enumerate(walk.path):
            if self._alone >> place & 1:
                lone |= 1 << i
            elif self._passable >> place & 1:
                least[i] = -1
        for i, place in enumerate(walk.path[:-1]):
            least[i] += self._needs.get(place, 0)
        company = free.company | (lone & walk.at_sea)
        return Route(walk.path, tuple(least), lone, walk.led, free.old, company)


class Kind(IntEnum):
    """Who walks: Indians without and with boats, colonials (5.1, 5.4)."""

    INDIAN = 0
    BOATS = 1
    COLONIAL = 2


class Atlas:
    """The walks of one board, by origin, worked out when somebody first stands there; shorter walks first."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.reach: Callable[[int, Kind, bool], Reach] = cache(self._reach)
        self._found: Callable[[int, Kind], tuple[Walk, ...]] = cache(self._walks)

    def _reach(self, origin: int, kind: Kind, led: bool) -> Reach:
        """What a group with or without an escort may walk from a place; if it is foreign, into the land."""
        straits: tuple[Walk, ...] = ()
        if origin >= FOREIGN:
            found = self._found(origin, Kind.INDIAN)
        else:
            found = self._found(origin, Kind.COLONIAL if kind is Kind.COLONIAL else Kind.INDIAN)
            found += self._found(origin, kind) if kind is Kind.BOATS else ()
            straits = tuple(self.walk((q,), 0, old=True) for q in numbers(self.board.strait_masks[origin]))
        return Reach(tuple([walk for walk in found if led or not walk.led]), straits)

    def _walks(self, origin: int, kind: Kind) -> tuple[Walk, ...]:
        """Those of one kind, but for those over the straits; of boats only those with a crossing."""
        if origin >= FOREIGN:
            return tuple(self._entries(self.board.foreign_entries[origin - FOREIGN]))
        if kind is Kind.COLONIAL:
            return tuple(self._colonial(origin))
        if origin >= self.board.land:
            return ()
        return tuple(self._boats(origin) if kind is Kind.BOATS else self._land(origin, INDIAN_STEPS))

    def walk(
        self, path: tuple[int, ...], led: int, *, old: bool = False, company: int = 0, least: int = 0
    ) -> Walk:
        """A walk with all that is worked out beforehand; `least`: how many may end in the seas it passes."""
        mask = sum(1 << place for place in set(path))
        at_sea = sum(1 << i for i, place in enumerate(path) if place >= self.board.land)
        lows = (*(least if place >= self.board.land else 0 for place in path[:-1]), 0)
        return Walk(path, led, mask, at_sea, Route(path, lows, 0, led, old, company))

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


_ATLASES: Final[dict[str, Atlas]] = {}


def atlas(charts: Charts) -> Atlas:
    """The walks of a chart set, worked out when first asked for."""
    made = _ATLASES.get(charts.digest)
    if made is None:
        made = _ATLASES[charts.digest] = Atlas(charts.board)
    return made
