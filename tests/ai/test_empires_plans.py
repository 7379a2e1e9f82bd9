"""What a plan of several marches is thought to bring."""

from __future__ import annotations

import pytest

from ai.empires.appraisal import CAPTURES, NOW, Appraisal
from ai.empires.calendar import calendar
from ai.empires.fights import Fights
from ai.empires.levels import levels
from ai.empires.moves import Move, Stage
from ai.empires.planning import Planner
from core.games.empires.offers import Marches
from tests.empires.board import NAMES, Board


def planner(board: Board) -> Planner:
    """The plans of the active nation for its open Movement Phase."""
    state = board.state
    view = board.game.view(state, board.ask.seat)
    offers = [o for o in board.game.legal(state, board.ask.seat).offers if isinstance(o, Marches)]
    a = Appraisal(calendar(board.c, view.setup), view, state.nation, levels()["hard"])
    return Planner(a, Fights(board.c, view), offers)


def to(made: Planner, goal: str, *, armies: int, passing: str = "", led: bool = False) -> Move:
    """A move to a goal that leaves nobody on its way."""
    way = next(
        way
        for way in made.ways
        if way.goal == NAMES.place(goal) and not way.left and way.led == led
        if not passing or NAMES.place(passing) in way.route.path[:-1]
    )
    return Move(way, armies)


def term(made: Planner, plan: list[Move], which: int) -> float:
    """A part of the worth of the position after a plan."""
    stage = Stage(made.a)
    return float(made.judged(stage.after(plan, made.land), [None])[0, which])


def test_an_area_is_captured_once_however_many_marches_touch_it() -> None:
    """Five areas pay the Marathas 1 each on Turn 13, whoever passes them or stands in them (R15.3-b)."""
    made = planner(Board(turn=13, nation="marathas", armies={"marathas": {"Maharashtra": 4}}))
    passing = to(made, "Malabar", armies=1, passing="Bijapur")
    standing = to(made, "Bijapur", armies=1)
    assert term(made, [passing], CAPTURES) == term(made, [passing, passing], CAPTURES) == 1
    touched = {*passing.way.route.path, *standing.way.route.path}
    assert term(made, [passing, standing], CAPTURES) == sum(made.fresh[area] for area in touched)


def test_a_leader_alone_is_worth_points_where_he_ends_but_no_growth() -> None:
    """He holds Agra for the count of Turn 13 without taking the only army out of Delhi (9.0)."""
    board = Board(turn=13, nation="mughals", armies={"mughals": {"Delhi": 1}}, leaders={"Alamgir": "Delhi"})
    made = planner(board)
    ride = to(made, "Agra", armies=0, led=True)
    assert term(made, [ride], NOW) == pytest.approx(
        term(made, [], NOW) + made.a.counts.by_leader[ride.way.goal]
    )
    assert made.a.counts.by_leader[ride.way.goal] > 1


def test_armies_left_on_the_way_stand_there_when_it_is_judged() -> None:
    """Two of three go on: one is left in Delhi, one goes on to Agra (R9.1-a)."""
    board = Board(turn=13, nation="mughals", armies={"mughals": {"Lahore": 3}}, leaders={"Alamgir": "Lahore"})
    made = planner(board)
    delhi, agra = NAMES.place("Delhi"), NAMES.place("Agra")
    way = next(
        way
        for way in made.ways
        if way.goal == agra and [(way.route.path[step], n) for step, n in way.left] == [(delhi, 1)]
    )
    stage = Stage(made.a).after([Move(way, 1)], made.land)
    assert [stage.count[place] for place in (NAMES.place("Lahore"), delhi, agra)] == [1, 1, 1]
    assert Move(way, 1).way.offer.contains(Move(way, 1).march)
