"""Growth and charted reinforcements (10.1, 10.2, 10.5 to 10.7)."""

from __future__ import annotations

from typing import Final

from core.games.empires.actions import Action, Place
from core.games.empires.answers import choice
from core.games.empires.chart_types import NONE, Charts, Reinforcement
from core.games.empires.events import Grew, Placed, Short
from core.games.empires.leaders import eliminate_lone
from core.games.empires.pieces import add_armies, ashore, on_map, places_of, reserve
from core.games.empires.run import Run, step
from core.games.empires.stacking import has_room
from core.games.empires.state import MARKER_GIVEN, Ask, State
from core.games.empires.steps import Step
from core.rules import rule

WHY: Final = ("growth", "reinforcement")
ARMY_COST: Final = 6
"""Halves for a new army (10.1)."""
CARRY_MOST: Final = 5
"""Halves that may be kept (10.1)."""


@rule("10.5", permissive=lambda c, s, nation: c.board.land_mask)
def counting_areas(c: Charts, s: State, nation: int) -> int:
    """Mask of the areas whose value counts for growth in this turn."""
    return c.setups[s.setup].turns[s.turn].nations[nation].growth


@rule("10.1", permissive=lambda c, s, nation: 2 * len(places_of(s, nation)))
def value_of(c: Charts, s: State, nation: int) -> int:
    """Total value in halves of the land areas the nation's armies occupy and may count."""
    counting = counting_areas(c, s, nation)
    return sum(c.board.value[place] for place in ashore(c, s, nation) if counting >> place & 1)


def grows(c: Charts, s: State) -> bool:
    """Does the active nation increase its population in this turn? (10.1, 10.5, 11.2)"""
    return (
        not c.nations[s.nation].colonial
        and s.allied[s.nation] != MARKER_GIVEN
        and counting_areas(c, s, s.nation) != 0
    )


def grow(r: Run) -> None:
    """New armies and the carry; a banned turn leaves the carry as it is (R10.1-b, c, d)."""
    s, nation = r.s, r.s.nation
    if not grows(r.c, s):
        return
    value = value_of(r.c, s, nation)
    total = value + s.carry[nation]
    armies = min(total // ARMY_COST, reserve(r.c, s, nation))
    s.carry[nation] = min(total - armies * ARMY_COST, CARRY_MOST)
    r.out.append(Grew(nation, value, armies, s.carry[nation]))
    if armies:
        r.push(Step.GROWTH, armies, WHY.index("growth"), 0)


@rule("10.2", permissive=lambda c, s, used: sorted(places_of(s, s.nation)))
def growing_areas(c: Charts, s: State, used: int) -> list[int]:
    """Where the next new army may go: one an area, within the limits while any area has room (R10.2-a)."""
    armies = ashore(c, s, s.nation)
    open_ = [place for place in armies if has_room(c, armies, place)] or list(armies)
    return [place for place in open_ if not used >> place & 1] or open_


@step(Step.GROWTH)
def place_growth(r: Run, frame: list[int]) -> None:
    """Places what needs no choice and asks about the rest."""
    _, left, why, used = frame
    areas = growing_areas(r.c, r.s, used) if left else []
    if not areas:
        r.drop()
    elif len(areas) == 1:
        _put(r, frame, areas[0], WHY[why])
    else:
        r.ask("growth", r.s.nation, used)


def _put(r: Run, frame: list[int], place: int, why: str) -> None:
    frame[1] -= 1
    # A new round begins when every open area has had its army.
    fresh = not frame[3] >> place & 1
    frame[3] = frame[3] | 1 << place if fresh else 1 << place
    add_armies(r.s, r.s.nation, place, 1)
    r.out.append(Placed(r.s.nation, place, 1, why))


def _choose(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    frame = r.s.stack[-1]
    _put(r, frame, action.place, WHY[frame[2]])


choice(
    "growth",
    "10.2",
    lambda c, s, ask: tuple(Place(place) for place in growing_areas(c, s, ask.args[0])),
    _choose,
)


@rule("10.6")
def reinforce(r: Run, reinforcement: Reinforcement) -> None:
    """Charted reinforcements come like growth; without armies, into vacant areas of a region."""
    s, nation = r.s, r.s.nation
    armies = min(reinforcement.number, reserve(r.c, s, nation))
    if armies < reinforcement.number:
        r.out.append(Short(nation, reinforcement.number - armies))
    if ashore(r.c, s, nation):
        r.push(Step.GROWTH, armies, WHY.index("reinforcement"), 0)
    elif reinforcement.fallback != NONE:
        r.push(Step.VACANT, armies, reinforcement.fallback)


@rule("10.6", permissive=lambda c, s, region: list(range(c.board.land)))
def vacant_areas(c: Charts, s: State, region: int) -> list[int]:
    """Areas of a region that are vacant, or hold only such reinforcements, with room (R10.6-b)."""
    armies = places_of(s, s.nation)
    return [
        area
        for area in range(c.board.land)
        if c.board.region_masks[region] >> area & 1 and s.owner[area] == NONE and has_room(c, armies, area)
    ]


@step(Step.VACANT)
def place_vacant(r: Run, frame: list[int]) -> None:
    """Reinforcements of a nation without armies."""
    _, left, region = frame
    areas = vacant_areas(r.c, r.s, region) if left else []
    if not areas:
        r.drop()
    elif len(areas) == 1:
        _settle_in(r, frame, areas[0])
    else:
        r.ask("vacant", r.s.nation, region)


def _settle_in(r: Run, frame: list[int], area: int) -> None:
    frame[1] -= 1
    add_armies(r.s, r.s.nation, area, 1)
    r.out.append(Placed(r.s.nation, area, 1, "reinforcement"))
    eliminate_lone(r, area, r.s.nation)


def _choose_vacant(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    _settle_in(r, r.s.stack[-1], action.place)


choice(
    "vacant",
    "10.6",
    lambda c, s, ask: tuple(Place(area) for area in vacant_areas(c, s, ask.args[0])),
    _choose_vacant,
)


@rule("10.7", permissive=lambda c, s, up_to: up_to)
def missing_to_top_up(c: Charts, s: State, up_to: int) -> int:
    """Armies that fill the active nation up to so many, counters permitting (R10.7-a)."""
    return max(0, min(up_to - on_map(s, s.nation), reserve(c, s, s.nation)))
