"""Raj, hold and coast points, what the cards would pay now, and who has won (4.7, 13.0, 15.0)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from core.game import Outcome
from core.games.empires.chart_types import NONE, Charts, Kind, Objective, numbers
from core.games.empires.events import Counted
from core.games.empires.ledger import credit, foreign_leader
from core.games.empires.pieces import ashore, land_of
from core.games.empires.protection import held_by, submitted_areas
from core.games.empires.run import Run, step
from core.games.empires.state import ERRATA, NO_ALLIANCE, State
from core.games.empires.steps import Step
from core.rules import rule

AT_NATION_END: Final[tuple[Kind, ...]] = ("raj",)
AT_TURN_END: Final[tuple[Kind, ...]] = ("hold", "coasts")
COUNTED: Final = AT_TURN_END + AT_NATION_END
"""Kinds of lines counted when a nation's turn is over, and when all have had theirs (4.7)."""


class Payment(Struct, frozen=True):
    """What a line of a card pays on a position, and the areas that earn it."""

    objective: Objective
    points: int
    areas: tuple[int, ...]


@step(Step.NATION_COUNT)
def count_nation(r: Run, frame: list[int]) -> None:
    """Raj points, when the nation's own turn ends (4.7, R13.0-a)."""
    for payment in would_pay(r.c, r.s, r.s.nation, AT_NATION_END):
        credit(r, payment.objective, payment.points, payment.areas)
    r.drop()


@step(Step.COUNT)
def count_turn(r: Run, frame: list[int]) -> None:
    """Hold and coast points of all nations after the last turn of a nation (15.2, R4.7-b, R15.2-a)."""
    c, s, nations = r.c, r.s, range(len(r.c.nations))
    if r.setup.turns[s.turn].scoring:
        held = tuple(held_areas(c, s, nation) for nation in nations)
        raj = tuple(raj_areas(c, s, nation).bit_count() if c.nations[nation].raj else 0 for nation in nations)
        r.out.append(Counted(s.turn, held, raj))
    for nation in nations:
        for payment in would_pay(c, s, nation, AT_TURN_END):
            credit(r, payment.objective, payment.points, payment.areas)
    r.drop()


@rule("4.7", "15.2", permissive=lambda c, s, nation, kinds=(): [])
def would_pay(c: Charts, s: State, nation: int, kinds: tuple[Kind, ...] = COUNTED) -> list[Payment]:
    """What the lines of these kinds on a nation's card pay in this game turn for the position as it is.

    Points for capture and destruction are not among it: they are written down as they are earned.
    """
    payments = [Payment(line, *_award(c, s, line)) for line in c.due[s.turn][nation] if line.kind in kinds]
    return [payment for payment in payments if payment.points]


def _award(c: Charts, s: State, line: Objective) -> tuple[int, tuple[int, ...]]:
    """Points and areas of a line that counts areas."""
    if line.kind == "hold":
        held = line.areas & held_areas(c, s, line.nation)
        return line.points[0] * held.bit_count(), tuple(numbers(held))
    if line.kind == "coasts":
        return coast_points(c, s, line), tuple(numbers(_factories(s, line.nation)))
    areas = raj_areas(c, s, line.nation)
    return title_points(c, areas.bit_count()), tuple(numbers(areas))


# Holding.


@rule("15.3", permissive=0)
def held_areas(c: Charts, s: State, nation: int) -> int:
    """Mask of the land areas with an army of the nation, or its leader alone; factories do not hold."""
    if nation != s.nation:
        armies = land_of(s, nation).mask
    else:
        armies = sum([1 << place for place in ashore(c, s, nation)])
    return armies | led_areas(c, s, nation)


@rule("9.0", permissive=0)
def led_areas(c: Charts, s: State, nation: int) -> int:
    """Areas that a leader of the nation is in and no foreign army or leader (R9.2-a, R15.3-f)."""
    led = 0
    for leader in c.nations[nation].leaders:
        area = s.leader_at[leader]
        if not 0 <= area < c.board.land:
            continue
        active = s.nation not in (NONE, nation) and any(cohort.place == area for cohort in s.cohorts)
        if s.owner[area] in (NONE, nation) and not active and not foreign_leader(c, s, nation, area):
            led |= 1 << area
    return led


def _factories(s: State, nation: int) -> int:
    if nation not in s.factories:
        return 0
    return sum(1 << area for area, owner in enumerate(s.factories) if owner == nation)


@rule("15.3", permissive=0)
def coast_points(c: Charts, s: State, line: Objective) -> int:
    """The award for so many seas with factories; one on two seas serves either, as pays most (R15.3-e)."""
    covers = {0}
    for area in numbers(_factories(s, line.nation)):
        covers = {cover | 1 << sea for cover in covers for sea in c.board.to_sea[area]}
    awards = (0, *line.points)
    return max(awards[min(cover.bit_count(), len(line.points))] for cover in covers)


# Raj.


@rule("13.0", permissive=0)
def title_points(c: Charts, areas: int) -> int:
    """Points of the highest title for so many areas."""
    return max((points for least, points in c.titles if areas >= least), default=0)


@rule("13.0", permissive=0)
def raj_areas(c: Charts, s: State, nation: int) -> int:
    """Mask of the areas that count for a nation's title (R13.0-b to e)."""
    held = held_areas(c, s, nation)
    if nation == c.overlord:
        factories = _factories(s, nation) & ~_claimed_areas(c, s)
        return held | factories | _allied_areas(c, s) | _vacant_areas(c, s)
    submitted = submitted_areas(c, s) if nation == s.nation else 0
    # A factory denies only what a claimant stands on, not what has submitted to it (R13.0-b, d).
    return held & ~_denied_areas(c, s, nation) | submitted


@rule("13.0", permissive=False)
def _claims(c: Charts, s: State, nation: int) -> bool:
    """Does a nation claim areas against the overlord's factories? If it is no ally: by the errata those the
    charts name (R13.0-d), by the printed text any Indian one."""
    claimant = c.claimants >> nation & 1 if s.options[ERRATA] else not c.nations[nation].colonial
    return bool(claimant) and s.allied[nation] == NO_ALLIANCE


@rule("13.0", permissive=0)
def _claimed_areas(c: Charts, s: State) -> int:
    """Areas of claimants: a factory of the overlord does not count there."""
    claimed = 0
    for nation in range(len(c.nations)):
        if _claims(c, s, nation):
            claimed |= held_areas(c, s, nation)
    return claimed


@rule("13.0", permissive=0)
def _denied_areas(c: Charts, s: State, nation: int) -> int:
    """And there the claimant does not count the area either."""
    return _factories(s, c.overlord) if _claims(c, s, nation) else 0


@rule("11.2", permissive=0)
def _allied_areas(c: Charts, s: State) -> int:
    """Areas that allies of the overlord hold."""
    held = 0
    for nation, paid in enumerate(s.allied):
        if paid != NO_ALLIANCE:
            held |= held_areas(c, s, nation)
    return held


@rule("13.0", permissive=0)
def _vacant_areas(c: Charts, s: State) -> int:
    """Areas without army, leader or foreign factory (R13.0-c)."""
    taken = {cohort.place for cohort in s.cohorts}
    taken |= {at for at in s.leader_at if at >= 0}
    taken |= {area for area, owner in enumerate(s.factories) if owner not in (NONE, c.overlord)}
    return held_by(s, NONE) & ~sum(1 << place for place in taken)


# The totals.


def seat_totals(c: Charts, s: State) -> tuple[int, ...]:
    """Points of all nations of each seat together (15.1)."""
    setup = c.setups[s.setup]
    totals = [0] * setup.seats
    for nation, seat in enumerate(setup.owner):
        if seat != NONE:
            totals[seat] += s.points[nation]
    return tuple(totals)


@rule("15.1")
def result(c: Charts, s: State) -> Outcome | None:
    """The seat whose nations have most points wins; equal points share (R15.1-a)."""
    if not s.over:
        return None
    totals = seat_totals(c, s)
    places = sorted(set(totals), reverse=True)
    ranking = tuple(tuple(seat for seat, total in enumerate(totals) if total == place) for place in places)
    return Outcome(ranking, totals, "last-turn")
