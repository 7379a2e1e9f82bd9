"""All marches of a position found the slow way, twice: from `refuse_march`, and from the rules themselves.

Neither looks at `movement` or `routes`, which find them from precomputed walks. `by_refusal` tries
every group on every path that is not plainly absurd. `by_rules` walks a group step by step, as one
would on the board, and knows nothing of `march_rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from core.games.empires.actions import March
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.march_rules import refuse_march
from core.games.empires.pieces import armies_at, escorts_at
from core.games.empires.protection import closed_areas, hostile_seas, passable_areas
from core.games.empires.state import ARMS, FOREIGN, State


def origins(c: Charts, s: State) -> list[int]:
    """Every place a march could begin in."""
    return [*range(c.board.land + c.board.seas), *(place for place, _, _ in s.waiting)]


def next_places(c: Charts, here: int, first: bool) -> list[int]:
    """Across a border, over the straits in the first step, or in from outside."""
    if here >= FOREIGN:
        return list(c.board.foreign_entries[here - FOREIGN])
    straits = [p for p in range(c.board.land) if here < c.board.land and c.board.strait_masks[here] >> p & 1]
    return [*c.board.to_land[here], *c.board.to_sea[here], *(straits if first else [])]


def unmoved(c: Charts, s: State, place: int) -> tuple[int, list[int]]:
    """Armies and escorts that may still move from a place."""
    if place >= FOREIGN:
        _, armies, mask = next(group for group in s.waiting if group[0] == place)
        return armies, [leader for leader in range(len(s.leader_at)) if mask >> leader & 1]
    armies = sum(k.armies for k in s.cohorts if k.place == place and not k.path and not k.crossed)
    resting = s.moved | s.crossed
    return armies, [e for e in escorts_at(c, s, s.nation, place) if not resting >> e & 1]


# From refusals.


def by_refusal(c: Charts, s: State, origin: int) -> Iterator[March]:
    """Every march from a place that `refuse_march` lets pass."""
    armies, escorts = unmoved(c, s, origin)
    if armies or escorts:
        for path in paths(c, s, origin):
            for march in groups(origin, path, armies, escorts):
                if refuse_march(c, s, march) is None:
                    yield march


def groups(origin: int, path: tuple[int, ...], armies: int, escorts: list[int]) -> Iterator[March]:
    """Every division of every group over the places of a path; somebody reaches its end."""
    for where in product(range(-1, len(path)), repeat=len(escorts)):
        going = tuple((e, at) for e, at in zip(escorts, where, strict=True) if at >= 0)
        for ends in divisions(armies, len(path)):
            if ends[-1] or len(path) - 1 in where:
                yield March(origin, path, ends, going)


def divisions(armies: int, places: int) -> Iterator[tuple[int, ...]]:
    """So many armies or fewer over so many places."""
    if not places:
        yield ()
        return
    for here in range(armies + 1):
        for rest in divisions(armies - here, places - 1):
            yield (here, *rest)


def paths(c: Charts, s: State, origin: int) -> Iterator[tuple[int, ...]]:
    """Paths of up to four steps, but no sea without boats, not two with, and no more than three without."""
    colonial = c.nations[s.nation].colonial
    boats = c.setups[s.setup].turns[s.turn].nations[s.nation].boats
    found: list[tuple[int, ...]] = [()]
    for length in range(4):
        longer = []
        for path in found:
            seas = sum(place >= c.board.land for place in path)
            for place in next_places(c, path[-1] if path else origin, not path):
                if place >= c.board.land and not colonial and (seas or not boats):
                    continue
                longer.append((*path, place))
        if length == 3 and origin < FOREIGN:
            longer = [path for path in longer if any(place >= c.board.land for place in path)]
        yield from longer
        found = longer


def absurd(c: Charts, s: State, origin: int, rng: Random) -> March | None:
    """A march that `paths` leaves out: too long, or over seas, or over no border."""
    armies, escorts = unmoved(c, s, origin)
    if not armies:
        return None
    path: list[int] = []
    for _ in range(rng.randint(1, 5)):
        path.append(rng.choice(next_places(c, path[-1] if path else origin, not path)))
    if rng.random() < 0.3:
        path[rng.randrange(len(path))] = rng.randrange(-2, 72)
    ends = tuple(int(at == len(path) - 1) for at in range(len(path)))
    going = tuple((e, len(path) - 1) for e in escorts if rng.random() < 0.7)
    return March(origin, tuple(path), ends, going)


# From the rules.


class Walker:
    """Walks groups over the board by the words of 5.0, 7.1, 9.0 and 9.1."""

    def __init__(self, c: Charts, s: State, origin: int) -> None:
        self.c, self.s, self.origin = c, s, origin
        self.colonial = c.nations[s.nation].colonial
        self.boats = c.setups[s.setup].turns[s.turn].nations[s.nation].boats
        self.closed, self.passable = closed_areas(c, s), passable_areas(c, s)
        self.hostile = hostile_seas(c, s)
        self.armies, self.escorts = unmoved(c, s, origin)

    def all(self) -> Iterator[March]:
        """Every march from the origin."""
        for armies in range(self.armies + 1):
            for chosen in product((False, True), repeat=len(self.escorts)):
                group = [e for e, goes in zip(self.escorts, chosen, strict=True) if goes]
                if (armies or group) and self._may_leave(armies, group):
                    yield from self._go_on(self.origin, [], [], [], armies, group)
                    yield from self._bridge(armies, group)

    def _may_leave(self, armies: int, group: list[int]) -> bool:
        """Arms are not left without an army (R12.2-d), nor leaders at sea or outside (R9.0-c, R7.1-b)."""
        if self.origin >= FOREIGN:
            return armies > 0 and (armies < self.armies or len(group) == len(self.escorts))
        if armies < armies_at(self.s, self.s.nation, self.origin):
            return True
        left = [e for e in escorts_at(self.c, self.s, self.s.nation, self.origin) if e not in group]
        return not left if self._sea(self.origin) else all(e < ARMS for e in left)

    def _bridge(self, armies: int, group: list[int]) -> Iterator[March]:
        """The straits, for who stood there when the turn began (5.16)."""
        old = sum(
            k.armies
            for k in self.s.cohorts
            if k.place == self.origin and not k.path and not k.crossed and not k.bound
        )
        if self.origin >= self.c.board.land or armies > old or any(self.s.bound >> e & 1 for e in group):
            return
        for goal in range(self.c.board.land):
            if self.c.board.strait_masks[self.origin] >> goal & 1 and not self.closed >> goal & 1:
                for march in self._stop(goal, [goal], [], [], armies, group):
                    if len(march.path) == 1:
                        yield march

    def _go_on(
        self, here: int, path: list[int], ends: list[int], out: list[tuple[int, int]], armies: int,
        group: list[int],
    ) -> Iterator[March]:  # fmt: skip
        """One more step of those who are still going."""
        for place in next_places(self.c, here, False):
            if self._may_enter(here, place, path, armies, group):
                yield from self._stop(place, [*path, place], ends, out, armies, group)

    def _stop(
        self, place: int, path: list[int], ends: list[int], out: list[tuple[int, int]], armies: int,
        group: list[int],
    ) -> Iterator[March]:  # fmt: skip
        """Some end at a place just reached; the others, if any, go on."""
        for dropped in range(armies + 1):
            for chosen in product((False, True), repeat=len(group)):
                staying = [e for e, stays in zip(group, chosen, strict=True) if stays]
                going = [e for e in group if e not in staying]
                left = armies - dropped
                if (dropped or staying) and not self._may_end(place, path, dropped, staying):
                    continue
                here = [*ends, dropped]
                outs = [*out, *((e, len(path) - 1) for e in staying)]
                if not left and not going:
                    if dropped or staying:
                        yield March(self.origin, tuple(path), tuple(here), tuple(sorted(outs)))
                elif self._may_pass(place, dropped, staying):
                    yield from self._go_on(place, path, here, outs, left, going)

    def _sea(self, place: int) -> bool:
        return self.c.board.land <= place < FOREIGN

    def _hiland(self, place: int) -> bool:
        return not self._sea(place) and bool(self.c.board.hilands >> place & 1)

    def _own_left(self, place: int) -> bool:
        """Own armies stand there and will: stopped ones, or at sea others than those of the origin."""
        at_sea = self._sea(place) and place != self.origin
        return any(k.place == place and (at_sea or k.path or k.crossed) for k in self.s.cohorts)

    def _may_enter(self, here: int, place: int, path: list[int], armies: int, group: list[int]) -> bool:
        steps = len(path) + 1 - (self.origin >= FOREIGN)
        if self._sea(place) and not armies and not self._own_left(place):
            return False  # leaders go to sea in company
        if here < FOREIGN and path and self._hiland(here) and not group:
            return False  # 5.12, 5.14
        if self.closed >> place & 1:
            return False
        if self.colonial:
            return steps <= 3
        seas = [at for at, passed in enumerate([*path, place]) if self._sea(passed)]
        if not seas:
            return steps <= 2 or (steps == 3 and bool(group))
        if len(seas) > 1 or not self.boats >> [*path, place][seas[0]] & 1 or self.origin >= FOREIGN:
            return False
        # Land steps beside the crossing: those before it, and those after the landing.
        beside = seas[0] + max(0, len(path) - seas[0] - 1)
        coast = path[seas[0] - 1] if seas[0] else self.origin
        back = seas[0] == len(path) - 1 and place == coast
        return not back and (not beside or (beside <= 2 and bool(group)))

    def _may_end(self, place: int, path: list[int], dropped: int, staying: list[int]) -> bool:
        if self.passable >> place & 1:
            return False
        if any(e >= ARMS for e in staying) and not dropped:
            return False
        hostile = not self._sea(place) and self.s.owner[place] != NONE
        if (hostile or self._sea(place)) and not dropped and not self._own_left(place):
            return False
        # Nobody of an Indian nation stays at sea but to attack.
        return self.colonial or not self._sea(place) or bool(self.hostile >> place & 1)

    def _may_pass(self, place: int, dropped: int, staying: list[int]) -> bool:
        if self._sea(place):
            return self.colonial or (not dropped and not staying and self._leave(place))
        if self.s.owner[place] == NONE or self.passable >> place & 1:
            return True
        stopped = sum(k.armies for k in self.s.cohorts if k.place == place and (k.path or k.crossed))
        return stopped + dropped >= 2 * self.s.count[place]

    def _leave(self, sea: int) -> bool:
        answers = [yes for at, _, yes in self.s.leave if at == sea]
        asked = {who for at, who, _ in self.s.leave if at == sea}
        return all(answers) and all(who in asked for at, who, _ in self.s.fleets if at == sea)


def by_rules(c: Charts, s: State, origin: int) -> Iterator[March]:
    """Every march from a place that the rules allow."""
    walker = Walker(c, s, origin)
    if walker.armies or walker.escorts:
        yield from walker.all()
