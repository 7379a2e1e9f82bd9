"""The list of marches (5.0, 9.1), from precomputed walks and masks of what stands where.

`refuse_march` in `march_rules` walks a path step by step and asks one rule after another. The two are
written apart on purpose: tests hold them against each other and against all walks there are.
"""

from __future__ import annotations

from typing import Final

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.offers import Marches, Route
from core.games.empires.pieces import escorts_at
from core.games.empires.protection import closed_areas, passable_areas
from core.games.empires.routes import atlas, walks
from core.games.empires.state import ARMS, FOREIGN, State

_CACHE: Final[dict[tuple[object, ...], tuple[Route, ...]]] = {}
_CACHE_SIZE: Final = 20_000


def marches(c: Charts, s: State) -> list[Marches]:
    """All marches of the active nation, an offer for each place with pieces that may still move."""
    field = _Field(c, s)
    return [offer for place in field.origins() if (offer := field.offer(place)) is not None]


class _Field:
    """The map as the active nation finds it, worked out once for all its stacks."""

    def __init__(self, c: Charts, s: State) -> None:
        self.c, self.s = c, s
        board = c.board
        self.colonial = c.nations[s.nation].colonial
        self.boats = 0 if self.colonial else c.setups[s.setup].turns[s.turn].nations[s.nation].boats
        self.enemies = sum(1 << area for area, who in enumerate(s.owner) if who != NONE)
        self.closed = closed_areas(c, s)
        self.passable = passable_areas(c, s)
        self.free: dict[int, list[int]] = {}
        self.stopped: dict[int, int] = {}
        for cohort in s.cohorts:
            if cohort.path or cohort.crossed:
                self.stopped[cohort.place] = self.stopped.get(cohort.place, 0) + cohort.armies
            else:
                free = self.free.setdefault(cohort.place, [0, 0])
                free[0] += cohort.armies
                free[1] += 0 if cohort.bound else cohort.armies
        self.resting = s.moved | s.crossed
        self.leaders = {at for n, at in enumerate(s.leader_at) if at >= 0 and c.leaders[n].nation == s.nation}
        fleets = {sea for sea, who, _ in s.fleets}
        refused = {sea for sea, who, yes in s.leave if not yes}
        granted = {(sea, who) for sea, who, yes in s.leave if yes}
        self.hostile = sum(1 << sea for sea in fleets)
        self.open_seas = self.boats & ~sum(
            1 << sea
            for sea in range(board.land, board.land + board.seas)
            if sea in refused or any(f == sea and (sea, who) not in granted for f, who, _ in s.fleets)
        )
        self.afloat = sum(1 << place for place in {*self.free, *self.stopped} if place >= board.land)

    def origins(self) -> list[int]:
        """Places with unmoved pieces, in order; then foreign places with waiting invaders."""
        return [*sorted(self.free.keys() | self.leaders), *(place for place, _, _ in self.s.waiting)]

    def offer(self, place: int) -> Marches | None:
        """The marches from a place."""
        c, s = self.c, self.s
        if place >= FOREIGN:
            _, armies, leaders = next(group for group in s.waiting if group[0] == place)
            escorts = tuple(n for n in range(len(s.leader_at)) if leaders >> n & 1)
            old, stay, bound, tied, held = 0, False, escorts, escorts, 0
        else:
            armies, old = self.free.get(place, (0, 0))
            stay = place in self.stopped
            here = escorts_at(c, s, s.nation, place)
            escorts = tuple(e for e in here if not self.resting >> e & 1)
            bound = tuple(e for e in escorts if s.bound >> e & 1)
            needy = tuple(e for e in here if e >= ARMS or place >= c.board.land)
            tied = tuple(e for e in needy if e in escorts)
            held = int(len(needy) > len(tied) and not stay)
        if not armies and not escorts:
            return None
        routes = self._routes(place, armies, bool(escorts), old > 0 or len(bound) < len(escorts))
        if not routes:
            return None
        made = Marches(place, armies, old, held, stay, escorts, bound, tied, routes)
        # One army can go one step; where that is not so (only a leader, only the straits) look closer.
        easy = armies > held and len(routes[0].path) == 1 and not routes[0].old
        return made if easy or made.count() else None

    def _routes(self, place: int, armies: int, led: bool, old: bool) -> tuple[Route, ...]:
        zone = atlas(self.c).zone(place)
        near = self.enemies & zone
        # Enemies that these armies could pass at two to one, or among whom own armies stand (5.3).
        needs = []
        here = near
        while here:
            low = here & -here
            here ^= low
            area = low.bit_length() - 1
            stopped = self.stopped.get(area, 0)
            need = max(0, 2 * self.s.count[area] - stopped)
            if need < armies + led or stopped:
                needs.append((area, need, stopped > 0))
        key = (
            self.c.digest, place, self.colonial, self.boats if zone >> self.c.board.land else 0, led, old,
            near, self.closed & zone, self.passable & zone, tuple(needs), self.open_seas, self.hostile,
            self.afloat,
        )  # fmt: skip
        found = _CACHE.get(key)
        if found is None:
            if len(_CACHE) >= _CACHE_SIZE:
                _CACHE.clear()
            found = _CACHE[key] = self._find(place, led, old, {area: (n, own) for area, n, own in needs})
        return found

    def _find(
        self, place: int, led: bool, old: bool, needs: dict[int, tuple[int, bool]]
    ) -> tuple[Route, ...]:
        """The walks that what stands on the map leaves open, with what each asks of a group."""
        routes = []
        chosen = walks(self.c, place, colonial=self.colonial, boats=self.boats > 0)
        for path, escorted in chosen:
            if (led or not escorted) and (route := self._route(place, path, escorted, needs)) is not None:
                routes.append(route)
        if old and place < FOREIGN:
            for path, _ in atlas(self.c).straits[place]:
                route = self._route(place, path, 0, needs)
                if route is not None:
                    routes.append(Route(route.path, route.least, route.lone, 0, True))
        return tuple(routes)

    def _route(
        self, origin: int, path: tuple[int, ...], led: int, needs: dict[int, tuple[int, bool]]
    ) -> Route | None:
        last = len(path) - 1
        least, lone = [], 0
        for i, place in enumerate(path):
            low = 0
            if self.closed >> place & 1:
                return None
            if place >= self.c.board.land:
                if not self.colonial:
                    if i < last:
                        if not self.open_seas >> place & 1:
                            return None
                        low = -1
                    elif not (self.boats & self.hostile) >> place & 1:
                        return None
                if place == origin or not self.afloat >> place & 1:
                    lone |= 1 << i
            elif self.passable >> place & 1:
                if i == last:
                    return None
                low = -1
            elif self.enemies >> place & 1:
                need, own = needs.get(place, (None, False))
                if not own:
                    lone |= 1 << i
                if i < last:
                    if need is None:
                        return None
                    low = need
            least.append(low)
        if origin >= FOREIGN and least[-1] == 0:
            least[-1] = 1  # a leader enters in a group (R7.1-b)
        return Route(path, tuple(least), lone, led, False)
