"""What a view shows, as small values; `texts.toml` has sentences for them (`fact`)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from core.games.palaces.board import Board
from core.games.palaces.pieces import NONE, PALACES
from core.games.palaces.view import View


class Now(Struct, frozen=True, tag="now"):
    """The round, the city that is visited, and the cities to come, the next first."""

    round: int
    city: int
    governors: tuple[int, ...]


class Some(Struct, frozen=True, tag="some"):
    """Houses or palaces of one seat in a place."""

    place: int
    number: int


class Holdings(Struct, frozen=True, tag="holdings"):
    """All that a seat has; `gold` is empty where it is hidden."""

    seat: int
    card: int
    gold: tuple[int, ...]
    at: int
    built: int
    centres: tuple[int, ...]
    outer: tuple[Some, ...]
    houses: tuple[Some, ...]
    hand: int
    quarry: int
    chits: int


Fact: TypeAlias = Now | Holdings


def facts_of(b: Board, view: View) -> tuple[Fact, ...]:
    """The round, then every seat."""
    governors = tuple(city for city in view.track if city != NONE)
    city = b.start if view.city == NONE else view.city
    return (Now(view.round, city, governors), *(_holdings(view, seat) for seat in range(len(view.card))))


def _holdings(view: View, seat: int) -> Holdings:
    return Holdings(
        seat=seat,
        card=view.card[seat],
        gold=() if view.gold[seat] == NONE else (view.gold[seat],),
        at=view.at[seat],
        built=PALACES - view.palaces[seat],
        centres=tuple(city for city, owner in enumerate(view.centre) if owner == seat),
        outer=tuple(Some(city, number) for city, number in enumerate(view.outer[seat]) if number),
        houses=tuple(Some(place, number) for place, number in enumerate(view.houses[seat]) if number),
        hand=view.hand[seat],
        quarry=view.quarry[seat],
        chits=view.chits[seat],
    )
