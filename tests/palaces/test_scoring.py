"""Sections 7 and 8: what the Maharaja pays, and how the game ends."""

from __future__ import annotations

import pytest

from core.games.palaces.actions import BuildPalace, Done, Exchange, Pull, TakeGold
from core.games.palaces.events import Ended, Event, Final, Ranked, RoundBegan
from core.games.palaces.pieces import NONE
from tests.palaces.board import GOLD, PALACE, SADHU, SWAP, Board, place

HERE = "Bikaner"
NAMES = ("Bikaner", "Delhi", "Ahmadabad", "Gwalior", "Jodhpur", "Agra", "Jaipur")


def ranked(events: list[Event]) -> dict[int, tuple[int, tuple[int, ...], int]]:
    """Seat -> points, rank and gold."""
    return {e.seat: (e.points, e.rank, e.gold) for e in events if isinstance(e, Ranked)}


@pytest.mark.rule("7.1a", "5.3a")
def test_points() -> None:
    board = Board(
        4, cards=(1, 6, 3, 4), at={0: HERE, 1: "Delhi"}, houses={0: {HERE: 2, "Delhi": 4}, 3: {HERE: 5}},
        centre={HERE: 2, "Delhi": 0}, outer={0: {HERE: 1}, 1: {HERE: 2}, 2: {HERE: 2}},
    )  # fmt: skip
    told = ranked(board.end_round())
    assert told == {0: (4, (3,), 6), 1: (2, (4,), 3), 2: (3 + 2 * 2, (1,), 12), 3: (5, (2,), 9)}


@pytest.mark.rule("7.2a", "5.1a")
def test_in_a_tie_the_lower_character_is_ahead() -> None:
    board = Board(3, cards=(6, 1, 2), turn=1, at=dict.fromkeys(range(3), HERE))
    assert ranked(board.end_round()) == {1: (1, (1,), 11), 2: (1, (2,), 7), 0: (1, (3,), 3)}


@pytest.mark.rule("7.2b")
def test_nobody_is_paid_for_nothing() -> None:
    board = Board(3, at={1: HERE})
    assert ranked(board.end_round()) == {1: (1, (1,), 11), 0: (0, (), 0), 2: (0, (), 0)}
    assert set(ranked(Board(3).end_round()).values()) == {(0, (), 0)}


@pytest.mark.rule("7.3a")
@pytest.mark.parametrize(
    ("seats", "gold"),
    [(2, [10, 5]), (3, [11, 7, 3]), (4, [12, 9, 6, 3]), (5, [13, 10, 7, 4, 1])],
)
def test_gold_by_rank_and_players(seats: int, gold: list[int]) -> None:
    board = Board(seats, at=dict.fromkeys(range(seats), HERE))
    assert [pay for _, _, pay in ranked(board.end_round()).values()] == gold


@pytest.mark.rule("7.3b")
@pytest.mark.parametrize(("there", "gold"), [(1, [5]), (2, [10, 5]), (3, [11, 7, 3]), (0, [])])
def test_by_option_the_row_is_that_of_those_in_the_city(there: int, gold: list[int]) -> None:
    board = Board(4, at=dict.fromkeys(range(there), HERE), payout_row="in_city")
    assert [pay for _, _, pay in ranked(board.end_round()).values()] == gold + [0] * (4 - there)


@pytest.mark.rule("7.4a")
def test_a_sadhu_taken_in_the_round_counts() -> None:
    board = Board(2, plan=(SWAP, GOLD), cards=(6, 1), acted=(1,), centre={HERE: 1}, outer={0: {HERE: 2}})
    board.act(Exchange(SADHU))
    assert ranked(board.end_round())[0] == (4, (1,), 10)


# The end.


def nearly(seats: int, **more: object) -> Board:
    """Seat 0 has six palaces, stands in Jaipur and plans the seventh."""
    return Board(
        seats,
        plan=(PALACE, GOLD),
        at={0: "Jaipur", 1: HERE},
        centre=dict.fromkeys(NAMES[:6], 0),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.rule("8.1a")
def test_after_the_seventh_palace_the_round_is_finished_and_scored() -> None:
    board = nearly(3)
    board.act(BuildPalace(PALACE))
    assert board.asked()[0] == 0
    board.act(TakeGold())
    assert board.asked() == (1, "turn")
    events = board.end_round()
    assert ranked(events) == {0: (3, (1,), 11), 1: (1, (2,), 7), 2: (0, (), 0)}
    assert Ended("palaces") in events
    assert next(event for event in events if isinstance(event, Final)) == Final(0, 7, 15 - 12 + 2 + 8 + 11)
    assert not [event for event in events if isinstance(event, RoundBegan)]
    assert board.waiting() == []
    assert board.outcome is not None
    assert (board.outcome.ranking[0], board.outcome.scores) == ((0,), (7, 0, 0))


@pytest.mark.rule("8.2a")
def test_usually_the_game_has_ten_rounds() -> None:
    board = Board(2)
    rounds = 1
    while True:
        events = board.end_round()
        if board.state.phase == "over":
            break
        rounds += 1
        board.plan((GOLD, GOLD), (GOLD, GOLD))
    assert rounds == 10
    assert Ended("track") in events
    assert board.state.track[-1] != NONE


@pytest.mark.rule("8.2b")
def test_a_topmost_governor_in_a_gap_gives_another_round() -> None:

    board = Board(2, plan=(7, GOLD))
    board.state.track = [*[NONE] * 8, 1, 2, 3, 4, 5, 6, NONE, NONE, 0]
    board.act(Pull(0))
    assert RoundBegan(2, 1, 9) in board.end_round()
    # Moved down with another in the box below: that one stands in the last box now.
    board = Board(2, plan=(7, GOLD))
    board.state.track = [*[NONE] * 10, 1, 2, 3, 4, 5, 6, 0]
    board.act(Pull(0))
    assert Ended("track") in board.end_round()


def over(**more: object) -> Board:
    """The last round of a game between three, all with their palaces as told."""
    board = Board(3, **more)  # type: ignore[arg-type]
    board.state.track = [*[NONE] * 10, 1, 2, 3, 4, 5, 6, 0]
    board.end_round()
    return board


@pytest.mark.rule("8.3a")
def test_most_palaces_win() -> None:
    board = over(centre={"Delhi": 2, "Agra": 1}, outer={2: {"Agra": 1}}, gold={0: 90})
    assert board.outcome is not None
    assert (board.outcome.ranking, board.outcome.scores) == (((2,), (1,), (0,)), (0, 1, 2))


@pytest.mark.rule("8.3b", "11w")
def test_equal_palaces_gold_decides() -> None:
    board = over(centre={"Delhi": 2, "Agra": 1}, gold={2: 14, 1: 20})
    assert board.outcome is not None
    assert board.outcome.ranking == ((1,), (2,), (0,))
    # Several with seven in one round.
    board = Board(2, plan=(PALACE, GOLD), plans={1: (PALACE, GOLD)}, cards=(1, 3), gold={0: 14, 1: 30},
                  at={0: "Jaipur", 1: "Jaipur"}, centre=dict.fromkeys(NAMES[:6], 0),
                  outer={1: {"Delhi": 6}})  # fmt: skip
    board.acts(BuildPalace(PALACE), TakeGold(), BuildPalace(PALACE), TakeGold())
    assert board.outcome is not None
    assert (board.outcome.scores, board.outcome.ranking) == ((7, 7), ((1,), (0,)))


@pytest.mark.rule("8.3c", "11y")
def test_equal_in_all_the_lower_character_or_a_shared_place() -> None:
    for option, ranking in (("character", ((2,), (0,), (1,))), ("shared", ((0, 1, 2),))):
        board = over(cards=(3, 5, 1), turn=2, last_tie=option)
        assert board.outcome is not None
        assert board.outcome.ranking == ranking


@pytest.mark.rule("8.4a")
@pytest.mark.parametrize(("goal", "ends"), [(5, True), (6, False), (7, False)])
def test_a_shorter_game(goal: int, ends: bool) -> None:
    board = Board(2, plan=(PALACE, GOLD), at={0: "Jaipur"}, centre=dict.fromkeys(NAMES[:4], 0), goal=goal)
    board.act(BuildPalace(PALACE))
    board.end_round()
    assert (board.outcome is not None) == ends


def test_the_game_is_over_for_all() -> None:
    board = over()
    assert board.refused(Done(), 0) == "not-your-decision"
    assert place(HERE) == 0
