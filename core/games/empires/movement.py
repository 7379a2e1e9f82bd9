"""The list of marches (5.0, 9.1), from precomputed walks and masks of what stands where.

`refuse_march` in `march_rules` walks a path step by step and asks one rule after another. The two are
written apart on purpose: tests hold them against each other and against all walks there are.
"""

from __future__ import annotations

from typing import Final

from core.games.empires.chart_types import NONE, Charts, numbers
from core.games.empires.offers import Marches
from core.games.empires.pieces import land_of
from core.games.empires.protection import closed_areas, hostile_seas, passable_areas
from core.games.empires.routes import Kind, Routes, atlas
from core.games.empires.state import ARMS, FOREIGN, State

_KNOWN: Final = 128
"""How many situations of a reach are kept."""
_NO_ESCORTS: Final[list[int]] = []
_NOBODY: Final = (0, 0)


def marches(c: Charts, s: State) -> list[Marches]:
    """All marches of the active nation, an offer for each place with pieces that may still move."""
    field = _Field(c, s)
    return [offer for place in field.origins() if (offer := field.offer(place)) is not None]


class _Field:
    """The map as the active nation finds it, worked out once for all its stacks."""

    def __init__(self, c: Charts, s: State) -> None:
        self.c, self.s = c, s
        self.land = c.board.land
        self.atlas = atlas(c)
        colonial = c.nations[s.nation].colonial
        self.boats = 0 if colonial else c.setups[s.setup].turns[s.turn].nations[s.nation].boats
        self.kind = Kind.COLONIAL if colonial else Kind.BOATS if self.boats else Kind.INDIAN
        self.free: dict[int, tuple[int, int]] = {}
        self.stopped: dict[int, int] = {}
        afloat = docked = 0
        for cohort in s.cohorts:
            place = cohort.place
            if cohort.path or cohort.crossed:
                self.stopped[place] = self.stopped.get(place, 0) + cohort.armies
                docked |= 1 << place
            else:
                armies, old = self.free.get(place, _NOBODY)
                self.free[place] = armies + cohort.armies, old if cohort.bound else old + cohort.armies
                afloat |= 1 << place
        self.resting = s.moved | s.crossed
        self.escorts: dict[int, list[int]] = {}
        for leader in c.nations[s.nation].leaders:
            if 0 <= (at := s.leader_at[leader]) < FOREIGN:
                self.escorts.setdefault(at, []).append(leader)
        self.leaders = set(self.escorts)
        if s.nation in s.arms_to:
            for supplier, at in enumerate(s.arms_at):
                if at >= 0 and s.arms_to[supplier] == s.nation:
                    self.escorts.setdefault(at, []).append(ARMS + supplier)
        enemies = c.board.land_mask & ~land_of(s, NONE).mask
        self.pinned = docked & enemies
        # Places that no group may pass, and where none may end.
        self.passable, self.shut = passable_areas(c, s), closed_areas(c, s)
        # Enemies stop a group (5.3), unless all it may do is to pass them, or not even that.
        self.hostile = enemies & ~(self.passable | self.shut)
        self.barred = self.shut | self.passable
        # Seas in which no leader is without an army of the group, own ones not being there.
        seas = c.board.sea_mask
        self.lonely = seas & ~(docked | afloat)
        if self.boats:
            self.shut |= seas & ~self._open_seas()
            self.barred |= seas & ~(self.boats & hostile_seas(c, s))

    def _open_seas(self) -> int:
        """Seas an Indian nation may cross: nobody there has refused or has yet to be asked (R5.41-a)."""
        s, shut = self.s, 0
        granted = {(sea, who) for sea, who, yes in s.leave if yes}
        for sea, _, yes in s.leave:
            shut |= 0 if yes else 1 << sea
        for sea, who, _ in s.fleets:
            shut |= 0 if (sea, who) in granted else 1 << sea
        return self.boats & ~shut

    def origins(self) -> list[int]:
        """Places with unmoved pieces, in order; then foreign places with waiting invaders."""
        return [*sorted(self.free.keys() | self.leaders), *(place for place, _, _ in self.s.waiting)]

    def offer(self, place: int) -> Marches | None:
        """The marches from a place."""
        if place >= FOREIGN:
            _, armies, mask = next(group for group in self.s.waiting if group[0] == place)
            leaders = tuple(n for n in range(len(self.s.leader_at)) if mask >> n & 1)
            return self._made(place, armies, 0, 0, False, leaders, leaders, leaders)
        armies, old = self.free.get(place, _NOBODY)
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
        first = routes.walks[0].free
        easy = armies > held and len(first.path) == 1 and not first.old
        return made if easy or any(made.ways()) else None

    def _routes(self, place: int, armies: int, led: bool, old: bool) -> Routes:
        reach = self.atlas.reach(place, self.kind, led)
        zone, known = reach.zone, reach.known
        near = self.hostile & reach.passed
        shut = self.shut & reach.passed | near
        needs: dict[int, int] = {}
        # Each enemy army asks for two armies dropped off, and somebody has to go on (5.3).
        if near and (armies + led > 2 or near & self.pinned):
            needs = self._needs(near, armies + led)
            for area in needs:
                shut ^= 1 << area
        # Where no leader may be without an army; for a group that has none it does not matter.
        alone = self._alone(place) & zone if led else 0
        wanted = tuple(needs.items()) if needs else ()
        key = (old, shut, self.barred & zone, self.passable & zone, alone, wanted)
        found = known.get(key)
        if found is None:
            if len(known) >= _KNOWN:
                known.clear()
            walks = reach.open_walks(shut, self.barred, old=old)
            found = known[key] = Routes(walks, alone, self.passable, needs)
        return found

    def _needs(self, near: int, pieces: int) -> dict[int, int]:
        """The enemies that so many pieces, or those who have stopped there, may let pass -> the armies a
        group must drop off there; whether it has them is for the offer to say."""
        needs = {}
        for area in numbers(near):
            stopped = self.stopped.get(area, 0)
            need = max(0, 2 * self.s.count[area] - stopped)
            if need < pieces or stopped:
                needs[area] = need
        return needs

    def _alone(self, origin: int) -> int:
        """Seas, and land of enemies, where no own armies will be but those of a group from this place."""
        alone = self.lonely | self.hostile & ~self.pinned
        if self.land <= origin < FOREIGN and origin not in self.stopped:
            alone |= 1 << origin
        return alone
