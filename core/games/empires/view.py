"""What everybody may see: all that is on the map and on the charts' tracks (15.1, 15.2)."""

from __future__ import annotations

from msgspec import Struct

from core.games.empires.chart_types import Charts
from core.games.empires.pieces import places_of
from core.games.empires.state import State


class View(Struct, frozen=True, array_like=True):
    """The open position, built field by field.

    `armies[nation]` holds (place, armies); `unmoved` the places and numbers of the active nation's armies
    that have not moved in this phase; `came` (place, the place of their last step, armies) of those that
    have; `waiting` (foreign place, armies); `captured` the mask of areas
    credited as captured in this nation's turn. Carries are in halves. `options` as in the state.
    """

    setup: str
    turn: int
    nation: int
    cycle: int
    armies: tuple[tuple[tuple[int, int], ...], ...]
    unmoved: tuple[tuple[int, int], ...]
    waiting: tuple[tuple[int, int], ...]
    factories: tuple[int, ...]
    leader_at: tuple[int, ...]
    arms_at: tuple[int, ...]
    arms_to: tuple[int, ...]
    carry: tuple[int, ...]
    points: tuple[int, ...]
    allied: tuple[int, ...]
    captured: int
    submitted: tuple[tuple[int, int], ...]
    standing: tuple[tuple[int, int, int], ...]
    came: tuple[tuple[int, int, int], ...]
    options: tuple[bool, ...]


def view_of(c: Charts, s: State) -> View:
    """The same for every seat and for watchers: the game has no secrets."""
    return View(
        setup=s.setup,
        turn=s.turn,
        nation=s.nation,
        cycle=s.cycle,
        armies=tuple(tuple(places_of(s, nation).items()) for nation in range(len(c.nations))),
        unmoved=tuple((k.place, k.armies) for k in s.cohorts if not k.path and not k.crossed),
        waiting=tuple((place, armies) for place, armies, _ in s.waiting),
        factories=tuple(s.factories),
        leader_at=tuple(s.leader_at),
        arms_at=tuple(s.arms_at),
        arms_to=tuple(s.arms_to),
        carry=tuple(s.carry),
        points=tuple(s.points),
        allied=tuple(s.allied),
        captured=s.captured,
        submitted=tuple((nation, region) for nation, region in s.submitted),
        standing=tuple((nation, topic, answer) for nation, topic, answer in s.standing),
        came=tuple((k.place, k.path[-2], k.armies) for k in s.cohorts if len(k.path) > 1),
        options=tuple(s.options),
    )
