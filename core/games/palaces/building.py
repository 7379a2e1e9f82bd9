"""Houses and palaces (4, 5): where they may stand, what they cost, and how they get there."""

from __future__ import annotations

from core.game import Refusal
from core.games.palaces.actions import Build, BuildPalace, MoveHouse
from core.games.palaces.board import Board
from core.games.palaces.events import Built, HouseMoved, PalaceBuilt, Quarried
from core.games.palaces.pieces import (
    ARTISAN_COST,
    HOUSE_COST,
    HOUSES_TAKEN,
    NONE,
    OUTER_SITES,
    PALACE_COST,
    Card,
    Kind,
)
from core.games.palaces.run import Run
from core.games.palaces.setup import has_room, open_villages
from core.games.palaces.state import State
from core.rules import rule

FIRST, SECOND = 1, 2
"""Parts of an action: the first and the second house; the palace and the house."""

BUILDING = (Kind.HOUSE, Kind.TWO_HOUSES, Kind.PALACE_HOUSE, Kind.BUILDER)
"""Kinds of actions with a house to build."""


# Houses.


@rule("4.3", permissive=False)
def bound_to_city(s: State, by: int) -> bool:
    """The first of two houses has to stand in the architect's city (4)."""
    begun = s.begun()
    return by == Kind.TWO_HOUSES and begun is None


@rule("5.5", permissive=HOUSE_COST)
def house_cost(by: int) -> int:
    """1 gold; nothing for the Builder's own (4, 5)."""
    return 0 if by == Kind.BUILDER else HOUSE_COST


@rule("4.2", permissive=None)
def refuse_place(b: Board, s: State, seat: int, place: int) -> Refusal | None:
    """Any village with room, or the city where the own architect stands (4)."""
    if place in b.villages:
        return None if has_room(s, place) else Refusal("no-room", "1.1", {"place": place})
    if not 0 <= place < b.start:
        return Refusal("no-site", "4.2")
    return None if place == s.at[seat] else Refusal("architect-elsewhere", "4.2", {"place": place})


def house_places(b: Board, s: State, seat: int, *, villages: bool = True) -> list[int]:
    """Where a house may be put: the own architect's city, then villages with room."""
    own_city = [s.at[seat]] if s.at[seat] < b.start else []
    return own_city + (open_villages(b, s) if villages else [])


def refuse_build(b: Board, s: State, seat: int, action: Build) -> Refusal | None:
    """A house at hand, gold for it, and a place where it may stand (4)."""
    if action.by not in BUILDING:
        return Refusal("no-such-action", "3.3")
    if not s.hand[seat]:
        return Refusal("no-house", "4.2")
    if s.gold[seat] < house_cost(action.by):
        return Refusal("no-gold", "4.2", {"gold": house_cost(action.by)})
    if bound_to_city(s, action.by) and action.place != s.at[seat]:
        return Refusal("first-in-city", "4.3")
    return refuse_place(b, s, seat, action.place)


def build(r: Run, seat: int, by: int, place: int) -> None:
    """A house from the hand."""
    s, cost = r.s, house_cost(by)
    s.hand[seat] -= 1
    s.houses[seat][place] += 1
    r.pay(seat, cost)
    r.out.append(Built(seat, place, cost))


@rule("4.4")
def refuse_move(b: Board, s: State, seat: int, action: MoveHouse) -> Refusal | None:
    """An own house on the board, to another place where a house may stand; free of other checks (4, 11)."""
    if action.by not in (Kind.MOVE_HOUSE, Kind.BUILDER):
        return Refusal("no-such-action", "3.3")
    if not 0 <= action.origin < b.places or not s.houses[seat][action.origin]:
        return Refusal("no-house-there", "4.4")
    if action.origin == action.goal:
        return Refusal("stays", "4.4")
    return refuse_place(b, s, seat, action.goal)


def move_house(r: Run, seat: int, origin: int, goal: int) -> None:
    """An own house goes somewhere else, free of charge."""
    r.s.houses[seat][origin] -= 1
    r.s.houses[seat][goal] += 1
    r.out.append(HouseMoved(seat, origin, goal))


@rule("4.5", permissive=lambda r, seat: 0)
def quarry(r: Run, seat: int) -> int:
    """Two houses from the quarry to the hand, or what is there; the number (4, 11)."""
    s = r.s
    taken = min(HOUSES_TAKEN, s.quarry[seat])
    s.quarry[seat] -= taken
    s.hand[seat] += taken
    r.out.append(Quarried(seat, taken))
    return taken


# Palaces.


@rule("5.6", permissive=PALACE_COST)
def palace_cost(s: State, seat: int) -> int:
    """12 gold, 9 for whoever is the Artisan at that moment (4, 5)."""
    return ARTISAN_COST if s.card[seat] == Card.ARTISAN else PALACE_COST


def free_sites(s: State, city: int) -> int:
    """Sites of a garden on which nothing stands yet."""
    outer = OUTER_SITES - s.blocked - sum(own[city] for own in s.outer)
    return outer + (s.centre[city] == NONE)


@rule("4.6")
def refuse_palace(b: Board, s: State, seat: int, action: BuildPalace) -> Refusal | None:
    """A palace left, a free site in the architect's city, and the gold for it (4)."""
    if action.by not in (Kind.PALACE, Kind.PALACE_HOUSE):
        return Refusal("no-such-action", "3.3")
    city = s.at[seat]
    if city >= b.start:
        return Refusal("not-in-city", "4.6")
    if not s.palaces[seat]:
        return Refusal("no-palace", "4.6")
    if not free_sites(s, city):
        return Refusal("no-site-left", "4.6", {"city": city})
    if s.gold[seat] < palace_cost(s, seat):
        return Refusal("no-gold", "4.6", {"gold": palace_cost(s, seat)})
    return None


@rule("4.11", permissive=False)
def takes_centre(s: State, city: int) -> bool:
    """The first palace in a city stands in the centre (4)."""
    return s.centre[city] == NONE


def build_palace(r: Run, seat: int) -> None:
    """A palace in the architect's city."""
    s, city, cost = r.s, r.s.at[seat], palace_cost(r.s, seat)
    centre = takes_centre(s, city)
    if centre:
        s.centre[city] = seat
    else:
        s.outer[seat][city] += 1
    s.palaces[seat] -= 1
    r.pay(seat, cost)
    r.out.append(PalaceBuilt(seat, city, centre, cost))
