"""Section 6: open roads, tolls, and the cheapest way."""

from __future__ import annotations

import pytest

from core.games.palaces import game
from core.games.palaces.actions import Build, Done, MoveHouse, Travel
from core.games.palaces.events import Toll, Travelled
from core.games.palaces.offers import Travels
from tests.palaces.board import HOUSE, IDLE, START, Board, place, road, villages

DELHI, JAIPUR, AGRA, GWALIOR = (place(name) for name in ("Delhi", "Jaipur", "Agra", "Gwalior"))
JD, JA, AD = road("Jaipur", "Delhi"), road("Jaipur", "Agra"), road("Agra", "Delhi")
TO_DELHI = Travel(DELHI, (JD,))


def ways(*roads: tuple[str, str], houses: int = 1) -> dict[str, int]:
    """Houses in all villages of some roads."""
    return {name: houses for pair in roads for name in villages(*pair)}


def listed(board: Board) -> Travels:
    """The journeys of the seat whose turn it is."""
    offers = game.legal(board.state, board.asked()[0]).offers
    return next(offer for offer in offers if isinstance(offer, Travels))


@pytest.mark.rule("6.1a")
def test_as_often_as_wished_and_without_an_action() -> None:
    board = Board(plan=IDLE, at={0: "Jaipur"}, houses={0: ways(("Jaipur", "Delhi"))})
    for _ in range(3):
        board.acts(TO_DELHI, Travel(JAIPUR, (JD,)))
    assert len(board.state.slots) == 2
    assert board.refused(TO_DELHI, 1) == "not-your-decision"


@pytest.mark.rule("6.1b")
def test_the_cheapest_way_to_each_place_comes_first() -> None:
    """Straight to Delhi costs 4, by Agra nothing."""
    board = Board(
        at={0: "Jaipur"},
        houses={
            0: ways(("Jaipur", "Agra"), ("Agra", "Delhi")),
            1: ways(("Jaipur", "Delhi"), houses=2),
        },
    )
    offer = listed(board)
    first = [offer.nth(index) for index in range(2)]
    assert first == [Travel(DELHI, (JA, AD)), Travel(AGRA, (JA,))]
    assert offer.cheapest()[DELHI].toll == 0
    assert offer.count() == 4
    assert {offer.nth(n) for n in (2, 3)} == {TO_DELHI, Travel(AGRA, (JD, AD))}


@pytest.mark.rule("6.1b")
def test_of_two_ways_of_one_price_the_shorter() -> None:
    board = Board(
        at={0: "Jaipur"}, houses={0: ways(("Jaipur", "Agra"), ("Agra", "Delhi"), ("Jaipur", "Delhi"))}
    )
    assert listed(board).cheapest()[DELHI].path == (JD,)


@pytest.mark.rule("6.1c")
def test_a_journey_passes_no_place_twice() -> None:
    board = Board(
        at={0: "Jaipur"}, houses={0: ways(("Jaipur", "Agra"), ("Agra", "Delhi"), ("Jaipur", "Delhi"))}
    )
    assert board.refused(Travel(JAIPUR, (JA, AD, JD))) == "goes-round"
    assert board.refused(Travel(JAIPUR, (JA, JA))) == "goes-round"


@pytest.mark.rule("6.2a")
@pytest.mark.parametrize("name", villages("Jaipur", "Delhi"))
def test_one_empty_village_blocks_a_road(name: str) -> None:
    board = Board(at={0: "Jaipur"}, houses={0: {name: 1}})
    assert board.refused(TO_DELHI) == "road-blocked"
    refusal = game.refuse(board.state, 0, TO_DELHI)
    assert refusal is not None and len(refusal.pieces) == 1
    assert not [o for o in game.legal(board.state, 0).offers if isinstance(o, Travels)]


@pytest.mark.rule("6.3a")
def test_each_owner_gets_1_gold_for_each_house() -> None:
    way = ways(("Jaipur", "Delhi"))
    board = Board(at={0: "Jaipur"}, houses={1: way, 2: way})
    assert board.act(TO_DELHI) == [Travelled(0, JAIPUR, DELHI, 4), Toll(0, 1, 2, False), Toll(0, 2, 2, False)]
    assert board.gold == [11, 17, 17]


@pytest.mark.rule("6.3b")
def test_2_to_who_owns_both() -> None:
    board = Board(at={0: "Jaipur"}, houses={1: ways(("Jaipur", "Delhi"), houses=2)})
    board.act(TO_DELHI)
    assert board.gold == [11, 19, 15]


@pytest.mark.rule("6.3c", "11aa")
def test_nothing_where_an_own_house_stands() -> None:
    way = ways(("Jaipur", "Delhi"))
    board = Board(at={0: "Jaipur"}, houses={0: way, 1: way})
    assert board.act(TO_DELHI) == [Travelled(0, JAIPUR, DELHI, 0)]
    assert board.gold == [15, 15, 15]


@pytest.mark.rule("6.4a")
def test_stops_in_cities_and_on_the_start_place_only() -> None:
    start_gwalior = road("the start place", "Gwalior")
    board = Board(houses={0: ways(("the start place", "Gwalior"))})
    village = place(villages("the start place", "Gwalior")[0])
    assert board.refused(Travel(village, (start_gwalior,))) == "no-such-way"
    assert board.refused(Travel(GWALIOR, ())) == "no-such-way"
    assert board.refused(Travel(GWALIOR, (JD,))) == "no-such-way"
    assert board.refused(Travel(GWALIOR, (99,))) == "no-such-way"
    board.acts(Travel(GWALIOR, (start_gwalior,)), Travel(START, (start_gwalior,)))
    assert (board.state.at[0], board.gold[0]) == (START, 15)


@pytest.mark.rule("6.5a")
def test_who_cannot_pay_cannot_go() -> None:
    way = ways(("Jaipur", "Delhi"))
    board = Board(at={0: "Jaipur"}, houses={1: way, 2: way}, gold={0: 3})
    assert board.refused(TO_DELHI) == "toll-too-high"
    assert Board(at={0: "Jaipur"}, houses={1: way, 2: way}, gold={0: 4}).refused(TO_DELHI) == ""


@pytest.mark.rule("11n")
def test_a_house_moved_away_blocks_the_road_for_its_owner_too() -> None:

    board = Board(plan=(3, 0), at={0: "Jaipur"}, houses={0: ways(("Jaipur", "Delhi"))})
    board.act(TO_DELHI)
    board.act(MoveHouse(3, place(villages("Jaipur", "Delhi")[0]), DELHI))
    assert board.refused(Travel(JAIPUR, (JD,))) == "road-blocked"


@pytest.mark.rule("11o")
def test_an_architect_without_an_open_road_stays_and_opens_one() -> None:

    first, second = villages("Jaipur", "Delhi")
    board = Board(plan=(HOUSE, HOUSE), at={0: "Delhi"}, houses={0: {first: 1}})
    assert board.refused(Travel(JAIPUR, (JD,))) == "road-blocked"
    board.acts(Build(HOUSE, DELHI), Build(HOUSE, place(second)), Travel(JAIPUR, (JD,)), Done())
    assert board.state.at[0] == JAIPUR
