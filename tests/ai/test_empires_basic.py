"""The basic policy of the 1994 game: it answers everything, always alike, and beats random play."""

from random import Random

import pytest

from ai.empires.basic import Basic
from ai.registry import find_policy, policy_names
from core.game import AnyGame
from core.games.empires.actions import Action, Done, March
from core.registry import find_game
from maharaja_qt.cli.match import AnyTable, Match, play_match
from tests.empires.board import Board

SEATS = {"three": 3, "four": 4, "five": 5, "short": 3}


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return find_game("empires")


def played(game: AnyGame, setup: str, seats: list[str], number: int = 1, seed: int = 0) -> AnyTable:
    """A finished game; `play_match` fails on an illegal answer and on a game that never ends."""
    match = Match("empires", {"setup": setup, "keep_in_play": False, "errata": True}, seats, seed)
    return play_match(match, game, number)


def test_it_is_found_by_name(game: AnyGame) -> None:
    assert "basic" in policy_names(game)
    assert isinstance(find_policy("basic", game)(game, 0, Random(1)), Basic)


@pytest.mark.parametrize("setup", SEATS)
def test_it_plays_every_setup_to_the_end(game: AnyGame, setup: str) -> None:
    table = played(game, setup, ["basic"] * SEATS[setup])

    assert table.outcome is not None


def against_random(game: AnyGame, setup: str, games: int) -> tuple[int, int]:
    """Games in which one seat plays `basic` and the others at random, so many from each seat: how many there
    were, and how many it won alone. From every seat it has more points than the mean of the others."""
    won = 0
    for seat in range(SEATS[setup]):
        own, others = 0, 0
        for number in range(1, games + 1):
            seats = ["random"] * SEATS[setup]
            seats[seat] = "basic"
            outcome = played(game, setup, seats, number).outcome
            assert outcome is not None
            won += outcome.ranking[0] == (seat,)
            own += outcome.scores[seat]
            others += sum(outcome.scores) - outcome.scores[seat]
        assert own * (SEATS[setup] - 1) > others, f"seat {seat}: {own} against {others}"
    return games * SEATS[setup], won


def test_it_beats_random_play(game: AnyGame) -> None:
    games, won = against_random(game, "four", 3)

    assert won >= 0.6 * games, f"{won} of {games}"


@pytest.mark.heavy
@pytest.mark.parametrize("setup", SEATS)
def test_it_beats_random_play_in_every_setup(game: AnyGame, setup: str) -> None:
    games, won = against_random(game, setup, 50)

    assert won >= 0.6 * games, f"{won} of {games}"


def test_it_plays_alike_from_the_same_seed(game: AnyGame) -> None:
    seats = ["basic", "random", "basic"]

    one, other = (played(game, "short", seats, seed=5) for _ in range(2))

    assert one.journal.lines == other.journal.lines


def chosen(board: Board) -> Action:
    """What it answers on a board."""
    seat = board.ask.seat
    policy = Basic(board.game.charts, Random(0))
    pending = board.game.pending(board.state)[0]
    return policy.choose(board.game.view(board.state, seat), board.game.legal(board.state, seat), pending)


def test_it_takes_land_that_pays_and_ends_its_move() -> None:
    board = Board(turn=4, nation="pandyas", armies={"pandyas": {"Malabar": 3}})

    answers = []
    while board.asked() == "move":
        answers.append(chosen(board))
        board.act(answers[-1])

    assert isinstance(answers[0], March)
    assert answers[-1] == Done()
    assert {"Kerala", "Malabar"} <= set(board.armies("pandyas"))


def test_it_leaves_a_hopeless_attack_alone() -> None:
    armies = {"pandyas": {"Malabar": 1}, "cholas": {"Kerala": 4, "Mysore": 4, "Bijapur": 4}}
    board = Board(turn=4, nation="pandyas", armies=armies)

    assert chosen(board) == Done()
