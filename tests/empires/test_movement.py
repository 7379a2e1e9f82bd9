"""Movement: allowances, hilands, borders, straits, enemies, boats and leave (5.0, 7.1, 9.1)."""

from __future__ import annotations

import pytest

from core.games.empires.actions import AskLeave, Done, March, Place
from core.games.empires.events import LeaveAnswered, Left, Marched, Went
from core.games.empires.standing import LEAVE, NO, YES
from core.games.empires.state import FOREIGN
from tests.empires.board import NAMES, Board

ALL_SEAS = {"boats": NAMES.c.board.sea_mask}


def rajputs(**more) -> Board:
    """Rajputs in a turn in which the chart brings them nothing."""
    return Board(**{"turn": 9, "nation": "rajputs", "plain": True, **more})


# 5.11


@pytest.mark.rule("5.11a")
def test_any_number_of_pieces_or_none_move() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 3, "Malwa": 1}})
    assert board.legal(Done())
    board.march("Delhi", "Agra", armies=2)
    board.march("Delhi", "Lahore")
    board.march("Malwa", "Gujarat")
    assert board.armies("rajputs") == {"Agra": 2, "Gujarat": 1, "Lahore": 1}
    assert board.legal(Done())


@pytest.mark.rule("5.11a")
def test_a_piece_moves_once_in_a_phase_and_nobody_borrows_armies() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 2, "Agra": 1}}, leaders={"Sanga": "Delhi"})
    assert board.no_march("Delhi", "Lahore", armies=3) == ("not-so-many", "5.11")
    assert board.no_march("Agra", "Oudh", escorts="Sanga") == ("escort-not-there", "5.11")
    board.march("Delhi", "Agra", armies=2, escorts="Sanga")
    assert board.no_march("Agra", "Oudh", armies=2) == ("not-so-many", "5.11")
    assert board.no_march("Agra", "Oudh", escorts="Sanga") == ("escort-not-there", "5.11")
    assert board.can("Agra", "Oudh")


def test_r5_11_b_an_area_may_be_emptied_and_a_leader_or_a_factory_left_behind() -> None:
    board = rajputs(
        armies={"rajputs": {"Gujarat": 1}}, leaders={"Sanga": "Gujarat"}, factories={"Gujarat": "dutch"}
    )
    board.march("Gujarat", "Malwa")
    assert (board.at("Gujarat"), board.escort("Sanga")) == ({}, "Gujarat")


@pytest.mark.parametrize(
    ("path", "ends", "escorts"),
    [
        ((), (), ()),
        ((9,), (1, 0), ()),
        ((9,), (-1,), ()),
        ((9,), (0,), ()),
        ((9,), (1,), ((6, 1),)),
        ((9,), (1,), ((7, 0), (6, 0))),
        ((9,), (1,), ((6, 0), (6, 0))),
    ],
)
def test_what_is_no_march_at_all_is_refused(path, ends, escorts) -> None:
    board = rajputs(armies={"rajputs": {"Agra": 1}}, leaders={"Sanga": "Agra"})
    assert board.refused(March(4, path, ends, escorts)) == ("no-march", "5.1")
    assert board.refused(March(55, (9,), (1,))) == ("no-march", "5.1")
    assert board.refused(Place(4)) == ("not-now", "4.3")


# 5.12, 5.14


@pytest.mark.rule("5.12a", "5.12b")
def test_an_indian_army_moves_two_areas_and_no_more() -> None:
    board = rajputs(armies={"rajputs": {"Gujarat": 1}})
    assert board.can("Gujarat", "Rajputana", "Delhi")
    assert board.no_march("Gujarat", "Rajputana", "Delhi", "Oudh") == ("too-far", "5.12")
    board.march("Gujarat", "Rajputana", "Delhi")
    assert board.armies("rajputs") == {"Delhi": 1}


@pytest.mark.rule("5.12c")
def test_an_army_stops_in_the_first_hiland() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 1}})
    assert board.no_march("Delhi", "Nepal", "Oudh") == ("hiland-stop", "5.12")
    assert board.can("Delhi", "Nepal")
    assert board.can("Delhi", "Oudh", "Nepal")


@pytest.mark.rule("5.12d")
def test_an_army_begins_in_a_hiland_and_moves_two_areas() -> None:
    assert rajputs(armies={"rajputs": {"Nepal": 1}}).can("Nepal", "Delhi", "Agra")


def test_r5_12_a_an_army_may_return_to_where_it_came_from() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 1}})
    board.march("Delhi", "Agra", "Delhi")
    assert board.armies("rajputs") == {"Delhi": 1}


def test_r5_12_b_a_factory_or_a_leader_alone_stops_nobody() -> None:
    board = rajputs(
        armies={"rajputs": {"Rajputana": 1}}, factories={"Gujarat": "dutch"}, leaders={"Akbar": "Malwa"}
    )
    assert board.can("Rajputana", "Gujarat", "Maharashtra")
    assert board.can("Rajputana", "Malwa", "Agra")


@pytest.mark.rule("5.14a", "5.41a", "7.3b")
def test_a_colonial_army_moves_three_areas_of_land_and_sea() -> None:
    board = Board(turn=13, nation="dutch", plain=True, armies={"dutch": {"Indian Ocean": 2, "Bengal": 1}})
    assert board.can("Indian Ocean", "Bay of Bengal", "Orissa", "Magadha")
    assert board.can("Indian Ocean", "Arabian Sea")
    assert board.can("Bengal", "Bay of Bengal", "Indian Ocean", "Lanka")
    assert board.can("Bengal", "Bihar", "Jaunpur", "Oudh")
    assert board.legal(Done()), "or stays at sea"
    far = ("Indian Ocean", "Bay of Bengal", "Orissa", "Magadha", "Bihar")
    assert board.no_march(*far) == ("too-far", "5.14")


@pytest.mark.rule("5.14b")
def test_a_colonial_army_stops_in_a_hiland_but_for_a_leader() -> None:
    board = Board(
        turn=13,
        nation="portuguese",
        plain=True,
        armies={"portuguese": {"Arabian Sea": 1}},
        leaders={"Albuquerque": "Arabian Sea"},
    )
    way = ("Arabian Sea", "Malabar", "Mysore")
    assert board.no_march(*way) == ("hiland-stop", "5.12")
    assert board.can(*way, escorts="Albuquerque")


# 5.13, 5.15, borders


@pytest.mark.rule("5.13a", "5.4a")
def test_without_boats_no_indian_army_enters_a_sea() -> None:
    board = rajputs(armies={"rajputs": {"Gujarat": 1}, "dutch": {"Arabian Sea": 1}})
    assert board.no_march("Gujarat", "Arabian Sea", "Sind") == ("no-boats", "5.4")
    assert board.no_march("Gujarat", "Arabian Sea") == ("no-boats", "5.4")


@pytest.mark.rule("5.13b", "2.12a")
@pytest.mark.parametrize("place", [*range(FOREIGN, FOREIGN + 6), 39, 63, 70, 1000, -1])
def test_nobody_enters_a_foreign_area_or_leaves_the_map(place: int) -> None:
    board = rajputs(armies={"rajputs": {"Punjab": 1}}, waiting={"Afghanistan": 1})
    for origin in ("Punjab", "Afghanistan"):
        march = March(NAMES.place(origin), (place,), (1,))
        assert board.refused(march) == ("foreign-ground", "5.13")


@pytest.mark.rule("5.15a", "5.15b")
def test_areas_that_meet_in_a_point_are_no_neighbours() -> None:
    board = rajputs(armies={"rajputs": {"Malwa": 1, "Bundelkhand": 1}})
    assert board.no_march("Malwa", "Gondwana") == ("no-border", "5.1")
    assert board.no_march("Bundelkhand", "Khandesh") == ("no-border", "5.1")
    assert board.can("Malwa", "Bundelkhand", "Gondwana")


# 5.16


def cholas(**more) -> Board:
    return Board(**{"turn": 8, "nation": "cholas", "plain": True, **more})


@pytest.mark.rule("5.16a", "5.16b")
def test_the_straits_are_a_whole_move() -> None:
    board = cholas(armies={"cholas": {"Karnatak": 2, "Golconda": 1}})
    assert board.no_march("Karnatak", "Lanka", "Simhala") == ("straits-alone", "5.16")
    assert board.no_march("Golconda", "Karnatak", "Lanka") == ("straits-alone", "5.16")
    assert board.no_march("Golconda", "Lanka") == ("no-border", "5.1")
    board.march("Karnatak", "Lanka")
    assert board.no_march("Lanka", "Simhala") == ("not-so-many", "5.11")
    assert cholas(armies={"cholas": {"Lanka": 1}}).can("Lanka", "Karnatak")


@pytest.mark.rule("5.16b")
def test_r5_16_a_who_crossed_or_moved_in_the_first_phase_uses_no_straits_in_the_second() -> None:
    board = cholas(
        chart={"major": True},
        armies={"cholas": {"Karnatak": 2, "Mysore": 1}},
        leaders={"Rajaraja": "Karnatak"},
    )
    board.march("Karnatak", "Lanka", escorts="Rajaraja")
    board.march("Mysore", "Karnatak")
    board.done()
    assert (board.asked(), board.state.cycle) == ("move", 2)
    assert board.no_march("Lanka", "Simhala") == ("not-so-many", "5.11")
    assert board.no_march("Lanka", "Simhala", armies=0, escorts="Rajaraja") == ("escort-not-there", "5.11")
    assert board.no_march("Karnatak", "Lanka", armies=2) == ("straits-whole-turn", "5.16")
    assert board.can("Karnatak", "Lanka"), "the one that had not moved"
    assert board.can("Karnatak", "Mysore", armies=2)


@pytest.mark.rule("5.16d")
def test_an_army_placed_this_turn_crosses_no_straits() -> None:
    board = cholas(phase="growth", armies={"cholas": {"Karnatak": 1, "Golconda": 1, "Mysore": 1}})
    board.place("Karnatak")
    assert board.at("Karnatak") == {"cholas": 2}
    assert board.no_march("Karnatak", "Lanka", armies=2) == ("straits-whole-turn", "5.16")
    assert board.can("Karnatak", "Lanka")
    # The new one goes first, so that the old one keeps the choice.
    board.march("Karnatak", "Mysore")
    assert board.can("Karnatak", "Lanka")
    board = cholas(armies={"cholas": {"Karnatak": 1}}, placed=["Karnatak"])
    assert board.no_march("Karnatak", "Lanka") == ("straits-whole-turn", "5.16")


def test_r5_16_b_a_leader_of_this_turn_crosses_no_straits() -> None:
    board = cholas(
        phase="leaders", chart={"leaders_in": (NAMES.leader("Rajaraja"),)}, armies={"cholas": {"Karnatak": 1}}
    )
    assert board.no_march("Karnatak", "Lanka", escorts="Rajaraja") == ("straits-whole-turn", "5.16")
    assert board.can("Karnatak", "Lanka")


# 5.3


@pytest.mark.rule("5.3a")
def test_armies_of_others_stop_a_march() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 3}, "muslims": {"Agra": 1}})
    assert board.no_march("Delhi", "Agra", "Malwa") == ("enemy-stop", "5.3")
    assert board.can("Delhi", "Agra", armies=3)


@pytest.mark.rule("5.3b", "5.3c")
@pytest.mark.parametrize(
    ("defenders", "stopped", "opens"), [(1, 1, False), (1, 2, True), (2, 3, False), (2, 4, True)]
)
def test_two_stopped_armies_for_each_defender_open_the_way(defenders: int, stopped: int, opens: bool) -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 6}, "muslims": {"Agra": defenders}})
    board.march("Delhi", "Agra", armies=stopped)
    assert board.can("Delhi", "Agra", "Malwa") == opens


@pytest.mark.rule("5.3b")
def test_r5_3_a_leaders_and_factories_are_not_counted() -> None:
    board = rajputs(
        armies={"rajputs": {"Malwa": 3}, "muslims": {"Gujarat": 1}},
        factories={"Gujarat": "dutch"},
        leaders={"Sanga": "Malwa", "Aybak": "Gujarat"},
    )
    board.march("Malwa", "Gujarat", escorts="Sanga")
    assert not board.can("Malwa", "Gujarat", "Sind")
    board.march("Malwa", "Gujarat")
    assert board.can("Malwa", "Gujarat", "Sind")


@pytest.mark.rule("5.3d")
def test_who_passes_keeps_to_the_allowance_and_stops_in_a_hiland() -> None:
    board = rajputs(
        armies={"rajputs": {"Delhi": 6}, "muslims": {"Agra": 1, "Nepal": 1}}, leaders={"Sanga": "Delhi"}
    )
    board.march("Delhi", "Agra", armies=2)
    board.march("Delhi", "Nepal", armies=2)
    assert board.no_march("Delhi", "Agra", "Malwa", "Gujarat") == ("too-far", "5.12")
    assert board.no_march("Delhi", "Nepal", "Oudh") == ("hiland-stop", "5.12")
    assert board.can("Delhi", "Nepal", "Oudh", escorts="Sanga"), "R5.3-c"


@pytest.mark.rule("5.3e", "9.1a")
def test_a_group_opens_its_own_way_with_the_armies_it_drops_off() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 3}, "muslims": {"Agra": 1}}, leaders={"Sanga": "Delhi"})
    way = ("Delhi", "Agra", "Malwa", "Gujarat")
    assert board.no_march(*way, drop={"Agra": 1}, armies=2, escorts="Sanga") == ("enemy-stop", "5.3")
    board.march(*way, drop={"Agra": 2}, escorts="Sanga")
    assert board.armies("rajputs") == {"Agra": 2, "Gujarat": 1}
    (marched,), (went,) = board.seen(Marched), board.seen(Went)
    assert (marched.armies, marched.left) == (1, (Left(NAMES.place("Agra"), 2),))
    assert NAMES.place_name(went.goal) == "Gujarat"


def test_r5_3_b_armies_that_stay_unmoved_beside_their_enemy_pin_only_by_having_stopped() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 1, "Agra": 2}, "muslims": {"Agra": 1}})
    assert not board.can("Delhi", "Agra", "Malwa")
    board = rajputs(
        armies={"rajputs": {"Delhi": 1, "Agra": 2}, "muslims": {"Agra": 1}}, came={"Agra": "Oudh"}
    )
    assert board.can("Delhi", "Agra", "Malwa")


# 5.4, 5.41


def pandyas(**more) -> Board:
    """Pandyas with boats on all seas."""
    return Board(**{"turn": 13, "nation": "pandyas", "plain": True, "chart": ALL_SEAS, **more})


@pytest.mark.rule("5.4a", "2.41a")
def test_boats_sail_for_the_nations_and_turns_of_the_chart() -> None:
    cholas_at_orissa = {"cholas": {"Orissa": 1}}
    for turn, sails in ((5, True), (6, True), (7, False), (8, False), (9, True), (10, True), (11, False)):
        board = Board(turn=turn, nation="cholas", armies=cholas_at_orissa)
        assert board.can("Orissa", "Bay of Bengal", "Golconda") == sails, turn
    board = pandyas(chart={"boats": NAMES.mask("Indian Ocean")}, armies={"pandyas": {"Malabar": 1}})
    assert board.can("Malabar", "Indian Ocean", "Lanka")
    assert board.no_march("Malabar", "Arabian Sea", "Sind") == ("no-boats", "5.4")


@pytest.mark.rule("5.4b")
def test_a_crossing_goes_from_coast_over_one_sea_to_another_coast() -> None:
    board = pandyas(armies={"pandyas": {"Malabar": 2, "Mysore": 1}, "cholas": {"Lanka": 1}})
    assert board.can("Malabar", "Indian Ocean", "Lanka"), "onto armies too (R5.4-a)"
    assert board.can("Malabar", "Arabian Sea", "Sind")
    assert board.no_march("Malabar", "Indian Ocean", "Malabar") == ("no-border", "5.4")
    assert board.no_march("Malabar", "Arabian Sea", "Sind", "Punjab") == ("crossing-only", "5.4")
    assert board.no_march("Mysore", "Malabar", "Indian Ocean", "Lanka") == ("crossing-only", "5.4")
    assert board.no_march("Malabar", "Indian Ocean", "Orissa") == ("no-border", "5.1")


@pytest.mark.rule("5.4c", "5.41c")
def test_no_indian_army_stays_at_sea_but_to_fight_a_fleet() -> None:
    board = pandyas(armies={"pandyas": {"Malabar": 2}, "dutch": {"Arabian Sea": 1}})
    assert board.no_march("Malabar", "Indian Ocean") == ("not-at-sea", "5.4")
    assert board.no_march("Malabar", "Indian Ocean", "Lanka", drop={"Indian Ocean": 1}) == (
        "not-at-sea",
        "5.4",
    )
    assert board.can("Malabar", "Arabian Sea"), "R8.2-d"


@pytest.mark.rule("5.4d")
def test_each_army_uses_the_sea_it_likes_and_one_only() -> None:
    board = pandyas(armies={"pandyas": {"Malabar": 2}})
    two = ("Malabar", "Arabian Sea", "Indian Ocean", "Lanka")
    assert board.no_march(*two) == ("one-sea-only", "5.4")
    assert board.no_march("Malabar", "Indian Ocean", "Lanka", "Indian Ocean", "Kerala") == (
        "one-sea-only",
        "5.4",
    )
    board.march("Malabar", "Arabian Sea", "Gujarat")
    board.march("Malabar", "Indian Ocean", "Lanka")
    assert board.armies("pandyas") == {"Gujarat": 1, "Lanka": 1}


@pytest.mark.rule("5.41b")
def test_a_crossing_needs_the_yes_of_every_fleet_in_the_sea() -> None:
    armies = {"pandyas": {"Malabar": 3}, "portuguese": {"Indian Ocean": 1}, "dutch": {"Indian Ocean": 2}}
    board = pandyas(armies=armies)
    over = ("Malabar", "Indian Ocean", "Lanka")
    assert board.no_march(*over) == ("leave-not-asked", "5.41")
    board.ask_leave("Indian Ocean")
    assert (board.asked(), board.asked_of()) == ("leave", "portuguese"), "in order of play, same seat or not"
    board.answer(True)
    assert (board.asked(), board.asked_of()) == ("leave", "dutch")
    board.answer(True)
    assert board.refused(AskLeave(NAMES.place("Indian Ocean"))) == ("no-leave-to-ask", "5.41")
    board.march(*over)
    assert board.can(*over), "one answer for the phase (R5.41-a)"
    assert board.can("Malabar", "Arabian Sea", "Sind"), "a sea without fleets is free"


@pytest.mark.rule("5.41b", "5.41c")
def test_one_no_closes_the_sea_and_leaves_the_attack() -> None:
    armies = {"pandyas": {"Malabar": 3}, "portuguese": {"Indian Ocean": 1}, "dutch": {"Indian Ocean": 2}}
    board = pandyas(armies=armies, standing=[("portuguese", LEAVE, NO), ("dutch", LEAVE, YES)])
    board.ask_leave("Indian Ocean")
    assert board.asked() == "move", "standing answers save the questions"
    assert [event.yes for event in board.seen(LeaveAnswered)] == [False, True]
    assert board.no_march("Malabar", "Indian Ocean", "Lanka") == ("leave-refused", "5.41")
    assert board.can("Malabar", "Indian Ocean", armies=3)


@pytest.mark.rule("5.41b")
def test_r5_41_a_leave_is_asked_where_it_could_serve() -> None:
    fleet = {"dutch": {"Bay of Bengal": 1}}
    sea = AskLeave(NAMES.place("Bay of Bengal"))
    assert not pandyas(armies={"pandyas": {"Malabar": 1}, **fleet}).legal(sea), "no coast of that sea"
    assert pandyas(armies={"pandyas": {"Orissa": 1}, **fleet}).legal(sea)
    assert not pandyas(armies={"pandyas": {"Orissa": 1}}).legal(sea), "nobody is there"
    assert not pandyas(armies={"pandyas": {"Orissa": 1}, **fleet}, chart={}).legal(sea), "no boats"
    french = Board(turn=14, nation="french", plain=True, armies={"french": {"Orissa": 1}, **fleet})
    assert not french.legal(sea), "R5.41-c"


@pytest.mark.rule("5.41b")
def test_r5_41_a_a_new_movement_phase_asks_anew() -> None:
    board = pandyas(
        chart={**ALL_SEAS, "major": True}, armies={"pandyas": {"Orissa": 1}, "dutch": {"Bay of Bengal": 1}}
    )
    board.ask_leave("Bay of Bengal")
    board.answer(False)
    board.done()
    assert board.state.cycle == 2
    assert board.legal(AskLeave(NAMES.place("Bay of Bengal")))


@pytest.mark.rule("5.5a")
def test_a_sea_holds_any_number_of_armies_of_any_nations() -> None:
    board = Board(
        turn=16,
        nation="british",
        plain=True,
        armies={
            "british": {"Indian Ocean": 5, "Bay of Bengal": 3},
            "dutch": {"Indian Ocean": 3},
            "french": {"Indian Ocean": 2},
        },
    )
    board.march("Bay of Bengal", "Indian Ocean", armies=3)
    assert board.at("Indian Ocean") == {"dutch": 3, "french": 2, "british": 8}
    assert board.legal(Done())


def test_r5_41_c_colonial_armies_pass_each_other_freely() -> None:
    board = Board(
        turn=14,
        nation="french",
        plain=True,
        armies={"french": {"Arabian Sea": 1}, "dutch": {"Indian Ocean": 3}},
    )
    assert board.can("Arabian Sea", "Indian Ocean", "Lanka")


# 9.1


@pytest.mark.rule("9.1a")
def test_a_leader_and_the_armies_with_him_move_three_areas() -> None:
    board = rajputs(armies={"rajputs": {"Gujarat": 2}}, leaders={"Sanga": "Gujarat"})
    way = ("Gujarat", "Rajputana", "Delhi", "Oudh")
    assert board.can(*way, armies=2, escorts="Sanga")
    assert board.can(*way, armies=0, escorts="Sanga"), "alone too (R9.0-c)"
    assert board.no_march(*way, escorts={"Sanga": "Delhi"}) == ("too-far", "5.12"), "R9.1-b"
    assert board.no_march(*way, "Nepal", escorts="Sanga") == ("too-far", "5.12")
    board.march(*way, drop={"Rajputana": 1}, escorts="Sanga")
    assert board.armies("rajputs") == {"Oudh": 1, "Rajputana": 1}, "R9.1-a"
    assert board.escort("Sanga") == "Oudh"


@pytest.mark.rule("9.1b")
def test_with_a_leader_nobody_stops_in_hilands() -> None:
    board = rajputs(armies={"rajputs": {"Oudh": 2}}, leaders={"Sanga": "Oudh"})
    assert board.can("Oudh", "Nepal", "Bhutan", "Assam", armies=2, escorts="Sanga")
    assert board.no_march("Oudh", "Nepal", "Bihar", escorts={"Sanga": "Nepal"}) == ("hiland-stop", "5.12")


@pytest.mark.rule("9.1c")
def test_boats_with_a_leader_add_up_to_two_land_areas() -> None:
    board = Board(
        turn=9,
        nation="cholas",
        plain=True,
        chart=ALL_SEAS,
        armies={"cholas": {"Berar": 2, "Andhra": 2}},
        leaders={"Rajaraja": "Berar"},
    )
    for way in (
        ("Berar", "Gondwana", "Orissa", "Bay of Bengal", "Bengal"),
        ("Berar", "Andhra", "Bay of Bengal", "Bengal", "Bihar"),
        ("Berar", "Golconda", "Indian Ocean", "Lanka", "Simhala"),
    ):
        assert board.can(*way, escorts="Rajaraja")
        assert board.no_march(*way) == ("crossing-only", "5.4")
    far = ("Berar", "Gondwana", "Orissa", "Bay of Bengal", "Bengal", "Bihar")
    assert board.no_march(*far, escorts="Rajaraja") == ("crossing-only", "5.4")
    board = Board(
        turn=9,
        nation="cholas",
        plain=True,
        chart=ALL_SEAS,
        armies={"cholas": {"Andhra": 2}},
        leaders={"Rajaraja": "Andhra"},
    )
    after = ("Andhra", "Bay of Bengal", "Bengal", "Bihar", "Jaunpur")
    assert board.can(*after, armies=2, escorts="Rajaraja")
    left = {"Rajaraja": "Bihar"}
    assert board.no_march(*after, armies=2, escorts=left) == ("crossing-only", "5.4")
    assert board.no_march(*after, "Oudh", escorts="Rajaraja") == ("crossing-only", "5.4")


@pytest.mark.rule("9.1c", "9.0b")
def test_r9_0_c_no_leader_goes_to_sea_without_an_army() -> None:
    board = Board(
        turn=9,
        nation="cholas",
        plain=True,
        chart=ALL_SEAS,
        armies={"cholas": {"Andhra": 2}},
        leaders={"Rajaraja": "Andhra"},
    )
    over = ("Andhra", "Bay of Bengal", "Bengal", "Bihar")
    assert board.no_march(*over, armies=0, escorts="Rajaraja") == ("leader-alone", "9.0")
    assert board.can(*over, armies=0, drop={"Bengal": 1}, escorts="Rajaraja"), "he goes on alone on land"
    board = Board(
        turn=15,
        nation="british",
        plain=True,
        armies={"british": {"Bengal": 1, "Indian Ocean": 1}},
        leaders={"Clive": "Bengal"},
    )
    assert board.no_march("Bengal", "Bay of Bengal", armies=0, escorts="Clive") == ("leader-alone", "9.0")
    to_fleet = ("Bengal", "Bay of Bengal", "Indian Ocean")
    assert board.no_march(*to_fleet, armies=0, escorts="Clive") == ("leader-alone", "9.0")
    assert board.can(*to_fleet, armies=0, drop={"Bay of Bengal": 1}, escorts="Clive")
    board = Board(
        turn=15,
        nation="british",
        plain=True,
        armies={"british": {"Bay of Bengal": 1}},
        leaders={"Clive": "Bay of Bengal"},
    )
    assert board.no_march("Bay of Bengal", "Bengal") == ("leader-alone", "9.0"), "nor is left at sea"
    assert board.can("Bay of Bengal", "Bengal", escorts="Clive")


def test_r9_0_c_a_leader_ends_among_enemies_only_with_an_army() -> None:
    board = rajputs(armies={"rajputs": {"Delhi": 2}, "muslims": {"Agra": 2}}, leaders={"Sanga": "Delhi"})
    assert board.no_march("Delhi", "Agra", armies=0, escorts="Sanga") == ("leader-alone", "9.0")
    board.march("Delhi", "Agra")
    assert board.can("Delhi", "Agra", armies=0, escorts="Sanga")


@pytest.mark.rule("12.2f")
def test_arms_move_like_a_leader_but_never_without_an_army() -> None:
    board = rajputs(
        armies={"rajputs": {"Gujarat": 2}, "dutch": {"Indian Ocean": 1}},
        factories={"Gujarat": "dutch"},
        arms={"dutch": ("rajputs", "Gujarat")},
    )
    way = ("Gujarat", "Maharashtra", "Bijapur", "Mysore")
    board_alone = rajputs(
        armies={"rajputs": {"Gujarat": 1}, "dutch": {"Indian Ocean": 1}},
        factories={"Gujarat": "dutch"},
        arms={"dutch": ("rajputs", "Gujarat")},
    )
    assert board.can(*way, escorts="dutch arms")
    assert board.no_march(*way, armies=0, escorts="dutch arms") == ("arms-alone", "12.2")
    assert board_alone.no_march("Gujarat", "Malwa") == ("arms-alone", "12.2"), "R12.2-d"


# 11.1, 11.2 as far as marches go


def test_land_that_has_submitted_is_closed_and_in_the_second_movement_passed() -> None:
    armies = {"rajputs": {"Delhi": 2}, "muslims": {"Agra": 1}}
    board = rajputs(armies=armies, submitted=[("muslims", "North India")])
    assert board.no_march("Delhi", "Agra", armies=2) == ("protected", "11.1")
    board = rajputs(armies=armies, submitted=[("muslims", "North India")], cycle=2, chart={"major": True})
    assert board.no_march("Delhi", "Agra", armies=2) == ("protected", "11.1")
    assert board.can("Delhi", "Agra", "Malwa")
