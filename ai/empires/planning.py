"""The Movement Phase: what each possible march would make of the position, all compared at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ai.empires.appraisal import ARMIES, CAPTURES, FRIENDS, HARM, LOSSES, NOW, PRIZES, Appraisal
from ai.empires.fights import Fights
from ai.empires.moves import Move, Stage, Way, cost_of
from ai.empires.terrain import Numbers, mask
from core.games.empires.chart_types import numbers
from core.games.empires.offers import Marches
from core.games.empires.state import FOREIGN

Purpose: TypeAlias = tuple[object, ...]
"""What a way is for: of those for the same the best is kept."""
Merit: TypeAlias = tuple[float, int]
"""Of a way: points for the areas it passes, then fewest steps."""

ONCE: Final = [CAPTURES, PRIZES, LOSSES, HARM, FRIENDS, ARMIES]
"""Parts of the score of a battle, besides who stands where after it."""
MOST_JOINT: Final = 14
MOST_DROPPING: Final = 120
"""Ways of one group that leave armies behind."""


class Clash(NamedTuple):
    """What an attack leads to: armies left and the chance of it, both, and (6,) what it pays at once."""

    left: float
    chance: float
    expected: float
    once: Numbers


class Kept(NamedTuple):
    """The ways of an offer while the areas of a mask pay whoever passes."""

    offer: Marches
    passing: int
    ways: list[Way]


class Planner:
    """Compares marches by what the armies would then be worth, fights included."""

    def __init__(self, appraisal: Appraisal, fights: Fights, offers: list[Marches]) -> None:
        self.a, self.fights, self.nation = appraisal, fights, appraisal.nation
        self.land = appraisal.land
        captured = numbers(appraisal.view.captured & appraisal.board.land_mask)
        self.fresh = appraisal.calendar.captures(self.nation, appraisal.turn).copy()
        self.fresh[captured] = 0.0
        self._paying = mask(self.fresh)
        self._vacant = appraisal.outer.vacant
        self._passing = self._paying & self._vacant
        self._foes: list[int] = appraisal.outer.foes.astype(int).tolist()
        self._clashes: dict[tuple[int, int, int], Clash] = {}
        self.ways = [way for offer in offers for way in self._ways(offer)]
        if appraisal.level.ranges:
            self.ways += [way for offer in offers for way in self._dropping(offer)]

    def _ways(self, offer: Marches) -> list[Way]:
        """Those of `_best_ways`, kept: a march leaves most other offers as they are."""
        key, outer = (offer.origin, self.a.level.ranges), self.a.outer
        kept = outer.kept.get(key)
        if not (isinstance(kept, Kept) and kept.passing == self._passing and kept.offer == offer):
            outer.kept[key] = kept = Kept(offer, self._passing, list(self._best_ways(offer)))
        return kept.ways

    def _best_ways(self, offer: Marches) -> Iterator[Way]:
        """To each goal, the way that passes most; of who ranges, one for each choice of what pays on it."""
        best: dict[Purpose, tuple[Merit, Way]] = {}
        ranges, led_or_not = self.a.level.ranges, (False, True) if offer.escorts else (False,)
        for route in offer.routes:
            path = route.path
            if len(path) > 1 and max(route.least[:-1]) > 0:
                continue
            passed = self._passed(path) if self._passing else 0
            if path[-1] == offer.origin and not (ranges and passed):
                continue
            merit = self._merit(passed, len(path))
            for led in led_or_not:
                if led or not route.led:
                    key = path[-1], led, passed if ranges else 0
                    if key not in best or merit > best[key][0]:
                        best[key] = merit, Way(offer, route, led, passed)
        return (way for _, way in best.values())

    def _dropping(self, offer: Marches) -> list[Way]:
        """Ways of a leader's group that leaves an army in areas on its way, or the two to one whom it passes
        (5.3, R9.1-a)."""
        best: dict[Purpose, tuple[Merit, Way]] = {}
        for route in offer.routes if offer.escorts else ():
            path = route.path
            if len(path) < 2 or path[-1] == offer.origin:
                continue
            passed = self._passed(path)
            merit = self._merit(passed, len(path))
            for ends in product(*map(self._drop, path[:-1], route.least)):
                if 0 < (behind := sum(ends)) < offer.armies:
                    left = tuple((step, n) for step, n in enumerate(ends) if n)
                    key = path[-1], *sorted((path[step], n) for step, n in left)
                    if key not in best or merit > best[key][0]:
                        best[key] = merit, Way(offer, route, True, passed, left, behind)
        found = sorted((way for _, way in best.values()), key=self._worth, reverse=True)
        return found[:MOST_DROPPING]

    def _drop(self, place: int, least: int) -> tuple[int, ...]:
        """How many armies a group may leave in a place of its way."""
        if least > 0:
            return (least,)
        return (0, 1) if self._vacant >> place & 1 and not self.a.own[place] and not least else (0,)

    def _merit(self, passed: int, steps: int) -> Merit:
        return float(self.fresh[numbers(passed)].sum()) if passed else 0.0, -steps

    def _passed(self, path: tuple[int, ...]) -> int:
        """Mask of the areas on a path that pay whoever passes."""
        passed = 0
        for place in path[:-1]:
            passed |= 1 << place
        return passed & self._passing

    def _worth(self, way: Way) -> float:
        """Which ways are looked at first."""
        near, path = self.a.outer.near, way.route.path
        worth = near[path[-1]]
        return worth + sum([near[path[step]] for step, _ in way.left]) if way.left else worth

    def moves(self, stage: Stage, most: int, joint: bool) -> list[Move]:
        """At most so many moves: each way with some, most or all armies left, and joint attacks."""
        found = self._rides(stage) if self.a.level.ranges else []
        for way in self.ways if joint else sorted(self.ways, key=self._worth, reverse=True):
            found += [Move(way, armies) for armies in self._sizes(stage, way)]
            if len(found) >= most and not joint:
                return found[:most]
        if joint:
            found += self._joint(stage)
        if len(found) > most:
            found.sort(key=lambda m: -self._worth(m.way))
            found = found[:most]
        return found

    def _sizes(self, stage: Stage, way: Way) -> Sequence[int]:
        """With how many armies a way may be gone."""
        goal, armies = way.goal, self._left(stage, way)
        if goal == way.offer.origin:
            return [1] if armies > 0 else []
        return sizes(armies, self._foes[goal] if goal < self.land else 0)

    def _rides(self, stage: Stage) -> list[Move]:
        """Leaders alone: they take and hold as armies do where no others are (9.0, R15.3-b), and may go out
        and come back to armies."""
        foes, led = self.a.outer.foes, {*self.a.view.leader_at}
        found = []
        for way in self.ways:
            if not way.led or way.left or way.offer.tied or way.offer.origin in stage.led:
                continue
            goal = way.goal
            vacant = goal < self.land and not foes[goal] and not stage.count[goal] and goal not in led
            if vacant or (stage.count[goal] and way.passed & ~stage.passed):
                found.append(Move(way, 0))
        return found

    def _left(self, stage: Stage, way: Way) -> int:
        """Armies that can still go a way to its end."""
        if way.led and way.offer.origin in stage.led:
            return 0
        return way.offer.armies - stage.gone.get(way.offer.origin, 0) - way.behind

    def _joint(self, stage: Stage) -> Iterator[Move]:
        """Attacks by several stacks, the largest first; for each number of stacks."""
        foes = self.a.outer.foes
        by_goal: dict[int, dict[int, Way]] = {}
        for way in self.ways:
            goal, origin = way.goal, way.offer.origin
            if goal < self.land and foes[goal] and not way.left and self._left(stage, way) > 0:
                origins = by_goal.setdefault(goal, {})
                if origin not in origins or way.led:
                    origins[origin] = way
        for goal, origins in by_goal.items():
            order = sorted(origins.values(), key=lambda w: (-w.led, -self._left(stage, w), w.offer.origin))
            for spare in (0, 1):
                firsts = [(w, self._left(stage, w) - spare) for w in order if self._left(stage, w) > spare]
                for number in range(2, len(firsts) + 1):
                    sent = [(w.offer.origin, armies) for w, armies in firsts[:number]]
                    if sum(armies for _, armies in sent) > MOST_JOINT + foes[goal]:
                        break
                    yield Move(firsts[0][0], sent[0][1], tuple(sent[1:]))

    def judged(self, stage: Stage, moves: Sequence[Move | None]) -> Numbers:
        """(rows, len(TERMS)): the parts of the score after each move; None is to leave things as they are."""
        count = np.full((len(moves), len(stage.count)), stage.count)
        outside, cost = [stage.outside] * len(moves), [stage.cost] * len(moves)
        before: list[float] = stage.count.tolist()
        for row, move in enumerate(moves):
            if move is None:
                continue
            cost[row] += cost_of(move, before, self.land)
            for origin, armies in move.leaving:
                if origin >= FOREIGN:
                    outside[row] -= armies
                else:
                    count[row, origin] -= armies
            for place, armies in move.arriving:
                count[row, place] += armies
        made = self._fought(stage, moves, count)
        made[:, LOSSES] -= cost
        made[:, ARMIES] += self.a.army * np.array(outside)
        return made

    def _clash(self, goal: int, ours: int, more: int) -> Clash:
        """An attack on a land area, kept: most moves of a phase leave most attacks as they are."""
        key = goal, ours, more
        if key not in self._clashes:
            a, foes = self.a, self._foes[goal]
            enemy = a.outer.holder[goal]
            fight = self.fights.attack(self.nation, ours, enemy, foes, goal, more)
            once = np.zeros(len(ONCE))
            once[1] = fight.felled * a.prize(enemy)
            once[2] = -fight.lost * a.forfeit(enemy)
            harm = a.harm(goal, fight.chance, fight.felled)
            once[4 if harm < 0 else 3] = harm
            once[5] = a.army * fight.back
            self._clashes[key] = Clash(fight.left, fight.chance, fight.left * fight.chance, once)
        return self._clashes[key]

    def _fought(self, stage: Stage, moves: Sequence[Move | None], count: Numbers) -> Numbers:
        a, land = self.a, self.land
        stand = count[:, :land].copy()
        sure = np.ones_like(stand)
        own = count.copy()
        once = np.zeros((len(count), len(ONCE)))
        foes = a.outer.foes
        rows, goals = np.nonzero((stand > 0) & (foes > 0))
        clashes = []
        for row, goal, ours in zip(rows.tolist(), goals.tolist(), stand[rows, goals].tolist(), strict=True):
            move = moves[row]
            more = stage.company.get(goal, 0)
            if move is not None and move.way.led and move.way.goal == goal:
                more += len(move.way.offer.escorts)
            clash = self._clash(goal, int(ours), more)
            clashes.append(clash[:3])
            once[row] += clash.once
        if clashes:
            stand[rows, goals], sure[rows, goals], own[rows, goals] = zip(*clashes, strict=True)
        if self._paying:
            got = np.where(stand > 0, sure, 0.0)
            for row, move in enumerate(moves):
                passed = (stage.passed | (move.passed if move else 0)) & self._paying
                if passed:
                    got[row, numbers(passed)] = 1.0
            once[:, 0] = got @ self.fresh
        made = a.terms(own, sure, stand)
        made[:, ONCE] += once
        for row, move in enumerate(moves):
            for place in stage.riders | move.riders if move and not move.armies else stage.riders:
                made[row, NOW] += a.counts.by_leader[place] if not stand[row, place] else 0.0
        return made


@lru_cache(maxsize=4096)
def sizes(armies: int, foes: int) -> tuple[int, ...]:
    """How many of so many armies are thought of to go where so many foes are."""
    some = {armies, armies - 1, *(foes * n // 2 + 1 for n in (2, 3, 4, 6) if foes), *(() if foes else (1, 2))}
    return tuple(n for n in sorted(some) if 0 < n <= armies)
