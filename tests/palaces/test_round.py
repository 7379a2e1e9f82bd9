"""Section 3: the Maharaja's journey, secret plans, turns in order."""

from __future__ import annotations

import pytest

from core.games.palaces import game
from core.games.palaces.actions import (
    Done,
    Exchange,
    MoveHouse,
    Plan,
    Pull,
    Quarry,
    TakeGold,
    Travel,
    Withdraw,
)
from core.games.palaces.events import Planned, Ranked, Revealed, RoundBegan, TurnEnded, Undone, Withdrew
from core.games.palaces.pieces import NONE
from tests.palaces.board import (
    BOTH,
    GOLD,
    HOUSE,
    IDLE,
    MOGUL,
    MOVE,
    QUARRY,
    SWAP,
    TRACK,
    Board,
    place,
    road,
    villages,
)


def planning(seats: int = 3, **more: object) -> Board:
    """A round in which nobody has planned yet, the next city being the second of the file."""
    board = Board(seats, **more)  # type: ignore[arg-type]
    for _ in range(seats):
        board.acts(TakeGold(), TakeGold())
    assert board.state.round == 2
    return board


@pytest.mark.rule("3.1a")
def test_the_lowest_governor_says_where_the_maharaja_goes() -> None:
    board = Board()
    board.state.track = [NONE, NONE, 4, NONE, 6, 5, 3, 2, 1, 0, *[NONE] * 7]
    events = board.end_round()
    assert RoundBegan(2, 4, 4) in events
    assert board.state.city == 4


@pytest.mark.rule("3.2a")
def test_the_governor_goes_above_the_topmost() -> None:
    board = Board()
    board.state.track = [NONE, NONE, 4, NONE, 6, 5, 3, 2, 1, NONE, 0, *[NONE] * 6]
    board.end_round()
    assert board.state.track == [*[NONE] * 4, 6, 5, 3, 2, 1, NONE, 0, 4, *[NONE] * 5]


@pytest.mark.rule("3.3a")
@pytest.mark.parametrize("plan", [(8, 7), (0, 9), (-1, 0), (9, 9)])
def test_plans_that_cannot_be(plan: tuple[int, int]) -> None:
    assert planning().refused(Plan(*plan)) == "no-such-plan"


@pytest.mark.rule("3.3a")
def test_all_plans_of_two_of_nine_actions_are_listed() -> None:
    board = planning()
    assert game.legal(board.state, 0).count() == 45
    assert board.refused(Plan(SWAP, SWAP)) == ""
    assert board.refused(TakeGold()) == "not-asked"


@pytest.mark.rule("3.3b")
def test_a_plan_is_in_no_view_and_no_event_before_its_turn() -> None:
    seen = []
    for kinds in (IDLE, (HOUSE, TRACK)):
        board = planning()
        before = board.act(Plan(*kinds), 0) + board.act(Plan(*IDLE), 2)
        sights = [game.view(board.state, seat) for seat in (0, 1, 2, None)]
        seen.append([game.codec.encode(each) for each in (*before, *sights, board.state)])
    assert seen[0] == seen[1]
    events = board.act(Plan(QUARRY, BOTH), 1)
    assert events == [Planned(1), Revealed(0, HOUSE, TRACK)]
    assert not [event for event in events if isinstance(event, Revealed) and event.seat]


@pytest.mark.rule("3.3c")
def test_a_plan_can_be_taken_back_until_the_last_is_set() -> None:
    board = planning()
    assert board.refused(Plan(0, 0), 1) == ""
    board.act(Plan(0, 0), 1)
    assert board.waiting() == [0, 2]
    assert board.refused(Plan(1, 1), 1) == "not-your-decision"
    assert board.withdraw(1) == [Withdrew(1)]
    assert board.waiting() == [0, 1, 2]
    board.plan(IDLE, (GOLD, HOUSE), IDLE)
    assert all(board.refused(Withdraw(), seat) == "plans-fixed" for seat in range(3))


@pytest.mark.rule("3.3d", "11a")
def test_an_action_is_done_as_often_as_it_is_planned() -> None:
    board = Board(plan=(GOLD, GOLD))
    board.acts(TakeGold(), TakeGold())
    assert board.gold[0] == 19
    assert Board(plan=(GOLD, HOUSE)).acts(TakeGold())
    board = Board(plan=(GOLD, HOUSE))
    board.act(TakeGold())
    assert board.refused(TakeGold()) == "not-planned"
    assert board.refused(Quarry()) == "not-planned"


@pytest.mark.rule("3.4a")
def test_the_lowest_character_that_has_not_acted_is_next() -> None:
    board = Board(4, cards=(5, 2, 6, 1), turn=3)
    order = [3]
    while board.state.phase == "turn":
        events = board.act(Done())
        order += [event.seat for event in events if isinstance(event, Revealed)]
    assert order == [3, 1, 0, 2]


@pytest.mark.rule("3.4b")
def test_actions_in_any_order_with_travel_where_one_likes() -> None:
    way = dict.fromkeys(villages("Jaipur", "Delhi"), 1)
    go, back = (
        Travel(place("Delhi"), (road("Jaipur", "Delhi"),)),
        Travel(place("Jaipur"), (road("Jaipur", "Delhi"),)),
    )
    board = Board(plan=(GOLD, QUARRY), at={0: "Jaipur"}, houses={0: way})
    board.acts(go, Quarry(), back, TakeGold(), go)
    assert (board.gold[0], board.state.hand[0], board.state.at[0]) == (17, 8, place("Delhi"))


@pytest.mark.rule("3.4c")
def test_nobody_acts_twice_in_a_round() -> None:
    board = Board(acted=(1,))
    board.act(Done())
    assert board.asked() == (2, "turn")
    assert board.refused(Done(), 0) == "not-your-decision"
    board.act(Done())
    assert board.asked()[1] == "plan"


@pytest.mark.rule("3.4d")
def test_a_turn_in_which_nothing_is_left_ends_by_itself() -> None:
    board = Board(plan=(GOLD, QUARRY))
    board.act(TakeGold())
    events = board.act(Quarry())
    assert TurnEnded(0) in events
    assert board.asked() == (1, "turn")
    # With an open road there is still something to do.
    way = dict.fromkeys(villages("Jaipur", "Delhi"), 1)
    board = Board(plan=(GOLD, QUARRY), at={0: "Jaipur"}, houses={0: way})
    board.acts(TakeGold(), Quarry())
    assert board.asked() == (0, "turn")


@pytest.mark.rule("3.5a")
def test_scoring_comes_when_all_have_acted() -> None:
    board = Board(2, acted=(0,), turn=1, at={0: "Bikaner"})
    events = board.act(Done())
    assert [type(event) for event in events] == [
        TurnEnded,
        Undone,
        Undone,
        Ranked,
        Ranked,
        RoundBegan,
    ]
    assert board.gold == [15 + 4 + 10, 15]
    assert board.waiting() == [0, 1]
    assert board.state.sealed == [0, 0]


def test_questions_are_numbered_anew_when_they_change() -> None:
    """EUR-04: an answer to an earlier question is not taken for one to a later question."""
    board = planning()
    numbers = [board.state.decision]
    board.act(Plan(0, 0), 1)
    assert board.state.decision == numbers[0], "the others are asked what they were asked"
    board.act(Plan(0, MOVE), 0)
    board.act(Plan(0, 0), 2)
    numbers.append(board.state.decision)
    board.act(TakeGold())
    numbers.append(board.state.decision)
    assert numbers == sorted(set(numbers))


def test_the_mogul_and_the_moves_of_others_are_no_matter_in_planning() -> None:
    board = planning()
    for action in (Exchange(MOGUL), Pull(3), MoveHouse(MOVE, 0, 1)):
        assert board.refused(action) == "not-asked"
