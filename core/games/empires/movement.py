"""The list of marches (5.0, 9.1), from precomputed walks and masks of what stands where.

`refuse_march` in `march_rules` walks a path step by step and asks one rule after another. The two are
written apart on purpose: tests hold them against each other and against all walks there are.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.offers import Marches, Route
from core.games.empires.protection import closed_areas, hostile_seas, passable_areas
from core.games.empires.routes import Walk, atlas, walks
from core.games.empires.state import ARMS, FOREIGN, State

Needs: TypeAlias = tuple[tuple[int, int, bool], ...]
"""Enemies a group may be able to pass: area, armies it must drop off there, do own armies stand there."""

_CACHE: Final[dict[tuple[object, ...], dict[tuple[object, ...], tuple[Route, ...]]]] = {}
"""Routes by what bears on all stacks of a position, then by what bears on one."""
_CACHE_SIZE: Final = 2_000
_NO_ESCORTS: Final[list[int]] = []


def marches(c: Charts, s: State) -> list[Marches]:
    """All marches of the active nation, an offer for each place with pieces that may still move."""
    field = _Field(c, s)
    return [offer for place in field.origins() if (offer := field.offer(place)) is not None]


class _Field:
    """The map as the active nation finds it, worked out once for all its stacks."""

    def __init__(self, c: Charts, s: State) -> None:
        self.c, self.s = c, s
        self.land = land = c.board.land
        self.atlas = atlas(c)
        self.colonial = c.nations[s.nation].colonial
        self.boats = 0 if self.colonial else c.setups[s.setup].turns[s.turn].nations[s.nation].boats
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
        self.enemies, bit = 0, 1
        for who in s.owner:
            if who != NONE:
                self.enemies |= bit
            bit <<= 1
        self.pinned = sum(1 << place for place in self.stopped if place < land) & self.enemies
        self.resting = s.moved | s.crossed
        self.escorts: dict[int, list[int]] = {}
        for leader, at in enumerate(s.leader_at):
            if 0 <= at < FOREIGN and c.leaders[leader].nation == s.nation:
                self.escorts.setdefault(at, []).append(leader)
        self.leaders = set(self.escorts)
        if s.nation in s.arms_to:
            for supplier, at in enumerate(s.arms_at):
                if at >= 0 and s.arms_to[supplier] == s.nation:
                    self.escorts.setdefault(at, []).append(ARMS + supplier)
        self.open_seas = self._open_seas() if self.boats else 0
        self.hostile = hostile_seas(c, s) if s.fleets else 0
        self.afloat, self.docked = self._own_seas()
        seas = self.open_seas, self.hostile, self.afloat, self.docked
        self.known = _CACHE.setdefault((c.digest, self.colonial, self.boats, seas), {})
        if len(self.known) > _CACHE_SIZE:
            self.known.clear()

    def _open_seas(self) -> int:
        """Seas an Indian nation may cross: nobody there has refused or has yet to be asked (R5.41-a)."""
        s, shut = self.s, 0
        granted = {(sea, who) for sea, who, yes in s.leave if yes}
        for sea, _, yes in s.leave:
            shut |= 0 if yes else 1 << sea
        for sea, who, _ in s.fleets:
            shut |= 0 if (sea, who) in granted else 1 << sea
        return self.boats & ~shut

    def _own_seas(self) -> tuple[int, int]:
        """Seas with own armies, and with such as have stopped there."""
        afloat = docked = 0
        for place in self.stopped:
            docked |= 1 << place >> self.land << self.land
        for place in self.free:
            afloat |= 1 << place >> self.land << self.land
        return afloat | docked, docked

    def origins(self) -> list[int]:
        """Places with unmoved pieces, in order; then foreign places with waiting invaders."""
        return [*sorted(self.free.keys() | self.leaders), *(place for place, _, _ in self.s.waiting)]

    def offer(self, place: int) -> Marches | None:
        """The marches from a place."""
        if place >= FOREIGN:
            _, armies, mask = next(group for group in self.s.waiting if group[0] == place)
            leaders = tuple(n for n in range(len(self.s.leader_at)) if mask >> n & 1)
            return self._made(place, armies, 0, 0, False, leaders, leaders, leaders)
        armies, old = self.free.get(place, (0, 0))
        stay = place in self.stopped
        here = self.escorts.get(place, _NO_ESCORTS)
        if not here:
            return self._made(place, armies, old, 0, stay, (), (), ())
        escorts = tuple(e for e in here if not self.resting >> e & 1)
        bound = tuple(e for e in escorts if self.s.bound >> e & 1)
        needy = tuple(e for e in here if e >= ARMS or place >= self.land)
        tied = tuple(e for e in needy if e in escorts)
        held = int(len(needy) > len(tied) and not stay)
        return self._made(place, armies, old, held, stay, escorts, bound, tied)

    def _made(
        self, place: int, armies: int, old: int, held: int, stay: bool, escorts: tuple[int, ...],
        bound: tuple[int, ...], tied: tuple[int, ...],
    ) -> Marches | None:  # fmt: skip
        """The offer, unless it is empty."""
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
        zone = self.atlas.zone(place)
        near = self.enemies & zone
        # Each enemy army asks for two armies dropped off, and somebody has to go on (5.3).
        needs = self._needs(near, armies + led) if near and (armies + led > 2 or near & self.pinned) else ()
        key = (place, led, old, near, self.closed & zone, self.passable & zone, needs)
        found = self.known.get(key)
        if found is None:
            found = self._find(place, led, old, {area: (n, own) for area, n, own in needs})
            self.known[key] = found
        return found

    def _needs(self, near: int, pieces: int) -> Needs:
        """The enemies that so many pieces may pass, and those among whom own armies have stopped."""
        needs = []
        while near:
            low = near & -near
            near ^= low
            area = low.bit_length() - 1
            stopped = self.stopped.get(area, 0)
            need = max(0, 2 * self.s.count[area] - stopped)
            if need < pieces or stopped:
                needs.append((area, need, stopped > 0))
        return tuple(needs)

    def _find(
        self, place: int, led: bool, old: bool, needs: dict[int, tuple[int, bool]]
    ) -> tuple[Route, ...]:
        """The walks that what stands on the map leaves open, with what each asks of a group."""
        seas = self.c.board.sea_mask
        # Places that no group may pass, and where none may end.
        shut = self.closed | self.enemies & ~self.passable & ~sum(1 << area for area in needs)
        barred = self.closed | self.passable
        if not self.colonial:
            shut |= seas & ~self.open_seas
            barred |= seas & ~(self.boats & self.hostile)
        busy = self.enemies | self.passable | seas
        chosen = walks(self.c, place, colonial=self.colonial, boats=self.boats > 0)
        if old and place < FOREIGN:
            chosen += self.atlas.straits[place]
        hostile = self.enemies & ~self.passable & ~self.pinned
        routes = []
        for walk in chosen:
            _, escorted, mask, through, end, free, attack = walk
            if through & shut or end & barred or (escorted and not led):
                continue
            if not mask & busy:
                routes.append(free)
            elif not through & busy and end & hostile:
                routes.append(attack)
            else:
                routes.append(self._route(place, walk, needs))
        return tuple(routes)

    def _route(self, origin: int, walk: Walk, needs: dict[int, tuple[int, bool]]) -> Route:
        """A walk on which something stands that lets it pass, with what that asks."""
        last = len(walk.path) - 1
        least, lone, company = [], 0, walk.route.company
        for i, place in enumerate(walk.path):
            low = 0
            if place >= self.c.board.land:
                if i < last and not self.colonial:
                    low = -1
                if not (self.afloat if place != origin else self.docked) >> place & 1:
                    lone |= 1 << i
                    company |= 1 << i
            elif self.passable >> place & 1:
                low = -1
            elif self.enemies >> place & 1:
                need, own = needs.get(place, (0, False))
                if not own:
                    lone |= 1 << i
                if i < last:
                    low = need
            least.append(low)
        return Route(walk.path, tuple(least), lone, walk.led, walk.route.old, company)
