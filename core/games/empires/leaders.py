"""Leaders: how they come, go and fall (9.0, 9.2, 10.3, 10.4). Moving and fighting with them is elsewhere."""

from __future__ import annotations

from core.games.empires import ledger
from core.games.empires.events import LeaderWent
from core.games.empires.pieces import armies_at, move_escort
from core.games.empires.run import Run
from core.games.empires.state import GONE, State
from core.rules import rule


@rule("9.0")
def eliminate_lone(r: Run, place: int, by: int) -> None:
    """An army that enters a place, land or sea, where only a leader is eliminates him; its nation gets the
    credit (R9.0-d, e)."""
    if place not in r.s.leader_at:
        return
    for leader, at in enumerate(r.s.leader_at):
        if at == place:
            nation = r.c.leaders[leader].nation
            if nation != by and stands_alone(r.s, nation, place):
                eliminate(r, leader, by)


@rule("9.2", permissive=lambda s, nation, place: not armies_at(s, nation, place))
def stands_alone(s: State, nation: int, place: int) -> bool:
    """Has a leader of the nation nobody with him? Its factory is company as good as its armies (R9.2-b):
    he may come to one among enemies, and stays beside it when they enter and until it falls."""
    factory = place < len(s.factories) and s.factories[place] == nation
    return not factory and not armies_at(s, nation, place)


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
