"""Invasions and the pieces that come with them (7.0, 9.0, 12.2, 10.7)."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.empires.actions import Action, Place
from core.games.empires.answers import choice
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import ArmsCame, LeaderCame, LeaderMissed, Lost, Placed, Short, Waits
from core.games.empires.growth import missing_to_top_up
from core.games.empires.leaders import eliminate, eliminate_lone
from core.games.empires.pieces import add_armies, ashore, move_escort, places_of, reserve, take_armies
from core.games.empires.run import Run, step
from core.games.empires.state import ARMS, FOREIGN, Ask, State
from core.games.empires.steps import Step
from core.rules import rule


@rule("7.1", "7.2", "7.3", "10.7")
def arrivals_of(c: Charts, s: State) -> list[tuple[int, int]]:
    """(place, armies) of all that the chart brings the active nation in this turn, but for 10.6."""
    chart = c.setups[s.setup].turns[s.turn].nations[s.nation]
    found: list[tuple[int, int]] = []
    for arrival in chart.arrivals:
        if arrival.foreign != NONE:
            found.append((FOREIGN + arrival.foreign, arrival.number))
        elif arrival.sea != NONE:
            found.append((arrival.sea, arrival.number))
        else:
            found += arrival.areas
    if chart.top_up is not None:
        missing = missing_to_top_up(c, s, chart.top_up.up_to)
        found += [(chart.top_up.sea, missing)] if missing else []
    return found


@rule("14.1")
def arrive(r: Run) -> None:
    """Brings in what the counters allow; the owner divides a shortage (R14.1-a)."""
    entries = arrivals_of(r.c, r.s)
    if not entries:
        return
    counters = reserve(r.c, r.s, r.s.nation)
    wanted = sum(armies for _, armies in entries)
    if wanted > counters:
        r.out.append(Short(r.s.nation, wanted - counters))
    if wanted <= counters or len(entries) == 1:
        for place, armies in entries:
            bring(r, place, min(armies, counters))
    else:
        r.push(Step.ARRIVAL, counters, *(number for entry in entries for number in entry))


@step(Step.ARRIVAL)
def divide(r: Run, frame: list[int]) -> None:
    """Too few counters: the owner says, army by army, which entries are filled."""
    open_ = _open_entries(frame)
    if not frame[1] or not open_:
        r.drop()
    elif len(open_) == 1:
        _fill(r, frame, open_[0])
    else:
        r.ask("arrival", r.s.nation, *frame[2:])


def _open_entries(frame: list[int]) -> list[int]:
    return [place for place, left in zip(frame[2::2], frame[3::2], strict=True) if left]


def _fill(r: Run, frame: list[int], place: int) -> None:
    frame[1] -= 1
    at = next(i for i in range(2, len(frame), 2) if frame[i] == place and frame[i + 1])
    frame[at + 1] -= 1
    bring(r, place, 1)


def _filled(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    _fill(r, r.s.stack[-1], action.place)


choice(
    "arrival",
    "14.1",
    lambda c, s, ask: tuple(Place(place) for place in dict.fromkeys(_open_entries([0, 0, *ask.args]))),
    _filled,
)


def bring(r: Run, place: int, armies: int) -> None:
    """Armies arrive: outside to wait, in a sea, or in a land area that they clear."""
    s, nation = r.s, r.s.nation
    if not armies:
        return
    if place >= FOREIGN:
        for group in s.waiting:
            if group[0] == place:
                group[1] += armies
                break
        else:
            s.waiting.append([place, armies, 0])
        r.out.append(Waits(nation, place, armies))
        return
    if place < r.c.board.land:
        clear(r, place)
    else:
        eliminate_lone(r, place, nation)
    add_armies(s, nation, place, armies)
    r.out.append(Placed(nation, place, armies, "arrival"))


@rule("7.2")
def clear(r: Run, area: int) -> None:
    """All armies of others leave the entry area without battle, and leaders left alone; nobody is paid
    (R7.2-a, b)."""
    s, holder = r.s, r.s.owner[area]
    if holder != NONE:
        armies = s.count[area]
        take_armies(s, holder, area, armies)
        r.out.append(Lost(holder, area, armies, "cleared"))
    for leader, at in enumerate(s.leader_at):
        if at == area and r.c.leaders[leader].nation != s.nation:
            eliminate(r, leader, NONE)
    lapse(r)


@rule("9.0", permissive=lambda c, s: range(c.board.land))
def leader_places(c: Charts, s: State) -> Sequence[int]:
    """Places with own armies, among them those just arrived, and outside with waiting invaders (R9.0-a).

    A nation that has only factories left is not eliminated: there (R9.0-b).
    """
    occupied = [*places_of(s, s.nation), *(place for place, _, _ in s.waiting)]
    return occupied or [area for area, owner in enumerate(s.factories) if owner == s.nation]


def bring_leaders(r: Run) -> None:
    """Leaders of the chart, to be placed."""
    for leader in reversed(r.chart.leaders_in):
        r.push(Step.LEADER, leader)


@step(Step.LEADER)
def place_leader(r: Run, frame: list[int]) -> None:
    """Places a leader or asks where; he does not come to an eliminated nation."""
    leader = frame[1]
    places = leader_places(r.c, r.s)
    if not places:
        r.out.append(LeaderMissed(leader, r.s.nation))
        r.drop()
    elif len(places) == 1:
        _put_leader(r, leader, places[0])
    else:
        r.ask("leader", r.s.nation, leader)


def _put_leader(r: Run, leader: int, place: int) -> None:
    s = r.s
    if place >= FOREIGN:
        next(group for group in s.waiting if group[0] == place)[2] |= 1 << leader
    move_escort(s, leader, place)
    s.bound |= 1 << leader
    r.out.append(LeaderCame(leader, s.nation, place))
    r.drop()


def _leader_put(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    _put_leader(r, ask.args[0], action.place)


choice(
    "leader",
    "9.0",
    lambda c, s, ask: tuple(Place(place) for place in leader_places(c, s)),
    _leader_put,
)


@rule("12.2")
def bring_arms(r: Run) -> None:
    """Arms promised to the active nation come in its growth phase (R12.2-e)."""
    if r.s.nation not in r.s.arms_to:
        return
    for supplier, nation in enumerate(r.s.arms_to):
        if nation == r.s.nation and r.s.arms_at[supplier] == NONE:
            r.push(Step.ARMS_IN, supplier)


@step(Step.ARMS_IN)
def place_arms(r: Run, frame: list[int]) -> None:
    """Into any area the receiver occupies."""
    areas = _armed_areas(r.c, r.s)
    if not areas or r.s.arms_to[frame[1]] != r.s.nation:
        r.drop()
    elif len(areas) == 1:
        _put_arms(r, frame[1], areas[0])
    else:
        r.ask("arms-in", r.s.nation, frame[1])


def _armed_areas(c: Charts, s: State) -> list[int]:
    return list(ashore(c, s, s.nation))


def _put_arms(r: Run, supplier: int, area: int) -> None:
    r.s.arms_at[supplier] = area
    r.s.bound |= 1 << (ARMS + supplier)
    r.out.append(ArmsCame(supplier, r.s.nation, area))
    r.drop()


def _arms_put(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    _put_arms(r, ask.args[0], action.place)


choice(
    "arms-in",
    "12.2",
    lambda c, s, ask: tuple(Place(area) for area in _armed_areas(c, s)),
    _arms_put,
)
