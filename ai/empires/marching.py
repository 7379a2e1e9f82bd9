"""The Movement Phase of the basic policy: the march that gains most, one after another, until none gains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ai.empires.outlook import Outlook
from core.games.empires.actions import Action, AskLeave, Defy, Done, March, Shift
from core.games.empires.offers import Marches, Plain, Route
from core.games.empires.state import FOREIGN
from core.legal import Legal

LEAST_GAIN: Final = 0.01
MOST_JOINT: Final = 12


class Marching:
    """One question of the Movement Phase."""

    def __init__(self, outlook: Outlook, legal: Legal[Action]) -> None:
        self.o = outlook
        self.offers = [offer for offer in legal.offers if isinstance(offer, Marches)]
        self.others = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]
        self.spare: dict[int, dict[int, int]] = {}
        for offer in self.offers:
            for route in offer.routes:
                if not route.led or offer.escorts:
                    self.spare.setdefault(route.path[-1], {})[offer.origin] = offer.armies

    def choose(self) -> Action | None:
        """The best thing to do; None if it is nothing this class knows."""
        asking = [action for action in self.others if isinstance(action, AskLeave)]
        if asking:
            return asking[0]
        best: tuple[float, March] | None = None
        for gain, march, offer in self._candidates():
            if (best is None or gain > best[0]) and offer.contains(march):
                best = gain, march
        if best and best[0] > LEAST_GAIN:
            return best[1]
        if Done() in self.others:
            return Done()
        ways = [action for action in self.others if isinstance(action, Shift | Defy)]
        return ways[0] if ways else best[1] if best else None

    def _candidates(self) -> Iterator[tuple[float, March, Marches]]:
        for offer in self.offers:
            chosen: dict[tuple[int, bool], tuple[int, Route]] = {}
            for route in offer.routes:
                if any(low > 0 for low in route.least[:-1]):
                    continue
                key = (route.path[-1], route.led > 0)
                on_way = self._on_way(route)
                if key not in chosen or on_way > chosen[key][0]:
                    chosen[key] = (on_way, route)
            for (_, led), (on_way, route) in chosen.items():
                for escorts in ((), offer.escorts) if offer.escorts and not led else (offer.escorts,):
                    yield from self._sized(offer, route, on_way, escorts)

    def _on_way(self, route: Route) -> int:
        """Points for areas passed."""
        o = self.o
        points, seen = 0, o.view.captured
        for place in route.path[:-1]:
            if place < o.board.land and place not in o.enemy and not seen >> place & 1:
                points += o.captures[place]
                seen |= 1 << place
        return points

    def _sized(
        self, offer: Marches, route: Route, on_way: int, escorts: tuple[int, ...]
    ) -> Iterator[tuple[float, March, Marches]]:
        o, origin, goal = self.o, offer.origin, route.path[-1]
        if origin == goal:
            return
        here = offer.armies if origin >= FOREIGN else o.own.get(origin, 0)
        there = o.own.get(goal, 0)
        last = len(route.path) - 1
        fresh = goal < o.board.land and goal not in o.enemy and not o.view.captured >> goal & 1
        arrived = on_way + (o.captures[goal] if fresh and goal not in route.path[:-1] else 0)
        before, base = o.at(origin, here), o.at(goal, there)
        for armies in _sizes(offer.armies):
            march = March(origin, route.path, (0,) * last + (armies,), tuple((e, last) for e in escorts))
            gain = arrived + o.at(origin, here - armies) - before
            gain += o.at(goal, there + armies, len(escorts)) - base - 0.004 * len(route.path)
            if goal in o.enemy and gain <= LEAST_GAIN:
                gain = max(gain, self._jointly(goal, origin, armies, there, gain))
            if not armies:
                gain += 0.3 * o.value[goal] * (fresh and not there) if goal < o.board.land else -1.0
                gain -= 0.1
            elif escorts:
                gain += 0.02 * (armies - (here - armies))
            elif offer.escorts and here - armies <= 0:
                gain -= 0.1
            yield gain, march, offer

    def _jointly(self, goal: int, origin: int, armies: int, there: int, alone: float) -> float:
        """What this march gains if others join it in the attack."""
        o, best, joined, cost = self.o, alone, there + armies, 0.0
        base = (
            o.at(goal, there)
            + o.at(origin, o.own.get(origin, 0))
            - o.at(origin, o.own.get(origin, 0) - armies)
        )
        for other, most in self.spare.get(goal, {}).items():
            if other == origin or other >= FOREIGN:
                continue
            here = o.own.get(other, 0)
            for going in range(1, most + 1):
                if joined + going > MOST_JOINT:
                    break
                paid = cost + o.stand(other, here) - o.stand(other, here - going)
                best = max(best, o.attack(goal, joined + going) - base - paid)
            joined += most
            cost += o.stand(other, here) - o.stand(other, here - most)
        return best


def _sizes(most: int) -> tuple[int, ...]:
    """How many armies are tried."""
    return tuple(range(most + 1)) if most <= 6 else (0, 1, 2, 3, 4, most // 2 + 1, most - 2, most - 1, most)
