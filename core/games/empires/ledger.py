"""Victory Points as they are earned in play: captures and destruction (4.7, 15.3)."""

from __future__ import annotations

from core.games.empires.chart_types import ARMY, FACTORY, LEADER, NONE, Charts, Objective
from core.games.empires.events import Scored
from core.games.empires.pieces import places_of
from core.games.empires.run import Run
from core.games.empires.state import State
from core.rules import rule

__all__ = ["ARMY", "FACTORY", "LEADER", "credit", "destroyed", "look_round", "stands_in"]


def credit(
    r: Run,
    line: Objective,
    points: int,
    areas: tuple[int, ...],
    victim: int = NONE,
    piece: int = 0,
    number: int = 0,
) -> None:
    """Adds points to a nation and says for what."""
    r.s.points[line.nation] += points
    r.out.append(Scored(line.nation, r.s.turn, line.id, line.kind, points, areas, victim, piece, number))


@rule("15.3")
def look_round(r: Run) -> None:
    """Credits what armies or leaders of the active nation stand in, held since before or not (R15.3-b, c).

    At the start of its turn, before each movement and after all battles: so every area counts in which
    it stood at any moment. What it passes is credited in the march.
    """
    c, s = r.c, r.s
    paying = 0
    for line in c.due[s.turn][s.nation]:
        if line.kind == "capture":
            paying |= line.areas
    if not paying:
        return
    armies = places_of(s, s.nation)
    leaders = [at for n in c.nations[s.nation].leaders if (at := s.leader_at[n]) >= 0]
    for area in sorted({*armies, *leaders}):
        if paying >> area & 1:
            stands_in(r, area, army=area in armies)


@rule("4.7", "15.3")
def stands_in(r: Run, area: int, *, army: bool) -> None:
    """An army of the active nation stands in or passes an area free of others' armies, or a leader alone one
    free of their leaders too: a capture, once a turn (R15.3-b, c; R9.2-a)."""
    s = r.s
    if s.captured >> area & 1 or s.owner[area] != NONE:
        return
    if not army and foreign_leader(r.c, s, s.nation, area):
        return
    for line in r.c.due[s.turn][s.nation]:
        if line.kind == "capture" and line.areas >> area & 1:
            s.captured |= 1 << area
            credit(r, line, line.points[0], (area,))


def foreign_leader(c: Charts, s: State, nation: int, area: int) -> bool:
    """Is a leader of another nation in this area?"""
    if area not in s.leader_at:
        return False
    return any(at == area and c.leaders[n].nation != nation for n, at in enumerate(s.leader_at))


@rule("4.7", "15.3")
def destroyed(r: Run, by: int, victim: int, piece: int, number: int, place: int) -> None:
    """Pieces of a nation fell to another, on whoever's turn it is (R15.3-a)."""
    if by == NONE or not number:
        return
    for line in r.c.due[r.s.turn][by]:
        if line.kind == "destroy" and line.nations >> victim & 1 and line.pieces & piece:
            credit(r, line, line.points[0] * number, (place,), victim, piece, number)
