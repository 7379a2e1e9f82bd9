"""The basic policy of chess: it finds mates and wins pieces, plays always alike, and beats random play."""

from __future__ import annotations

from random import Random

import pytest

from ai.chess.basic import Basic, search
from ai.chess.search import MATE, score_of
from ai.registry import find_policy, policy_names
from core.game import AnyGame, Pending, Refusal
from core.games.chess.actions import AcceptDraw, Army, OfferDraw
from core.games.chess.armies import Armies
from core.games.chess.fen import read_fen
from core.games.chess.notation import san
from core.legal import Legal
from core.registry import find_game
from maharaja_qt.cli.match import AnyTable, Match, play_match
from tests.chess.board import ORTHODOX, Sitting, army


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return find_game("chess")


def played(
    game: AnyGame, seats: list[str], number: int = 1, seed: int = 0, setup: str = "hidden"
) -> AnyTable:
    """A finished game."""
    options = {"setup": setup, "minutes": 0, "increment": 0}
    return play_match(Match("chess", options, seats, seed), game, number)  # type: ignore[arg-type]


def chosen(fen: str) -> str:
    """The move it plays, in SAN."""
    position, _ = read_fen(fen)
    return san(position, Basic(Random(1)).best(position)[1])


def test_it_is_found_by_name(game: AnyGame) -> None:
    assert policy_names(game) == ["random", "basic"]
    assert isinstance(find_policy("basic", game)(game, 0, Random(1)), Basic)


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8#"),
        ("k7/8/8/8/A7/8/8/K7 w - - 0 1 V -", "Ac6#"),
        ("4k3/8/8/8/3n4/8/8/3RK3 w - - 0 1", "Rxd4"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1 V -", "e8=M"),
    ],
)
def test_it_sees_what_is_there(fen: str, move: str) -> None:
    assert chosen(fen).rstrip("+") == move


@pytest.mark.rule("2.2b")
def test_it_knows_which_classic_pawns_have_moved(game: AnyGame) -> None:
    """A pawn from the first rank stands on the second: the FEN does not tell that it cannot step two."""
    sitting = Sitting(setup="hidden")
    sitting.does(0, army("pnbqkbnr .nrpppp."))
    sitting.does(1, army(ORTHODOX))
    sitting.play("a1a2", "a7a6")
    table = sitting.table
    (owed,) = table.pending
    for seed in range(40):
        action = Basic(Random(seed)).choose(table.view(0), table.legal(0), owed)
        assert game.refuse(table.position.state, 0, action) is None
    assert isinstance(game.read(table.view(0), 0, "a4"), Refusal)


def test_it_does_not_take_what_is_protected() -> None:
    assert chosen("4k3/8/3p4/2p5/8/8/8/2Q1K3 w - - 0 1") != "Qxc5"


def test_a_nearer_mate_is_worth_more() -> None:
    near = search(read_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")[0], 2)
    assert near > MATE
    assert search(read_fen("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1")[0], 2) == -MATE - 2
    assert search(read_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")[0], 2) == 0


def test_its_armies_may_be_locked() -> None:
    view = Sitting(setup="hidden").table.view(0)
    armies = {
        Basic(Random(seed)).choose(view, Legal((Armies(),)), Pending(0, 1, "army")) for seed in range(30)
    }
    assert len(armies) == 4
    assert all(isinstance(army, Army) and Armies().contains(army) for army in armies)


def test_it_accepts_a_draw_only_when_it_is_losing() -> None:
    for fen, accepts in (
        ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", True),
        ("3qk3/8/8/8/8/8/8/4K3 b - - 0 1", False),
    ):
        sitting = Sitting.at(fen)
        sitting.does(0, OfferDraw())
        table = sitting.table
        action = Basic(Random(1)).choose(table.view(1), table.legal(1), table.pending[0])
        assert isinstance(action, AcceptDraw) == accepts


@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play_from_either_side(game: AnyGame, seat: int) -> None:
    for number, setup in enumerate(("hidden", "hidden", "classic"), 1):
        seats = ["random", "random"]
        seats[seat] = "basic"
        outcome = played(game, seats, number, setup=setup).outcome
        assert outcome is not None and outcome.ranking[0] == (seat,)


@pytest.mark.heavy
@pytest.mark.parametrize("setup", ["hidden", "classic"])
def test_it_beats_random_play_95_times_of_100(game: AnyGame, setup: str) -> None:
    wins = 0
    for number in range(1, 101):
        seat = number % 2
        seats = ["basic", "random"] if seat == 0 else ["random", "basic"]
        outcome = played(game, seats, number, setup=setup).outcome
        assert outcome is not None
        wins += outcome.ranking[0] == (seat,)
    assert wins >= 95


def test_it_plays_alike_from_the_same_seed(game: AnyGame) -> None:
    one, other = (played(game, ["basic", "random"], seed=5) for _ in range(2))
    assert one.journal.lines == other.journal.lines


def test_the_search_is_the_same_compiled_and_plain() -> None:
    position, _ = read_fen("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3")
    plain = score_of(position.bits, position.info, 1, -2 * MATE, 2 * MATE)
    assert plain == search(position, 1)
