"""After a battle at sea Indian armies have to come to land (8.2, R8.2-b)."""

from __future__ import annotations

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Landed, LeaderWent
from core.games.empires.leaving import Leaving, Way
from core.games.empires.pieces import armies_at, escorts_at, move_escort
from core.games.empires.removals import take_off
from core.games.empires.run import Run, decision, step
from core.games.empires.state import ARMS, FOREIGN, GONE, State
from core.games.empires.steps import Step
from core.rules import rule


def afloat(c: Charts, s: State) -> list[int]:
    """Seas with armies or leaders of the active nation, if it is Indian: it cannot stay there (8.2)."""
    if c.nations[s.nation].colonial:
        return []
    land = c.board.land
    busy = {cohort.place for cohort in s.cohorts if cohort.place >= land}
    busy |= {at for n in c.nations[s.nation].leaders if land <= (at := s.leader_at[n]) < FOREIGN}
    return [sea for sea in sorted(busy) if armies_at(s, s.nation, sea) or escorts_at(c, s, s.nation, sea)]


@rule("8.2", "5.41", permissive=True)
def fleet_beaten(c: Charts, s: State, sea: int, won: int) -> bool:
    """May the crossing go on? A fleet was destroyed or driven off, and no other bars it (R8.2-b, R8.2-c)."""
    left = [nation for place, nation, _ in s.fleets if place == sea]
    barred = any([sea, nation, 1] not in s.leave or [sea, nation] in s.stopped for nation in left)
    return bool(won >> sea & 1) and not barred


def _coasts(c: Charts, s: State, sea: int) -> list[int]:
    """Coasts of a sea without armies of others."""
    return [area for area in c.board.to_land[sea] if s.owner[area] == NONE]


@rule("8.2")
def ways_to_land(c: Charts, s: State) -> list[Way]:
    """Any free coast of the sea; if the fleet still bars it, back to where they came from or to coasts of
    their own (R8.2-b)."""
    _, sea, beaten = s.stack[-1]
    free = _coasts(c, s, sea)
    if beaten:
        return [Way(NONE, area, armies_at(s, s.nation, sea)) for area in free]
    armies: dict[int, int] = {}
    for cohort in s.cohorts:
        if cohort.place == sea:
            armies[cohort.entered_from()] = armies.get(cohort.entered_from(), 0) + cohort.armies
    return [
        Way(entry, area, number)
        for entry, number in sorted(armies.items())
        for area in free
        if area == entry or armies_at(s, s.nation, area)
    ]


LANDING = Leaving("8.2", ways_to_land, lambda c, s: (), Landed, lambda r, action: None)
decision("landing", LANDING)


@step(Step.LANDING)
def landing(r: Run, frame: list[int]) -> None:
    """Group by group; who finds no place is lost, and so are escorts with nobody to land with."""
    s, sea = r.s, frame[1]
    offers = [*LANDING.retreats(r.c, s, s.nation, sea)]
    if sum(offer.count() for offer in offers) > 1:
        r.ask("landing", s.nation, sea)
    elif offers:
        LANDING.go(r, s.nation, sea, offers[0].nth(0))
    else:
        drown(r, sea)
        r.drop()


def drown(r: Run, sea: int) -> None:
    """Nobody is paid for what the sea takes (R15.3-a)."""
    s = r.s
    armies = armies_at(s, s.nation, sea)
    if armies:
        take_off(r, s.nation, sea, armies, "no-landing")
    for piece in escorts_at(r.c, s, s.nation, sea):
        assert piece < ARMS, "Arms lapse with their last army"
        move_escort(s, piece, GONE)
        r.out.append(LeaderWent(piece, s.nation, sea, "no-landing"))
