"""Armies and moves as they are typed (1.2, 1.3, 3.4)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import texts
from core.game import Refusal
from core.games.chess import game
from core.games.chess.actions import Army, Move, as_move
from core.games.chess.armies import Armies
from core.games.chess.fen import START
from core.games.chess.notation import coordinates, san
from core.games.chess.pieces import LETTERS, SQUARES, square_of
from core.games.chess.typed import read_army, read_move
from tests.chess.board import MARSHALS, ORTHODOX, Sitting, army, position

WORDS = texts.load(game)


def said(text: str, side: int = 0) -> str:
    """Why an army cannot be."""
    answer = read_army(text, side)
    assert isinstance(answer, Refusal)
    return WORDS.refusal(answer)


@pytest.mark.rule("1.3a")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "text", ["nbbmkbnn/pppppppp", "NBBMKBNN PPPPPPPP", "8/8/pppppppp/nbbmkbnn", " nbbmkbnn/pppppppp/8/8 "]
)
def test_an_army_in_ranks_from_either_end(text: str, side: int) -> None:
    assert read_army(text, side) == army(MARSHALS)


@pytest.mark.rule("1.3a")
@given(st.integers(0, 1 << 62), st.sampled_from([0, 1]), st.booleans())
def test_any_army_in_squares_and_in_ranks(seed: int, side: int, king: bool) -> None:
    chosen = Armies().sample(Random(seed))
    assert isinstance(chosen, Army)
    named = [
        LETTERS[piece].upper() + SQUARES[square_of(side, place)]
        for place, piece in enumerate(chosen.pieces)
        if piece and (king or LETTERS[piece] != "k")
    ]
    Random(seed).shuffle(named)
    assert read_army(", ".join(word.removeprefix("P") for word in named), side) == chosen
    rows = ["".join(LETTERS[piece] for piece in chosen.pieces[at : at + 8]) for at in range(0, 32, 8)]
    assert read_army("/".join(row.replace(".", "1") for row in rows), side) == chosen


@pytest.mark.rule("1.2a", "1.3a")
@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("rnbqkbnr/ppppppp", ["counted from the first: 2", "1 point less than 39"]),
        ("rnbqkbnr/pppppppp/8/8/8", ["counted from the first: 5"]),
        ("rnbzqbnr/ppppppppp", ["from the first: 2", "no such piece on d1", "king stands on e1"]),
        ("Qe1 Qd1 Qd1 a7 Xc1", ["not in your half: a7", "two pieces stand on e1 and d1", "such piece on c1"]),
        ("Qd1 Ra2", ["25 points less than 39", "has to be filled first: a1, b1, c1, f1, g1 and h1"]),
        ("qqqqkqqq", ["24 points more than 39"]),
        ("", ["king stands on e1", "39 points less"]),
    ],
)
def test_every_fault_of_an_army_at_once(text: str, faults: list[str]) -> None:
    words = said(text)
    assert [fault for fault in faults if fault not in words] == []


@pytest.mark.rule("1.3a")
def test_squares_are_named_as_the_side_sees_them() -> None:
    assert "not in your half: d1" in said("Qd1", 1)
    assert "filled first: a8" in said("Qd8 Ra7", 1)


@given(st.text(alphabet="abkqnrpmzx12378/, .", max_size=60), st.sampled_from([0, 1]))
def test_any_text_is_an_army_or_is_told_why_not(text: str, side: int) -> None:
    answer = read_army(text, side)
    assert Armies().contains(answer) if isinstance(answer, Army) else "{" not in WORDS.refusal(answer)


@pytest.mark.rule("3.4a", "3.4b")
def test_a_move_in_coordinates_and_in_san() -> None:
    here = position("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for number in here.legal():
        assert read_move(here, coordinates(number)) == read_move(here, san(here, number)) == as_move(number)
    # Coordinates need not be legal: the table says by which rule they are not.
    assert read_move(here, "a1a8") == Move(0, 56)
    assert read_move(here, "Rd9") == Refusal("unread-move", "3.4", {"why": "'Rd9' is no move"})
    answer = read_move(position("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1"), "Ra3")
    assert isinstance(answer, Refusal) and "could be a1a3 or a4a3" in WORDS.refusal(answer)


def test_the_game_reads_what_is_asked() -> None:
    building = Sitting(setup="hidden")
    assert game.read(building.table.view(1), 1, "rnbqkbnr/pppppppp") == army(ORTHODOX)
    assert game.read(Sitting().table.view(0), 0, "Nf3") == read_move(position(START), "g1f3")
