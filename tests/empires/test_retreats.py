"""Retreats: who is asked when, where each side may go, with whom, and how many (8.4, 8.5, 8.6, 5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from core.games.empires.actions import Action, BreakOff, Done, Retreat
from core.games.empires.events import LeaderWent, NoRetreat, Retreated, Rolled, Round
from core.kit.check import check_factored, check_legal, check_pure
from tests.empires.board import Armies, Board
from tests.empires.fights import every_answer, fall_back, goals, group, left, retreat, ways

AFAR: Armies = {"Sind": 1, "Punjab": 1, "Baluchistan": 1}
MISSES = [1] * 40


def round_of(
    mine: Armies,
    theirs: Armies,
    came: Mapping[str, str | Armies],
    *,
    nation: str = "mughals",
    enemy: str = "guptas",
    rolls: list[int] | None = None,
    afar: Armies = AFAR,
    leaders: Mapping[str, str] | None = None,
    arms: Mapping[str, tuple[str, str | None]] | None = None,
    factories: Mapping[str, str] | None = None,
    others: Mapping[str, Armies] | None = None,
) -> Board:
    """One battle whose first round has hit nobody, unless `rolls` say otherwise."""
    return Board(
        turn=10, nation=nation, phase="battles", plain=True, came=came, leaders=leaders, arms=arms,
        armies={nation: {**afar, **mine}, enemy: theirs, **(others or {})}, factories=factories,
        rolls=MISSES if rolls is None else rolls,
    )  # fmt: skip


# Who is asked, and when.


@pytest.mark.rule("8.4a", "8.4b", "8.4e")
def test_the_defender_chooses_first_then_the_attacker_and_another_round_follows() -> None:
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"})
    assert (board.asked(), board.asked_of()) == ("retreat", "guptas")
    board.done()
    assert (board.asked(), board.asked_of()) == ("fall-back", "mughals")
    assert board.refused(BreakOff()) == ("not-now", "8.6")
    board.done()
    assert [event.number for event in board.seen(Round)] == [1, 2]
    assert (board.asked(), board.asked_of()) == ("retreat", "guptas")


@pytest.mark.rule("8.4c")
def test_the_attacker_is_not_asked_when_all_defenders_have_gone() -> None:
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"})
    retreat(board, "Malwa", 2)
    assert left(board, "Agra") == (2, 0)
    assert board.asked() != "fall-back"


@pytest.mark.rule("8.4d", "8.4e")
def test_part_of_a_force_may_go_and_part_stay_on_both_sides() -> None:
    """R8.4-b"""
    board = round_of({"Agra": 3}, {"Agra": 3}, {"Agra": "Delhi"})
    retreat(board, "Malwa", 1)
    board.done()
    fall_back(board, "Delhi", 1)
    board.done()
    assert [len(event.dice) for event in board.seen(Rolled)] == [3, 3, 2, 2]
    assert ways(board) == {"Malwa": 1, "Delhi": 1}


def test_no_retreat_is_asked_when_a_round_leaves_one_side_only() -> None:
    board = round_of({"Agra": 1}, {"Agra": 1}, {"Agra": "Delhi"}, rolls=[6, 1])
    assert not board.seen(Retreated)
    assert left(board, "Agra") == (1, 0)


@pytest.mark.rule("8.4a")
def test_one_seat_decides_for_both_when_it_fights_itself() -> None:
    """R16.0-a"""
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"}, nation="greeks", enemy="pandyas")
    seat = board.ask.seat
    assert board.asked_of() == "pandyas"
    board.done()
    assert (board.ask.seat, board.asked_of()) == (seat, "greeks")


# Where the defender may go.


@pytest.mark.rule("8.5a", "8.5b", "8.5c", "8.5d")
def test_the_defender_goes_to_own_or_unwatched_vacant_land_but_not_where_the_attack_came_from() -> None:
    # Around Agra: Bundelkhand own, Delhi attacking, Malwa vacant, Oudh another's, Rajputana watched.
    board = round_of(
        {"Agra": 2, "Lahore": 1}, {"Agra": 2, "Bundelkhand": 1}, {"Agra": "Delhi"},
        others={"cholas": {"Oudh": 1}}, afar={"Sind": 1, "Assam": 1},
    )  # fmt: skip
    assert goals(board) == {"Bundelkhand", "Malwa"}
    for closed in ("Delhi", "Oudh", "Rajputana", "Sind"):
        assert board.refused(group(board, closed)) == ("no-way-out", "8.5")


@pytest.mark.rule("8.5a", "8.5b")
def test_own_land_is_open_though_attackers_watch_it() -> None:
    """R8.5-b"""
    board = round_of({"Agra": 2, "Lahore": 1}, {"Agra": 2, "Rajputana": 1}, {"Agra": "Delhi"})
    assert "Rajputana" in goals(board)


@pytest.mark.rule("8.5a")
def test_own_land_that_is_contested_is_no_refuge() -> None:
    """R8.5-a"""
    board = round_of({"Agra": 2, "Malwa": 1}, {"Agra": 2, "Malwa": 1}, {"Agra": "Delhi"}, rolls=MISSES)
    board.act(board.listed()[0])
    assert (board.asked(), board.ask.args[0]) == ("retreat", board.names.place("Agra"))
    assert "Malwa" not in goals(board)


@pytest.mark.rule("8.5c")
def test_the_way_of_an_attacker_stays_closed_when_that_attacker_is_dead() -> None:
    """R8.5-c"""
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": {"Oudh": 1, "Delhi": 1}}, rolls=[1, 1, 6, 1, 1, 1, 1])
    board.act(next(a for a in board.listed() if getattr(a, "entry", 0) == board.names.place("Oudh")))
    assert board.asked() == "retreat"
    assert not {"Oudh", "Delhi"} & goals(board)


@pytest.mark.rule("8.5e", "8.5c")
def test_colonial_defenders_may_retreat_to_a_sea_but_not_the_one_the_attack_came_by() -> None:
    board = round_of(
        {"Golconda": 2}, {"Golconda": 2}, {"Golconda": "Bay of Bengal"}, nation="british", enemy="dutch",
        afar={},
    )  # fmt: skip
    assert "Indian Ocean" in goals(board)
    assert "Bay of Bengal" not in goals(board)
    retreat(board, "Indian Ocean", 2)
    assert board.at("Indian Ocean") == {"dutch": 2}


@pytest.mark.rule("8.5f")
def test_indian_defenders_never_retreat_by_sea() -> None:
    board = round_of({"Golconda": 2}, {"Golconda": 2}, {"Golconda": "Mysore"})
    assert not {"Indian Ocean", "Bay of Bengal"} & goals(board)
    assert board.refused(group(board, "Bay of Bengal")) == ("no-way-out", "8.5")


@pytest.mark.rule("8.5g")
def test_rul_08_a_defender_with_no_way_out_fights_on_unasked_and_the_log_says_so() -> None:
    board = round_of({"Simhala": 2}, {"Simhala": 2}, {"Simhala": "Lanka"})
    assert [board.names.nation_name(event.nation) for event in board.seen(NoRetreat)] == ["guptas"]
    assert board.asked() == "fall-back"


def test_rul_08_when_neither_side_can_go_the_rounds_follow_of_themselves() -> None:
    board = round_of(
        {"Simhala": 2}, {"Simhala": 2}, {"Simhala": "Indian Ocean"}, rolls=[1] * 8 + [6, 6, 1, 1],
        others={"cholas": {"Lanka": 1}},
    )  # fmt: skip
    assert len(board.seen(Round)) == 3
    assert left(board, "Simhala") == (2, 0)


@pytest.mark.rule("8.5h")
def test_a_retreat_may_be_split_over_several_areas() -> None:
    """R8.5-e"""
    board = round_of({"Agra": 3}, {"Agra": 3}, {"Agra": "Delhi"})
    before = goals(board)
    retreat(board, "Malwa")
    # Where its own retreat has gone is no new refuge and closes none.
    assert goals(board) == before
    retreat(board, "Bundelkhand")
    board.done()
    assert ways(board) == {"Malwa": 1, "Bundelkhand": 1}
    assert board.at("Agra") == {"guptas": 1, "mughals": 3}


@pytest.mark.rule("5.16c")
def test_a_retreat_may_use_the_straits_which_also_carry_the_attackers_watch() -> None:
    board = round_of({"Lanka": 2}, {"Lanka": 2}, {"Lanka": "Simhala"})
    assert goals(board) == {"Karnatak"}
    board = round_of({"Lanka": 2, "Mysore": 1}, {"Lanka": 2}, {"Lanka": "Simhala"})
    assert board.seen(NoRetreat)
    # The attacker goes back the same way.
    board = round_of({"Lanka": 2}, {"Lanka": 2, "Simhala": 1}, {"Lanka": "Karnatak"})
    board.done()
    assert goals(board) == {"Karnatak"}


def test_the_corner_is_no_way_of_retreat() -> None:
    """R5.15-a"""
    board = round_of({"Malwa": 2}, {"Malwa": 2}, {"Malwa": "Agra"})
    assert "Gondwana" not in goals(board)
    assert {"Bundelkhand", "Khandesh"} <= goals(board)


@pytest.mark.rule("9.0c")
def test_a_retreating_army_eliminates_a_leader_who_is_alone() -> None:
    """R9.0-d"""
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"}, leaders={"Timur": "Malwa"})
    retreat(board, "Malwa", 2)
    assert [event.leader for event in board.seen(LeaderWent)] == [board.names.leader("Timur")]


# How many, and with whom.


@pytest.mark.rule("5.2f")
def test_rul_07_so_many_as_the_limit_leaves_room_for_may_retreat_and_the_rest_stays() -> None:
    # Bihar has the large group: three is the most for Bundelkhand.
    board = round_of(
        {"Agra": 4}, {"Agra": 3, "Bundelkhand": 1, "Bihar": 5},
        {"Agra": {"Delhi": 1, "Malwa": 1, "Rajputana": 2}},
        others={"cholas": {"Oudh": 1}}, leaders={"Chandra": "Agra"},
    )  # fmt: skip
    assert goals(board) == {"Bundelkhand"}
    assert board.legal(group(board, "Bundelkhand", 2))
    assert board.refused(group(board, "Bundelkhand", 3)) == ("no-room", "5.2")
    retreat(board, "Bundelkhand", 2)
    assert board.asked() == "fall-back"
    assert board.at("Agra") == {"guptas": 1, "mughals": 4}


@pytest.mark.rule("5.2f")
def test_rul_07_four_with_room_for_two_are_asked_and_a_full_area_of_their_own_is_not_offered() -> None:
    board = round_of(
        {"Agra": 4}, {"Agra": 4, "Bundelkhand": 1, "Oudh": 3, "Bihar": 5},
        {"Agra": {"Delhi": 1, "Malwa": 1, "Rajputana": 2}},
    )  # fmt: skip
    # One way out, and still nobody goes unasked.
    assert (board.asked(), goals(board)) == ("retreat", {"Bundelkhand"})
    assert [n for n in range(1, 5) if board.legal(group(board, "Bundelkhand", n))] == [1, 2]
    assert board.refused(group(board, "Oudh", 1)) == ("no-room", "5.2")
    assert board.at("Agra") == {"guptas": 4, "mughals": 4}
    retreat(board, "Bundelkhand", 2)
    assert (board.at("Bundelkhand"), board.at("Agra")) == ({"guptas": 3}, {"guptas": 2, "mughals": 4})


@pytest.mark.rule("5.2f")
def test_rul_07_a_hiland_takes_two_or_the_one_large_group_of_four() -> None:
    """R5.2-d"""
    came = {"Bihar": "Magadha"}
    board = round_of({"Bihar": 5}, {"Bihar": 5}, came, others={"cholas": {"Jaunpur": 1, "Bengal": 1}})
    assert goals(board) == {"Nepal", "Bhutan"}
    # Five in Bihar are the large group: one that goes over the limit takes the exception along.
    allowed = [n for n in range(1, 6) if board.legal(group(board, "Nepal", n))]
    assert allowed == [1, 2, 3, 4]
    retreat(board, "Nepal", 3)
    assert [n for n in range(1, 3) if board.legal(group(board, "Bhutan", n))] == [1, 2]
    assert board.refused(group(board, "Nepal", 2)) == ("no-room", "5.2")


def test_a_full_area_is_no_way_out() -> None:
    board = round_of(
        {"Simhala": 2}, {"Simhala": 1, "Lanka": 3, "Delhi": 4}, {"Simhala": "Indian Ocean"},
        rolls=[1, 1, 1, 6, 1, 1],
    )  # fmt: skip
    assert board.seen(NoRetreat)


@pytest.mark.rule("12.2h")
def test_leaders_and_arms_go_with_an_army_and_a_leader_may_be_left() -> None:
    """R8.4-c, R12.2-d"""
    board = round_of(
        {"Agra": 2}, {"Agra": 2, "Bengal": 1}, {"Agra": "Delhi"}, leaders={"Chandra": "Agra"},
        factories={"Bengal": "dutch"}, others={"dutch": {"Indian Ocean": 1}},
        arms={"dutch": ("guptas", "Agra")},
    )  # fmt: skip
    assert board.refused(group(board, "Malwa", 2)) == ("arms-alone", "12.2")
    assert board.refused(group(board, "Malwa", 1, ["Timur"])) == ("not-those-escorts", "8.5")
    assert board.legal(group(board, "Malwa", 1))
    retreat(board, "Malwa", 1, ["Chandra"])
    retreat(board, "Bundelkhand", 1, ["dutch arms"])
    assert (board.escort("Chandra"), board.escort("dutch arms")) == ("Malwa", "Bundelkhand")


@pytest.mark.rule("9.2b")
def test_a_leader_left_behind_with_enemies_falls() -> None:
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"}, leaders={"Chandra": "Agra"})
    retreat(board, "Malwa", 2)
    assert [event.why for event in board.seen(LeaderWent)] == ["eliminated"]
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"}, leaders={"Timur": "Agra"})
    board.done()
    fall_back(board, "Delhi", 2)
    assert [event.leader for event in board.seen(LeaderWent)] == [board.names.leader("Timur")]


# Where the attacker may go.


@pytest.mark.rule("8.6a")
def test_each_attacker_retreats_only_to_the_area_it_came_from() -> None:
    board = round_of({"Agra": 3}, {"Agra": 3}, {"Agra": {"Delhi": 2, "Oudh": 1}})
    board.done()
    assert goals(board) == {"Delhi", "Oudh"}
    assert board.refused(group(board, "Oudh", 2, entry="same")) == ("too-many", "8.6")
    assert board.refused(group(board, "Oudh", 1, entry="Delhi")) == ("no-way-out", "8.6")
    assert board.refused(group(board, "Malwa", 1, entry="same")) == ("no-way-out", "8.6")
    fall_back(board, "Oudh")
    fall_back(board, "Delhi", 2)
    assert left(board, "Agra") == (0, 3)
    assert ways(board) == {"Oudh": 1, "Delhi": 2}


@pytest.mark.rule("8.6b")
def test_an_attacker_whose_area_was_taken_meanwhile_stays_and_fights() -> None:
    # Two to one in Oudh let the others pass to Agra.
    board = round_of({"Agra": 2, "Oudh": 2}, {"Agra": 2, "Oudh": 1, "Malwa": 1}, {"Agra": "Oudh"})
    agra = board.names.place("Agra")
    board.act(next(a for a in board.listed() if getattr(a, "place", -1) == agra))
    board.done()
    assert [board.names.nation_name(event.nation) for event in board.seen(NoRetreat)] == ["mughals"]
    assert (board.asked(), len(board.seen(Round))) == ("retreat", 2)


@pytest.mark.rule("8.6c")
def test_an_army_straight_from_a_foreign_area_cannot_retreat_but_one_that_went_on_can() -> None:
    """R8.6-d"""
    board = round_of(
        {"Kashmir": 3}, {"Kashmir": 2}, {"Kashmir": {"Central Asia": 2, "Gandhara": 1}}, afar={"Sind": 2}
    )
    board.done()
    assert goals(board) == {"Gandhara"}
    fall_back(board, "Gandhara")
    # The two others have no choice left; the fight goes on at once.
    assert len(board.seen(Round)) == 2


@pytest.mark.rule("8.5f")
def test_indian_attackers_who_landed_cannot_retreat_colonial_ones_go_back_to_the_sea() -> None:
    """R8.6-b"""
    board = round_of({"Andhra": 2}, {"Andhra": 2}, {"Andhra": "Bay of Bengal"})
    board.done()
    assert board.seen(NoRetreat)
    board = round_of({"Andhra": 2}, {"Andhra": 2}, {"Andhra": "Bay of Bengal"}, nation="british", afar={})
    board.done()
    assert goals(board) == {"Bay of Bengal"}
    fall_back(board, "Bay of Bengal", 2)
    assert left(board, "Andhra") == (0, 2)


@pytest.mark.rule("5.2f")
def test_a_full_area_is_closed_to_the_attacker_too() -> None:
    """R8.6-e"""
    board = round_of({"Agra": 2, "Delhi": 3, "Malwa": 4}, {"Agra": 2, "Bundelkhand": 1}, {"Agra": "Delhi"})
    board.done()
    assert [board.names.nation_name(event.nation) for event in board.seen(NoRetreat)] == ["mughals"]


def test_armies_that_retreated_have_ended_their_move_and_keep_their_path() -> None:
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"})
    board.done()
    agra, delhi = board.names.place("Agra"), board.names.place("Delhi")
    fall_back(board, "Delhi")
    assert [k.path for k in board.state.cohorts if k.place == delhi] == [[delhi, agra, delhi]]


# The list.


@pytest.mark.parametrize("side", ["defender", "attacker"])
def test_the_listed_groups_are_those_a_slow_search_finds(side: str) -> None:
    board = round_of(
        {"Bengal": 5}, {"Bengal": 5, "Bihar": 2, "Orissa": 3}, {"Bengal": {"Magadha": 3, "Assam": 2}},
        leaders={"Chandra": "Bengal", "Timur": "Bengal", "Akbar": "Bengal"}, factories={"Bengal": "dutch"},
        others={"dutch": {"Indian Ocean": 1}}, arms={"dutch": ("guptas", "Bengal")},
    )  # fmt: skip
    if side == "attacker":
        board.done()
    plain: list[Action] = [Done(), BreakOff()]
    check_factored(board.game, board.state, board.ask.seat, lambda s, seat: every_answer(board, plain))
    check_legal(board.game, board.state, board.ask.seat, Random(1), tries=30)
    check_pure(board.game, board.state, 4)
    silly = Retreat(10**6, -(10**9), (10**6, -1, -1), -(10**6))
    assert board.refused(silly) != ("", "")


@pytest.mark.rule("16.0a")
def test_a_nation_may_attack_another_of_its_seat_which_decides_for_both() -> None:
    """R16.0-a: the seat answers for the defender, then for the attacker."""
    board = round_of({"Agra": 2}, {"Agra": 2}, {"Agra": "Delhi"}, enemy="pandyas")
    seat = board.ask.seat
    assert (board.asked(), board.asked_of()) == ("retreat", "pandyas")
    board.done()
    assert (board.asked(), board.asked_of(), board.ask.seat) == ("fall-back", "mughals", seat)
