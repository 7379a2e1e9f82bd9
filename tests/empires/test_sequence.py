"""The sequence of play (3.0, 4.0)."""

from __future__ import annotations

from random import Random

import pytest

from core.dice import SeededDice
from core.games.empires import flow
from core.games.empires.actions import Action, CorrectArmies, CorrectPoints, Stand
from core.games.empires.charts import shipped
from core.games.empires.events import Ended, Event, Marched, NationBegan, NationEnded, TurnBegan
from core.games.empires.rules import Empires
from core.games.empires.standing import LEAVE, NO, YES
from core.games.empires.state import State
from core.games.empires.view import View
from core.kit import check
from core.table import Table, open_table
from tests.empires.board import NAMES, Board

C = shipped()


def whole_game(setup: str, seed: int = 1) -> tuple[Table[State, Action, Event, View], list[Event]]:
    """A game played out at random, and all that happened."""
    table: Table[State, Action, Event, View] = open_table(
        Empires(C),
        {"setup": setup},
        ["person"] * C.setups[setup].seats,
        table_id="t",
        dice=SeededDice(b"%d" % seed),
        clock=lambda: 0,
        salts=lambda: bytes(16),
    )
    check.RandomPlay(table, Random(seed), undos=0, odd=0).run(20_000)
    return table, [event for step in table.history(None) for event in step.events]


@pytest.mark.rule("3.0d", "2.42a", "4.7c", "1.0c", "15.1a")
@pytest.mark.parametrize(("setup", "first"), [("four", 1), ("short", 9)])
def test_a_game_runs_through_its_turns_and_ends_after_the_last(setup: str, first: int) -> None:
    table, events = whole_game(setup)
    begun = [event.turn for event in events if isinstance(event, TurnBegan)]
    assert begun == list(range(first, 17)), "the first begins in the set-up"
    assert isinstance(events[-1], Ended)
    state, outcome = table.position.state, table.game.outcome(table.position.state)
    assert outcome is not None and state.over
    turns = 17 - first
    before = table.game.codec.state.decode(table.position.steps[0].before)
    assert table.game.how_far(before) == (0, turns)
    assert table.game.how_far(state) == (turns, turns)
    owner = C.setups[setup].owner
    assert outcome.scores == tuple(
        sum(points for nation, points in enumerate(state.points) if owner[nation] == seat)
        for seat in range(C.setups[setup].seats)
    )
    best = max(outcome.scores)
    assert outcome.ranking[0] == tuple(seat for seat, score in enumerate(outcome.scores) if score == best)


@pytest.mark.rule("4.0b", "2.43a")
def test_one_nation_finishes_before_the_next_begins_in_order_of_play() -> None:
    _, events = whole_game("four", 2)
    active, last = None, -1
    for event in events:
        match event:
            case TurnBegan():
                last = -1
            case NationBegan(nation):
                assert active is None or nation == active
                assert nation > last
                active = last = nation
            case NationEnded(nation):
                assert active is None or nation == active
                active = None
            case Marched(nation):
                assert active is None or nation == active


@pytest.mark.rule("4.0a")
def test_who_has_nothing_and_gets_nothing_has_no_turn() -> None:
    board = Board(
        turn=13,
        nation="pandyas",
        phase="game-turn",
        armies={"rajputs": {"Delhi": 1}, "sikhs": {}},
        factories={"Kerala": "dutch"},
        leaders={"Aybak": "Agra"},
    )
    begun = []
    while board.state.turn == 13:
        begun += [board.names.nation_name(e.nation) for e in board.last if isinstance(e, NationBegan)]
        if board.asked() == "move" and not board.listed():
            board.act(board.game.legal(board.state, board.ask.seat).first())
        else:
            board.act(board.listed()[-1])
    # Growth and arrivals bring French and British in; a factory and a leader are pieces, too (R4.0-a).
    assert begun == ["rajputs", "muslims", "dutch", "french", "british"]


@pytest.mark.rule("4.0c")
def test_factory_and_arms_phases_are_for_colonial_nations() -> None:
    armies = {"rajputs": {"Gujarat": 1}, "british": {"Gujarat": 1}}
    board = Board(turn=14, nation="british", phase="factories", armies={"british": {"Gujarat": 1}})
    assert board.asked() == "factories"
    for phase in ("factories", "arms"):
        board = Board(turn=14, nation="rajputs", phase=phase, armies={"rajputs": armies["rajputs"]})
        assert board.asked_of() != "rajputs" or board.state.turn > 14


@pytest.mark.rule("4.1a", "4.2a", "4.3a", "4.4a")
def test_the_phases_of_a_nation_turn() -> None:
    order = list(flow.PHASES)
    wanted = [
        "departures",
        "growth",
        "arrivals",
        "movement",
        "battles",
        "overpopulation",
        "factories",
        "arms",
        "count",
        "end-removals",
    ]
    assert [phase for phase in order if phase in wanted] == wanted


@pytest.mark.rule("4.3a", "4.4a")
def test_all_movement_ends_before_a_battle_begins() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        plain=True,
        rolls=[1, 6],
        armies={"rajputs": {"Delhi": 1, "Malwa": 1}, "muslims": {"Agra": 1}},
    )
    board.march("Delhi", "Agra")
    assert (board.at("Agra"), board.asked()) == ({"muslims": 1, "rajputs": 1}, "move")
    board.march("Malwa", "Gujarat")
    assert board.at("Agra") == {"muslims": 1, "rajputs": 1}
    board.done()
    assert len(board.at("Agra")) == 1


@pytest.mark.rule("4.7a")
def test_a_capture_is_credited_as_it_happens() -> None:
    line = next(x for x in C.due[14][2] if x.kind == "capture")
    area = next(a for a in range(36) if line.areas >> a & 1)
    near = C.names["area"][C.board.to_land[area][0]]
    board = Board(turn=14, nation="afghans", plain=True, armies={"afghans": {near: 1}})
    before = board.points("afghans")
    board.march(near, C.names["area"][area])
    assert board.points("afghans") == before + line.points[0]


@pytest.mark.rule("1.0a", "4.7c")
def test_the_turn_after_the_last_is_none() -> None:
    board = Board(turn=16, nation="british", phase="end", armies={"british": {"Bengal": 1}})
    assert (board.asked(), board.state.over) == ("", True)


@pytest.mark.rule("2.44a", "2.45a", "15.1b")
def test_everybody_sees_carries_alliances_and_points() -> None:
    board = Board(
        turn=14,
        nation="rajputs",
        armies={"rajputs": {"Delhi": 1}},
        carry={"rajputs": 3},
        allied={"sikhs": 1, "guptas": 2},
        points={"rajputs": 7},
    )
    for seat in (0, 1, 2, 3, None):
        view = board.game.view(board.state, seat)
        assert (view.carry[9], view.points[9]) == (3, 7)
        assert (view.allied[8], view.allied[10]) == (1, 2)


@pytest.mark.rule("4.7d")
def test_nothing_binds_but_what_the_rules_know() -> None:
    """Leave given in one phase says nothing of the next: the question is put anew (R16.0-c)."""
    board = Board(
        turn=13,
        nation="pandyas",
        plain=True,
        armies={"pandyas": {"Orissa": 1}, "dutch": {"Bay of Bengal": 1}},
        chart={"boats": C.board.sea_mask, "major": True},
    )
    board.ask_leave("Bay of Bengal")
    board.answer(True)
    assert board.can("Orissa", "Bay of Bengal", "Bengal")
    board.done()
    assert board.no_march("Orissa", "Bay of Bengal", "Bengal") == ("leave-not-asked", "5.41")
    board.ask_leave("Bay of Bengal")
    board.answer(False)
    assert board.no_march("Orissa", "Bay of Bengal", "Bengal") == ("leave-refused", "5.41")


@pytest.mark.rule("4.7d")
def test_an_answer_announced_may_be_changed_until_it_is_used() -> None:
    board = Board(
        turn=13, nation="pandyas", plain=True, standing=[("dutch", LEAVE, YES)],
        armies={"pandyas": {"Orissa": 1}, "dutch": {"Bay of Bengal": 1}},
        chart={"boats": C.board.sea_mask},
    )  # fmt: skip
    board.claim("dutch", Stand(NAMES.nation("dutch"), LEAVE, NO))
    board.ask_leave("Bay of Bengal")
    assert board.no_march("Orissa", "Bay of Bengal", "Bengal") == ("leave-refused", "5.41")


@pytest.mark.rule("4.7d")
def test_no_seat_can_give_points_or_pieces_away() -> None:
    """Only acts of the rules change the position; corrections are the host's, when all have agreed."""
    board = Board(turn=13, nation="pandyas", plain=True, armies={"pandyas": {"Orissa": 1}})
    gifts = (CorrectPoints(0, 1), CorrectArmies(0, NAMES.place("Orissa"), 0))
    for seat in range(4):
        for gift in gifts:
            refusal = board.game.refuse(board.state, seat, gift)
            assert refusal is not None and refusal.code == "host-only"
            assert not board.game.legal(board.state, seat).contains(gift)
