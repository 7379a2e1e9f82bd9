"""The basic policy of the palace game: it answers everything, always alike, and beats random play."""

from __future__ import annotations

from random import Random

import pytest

from ai.palaces.basic import Basic
from ai.registry import find_policy, policy_names
from core.game import AnyGame
from core.games.palaces.actions import Action, Build, BuildPalace, Done, Plan, TakeGold, Travel
from core.options import OptionValue, complete
from core.registry import find_game
from maharaja_qt.cli.match import AnyTable, Match, play_match
from tests.palaces.board import BOTH, GOLD, PALACE, TWO, Board, place, road, villages


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return find_game("palaces")


def played(
    game: AnyGame, seats: list[str], number: int = 1, seed: int = 0, **options: OptionValue
) -> AnyTable:
    """A finished game; `play_match` fails on an illegal answer and on a game that never ends."""
    match = Match("palaces", complete(game.meta.options, options), seats, seed)
    return play_match(match, game, number)


def test_it_is_found_by_name(game: AnyGame) -> None:
    assert policy_names(game)[:2] == ["random", "basic"]
    assert isinstance(find_policy("basic", game)(game, 0, Random(1)), Basic)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("advanced", [False, True])
def test_it_plays_every_game_to_the_end(game: AnyGame, seats: int, advanced: bool) -> None:
    table = played(game, ["basic"] * seats, advanced=advanced, hidden_money=advanced)
    assert table.outcome is not None
    assert max(table.outcome.scores) >= 4, "it builds"


def wins(game: AnyGame, seat: int, games: int) -> int:
    """Games between two that it wins alone against random play."""
    seats = ["random", "random"]
    seats[seat] = "basic"
    outcomes = [played(game, seats, number).outcome for number in range(1, games + 1)]
    return sum(outcome is not None and outcome.ranking[0] == (seat,) for outcome in outcomes)


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play_in_either_seat(game: AnyGame, seat: int) -> None:
    assert wins(game, seat, 8) >= 7


@pytest.mark.heavy
@pytest.mark.parametrize("seat", [0, 1])
def test_it_wins_three_games_of_four_against_random_play(game: AnyGame, seat: int) -> None:
    assert wins(game, seat, 200) >= 150


def test_it_plays_alike_from_the_same_seed(game: AnyGame) -> None:
    one, other = (played(game, ["basic", "random", "basic"], seed=5) for _ in range(2))
    assert one.journal.lines == other.journal.lines


def chosen(board: Board, seat: int = 0) -> Action:
    """What it answers on a board."""
    policy = Basic(board.game.board, seat, Random(0))
    pending = next(p for p in board.game.pending(board.state) if p.seat == seat)
    return policy.choose(board.game.view(board.state, seat), board.game.legal(board.state, seat), pending)


def test_it_goes_where_the_maharaja_is_and_builds_there() -> None:
    way = dict.fromkeys(villages("Jaipur", "Delhi"), 1)
    board = Board(2, plan=(PALACE, GOLD), at={0: "Jaipur"}, houses={0: way}, city="Delhi")
    answers = [chosen(board)]
    while not isinstance(answers[-1], Done):
        board.act(answers[-1])
        if board.asked()[0]:
            break
        answers.append(chosen(board))
    assert answers[:3] == [
        Travel(place("Delhi"), (road("Jaipur", "Delhi"),)), BuildPalace(PALACE), TakeGold()
    ]  # fmt: skip


def test_it_plans_what_it_can_pay() -> None:
    plans = []
    for gold in (30, 14, 5):
        board = Board(2, at={0: "Delhi"}, city="Delhi", gold={0: gold})
        board.state.phase, board.state.seat = "plan", -1
        board.state.sealed, board.state.slots = [0, 0], []
        plans.append(chosen(board))
    assert plans == [Plan(PALACE, PALACE), Plan(GOLD, BOTH), Plan(GOLD, TWO)]


def test_it_builds_houses_for_a_better_place() -> None:
    board = Board(2, plan=(TWO, GOLD), at={0: "Delhi", 1: "Delhi"}, city="Delhi", cards=(6, 1), acted=(1,),
                  houses={1: {"Delhi": 1}})  # fmt: skip
    assert chosen(board) == Build(TWO, place("Delhi"))
