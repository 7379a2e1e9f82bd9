"""Leaders: how they come, go and fall (9.0, 9.2, 10.3, 10.4). Moving and fighting with them is elsewhere."""

from __future__ import annotations

from core.games.empires import ledger
from core.games.empires.events import LeaderWent
from core.games.empires.pieces import armies_at, move_escort
from core.games.empires.run import Run
from core.games.empires.state import GONE
from core.rules import rule


@rule("9.0")
def eliminate_lone(r: Run, place: int, by: int) -> None:
    """An army that enters where only a leader is eliminates it; its nation gets the credit (R9.0-d, e)."""
    if place not in r.s.leader_at:
        return
    for leader, at in enumerate(r.s.leader_at):
        nation = r.c.leaders[leader].nation
        if at == place and nation != by and not armies_at(r.s, nation, place):
            eliminate(r, leader, by)


def eliminate(r: Run, leader: int, by: int) -> None:
    """A leader falls to a nation."""
    nation, place = r.c.leaders[leader].nation, r.s.leader_at[leader]
    move_escort(r.s, leader, GONE)
    r.out.append(LeaderWent(leader, nation, place, "eliminated"))
    ledger.destroyed(r, by, nation, ledger.LEADER, 1, place)


def depart(r: Run, leader: int) -> None:
    """A leader goes as the chart says, if he is there; nobody is paid."""
    place = r.s.leader_at[leader]
    if place >= 0:
        move_escort(r.s, leader, GONE)
        r.out.append(LeaderWent(leader, r.c.leaders[leader].nation, place, "chart"))
