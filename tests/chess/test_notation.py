"""Coordinates, SAN and PGN (3.4)."""

from __future__ import annotations

import io
from contextlib import suppress
from random import Random

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.chess.actions import OfferDraw, Resign
from core.games.chess.fen import START, read_fen, write_fen
from core.games.chess.notation import MoveError, coordinates, read_coordinates, read_san, san
from core.games.chess.pgn import PgnError, PgnGame, game_of, read_pgn, write_pgn
from core.games.chess.position import Position
from core.games.chess.setup import start_position
from tests.chess.board import MARSHALS, ORTHODOX, Sitting, army, position, said


@pytest.mark.rule("2.5b", "3.4a")
@pytest.mark.parametrize(
    ("fen", "text", "says"),
    [
        (START, "e2e5", "e2e5 is not legal here"),
        (START, "e2", "'e2' is no move such as"),
        (START, "E2E4", "is no move such as"),
        (START, "e2e4q", "e2e4q is not legal here|promotes"),
        (START, "e2e4x", "is no move such as"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 V -", "a7a8", "that pawn promotes"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 V -", "a7a8M", "is no move such as"),
    ],
)
def test_coordinates_that_cannot_be(fen: str, text: str, says: str) -> None:
    with pytest.raises(MoveError, match=says):
        read_coordinates(position(fen), text)


@pytest.mark.rule("3.4a")
def test_coordinates() -> None:
    assert coordinates(read_coordinates(position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 V -"), "a7a8m")) == "a7a8m"
    castle = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    castle.play(read_coordinates(castle, "e1g1"))
    assert write_fen(castle).startswith("4k3/8/8/8/8/8/8/5RK1 b")


@pytest.mark.rule("3.4b")
@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"O-O", "O-O-O", "Rd1", "Rh8+", "Ke2"}),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 V -", {"a8=M+", "a8=C+", "a8=A", "a8=Q+", "a8=N", "Kd1"}),
        ("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1", {"R1a3", "R4a3", "Rb4", "Rb1"}),
        ("8/8/7k/8/8/8/A7/A3K3 w - - 0 1 V -", {"A1b3", "A2b3", "Ad4"}),
        ("7k/8/8/8/8/8/8/C1C1K3 w - - 0 1 V -", {"Cab1", "Ccb1", "Cab3", "Cac2"}),
        ("k7/8/1K6/8/8/8/8/7M w - - 0 1 V -", {"Mh8#"}),
    ],
)
def test_san(fen: str, expected: set[str]) -> None:
    assert expected <= said(position(fen))


@pytest.mark.rule("3.4b")
@pytest.mark.parametrize("seed", range(4))
def test_san_is_read_as_the_move_it_was_written_for(seed: int) -> None:
    rng = Random(seed)
    here = start_position(army(MARSHALS).pieces, army("rnackbnb pppppppp").pieces)
    for _ in range(80):
        legal = here.legal()
        if not legal:
            break
        assert [read_san(here, san(here, move)) for move in legal] == list(legal)
        here.play(rng.choice(legal))


@pytest.mark.rule("3.4b")
@pytest.mark.parametrize(
    ("text", "says"),
    [("Nd2", "not legal here"), ("Zf3", "is no move"), ("", "is no move"), ("R3", "is no move")],
)
def test_san_that_cannot_be(text: str, says: str) -> None:
    with pytest.raises(MoveError, match=says):
        read_san(position(START), text)
    with pytest.raises(MoveError, match=r"could be a1a3 or a4a3|could be a4a3 or a1a3"):
        read_san(position("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1"), "Ra3")


def random_game(start: Position, seed: int, plies: int = 60) -> PgnGame:
    rng = Random(seed)
    game = PgnGame({"White": 'The "Rani" \\ of Jhansi', "Black": "?"}, start.copy())
    here = start.copy()
    for number in range(plies):
        legal = here.legal()
        if not legal:
            break
        game.moves.append(rng.choice(legal))
        game.clocks.append(3_723_004 - 777 * number)
        here.play(game.moves[-1])
    return game


STARTS = {
    "classic": start_position(army(ORTHODOX).pieces, army(ORTHODOX).pieces),
    "variant": start_position(army(MARSHALS).pieces, army(ORTHODOX).pieces),
    "odd": start_position(army("qqqrkrrr pppp").pieces, army(ORTHODOX).pieces),
    "black to move": read_fen("4k3/1p6/8/8/8/8/1P6/4K3 b - - 3 20")[0],
}


@pytest.mark.rule("3.4c")
@pytest.mark.parametrize("name", STARTS)
def test_pgn_out_and_in_is_the_same_game(name: str) -> None:
    game = random_game(STARTS[name], 1)
    text = write_pgn(game)
    assert max(map(len, text.splitlines())) < 255
    again, twice = read_pgn(text + text)
    assert again == twice
    assert (again.moves, again.clocks, again.result) == (game.moves, game.clocks, game.result)
    assert again.start == game.start
    assert again.tags["White"] == game.tags["White"]
    assert ("{Set-up:" in text) == (name != "classic")


@pytest.mark.rule("3.4c")
@pytest.mark.parametrize("seed", range(3))
def test_classic_games_are_read_by_python_chess(seed: int) -> None:
    game = random_game(STARTS["classic"], seed)
    other = chess.pgn.read_game(io.StringIO(write_pgn(game)))
    assert other is not None and other.errors == []
    assert [move.uci() for move in other.mainline_moves()] == [coordinates(move) for move in game.moves]
    assert [node.clock() for node in other.mainline()] == [ms / 1000 for ms in game.clocks]
    assert other.headers["Result"] == "*"


@pytest.mark.rule("3.4c")
def test_a_table_is_told_as_pgn() -> None:
    sitting = Sitting(minutes=10, increment=5)
    sitting.play("e2e4", "e7e5", each=1_500)
    sitting.does(0, OfferDraw())
    sitting.does(1, Resign())
    events = [event for step in sitting.table.history(None) for event in step.events]
    text = write_pgn(game_of(events, {"White": "Ann", "Black": "Bob", "Event": "Friday"}))
    assert text == (
        '[Event "Friday"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "Ann"]\n[Black "Bob"]\n'
        '[Result "1-0"]\n[TimeControl "600+5"]\n[Termination "normal"]\n\n'
        "1. e4 {[%clk 0:10:03.500]} 1... e5 {[%clk 0:10:03.500]} 1-0\n\n"
    )


@pytest.mark.rule("3.4c")
def test_pgn_as_others_write_it() -> None:
    text = """\ufeff[Event "x"]
% a line for programs
[Result "0-1"]

1.e4 {best} e5 $1 (1...c5 2.Nf3 (2.c3)) 2.Nf3! ; to the end of the line
2...Nc6 3. Bb5 a6 4.O-O?! 0-1

[Event "y"]

1. d4 *
"""
    one, two = read_pgn(text)
    assert [coordinates(move) for move in one.moves] == [
        "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1",
    ]  # fmt: skip
    assert (one.result, two.result, two.tags) == ("0-1", "*", {"Event": "y"})


PGN_PARTS = [*" {}();*[", "1.", "e4", "e5", "$1", "\n", "1-0", '[A "b"]', "[%clk 0:01:00]", "Nf3"]


@pytest.mark.rule("3.4c")
@given(st.lists(st.sampled_from(PGN_PARTS), max_size=25))
def test_any_text_is_read_as_pgn_or_refused(parts: list[str]) -> None:
    with suppress(PgnError):
        games = read_pgn("".join(parts))
        assert [game.moves for game in read_pgn("".join(map(write_pgn, games)))] == [g.moves for g in games]


@pytest.mark.rule("3.4c")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no game in it"),
        ("[", r"game 1, move 1 of White: '\[' is no move"),
        ("1. e4 e5 2. Ke3", "game 1, move 2 of White: Ke3 is not legal here"),
        ("1. d4 *\n\n1. e4 xx", "game 2, move 1 of Black: 'xx' is no move"),
        ('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', "game 1: FEN field 1 .pieces.: White has no king"),
        ("1. e4 (1. d4", r"game 1: a \( without its \)"),
        ("1. e4 )", r"a \) without its \( after move 1"),
        ("1. e4 {never closed", "'{never closed' cannot be read after move 1"),
        ("x" * 4_000_001, "at most 4000000 characters"),
    ],
)
def test_pgn_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(PgnError, match=says):
        read_pgn(text)
