"""One answer can set off a chain of things: which of them a person would tell one by one, and how the map
stands between them. Nothing is decided here; the position after the whole chain is the table's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, structs

from core.games.empires.chart_types import NONE
from core.games.empires.events import (
    ArmsCame,
    ArmsLapsed,
    BattleBegan,
    Built,
    Counted,
    FactoryFell,
    Followed,
    Landed,
    LeaderCame,
    LeaderWent,
    Lifted,
    Lost,
    Marched,
    NationBegan,
    NationEnded,
    Placed,
    Replaced,
    Retreated,
    Scored,
    Shifted,
    Submitted,
    TurnBegan,
    Waits,
    Went,
    Withdrew,
)
from core.games.empires.state import ARMS, FOREIGN, GONE
from core.games.empires.view import View

_OPENING: Final = (BattleBegan, NationBegan, Counted, TurnBegan, Replaced, Submitted)
"""With each of these something else begins to be told."""
_BY_DICE: Final = "dice"


def chapters(events: Sequence[Struct]) -> list[int]:
    """Where each thing begins that is told by itself; the first at 0."""
    found, fought = [0], False
    for at, event in enumerate(events):
        after_battle = fought and isinstance(event, Lost) and event.why != _BY_DICE
        if at and (isinstance(event, _OPENING) or after_battle):
            found.append(at)
            fought = False
        fought = fought or isinstance(event, BattleBegan)
    return found


def unfolded(view: View, events: Sequence[Struct]) -> View:
    """What the map, the track and the scores show after these events."""
    made = _Unfolding(view)
    for event in events:
        made.take(event)
    return made.view()


class _Unfolding:
    """A view that is being changed."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._armies = [dict(places) for places in view.armies]
        self._unmoved, self._waiting = dict(view.unmoved), dict(view.waiting)
        self._factories, self._leaders = list(view.factories), list(view.leader_at)
        self._arms, self._points = list(view.arms_at), list(view.points)
        self._nation, self._turn, self._cycle = view.nation, view.turn, view.cycle

    def view(self) -> View:
        """As it stands."""
        return structs.replace(
            self._view,
            turn=self._turn, nation=self._nation, cycle=self._cycle,
            armies=tuple(tuple(places.items()) for places in self._armies),
            unmoved=tuple(self._unmoved.items()), waiting=tuple(self._waiting.items()),
            factories=tuple(self._factories), leader_at=tuple(self._leaders), arms_at=tuple(self._arms),
            points=tuple(self._points), came=(),
        )  # fmt: skip

    def _add(self, nation: int, place: int, armies: int) -> None:
        """More armies, or fewer, of a nation in a place."""
        where = [self._waiting if place >= FOREIGN else self._armies[nation]]
        if armies < 0 and place < FOREIGN and nation == self._nation:
            where.append(self._unmoved)
        for each in where:
            left = each.pop(place, 0) + armies
            if left > 0:
                each[place] = left

    def _move(self, nation: int, origin: int, goal: int, armies: int) -> None:
        self._add(nation, origin, -armies)
        self._add(nation, goal, armies)

    def _escort(self, escort: int, place: int) -> None:
        if escort >= ARMS:
            self._arms[escort - ARMS] = place
        else:
            self._leaders[escort] = place

    def take(self, event: Struct) -> None:
        """One event more."""
        match event:
            case TurnBegan(turn):
                self._turn, self._nation = turn, NONE
            case NationBegan(nation):
                self._nation, self._cycle = nation, 1
                self._unmoved = dict(self._armies[nation])
            case NationEnded():
                self._nation, self._unmoved = NONE, {}
            case Placed(nation, place, armies) | Waits(nation, place, armies):
                self._add(nation, place, armies)
            case Lost(nation, place, armies):
                self._add(nation, place, -armies)
            case Replaced(nation, successor):
                self._armies[successor] |= self._armies[nation]
                self._armies[nation] = {}
            case Marched(nation, origin, _, goal, armies, left):
                self._add(nation, origin, -armies)
                self._add(nation, goal, armies - sum(each.armies for each in left))
                for each in left:
                    self._add(nation, each.place, each.armies)
            case Retreated() | Landed():
                self._move(event.nation, event.place, event.goal, event.armies)
                for escort in event.escorts:
                    self._escort(escort, event.goal)
            case Withdrew(nation, place, goal, armies) | Shifted(nation, place, goal, armies):
                self._move(nation, place, goal, armies)
            case Went(_, escort, _, goal) | Followed(_, escort, _, goal):
                self._escort(escort, goal)
            case LeaderCame(leader, _, place):
                self._leaders[leader] = place
            case LeaderWent(leader):
                self._leaders[leader] = GONE
            case ArmsCame(supplier, _, place):
                self._arms[supplier] = place
            case ArmsLapsed(supplier):
                self._arms[supplier] = GONE
            case Built(nation, area):
                self._factories[area] = nation
            case Lifted(_, area) | FactoryFell(_, _, area):
                self._factories[area] = NONE
            case Scored(nation, _, _, _, points):
                self._points[nation] += points
