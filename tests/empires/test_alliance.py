"""Alliance with the overlord: when, at what price, and what it bars for ever (11.2)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import structs

from core.games.empires.actions import Ally, Answer, Pay, Stand
from core.games.empires.chart_types import LEADER, NONE, Charts, Objective
from core.games.empires.events import Allied, Lost, Scored, Withdrew
from core.games.empires.growth import grows
from core.games.empires.pieces import reserve
from core.games.empires.protection import is_friend
from core.games.empires.standing import ALLIANCE, NO
from core.games.empires.state import ARMY_GIVEN, MARKER_GIVEN, NO_ALLIANCE
from tests.empires.board import NAMES, Board, with_lines
from tests.empires.fights import attack

INDIAN = [nation.id for nation in NAMES.c.nations if not nation.colonial]


def ally(nation: str, place: str | None = None, entry: str | None = None) -> Ally:
    return Ally(
        NAMES.nation(nation),
        -1 if place is None else NAMES.place(place),
        -1 if entry is None else NAMES.place(entry),
    )


def pay(place: str | None = None) -> Pay:
    return Pay(-1 if place is None else NAMES.place(place))


def refused(board: Board, claim: Ally, seat_of: str | None = None) -> str:
    """The code with which a claim is refused; "" if it is legal."""
    nation = claim.nation if seat_of is None else NAMES.nation(seat_of)
    seat = board.c.setups[board.state.setup].owner[nation]
    refusal = board.game.refuse(board.state, seat, claim)
    listed = any(offer.contains(claim) for offer in board.game.legal(board.state, seat).claims)
    assert listed == (refusal is None), refusal
    return refusal.code if refusal else ""


def box(board: Board, nation: str) -> int:
    return board.state.allied[NAMES.nation(nation)]


def withdrawals(board: Board) -> list[tuple[str, str, int]]:
    return [
        (NAMES.place_name(event.place), NAMES.place_name(event.goal), event.armies)
        for event in board.seen(Withdrew)
    ]


def british(armies: Mapping[str, Mapping[str, int]], phase: str = "move", **more: object) -> Board:
    return Board(turn=13, nation="british", phase=phase, plain=True, armies=armies, **more)  # type: ignore[arg-type]


SEA = {"Bay of Bengal": 2}


# When, who, at what price.


@pytest.mark.rule("11.2a")
@pytest.mark.parametrize("nation", INDIAN)
def test_from_the_overlords_own_turn_any_indian_nation_may_ally(nation: str) -> None:
    board = Board(turn=12, nation="british", plain=True, armies={nation: {"Agra": 1}, "british": SEA})
    assert refused(board, ally(nation)) == ""
    board.claim(nation, ally(nation))
    assert box(board, nation) == MARKER_GIVEN
    assert refused(board, ally(nation)) == "cannot-ally", "once"
    for colonial in ("dutch", "british"):
        assert refused(board, ally(colonial)) == "cannot-ally"


@pytest.mark.rule("11.2a")
def test_only_its_own_seat_allies_a_nation_and_only_with_an_army() -> None:
    board = british({"rajputs": {"Agra": 1}, "british": SEA})
    assert refused(board, ally("rajputs"), seat_of="mughals") == "not-your-nation"
    assert refused(board, ally("sikhs")) == "cannot-ally"
    for silly in (Ally(99), Ally(-1), Ally(NAMES.nation("rajputs"), 1 << 40), ally("rajputs", "Delhi")):
        assert refused(board, silly, seat_of="rajputs") in ("not-your-nation", "no-such-price")


@pytest.mark.rule("11.2m")
def test_nobody_allies_before_that_turn_has_begun() -> None:
    here = {"rajputs": {"Agra": 1}, "british": SEA}
    for turn, nation in ((11, "mughals"), (12, "mughals"), (12, "french")):
        board = Board(turn=turn, nation=nation, plain=True, armies={**here, nation: {"Delhi": 1}})
        assert refused(board, ally("rajputs")) == "no-alliance-yet"
    board = Board(turn=13, nation="mughals", plain=True, armies={**here, "mughals": {"Delhi": 1}})
    assert refused(board, ally("rajputs")) == ""


@pytest.mark.rule("11.2b")
@pytest.mark.rule("2.45a")
def test_the_price_is_the_marker_or_an_army_and_the_box_shows_which() -> None:
    here = {"rajputs": {"Agra": 2, "Sind": 1}, "british": SEA}
    board = british(here)
    board.claim("rajputs", ally("rajputs"))
    assert (box(board, "rajputs"), board.armies("rajputs")) == (MARKER_GIVEN, {"Agra": 2, "Sind": 1})
    assert board.last[0] == Allied(NAMES.nation("rajputs"), False)
    board = british(here)
    board.claim("rajputs", ally("rajputs", "Sind"))
    assert (box(board, "rajputs"), board.armies("rajputs")) == (ARMY_GIVEN, {"Agra": 2})
    view = board.game.view(board.state, None)
    assert view.allied[NAMES.nation("rajputs")] == ARMY_GIVEN
    assert view.allied[NAMES.nation("sikhs")] == NO_ALLIANCE


@pytest.mark.rule("11.2c")
@pytest.mark.parametrize(
    ("price", "growing"), [(NO_ALLIANCE, True), (MARKER_GIVEN, False), (ARMY_GIVEN, True)]
)
def test_without_its_marker_a_nation_grows_no_more(price: int, growing: bool) -> None:
    board = Board(turn=14, nation="marathas", armies={"marathas": {"Bijapur": 1}}, allied={"marathas": price})
    assert grows(board.c, board.state) == growing


@pytest.mark.rule("11.2d")
def test_an_army_given_is_not_destroyed_and_its_counter_never_comes_back() -> None:
    board = british({"rajputs": {"Agra": 2}, "british": SEA})
    rajputs = NAMES.nation("rajputs")
    before = reserve(board.c, board.state, rajputs)
    board.claim("rajputs", ally("rajputs", "Agra"))
    assert reserve(board.c, board.state, rajputs) == before
    assert board.at("Agra") == {"rajputs": 1}
    assert [event.why for event in board.seen(Lost)] == ["alliance"]
    assert not board.seen(Scored)


# In the middle of things.


def battle(rolls: list[int]) -> Board:
    """The British land in Bengal, where three Marathas stand, and fight a round."""
    board = british({"marathas": {"Bengal": 3, "Orissa": 1}, "british": {"Bay of Bengal": 3}}, rolls=rolls)
    board.march("Bay of Bengal", "Bengal", armies=3)
    board.done()
    return board


@pytest.mark.rule("11.2e")
@pytest.mark.rule("11.2g")
def test_alliance_in_mid_battle_ends_it_and_the_british_go_back_to_the_sea() -> None:
    board = battle([4, 1, 1, 1, 1, 1])
    board.act(Answer(False))
    assert board.asked() == "alliance", "after the round"
    board.act(Answer(False))
    assert board.asked() == "retreat"
    board.claim("marathas", ally("marathas"))
    assert board.at("Bengal") == {"marathas": 2}
    assert withdrawals(board) == [("Bengal", "Bay of Bengal", 3)]
    assert board.asked() != "retreat"


@pytest.mark.rule("11.2e")
def test_it_lasts_to_the_end_of_the_game() -> None:
    board = british({"marathas": {"Bengal": 2}, "british": SEA}, rolls=[1, 2, 3, 4, 5, 6] * 500)
    board.claim("marathas", ally("marathas"))
    while not board.state.over:
        board.act(board.game.legal(board.state, board.ask.seat).first())
        assert box(board, "marathas") == MARKER_GIVEN


@pytest.mark.rule("11.2e")
def test_a_declaration_while_another_is_asked_puts_the_same_question_again() -> None:
    board = british({"marathas": {"Orissa": 1}, "british": SEA})
    asked, decision = board.asked(), board.state.decision
    board.claim("marathas", ally("marathas"))
    assert (board.asked(), board.state.decision) == (asked, decision + 1)
    assert board.no_march("Bay of Bengal", "Orissa") == ("protected", "11.2")


@pytest.mark.rule("11.2e")
def test_an_army_the_dice_have_felled_is_no_price() -> None:
    board = Board(
        turn=13, nation="marathas", plain=True, rolls=[1, 1, 6],
        armies={"mughals": {"Berar": 1}, "marathas": {"Bidar": 1, "Khandesh": 1, "Bijapur": 1}},
    )  # fmt: skip
    board.march("Bidar", "Berar")
    board.march("Khandesh", "Berar")
    board.done()
    while board.asked() == "submission":
        board.act(Answer(False))
    assert board.asked() == "battle-loss"
    assert refused(board, ally("marathas", "Berar", "Bidar")) == "", "one of two falls"
    board.state.stack[-1][4] = 2
    assert refused(board, ally("marathas", "Berar", "Bidar")) == "no-such-price"
    assert refused(board, ally("marathas", "Bijapur")) == ""


@pytest.mark.rule("11.2a")
def test_face_to_face_with_the_overlord_a_nation_is_asked_once_in_each_window() -> None:
    board = battle([1] * 6)
    assert (board.asked(), board.asked_of()) == ("alliance", "marathas")
    assert board.listed() == [Answer(False), pay(), pay("Bengal"), pay("Orissa")]
    board.act(pay("Orissa"))
    assert box(board, "marathas") == ARMY_GIVEN
    assert board.at("Bengal") == {"marathas": 3}
    no = Stand(NAMES.nation("marathas"), ALLIANCE, NO)
    quiet = british({"marathas": {"Bengal": 3, "Orissa": 1}, "british": {"Bay of Bengal": 3}}, rolls=[1] * 6)
    quiet.march("Bay of Bengal", "Bengal", armies=3)
    quiet.claim("marathas", no)
    quiet.done()
    assert quiet.asked() == "retreat"


# Forced.


@pytest.mark.rule("11.2f")
@pytest.mark.parametrize("active", ["british", "sikhs"])
def test_who_submits_to_the_overlord_or_an_ally_allies_at_once(active: str) -> None:
    board = Board(
        turn=13, nation=active, plain=True, allied={"sikhs": MARKER_GIVEN},
        armies={"rajputs": {"Sind": 2}, "british": {"Arabian Sea": 2}, "sikhs": {"Punjab": 2}},
    )  # fmt: skip
    board.march("Arabian Sea" if active == "british" else "Punjab", "Sind", armies=2)
    board.done()
    assert (board.asked(), board.asked_of()) == ("submission", "rajputs")
    board.act(Answer(True))
    assert (board.asked(), board.asked_of()) == ("price", "rajputs")
    assert board.listed() == [pay(), pay("Sind")]
    board.act(pay("Sind"))
    assert box(board, "rajputs") == ARMY_GIVEN
    assert board.at("Sind") == {"rajputs": 1}


# What it bars.


@pytest.mark.rule("11.2g")
def test_overlord_and_allies_do_not_enter_the_land_of_an_ally_to_fight() -> None:
    friends = {"marathas": MARKER_GIVEN, "sikhs": ARMY_GIVEN}
    here = {
        "marathas": {"Lahore": 1, "Bengal": 1},
        "sikhs": {"Punjab": 2},
        "british": SEA,
        "rajputs": {"Sind": 1},
    }
    board = Board(turn=14, nation="sikhs", plain=True, allied=friends, armies=here)
    assert board.no_march("Punjab", "Lahore") == ("protected", "11.2")
    assert board.can("Punjab", "Sind")
    board = british(here, allied=friends)
    assert board.no_march("Bay of Bengal", "Bengal") == ("protected", "11.2")


@pytest.mark.rule("11.2g")
def test_armies_inside_with_no_way_back_are_put_to_the_nearest_own_area_or_lost() -> None:
    def invasion(armies: Mapping[str, Mapping[str, int]]) -> Board:
        board = Board(
            turn=14, nation="afghans", plain=True, waiting={"Persia": 2}, allied={"afghans": MARKER_GIVEN},
            armies=armies, rolls=[1] * 20,
        )  # fmt: skip
        board.march("Persia", "Baluchistan", armies=2)
        board.claim("marathas", ally("marathas"))
        return board

    enemy = {"marathas": {"Baluchistan": 1}}
    board = invasion({**enemy, "afghans": {"Delhi": 1, "Bengal": 1}})
    assert withdrawals(board) == [("Baluchistan", "Delhi", 2)]
    lost = invasion({**enemy, "rajputs": {"Delhi": 1}})
    assert [(event.armies, event.why) for event in lost.seen(Lost)] == [(2, "withdrawal")]


@pytest.mark.rule("11.2g")
def test_the_british_may_also_be_put_to_a_sea_at_hand() -> None:
    board = british(
        {"british": {"Orissa": 2, "Delhi": 1}, "marathas": {"Orissa": 1}}, phase="window", rolls=[1] * 9,
    )  # fmt: skip
    board.act(pay())
    assert board.choices() == {"Bay of Bengal", "Delhi"}
    board.place("Bay of Bengal", "Delhi")
    assert board.armies("british") == {"Bay of Bengal": 1, "Delhi": 2}


@pytest.mark.rule("11.2g")
def test_a_nation_that_allies_on_its_own_turn_leaves_the_overlords_land() -> None:
    board = Board(
        turn=14, nation="marathas", plain=True,
        armies={"marathas": {"Andhra": 2}, "british": {"Orissa": 1}},
    )  # fmt: skip
    board.march("Andhra", "Orissa", armies=2)
    board.claim("marathas", ally("marathas"))
    assert withdrawals(board) == [("Orissa", "Andhra", 2)]
    assert board.no_march("Andhra", "Orissa")[0] == "not-so-many"


@pytest.mark.rule("11.2h")
def test_an_ally_attacks_neither_armies_fleets_nor_factories_of_the_overlord() -> None:
    sailing = {"boats": NAMES.mask("Bay of Bengal")}
    here = {"marathas": {"Andhra": 2, "Bidar": 1}, "british": {"Bay of Bengal": 1, "Orissa": 1}}
    for price, barred in ((NO_ALLIANCE, False), (MARKER_GIVEN, True)):
        board = Board(
            turn=14, nation="marathas", plain=True, chart=sailing, armies=here, allied={"marathas": price},
            factories={"Andhra": "british"},
        )  # fmt: skip
        assert board.can("Andhra", "Orissa") != barred
        assert board.can("Andhra", "Bay of Bengal") != barred
        board.done()
        assert (board.asked() == "battle") != barred, "the factory they stand beside"


@pytest.mark.rule("11.2h")
def test_land_with_a_factory_only_may_be_entered() -> None:
    board = Board(
        turn=14, nation="marathas", plain=True, allied={"marathas": MARKER_GIVEN},
        armies={"marathas": {"Andhra": 2}}, factories={"Orissa": "british"},
    )  # fmt: skip
    assert board.can("Andhra", "Orissa")


@pytest.mark.rule("11.2j")
def test_the_british_pass_through_allied_land_but_do_not_end_there() -> None:
    here = {"marathas": {"Andhra": 2}, "british": {"Bay of Bengal": 2}}
    board = british(here, allied={"marathas": ARMY_GIVEN})
    assert board.no_march("Bay of Bengal", "Andhra") == ("protected", "11.2")
    assert board.can("Bay of Bengal", "Andhra", "Berar")
    others = Board(
        turn=14, nation="sikhs", plain=True, allied={"marathas": MARKER_GIVEN, "sikhs": MARKER_GIVEN},
        armies={"sikhs": {"Orissa": 1}, "marathas": {"Andhra": 1}},
    )  # fmt: skip
    assert not others.can("Orissa", "Andhra", "Berar"), "only the overlord may"


@pytest.mark.rule("11.2n")
def test_who_had_to_leave_moves_no_more_in_that_phase() -> None:
    board = british({"marathas": {"Bengal": 1}, "british": {"Bay of Bengal": 2, "Orissa": 1}})
    board.march("Orissa", "Bengal")
    board.claim("marathas", ally("marathas"))
    assert withdrawals(board) == [("Bengal", "Orissa", 1)]
    assert board.no_march("Orissa", "Andhra")[0] == "not-so-many"


@pytest.mark.rule("11.2b")
def test_the_last_army_out_of_a_battle_leaves_the_land_and_a_leader_to_the_enemy() -> None:
    board = Board(
        turn=14, nation="sikhs", plain=True, leaders={"Shivaji": "Delhi"},
        armies={"marathas": {"Delhi": 1, "Berar": 1}, "sikhs": {"Lahore": 2, "Punjab": 1}},
    )  # fmt: skip
    board.march("Lahore", "Delhi", armies=2)
    board.claim("marathas", ally("marathas", "Delhi"))
    assert board.at("Delhi") == {"sikhs": 2}
    assert board.escort("Shivaji") == "gone"


def paying_for_leaders(nation: str) -> Charts:
    return with_lines(
        Objective(
            id="leaders", kind="destroy", nation=NAMES.nation(nation), turns=(14,), points=(2,),
            nations=1 << NAMES.nation("marathas"), pieces=LEADER,
        )
    )  # fmt: skip


@pytest.mark.rule("11.2b")
def test_r15_3_a_nobody_is_paid_for_a_leader_whom_the_army_given_leaves_alone() -> None:
    board = Board(
        turn=14, nation="sikhs", plain=True, leaders={"Shivaji": "Delhi"}, charts=paying_for_leaders("sikhs"),
        armies={"marathas": {"Delhi": 1, "Berar": 1}, "sikhs": {"Lahore": 2, "Punjab": 1}},
    )  # fmt: skip
    board.march("Lahore", "Delhi", armies=2)
    board.claim("marathas", ally("marathas", "Delhi"))
    assert (board.escort("Shivaji"), board.points("sikhs")) == ("gone", 0)


@pytest.mark.rule("11.2b")
def test_r15_3_a_nor_for_one_left_alone_at_sea() -> None:
    board = Board(
        turn=14, nation="marathas", phase="battles", plain=True, charts=paying_for_leaders("dutch"),
        armies={"marathas": {"Arabian Sea": 1, "Bijapur": 1}, "dutch": {"Arabian Sea": 1}},
        came={"Arabian Sea": "Bijapur"}, leaders={"Shivaji": "Arabian Sea"}, rolls=[1, 1],
    )  # fmt: skip
    attack(board, "Arabian Sea", "dutch")
    board.claim("marathas", ally("marathas", "Arabian Sea", "Bijapur"))
    assert (board.escort("Shivaji"), board.points("dutch")) == ("gone", 0)


@pytest.mark.rule("11.2g")
def test_between_the_turns_of_nations_nobody_is_a_friend() -> None:
    """Not even when the last nation of the order of play has allied."""
    board = Board(turn=14, nation="marathas", plain=True, armies={"marathas": {"Berar": 1}})
    board.state.allied[-1] = MARKER_GIVEN
    assert not is_friend(board.c, board.state, NONE)
    without = structs.replace(board.c, overlord=NONE)
    assert not is_friend(without, board.state, NONE)
    assert is_friend(without, board.state, len(board.c.nations) - 1)
