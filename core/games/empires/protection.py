"""Land that the active nation's armies may not enter, or only pass, by somebody's word (11.0)."""

from __future__ import annotations

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.pieces import land_of
from core.games.empires.state import NO_ALLIANCE, State
from core.rules import rule


def held_by(s: State, nation: int) -> int:
    """Mask of the land areas where a nation that is not active has armies."""
    return land_of(s, nation).mask


@rule("11.1", permissive=0)
def submitted_areas(c: Charts, s: State) -> int:
    """Areas of nations that have submitted to the active one, in the region named (R11.1-d)."""
    mask = 0
    for nation, region in s.submitted:
        if nation not in s.defied:
            mask |= held_by(s, nation) & c.board.region_masks[region]
    return mask


def is_friend(c: Charts, s: State, nation: int) -> bool:
    """Is this nation the overlord or allied with it? (11.2) NONE, between turns of nations, is nobody."""
    return nation != NONE and (nation == c.overlord or s.allied[nation] != NO_ALLIANCE)


@rule("11.2", permissive=False)
def shielded(c: Charts, s: State, victim: int) -> bool:
    """May the active nation never attack armies and factories of this one? (R11.2-e)"""
    return is_friend(c, s, s.nation) and is_friend(c, s, victim)


def allied_areas(c: Charts, s: State) -> int:
    """Areas of the overlord and its allies, if the active nation is one of them (R11.2-e)."""
    if not any(s.allied) or not is_friend(c, s, s.nation):
        return 0
    mask = 0
    for nation in range(len(c.nations)):
        if shielded(c, s, nation):
            mask |= held_by(s, nation)
    return mask


def closed_areas(c: Charts, s: State) -> int:
    """Mask of the areas the active nation may not enter at all in this Movement Phase."""
    submitted = submitted_areas(c, s) if s.submitted and s.cycle == 1 else 0
    allied = allied_areas(c, s) if s.nation != c.overlord else 0
    return submitted | allied


def passable_areas(c: Charts, s: State) -> int:
    """Mask of the areas it may pass but not end in (11.1, 11.2)."""
    submitted = submitted_areas(c, s) if s.submitted and s.cycle > 1 else 0
    allied = allied_areas(c, s) if s.nation == c.overlord else 0
    return submitted | allied


def hostile_seas(c: Charts, s: State) -> int:
    """Mask of the seas with a fleet that the active nation may attack (R8.2-d, R11.2-e)."""
    mask = 0
    for sea, who, _ in s.fleets:
        if not shielded(c, s, who):
            mask |= 1 << sea
    return mask
