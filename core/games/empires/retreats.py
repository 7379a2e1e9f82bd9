"""Retreats after a round: first the defender's, then the attacker's (8.4, 8.5, 8.6)."""

from __future__ import annotations

from core.games.empires.actions import Action, BreakOff, Done
from core.games.empires.battle_round import ARMIES, factory_key
from core.games.empires.chart_types import NONE, Charts, numbers
from core.games.empires.events import BrokeOff, NoRetreat, Retreated
from core.games.empires.leaving import Leaving, Way
from core.games.empires.pieces import armies_at
from core.games.empires.protection import held_by
from core.games.empires.run import Run, decision, step
from core.games.empires.state import ERRATA, FOREIGN, Cohort, State
from core.games.empires.steps import Step
from core.rules import rule

# The defender's.


@rule("5.16", "5.15", permissive=lambda c, place: c.board.to_land_masks[place])
def land_around(c: Charts, place: int) -> int:
    """Mask of the land areas next to a place, over the straits too (5.16) but not across a corner (5.15)."""
    return c.board.to_land_masks[place] | c.board.strait_masks[place]


def own_ground(c: Charts, s: State, nation: int) -> int:
    """Mask of the land areas where a nation that is not active has armies and nobody else (R8.5-a)."""
    return held_by(s, nation) & ~_attackers(c, s)


def vacant_ground(c: Charts, s: State) -> int:
    """Mask of the land areas without armies; factories and leaders do not matter (R8.5-a)."""
    return held_by(s, NONE) & ~_attackers(c, s)


def _attackers(c: Charts, s: State) -> int:
    mask = 0
    for cohort in s.cohorts:
        mask |= 1 << cohort.place
    return mask & c.board.land_mask


@rule("8.5", permissive=0)
def watched_ground(c: Charts, s: State, battle: int) -> int:
    """Mask of the areas next to the attacker's armies on land anywhere but in the battle (R8.5-b)."""
    watched = 0
    for cohort in s.cohorts:
        if cohort.place != battle and cohort.place < c.board.land:
            watched |= c.board.to_land_masks[cohort.place] | c.board.strait_masks[cohort.place]
    return watched


@rule("8.5", permissive=lambda c, nation, place: c.board.to_sea_masks[place])
def seas_around(c: Charts, nation: int, place: int) -> int:
    """Mask of the seas to which a nation may retreat: for colonial ones any that is adjacent (R8.5-d)."""
    return c.board.to_sea_masks[place] if c.nations[nation].colonial else 0


@rule("8.5", permissive=0)
def closed_to_defender(entries: int) -> int:
    """Mask of the places where attackers of this battle came from, even if those are dead (R8.5-c)."""
    return entries


@rule("8.5", permissive=lambda c, s, nation, battle: c.board.land_mask)
def refuge(c: Charts, s: State, nation: int, battle: int) -> int:
    """Mask of the land areas fit for a retreat: solely its own, or vacant and not watched (8.5)."""
    return own_ground(c, s, nation) | (vacant_ground(c, s) & ~watched_ground(c, s, battle))


def defender_goals(c: Charts, s: State, nation: int, place: int, entries: int) -> int:
    """Mask of all places to which the defender of a battle may retreat."""
    land = land_around(c, place) & refuge(c, s, nation, place)
    return (land | seas_around(c, nation, place)) & ~closed_to_defender(entries)


@rule("8.4", permissive=False)
def may_choose(s: State, nation: int, enemy: int, place: int) -> bool:
    """Is a nation asked about retreat? Only while both still have armies in the battle (8.4)."""
    return armies_at(s, nation, place) > 0 and armies_at(s, enemy, place) > 0


def _defender_ways(c: Charts, s: State) -> list[Way]:
    _, place, nation, entries = s.stack[-1]
    goals, armies = defender_goals(c, s, nation, place, entries), armies_at(s, nation, place)
    return [Way(NONE, goal, armies) for goal in numbers(goals)]


DEFENDER = Leaving("8.5", _defender_ways, lambda c, s: (Done(),), Retreated, lambda r, action: r.drop())
decision("retreat", DEFENDER)


@step(Step.RETREAT)
def retreat(r: Run, frame: list[int]) -> None:
    """The defender decides first, group by group, how many leave and where to (R8.4-a, R8.5-e)."""
    _, place, nation, _ = frame
    if not may_choose(r.s, nation, r.s.nation, place):
        r.drop()
    elif any(DEFENDER.retreats(r.c, r.s, nation, place)):
        r.ask("retreat", nation, place, r.s.nation)
    else:
        r.out.append(NoRetreat(nation, place, armies_at(r.s, nation, place)))
        r.drop()


# The attacker's.


def _back(c: Charts, s: State, cohort: Cohort) -> int:
    entry = cohort.entered_from()
    return entry if 0 <= entry < FOREIGN else NONE


@rule("8.6", permissive=_back)
def way_back(c: Charts, s: State, cohort: Cohort) -> int:
    """Where an attacking army may retreat: only the place it came from, or NONE.

    Not to a foreign area (R8.6-d), not if it did not move (R8.6-c), not where others' armies are now
    (R8.6-e); an Indian army neither over nor from a sea (R8.6-b). Seas hold anybody (5.5).
    """
    entry = _back(c, s, cohort)
    by_sea = max(entry, cohort.place) >= c.board.land
    if entry == NONE or (by_sea and not c.nations[s.nation].colonial):
        return NONE
    return NONE if entry < c.board.land and s.owner[entry] != NONE else entry


def _attacker_ways(c: Charts, s: State) -> list[Way]:
    place = s.stack[-1][1]
    armies: dict[int, int] = {}
    for cohort in s.cohorts:
        if cohort.place == place and (goal := way_back(c, s, cohort)) != NONE:
            armies[goal] = armies.get(goal, 0) + cohort.armies
    return [Way(goal, goal, number) for goal, number in sorted(armies.items())]


@rule("8.1", "8.2", "8.4", permissive=True)
def may_break_off(c: Charts, s: State, place: int, against: int) -> bool:
    """May the attacker stop and stay? At sea and, by the errata, against a factory alone (R8.1-b, R8.2-a,
    R8.2-c); by the printed text that battle is fought out like any other (8.4)."""
    return place >= c.board.land or (against != ARMIES and s.options[ERRATA])


def _attacker_others(c: Charts, s: State) -> tuple[Action, ...]:
    _, place, _, against = s.stack[-1]
    return (Done(), BreakOff()) if may_break_off(c, s, place, against) else (Done(),)


def _said(r: Run, action: Action) -> None:
    _, place, enemy, against = r.s.stack[-1]
    r.drop()
    if isinstance(action, BreakOff):
        r.s.stopped.append([place, enemy if against == ARMIES else factory_key(enemy)])
        r.out.append(BrokeOff(place, r.s.nation, enemy))


ATTACKER = Leaving("8.6", _attacker_ways, _attacker_others, Retreated, _said)
decision("fall-back", ATTACKER)


@step(Step.FALL_BACK)
def fall_back(r: Run, frame: list[int]) -> None:
    """If defenders stay the attacker may retreat some or all, or break off what it need not fight (8.4)."""
    s = r.s
    _, place, enemy, against = frame
    armies = armies_at(s, s.nation, place)
    facing = may_choose(s, s.nation, enemy, place) if against == ARMIES else armies > 0
    if not facing:
        r.drop()
    elif may_break_off(r.c, s, place, against) or any(ATTACKER.retreats(r.c, s, s.nation, place)):
        r.ask("fall-back", s.nation, place, enemy, against)
    else:
        r.out.append(NoRetreat(s.nation, place, armies))
        r.drop()
