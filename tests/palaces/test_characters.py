"""Sections 5 and 10.1: the characters, at the exact moments their powers count; chits."""

from __future__ import annotations

import pytest

from core.games.palaces.actions import (
    Build,
    BuildPalace,
    Character,
    Done,
    Exchange,
    Leave,
    MoveHouse,
    Quarry,
    SpendChit,
    TakeGold,
    Travel,
)
from core.games.palaces.events import (
    ChitSpent,
    ChitTaken,
    PalaceBuilt,
    Ranked,
    Toll,
    Traded,
    Travelled,
    Undone,
)
from tests.palaces.board import (
    ARTISAN,
    BOTH,
    BUILDER,
    GOLD,
    HOUSE,
    IDLE,
    MOGUL,
    MONK,
    PALACE,
    QUARRY,
    SADHU,
    SWAP,
    TRADER,
    TWO,
    WORKER,
    YOGI,
    Board,
    place,
    road,
    villages,
)

DELHI, JAIPUR, CHURU, MERTA = (place(name) for name in ("Delhi", "Jaipur", "Churu", "Merta"))
WAY = dict.fromkeys(villages("Jaipur", "Delhi"), 1)
GO, BACK = Travel(DELHI, (road("Jaipur", "Delhi"),)), Travel(JAIPUR, (road("Jaipur", "Delhi"),))


@pytest.mark.rule("5.2a")
def test_the_trader_gets_1_gold_when_the_turn_begins() -> None:
    board = Board(2, cards=(MOGUL, TRADER))
    events = board.act(Done())
    assert Traded(1, 1) in events
    assert board.gold[1] == 15 + 4 + 1


@pytest.mark.rule("11f")
def test_a_trader_got_in_the_turn_brings_nothing() -> None:
    board = Board(2, plan=(SWAP, GOLD), cards=(MOGUL, SADHU))
    board.act(Exchange(TRADER))
    assert board.gold[0] == 15


@pytest.mark.rule("11g")
def test_a_trader_robbed_after_his_turn_keeps_the_coin() -> None:
    board = Board(2, cards=(MOGUL, TRADER), plans={1: (SWAP, GOLD)}, turn=0)
    board.state.card = [TRADER, SADHU]
    board.gold[0] += 1
    board.state.bank -= 1
    board.acts(TakeGold(), TakeGold(), Exchange(TRADER), Character(MOGUL))
    assert board.gold[0] == 15 + 1 + 4


@pytest.mark.rule("5.4a")
def test_the_bank_pays_the_way_of_the_monk() -> None:
    board = Board(cards=(MONK, 1, 2), acted=(1, 2), at={0: "Jaipur"}, houses={1: WAY, 2: WAY}, gold={0: 0})
    assert board.act(GO) == [Travelled(0, JAIPUR, DELHI, 4), Toll(0, 1, 2, True), Toll(0, 2, 2, True)]
    assert board.gold == [0, 17, 17]


@pytest.mark.rule("11h")
def test_a_monk_got_in_the_turn_travels_free_from_then_on() -> None:
    board = Board(plan=(SWAP, GOLD), at={0: "Jaipur"}, houses={1: WAY})
    board.act(GO)
    assert board.gold[:2] == [13, 17]
    board.acts(Exchange(MONK), BACK)
    assert board.gold[:2] == [13, 19]


@pytest.mark.rule("5.5a", "5.5c")
def test_the_builder_builds_one_house_for_nothing() -> None:
    board = Board(cards=(WORKER, 1, 2), acted=(1, 2), gold={0: 0}, at={0: "Delhi"})
    assert board.refused(Build(BUILDER, JAIPUR)) == "architect-elsewhere"
    board.act(Build(BUILDER, CHURU))
    assert (board.owns(0, "Churu"), board.gold[0], board.state.hand[0]) == (1, 0, 5)
    assert board.refused(Build(BUILDER, DELHI)) == "built-already"
    assert board.refused(MoveHouse(BUILDER, CHURU, DELHI)) == "built-already"
    assert Board().refused(Build(BUILDER, CHURU)) == "no-builder"


@pytest.mark.rule("5.5b")
def test_the_builder_moves_one_house() -> None:
    board = Board(cards=(WORKER, 1, 2), acted=(1, 2), houses={0: {"Churu": 1}}, hand={0: 0})
    assert board.refused(Build(BUILDER, MERTA)) == "no-house"
    board.act(MoveHouse(BUILDER, CHURU, MERTA))
    assert board.refused(MoveHouse(BUILDER, MERTA, CHURU)) == "built-already"


@pytest.mark.rule("11i")
def test_the_builder_s_power_is_used_once_whoever_comes_and_goes() -> None:
    """Used, given away, got again by nobody: and who takes it from him in his own turn uses it anew."""
    board = Board(
        2, plan=(SWAP, GOLD), cards=(WORKER, ARTISAN), plans={1: (SWAP, GOLD)}, at={0: "Delhi", 1: "Delhi"}
    )
    board.acts(Build(BUILDER, CHURU), Exchange(MOGUL))
    assert board.refused(Build(BUILDER, MERTA)) == "no-builder"
    board.acts(TakeGold())
    assert board.asked()[0] == 1
    board.act(Exchange(WORKER))
    board.act(Build(BUILDER, MERTA))
    assert board.owns(1, "Merta") == 1


@pytest.mark.rule("11i")
def test_a_builder_got_back_in_the_same_turn_has_worked() -> None:
    board = Board(plan=(SWAP, GOLD), at={0: "Delhi"}, houses={0: WAY})
    board.act(Exchange(WORKER))
    board.act(Build(BUILDER, CHURU))
    assert board.refused(Build(BUILDER, MERTA)) == "built-already"


@pytest.mark.rule("5.6a")
@pytest.mark.parametrize("plan", [(PALACE, PALACE), (PALACE, BOTH)])
def test_each_palace_of_the_artisan_costs_9(plan: tuple[int, int]) -> None:
    board = Board(
        plan=plan, cards=(ARTISAN, 1, 2), acted=(1, 2), at={0: "Delhi"}, gold={0: 18}, houses={0: WAY}
    )
    board.acts(BuildPalace(plan[0]), BuildPalace(plan[1]))
    assert (board.gold[0], board.state.palaces[0]) == (0, 5)


@pytest.mark.rule("11d")
def test_an_artisan_taken_before_the_turn_leaves_a_price_of_12() -> None:
    board = Board(plan=(SWAP, GOLD), cards=(MOGUL, 5, ARTISAN), plans={2: (PALACE, GOLD)}, at={2: "Delhi"},
                  gold={2: 11}, acted=(1,))  # fmt: skip
    board.acts(Exchange(ARTISAN), Character(SADHU), TakeGold())
    assert board.asked() == (2, "turn")
    assert board.refused(BuildPalace(PALACE)) == "no-gold"
    board.acts(TakeGold())
    assert board.asked() == (2, "turn")
    assert PalaceBuilt(2, DELHI, centre=True, gold=12) in board.act(BuildPalace(PALACE))


@pytest.mark.rule("11c", "11e")
def test_use_the_old_character_exchange_and_use_the_new_one() -> None:
    board = Board(plan=(SWAP, PALACE), cards=(WORKER, 1, 2), acted=(1, 2), at={0: "Delhi"}, gold={0: 9})
    board.act(Build(BUILDER, CHURU))
    assert board.refused(BuildPalace(PALACE)) == "no-gold"
    board.act(Exchange(ARTISAN))
    assert PalaceBuilt(0, DELHI, centre=True, gold=9) in board.act(BuildPalace(PALACE))
    board = Board(plan=(PALACE, SWAP), at={0: "Delhi"}, gold={0: 12})
    assert PalaceBuilt(0, DELHI, centre=True, gold=12) in board.act(BuildPalace(PALACE))


# Robbed.


@pytest.mark.rule("11j")
def test_who_is_robbed_after_acting_does_not_act_again() -> None:
    board = Board(
        3, cards=(3, 1, 2), turn=0, plan=(SWAP, GOLD), acted=(1, 2), at={0: "Bikaner", 1: "Bikaner"}
    )
    board.acts(Exchange(MOGUL), Character(ARTISAN))
    events = board.act(TakeGold())
    assert board.asked()[1] == "plan", "all have acted"
    ranks = [event.rank for event in events if isinstance(event, Ranked) and event.rank]
    assert len(ranks) == 2
    assert board.gold[:2] == [15 + 2 + 11, 15 + 7], "the new number counts in the tie"


@pytest.mark.rule("11k", "11l")
def test_who_is_robbed_before_acting_acts_by_the_new_number_with_the_old_plan() -> None:
    board = Board(3, cards=(1, 4, 6), plan=(SWAP, GOLD), plans={1: (QUARRY, GOLD), 2: (HOUSE, QUARRY)})
    board.acts(Exchange(6), Character(1), TakeGold())
    assert board.asked() == (2, "turn"), "with 1 before 4"
    assert sorted(slot.kind for slot in board.state.slots) == [HOUSE, QUARRY]


# The Yogi and chits.


@pytest.mark.rule("5.7a", "10.1c")
def test_the_yogi_takes_a_chit_while_there_are_some() -> None:
    board = Board(2, cards=(1, YOGI), advanced=True)
    assert ChitTaken(1) in board.end_round()
    assert (board.state.chits, board.state.supply) == ([0, 1], 6)
    empty = Board(2, cards=(1, YOGI), chits={0: 7}, advanced=True)
    empty.end_round()
    assert (empty.state.chits, empty.state.supply) == ([7, 0], 0)


@pytest.mark.rule("10.1a")
def test_a_chit_gives_one_action_more_once_a_turn() -> None:
    board = Board(plan=IDLE, chits={0: 2}, advanced=True, at={0: "Delhi"}, houses={0: WAY})
    assert board.refused(Build(HOUSE, CHURU)) == "not-planned"
    assert board.act(SpendChit(HOUSE)) == [ChitSpent(0, HOUSE)]
    assert board.refused(SpendChit(GOLD)) == "no-chit"
    board.acts(Build(HOUSE, CHURU), TakeGold(), TakeGold())
    assert (board.state.chits[0], board.state.supply) == (1, 5)
    assert board.refused(TakeGold()) == "not-planned"
    assert Board(advanced=True).refused(SpendChit(GOLD)) == "no-chit"
    assert Board(chits={0: 1}, advanced=True).refused(SpendChit(BUILDER)) == "no-such-action"


@pytest.mark.rule("10.1b")
def test_nobody_is_paid_for_a_chit_s_action_that_is_not_done() -> None:
    board = Board(plan=IDLE, chits={0: 1}, advanced=True, at={0: "Delhi"}, houses={0: WAY}, cards=(1, 3, 4))
    board.acts(SpendChit(TWO), Build(TWO, DELHI))
    assert board.refused(TakeGold()) == "finish-first"
    assert not [event for event in board.act(Leave()) if isinstance(event, Undone)]
    board.acts(TakeGold(), TakeGold(), Done())
    assert board.gold[1:] == [15, 15]


@pytest.mark.rule("10.1a")
def test_the_planned_action_counts_before_the_chit_s() -> None:
    board = Board(plan=(QUARRY, GOLD), chits={0: 1}, advanced=True, cards=(1, 3, 4))
    board.acts(SpendChit(QUARRY), Quarry(), Done())
    assert board.gold[1:] == [17, 17], "for Gold alone"
