"""Land that the active nation's armies may not enter, or only pass, by somebody's word (11.0)."""

from __future__ import annotations

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.state import NO_ALLIANCE, State
from core.rules import rule


def held_by(s: State, nation: int) -> int:
    """Mask of the land areas where a nation that is not active has armies."""
    return sum(1 << area for area, who in enumerate(s.owner) if who == nation)


@rule("11.1", permissive=0)
def submitted_areas(c: Charts, s: State) -> int:
    """Areas of nations that have submitted to the active one, in the region named (R11.1-d)."""
    mask = 0
    for nation, region in s.submitted:
        if nation not in s.defied:
            mask |= held_by(s, nation) & c.board.region_masks[region]
    return mask


@rule("11.2", permissive=0)
def allied_areas(c: Charts, s: State) -> int:
    """Areas of the overlord and its allies, if the active nation is one of them (R11.2-e)."""
    if s.nation != c.overlord and s.allied[s.nation] == NO_ALLIANCE:
        return 0
    friends = [n for n, paid in enumerate(s.allied) if paid or n == c.overlord]
    return sum(1 << area for area, who in enumerate(s.owner) if who != NONE and who in friends)


def closed_areas(c: Charts, s: State) -> int:
    """Mask of the areas the active nation may not enter at all in this Movement Phase."""
    submitted = submitted_areas(c, s) if s.submitted and s.cycle == 1 else 0
    allied = allied_areas(c, s) if s.nation != c.overlord and s.allied[s.nation] else 0
    return submitted | allied


def passable_areas(c: Charts, s: State) -> int:
    """Mask of the areas it may pass but not end in (11.1, 11.2)."""
    submitted = submitted_areas(c, s) if s.submitted and s.cycle > 1 else 0
    allied = allied_areas(c, s) if s.nation == c.overlord else 0
    return submitted | allied
