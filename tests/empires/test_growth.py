"""Growth, reinforcements, removals and the change of an empire (10.0)."""

from __future__ import annotations

import pytest
from msgspec import structs

from core.games.empires.actions import Place, Remove
from core.games.empires.events import Grew, Lost, Placed, Replaced, Short
from tests.empires.board import NAMES, Board

C = NAMES.c


def grown(nation: str, armies: dict[str, int], *, turn: int = 6, carry: int = 0, **more) -> Board:
    """A nation in its growth phase."""
    everybody = {nation: armies, **more.pop("others", {})}
    return Board(
        turn=turn, nation=nation, phase="growth", plain=True, armies=everybody, carry={nation: carry}, **more
    )


def growth_of(board: Board) -> tuple[int, int, int]:
    """Value, armies and carry of the first growth."""
    event = board.seen(Grew)[0]
    return event.value, event.armies, event.carry


@pytest.mark.rule("10.1a", "10.1b", "10.1c", "2.44a")
@pytest.mark.parametrize(
    ("areas", "carry", "armies", "left"),
    [
        ("Delhi, Agra", 0, 0, 4),
        ("Delhi, Agra, Oudh", 0, 1, 0),
        ("Delhi, Nepal", 0, 0, 3),
        ("Delhi, Nepal, Bhutan", 2, 1, 0),
        ("Delhi, Agra, Oudh, Malwa, Nepal", 0, 1, 3),
        ("Delhi, Agra, Oudh, Malwa, Nepal", 3, 2, 0),
        ("Delhi, Nepal", 5, 1, 2),
    ],
)
def test_three_points_raise_an_army_and_the_rest_is_carried(
    areas: str, carry: int, armies: int, left: int
) -> None:
    board = grown("rajputs", dict.fromkeys(areas.split(", "), 1), carry=carry)
    assert growth_of(board)[1:] == (armies, left)
    assert board.game.view(board.state, None).carry[NAMES.nation("rajputs")] == left


@pytest.mark.rule("10.1d")
def test_colonial_nations_do_not_grow() -> None:
    board = grown("british", {"Bengal": 1, "Bihar": 1, "Orissa": 1}, turn=14)
    assert (board.seen(Grew), board.carry("british")) == ([], 0)


@pytest.mark.rule("10.1e", "4.1a")
def test_armies_at_sea_and_waiting_invaders_feed_nothing() -> None:
    board = Board(turn=5, nation="rajputs", phase="turn", armies={"rajputs": {"Delhi": 1}})
    assert growth_of(board) == (2, 0, 2)
    assert sum(group[1] for group in board.state.waiting) == 10


def test_r10_1_a_leaders_and_factories_feed_nothing() -> None:
    board = grown("rajputs", {"Delhi": 1}, leaders={"Sanga": "Agra"})
    assert growth_of(board) == (2, 0, 2)


@pytest.mark.rule("10.1f", "2.21a", "10.1c")
def test_r10_1_c_no_more_armies_come_than_there_are_counters() -> None:
    armies = {"Delhi": 3, "Agra": 3, "Oudh": 3, "Malwa": 1, "Lahore": 1, "Punjab": 1}
    board = grown("rajputs", armies)
    assert growth_of(board) == (12, 0, 5)


@pytest.mark.rule("10.1g")
def test_eliminated_armies_come_again() -> None:
    board = grown("rajputs", {"Delhi": 3, "Agra": 3, "Oudh": 3, "Malwa": 1, "Lahore": 1})
    assert growth_of(board) == (10, 1, 4)


@pytest.mark.rule("10.2a")
def test_new_armies_go_one_to_an_area() -> None:
    board = grown("rajputs", dict.fromkeys(["Delhi", "Agra", "Oudh", "Malwa", "Lahore", "Punjab"], 1))
    assert growth_of(board)[1] == 2
    assert (board.asked(), board.asked_of()) == ("growth", "rajputs")
    assert board.refused(Place(NAMES.place("Sind"))) == ("not-growth", "10.2")
    board.place("Delhi")
    assert board.refused(Place(NAMES.place("Delhi"))) == ("not-growth", "10.2")
    board.place("Agra")
    assert board.armies("rajputs")["Delhi"] == board.armies("rajputs")["Agra"] == 2


@pytest.mark.rule("10.2b", "5.2g")
def test_r10_2_a_full_areas_take_more_only_when_no_other_has_room() -> None:
    board = grown("rajputs", {"Delhi": 5, "Agra": 3, "Oudh": 1}, carry=0)
    assert growth_of(board)[1] == 1
    assert board.choices() == {"Delhi", "Oudh"}, "the large group grows on"
    hilands = {"Nepal": 4, "Bhutan": 2, "Ladakh": 2}
    board = grown("rajputs", hilands, carry=5)
    assert growth_of(board)[1] == 1
    assert board.choices() == set(hilands), "none has room: movement has to mend that"


@pytest.mark.rule("10.2a")
def test_r10_2_a_what_is_left_over_goes_as_second_armies() -> None:
    board = Board(turn=9, nation="cholas", phase="reinforcements", armies={"cholas": {"Andhra": 1}})
    assert board.armies("cholas") == {"Andhra": 3}, "without a choice nobody is asked"


# 10.3, 10.4


@pytest.mark.rule("10.3a", "9.0f")
def test_alexander_and_two_armies_go_when_the_greeks_have_finished_turn_4() -> None:
    board = Board(
        turn=4,
        nation="greeks",
        phase="end-removals",
        armies={"greeks": {"Lahore": 2, "Punjab": 1}},
        leaders={"Alexander": "Lahore"},
    )
    assert board.escort("Alexander") == "gone"
    assert (board.asked(), board.choices()) == ("removal", {"Lahore", "Punjab"})
    assert board.refused(Remove(NAMES.place("Delhi"))) == ("not-removal", "10.3")
    board.remove("Punjab")
    assert board.armies("greeks") == {"Lahore": 1}
    assert [event.why for event in board.seen(Lost)] == ["chart", "chart"]


@pytest.mark.rule("10.3b", "10.3c", "9.0f")
@pytest.mark.parametrize(("turn", "nation", "leader"), [(11, "mughals", "Timur"), (15, "afghans", "Abdali")])
def test_timur_and_abdali_go_likewise(turn: int, nation: str, leader: str) -> None:
    board = Board(
        turn=turn,
        nation=nation,
        phase="end-removals",
        armies={nation: {"Kashmir": 3}},
        leaders={leader: "Kashmir"},
    )
    assert board.escort(leader) == "gone"
    assert board.armies(nation) == {"Kashmir": 1}


@pytest.mark.rule("10.4a", "9.0g")
def test_turn_5_opens_with_the_loss_of_six_mauryans_and_ashoka() -> None:
    board = Board(
        turn=5,
        nation="mauryans",
        phase="game-turn",
        leaders={"Ashoka": "Delhi"},
        armies={"mauryans": {"Delhi": 4, "Agra": 4}},
    )
    assert board.asked_of() == "mauryans"
    board.remove("Delhi", "Delhi", "Agra", "Agra", "Agra", "Agra")
    assert board.armies("mauryans") == {"Delhi": 2}
    assert board.escort("Ashoka") == "gone"


@pytest.mark.rule("10.4e")
def test_r10_3_a_a_smaller_force_is_removed_whole() -> None:
    board = Board(turn=5, nation="mauryans", phase="game-turn", armies={"mauryans": {"Delhi": 2, "Agra": 3}})
    assert board.armies("mauryans") == {}
    assert sum(event.armies for event in board.seen(Lost)) == 5


@pytest.mark.rule("10.4b", "10.4f")
def test_turn_6_turns_every_mauryan_into_a_gupta() -> None:
    board = Board(
        turn=6,
        nation="mauryans",
        phase="game-turn",
        carry={"mauryans": 3},
        points={"mauryans": 4},
        armies={"mauryans": {"Delhi": 4, "Agra": 1}, "pandyas": {"Mysore": 1}},
    )
    assert board.armies("guptas") == {"Agra": 1, "Delhi": 4}
    assert board.armies("mauryans") == {}
    assert board.seen(Replaced)[0].armies == 5
    assert (board.carry("guptas"), board.points("guptas")) == (0, 0), "R10.1-e"
    assert (board.carry("mauryans"), board.points("mauryans")) == (3, 4)


@pytest.mark.rule("10.4b")
def test_r10_4_b_with_too_few_counters_the_owner_chooses_which_armies_are_lost() -> None:
    """The counters of our charts suffice; those of one's own may not."""
    guptas = NAMES.nation("guptas")
    nations = list(C.nations)
    nations[guptas] = structs.replace(nations[guptas], armies=4)
    board = Board(
        turn=6, nation="mauryans", phase="game-turn", charts=structs.replace(C, nations=tuple(nations)),
        armies={"mauryans": {"Delhi": 3, "Agra": 2}, "guptas": {"Bihar": 1}, "pandyas": {"Mysore": 1}},
    )  # fmt: skip
    assert (board.asked(), board.asked_of(), board.choices()) == ("removal", "mauryans", {"Delhi", "Agra"})
    board.remove("Agra", "Delhi")
    assert board.armies("guptas") == {"Agra": 1, "Bihar": 1, "Delhi": 2}
    assert board.armies("mauryans") == {}
    assert [(event.armies, event.why) for event in board.seen(Lost)] == [(1, "no-counters")] * 2


@pytest.mark.rule("10.4c", "10.4d", "9.0g")
@pytest.mark.parametrize(("turn", "kept", "left"), [(8, False, 2), (9, False, 2), (8, True, 6), (9, True, 6)])
def test_turns_8_and_9_open_with_the_loss_of_eight_guptas(turn: int, kept: bool, left: int) -> None:
    board = Board(
        turn=turn,
        nation="guptas",
        phase="game-turn",
        leaders={"Chandra": "Delhi"},
        keep_in_play=kept,
        armies={"guptas": {"Delhi": 10}, "pandyas": {"Mysore": 1}},
    )
    assert board.armies("guptas") == {"Delhi": left}
    assert board.escort("Chandra") == ("gone" if turn == 8 else "Delhi")


@pytest.mark.rule("10.4d", "14.2c")
def test_the_short_game_spares_the_guptas_on_turn_9() -> None:
    board = Board(
        turn=9,
        nation="guptas",
        setup="short",
        phase="game-turn",
        armies={"guptas": {"Delhi": 10}, "pandyas": {"Mysore": 1}},
    )
    assert board.armies("guptas") == {"Delhi": 10}


# 10.5

FOUR = {"Delhi": 1, "Agra": 1, "Mysore": 1, "Bidar": 1}


@pytest.mark.rule("10.5a", "10.5b", "10.5c")
@pytest.mark.parametrize(
    ("nation", "grows", "stops"), [("mauryans", 4, 5), ("guptas", 7, 8), ("guptas", 7, 12), ("cholas", 9, 10)]
)
def test_nations_whose_growth_ends(nation: str, grows: int, stops: int) -> None:
    assert growth_of(grown(nation, FOUR, turn=grows)) == (8, 1, 2)
    board = grown(nation, FOUR, turn=stops, carry=4)
    assert (board.seen(Grew), board.carry(nation)) == ([], 4), "the carry stays as it is (R10.1-d)"


@pytest.mark.rule("10.5d", "10.5e")
@pytest.mark.parametrize(
    ("nation", "turn", "value"),
    [
        ("muslims", 11, 8),
        ("muslims", 12, 4),
        ("muslims", 16, 4),
        ("mughals", 14, 8),
        ("mughals", 15, 4),
        ("mughals", 16, 4),
    ],
)
def test_nations_that_count_only_south_india(nation: str, turn: int, value: int) -> None:
    assert growth_of(grown(nation, FOUR, turn=turn))[0] == value


@pytest.mark.rule("10.5d")
def test_r10_5_a_the_armies_raised_in_the_south_go_anywhere() -> None:
    board = grown("muslims", {**FOUR, "Andhra": 1}, turn=12)
    assert growth_of(board)[1] == 1
    assert "Delhi" in board.choices()


@pytest.mark.rule("10.5f")
def test_the_limits_leave_overpopulation_untouched() -> None:
    board = Board(
        turn=15,
        nation="mughals",
        phase="overpopulation",
        plain=True,
        armies={"mughals": {"Delhi": 2, "Agra": 2}},
    )
    assert board.seen(Lost) == []


def test_r10_5_b_a_ban_keeps_no_leader_and_no_reinforcement_away() -> None:
    board = Board(
        turn=9, nation="cholas", phase="growth", allied={"cholas": 1}, armies={"cholas": {"Andhra": 1}}
    )
    assert (board.seen(Grew), board.armies("cholas"), board.escort("Rajaraja")) == (
        [],
        {"Andhra": 3},
        "Andhra",
    )


# 10.6, 10.7


@pytest.mark.rule("10.6a")
def test_chola_reinforcements_come_like_growth() -> None:
    board = Board(
        turn=9, nation="cholas", phase="reinforcements", armies={"cholas": {"Andhra": 1, "Bidar": 1}}
    )
    assert board.armies("cholas") == {"Andhra": 1, "Bidar": 1} and board.asked() == "growth"
    board.place("Andhra")
    assert board.armies("cholas") == {"Andhra": 2, "Bidar": 2}
    assert {event.why for event in board.seen(Placed)} == {"reinforcement"}


def test_r10_6_c_a_nation_outside_the_region_is_reinforced_where_it_is() -> None:
    board = Board(turn=9, nation="cholas", phase="reinforcements", armies={"cholas": {"Delhi": 1}})
    assert board.armies("cholas") == {"Delhi": 3}


SOUTH = [
    name
    for n, name in enumerate(NAMES.c.names["area"][:36])
    if NAMES.c.board.region_of[n] == NAMES.region("South India")
]


@pytest.mark.rule("10.6b", "10.6d")
@pytest.mark.parametrize(
    ("turn", "nation", "number", "leader"), [(9, "cholas", 2, "Rajaraja"), (14, "marathas", 3, "Rao")]
)
def test_without_armies_they_and_their_leader_come_to_vacant_land(
    turn: int, nation: str, number: int, leader: str
) -> None:
    held = dict.fromkeys(set(SOUTH) - {"Andhra", "Bidar"}, 1)
    board = Board(
        turn=turn, nation=nation, phase="reinforcements", armies={"muslims": held}, leaders={"Aybak": "Bidar"}
    )
    assert (board.asked(), board.choices()) == ("vacant", {"Andhra", "Bidar"})
    assert board.refused(Place(NAMES.place("Mysore"))) == ("not-vacant", "10.6")
    board.place(*["Andhra"] * (number - 1), "Bidar")
    assert board.armies(nation) == {"Andhra": number - 1, "Bidar": 1}
    assert board.escort("Aybak") == "gone", "a leader alone falls to whom comes (9.0)"
    assert (board.asked(), board.choices()) == ("leader", {"Andhra", "Bidar"})
    board.place("Andhra")
    assert board.escort(leader) == "Andhra"


@pytest.mark.rule("10.6c", "10.6d", "9.0e")
@pytest.mark.parametrize(("turn", "nation", "leader"), [(9, "cholas", "Rajaraja"), (14, "marathas", "Rao")])
def test_without_vacant_land_neither_appears(turn: int, nation: str, leader: str) -> None:
    board = Board(
        turn=turn, nation=nation, phase="reinforcements", armies={"muslims": dict.fromkeys(SOUTH, 1)}
    )
    assert (board.armies(nation), board.escort(leader)) == ({}, "")


def test_vacant_land_takes_no_more_than_the_limits() -> None:
    held = dict.fromkeys(set(SOUTH) - {"Khandesh", "Malabar"}, 1)
    board = Board(
        turn=9,
        nation="cholas",
        phase="reinforcements",
        armies={"muslims": held},
        chart={"reinforcement": NAMES.c.setups["four"].turns[9].nations[4].reinforcement},
    )
    board.place("Malabar", "Malabar")
    assert board.armies("cholas") == {"Malabar": 2}


def test_r10_6_a_reinforcements_stop_at_the_counters() -> None:
    board = Board(turn=9, nation="cholas", phase="reinforcements", armies={"cholas": {"Andhra": 11}})
    assert board.armies("cholas") == {"Andhra": 12}
    assert board.seen(Short)[0].armies == 1


@pytest.mark.rule("10.7a", "10.7b")
@pytest.mark.parametrize("turn", [15, 16])
@pytest.mark.parametrize(("land", "sea", "come"), [(0, 0, 6), (2, 1, 3), (5, 1, 0), (5, 3, 0)])
def test_the_british_are_filled_up_to_six(turn: int, land: int, sea: int, come: int) -> None:
    armies = {place: n for place, n in (("Bengal", land), ("Bay of Bengal", sea)) if n}
    board = Board(
        turn=turn, nation="british", phase="turn", armies={"british": armies, "dutch": {"Lanka": 1}}
    )
    assert board.armies("british").get("Indian Ocean", 0) == come
