"""A seat that builds a palace whenever it can pay for one, and else sees to the Maharaja's favour.

It looks no further than its own turn. How it fares against random play is shown by

    maharaja simulate palaces --seats basic,random -n 200
"""

from __future__ import annotations

from random import Random
from typing import Final, cast

from ai.palaces.outlook import Outlook
from core.game import AnyGame, Pending
from core.games.palaces.actions import (
    Action,
    Bid,
    Build,
    BuildPalace,
    Character,
    Done,
    Exchange,
    Found,
    Leave,
    MoveHouse,
    Nominate,
    Pass,
    Plan,
    Pull,
    Quarry,
    SpendChit,
    TakeGold,
    Travel,
)
from core.games.palaces.board import Board
from core.games.palaces.offers import Bids, Moves, Plain, Travels
from core.games.palaces.pieces import HOUSE_COST, NONE, Card, Kind
from core.games.palaces.rules import Palaces
from core.games.palaces.view import View
from core.legal import Legal

LIKED: Final = (Card.ARTISAN, Card.BUILDER, Card.YOGI, Card.TRADER, Card.MOGUL, Card.SADHU, Card.MONK)
"""Characters, the most useful first."""

MOST_BID: Final = 2


class Basic:
    """Answers every question by a rule of thumb of its kind."""

    def __init__(self, board: Board, seat: int, rng: Random) -> None:
        self._board, self._seat, self._rng = board, seat, rng

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        """The answer that seems best."""
        o = Outlook(self._board, view, self._seat)
        match pending.kind:
            case "plan":
                return planned(o)
            case "turn":
                return Turn(o, legal).choose()
            case "found":
                return self._found(o, legal)
            case "bid":
                return self._bid(o, legal)
            case _:
                return min(_plain(legal), key=_liking)

    def _found(self, o: Outlook, legal: Legal[Action]) -> Action:
        """A village on the way to the cities that are visited first."""
        worth = {a: o.house_worth(a.place) for a in _plain(legal) if isinstance(a, Found)}
        most = max(worth.values())
        return self._rng.choice([action for action in worth if worth[action] == most])

    def _bid(self, o: Outlook, legal: Legal[Action]) -> Action:
        """A little for the best characters."""
        bids = next((offer for offer in legal.offers if isinstance(offer, Bids)), None)
        if bids is not None and o.v.lot in LIKED[:2] and bids.least <= MOST_BID:
            return Bid(bids.least)
        return Pass()


def _plain(legal: Legal[Action]) -> list[Action]:
    """All answers that are listed one by one."""
    return [action for offer in legal.offers if isinstance(offer, Plain) for action in offer.actions]


def _liking(action: Action) -> int:
    return (
        LIKED.index(Card(action.card)) if isinstance(action, Character | Nominate | Exchange) else len(LIKED)
    )


# The plan.


def planned(o: Outlook) -> Plan:
    """Palaces if there is gold for them, else houses; with Gold, the quarry and the Artisan beside."""
    gold = o.gold - max(0, o.toll(target(o)))
    lacking = o.toll(target(o)) == NONE
    first, second = Kind.GOLD, Kind.GOLD
    if gold >= 2 * o.cost and not lacking:
        first, second = Kind.PALACE, Kind.PALACE
    elif gold >= o.cost and not lacking:
        first = Kind.PALACE_HOUSE if o.hand and gold > o.cost else Kind.PALACE
        second = _aside(o, gold - o.cost)
    elif lacking and o.hand:
        first, second = Kind.HOUSE, Kind.HOUSE if o.hand > 1 else Kind.QUARRY
    elif o.hand >= 2 and gold >= 2 * HOUSE_COST:
        first, second = Kind.TWO_HOUSES, Kind.QUARRY if o.hand < 4 else Kind.GOLD
    else:
        first, second = Kind.QUARRY if o.v.quarry[o.seat] > 1 else Kind.GOLD, Kind.GOLD
    return Plan(min(first, second), max(first, second))


def _aside(o: Outlook, left: int) -> Kind:
    """What goes well beside a palace."""
    if o.hand < 2 and o.v.quarry[o.seat] > 1:
        return Kind.QUARRY
    return Kind.TWO_HOUSES if o.hand > 2 and left >= 3 * HOUSE_COST else Kind.GOLD


def target(o: Outlook) -> int:
    """Where to build: where the Maharaja is, or else the next city on his way that can be reached."""
    for city in o.coming():
        if o.toll(city) != NONE and o.free_sites(city) and o.gold >= o.toll(city):
            return city
    return o.coming()[0]


# The turn.


class Turn:
    """One question in the own turn."""

    def __init__(self, o: Outlook, legal: Legal[Action]) -> None:
        self.o, self.legal = o, legal
        self.plain = _plain(legal)

    def choose(self) -> Action:
        """The first of these that can be done."""
        return (
            self._chit()
            or self._exchange()
            or self._palace()
            or self._house()
            or self._rest()
            or self._visit()
            or self._end()
        )

    def _chit(self) -> Action | None:
        """For a palace more, as soon as there is gold for it."""
        o = self.o
        waiting = sum(slot.kind in (Kind.PALACE, Kind.PALACE_HOUSE) for slot in o.v.slots)
        wanted = SpendChit(Kind.PALACE)
        enough = o.gold >= o.cost * (waiting + 1) + max(0, o.toll(target(o)))
        return wanted if wanted in self.plain and enough and o.free_sites(target(o)) else None

    def _exchange(self) -> Action | None:
        """For the character liked best, if it is better than one's own."""
        found = [action for action in self.plain if isinstance(action, Exchange)]
        return min(found, key=_liking, default=None)

    def _palace(self) -> Action | None:
        """Goes where a palace is to stand, and builds it."""
        o = self.o
        if not any(slot.kind == Kind.PALACE for slot in o.v.slots) and not any(
            slot.kind == Kind.PALACE_HOUSE and not slot.done & 1 for slot in o.v.slots
        ):
            return None
        goal = target(o)
        if o.here != goal and o.gold - max(0, o.toll(goal)) >= o.cost:
            return self._go(goal)
        builds = [action for action in self.plain if isinstance(action, BuildPalace)]
        return builds[0] if builds and o.here == goal else None

    def _go(self, goal: int) -> Action | None:
        """The cheapest way there."""
        offer = next((each for each in self.legal.offers if isinstance(each, Travels)), None)
        route = offer.cheapest().get(goal) if offer is not None else None
        return Travel(goal, route.path) if route is not None else None

    def _house(self) -> Action | None:
        """Where the Maharaja is, if the architect is there; else on the way to where he goes."""
        o = self.o
        builds = [action for action in self.plain if isinstance(action, Build)]
        if not builds:
            return self._first_house() or self._builder_s_move()
        here = [action for action in builds if action.place == o.v.city]
        gain = o.reward(o.v.city, 1) - o.reward(o.v.city)
        if here and gain > 0:
            return here[0]
        ways = max(builds, key=lambda action: (o.house_worth(action.place), action.place in o.b.villages))
        if o.house_worth(ways.place) > 0:
            return ways
        return here[0] if here else ways

    def _first_house(self) -> Action | None:
        """Two houses begin in a city: goes to the Maharaja's."""
        o = self.o
        wants = any(slot.kind == Kind.TWO_HOUSES and not slot.done for slot in o.v.slots)
        return self._visit() if wants and o.hand and o.gold else None

    def _builder_s_move(self) -> Action | None:
        """Moves a house into the visited city where that pays."""
        o = self.o
        moves = next((each for each in self.legal.offers if isinstance(each, Moves)), None)
        if moves is None or o.here != o.v.city or o.v.city not in moves.goals:
            return None
        others = [place for place in moves.origins if place < o.b.start and place != o.v.city]
        gain = o.reward(o.v.city, 1) - o.reward(o.v.city)
        return MoveHouse(moves.by, others[0], o.v.city) if others and gain > 0 else None

    def _rest(self) -> Action | None:
        """Gold, the quarry, and the governor of the city where most is to be had."""
        for action in self.plain:
            if isinstance(action, TakeGold | Quarry):
                return action
        pulls = [action for action in self.plain if isinstance(action, Pull)]
        return max(pulls, key=lambda action: self.o.reward(action.city, there=False), default=None)

    def _visit(self) -> Action | None:
        """To the Maharaja, if he pays more than the way costs."""
        o = self.o
        city = o.v.city
        if o.here == city or o.toll(city) == NONE:
            return None
        gain = o.reward(city) - o.reward(city, there=False)
        return self._go(city) if gain > o.toll(city) else None

    def _end(self) -> Action:
        """Leaves what cannot be finished, then the turn."""
        return Leave() if Leave() in self.plain else Done()


def make(game: AnyGame, seat: int, rng: Random) -> Basic:
    """Plays with any options."""
    return Basic(cast("Palaces", game).board, seat, rng)
