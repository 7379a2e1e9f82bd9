"""How many armies may stand in one place when movement ends (5.2)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.games.empires.actions import Done
from core.games.empires.events import Lost
from tests.empires.board import Board


def rajputs(armies: dict[str, int], others: dict[str, int] | None = None, **more) -> Board:
    everybody = {"rajputs": armies, "muslims": others or {}}
    return Board(turn=9, nation="rajputs", plain=True, armies=everybody, **more)


@pytest.mark.rule("5.2a", "5.2c")
def test_three_in_an_ordinary_area_and_one_large_group() -> None:
    assert rajputs({"Delhi": 3, "Agra": 3, "Malwa": 3}).legal(Done())
    assert rajputs({"Delhi": 9, "Agra": 3}).legal(Done()), "one area holds any number"
    assert rajputs({"Delhi": 4, "Agra": 4}).refused(Done()) == ("overfull", "5.2")


@pytest.mark.rule("5.2b", "5.2d")
def test_two_in_a_hiland_or_four_as_the_large_group_but_not_both() -> None:
    assert rajputs({"Nepal": 2, "Delhi": 7}).legal(Done())
    assert rajputs({"Nepal": 4, "Delhi": 3}).legal(Done())
    assert rajputs({"Nepal": 5}).refused(Done()) == ("overfull", "5.2")
    assert rajputs({"Nepal": 3, "Delhi": 4}).refused(Done()) == ("overfull", "5.2")
    assert rajputs({"Nepal": 3, "Bhutan": 3}).refused(Done()) == ("overfull", "5.2")


@pytest.mark.rule("5.2e")
def test_during_movement_there_is_no_limit() -> None:
    board = rajputs({"Delhi": 4, "Agra": 4})
    board.march("Delhi", "Agra", armies=4)
    assert board.at("Agra") == {"rajputs": 8}
    board.march("Agra", "Malwa", armies=4)
    assert board.legal(Done())


def test_r5_2_b_armies_of_others_and_leaders_are_not_counted() -> None:
    board = rajputs(
        {"Delhi": 3, "Malwa": 5}, {"Agra": 3}, leaders={"Sanga": "Delhi"}, factories={"Sind": "dutch"}
    )
    board.march("Delhi", "Agra", armies=3)
    assert board.legal(Done())


@pytest.mark.rule("5.2a")
def test_r5_2_c_the_phase_does_not_end_while_an_army_can_go_where_there_is_room() -> None:
    board = rajputs({"Delhi": 5, "Agra": 4})
    assert board.refused(Done()) == ("overfull", "5.2")
    board.march("Agra", "Malwa")
    assert board.legal(Done()), "the large group is in Delhi now"


def in_ceylon(lanka: int, simhala: int, unmoved: Mapping[str, int]) -> Board:
    """Who is in Lanka and Simhala can go nowhere but to the other of the two."""
    armies = {"Lanka": lanka, "Simhala": simhala}
    came = {place: {"Karnatak": armies[place] - unmoved.get(place, 0)} for place in armies}
    return rajputs(armies, came=came, placed=tuple(armies))


@pytest.mark.rule("5.2a", "5.2c")
def test_r5_2_c_joining_the_large_group_is_going_where_there_is_room() -> None:
    board = in_ceylon(4, 3, {"Simhala": 1})
    assert board.refused(Done()) == ("overfull", "5.2")
    board.march("Simhala", "Lanka")
    assert board.legal(Done())
    assert in_ceylon(3, 5, {"Simhala": 3}).refused(Done()) == ("overfull", "5.2"), (
        "three make a new large group"
    )
    assert in_ceylon(3, 5, {"Simhala": 2}).legal(Done()), "with two there would be two of them"


@pytest.mark.rule("5.2d")
def test_r5_2_c_the_large_group_of_a_hiland_has_room_for_four() -> None:
    assert in_ceylon(4, 3, {"Lanka": 1}).refused(Done()) == ("overfull", "5.2")
    assert in_ceylon(4, 4, {"Lanka": 1}).legal(Done())
    assert in_ceylon(6, 3, {"Lanka": 1}).legal(Done()), "one there instead of here saves nobody"


@pytest.mark.rule("5.2a", "9.1a")
@pytest.mark.parametrize("led", [True, False])
def test_r5_2_c_an_army_that_can_go_with_a_leader_has_to(led: bool) -> None:
    full = {"Bhutan": 2, "Bengal": 3, "Bihar": 3, "Magadha": 3, "Orissa": 3}
    board = Board(
        turn=7, nation="guptas", plain=True, armies={"guptas": {"Assam": 5, **full}},
        came={"Assam": {"Bengal": 3}, "Bhutan": "Nepal",
              **dict.fromkeys(full.keys() - {"Bhutan"}, "Jaunpur")},
        leaders={"Chandra": "Assam"} if led else {},
    )  # fmt: skip
    assert board.can("Assam", "Bengal", "Orissa", "Andhra", escorts="Chandra") == led
    assert board.legal(Done()) != led


@pytest.mark.rule("5.2a")
def test_r5_2_c_what_has_no_room_to_go_is_removed_by_the_owner() -> None:
    board = rajputs({"Delhi": 4, "Agra": 4, "Oudh": 1}, came={"Delhi": "Lahore", "Agra": "Malwa"})
    board.done()
    assert (board.asked(), board.choices()) == ("stacking", {"Agra", "Delhi"})
    board.remove("Agra")
    assert board.armies("rajputs") == {"Agra": 3, "Delhi": 4, "Oudh": 1}
    assert (board.seen(Lost)[0].why, board.points("muslims")) == ("stacking", 0)
    assert board.asked() == "overpopulation", "another rule"


@pytest.mark.rule("5.2a")
def test_without_a_choice_the_engine_removes_the_army() -> None:
    board = Board(
        turn=9,
        nation="sinhalese",
        plain=True,
        armies={"sinhalese": {"Simhala": 5}},
        came={"Simhala": "Lanka"},
    )
    board.done()
    assert board.armies("sinhalese")["Simhala"] == 2, "one for the limit, two for overpopulation"
    assert [event.why for event in board.seen(Lost)] == ["stacking", "overpopulation", "overpopulation"]


def test_removed_armies_are_told_apart_where_the_way_they_came_still_matters() -> None:
    came = {"Agra": {"Oudh": 2, "Malwa": 2}}
    board = rajputs({"Agra": 4, "Delhi": 4}, came={**came, "Delhi": "Lahore"})
    board.done()
    assert len(board.listed()) == 2
    board = rajputs({"Agra": 4, "Delhi": 4}, {"Agra": 1}, came={**came, "Delhi": "Lahore"})
    board.done()
    assert len(board.listed()) == 3, "attackers retreat the way they came (8.6)"


def test_a_leader_left_alone_with_enemies_by_a_removal_falls() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation-in-major",
        cycle=2,
        plain=True,
        chart={"major": True},
        armies={"rajputs": {"Agra": 1, "Delhi": 6}, "muslims": {"Agra": 1}},
        came={"Agra": "Delhi"},
        leaders={"Sanga": "Agra"},
    )
    board.remove("Agra")
    assert board.escort("Sanga") == "gone"
