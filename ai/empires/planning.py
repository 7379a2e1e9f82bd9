"""The Movement Phase: what each possible march would make of the position, all compared at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Final, NamedTuple

import numpy as np

from ai.empires.appraisal import ARMIES, CAPTURES, FRIENDS, HARM, LOSSES, PRIZES, Appraisal
from ai.empires.fights import Fights
from ai.empires.terrain import Numbers
from core.games.empires.actions import March
from core.games.empires.offers import Marches, Route
from core.games.empires.state import FOREIGN

STEP: Final = 0.003
"""What a step costs: of two ways the shorter."""
ALONE: Final = 0.15
"""What leaving a leader without armies costs."""
MOST_JOINT: Final = 14


class Way(NamedTuple):
    """The best route of an offer to a goal, with or without escorts."""

    offer: Marches
    route: Route
    led: bool
    on_way: float
    """Points for areas passed."""


class Move(NamedTuple):
    """Armies (and escorts) that go a way; `others`: (origin, armies) that join them later."""

    way: Way
    armies: int
    others: tuple[tuple[int, int], ...] = ()

    @property
    def going(self) -> int:
        """How many armies it is about."""
        return self.armies + sum(armies for _, armies in self.others)

    @property
    def march(self) -> March:
        """The action; the others follow by marches of their own."""
        path = self.way.route.path
        last = len(path) - 1
        escorts = tuple((e, last) for e in self.way.offer.escorts) if self.way.led else ()
        return March(self.way.offer.origin, path, (0,) * last + (self.armies,), escorts)


class Clash(NamedTuple):
    """What an attack leads to: armies left and the chance of it, both, and (5,) what it pays at once."""

    left: float
    chance: float
    expected: float
    once: Numbers


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
        self.once = np.zeros(2)
        """Captures on the way; steps and leaders left alone."""

    def after(self, moves: Sequence[Move], land: int) -> Stage:
        """The same with these moves made."""
        made = copy(self)
        made.count, made.once = self.count.copy(), self.once.copy()
        made.gone, made.led, made.company = dict(self.gone), set(self.led), dict(self.company)
        for move in moves:
            goal = move.way.route.path[-1]
            made.once += alone(move, made.count, land)
            for origin, armies in ((move.way.offer.origin, move.armies), *move.others):
                if origin >= FOREIGN:
                    made.outside -= armies
                else:
                    made.count[origin] -= armies
                made.count[goal] += armies
                made.gone[origin] = made.gone.get(origin, 0) + armies
            if move.way.led:
                made.led.add(move.way.offer.origin)
                made.company[goal] = made.company.get(goal, 0) + len(move.way.offer.escorts)
        return made


def alone(move: Move, count: Numbers, land: int) -> Numbers:
    """(2,): what a move gains and costs besides where its armies come to stand."""
    origin = move.way.offer.origin
    cost = -STEP * len(move.way.route.path)
    if not move.way.led and move.way.offer.escorts and origin < land and count[origin] <= move.armies:
        cost -= ALONE
    return np.array([move.way.on_way, cost])


class Planner:
    """Compares marches by what the armies would then be worth, fights included."""

    def __init__(self, appraisal: Appraisal, fights: Fights, offers: list[Marches]) -> None:
        self.a, self.fights, self.nation = appraisal, fights, appraisal.nation
        self.land = appraisal.land
        self.now_captures = appraisal.calendar.captures(self.nation, appraisal.turn)
        captured = appraisal.view.captured
        self.fresh = self.now_captures * [not captured >> area & 1 for area in range(self.land)]
        self._clashes: dict[tuple[int, int, int], Clash] = {}
        self.ways = [way for offer in offers for way in self._ways(offer)]

    def _ways(self, offer: Marches) -> Iterator[Way]:
        best: dict[tuple[int, bool], Way] = {}
        for route in offer.routes:
            if max(route.least[:-1], default=0) > 0 or route.path[-1] == offer.origin:
                continue
            on_way = self._on_way(route)
            for led in (False, True) if offer.escorts else (False,):
                if route.led and not led:
                    continue
                key = route.path[-1], led
                if key not in best or (on_way, -len(route.path)) > (
                    best[key].on_way,
                    -len(best[key].route.path),
                ):
                    best[key] = Way(offer, route, led, on_way)
        return iter(best.values())

    def _on_way(self, route: Route) -> float:
        points, seen = 0.0, self.a.view.captured
        for place in route.path[:-1]:
            if place < self.land and not self.a.outer.foes[place] and not seen >> place & 1:
                points += self.now_captures[place]
                seen |= 1 << place
        return points

    def moves(self, stage: Stage, most: int, joint: bool) -> list[Move]:
        """At most so many moves: each way with some, most or all armies left, and joint attacks."""
        found: list[Move] = []
        foes = self.a.outer.foes
        for way in self.ways:
            goal, armies = way.route.path[-1], self._left(stage, way)
            if armies <= 0:
                continue
            if goal < self.land and foes[goal]:
                there = int(foes[goal])
                sizes = sorted({armies, armies - 1, *(min(armies, there * n // 2 + 1) for n in (2, 3, 4, 6))})
            else:
                sizes = sorted({1, 2, armies - 1, armies} if armies > 1 else {armies})
            found += [Move(way, n) for n in sizes if 0 < n <= armies]
        if joint:
            found += self._joint(stage)
        if len(found) > most:
            worth = self.a.points_near
            found.sort(key=lambda m: -worth[m.way.route.path[-1]])
            found = found[:most]
        return found

    def _left(self, stage: Stage, way: Way) -> int:
        """Armies that can still go a way."""
        if way.led and way.offer.origin in stage.led:
            return 0
        return way.offer.armies - stage.gone.get(way.offer.origin, 0)

    def _joint(self, stage: Stage) -> Iterator[Move]:
        """Attacks by several stacks, the largest first; for each number of stacks."""
        foes = self.a.outer.foes
        by_goal: dict[int, dict[int, Way]] = {}
        for way in self.ways:
            goal, origin = way.route.path[-1], way.offer.origin
            if goal < self.land and foes[goal] and self._left(stage, way) > 0:
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
        rows = len(moves)
        count = np.tile(stage.count, (rows, 1))
        outside = np.full(rows, stage.outside)
        extra = np.tile(stage.once, (rows, 1))
        for row, move in enumerate(moves):
            if move is None:
                continue
            goal = move.way.route.path[-1]
            extra[row] += alone(move, stage.count, self.land)
            for origin, armies in ((move.way.offer.origin, move.armies), *move.others):
                if origin >= FOREIGN:
                    outside[row] -= armies
                else:
                    count[row, origin] -= armies
                count[row, goal] += armies
        return self._fought(stage, moves, count, outside, extra)

    def _clash(self, goal: int, ours: int, more: int) -> Clash:
        """An attack on a land area, kept: most moves of a phase leave most attacks as they are."""
        key = goal, ours, more
        if key not in self._clashes:
            a, foes = self.a, int(self.a.outer.foes[goal])
            enemy = int(a.outer.holder[goal])
            fight = self.fights.attack(self.nation, ours, enemy, foes, goal, more)
            once = np.zeros(5)
            once[1] = fight.felled * a.prize(enemy)
            once[2] = -fight.lost * a.forfeit(enemy)
            harm = a.harm[goal] * (fight.chance * a.theirs[goal] + 0.06 * fight.felled)
            once[4 if harm < 0 else 3] = harm
            self._clashes[key] = Clash(fight.left, fight.chance, fight.left * fight.chance, once)
        return self._clashes[key]

    def _fought(
        self, stage: Stage, moves: Sequence[Move | None], count: Numbers, outside: Numbers, extra: Numbers
    ) -> Numbers:
        a, land = self.a, self.land
        stand = count[:, :land].copy()
        sure = np.ones_like(stand)
        own = count.copy()
        once = np.zeros((len(count), 5))
        foes = a.outer.foes
        contested = (stand > 0) & (foes > 0)
        for row, goal in zip(*map(np.ndarray.tolist, np.nonzero(contested)), strict=True):
            move = moves[row]
            more = stage.company.get(goal, 0)
            if move is not None and move.way.led and move.way.route.path[-1] == goal:
                more += len(move.way.offer.escorts)
            clash = self._clash(goal, int(count[row, goal]), more)
            stand[row, goal], sure[row, goal], own[row, goal] = clash.left, clash.chance, clash.expected
            once[row] += clash.once
        if self.fresh.any():
            once[:, 0] = np.where(stand > 0, sure, 0.0) @ self.fresh
        once[:, 0] += extra[:, 0]
        made = a.terms(own, sure, stand)
        made[:, [CAPTURES, PRIZES, LOSSES, HARM, FRIENDS]] = once
        made[:, LOSSES] += extra[:, 1]
        made[:, ARMIES] += a.army * outside
        return made
