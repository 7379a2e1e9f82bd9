"""Section 4: the nine actions, what is done of them, and what the others get for the rest."""

from __future__ import annotations

import pytest

from core.games.palaces.actions import (
    Action,
    Build,
    BuildPalace,
    Character,
    Done,
    Exchange,
    Leave,
    MoveHouse,
    Pull,
    Quarry,
    TakeGold,
    Travel,
)
from core.games.palaces.events import Exchanged, Gained, LeftOver, PalaceBuilt, Pulled, Undone
from core.games.palaces.pieces import NONE
from tests.palaces.board import (
    ARTISAN,
    BOTH,
    GOLD,
    HOUSE,
    MOGUL,
    MOVE,
    PALACE,
    QUARRY,
    SADHU,
    START,
    SWAP,
    TRACK,
    TRADER,
    TWO,
    WORKER,
    YOGI,
    B,
    Board,
    place,
    road,
    villages,
)

DELHI, JAIPUR, CHURU, MERTA = (place(name) for name in ("Delhi", "Jaipur", "Churu", "Merta"))
WAY = dict.fromkeys(villages("Jaipur", "Delhi"), 1)


@pytest.mark.rule("4.1a")
def test_gold() -> None:
    board = Board(plan=(GOLD, HOUSE))
    assert board.act(TakeGold()) == [Gained(0, 2)]
    assert (board.gold[0], board.state.bank) == (17, -2)


@pytest.mark.rule("4.2a")
def test_a_house_costs_1_gold() -> None:
    board = Board(plan=(HOUSE, HOUSE), at={0: "Delhi"})
    board.acts(Build(HOUSE, CHURU), Build(HOUSE, DELHI))
    assert (board.owns(0, "Churu"), board.owns(0, "Delhi")) == (1, 1)
    assert (board.gold[0], board.state.hand[0]) == (13, 4)


@pytest.mark.rule("4.2b")
def test_no_house_where_the_architect_is_not() -> None:
    board = Board(plan=(HOUSE, HOUSE), at={0: "Delhi"})
    assert board.refused(Build(HOUSE, JAIPUR)) == "architect-elsewhere"
    assert Board(plan=(HOUSE, HOUSE)).refused(Build(HOUSE, START)) == "no-site"
    assert board.refused(Build(HOUSE, B.places)) == "no-site"


@pytest.mark.rule("4.2c")
def test_a_house_takes_a_house_and_gold() -> None:
    assert Board(plan=(HOUSE, GOLD), hand={0: 0}).refused(Build(HOUSE, CHURU)) == "no-house"
    assert Board(plan=(HOUSE, GOLD), gold={0: 0}).refused(Build(HOUSE, CHURU)) == "no-gold"


@pytest.mark.rule("4.3a")
def test_the_first_of_two_houses_stands_in_the_architect_s_city() -> None:
    board = Board(plan=(TWO, GOLD), at={0: "Delhi"})
    assert board.refused(Build(TWO, CHURU)) == "first-in-city"
    assert Board(plan=(TWO, GOLD)).refused(Build(TWO, CHURU)) == "first-in-city"
    board.act(Build(TWO, DELHI))
    assert board.gold[0] == 14


@pytest.mark.rule("4.3b")
@pytest.mark.parametrize("second", ["Delhi", "Churu"])
def test_the_second_of_two_houses_stands_there_or_in_a_village(second: str) -> None:
    board = Board(plan=(TWO, GOLD), at={0: "Delhi"})
    board.act(Build(TWO, DELHI))
    assert board.refused(Build(TWO, JAIPUR)) == "architect-elsewhere"
    board.act(Build(TWO, place(second)))
    assert (board.owns(0, "Delhi") + board.owns(0, "Churu"), board.gold[0]) == (2, 13)
    assert board.refused(Build(TWO, DELHI)) == "not-planned"


@pytest.mark.rule("4.3b")
def test_two_houses_twice_are_two_in_the_city_at_least() -> None:
    board = Board(plan=(TWO, TWO), at={0: "Delhi"})
    board.acts(Build(TWO, DELHI), Build(TWO, CHURU))
    assert board.refused(Build(TWO, CHURU)) == "first-in-city"
    board.acts(Build(TWO, DELHI), Build(TWO, MERTA))
    assert (board.gold[0], board.state.hand[0]) == (11, 2)


@pytest.mark.rule("4.4a")
def test_a_house_moves_from_village_or_city_for_nothing() -> None:
    board = Board(plan=(MOVE, MOVE), at={0: "Delhi"}, houses={0: {"Churu": 1, "Jaipur": 1}})
    board.acts(MoveHouse(MOVE, CHURU, DELHI), MoveHouse(MOVE, JAIPUR, MERTA))
    assert (board.owns(0, "Delhi"), board.owns(0, "Merta"), board.gold[0]) == (1, 1, 15)


@pytest.mark.rule("4.4b")
def test_houses_that_cannot_move() -> None:
    board = Board(plan=(MOVE, GOLD), at={0: "Delhi"}, houses={0: {"Churu": 1}, 1: {"Merta": 2}})
    assert board.refused(MoveHouse(MOVE, MERTA, CHURU)) == "no-house-there"
    assert board.refused(MoveHouse(MOVE, CHURU, MERTA)) == "no-room"
    assert board.refused(MoveHouse(MOVE, CHURU, CHURU)) == "stays"
    assert board.refused(MoveHouse(MOVE, CHURU, JAIPUR)) == "architect-elsewhere"
    assert board.refused(MoveHouse(MOVE, -1, DELHI)) == "no-house-there"
    assert board.refused(MoveHouse(HOUSE, CHURU, DELHI)) == "not-planned"


@pytest.mark.rule("4.5a")
@pytest.mark.parametrize(("there", "taken"), [(10, 2), (2, 2), (1, 1)])
def test_the_quarry_gives_two_houses_or_what_is_there(there: int, taken: int) -> None:
    board = Board(plan=(QUARRY, GOLD), quarry={0: there})
    hand = board.state.hand[0]
    board.act(Quarry())
    assert (board.state.hand[0], board.state.quarry[0]) == (hand + taken, there - taken)


@pytest.mark.rule("4.5b")
def test_an_empty_quarry_gives_nothing() -> None:
    board = Board(plan=(QUARRY, GOLD), quarry={0: 0})
    assert board.refused(Quarry()) == "quarry-empty"


@pytest.mark.rule("4.6a", "4.11a")
def test_a_palace_costs_12_and_the_first_takes_the_centre() -> None:
    board = Board(plan=(PALACE, PALACE), at={0: "Delhi"}, gold={0: 30})
    assert board.act(BuildPalace(PALACE)) == [PalaceBuilt(0, DELHI, centre=True, gold=12)]
    assert board.act(BuildPalace(PALACE))[0] == PalaceBuilt(0, DELHI, centre=False, gold=12)
    assert (board.gold[0], board.state.palaces[0]) == (6, 5)


@pytest.mark.rule("4.6b")
def test_palaces_that_cannot_be_built() -> None:
    assert Board(plan=(PALACE, GOLD)).refused(BuildPalace(PALACE)) == "not-in-city"
    assert Board(plan=(PALACE, GOLD), at={0: "Delhi"}, gold={0: 11}).refused(BuildPalace(PALACE)) == "no-gold"
    full = Board(plan=(PALACE, GOLD), at={0: "Delhi"}, centre={"Delhi": 1}, outer={1: {"Delhi": 6}})
    assert full.refused(BuildPalace(PALACE)) == "no-site-left"
    assert full.refused(BuildPalace(HOUSE)) == "not-planned"


@pytest.mark.rule("4.11b")
def test_one_player_may_fill_a_garden() -> None:
    board = Board(plan=(PALACE, PALACE), at={0: "Delhi"}, gold={0: 30}, centre={"Delhi": 1})
    board.acts(BuildPalace(PALACE), BuildPalace(PALACE))
    assert board.state.outer[0][DELHI] == 2


@pytest.mark.rule("4.7a")
@pytest.mark.parametrize("palace_first", [True, False])
def test_palace_and_house_once_each_in_either_order(palace_first: bool) -> None:
    board = Board(plan=(BOTH, GOLD), at={0: "Delhi"}, gold={0: 30})
    parts: list[Action] = [BuildPalace(BOTH), Build(BOTH, CHURU)]
    first, second = parts if palace_first else parts[::-1]
    board.act(first)
    assert board.refused(first) == "part-done"
    board.act(second)
    assert (board.gold[0], board.state.palaces[0], board.owns(0, "Churu")) == (17, 6, 1)
    assert board.refused(second) == "not-planned"


# The governor track.


@pytest.mark.rule("4.8a")
def test_a_governor_goes_two_down_and_those_below_one_up() -> None:
    board = Board(plan=(TRACK, GOLD))
    board.state.track = [*range(7), *[NONE] * 10]
    assert board.act(Pull(5)) == [Pulled(0, 5, -3, (4, 3))]
    assert board.state.track[:7] == [0, 1, 2, 5, 3, 4, 6]


@pytest.mark.rule("4.8b")
def test_empty_boxes_on_the_track() -> None:
    board = Board(plan=(TRACK, TRACK))
    board.state.track = [NONE, 0, NONE, 1, NONE, NONE, 2, 3, 4, 5, 6, *[NONE] * 6]
    board.act(Pull(2))
    assert board.state.track[:8] == [NONE, 0, NONE, 1, 2, NONE, NONE, 3]
    board.act(Pull(1))
    assert board.state.track[:8] == [NONE, 1, 0, NONE, 2, NONE, NONE, 3]


@pytest.mark.rule("4.8c")
def test_a_governor_needs_two_boxes_below() -> None:
    board = Board(plan=(TRACK, GOLD))
    board.state.track = [*range(7), *[NONE] * 10]
    assert [board.refused(Pull(city)) for city in (-1, 0, 1, 2, 7)] == [
        "no-such-city", "no-boxes-below", "no-boxes-below", "", "no-such-city"
    ]  # fmt: skip


@pytest.mark.rule("4.8d")
def test_the_maharaja_stays_and_his_governor_may_be_moved() -> None:
    board = Board(plan=(TRACK, GOLD), city="Bikaner", at={0: "Bikaner"})
    board.act(Pull(place("Bikaner")))
    assert board.state.city == place("Bikaner")
    board.end_round()
    assert board.gold[0] == 15 + 11 + 2 * 2 * 2, "Bikaner was scored"


# Exchange.


@pytest.mark.rule("4.9a")
def test_a_character_from_the_bank() -> None:
    board = Board(plan=(SWAP, GOLD))
    assert board.act(Exchange(ARTISAN)) == [Exchanged(0, ARTISAN, MOGUL, ())]
    assert board.state.card == [ARTISAN, TRADER, SADHU]
    assert MOGUL in board.state.in_bank()
    assert board.asked() == (0, "turn")


@pytest.mark.rule("4.9b", "4.9d")
@pytest.mark.parametrize("taken", [MOGUL, WORKER])
def test_who_is_robbed_takes_another_at_once(taken: int) -> None:
    board = Board(plan=(SWAP, GOLD))
    board.act(Exchange(SADHU))
    assert [board.asked(), board.waiting()] == [(2, "replace"), [2]]
    for seat in (0, 1):
        assert board.refused(Character(taken), seat) == "not-your-decision"
    assert board.refused(Character(TRADER)) == "not-in-bank"
    board.act(Character(taken))
    assert board.state.card == [SADHU, TRADER, taken]
    assert board.asked() == (0, "turn")


@pytest.mark.rule("4.9c", "11b")
def test_a_second_exchange_is_refused_and_paid_for() -> None:
    board = Board(plan=(SWAP, SWAP), at={0: "Delhi"}, houses={0: WAY})
    board.act(Exchange(ARTISAN))
    assert board.refused(Exchange(MOGUL)) == "exchanged-already"
    assert Undone(0, SWAP, (1, 2), 2) in board.act(Done())


@pytest.mark.rule("4.9a")
def test_characters_that_cannot_be_taken() -> None:
    board = Board(plan=(SWAP, GOLD))
    assert [board.refused(Exchange(card)) for card in (MOGUL, 0, YOGI, -1)] == [
        "own-card", "no-such-card", "no-such-card", "no-such-card"
    ]  # fmt: skip


# Not able or not willing.


@pytest.mark.rule("4.10a", "11v")
def test_each_action_left_pays_each_other_player_2() -> None:
    board = Board(4, plan=(HOUSE, QUARRY))
    board.state.card = [1, 6, 3, 4]
    events = board.act(Done())
    assert Undone(0, HOUSE, (1, 2, 3), 2) in events
    assert Undone(0, QUARRY, (1, 2, 3), 2) in events
    assert board.gold == [15, 19, 19, 19]


@pytest.mark.rule("4.10b", "11q")
def test_an_action_done_in_part_pays_the_others() -> None:
    board = Board(plan=(TWO, GOLD), at={0: "Delhi"}, gold={0: 1})
    board.act(Build(TWO, DELHI))
    assert board.refused(Build(TWO, DELHI)) == "no-gold"
    assert board.act(Leave()) == [LeftOver(0, TWO), Undone(0, TWO, (1, 2), 2)]
    assert board.gold == [0, 17, 17]
    board = Board(plan=(BOTH, GOLD), at={0: "Delhi"}, gold={0: 12}, cards=(1, 3, 4))
    board.acts(BuildPalace(BOTH), Done())
    assert board.gold == [0, 15 + 4, 15 + 4]


@pytest.mark.rule("4.12a")
def test_an_action_that_is_begun_comes_first() -> None:
    board = Board(plan=(TWO, GOLD), at={0: "Delhi"}, houses={0: WAY}, cards=(WORKER, 1, 2), acted=(1, 2))
    assert board.refused(Leave()) == "nothing-begun"
    board.act(Build(TWO, DELHI))
    assert board.refused(TakeGold()) == "finish-first"
    assert board.refused(Build(9, CHURU)) == "finish-first"
    board.act(Travel(JAIPUR, (road("Jaipur", "Delhi"),)))
    board.act(Build(TWO, CHURU))
    board.act(TakeGold())
    assert board.gold[0] == 15 - 2 + 2
