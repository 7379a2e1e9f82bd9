"""Corrections by the host of a table that made a mistake, when all seats have agreed.

Whoever runs the table collects the consent. The rules see to it that the position stays one that play
can go on from. Arms whose conditions a correction ends go (12.2); nothing else follows, so several can
be made one after another: what is moved is first put where it belongs, then taken away.
"""

from __future__ import annotations

from typing import Final

from core.game import Refusal
from core.games.empires.actions import (
    CorrectArmies,
    CorrectFactory,
    Correction,
    CorrectLeader,
    CorrectPoints,
)
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import ArmiesCorrected, FactoryCorrected, LeaderCorrected, PointsCorrected
from core.games.empires.pieces import (
    add_armies,
    armies_at,
    escorts_at,
    move_escort,
    reserve,
    strangers,
    take_armies,
)
from core.games.empires.run import Run
from core.games.empires.state import ARMS, FOREIGN, GONE, State

OPEN_AT: Final = ("move", "factories", "arms")
"""Questions at which a correction may come: whatever has changed, they are simply asked anew."""
CORRECTIONS: Final = (CorrectArmies, CorrectLeader, CorrectFactory, CorrectPoints)
MOST_POINTS: Final = 999


def refuse_correction(c: Charts, s: State, correction: Correction) -> Refusal | None:
    """Why the position cannot be corrected so, or None."""
    if s.ask is None or s.ask.kind not in OPEN_AT:
        return Refusal("correct-later")
    match correction:
        case CorrectArmies():
            return _refuse_armies(c, s, correction)
        case CorrectLeader():
            return _refuse_leader(c, s, correction)
        case CorrectFactory():
            return _refuse_factory(c, s, correction)
        case CorrectPoints():
            return _refuse_points(c, s, correction)


def correct(r: Run, correction: Correction) -> None:
    """Carries out what `refuse_correction` let pass; the question is asked again."""
    match correction:
        case CorrectArmies():
            _correct_armies(r, correction)
        case CorrectLeader():
            _correct_leader(r, correction)
        case CorrectFactory():
            _correct_factory(r, correction)
        case CorrectPoints(nation, points):
            r.out.append(PointsCorrected(nation, r.s.points[nation], points))
            r.s.points[nation] = points
    lapse(r)
    r.s.ask = None


def _in_play(c: Charts, s: State, nation: int) -> Refusal | None:
    owner = c.setups[s.setup].owner
    good = nation in range(len(owner)) and owner[nation] != NONE
    return None if good else Refusal("not-in-play", "", {"nation": nation})


def _place(c: Charts, place: int) -> Refusal | None:
    good = place in range(c.board.land + c.board.seas)
    return None if good else Refusal("no-such-place", "", {"place": place})


def _refuse_armies(c: Charts, s: State, wanted: CorrectArmies) -> Refusal | None:
    nation, place = wanted.nation, wanted.place
    unknown = _in_play(c, s, nation) or _place(c, place)
    if unknown:
        return unknown
    now = armies_at(s, nation, place)
    if wanted.armies < 0 or wanted.armies == now:
        return Refusal("no-change", "", {"armies": now})
    if wanted.armies - now > reserve(c, s, nation):
        return Refusal("no-counters", "2.21", {"nation": nation})
    if not wanted.armies and _needs_army(c, s, nation, place):
        return Refusal("escort-needs-army", "9.0", {"place": place, "nation": nation})
    if wanted.armies < now:
        return None
    if place >= c.board.land and not c.nations[nation].colonial:
        return Refusal("not-at-sea", "5.4", {"place": place})
    if place < c.board.land and _others(c, s, nation, place):
        return Refusal("held-by-others", "8.4", {"place": place})
    return None


def _needs_army(c: Charts, s: State, nation: int, place: int) -> bool:
    """Would the last army leave Arms alone, or a leader at sea or among enemies?"""
    alone = place < c.board.land and not strangers(s, nation, place)
    return any(escort >= ARMS or not alone for escort in escorts_at(c, s, nation, place))


def _others(c: Charts, s: State, nation: int, place: int) -> bool:
    """Armies or a leader of another nation."""
    led = any(at == place and c.leaders[n].nation != nation for n, at in enumerate(s.leader_at))
    return led or bool(strangers(s, nation, place))


def _correct_armies(r: Run, wanted: CorrectArmies) -> None:
    nation, place = wanted.nation, wanted.place
    now = armies_at(r.s, nation, place)
    if wanted.armies > now:
        add_armies(r.s, nation, place, wanted.armies - now)
    else:
        take_armies(r.s, nation, place, now - wanted.armies)
    r.out.append(ArmiesCorrected(nation, place, now, wanted.armies))


def _refuse_leader(c: Charts, s: State, wanted: CorrectLeader) -> Refusal | None:
    if wanted.leader not in range(len(c.leaders)):
        return Refusal("no-such-leader", "", {"number": wanted.leader})
    nation, now, place = c.leaders[wanted.leader].nation, s.leader_at[wanted.leader], wanted.place
    if now >= FOREIGN:
        return Refusal("leader-outside", "7.1", {"leader": wanted.leader})
    if place == now or (place == NONE and now < 0):
        return Refusal("no-change")
    unknown = _in_play(c, s, nation) or (None if place == NONE else _place(c, place))
    if unknown:
        return unknown
    accompanied = place == NONE or armies_at(s, nation, place) > 0
    if not accompanied and (place >= c.board.land or strangers(s, nation, place)):
        return Refusal("escort-needs-army", "9.0", {"place": place, "nation": nation})
    return None


def _correct_leader(r: Run, wanted: CorrectLeader) -> None:
    there = wanted.place != NONE
    place = wanted.place if there else r.s.leader_at[wanted.leader]
    move_escort(r.s, wanted.leader, wanted.place if there else GONE)
    r.out.append(LeaderCorrected(wanted.leader, place, there))


def _refuse_factory(c: Charts, s: State, wanted: CorrectFactory) -> Refusal | None:
    if wanted.area not in range(c.board.land) or not c.board.factory_coasts >> wanted.area & 1:
        return Refusal("no-factory-coast", "12.1", {"place": wanted.area})
    there, nation = s.factories[wanted.area], wanted.nation
    if nation == there:
        return Refusal("no-change")
    if nation == NONE:
        alone = not armies_at(s, there, wanted.area) and _needs_army(c, s, there, wanted.area)
        if alone:
            return Refusal("escort-needs-army", "9.0", {"place": wanted.area, "nation": there})
        return None
    if there != NONE:
        return Refusal("factory-there", "12.1", {"place": wanted.area, "nation": there})
    unknown = _in_play(c, s, nation)
    if unknown:
        return unknown
    most = c.nations[nation].factories
    if s.factories.count(nation) >= most:
        return Refusal("no-factory-left", "12.1", {"nation": nation, "most": most})
    return None


def _correct_factory(r: Run, wanted: CorrectFactory) -> None:
    there = wanted.nation != NONE
    nation = wanted.nation if there else r.s.factories[wanted.area]
    r.s.factories[wanted.area] = wanted.nation
    r.out.append(FactoryCorrected(wanted.area, nation, there))


def _refuse_points(c: Charts, s: State, wanted: CorrectPoints) -> Refusal | None:
    unknown = _in_play(c, s, wanted.nation)
    if unknown:
        return unknown
    if not 0 <= wanted.points <= MOST_POINTS:
        return Refusal("no-such-points", "", {"points": wanted.points, "most": MOST_POINTS})
    return Refusal("no-change") if wanted.points == s.points[wanted.nation] else None
