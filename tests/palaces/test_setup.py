"""Sections 1, 2, 9 and 10: components, set-up, fewer than five players, the auction."""

from __future__ import annotations

import pytest

from core.ctx import Ctx
from core.dice import SeededDice
from core.faults import UserError
from core.games.palaces import game
from core.games.palaces.actions import Bid, Build, BuildPalace, Character, Found, Nominate, Pass
from core.games.palaces.events import Bought, CardTaken, Founded, Passed, RoundBegan, Supplied
from core.games.palaces.pieces import NONE
from core.options import complete
from tests.palaces.board import (
    ARTISAN,
    BOTH,
    HOUSE,
    MOGUL,
    PALACE,
    START,
    TRADER,
    YOGI,
    Board,
    Plans,
    begun,
    place,
)


def new(seats: int, seed: bytes = b"x", **options: bool | int | str) -> tuple[Board, list[object]]:
    board = Board(seats)
    chosen = complete(game.meta.options, options)
    board.state, events = game.new(chosen, seats, Ctx(0, SeededDice(seed), Plans({})))
    return board, list(events)


@pytest.mark.rule("1.1a")
def test_a_third_house_in_a_village_is_refused() -> None:
    board = Board(plan=(HOUSE, HOUSE), houses={0: {"Churu": 1}, 1: {"Churu": 1, "Nagaur": 1}})
    assert board.refused(Build(HOUSE, place("Churu"))) == "no-room"
    board.act(Build(HOUSE, place("Nagaur")))
    assert board.refused(Build(HOUSE, place("Nagaur"))) == "no-room"


@pytest.mark.rule("1.1b", "11m")
def test_any_number_of_houses_stands_in_a_city_with_the_architect() -> None:
    board = Board(plan=(HOUSE, HOUSE), at={0: "Delhi"}, houses={0: {"Delhi": 5}, 1: {"Delhi": 4}})
    board.acts(Build(HOUSE, place("Delhi")), Build(HOUSE, place("Delhi")))
    assert board.owns(0, "Delhi") == 7
    assert Board(plan=(HOUSE, HOUSE)).refused(Build(HOUSE, place("Delhi"))) == "architect-elsewhere"


@pytest.mark.rule("1.2a")
def test_a_lost_piece_is_noticed() -> None:
    board = Board(houses={0: {"Churu": 1}})
    board.state.hand[0] -= 1
    with pytest.raises(AssertionError, match="19 houses"):
        game.invariants(board.state)
    board = Board(centre={"Agra": 1})
    board.state.palaces[1] += 1
    with pytest.raises(AssertionError, match="7 palaces and 1"):
        game.invariants(board.state)
    board = Board()
    board.state.gold[2] += 1
    with pytest.raises(AssertionError, match="46 gold"):
        game.invariants(board.state)


@pytest.mark.rule("1.2b")
@pytest.mark.parametrize("seats", [1, 6])
def test_one_or_six_cannot_play(seats: int) -> None:
    with pytest.raises(UserError, match="2 to 5 seats"):
        game.new(complete(game.meta.options, {}), seats, Ctx(0, SeededDice(b"x"), Plans({})))


@pytest.mark.rule("2.1a")
def test_all_begin_on_the_start_place() -> None:
    board, _ = new(4)
    assert board.state.at == [START] * 4
    assert board.state.city == NONE


@pytest.mark.rule("2.2a")
def test_governors_lie_in_any_order_below_box_1() -> None:
    orders = {tuple(new(3, b"%d" % seed)[0].state.track) for seed in range(20)}
    assert len(orders) > 15
    for track in orders:
        assert sorted(track[:7]) == list(range(7))
        assert set(track[7:]) == {NONE} and len(track) == 17


@pytest.mark.rule("2.3a", "2.7a")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_begins_with_the_same(seats: int) -> None:
    board = begun(seats)
    s = board.state
    assert (s.gold, s.palaces, s.hand, s.quarry) == ([15] * seats, [7] * seats, [4] * seats, [16] * seats)
    for card in range(1, seats + 1):
        board.act(Character(card))
    events = []
    while board.asked()[1] == "found":
        seat = board.asked()[0]
        events = board.act(game.legal(s, seat).first())
    assert (s.hand, s.quarry, s.gold) == ([6] * seats, [10] * seats, [15] * seats)
    assert [sum(own) for own in s.houses] == [4] * seats
    assert [type(event) for event in events] == [Founded, Supplied, RoundBegan]


@pytest.mark.rule("2.3b")
def test_hidden_money_is_shown_to_its_owner_alone_until_the_end() -> None:
    board = Board(gold={0: 3, 1: 8}, hidden_money=True)
    assert game.view(board.state, 1).gold == (-1, 8, -1)
    assert game.view(board.state, None).gold == (-1, -1, -1)
    assert game.view(Board(gold={0: 3}).state, None).gold == (3, 15, 15)
    board.state.phase, board.state.seat = "over", NONE
    assert game.view(board.state, None).gold == (3, 8, 15)


@pytest.mark.rule("2.4a")
def test_yogi_and_chits_are_for_the_advanced_game() -> None:
    board = begun()
    assert board.refused(Character(YOGI)) == "not-in-bank"
    assert (board.state.in_bank(), board.state.supply) == ([1, 2, 3, 4, 5, 6], 0)
    advanced = begun(advanced=True)
    assert (advanced.state.in_bank(), advanced.state.supply) == ([1, 2, 3, 4, 5, 6, 7], 7)


@pytest.mark.rule("2.5a")
def test_seats_choose_clockwise_from_the_first_or_the_one_drawn() -> None:
    board = begun(4)
    asked = []
    for card in (6, 2, 4, 1):
        asked.append(board.asked())
        assert CardTaken(board.asked()[0], card) in board.act(Character(card))
    assert asked == [(seat, "character") for seat in range(4)]
    assert board.state.card == [6, 2, 4, 1]
    drawn = [new(4, b"%d" % seed)[0].state.order for seed in range(30)]
    assert {tuple(order) for order in drawn} == {
        (0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)
    }  # fmt: skip


@pytest.mark.rule("2.5b")
def test_a_character_is_chosen_once() -> None:
    board = begun()
    board.act(Character(3))
    assert board.refused(Character(3)) == "not-in-bank"
    assert board.refused(Character(0)) == "not-in-bank"


def chosen(*cards: int) -> Board:
    """A game whose characters have been chosen."""
    board = begun(len(cards))
    for card in cards:
        board.act(Character(card))
    return board


@pytest.mark.rule("2.6a")
def test_the_lowest_character_places_first_four_times_round() -> None:
    board = chosen(6, 2, 4)
    order = []
    while board.asked()[1] == "found":
        order.append(board.asked()[0])
        board.act(game.legal(board.state, order[-1]).offers[0].nth(len(order)))
    assert order == [1, 2, 0] * 4


@pytest.mark.rule("2.6b")
def test_first_houses_are_free_and_stand_in_villages() -> None:
    board = chosen(1, 2, 3)
    assert board.refused(Found(place("Delhi"))) == "not-a-village"
    assert board.refused(Found(START)) == "not-a-village"
    board.act(Found(place("Churu")))
    assert (board.gold, board.state.hand) == ([15] * 3, [3, 4, 4])


@pytest.mark.rule("2.6c")
def test_both_houses_of_a_village_may_be_one_s_own() -> None:
    board = chosen(1, 2, 3)
    churu, merta = Found(place("Churu")), Found(place("Merta"))
    board.acts(churu, merta, merta, churu)
    assert board.owns(0, "Churu") == 2
    assert board.refused(churu) == "no-room"


@pytest.mark.rule("9.1a")
def test_with_two_players_one_house_stands_in_a_village() -> None:
    board = chosen(1, 2)
    board.act(Found(place("Churu")))
    assert board.refused(Found(place("Churu"))) == "no-room"


@pytest.mark.rule("9.2a")
def test_blocked_sites_leave_five_outer_ones() -> None:
    filled = {0: {"Delhi": 2}, 1: {"Delhi": 3}}
    at = {0: "Delhi"}
    for options, code in (
        ({}, ""),
        ({"blocked": "on"}, "no-site-left"),
        ({"advanced": True}, "no-site-left"),
        ({"advanced": True, "blocked": "off"}, ""),
    ):
        board = Board(plan=(PALACE, BOTH), centre={"Delhi": 2}, outer=filled, at=at, **options)
        assert board.refused(BuildPalace(PALACE)) == code, options
    five = Board(5, plan=(PALACE, BOTH), centre={"Delhi": 2}, outer=filled, at=at, blocked="on")
    assert five.refused(BuildPalace(PALACE)) == ""


# The auction.


@pytest.mark.rule("10.2a")
def test_the_highest_bid_is_paid() -> None:
    board = begun(3, auction="on")
    assert board.asked() == (0, "nominate")
    board.act(Nominate(ARTISAN))
    assert board.asked() == (1, "bid")
    assert board.refused(Bid(0)) == "bid-too-low"
    assert board.refused(Bid(16)) == "no-gold"
    board.act(Bid(4))
    board.act(Bid(6), 2)
    board.act(Bid(7), 0)
    board.act(Pass(), 1)
    assert Bought(0, ARTISAN, 7) in board.act(Pass(), 2)
    assert (board.gold, board.state.bank) == ([8, 15, 15], 7)
    assert board.state.card == [ARTISAN, 0, 0]
    assert board.asked() == (1, "nominate")


@pytest.mark.rule("10.2b")
def test_who_passes_is_out_and_who_cannot_bid_more_passes() -> None:
    board = begun(4, auction="on")
    board.acts(Nominate(MOGUL), Pass())
    assert board.asked() == (2, "bid")
    events = board.acts(Bid(15))
    assert [event for event in events if isinstance(event, Passed)] == [
        Passed(3, MOGUL, short=True),
        Passed(0, MOGUL, short=True),
    ]
    assert Bought(2, MOGUL, 15) in events
    assert board.gold == [15, 15, 0, 15]


@pytest.mark.rule("10.2c")
def test_the_last_player_picks_for_nothing() -> None:
    board = begun(3, auction="on")
    board.acts(Nominate(MOGUL), Pass(), Pass())
    assert board.asked() == (1, "nominate")
    assert board.refused(Nominate(MOGUL)) == "not-in-bank"
    board.act(Nominate(TRADER))
    assert board.asked() == (2, "bid"), "seat 0 has a character and bids no more"
    board.act(Bid(1))
    board.act(Pass(), 1)
    assert board.asked() == (1, "character")
    board.act(Character(ARTISAN))
    assert board.state.card == [MOGUL, ARTISAN, TRADER]
    assert board.gold == [15, 15, 14]
    assert board.asked() == (0, "found")


def test_the_auction_is_usual_in_the_advanced_game() -> None:
    assert begun(advanced=True).asked()[1] == "nominate"
    assert begun(advanced=True, auction="off").asked()[1] == "character"
    assert begun().asked()[1] == "character"
