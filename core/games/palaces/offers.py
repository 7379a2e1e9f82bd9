"""Answers in factored form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from core.games.palaces.actions import Action, Bid, MoveHouse, Plan, Travel
from core.games.palaces.pieces import DISC
from core.legal import Listed

PLANS: Final = tuple(Plan(a, b) for a, b in combinations_with_replacement(range(DISC), 2))
"""All plans there are: what can be planned hangs on nothing, and so tells nothing."""


class Plain(Listed[Action], frozen=True, array_like=True, tag="plain"):
    """A short list of answers."""


class Plans(Struct, frozen=True, array_like=True, tag="plans"):
    """Any two actions of the disc."""

    def count(self) -> int:
        """45."""
        return len(PLANS)

    def nth(self, index: int) -> Action:
        """By kind."""
        return PLANS[index]

    def sample(self, rng: Random) -> Action:
        """One of them, all equally likely."""
        return rng.choice(PLANS)

    def contains(self, action: Action) -> bool:
        """Is it one of them?"""
        return action in PLANS


class Bids(Struct, frozen=True, array_like=True, tag="bids"):
    """Bids from `least` to `most` gold."""

    least: int
    most: int

    def count(self) -> int:
        """Their number."""
        return self.most - self.least + 1

    def nth(self, index: int) -> Action:
        """The lowest first."""
        if not 0 <= index < self.count():
            raise IndexError(index)
        return Bid(self.least + index)

    def sample(self, rng: Random) -> Action:
        """One of them, all equally likely."""
        return Bid(rng.randint(self.least, self.most))

    def contains(self, action: Action) -> bool:
        """Is it one of them?"""
        return isinstance(action, Bid) and self.least <= action.gold <= self.most


class Moves(Struct, frozen=True, array_like=True, tag="moves"):
    """A house of any of these places to any other of those."""

    by: int
    origins: tuple[int, ...]
    goals: tuple[int, ...]

    def count(self) -> int:
        """Their number."""
        return len(self.origins) * len(self.goals) - len(set(self.origins) & set(self.goals))

    def nth(self, index: int) -> Action:
        """By origin, then by goal."""
        for origin in self.origins:
            goals = [goal for goal in self.goals if goal != origin]
            if index < len(goals):
                return MoveHouse(self.by, origin, goals[index])
            index -= len(goals)
        raise IndexError(index)

    def sample(self, rng: Random) -> Action:
        """One of them, all equally likely."""
        return self.nth(rng.randrange(self.count()))

    def contains(self, action: Action) -> bool:
        """Is it one of them?"""
        return (
            isinstance(action, MoveHouse)
            and action.by == self.by
            and action.origin in self.origins
            and action.goal in self.goals
            and action.origin != action.goal
        )


class OpenRoad(Struct, frozen=True, array_like=True):
    """A road that can be travelled, its ends, and what that costs."""

    road: int
    ends: tuple[int, int]
    toll: int


class Route(Struct, frozen=True, array_like=True):
    """A way to a place and what it costs."""

    toll: int
    path: tuple[int, ...]
    goal: int


class Travels(Struct, frozen=True, array_like=True, tag="travels"):
    """All journeys from `origin` along open roads that pass no place twice and cost no more than `purse`."""

    origin: int
    purse: int
    roads: tuple[OpenRoad, ...]

    def count(self) -> int:
        """Their number."""
        return len(_routes(self))

    def nth(self, index: int) -> Action:
        """The cheapest way to each place first, then all others."""
        route = _routes(self)[index]
        return Travel(route.goal, route.path)

    def sample(self, rng: Random) -> Action:
        """A place is drawn and mostly the cheapest way there; else any journey."""
        cheapest = self.cheapest()
        if rng.random() < 0.9:
            return self.nth(rng.randrange(len(cheapest)))
        return self.nth(rng.randrange(self.count()))

    def contains(self, action: Action) -> bool:
        """Is it one of them?"""
        if not isinstance(action, Travel):
            return False
        roads = {road.road: road for road in self.roads}
        here, passed, cost = self.origin, {self.origin}, 0
        for number in action.path:
            road = roads.get(number)
            if road is None or here not in road.ends:
                return False
            here, cost = road.ends[road.ends[0] == here], cost + road.toll
            if here in passed or cost > self.purse:
                return False
            passed.add(here)
        return bool(action.path) and here == action.goal

    def cheapest(self) -> dict[int, Route]:
        """Place -> the cheapest way there; of several the one with the fewest roads."""
        found: dict[int, Route] = {}
        for route in _routes(self):
            found.setdefault(route.goal, route)
        return found

    def routes(self) -> list[Route]:
        """All of them, the cheapest to each place first."""
        every = sorted(self._from(self.origin, self.purse, (), frozenset({self.origin})), key=_by_cost)
        best: dict[int, Route] = {}
        for route in every:
            best.setdefault(route.goal, route)
        rest = [route for route in every if best[route.goal] is not route]
        return sorted(best.values(), key=lambda route: route.goal) + rest

    def _from(self, here: int, purse: int, path: tuple[int, ...], passed: frozenset[int]) -> Iterator[Route]:
        for road in self.roads:
            if here in road.ends and road.toll <= purse:
                goal = road.ends[road.ends[0] == here]
                if goal not in passed:
                    way = (*path, road.road)
                    yield Route(self.purse - purse + road.toll, way, goal)
                    yield from self._from(goal, purse - road.toll, way, passed | {goal})


def _by_cost(route: Route) -> tuple[int, int, tuple[int, ...]]:
    return route.toll, len(route.path), route.path


@lru_cache(maxsize=256)
def _routes(offer: Travels) -> list[Route]:
    """Kept, for who counts asks for one of them next."""
    return offer.routes()


Offers: TypeAlias = Plain | Plans | Bids | Moves | Travels
