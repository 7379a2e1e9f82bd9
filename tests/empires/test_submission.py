"""Submission: who, when, to whom, and the way out for the attacker (11.1, 7.1, 16.0)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import structs

from core.games.empires.actions import Answer, AskLeave, Attack, Build, Defy, Done, Shift, Stand
from core.games.empires.chart_types import ARMY, Objective
from core.games.empires.events import FoughtOn, Grew, Lost, Scored, Submitted, Withdrew
from core.games.empires.standing import NEVER, SUBMISSION
from tests.empires.board import NAMES, Board, with_lines

Armies = Mapping[str, int]


def attack(
    attacker: str,
    victim: str,
    holds: Armies,
    march: tuple[str, str],
    *,
    turn: int = 9,
    armies: int = 2,
    **more: object,
) -> Board:
    """A nation marches from its area into one of the victim's and ends its movement."""
    both = {victim: holds, attacker: {march[0]: armies + 1}}
    board = Board(turn=turn, nation=attacker, plain=True, armies=both, **more)  # type: ignore[arg-type]
    board.march(*march, armies=armies)
    board.done()
    return board


def asked(board: Board) -> tuple[str, str]:
    return board.asked(), board.asked_of()


def withdrawals(board: Board) -> dict[str, int]:
    """Place -> armies that have withdrawn to it."""
    found: dict[str, int] = {}
    for event in board.seen(Withdrew):
        goal = NAMES.place_name(event.goal)
        found[goal] = found.get(goal, 0) + event.armies
    return found


def submits(board: Board) -> bool:
    return board.asked() == "submission"


# Who may (11.1).


@pytest.mark.rule("11.1a")
def test_sinhalese_submit_with_one_area_left_in_ceylon() -> None:
    board = attack("cholas", "sinhalese", {"Lanka": 1}, ("Karnatak", "Lanka"))
    assert asked(board) == ("submission", "sinhalese")
    assert board.ask.args == [NAMES.nation("cholas"), NAMES.region("Ceylon")]
    assert not submits(
        attack("cholas", "sinhalese", {"Lanka": 1, "Simhala": 1}, ("Karnatak", "Lanka"), rolls=[1, 1, 6])
    )


@pytest.mark.rule("11.1b")
def test_sikhs_submit_with_one_area_left_in_north_india() -> None:
    assert submits(attack("mughals", "sikhs", {"Lahore": 1}, ("Delhi", "Lahore"), turn=14))
    two = {"Lahore": 1, "Punjab": 1}
    assert not submits(attack("mughals", "sikhs", two, ("Delhi", "Lahore"), turn=14, rolls=[1, 1, 6]))


@pytest.mark.rule("11.1c")
def test_rajputs_submit_with_two_areas_left_in_north_india() -> None:
    two = {"Rajputana": 1, "Gujarat": 1}
    assert submits(attack("muslims", "rajputs", two, ("Delhi", "Rajputana")))
    assert submits(attack("muslims", "rajputs", {"Rajputana": 1}, ("Delhi", "Rajputana")))
    assert submits(attack("muslims", "rajputs", {**two, "Berar": 1}, ("Delhi", "Rajputana"))), (
        "Berar is south"
    )
    three = {**two, "Sind": 1}
    assert not submits(attack("muslims", "rajputs", three, ("Delhi", "Rajputana"), rolls=[1, 1, 6]))


@pytest.mark.rule("11.1d")
@pytest.mark.parametrize("nation", ["pandyas", "marathas", "muslims"])
def test_three_nations_submit_with_two_areas_left_in_south_india(nation: str) -> None:
    two = {"Bijapur": 1, "Mysore": 1}
    assert submits(attack("cholas", nation, two, ("Golconda", "Bijapur")))
    assert submits(attack("cholas", nation, {"Bijapur": 1}, ("Golconda", "Bijapur")))
    three = {**two, "Kerala": 1}
    assert not submits(attack("cholas", nation, three, ("Golconda", "Bijapur"), rolls=[1, 1, 6]))


@pytest.mark.rule("11.1e")
def test_mughals_submit_in_each_region_apart() -> None:
    north = {"Delhi": 1, "Agra": 1}
    assert submits(attack("muslims", "mughals", north, ("Oudh", "Agra"), turn=11))
    south = attack("muslims", "mughals", {**north, "Bengal": 1, "Berar": 1}, ("Bidar", "Berar"), turn=11)
    assert south.ask.args[1] == NAMES.region("South India")
    two_south = {"Berar": 1, "Golconda": 1}
    assert not submits(attack("muslims", "mughals", two_south, ("Bidar", "Berar"), turn=11, rolls=[1, 1, 6]))


@pytest.mark.rule("11.1f")
def test_mughals_do_not_submit_before_turn_eleven_and_others_never() -> None:
    one = {"Agra": 1}
    assert not submits(attack("muslims", "mughals", one, ("Oudh", "Agra"), turn=10, rolls=[1, 1, 6]))
    known = {"sinhalese", "sikhs", "rajputs", "pandyas", "marathas", "muslims", "mughals"}
    for nation in NAMES.c.nations:
        if nation.id not in known and nation.id != "harappans":
            assert nation.submission == ()
            board = attack("harappans", nation.id, one, ("Oudh", "Agra"), turn=12, rolls=[1, 1, 6])
            assert not submits(board)


# To whom, and when.


@pytest.mark.rule("11.1g")
def test_the_attacker_must_be_on_ground_the_nation_held_and_cannot_refuse() -> None:
    board = attack("muslims", "rajputs", {"Rajputana": 1}, ("Delhi", "Agra"), rolls=[])
    assert not submits(board), "Agra was nobody's"
    board = attack("muslims", "rajputs", {"Rajputana": 1}, ("Delhi", "Rajputana"))
    assert board.answer(True)[0] == Submitted(
        NAMES.nation("rajputs"), NAMES.nation("muslims"), NAMES.region("North India")
    )
    assert board.at("Rajputana") == {"rajputs": 1}


@pytest.mark.rule("11.1g")
def test_an_area_lost_in_this_turn_is_still_the_attack_in_progress() -> None:
    board = attack(
        "muslims", "rajputs", {"Rajputana": 1, "Gujarat": 1}, ("Delhi", "Rajputana"), rolls=[6, 1, 1]
    )
    board.answer(False)
    assert asked(board) == ("submission", "rajputs"), "after the round"
    assert board.at("Rajputana") == {"muslims": 2}
    board.answer(True)
    assert board.at("Rajputana") == {"muslims": 2}, "that area is not theirs any more"


@pytest.mark.rule("11.1l")
def test_submission_after_movement_after_each_round_and_after_each_battle() -> None:
    board = attack(
        "muslims", "rajputs", {"Gujarat": 2, "Sind": 1}, ("Malwa", "Gujarat"), rolls=[1, 1, 1, 1, 6, 6, 1, 1]
    )  # fmt: skip
    kinds = []
    while board.state.nation == NAMES.nation("muslims"):
        kinds.append(board.asked())
        board.act(Answer(False) if submits(board) else Done())
    assert kinds == ["submission", "submission", "retreat", "fall-back", "submission"], (
        "a last round is the end of the battle"
    )


@pytest.mark.rule("11.1l")
@pytest.mark.rule("7.1e")
def test_before_invaders_enter_the_neighbours_are_asked_once() -> None:
    board = Board(
        turn=9, nation="afghans", phase="entry-window", plain=True, waiting={"Afghanistan": 3},
        armies={"rajputs": {"Punjab": 1, "Sind": 1}, "sikhs": {"Lahore": 1}},
    )  # fmt: skip
    assert asked(board) == ("submission", "rajputs")
    board.answer(False)
    assert board.asked() == "move", "the Sikhs hold nothing next to them"


# What it forbids.


@pytest.mark.rule("11.1h")
def test_the_attacker_leaves_all_areas_of_the_region_and_fights_there_no_more() -> None:
    board = Board(
        turn=9, nation="muslims", plain=True,
        armies={"rajputs": {"Oudh": 1, "Sind": 1}, "muslims": {"Delhi": 3, "Punjab": 3}},
    )  # fmt: skip
    board.march("Delhi", "Oudh", armies=2)
    board.march("Punjab", "Sind", armies=2)
    board.done()
    board.answer(True)
    assert withdrawals(board) == {"Delhi": 2, "Punjab": 2}
    assert board.armies("rajputs") == {"Oudh": 1, "Sind": 1}


@pytest.mark.rule("11.1h")
@pytest.mark.rule("11.1e")
def test_a_submission_stops_the_battle_and_losses_stay() -> None:
    board = attack(
        "muslims",
        "rajputs",
        {"Rajputana": 3, "Gujarat": 1},
        ("Delhi", "Rajputana"),
        armies=3,
        rolls=[6, 1, 1, 6, 1, 1],
    )
    board.answer(False)
    assert submits(board)
    board.answer(True)
    assert board.at("Rajputana") == {"rajputs": 2}
    assert withdrawals(board) == {"Delhi": 2}


@pytest.mark.rule("11.1h")
def test_after_the_entry_window_the_submitted_land_is_closed() -> None:
    board = Board(
        turn=9, nation="afghans", phase="entry-window", plain=True, waiting={"Afghanistan": 3},
        armies={"rajputs": {"Punjab": 1, "Sind": 1}},
    )  # fmt: skip
    board.answer(True)
    assert board.no_march("Afghanistan", "Punjab", armies=3) == ("protected", "11.1")
    assert board.can("Afghanistan", "Gandhara", armies=3)


@pytest.mark.rule("11.1j")
def test_in_a_second_movement_the_submitted_land_is_passed_but_nobody_stops_there() -> None:
    board = Board(
        turn=9, nation="muslims", cycle=2, plain=True, submitted=[("rajputs", "North India")],
        armies={"rajputs": {"Rajputana": 2}, "muslims": {"Delhi": 2}},
    )  # fmt: skip
    assert board.no_march("Delhi", "Rajputana") == ("protected", "11.1")
    assert board.no_march("Delhi", "Rajputana", "Malwa", armies=2, drop={"Rajputana": 0}) == ("", "")
    first = Board(
        turn=9, nation="muslims", cycle=1, plain=True, submitted=[("rajputs", "North India")],
        armies={"rajputs": {"Rajputana": 2}, "muslims": {"Delhi": 2}},
    )  # fmt: skip
    assert first.no_march("Delhi", "Rajputana", "Malwa")[0] in ("protected", "enemy-stop")


@pytest.mark.rule("11.1j")
def test_a_submission_of_the_first_cycle_binds_the_second() -> None:
    board = attack("muslims", "rajputs", {"Rajputana": 1}, ("Delhi", "Rajputana"), chart={"major": True})
    board.answer(True)
    assert board.asked() == "move"
    assert board.state.cycle == 2
    assert board.no_march("Delhi", "Rajputana") == ("protected", "11.1")
    assert board.can("Delhi", "Rajputana", "Malwa")


@pytest.mark.rule("11.1k")
def test_areas_outside_the_region_stay_open() -> None:
    board = Board(
        turn=9, nation="muslims", plain=True, rolls=[6, 6, 1],
        armies={"rajputs": {"Gujarat": 1, "Khandesh": 1}, "muslims": {"Malwa": 5}},
    )  # fmt: skip
    board.march("Malwa", "Gujarat", armies=2)
    board.march("Malwa", "Khandesh", armies=2)
    board.done()
    board.answer(True)
    assert board.at("Gujarat") == {"rajputs": 1}
    assert board.at("Khandesh") == {"muslims": 2}


@pytest.mark.rule("11.1m")
def test_it_ends_with_the_attackers_turn_and_may_be_repeated_to_others() -> None:
    board = attack("muslims", "rajputs", {"Rajputana": 1}, ("Delhi", "Rajputana"))
    board.answer(True)
    while board.state.nation == NAMES.nation("muslims"):
        board.act(board.listed()[-1])
    assert board.state.submitted == []
    again = attack("mughals", "rajputs", {"Rajputana": 1}, ("Agra", "Rajputana"))
    assert asked(again) == ("submission", "rajputs")


@pytest.mark.rule("11.1m")
def test_nobody_submits_twice_to_the_same_attacker_in_a_turn() -> None:
    board = attack(
        "muslims", "rajputs", {"Rajputana": 1}, ("Delhi", "Rajputana"), submitted=[("rajputs", "South India")]
    )
    assert submits(board)
    board.answer(True)
    assert not submits(board)


def play_on(board: Board, nation: str, kind: str) -> None:
    """Everybody says the last there is to say (or enters where there is nothing to say), until a nation is
    asked something."""
    while asked(board) != (kind, nation):
        listed = board.listed()
        board.act(listed[-1] if listed else board.game.legal(board.state, board.ask.seat).first())


@pytest.mark.rule("11.1n")
def test_the_nation_that_submitted_grows_moves_and_attacks_as_usual_on_its_turn() -> None:
    board = attack(
        "pandyas", "marathas", {"Bijapur": 1}, ("Mysore", "Bijapur"), armies=1, carry={"marathas": 4},
        rolls=[6, 6, 1, 1],
    )  # fmt: skip
    board.answer(True)
    assert board.armies("pandyas") == {"Mysore": 2}
    play_on(board, "marathas", "move")
    assert board.seen(Grew)[-1] == Grew(NAMES.nation("marathas"), 2, 1, 0)
    assert board.armies("marathas") == {"Bijapur": 2}
    board.march("Bijapur", "Mysore", armies=2)
    board.done()
    assert asked(board) == ("submission", "pandyas"), "now it is their turn to choose"
    board.answer(False)
    assert board.at("Mysore") == {"marathas": 2}, "those it submitted to were beaten"


@pytest.mark.rule("11.1o")
def test_passing_submitted_land_captures_nothing() -> None:
    board = Board(
        turn=11, nation="mughals", cycle=2, submitted=[("rajputs", "North India")],
        armies={"rajputs": {"Rajputana": 1}, "mughals": {"Delhi": 1}},
    )  # fmt: skip
    before = len(board.seen(Scored))
    board.march("Delhi", "Rajputana", "Malwa")
    rajputana = NAMES.place("Rajputana")
    assert all(rajputana not in scored.areas for scored in board.seen(Scored)[before:])


@pytest.mark.rule("11.1p")
@pytest.mark.rule("11.1o")
def test_the_nation_that_submitted_scores_its_own_points_and_the_attacker_none_for_its_land() -> None:
    line = Objective(
        id="feat", kind="destroy", nation=NAMES.nation("rajputs"), turns=(10,), points=(3,),
        nations=1 << NAMES.nation("muslims"), pieces=ARMY,
    )  # fmt: skip
    hold = structs.replace(
        line, id="home", kind="hold", points=(2,), areas=NAMES.mask("Rajputana"), nations=0, pieces=0
    )
    theirs = structs.replace(hold, id="theirs", nation=NAMES.nation("muslims"))
    charts = with_lines(line, hold, theirs)
    board = attack(
        "muslims", "rajputs", {"Rajputana": 2}, ("Delhi", "Rajputana"), turn=10, charts=charts,
        rolls=[1, 1, 6, 1],
    )  # fmt: skip
    board.answer(False)
    assert board.points("rajputs") == 3, "an army fell before the submission"
    board.answer(True)
    while board.state.turn == 10:
        board.act(board.listed()[-1])
    scored = [(event.objective, event.points) for event in board.seen(Scored)]
    assert ("home", 2) in scored and ("theirs", 2) not in scored
    assert (board.points("rajputs"), board.points("muslims")) == (5, 0)


@pytest.mark.rule("11.1s")
@pytest.mark.rule("11.1q")
def test_on_a_later_turn_the_factory_that_had_to_be_allowed_is_attacked_and_falls() -> None:
    board = Board(
        turn=13, nation="dutch", plain=True, rolls=[6, 1, 1, 1, 1],
        armies={"marathas": {"Bijapur": 2, "Delhi": 1}, "dutch": {"Arabian Sea": 2}},
    )  # fmt: skip
    board.march("Arabian Sea", "Bijapur", armies=2)
    board.done()
    board.answer(True)
    play_on(board, "dutch", "factories")
    board.act(Build(NAMES.place("Bijapur")))
    assert board.state.factories[NAMES.place("Bijapur")] == NAMES.nation("dutch"), "and nobody was asked"
    play_on(board, "marathas", "battle")
    assert board.state.turn == 14
    board.act(Attack(NAMES.place("Bijapur"), NAMES.nation("dutch"), True))
    assert board.state.factories[NAMES.place("Bijapur")] == -1


# Withdrawal (R11.1-f).


@pytest.mark.rule("11.1i")
@pytest.mark.rule("11.1t")
def test_armies_go_back_along_their_path_to_the_nearest_free_place_full_or_not() -> None:
    board = Board(
        turn=9, nation="muslims", plain=True,
        armies={"rajputs": {"Rajputana": 1}, "muslims": {"Delhi": 3, "Oudh": 2}},
    )  # fmt: skip
    board.march("Oudh", "Delhi", "Rajputana", armies=2)
    board.done()
    board.answer(True)
    assert withdrawals(board) == {"Delhi": 2}, "not back to Oudh, and Delhi is over the limit"
    assert board.armies("rajputs") == {"Rajputana": 1}


@pytest.mark.rule("11.1t")
def test_the_way_back_skips_areas_with_armies_of_others() -> None:
    board = Board(
        turn=9, nation="muslims", plain=True,
        armies={"rajputs": {"Rajputana": 1, "Lahore": 1}, "muslims": {"Delhi": 4}},
    )  # fmt: skip
    board.march("Delhi", "Lahore", armies=2)
    board.march("Delhi", "Lahore", "Rajputana", armies=1)
    board.done()
    board.answer(True)
    assert withdrawals(board) == {"Delhi": 3}


@pytest.mark.rule("11.1i")
def test_an_adjacent_area_wholly_own_is_the_other_choice_army_by_army() -> None:
    board = Board(
        turn=9, nation="muslims", plain=True,
        armies={"rajputs": {"Rajputana": 1}, "muslims": {"Delhi": 2, "Malwa": 1, "Bengal": 1}},
    )  # fmt: skip
    board.march("Delhi", "Rajputana", armies=2)
    board.done()
    board.answer(True)
    assert board.asked() == "withdrawal"
    assert board.choices() == {"Delhi", "Malwa"}
    board.place("Malwa", "Delhi")
    assert board.armies("muslims") == {"Delhi": 1, "Malwa": 2, "Bengal": 1}


@pytest.mark.rule("11.1i")
def test_an_area_across_the_straits_is_adjacent() -> None:
    board = Board(
        turn=9, nation="cholas", plain=True,
        armies={"sinhalese": {"Lanka": 1}, "cholas": {"Karnatak": 1, "Simhala": 2}},
    )  # fmt: skip
    board.march("Simhala", "Lanka", armies=1)
    board.done()
    board.answer(True)
    assert board.choices() == {"Simhala", "Karnatak"}
    board.place("Karnatak")
    assert board.armies("cholas") == {"Karnatak": 2, "Simhala": 1}


@pytest.mark.rule("11.1i")
@pytest.mark.parametrize("goal", ["Delhi", "Malwa"])
def test_leaders_go_along_and_arms_with_them(goal: str) -> None:
    board = Board(
        turn=13, nation="mughals", plain=True, leaders={"Alamgir": "Delhi"}, factories={"Sind": "dutch"},
        armies={
            "rajputs": {"Rajputana": 1}, "mughals": {"Delhi": 2, "Malwa": 1, "Sind": 1},
            "dutch": {"Arabian Sea": 1},
        },
        arms={"dutch": ("mughals", "Delhi")},
    )  # fmt: skip
    board.march("Delhi", "Rajputana", armies=2, escorts=("Alamgir", "dutch arms"))
    board.done()
    board.answer(True)
    board.place("Malwa", "Delhi")
    assert board.asked() == "withdrawal-escort"
    board.place(goal, "Malwa")
    assert {board.escort("Alamgir"), board.escort("dutch arms")} == {goal, "Malwa"}
    assert board.armies("mughals") == {"Delhi": 1, "Malwa": 2, "Sind": 1}


@pytest.mark.rule("11.1i")
@pytest.mark.rule("11.1t")
def test_invaders_with_no_way_back_fight_on() -> None:
    board = Board(
        turn=9, nation="afghans", plain=True, waiting={"Persia": 2}, rolls=[6, 1, 1],
        armies={"rajputs": {"Baluchistan": 1}},
    )  # fmt: skip
    board.march("Persia", "Baluchistan", armies=2)
    board.done()
    board.answer(True)
    assert [event.armies for event in board.seen(FoughtOn)] == [2]
    assert board.at("Baluchistan") == {"afghans": 2}, "the battle was fought"


@pytest.mark.rule("11.1t")
def test_indian_armies_do_not_go_back_over_the_sea_and_colonial_ones_end_in_it() -> None:
    lanka = {"Lanka": 1}
    cholas = Board(
        turn=4, nation="cholas", plain=True, rolls=[6, 1, 1], chart={"boats": NAMES.mask("Indian Ocean")},
        armies={"sinhalese": lanka, "cholas": {"Kerala": 2}},
    )  # fmt: skip
    cholas.march("Kerala", "Indian Ocean", "Lanka", armies=2)
    cholas.done()
    cholas.answer(True)
    assert cholas.seen(FoughtOn)
    dutch = Board(
        turn=13, nation="dutch", plain=True,
        armies={"sinhalese": lanka, "dutch": {"Bay of Bengal": 2}, "french": {"Indian Ocean": 1}},
    )  # fmt: skip
    dutch.march("Bay of Bengal", "Indian Ocean", "Lanka", armies=2)
    dutch.done()
    dutch.answer(True)
    assert dutch.armies("dutch") == {"Indian Ocean": 2}, "in any company"
    assert dutch.asked() == "battle"


@pytest.mark.rule("12.1k")
def test_before_leaving_the_attacker_may_fight_a_third_nations_factory() -> None:
    def beside_a_factory(rolls: tuple[int, ...]) -> Board:
        board = Board(
            turn=13, nation="mughals", plain=True, factories={"Gujarat": "dutch"}, rolls=rolls,
            armies={"rajputs": {"Gujarat": 1}, "mughals": {"Malwa": 2}},
        )  # fmt: skip
        board.march("Malwa", "Gujarat", armies=2)
        board.done()
        board.answer(True)
        assert asked(board) == ("last-attack", "mughals")
        return board

    spared = beside_a_factory(())
    spared.answer(False)
    assert spared.armies("mughals") == {"Malwa": 2}
    fought = beside_a_factory((6, 1, 1))
    fought.answer(True)
    assert fought.state.factories[NAMES.place("Gujarat")] == -1
    assert fought.armies("mughals") == {"Malwa": 2}
    assert fought.armies("rajputs") == {"Gujarat": 1}


@pytest.mark.rule("11.1l")
def test_others_may_submit_after_the_rounds_of_a_battle_fought_before_leaving() -> None:
    board = Board(
        turn=13, nation="mughals", plain=True, factories={"Gujarat": "dutch"}, rolls=[1, 1, 1, 6, 1, 1],
        armies={"rajputs": {"Gujarat": 1}, "marathas": {"Berar": 1}, "mughals": {"Malwa": 2, "Bidar": 2}},
    )  # fmt: skip
    board.march("Malwa", "Gujarat", armies=2)
    board.march("Bidar", "Berar", armies=2)
    board.done()
    assert asked(board) == ("submission", "marathas")
    board.answer(False)
    assert asked(board) == ("submission", "rajputs")
    board.answer(True)
    board.answer(True)
    assert asked(board) == ("submission", "marathas"), "after the first round, which felled nobody"
    board.answer(False)
    board.done()
    assert board.state.factories[NAMES.place("Gujarat")] == -1
    assert asked(board) == ("submission", "marathas"), "after the battle"
    board.answer(True)
    assert withdrawals(board) == {"Bidar": 2, "Malwa": 2}


# Invaders kept out (R7.1-c).


def kept_out(**more: object) -> Board:
    board = Board(
        turn=9, nation="afghans", phase="entry-window", plain=True, waiting={"Persia": 3},
        **{"armies": {"rajputs": {"Baluchistan": 1}}, **more},  # type: ignore[arg-type]
    )  # fmt: skip
    while board.asked() == "submission":
        board.answer(True)
    return board


@pytest.mark.rule("7.1e")
def test_blocked_invaders_go_round_to_an_adjacent_foreign_area_at_no_cost() -> None:
    board = kept_out()
    assert board.no_march("Persia", "Baluchistan", armies=3) == ("protected", "11.1")
    assert {action for action in board.listed() if isinstance(action, Shift)} == {
        Shift(NAMES.place("Persia"), NAMES.place(goal)) for goal in ("Afghanistan", "Central Asia")
    }
    assert not any(isinstance(action, Defy) for action in board.listed())
    board.shift("Persia", "Afghanistan")
    board.march("Afghanistan", "Gandhara", armies=3)
    assert board.armies("afghans") == {"Gandhara": 3}


@pytest.mark.rule("7.1f")
def test_if_still_blocked_they_treat_one_nation_as_not_having_submitted() -> None:
    board = Board(
        turn=12, nation="afghans", phase="entry-window", plain=True, waiting={"Persia": 3},
        armies={"rajputs": {"Baluchistan": 1, "Gandhara": 1}, "mughals": {"Punjab": 1}},
    )  # fmt: skip
    board.answer(True)
    board.shift("Persia", "Afghanistan")
    assert not any(isinstance(action, Defy) for action in board.listed()), "Punjab is open"
    board = Board(
        turn=12, nation="afghans", phase="entry-window", plain=True, waiting={"Afghanistan": 3},
        rolls=[6, 1, 1, 1],
        armies={"rajputs": {"Baluchistan": 1, "Gandhara": 1}, "mughals": {"Punjab": 1, "Kashmir": 1}},
    )  # fmt: skip
    board.answer(True)
    board.answer(True)
    assert not any(isinstance(action, Defy) for action in board.listed()), "they can go round"
    board.shift("Afghanistan", "Central Asia")
    assert {action for action in board.listed() if isinstance(action, Shift | Defy)} == {
        Defy(NAMES.nation("rajputs")), Defy(NAMES.nation("mughals"))
    }  # fmt: skip
    board.defy("rajputs")
    assert board.no_march("Central Asia", "Kashmir", armies=3) == ("protected", "11.1")
    board.march("Central Asia", "Gandhara", armies=3)
    board.done()
    assert list(board.at("Gandhara")) == ["afghans"]


@pytest.mark.rule("7.1f")
def test_land_of_allies_is_closed_as_well_but_never_attacked_and_without_a_way_in_invaders_are_lost() -> None:
    board = Board(
        turn=14, nation="afghans", plain=True, waiting={"Persia": 3}, allied={"afghans": 1, "sikhs": 1},
        armies={"sikhs": {"Baluchistan": 1, "Punjab": 1, "Gandhara": 1, "Kashmir": 1}},
    )  # fmt: skip
    board.shift("Persia", "Central Asia")
    assert [(event.armies, event.why) for event in board.seen(Lost)] == [(3, "no-way-in")]


@pytest.mark.rule("7.1g")
def test_there_is_no_going_round_while_a_border_is_open() -> None:
    board = Board(
        turn=9, nation="afghans", phase="entry-window", plain=True, waiting={"Afghanistan": 3},
        armies={"rajputs": {"Baluchistan": 1, "Gandhara": 1}},
    )  # fmt: skip
    board.answer(True)
    assert board.refused(Shift(NAMES.place("Afghanistan"), NAMES.place("Persia"))) == ("no-shift", "7.1")
    assert board.refused(Defy(NAMES.nation("rajputs"))) == ("no-defiance", "7.1")
    unsubmitted = kept_out(armies={"rajputs": {"Baluchistan": 1, "Sind": 1, "Punjab": 1}})
    assert not any(isinstance(action, Shift) for action in unsubmitted.listed()), "enemies do not close it"


# Order, standing answers, requests.


@pytest.mark.rule("16.0b")
def test_leave_refused_is_not_asked_for_again_in_the_phase() -> None:
    board = Board(
        turn=13, nation="marathas", plain=True, chart={"boats": NAMES.mask("Arabian Sea")},
        armies={"marathas": {"Bijapur": 2}, "dutch": {"Arabian Sea": 1}},
    )  # fmt: skip
    board.ask_leave("Arabian Sea")
    board.answer(False)
    assert board.refused(AskLeave(NAMES.place("Arabian Sea"))) == ("no-leave-to-ask", "5.41")


@pytest.mark.rule("16.0b")
def test_nations_are_asked_in_order_of_play_from_the_active_one_on_once_in_a_window() -> None:
    board = Board(
        turn=9, nation="muslims", plain=True, rolls=[1] * 30,
        armies={"rajputs": {"Rajputana": 1}, "mughals": {"Lahore": 1}, "marathas": {"Berar": 1},
                "pandyas": {"Mysore": 1}, "muslims": {"Delhi": 4, "Bidar": 3, "Bijapur": 2}},
    )  # fmt: skip
    board.march("Delhi", "Rajputana", armies=2)
    board.march("Bidar", "Berar", armies=2)
    board.march("Bijapur", "Mysore", armies=2)
    board.done()
    order = []
    while board.asked() == "submission":
        order.append(board.asked_of())
        board.answer(False)
    assert order == ["pandyas", "marathas", "rajputs"]
    assert board.asked() == "battle"


def standing(answer: int) -> Board:
    return attack(
        "muslims", "rajputs", {"Rajputana": 1, "Gujarat": 1}, ("Delhi", "Rajputana"), rolls=[6, 1, 1],
        standing=[("rajputs", SUBMISSION, answer)],
    )  # fmt: skip


@pytest.mark.rule("11.1l")
def test_a_standing_answer_saves_the_question() -> None:
    at_two = standing(2)
    assert at_two.seen(Submitted) and at_two.at("Rajputana") == {"rajputs": 1}
    at_one = standing(1)
    assert at_one.at("Rajputana") == {"muslims": 2} and at_one.seen(Submitted), "when one area was left"
    never = standing(NEVER)
    assert never.at("Rajputana") == {"muslims": 2} and not never.seen(Submitted)


@pytest.mark.rule("11.1l")
def test_never_lasts_for_the_attackers_turn_only_and_a_number_stays() -> None:
    board = standing(NEVER)
    while board.state.nation == NAMES.nation("muslims"):
        board.act(board.listed()[-1])
    assert board.state.standing == []
    rajputs = NAMES.nation("rajputs")
    board.claim("rajputs", Stand(rajputs, SUBMISSION, 2))
    assert board.state.standing == [[rajputs, SUBMISSION, 2]]
    assert board.game.refuse(board.state, board.ask.seat, Stand(rajputs, SUBMISSION, 3)) is not None


@pytest.mark.rule("11.1l")
def test_a_turn_without_a_threat_asks_nobody() -> None:
    board = Board(
        turn=14, nation="muslims", plain=True,
        armies={"rajputs": {"Rajputana": 1}, "sikhs": {"Lahore": 1}, "muslims": {"Delhi": 1}},
    )  # fmt: skip
    board.done()
    assert board.asked() != "submission"
    assert board.state.nation != NAMES.nation("muslims")
