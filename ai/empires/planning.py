"""The Movement Phase: what each possible march would make of the position, all compared at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from ai.empires.appraisal import ARMIES, CAPTURES, FRIENDS, HARM, LOSSES, PRIZES, Appraisal
from ai.empires.fights import Fights
from ai.empires.terrain import Numbers
from core.games.empires.actions import March
from core.games.empires.offers import Marches, Route
from core.games.empires.state import FOREIGN

OUTSIDE: Final = 0.3
"""What an army yet to enter can hope to gain, besides its worth."""
STEP: Final = 0.003
"""What a step costs: of two ways the shorter."""
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
    def march(self) -> March:
        """The action; the others follow by marches of their own."""
        path = self.way.route.path
        last = len(path) - 1
        escorts = tuple((e, last) for e in self.way.offer.escorts) if self.way.led else ()
        return March(self.way.offer.origin, path, (0,) * last + (self.armies,), escorts)


class Stage:
    """Where a nation's armies stand in the middle of its turn: counts, and what waits outside."""

    def __init__(self, count: Numbers, outside: dict[int, int], led: frozenset[int], captured: int) -> None:
        self.count, self.outside, self.led, self.captured = count, outside, led, captured


class Planner:
    """Compares marches by what the armies would then be worth, fights included."""

    def __init__(self, appraisal: Appraisal, fights: Fights, offers: list[Marches]) -> None:
        self.a, self.fights, self.nation = appraisal, fights, appraisal.nation
        self.land = appraisal.land
        self.now_captures = appraisal.calendar.captures(self.nation, appraisal.turn)
        self.waiting = dict(appraisal.view.waiting)
        self.ways = [way for offer in offers for way in self._ways(offer)]
        self.leaders = {way.offer.origin: len(way.offer.escorts) for way in self.ways}

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

    def moves(self, most: int) -> list[Move]:
        """At most so many moves: each way with some, most or all armies, and joint attacks."""
        found: list[Move] = []
        foes = self.a.outer.foes
        for way in self.ways:
            goal, armies = way.route.path[-1], way.offer.armies
            if goal < self.land and foes[goal]:
                there = int(foes[goal])
                sizes = sorted({armies, armies - 1, *(min(armies, there * n // 2 + 1) for n in (2, 3, 4, 6))})
            else:
                sizes = sorted({1, 2, armies - 1, armies} if armies > 1 else {armies})
            found += [Move(way, n) for n in sizes if 0 < n <= armies]
        if self.a.level.joint:
            found += self._joint()
        if len(found) > most:
            worth = self.a.points_near
            found.sort(key=lambda m: -worth[m.way.route.path[-1]])
            found = found[:most]
        return found

    def _joint(self) -> Iterator[Move]:
        """Attacks by several stacks, the largest first; for each number of stacks."""
        foes = self.a.outer.foes
        by_goal: dict[int, list[Way]] = {}
        for way in self.ways:
            goal = way.route.path[-1]
            if goal < self.land and foes[goal] and way.offer.armies:
                by_goal.setdefault(goal, []).append(way)
        for goal, ways in by_goal.items():
            origins: dict[int, Way] = {}
            for way in ways:
                if way.offer.origin not in origins or way.led:
                    origins[way.offer.origin] = way
            order = sorted(origins.values(), key=lambda w: (-w.led, -w.offer.armies, w.offer.origin))
            for spare in (0, 1):
                sent = [(w.offer.origin, w.offer.armies - spare) for w in order if w.offer.armies > spare]
                firsts = [w for w in order if w.offer.armies > spare]
                total = 0
                for number in range(1, len(sent)):
                    total = sum(n for _, n in sent[: number + 1])
                    if total > MOST_JOINT + foes[goal]:
                        break
                    yield Move(firsts[0], sent[0][1], tuple(sent[1 : number + 1]))

    def base(self) -> Numbers:
        """(len(TERMS),): the position as it is, its open fights included."""
        return self.judged([None])[0]

    def judged(self, moves: list[Move | None]) -> Numbers:
        """(rows, len(TERMS)): the parts of the score of each move; None is to leave things as they are."""
        a, land = self.a, self.land
        rows = len(moves)
        count = np.tile(a.own, (rows, 1))
        outside = np.full(rows, float(sum(self.waiting.values())))
        joined: list[int] = [-1] * rows
        extra = np.zeros((rows, 3))
        for row, move in enumerate(moves):
            if move is None:
                continue
            path, goal, origin = move.way.route.path, move.way.route.path[-1], move.way.offer.origin
            joined[row] = goal
            if origin >= FOREIGN:
                outside[row] -= move.armies
            else:
                count[row, origin] -= move.armies
            count[row, goal] += move.armies
            for other, number in move.others:
                if other >= FOREIGN:
                    outside[row] -= number
                else:
                    count[row, other] -= number
                count[row, goal] += number
            extra[row, 0] = move.way.on_way
            extra[row, 1] = -STEP * len(path)
            if not move.way.led and move.way.offer.escorts and origin < land and count[row, origin] <= 0:
                extra[row, 1] -= 0.15
        return self._fought(moves, count, outside, extra)

    def _fought(self, moves: list[Move | None], count: Numbers, outside: Numbers, extra: Numbers) -> Numbers:
        a, land = self.a, self.land
        stand = count[:, :land].copy()
        sure = np.ones_like(stand)
        own = count.copy()
        once = np.zeros((len(count), 5))
        foes = a.outer.foes
        fresh = self.now_captures * [not a.view.captured >> area & 1 for area in range(land)]
        contested = (count[:, :land] > 0) & (foes > 0)
        for row, goal in zip(*np.nonzero(contested), strict=True):
            move = moves[row]
            enemy = int(a.outer.holder[goal])
            more = 0
            if move is not None and move.way.led and move.way.route.path[-1] == goal:
                more = len(move.way.offer.escorts)
            fight = self.fights.attack(
                self.nation, int(count[row, goal]), enemy, int(foes[goal]), int(goal), more
            )
            stand[row, goal], sure[row, goal] = fight.left, fight.chance
            own[row, goal] = fight.left * fight.chance
            once[row, 1] += fight.felled * a.prize(enemy)
            once[row, 2] -= fight.lost * a.forfeit(enemy)
            harm = a.harm[goal] * (fight.chance * a.theirs[goal] + 0.06 * fight.felled)
            once[row, 4 if harm < 0 else 3] += harm
        if fresh.any():
            stands = np.where(stand > 0, sure, 0.0)
            once[:, 0] = np.maximum(stands, 0) @ fresh
        once[:, 0] += extra[:, 0]
        made = a.terms(own, sure, stand)
        made[:, [CAPTURES, PRIZES, LOSSES, HARM, FRIENDS]] = once
        made[:, LOSSES] += extra[:, 1]
        made[:, ARMIES] += (OUTSIDE + a.army) * outside
        return made
