"""All ways a piece could go on an empty map, worked out once for each chart set (5.1, 5.4, 7.1, 9.1).

What stands on the map stops, closes or opens walks; see `movement`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from core.games.empires.chart_types import Board, Charts
from core.games.empires.offers import Route
from core.games.empires.state import FOREIGN

INDIAN_STEPS: Final = 2
COLONIAL_STEPS: Final = 3
LED_STEPS: Final = 3
LAND_STEPS_WITH_CROSSING: Final = 2


class Walk(NamedTuple):
    """A path without its origin, and `led`: how many of its steps need a leader or Arms along (0 = none).

    Masks of all its places, of those it passes and of its end; the route it is if nobody stands on the
    way, and the one it is if only its end is another nation's land.
    """

    path: tuple[int, ...]
    led: int
    mask: int
    through: int
    end: int
    route: Route
    attack: Route


def walk(path: tuple[int, ...], led: int, *, old: bool = False, company: int = 0) -> Walk:
    """A walk with all that is worked out beforehand; `old` and `company` as in `Route`."""
    through, end = sum(1 << place for place in set(path[:-1])), 1 << path[-1]
    least, last = (0,) * len(path), len(path) - 1
    route = Route(path, least, 0, led, old, company)
    attack = Route(path, least, 1 << last, led, old, company)
    return Walk(path, led, through | end, through, end, route, attack)


class Atlas:
    """The walks of one board, by origin; each list holds shorter walks first."""

    def __init__(self, board: Board) -> None:
        self.board = board
        places = range(board.land + board.seas)
        self.indian = tuple(tuple(self._land(p, INDIAN_STEPS)) if p < board.land else () for p in places)
        self.colonial = tuple(tuple(self._colonial(p)) for p in places)
        self.boats = tuple(tuple(self._boats(p)) if p < board.land else () for p in places)
        self.straits = tuple(
            tuple(walk((q,), 0, old=True) for q in _bits(board.strait_masks[p])) for p in places
        )
        self.entries = tuple(tuple(self._entries(lands)) for lands in board.foreign_entries)
        everything = [a + b + c + d for a, b, c, d in zip(
            self.indian, self.colonial, self.boats, self.straits, strict=True)]  # fmt: skip
        self._zones = [sum(1 << p for p in {p for w in all_ for p in w.path}) for all_ in everything]
        self._foreign_zones = [
            sum(1 << p for p in {p for w in all_ for p in w.path}) for all_ in self.entries
        ]

    def zone(self, origin: int) -> int:
        """Mask of all places any walk from there touches."""
        return self._foreign_zones[origin - FOREIGN] if origin >= FOREIGN else self._zones[origin]

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
            yield walk(path, self._led(path, free_steps))

    def _colonial(self, origin: int) -> Iterator[Walk]:
        for path in self._paths(origin, COLONIAL_STEPS, sea=True):
            yield walk(path, self._led(path, COLONIAL_STEPS))

    def _entries(self, lands: tuple[int, ...]) -> Iterator[Walk]:
        """Entering costs no step; the move begins in the entry area (R7.1-a), with an army (R7.1-b)."""
        for first in lands:
            yield walk((first,), 0, company=1)
            for on in self._land(first, INDIAN_STEPS):
                out_of_hiland = 2 if self.hiland(first) else 0
                yield walk((first, *on.path), on.led + 1 if on.led else out_of_hiland, company=1)

    def _boats(self, origin: int) -> Iterator[Walk]:
        """Over one sea, and with an escort up to two land steps before, after or around it (5.4, 9.1)."""
        board = self.board
        for before in [(), *self._paths(origin, LAND_STEPS_WITH_CROSSING, sea=False)]:
            coast = before[-1] if before else origin
            for sea in board.to_sea[coast]:
                to_sea = (*before, sea)
                yield walk(to_sea, len(to_sea) if before else 0)
                for landing in board.to_land[sea]:
                    if landing == coast:
                        continue
                    crossing = (*to_sea, landing)
                    yield walk(crossing, len(crossing) if before else 0)
                    left = LAND_STEPS_WITH_CROSSING - len(before)
                    for after in self._paths(landing, left, sea=False) if left else ():
                        yield walk((*crossing, *after), len(crossing) + len(after))


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


def walks(charts: Charts, origin: int, *, colonial: bool, boats: bool) -> tuple[Walk, ...]:
    """Every walk from a place or, for a foreign place, into the land; without the straits."""
    made = atlas(charts)
    if origin >= FOREIGN:
        return made.entries[origin - FOREIGN]
    if colonial:
        return made.colonial[origin]
    return made.indian[origin] + made.boats[origin] if boats else made.indian[origin]
