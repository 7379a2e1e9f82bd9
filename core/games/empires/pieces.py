"""Where the pieces are: the questions every rule asks, and the few ways pieces come, go and change."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.state import ARMS, ARMY_GIVEN, Cohort, State
from core.rules import rule


class Land(NamedTuple):
    """The land areas a nation holds: as a mask, and in order of number."""

    mask: int
    areas: list[int]


@lru_cache(maxsize=4096)
def _land(owner: tuple[int, ...], nation: int) -> Land:
    """Kept, for areas change hands less often than somebody asks."""
    areas, mask, area = [], 0, -1
    for _ in range(owner.count(nation)):
        area = owner.index(nation, area + 1)
        areas.append(area)
        mask |= 1 << area
    return Land(mask, areas)


def land_of(s: State, nation: int) -> Land:
    """The land areas with armies of a nation that is not active; of NONE, those without any such."""
    return _land(tuple(s.owner), nation)


def armies_at(s: State, nation: int, place: int) -> int:
    """Armies of a nation in a land area or sea."""
    if nation == s.nation:
        armies = 0
        for cohort in s.cohorts:
            if cohort.place == place:
                armies += cohort.armies
        return armies
    if place < len(s.owner):
        return s.count[place] if s.owner[place] == nation else 0
    return sum(armies for sea, who, armies in s.fleets if sea == place and who == nation)


def places_of(s: State, nation: int) -> dict[int, int]:
    """Place -> armies, for all places on the map with armies of a nation, in order of number."""
    found: dict[int, int] = {}
    if nation == s.nation:
        for cohort in s.cohorts:
            found[cohort.place] = found.get(cohort.place, 0) + cohort.armies
    else:
        # Land comes before the seas, and fleets are kept in order.
        count = s.count
        found = {place: count[place] for place in land_of(s, nation).areas}
        for sea, who, armies in s.fleets:
            if who == nation:
                found[sea] = armies
        return found
    return found if len(found) < 2 else dict(sorted(found.items()))


def ashore(c: Charts, s: State, nation: int) -> dict[int, int]:
    """Land area -> armies, for all land areas with armies of a nation, in order of number."""
    found, land = places_of(s, nation), c.board.land
    if found and next(reversed(found)) >= land:
        return {place: armies for place, armies in found.items() if place < land}
    return found


def on_map(s: State, nation: int) -> int:
    """All armies of a nation on the map."""
    if nation == s.nation:
        return sum(cohort.armies for cohort in s.cohorts)
    on_land = sum([s.count[place] for place in land_of(s, nation).areas])
    return on_land + sum(armies for _, who, armies in s.fleets if who == nation)


def has_army(s: State, nation: int) -> bool:
    """Has a nation an army on the map?"""
    if nation == s.nation:
        return bool(s.cohorts)
    return nation in s.owner or any(who == nation for _, who, _ in s.fleets)


def leads(c: Charts, s: State, nation: int) -> bool:
    """Has a nation a leader on the map, or waiting outside it?"""
    return any(s.leader_at[leader] >= 0 for leader in c.nations[nation].leaders)


@rule("2.21", "10.1", permissive=99)
def reserve(c: Charts, s: State, nation: int) -> int:
    """Army counters that may still come (10.1, R10.1-f); waiting invaders have theirs."""
    outside = sum(armies for _, armies, _ in s.waiting) if nation == s.nation else 0
    given = s.allied[nation] == ARMY_GIVEN
    return c.nations[nation].armies - on_map(s, nation) - outside - given


def strangers(s: State, nation: int, place: int) -> list[int]:
    """Nations other than this one with armies in a place; in a sea possibly several."""
    if place < len(s.owner):
        found = [] if s.owner[place] in (NONE, nation) else [s.owner[place]]
    else:
        found = [who for sea, who, _ in s.fleets if sea == place and who != nation]
    if s.nation not in (NONE, nation) and armies_at(s, s.nation, place):
        found.append(s.nation)
    return found


def escorts_at(c: Charts, s: State, nation: int, place: int) -> list[int]:
    """Leaders of a nation, then Arms in its hands, in a place, by number."""
    leaders, arms = [], []
    if place in s.leader_at:
        leaders = [n for n in c.nations[nation].leaders if s.leader_at[n] == place]
    if place in s.arms_at:
        arms = [ARMS + n for n, at in enumerate(s.arms_at) if at == place and s.arms_to[n] == nation]
    return leaders + arms


def move_escort(s: State, escort: int, place: int) -> None:
    """Puts an escort somewhere (a place, NONE or GONE)."""
    if escort >= ARMS:
        s.arms_at[escort - ARMS] = place
    else:
        s.leader_at[escort] = place


def add_armies(s: State, nation: int, place: int, armies: int) -> None:
    """New armies on the map; those of the active nation are bound for this turn (R5.16-b)."""
    if nation == s.nation:
        join(s, Cohort(place, armies, [], bound=True))
    elif place < len(s.owner):
        assert s.owner[place] in (NONE, nation)
        s.owner[place] = nation
        s.count[place] += armies
    else:
        _change_fleet(s, nation, place, armies)


def take_armies(s: State, nation: int, place: int, armies: int, entry: int | None = None) -> None:
    """Takes armies off the map. `entry` picks cohorts by their last step; else any, the last first."""
    if nation != s.nation:
        if place < len(s.owner):
            s.count[place] -= armies
            if not s.count[place]:
                s.owner[place] = NONE
        else:
            _change_fleet(s, nation, place, -armies)
        return
    for cohort in reversed(s.cohorts):
        if cohort.place == place and entry in (None, cohort.entered_from()):
            taken = min(armies, cohort.armies)
            cohort.armies -= taken
            armies -= taken
    assert not armies
    s.cohorts = [cohort for cohort in s.cohorts if cohort.armies]


def join(s: State, new: Cohort) -> None:
    """Adds a cohort to the active nation's, merging it with one just like it."""
    for cohort in s.cohorts:
        if (
            cohort.place == new.place
            and cohort.path == new.path
            and cohort.bound == new.bound
            and cohort.crossed == new.crossed
        ):
            cohort.armies += new.armies
            return
    s.cohorts.append(new)


def lift(s: State, nation: int) -> None:
    """A nation's turn begins: its armies become cohorts."""
    areas = land_of(s, nation).areas
    s.nation, s.held = nation, list(s.owner)
    s.cohorts = [Cohort(place, s.count[place], []) for place in areas]
    for place in areas:
        s.owner[place], s.count[place] = NONE, 0
    if s.fleets:
        s.cohorts += [Cohort(sea, armies, []) for sea, who, armies in s.fleets if who == nation]
        s.fleets = [fleet for fleet in s.fleets if fleet[1] != nation]


def settle(s: State) -> None:
    """A nation's turn is over: its cohorts become ordinary armies again."""
    nation, cohorts = s.nation, s.cohorts
    s.nation, s.cohorts = NONE, []
    for cohort in cohorts:
        add_armies(s, nation, cohort.place, cohort.armies)


def _change_fleet(s: State, nation: int, sea: int, armies: int) -> None:
    for fleet in s.fleets:
        if fleet[:2] == [sea, nation]:
            fleet[2] += armies
            break
    else:
        s.fleets.append([sea, nation, armies])
        s.fleets.sort()
    s.fleets = [fleet for fleet in s.fleets if fleet[2]]
