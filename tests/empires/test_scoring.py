"""Victory Points: in play, at the end of a turn, and at the end of the game (4.7, 15.x)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from core.ctx import Ctx
from core.dice import ScriptedDice, SeededDice
from core.game import Outcome
from core.games.empires import ledger
from core.games.empires.actions import Action
from core.games.empires.chart_types import ARMY, FACTORY, LEADER, NONE, Objective
from core.games.empires.charts import shipped
from core.games.empires.events import Ended, Scored, TurnBegan
from core.games.empires.pieces import take_armies
from core.games.empires.rules import Empires, first_position
from core.games.empires.run import Run
from core.games.empires.scoring import result, seat_totals, would_pay
from core.table import Accepted, open_table
from core.vault import Vault
from tests.empires.board import NAMES, Board

C = shipped()
LINES: dict[str, Objective] = {line.id: line for line in C.objectives}


def scores(board: Board) -> list[tuple[str, int, str, int, tuple[str, ...]]]:
    """The ledger: nation, turn, objective, points, areas."""
    return [
        (NAMES.nation_name(e.nation), e.turn, e.objective, e.points, tuple(map(NAMES.place_name, e.areas)))
        for e in board.seen(Scored)
    ]


def paying(board: Board, nation: str) -> dict[str, int]:
    """Objective -> points that the card of a nation would pay now."""
    return {p.objective.id: p.points for p in would_pay(board.c, board.state, NAMES.nation(nation))}


def end_of_turn(
    turn: int,
    armies: Mapping[str, Mapping[str, int]],
    factories: Mapping[str, str] | None = None,
    points: Mapping[str, int] | None = None,
) -> Board:
    """A game turn whose last nation has just finished, and what follows."""
    return Board(turn=turn, nation="british", phase="end", armies=armies, factories=factories, points=points)


def destroys(
    board: Board, by: str, victim: str, piece: int, number: int = 1, place: str = "Delhi"
) -> list[Scored]:
    r = Run(board.c, board.state, Ctx[Action](0, ScriptedDice(), Vault[Action]()))
    ledger.destroyed(r, NAMES.nation(by), NAMES.nation(victim), piece, number, NAMES.place(place))
    return [event for event in r.out if isinstance(event, Scored)]


# Capture (15.3c).


@pytest.mark.rule("15.3c")
@pytest.mark.rule("4.7a")
def test_passing_through_captures_at_once_and_staying_is_not_needed() -> None:
    board = Board(turn=14, nation="marathas", armies={"marathas": {"Bundelkhand": 2}})
    board.march("Bundelkhand", "Agra", "Delhi")
    gained = [
        ("marathas", 14, "marathas-c3", 1, ("Bundelkhand",)),
        ("marathas", 14, "marathas-c3", 1, ("Agra",)),
    ]
    assert scores(board) == [*gained, ("marathas", 14, "marathas-c2", 2, ("Delhi",))]
    assert board.points("marathas") == 4


@pytest.mark.rule("15.3c")
def test_an_area_pays_once_in_a_turn_and_again_on_another_listed_turn() -> None:
    board = Board(turn=14, nation="afghans", armies={"afghans": {"Lahore": 2}})
    board.march("Lahore", "Delhi")
    board.march("Lahore", "Delhi", "Agra")
    assert scores(board) == [
        ("afghans", 14, "afghans-c2", 1, ("Lahore",)),
        ("afghans", 14, "afghans-c1", 2, ("Delhi",)),
        ("afghans", 14, "afghans-c2", 1, ("Agra",)),
    ]
    again = Board(turn=15, nation="afghans", armies={"afghans": {"Delhi": 1}})
    assert [entry[1:3] for entry in scores(again)] == [(15, "afghans-c1")]
    not_listed = Board(turn=13, nation="afghans", armies={"afghans": {"Delhi": 1}})
    assert scores(not_listed) == []


@pytest.mark.rule("15.3c")
def test_no_capture_while_foreign_armies_are_there() -> None:
    held = {"afghans": {"Lahore": 5}, "sikhs": {"Delhi": 1}}
    board = Board(turn=14, nation="afghans", armies=held)
    board.march("Lahore", "Delhi", armies=2)
    board.march("Lahore", "Delhi", "Agra")
    assert {entry[4] for entry in scores(board)} == {("Lahore",), ("Agra",)}


@pytest.mark.rule("15.3c")
def test_a_leader_alone_captures_and_a_factory_does_not() -> None:
    held = {"marathas": {"Maharashtra": 1}}
    board = Board(turn=14, nation="marathas", armies=held, leaders={"Rao": "Maharashtra"})
    board.march("Maharashtra", "Gujarat", "Malwa", "Agra", armies=0, escorts="Rao")
    assert {entry[4] for entry in scores(board)} == {("Gujarat",), ("Malwa",), ("Agra",)}
    board = Board(turn=14, nation="marathas", armies=held, leaders={"Rao": "Gujarat"})
    assert {entry[4] for entry in scores(board)} == {("Gujarat",)}
    held = {"portuguese": {"Arabian Sea": 1}}
    board = Board(turn=12, nation="portuguese", armies=held, factories={"Gujarat": "portuguese"})
    assert scores(board) == []


@pytest.mark.rule("15.3c")
def test_areas_submitted_or_allied_are_not_captured_by_passing() -> None:
    held = {"muslims": {"Bijapur": 3}, "marathas": {"Karnatak": 1, "Bidar": 1}}
    board = Board(turn=11, nation="muslims", cycle=2, armies=held, submitted=[("marathas", "South India")])
    board.march("Bijapur", "Bidar", "Berar")
    assert {entry[4] for entry in scores(board)} == {("Bijapur",), ("Berar",)}


@pytest.mark.rule("15.3c")
@pytest.mark.parametrize("phase", ["turn", "second-cycle"])
def test_what_is_held_as_the_turn_begins_or_won_in_battle_is_captured(phase: str) -> None:
    board = Board(turn=14, nation="marathas", phase=phase, armies={"marathas": {"Malwa": 1}})
    assert scores(board)[0] == ("marathas", 14, "marathas-c3", 1, ("Malwa",))


# Destruction (15.3b).


@pytest.mark.rule("15.3b")
@pytest.mark.rule("4.7a")
def test_destroying_pays_on_anybodys_turn_for_the_pieces_of_the_card() -> None:
    board = Board(turn=15, nation="rajputs", armies={"rajputs": {"Delhi": 1}})
    sikhs, afghans = NAMES.nation("sikhs"), NAMES.nation("afghans")
    [paid] = destroys(board, "sikhs", "afghans", ARMY, 2, "Punjab")
    assert paid == Scored(sikhs, 15, "sikhs-d1", "destroy", 2, (NAMES.place("Punjab"),), afghans, ARMY, 2)
    assert board.points("sikhs") == 2
    assert destroys(board, "sikhs", "afghans", LEADER) == []
    assert destroys(board, "sikhs", "rajputs", ARMY) == []
    [paid] = destroys(board, "british", "french", FACTORY)
    assert paid.objective == "british-d1"


@pytest.mark.rule("15.3b")
def test_both_sides_of_a_battle_can_score_and_nobody_on_other_turns() -> None:
    board = Board(turn=15, nation="rajputs", armies={"rajputs": {"Delhi": 1}})
    assert len(destroys(board, "afghans", "sikhs", ARMY) + destroys(board, "sikhs", "afghans", ARMY)) == 2
    board = Board(turn=14, nation="rajputs", armies={"rajputs": {"Delhi": 1}})
    assert destroys(board, "afghans", "sikhs", ARMY) == []
    r = Run(board.c, board.state, Ctx[Action](0, ScriptedDice(), Vault[Action]()))
    ledger.destroyed(r, NONE, NAMES.nation("sikhs"), ARMY, 1, NAMES.place("Delhi"))
    assert r.out == []


# Holding and coasts, at the end of the game turn (15.3a, 15.3e).


@pytest.mark.rule("15.3a")
@pytest.mark.rule("4.7b")
@pytest.mark.rule("15.2a")
def test_hold_points_are_counted_when_the_last_nation_has_finished() -> None:
    held = {"british": {"Bengal": 1}, "cholas": {"Karnatak": 2, "Andhra": 1}, "pandyas": {"Kerala": 1}}
    board = end_of_turn(10, held)
    assert scores(board)[:3] == [
        ("pandyas", 10, "pandyas-h4", 2, ("Kerala",)),
        ("cholas", 10, "cholas-h1", 2, ("Karnatak",)),
        ("cholas", 10, "cholas-h2", 1, ("Andhra",)),
    ]
    earlier = Board(turn=10, nation="cholas", phase="count", armies=held)
    assert scores(earlier) == []
    assert scores(end_of_turn(11, held)) == []


@pytest.mark.rule("15.2a")
@pytest.mark.parametrize("turn", [4, 7, 10, 13, 16])
def test_every_nation_with_a_hold_line_counts_on_the_five_turns(turn: int) -> None:
    due = {line.nation for line in C.objectives if line.kind in ("hold", "coasts") and turn in line.turns}
    assert due
    assert C.setups["four"].turns[turn].scoring == (1 << len(C.nations)) - 1
    for nation in due:
        line = next(n for n in C.due[turn][nation] if n.kind in ("hold", "coasts"))
        area = line.areas.bit_length() - 1 if line.kind == "hold" else NAMES.place("Bengal")
        factories = {"Bengal": C.nations[nation].id} if line.kind == "coasts" else {}
        board = end_of_turn(
            turn, {C.nations[nation].id: {NAMES.place_name(area): 1}} if line.kind == "hold" else {},
            factories=factories,
        )  # fmt: skip
        assert [e.objective for e in board.seen(Scored) if e.turn == turn and e.nation == nation][:1] == [
            line.id
        ]


@pytest.mark.rule("15.2b")
def test_a_card_may_name_another_turn() -> None:
    board = end_of_turn(15, {"sikhs": {"Lahore": 1}, "british": {"Bengal": 1}})
    assert scores(board)[:2] == [
        ("sikhs", 15, "sikhs-h1", 1, ("Lahore",)),
        ("british", 15, "british-h1", 2, ("Bengal",)),
    ]


@pytest.mark.rule("15.3a")
@pytest.mark.rule("9.0b")
def test_a_leader_alone_holds_but_not_beside_a_foreign_leader_and_a_factory_never() -> None:
    far = {"rajputs": {"Oudh": 1}}
    board = Board(turn=13, nation="rajputs", armies=far, leaders={"Shivaji": "Maharashtra"})
    assert paying(board, "marathas") == {"marathas-h1": 2}
    board = Board(
        turn=13, nation="rajputs", armies=far, leaders={"Shivaji": "Maharashtra", "Alamgir": "Maharashtra"}
    )
    assert paying(board, "marathas") == {}
    armies = {**far, "marathas": {"Maharashtra": 1}}
    board = Board(turn=13, nation="rajputs", armies=armies, leaders={"Shivaji": "Maharashtra"})
    assert paying(board, "marathas") == {"marathas-h1": 2}
    board = Board(turn=14, nation="rajputs", armies=far, factories={"Andhra": "french"})
    assert paying(board, "french") == {}
    board = Board(turn=14, nation="rajputs", armies={**far, "french": {"Andhra": 1}})
    assert paying(board, "french") == {"french-h1": 1}


@pytest.mark.rule("11.2l")
def test_allies_hold_what_they_stand_on() -> None:
    board = Board(
        turn=16, nation="rajputs", armies={"rajputs": {"Rajputana": 1}, "sikhs": {"Lahore": 1}},
        allied={"sikhs": 1, "rajputs": 2},
    )  # fmt: skip
    assert paying(board, "sikhs") == {"sikhs-h2": 2}
    assert paying(board, "rajputs") == {"rajputs-h5": 2}


@pytest.mark.rule("15.3e")
@pytest.mark.parametrize(
    ("areas", "seas"),
    [
        ((), 0),
        (("Bengal",), 1),
        (("Bengal", "Orissa"), 1),
        (("Malabar",), 1),
        (("Malabar", "Golconda"), 2),
        (("Malabar", "Sind"), 2),
        (("Malabar", "Karnatak"), 2),
        (("Golconda", "Karnatak"), 2),
        (("Malabar", "Golconda", "Karnatak"), 3),
        (("Malabar", "Golconda", "Sind"), 3),
        (("Malabar", "Sind", "Gujarat"), 2),
        (("Sind", "Bengal", "Lanka"), 3),
    ],
)
def test_coasts_count_seas_and_malabar_and_golconda_one_of_their_two(
    areas: tuple[str, ...], seas: int
) -> None:
    board = Board(
        turn=13,
        nation="rajputs",
        armies={"rajputs": {"Oudh": 1}},
        factories=dict.fromkeys(areas, "portuguese"),
    )
    award = (0, *LINES["portuguese-f2"].points)[seas]
    assert paying(board, "portuguese") == ({"portuguese-f2": award} if award else {})


@pytest.mark.rule("15.3d")
def test_one_nation_scores_in_several_ways_in_one_turn() -> None:
    board = Board(
        turn=12, nation="portuguese", armies={"portuguese": {"Gujarat": 1}}, factories={"Lanka": "portuguese"}
    )
    assert scores(board) == [("portuguese", 12, "portuguese-c1", 1, ("Gujarat",))]
    destroys(board, "portuguese", "muslims", ARMY)
    assert board.points("portuguese") == 2
    assert paying(board, "portuguese") == {"portuguese-f1": 1}


# The end (15.1, 1.0, 4.7c), the cards (2.3, 15.2c).


@pytest.mark.rule("2.3a")
def test_every_nation_has_a_card_that_can_pay() -> None:
    assert {line.nation for line in C.objectives} == set(range(len(C.nations)))


@pytest.mark.rule("15.2c")
@pytest.mark.rule("15.1b")
def test_cards_and_totals_are_open_to_all() -> None:
    board = Board(turn=16, nation="sikhs", armies={"sikhs": {"Lahore": 1}}, points={"sikhs": 3, "cholas": 4})
    game = board.game
    for seat in (0, 1, 2, 3, None):
        assert game.view(board.state, seat).points == tuple(board.state.points)
    assert seat_totals(board.c, board.state) == (0, 0, 7, 0)
    assert paying(board, "sikhs") == {"sikhs-h2": 2}


@pytest.mark.rule("1.0c")
@pytest.mark.rule("4.7c")
@pytest.mark.rule("15.1a")
def test_after_the_last_nation_of_turn_16_points_are_added_by_seat() -> None:
    armies = {"british": {"Bengal": 1}, "rajputs": {"Rajputana": 1}}
    board = end_of_turn(16, armies, points={"cholas": 5, "mughals": 11, "guptas": 2, "dutch": 3})
    assert board.asked() == ""
    assert board.seen(Ended) == [Ended(16)]
    assert board.seen(TurnBegan) == []
    purple = 5 + 1 + 2  # what they had, and Bengal and Rajputana held
    assert board.game.outcome(board.state) == Outcome(
        ((0,), (2,), (3,), (1,)), (11, 0, purple, 5), "last-turn"
    )


@pytest.mark.rule("1.0c")
def test_no_result_before_the_end() -> None:
    board = Board(turn=16, nation="sikhs", armies={"sikhs": {"Lahore": 1}}, points={"sikhs": 90})
    assert board.game.outcome(board.state) is None


@pytest.mark.rule("15.1a")
@pytest.mark.parametrize(
    ("points", "ranking"),
    [
        ((7, 7, 7, 7), ((0, 1, 2, 3),)),
        ((7, 9, 3, 9), ((1, 3), (0,), (2,))),
        ((0, 0, 1, 0), ((2,), (0, 1, 3))),
        ((4, 3, 2, 1), ((0,), (1,), (2,), (3,))),
    ],
)
def test_equal_points_share_a_place(points: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]) -> None:
    state = first_position(C, "four", [False, True])
    for nation, number in zip(("mughals", "muslims", "sikhs", "dutch"), points, strict=True):
        state.points[NAMES.nation(nation)] = number
    state.over = True
    assert result(C, state) == Outcome(ranking, points, "last-turn")


# RUL-16: points wrong, end not noticed, tie unhandled.


def test_rul_16_points_once_scored_stay_when_the_armies_are_lost() -> None:
    board = Board(turn=14, nation="afghans", phase="turn", armies={"afghans": {"Delhi": 1, "Sind": 1}})
    assert board.points("afghans") == 2
    take_armies(board.state, NAMES.nation("afghans"), NAMES.place("Delhi"), 1)
    assert board.points("afghans") == 2


@pytest.mark.parametrize(("setup", "seats"), [("four", 4), ("three", 3), ("five", 5), ("short", 3)])
def test_rul_16_the_ledger_adds_up_by_nation_and_by_seat_in_whole_games(setup: str, seats: int) -> None:
    table = open_table(
        Empires(C), {"setup": setup}, ["person"] * seats, table_id="t", dice=SeededDice(setup.encode()),
        clock=lambda: 0, salts=lambda: bytes(16),
    )  # fmt: skip
    rng = Random(setup)
    while table.pending:
        owed = table.pending[0]
        answer = table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).sample(rng))
        assert isinstance(answer, Accepted), answer
    ledger_of = [event for step in table.position.steps for event in step.events if isinstance(event, Scored)]
    totals = [sum(e.points for e in ledger_of if e.nation == n) for n in range(len(C.nations))]
    assert table.view(None).points == tuple(totals)
    assert all(table.view(seat) == table.view(None) for seat in range(seats))
    assert all(
        e.turn in LINES[e.objective].turns and e.nation == LINES[e.objective].nation for e in ledger_of
    )
    for e in ledger_of:
        line = LINES[e.objective]
        if line.kind in ("hold", "capture"):
            assert e.points == line.points[0] * len(e.areas)
    outcome = table.outcome
    assert outcome is not None
    owner = C.setups[setup].owner
    assert outcome.scores == tuple(
        sum(points for points, seat in zip(totals, owner, strict=True) if seat == s) for s in range(seats)
    )
    assert {e.turn for e in ledger_of if LINES[e.objective].kind == "hold"} >= {10, 13, 16}
