"""What a seat can make of its view: ways, points, and what the Maharaja would pay."""

from __future__ import annotations

from functools import cached_property

from core.games.palaces.board import Board
from core.games.palaces.offers import OpenRoad, Travels
from core.games.palaces.pieces import (
    ARTISAN_COST,
    NONE,
    OUTER_SITES,
    PALACE_COST,
    PAYOUT,
    TRADER_GOLD,
    Card,
)
from core.games.palaces.view import View


class Outlook:
    """The position as one seat sees it."""

    def __init__(self, board: Board, view: View, seat: int) -> None:
        self.b, self.v, self.seat = board, view, seat
        self.card = view.card[seat]
        self.hand = view.hand[seat]
        self.here = view.at[seat]
        waits = self.card == Card.TRADER and view.phase == "plan"
        self.gold = view.gold[seat] + (TRADER_GOLD if waits else 0)
        self.cost = ARTISAN_COST if self.card == Card.ARTISAN else PALACE_COST
        self.ways = Travels(self.here, self.gold, self._open_roads()).cheapest()

    def _open_roads(self) -> tuple[OpenRoad, ...]:
        found = []
        for number, road in enumerate(self.b.roads):
            every = [sum(own[village] for own in self.v.houses) for village in road.villages]
            if all(every):
                mine = self.v.houses[self.seat]
                asked = [0 if mine[v] else n for v, n in zip(road.villages, every, strict=True)]
                found.append(OpenRoad(number, road.ends, 0 if self.card == Card.MONK else sum(asked)))
        return tuple(found)

    def toll(self, city: int) -> int:
        """What the way there costs; NONE if there is none."""
        if city == self.here:
            return 0
        return self.ways[city].toll if city in self.ways else NONE

    def free_sites(self, city: int) -> int:
        """Sites left in a city."""
        built = sum(own[city] for own in self.v.outer) + self.v.blocked
        return OUTER_SITES - built + (self.v.centre[city] == NONE)

    def points(self, seat: int, city: int, at: int) -> int:
        """Points of a seat in a city, its architect being at `at`."""
        worth = 2 if self.v.card[seat] == Card.SADHU else 1
        points = self.v.houses[seat][city] + worth * self.v.outer[seat][city]
        return points + 3 * (self.v.centre[city] == seat) + (at == city)

    def reward(self, city: int, extra: int = 0, *, there: bool = True) -> int:
        """Gold from the Maharaja in a city, with so many points more than now."""
        mine = self.points(self.seat, city, city if there else NONE) + extra
        if not mine:
            return 0
        seats = len(self.v.card)
        row = PAYOUT[seats]
        ahead = 0
        for other in range(seats):
            if other != self.seat:
                theirs = self.points(other, city, self.v.at[other])
                ahead += (theirs, -self.v.card[other]) > (mine, -self.card)
        return row[min(ahead, len(row) - 1)]

    def coming(self) -> list[int]:
        """Cities in the order of the Maharaja's visits, where he is now first."""
        track = [city for city in self.v.track if city != NONE]
        return track if self.v.city == NONE else [self.v.city, *[c for c in track if c != self.v.city]]

    def missing(self, city: int) -> list[int]:
        """Villages without own house on the way to a city that needs the fewest more houses."""
        return self._lacking.get(city, [])

    @cached_property
    def _lacking(self) -> dict[int, list[int]]:
        best: dict[int, list[int]] = {self.here: []}
        waiting = [self.here]
        while waiting:
            place = min(waiting, key=lambda each: (len(best[each]), each))
            waiting.remove(place)
            for number in self.b.at[place]:
                road = self.b.roads[number]
                goal = road.other(place)
                lacking = [v for v in road.villages if not self.v.houses[self.seat][v]]
                way = best[place] + lacking
                if goal not in best or len(way) < len(best[goal]):
                    best[goal] = way
                    waiting.append(goal)
        return best

    def house_worth(self, village: int) -> float:
        """How much a house in a village helps on the way to the cities that are visited next."""
        worth = 0.0
        for weight, city in zip((4, 3, 2, 1), self.coming(), strict=False):
            way = self.missing(city)
            if village in way:
                worth += weight / len(way)
        return worth
