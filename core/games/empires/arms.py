"""Colonial Arms (12.2): when they lapse. Giving them is part of the Arms Phase."""

from __future__ import annotations

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import ArmsLapsed
from core.games.empires.pieces import armies_at, has_army
from core.games.empires.run import Run
from core.games.empires.state import GONE, State
from core.rules import rule


@rule("12.2", permissive=lambda c, s, supplier: set(range(len(c.nations))))
def may_have_arms(c: Charts, s: State, supplier: int) -> set[int]:
    """Nations that share a land area with a factory of the supplier, who has an army on the map (R12.2-a)."""
    if supplier not in s.factories or not has_army(s, supplier):
        return set()
    areas = {area for area in c.board.coasts if s.factories[area] == supplier}
    beside = {s.owner[area] for area in areas}
    if any(cohort.place in areas for cohort in s.cohorts):
        beside.add(s.nation)
    return beside - {NONE}


@rule("12.2")
def lapse(r: Run) -> None:
    """Arms whose conditions have ended, or that losses left alone, are out of the game (R12.2-c, d)."""
    s = r.s
    if s.arms_to.count(NONE) == len(s.arms_to):
        return
    for supplier, nation in enumerate(s.arms_to):
        if nation == NONE:
            continue
        place = s.arms_at[supplier]
        alone = place >= 0 and not armies_at(s, nation, place)
        if alone or nation not in may_have_arms(r.c, s, supplier):
            s.arms_at[supplier], s.arms_to[supplier] = GONE, NONE
            r.out.append(ArmsLapsed(supplier, nation))
