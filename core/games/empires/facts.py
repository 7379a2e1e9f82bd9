"""What a view shows, nation by nation, as small values; `texts.toml` has sentences for them (`fact`)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct, structs

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.state import ARMS, NO_ALLIANCE
from core.games.empires.view import View


class Now(Struct, frozen=True, tag="now"):
    """The game turn, and the nation whose turn it is, unless it is nobody's."""

    turn: int
    active: tuple[int, ...]


class Stack(Struct, frozen=True, tag="stack"):
    """Armies of one nation in a place."""

    place: int
    armies: int


class Escort(Struct, frozen=True, tag="escort"):
    """A leader or Arms in a place; foreign, if they wait to invade."""

    escort: int
    place: int


class Holdings(Struct, frozen=True, tag="holdings"):
    """All that a nation has: on the map, waiting outside it and on the tracks (carry in halves)."""

    nation: int
    points: int
    carry: int
    armies: tuple[Stack, ...]
    waiting: tuple[Stack, ...]
    escorts: tuple[Escort, ...]
    factories: tuple[int, ...]
    allied: bool
    submitted: tuple[int, ...]
    """The regions in which it has submitted in this turn."""


Fact: TypeAlias = Now | Holdings


def facts_of(c: Charts, view: View) -> tuple[Fact, ...]:
    """The turn, then every nation that has something."""
    every = (_holdings(c, view, nation) for nation in range(len(c.nations)))
    active = () if view.nation == NONE else (view.nation,)
    return (Now(view.turn, active), *(each for each in every if any(structs.astuple(each)[1:])))


def _holdings(c: Charts, view: View, nation: int) -> Holdings:
    leaders = [
        Escort(n, at)
        for n, at in enumerate(view.leader_at)
        if at >= 0 and c.leaders[n].nation == nation
    ]  # fmt: skip
    arms = [
        Escort(ARMS + supplier, at)
        for supplier, at in enumerate(view.arms_at)
        if at >= 0 and view.arms_to[supplier] == nation
    ]
    return Holdings(
        nation=nation,
        points=view.points[nation],
        carry=view.carry[nation],
        armies=tuple(Stack(place, armies) for place, armies in view.armies[nation]),
        waiting=tuple(Stack(place, n) for place, n in view.waiting) if nation == view.nation else (),
        escorts=(*leaders, *arms),
        factories=tuple(area for area, owner in enumerate(view.factories) if owner == nation),
        allied=view.allied[nation] != NO_ALLIANCE,
        submitted=tuple(region for who, region in view.submitted if who == nation),
    )
