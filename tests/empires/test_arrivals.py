"""Invasions from outside, from within and over sea, and Major Invasions (7.0, 12.2)."""

from __future__ import annotations

import pytest

from core.games.empires.actions import Done, Place, Shift
from core.games.empires.events import ArmsCame, Grew, LeaderWent, Lost, NationBegan, Placed, Short, Waits
from tests.empires.board import NAMES, Board

C = NAMES.c


def muslims(**more) -> Board:
    """Muslims waiting outside in a turn in which the chart brings nothing else."""
    return Board(**{"turn": 8, "nation": "muslims", "plain": True, "waiting": {"Persia": 3}, **more})


@pytest.mark.rule("7.1a", "2.12a")
def test_invaders_enter_only_where_their_foreign_area_borders_the_land() -> None:
    for foreign, name in enumerate(C.names["foreign"]):
        board = muslims(waiting={name: 1})
        for area in range(36):
            borders = bool(C.board.foreign_entry_masks[foreign] >> area & 1)
            assert board.can(name, C.names["area"][area]) == borders
            if not borders:
                assert board.no_march(name, C.names["area"][area]) == ("no-entry-there", "7.1")


@pytest.mark.rule("7.1b", "4.2a")
def test_an_invader_enters_and_moves_one_or_two_areas() -> None:
    board = muslims(waiting={"Afghanistan": 3})
    board.march("Afghanistan", "Punjab")
    board.march("Afghanistan", "Punjab", "Lahore")
    board.march("Afghanistan", "Punjab", "Lahore", "Delhi")
    assert board.armies("muslims") == {"Delhi": 1, "Lahore": 1, "Punjab": 1}
    board = muslims(waiting={"Afghanistan": 3})
    assert board.no_march("Afghanistan", "Punjab", "Lahore", "Delhi", "Agra") == ("too-far", "5.12")


@pytest.mark.rule("7.1b", "9.1a")
def test_with_a_leader_three_areas_after_entry_and_no_hiland_stop() -> None:
    board = muslims(waiting={"Afghanistan": 3}, waiting_leaders={"Afghanistan": ["Aybak"]})
    way = ("Afghanistan", "Gandhara", "Punjab", "Lahore", "Delhi")
    assert board.can(*way, armies=3, escorts="Aybak")
    assert board.no_march(*way, "Agra", escorts="Aybak") == ("too-far", "5.12")


@pytest.mark.rule("7.1c")
def test_a_hiland_or_enemies_stop_an_invader_at_the_border() -> None:
    board = muslims(waiting={"Afghanistan": 4}, armies={"rajputs": {"Punjab": 1}})
    assert board.no_march("Afghanistan", "Gandhara", "Kashmir") == ("hiland-stop", "5.12")
    assert board.no_march("Afghanistan", "Punjab", "Sind") == ("enemy-stop", "5.3")
    board.march("Afghanistan", "Punjab", armies=2)
    assert board.can("Afghanistan", "Punjab", "Sind")


@pytest.mark.rule("7.1d")
def test_invaders_do_not_stay_outside() -> None:
    board = muslims()
    assert board.refused(Done()) == ("invaders-outside", "7.1")
    board.march("Persia", "Baluchistan", armies=3)
    assert board.legal(Done()) or board.refused(Done()) == ("overfull", "5.2")
    assert board.at("Persia") == {}


def test_r7_1_b_a_leader_comes_in_with_an_army_and_none_is_left_outside() -> None:
    board = muslims(waiting={"Afghanistan": 2}, waiting_leaders={"Afghanistan": ["Aybak"]})
    assert board.no_march("Afghanistan", "Punjab", armies=0, escorts="Aybak") == ("leader-alone", "7.1")
    assert board.no_march("Afghanistan", "Punjab", armies=2) == ("leader-alone", "7.1")
    assert board.can("Afghanistan", "Punjab")
    way = ("Afghanistan", "Punjab", "Lahore")
    assert board.can(*way, drop={"Punjab": 2}, armies=0, escorts="Aybak"), "they may drop off on the way"
    board.march(*way, armies=2, escorts="Aybak")
    assert (board.escort("Aybak"), board.at("Afghanistan")) == ("Lahore", {})


@pytest.mark.rule("4.2a", "4.0d", "3.0c")
def test_invaders_outside_are_not_on_the_map() -> None:
    board = Board(turn=1, nation="mauryans", phase="turn", armies={"pandyas": {"Malwa": 1}})
    assert [event.armies for event in board.seen(Waits)] == [6, 6]
    assert (board.armies("mauryans"), board.at("Central Asia")) == ({}, {"mauryans": 6})
    assert board.asked() == "move"


# 7.1: blocked by submission. Who may shift and defy is asked of positions here, whole turns elsewhere.


def blocked(**more) -> Board:
    armies = {"rajputs": {"Baluchistan": 1}, "mughals": {"Punjab": 1, "Gandhara": 1}}
    return muslims(**{"armies": armies, "submitted": [("rajputs", "North India")], **more})


@pytest.mark.rule("7.1e")
def test_blocked_invaders_go_round_to_a_neighbouring_foreign_area_free() -> None:
    board = blocked()
    assert board.no_march("Persia", "Baluchistan") == ("protected", "11.1")
    board.shift("Persia", "Afghanistan")
    assert board.at("Afghanistan") == {"muslims": 3}
    board.march("Afghanistan", "Punjab", armies=3)


@pytest.mark.rule("7.1g")
def test_nobody_goes_round_while_a_border_is_open() -> None:
    board = muslims(
        waiting={"Afghanistan": 3},
        armies={"rajputs": {"Baluchistan": 1}},
        submitted=[("rajputs", "North India")],
    )
    assert not any(board.can("Afghanistan", "Baluchistan", armies=n) for n in (1, 3))
    assert board.listed() == []

    shift = Shift(NAMES.place("Afghanistan"), NAMES.place("Persia"))
    assert board.refused(shift) == ("no-shift", "7.1")


# 7.2


@pytest.mark.rule("7.2a", "2.41a")
@pytest.mark.parametrize(
    ("turn", "nation", "areas"),
    [
        (3, "sinhalese", {"Lanka": 1, "Simhala": 1}),
        (6, "marathas", {"Maharashtra": 3}),
        (15, "sikhs", {"Lahore": 4}),
        (16, "sikhs", {"Lahore": 2}),
    ],
)
def test_sinhalese_marathas_and_sikhs_enter_where_the_chart_says(
    turn: int, nation: str, areas: dict[str, int]
) -> None:
    board = Board(turn=turn, nation=nation, phase="turn", armies={"pandyas": {"Mysore": 1}})
    assert board.armies(nation) == areas


@pytest.mark.rule("7.2b")
def test_armies_of_others_leave_the_entry_area_without_battle_and_unpaid() -> None:
    board = Board(turn=15, nation="sikhs", phase="arrivals", armies={"mughals": {"Lahore": 4, "Delhi": 1}})
    assert (board.at("Lahore"), board.armies("mughals")) == ({"sikhs": 4}, {"Delhi": 1})
    assert [(event.why, event.armies) for event in board.seen(Lost)] == [("cleared", 4)]
    assert board.points("sikhs") == board.points("mughals") == 0, "R7.2-b"


@pytest.mark.rule("7.2b")
def test_r7_2_a_leaders_and_arms_left_alone_there_are_gone_and_factories_stay() -> None:
    board = Board(
        turn=6,
        nation="marathas",
        phase="arrivals",
        leaders={"Ashoka": "Maharashtra"},
        armies={"pandyas": {"Maharashtra": 1, "Mysore": 1}, "dutch": {"Arabian Sea": 1}},
        factories={"Maharashtra": "dutch"},
        arms={"dutch": ("pandyas", "Maharashtra")},
    )
    assert board.at("Maharashtra") == {"marathas": 3}
    assert (board.escort("Ashoka"), board.escort("dutch arms")) == ("gone", "gone")
    assert [event.why for event in board.seen(LeaderWent)] == ["eliminated"]
    assert board.state.factories[NAMES.place("Maharashtra")] == NAMES.nation("dutch")


@pytest.mark.rule("7.2b", "14.1c")
def test_r7_2_c_without_counters_nothing_is_cleared() -> None:
    full = {"Nepal": 3, "Kashmir": 3}
    board = Board(turn=15, nation="sikhs", phase="arrivals", armies={"mughals": {"Lahore": 4}, "sikhs": full})
    assert (board.at("Lahore"), board.seen(Short)[0].armies) == ({"mughals": 4}, 4)


@pytest.mark.rule("7.2c")
def test_the_arrivals_move_on_as_usual() -> None:
    board = Board(turn=15, nation="sikhs", phase="arrivals")
    assert board.can("Lahore", "Delhi", "Agra", armies=4)


# 7.3


@pytest.mark.rule("7.3a", "4.2a")
def test_colonial_arrivals_are_placed_in_the_sea_of_the_chart() -> None:
    seas = {
        (12, "portuguese"): "Arabian Sea",
        (12, "dutch"): "Indian Ocean",
        (13, "british"): "Bay of Bengal",
    }
    for (turn, nation), sea in seas.items():
        board = Board(turn=turn, nation=nation, phase="turn", armies={"pandyas": {"Mysore": 1}})
        assert set(board.armies(nation)) == {sea}
        assert board.asked() == "move"


# 14.1


@pytest.mark.rule("14.1c", "2.21a")
def test_r14_1_a_the_owner_divides_what_counters_there_are() -> None:
    board = Board(
        turn=5, nation="rajputs", phase="arrivals", armies={"rajputs": {"Delhi": 3, "Agra": 3, "Oudh": 3}}
    )
    assert (board.asked(), board.seen(Short)[0].armies) == ("arrival", 7)
    assert board.choices() == {"Persia", "Afghanistan", "Central Asia"}
    assert board.refused(Place(NAMES.place("China"))) == ("not-arrival", "14.1")
    board.place("Persia", "Persia")
    assert board.choices() == {"Afghanistan", "Central Asia"}
    board.place("Afghanistan")
    assert (board.asked(), board.at("Persia"), board.at("Afghanistan")) == (
        "move",
        {"rajputs": 2},
        {"rajputs": 1},
    )


# 7.4


@pytest.mark.rule("7.4a", "7.4b", "7.4c")
def test_a_major_invasion_moves_and_fights_twice_with_all_forces_and_grows_once() -> None:
    armies = {"guptas": {"Delhi": 1, "Agra": 1, "Malwa": 1}, "pandyas": {"Oudh": 1}}
    board = Board(turn=7, nation="guptas", phase="turn", armies=armies, rolls=[6, 1])
    while board.asked() in ("growth", "leader"):
        board.act(board.listed()[0])
    board.march("Delhi", "Oudh")
    board.done()
    assert (board.asked(), board.asked_of(), board.state.cycle) == ("move", "guptas", 2)
    assert board.at("Oudh") == {"guptas": 1}, "the first battles are over"
    board.march("Oudh", "Jaunpur")
    board.march("Malwa", "Gujarat")
    assert len(board.seen(Grew)) == 1
    board.done()
    assert board.asked_of() != "guptas" or board.asked() != "move"


@pytest.mark.rule("7.4a")
def test_other_turns_have_one_cycle() -> None:
    board = Board(turn=9, nation="rajputs", plain=True, armies={"rajputs": {"Delhi": 1}})
    board.done()
    assert not (board.asked() == "move" and board.asked_of() == "rajputs") or board.state.turn == 10


# 12.2: Arms come in the growth phase


@pytest.mark.rule("12.2i", "12.2k")
def test_arms_come_in_the_growth_phase_to_an_area_of_choice() -> None:
    board = Board(
        turn=13,
        nation="rajputs",
        phase="growth",
        plain=True,
        factories={"Gujarat": "dutch"},
        armies={"rajputs": {"Gujarat": 1, "Delhi": 1}, "dutch": {"Arabian Sea": 1}},
        arms={"dutch": ("rajputs", None)},
    )
    assert (board.asked(), board.choices()) == ("arms-in", {"Gujarat", "Delhi"})
    board.place("Delhi")
    assert (board.escort("dutch arms"), len(board.seen(ArmsCame))) == ("Delhi", 1)
    assert board.asked() == "move"


@pytest.mark.rule("4.2a", "4.1a")
def test_the_phases_of_a_turn_come_in_order() -> None:
    board = Board(turn=15, nation="sikhs", phase="turn", armies={"sikhs": {"Delhi": 1, "Agra": 1, "Oudh": 1}})
    board.place("Delhi")
    kinds = [type(event) for event in board.events]
    assert kinds == [NationBegan, Grew, Placed, Short, Placed], (
        "its growth is placed first, then the invaders"
    )
