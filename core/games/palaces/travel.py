"""Travel (6): which roads are open, what they cost, and who gets it."""

from __future__ import annotations

from core.game import Refusal
from core.games.palaces.actions import Travel
from core.games.palaces.board import Board
from core.games.palaces.events import Toll, Travelled
from core.games.palaces.offers import OpenRoad, Travels
from core.games.palaces.pieces import Card
from core.games.palaces.run import Run
from core.games.palaces.state import State
from core.rules import rule


@rule("6.2", permissive=True)
def open_village(s: State, village: int) -> bool:
    """A village with a house in it lets everybody pass (6)."""
    return s.houses_at(village) > 0


@rule("6.3", permissive=0)
def toll(s: State, seat: int, village: int) -> int:
    """One gold for each house of others, nothing beside an own house (6)."""
    return 0 if s.houses[seat][village] else s.houses_at(village)


@rule("5.4", permissive=False)
def bank_pays(s: State, seat: int) -> bool:
    """The Wandering Monk travels at the bank's expense (5)."""
    return s.card[seat] == Card.MONK


def open_roads(b: Board, s: State, seat: int) -> tuple[OpenRoad, ...]:
    """Roads on which no village blocks the way, each with what it costs this seat."""
    free = bank_pays(s, seat)
    return tuple(
        OpenRoad(number, road.ends, 0 if free else sum(toll(s, seat, v) for v in road.villages))
        for number, road in enumerate(b.roads)
        if all(open_village(s, v) for v in road.villages)
    )


def travels(b: Board, s: State, seat: int) -> Travels | None:
    """All journeys a seat can make now."""
    here, purse, roads = s.at[seat], s.gold[seat], open_roads(b, s, seat)
    leads_on = any(here in road.ends and road.toll <= purse for road in roads)
    return Travels(here, purse, roads) if leads_on else None


@rule("6.1", "6.5")
def refuse_travel(b: Board, s: State, seat: int, action: Travel) -> Refusal | None:
    """Along open roads, each joining the last, past no place twice, as far as the gold lasts (6)."""
    here, passed, cost = s.at[seat], {s.at[seat]}, 0
    roads = {road.road: road for road in open_roads(b, s, seat)}
    for number in action.path:
        if not 0 <= number < len(b.roads) or here not in b.roads[number].ends:
            return Refusal("no-such-way", "6.4")
        if number not in roads:
            empty = [v for v in b.roads[number].villages if not open_village(s, v)]
            return Refusal("road-blocked", "6.2", {"places": tuple(empty)}, tuple(empty))
        here, cost = b.roads[number].other(here), cost + roads[number].toll
        if here in passed:
            return Refusal("goes-round", "6.1", {"place": here})
        passed.add(here)
    if not action.path or here != action.goal:
        return Refusal("no-such-way", "6.4")
    if cost > s.gold[seat]:
        return Refusal("toll-too-high", "6.5", {"gold": cost})
    return None


@rule("6.3", "6.4", permissive=lambda r, seat, action: None)
def travel(r: Run, seat: int, action: Travel) -> None:
    """The architect goes there; owners of houses on the way are paid, also where the bank pays (6)."""
    s, free = r.s, bank_pays(r.s, seat)
    origin, tolls = s.at[seat], [0] * s.seats
    for number in action.path:
        for village in r.b.roads[number].villages:
            if toll(s, seat, village):
                for owner in range(s.seats):
                    tolls[owner] += s.houses[owner][village]
    s.at[seat] = action.goal
    r.out.append(Travelled(seat, origin, action.goal, sum(tolls)))
    for owner, gold in enumerate(tolls):
        if gold:
            if not free:
                r.pay(seat, gold)
            r.gain(owner, gold)
            r.out.append(Toll(seat, owner, gold, free))
