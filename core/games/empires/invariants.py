"""What is true of every position; tests and the fuzzer check it after every action."""

from __future__ import annotations

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.leaders import stands_alone
from core.games.empires.pieces import armies_at, on_map, places_of, reserve, strangers
from core.games.empires.state import ARMY_GIVEN, FOREIGN, GONE, State
from core.games.empires.steps import Step


def check_state(c: Charts, s: State) -> None:
    """AssertionError naming what is wrong."""
    land, places = c.board.land, c.board.land + c.board.seas
    for nation, made in enumerate(c.nations):
        assert reserve(c, s, nation) >= 0, f"nation {nation}: more armies than counters"
        assert on_map(s, nation) <= made.armies
        built = s.factories.count(nation)
        assert built <= made.factories, f"nation {nation}: {built} factories"
        assert 0 <= s.carry[nation] <= 5, f"nation {nation}: carry {s.carry[nation]}"
        assert s.points[nation] >= 0
        assert s.allied[nation] in (0, 1, ARMY_GIVEN)
        if nation != s.nation and not made.colonial:
            assert all(place < land for place in places_of(s, nation)), f"nation {nation} is at sea (5.4)"
    for area, owner in enumerate(s.owner):
        assert (owner == NONE) == (s.count[area] == 0), f"area {area}: {owner} with {s.count[area]}"
        assert s.count[area] >= 0
        assert owner != s.nation or owner == NONE, f"area {area} is counted twice"
        if s.factories[area] != NONE:
            assert c.board.factory_coasts >> area & 1, f"a factory in area {area}"
    for sea, who, armies in s.fleets:
        assert land <= sea < places
        assert armies > 0
        assert who != s.nation
    for cohort in s.cohorts:
        assert cohort.armies > 0
        assert 0 <= cohort.place < places, f"an army at {cohort.place} (5.13)"
        assert not cohort.path or cohort.path[-1] == cohort.place
    for place, armies, leaders in s.waiting:
        assert place >= FOREIGN
        assert armies > 0 or not leaders, "a leader waits alone"
    unsettled = any(frame[0] in (Step.BATTLE, Step.WITHDRAW) for frame in s.stack)
    for leader, at in enumerate(s.leader_at):
        assert at in (NONE, GONE) or 0 <= at < places or at >= FOREIGN, f"leader {leader} at {at}"
        if 0 <= at < places and not unsettled:
            nation = c.leaders[leader].nation
            alone = stands_alone(s, nation, at) and strangers(s, nation, at)
            assert not alone, f"leader {leader} is alone with enemies at {at} (9.0, 9.2)"
    for supplier, at in enumerate(s.arms_at):
        receiver = s.arms_to[supplier]
        if at >= 0:
            assert receiver != NONE
            assert armies_at(s, receiver, at), f"Arms of {supplier} stand alone (12.2)"
    assert s.over == (s.ask is None), "nobody is asked"
    assert s.over == (not s.stack)
