"""Overpopulation (6.0)."""

from __future__ import annotations

import pytest

from core.games.empires.events import Lost
from tests.empires.board import Board


def removed(board: Board) -> list[str]:
    return [board.names.place_name(e.place) for e in board.seen(Lost) if e.why == "overpopulation"]


@pytest.mark.rule("6.0a", "6.0b")
def test_two_armies_for_each_area_and_the_owner_chooses() -> None:
    armies = {"rajputs": {"Delhi": 3, "Agra": 3}}
    board = Board(turn=9, nation="rajputs", phase="overpopulation", plain=True, armies=armies)
    assert (board.asked(), board.asked_of(), board.choices()) == (
        "overpopulation",
        "rajputs",
        {"Delhi", "Agra"},
    )
    board.remove("Agra")
    assert board.asked() == "overpopulation"
    board.remove("Delhi")
    assert board.asked() != "overpopulation"
    assert board.armies("rajputs") == {"Agra": 2, "Delhi": 2}


@pytest.mark.rule("6.0a")
def test_a_nation_within_the_limit_keeps_all() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation",
        plain=True,
        armies={"rajputs": {"Delhi": 5, "Agra": 2, "Oudh": 1, "Malwa": 1}},
    )
    assert removed(board) == []
    board = Board(
        turn=9, nation="rajputs", phase="overpopulation", plain=True, armies={"rajputs": {"Delhi": 4}}
    )
    assert removed(board) == ["Delhi", "Delhi"], "without a choice nobody is asked"


def test_r6_0_b_contested_areas_count() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation-in-major",
        cycle=2,
        plain=True,
        chart={"major": True},
        armies={"rajputs": {"Delhi": 3, "Agra": 1}, "muslims": {"Agra": 1}},
        came={"Agra": "Delhi"},
        rolls=[6, 6],
    )
    assert removed(board) == []


@pytest.mark.rule("6.0b")
def test_r6_0_c_emptying_an_area_costs_more() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation",
        plain=True,
        armies={"rajputs": {"Delhi": 4, "Agra": 1}},
    )
    board.remove("Agra")
    assert removed(board) == ["Agra", "Delhi", "Delhi"]


@pytest.mark.rule("6.0c")
def test_colonial_nations_are_exempt() -> None:
    board = Board(
        turn=16, nation="british", phase="overpopulation", plain=True, armies={"british": {"Bengal": 8}}
    )
    assert board.armies("british") == {"Bengal": 8}


@pytest.mark.rule("6.0d")
def test_in_a_major_invasion_the_test_comes_once_after_the_second_movement() -> None:
    board = Board(
        turn=9, nation="rajputs", plain=True, chart={"major": True}, armies={"rajputs": {"Delhi": 5}}
    )
    board.done()
    assert (board.asked(), board.state.cycle, removed(board)) == ("move", 2, [])
    board.march("Delhi", "Agra", armies=2)
    board.done()
    assert board.asked() == "overpopulation"
    board.remove("Delhi")
    assert board.asked() != "overpopulation"
    assert removed(board) == ["Delhi"]


@pytest.mark.rule("6.0d")
def test_r6_0_a_losses_in_the_last_battles_of_a_major_invasion_cost_no_more() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation",
        cycle=2,
        plain=True,
        chart={"major": True},
        armies={"rajputs": {"Delhi": 5}},
    )
    assert removed(board) == []


def test_r6_0_d_nations_that_are_not_active_are_spared() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation",
        plain=True,
        armies={"rajputs": {"Delhi": 1}, "muslims": {"Agra": 7}},
    )
    assert board.at("Agra") == {"muslims": 7}


@pytest.mark.rule("6.0e", "2.22a")
def test_factories_leaders_and_arms_are_neither_counted_nor_removed() -> None:
    board = Board(
        turn=13,
        nation="rajputs",
        phase="overpopulation",
        plain=True,
        armies={"rajputs": {"Gujarat": 2}, "dutch": {"Arabian Sea": 1}},
        leaders={"Sanga": "Delhi"},
        factories={"Gujarat": "dutch"},
        arms={"dutch": ("rajputs", "Gujarat")},
    )
    assert removed(board) == []
    board = Board(
        turn=13,
        nation="rajputs",
        phase="overpopulation",
        plain=True,
        armies={"rajputs": {"Gujarat": 3}},
        leaders={"Sanga": "Delhi"},
    )
    assert removed(board) == ["Gujarat"], "a leader's area is none"
    assert board.escort("Sanga") == "Delhi"
