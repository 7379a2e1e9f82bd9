"""FEN of eight fields (3.1 to 3.3)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import texts
from core.games.chess import game
from core.games.chess.fen import START, FenError, read_fen, write_fen
from core.games.chess.invariants import check_position
from core.games.chess.pieces import SQUARES
from tests.chess.board import after, moves, position

KINGS = "4k3/8/8/8/8/8/8/4K3"
TEXTS = texts.load(game)


def notices(fen: str) -> list[str]:
    return [TEXTS.say("fen", notice.code, notice.params) for notice in read_fen(fen, playable=False)[1]]


@pytest.mark.rule("3.1a")
@pytest.mark.parametrize(
    ("fen", "says"),
    [
        ("", "the FEN is empty"),
        (KINGS, "FEN field 2 (side to move): it is missing"),
        (f"{KINGS} w", "FEN field 3 (castling): it is missing"),
        (f"{KINGS} w -", "FEN field 4 (en passant): it is missing"),
        (f"{KINGS} x - - 0 1", "FEN field 2 (side to move): 'x' is neither w nor b"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "FEN field 1 (pieces): rank 2: '7' adds up to 7 squares, not 8"),
        ("4k3/8/8/8/8/8/81/4K3 w - - 0 1", "rank 2: '81' adds up to 9 squares"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "it has 7 ranks, not 8"),
        ("4k3/8/8/8/8/8/8/4Z3 w - - 0 1", "rank 1: 'Z' is no piece"),
        ("4k3/8/8/8/8/8/8/4K2٣ w - - 0 1", "rank 1: '٣' is no piece"),
        ("4k3/8/8/8/8/8/8/4K2. w - - 0 1", "rank 1: '.' is no piece"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "FEN field 1 (pieces): White has no king"),
        ("4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "FEN field 1 (pieces): Black has 2 kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8: a pawn of White cannot stand there"),
        ("4k3/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQK3 w - - 0 1", "White has more than 32 pieces"),
        (f"{KINGS} w KX - 0 1", "FEN field 3 (castling): 'KX' is not made of K, Q, k and q"),
        (f"{KINGS} w KK - 0 1", "FEN field 3 (castling)"),
        (f"{KINGS} w - e9 0 1", "FEN field 4 (en passant): 'e9' is no square"),
        (f"{KINGS} w - - 500 1", "FEN field 5 (half-moves): '500' is not a whole number from 0 to 100"),
        (f"{KINGS} w - - -1 1", "FEN field 5 (half-moves)"),
        (f"{KINGS} w - - 1_0 1", "FEN field 5 (half-moves)"),
        (f"{KINGS} w - - 0 0", "FEN field 6 (move number): '0' is not a whole number from 1 to 9999"),
        (f"{KINGS} w - - 0 1 X", "FEN field 7 (variant sides): 'X' is none of V, v, Vv and -"),
        (f"{KINGS} w - - 0 1 vV", "FEN field 7 (variant sides)"),
        (f"{KINGS} w - - 0 1 V a", "FEN field 8 (unmoved pawns): 'a' is not a row of squares"),
        (f"{KINGS} w - - 0 1 V a2 b2", "a FEN has at most 8 fields, not 9: 'b2'"),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1 - " + "a2" * 200, "a FEN has at most 300 characters"),
        ("k" * 10_000_000, "a FEN has at most 300 characters, not 10000000"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "FEN field 2 (side to move): Black is in check and not to move"),
    ],
)  # fmt: skip
def test_CHS_14_whatever_is_malformed_is_named(fen: str, says: str) -> None:
    with pytest.raises(FenError) as fault:
        read_fen(fen)
    assert says in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.rule("3.1a")
@given(
    st.lists(
        st.sampled_from([*"KkPpMmQ/18wb- VvaeE39", "4k3/8/8/8/8/8/8/4K3 w - - ", "é", "\0"]), max_size=30
    )
)
def test_any_text_is_read_or_refused(parts: list[str]) -> None:
    with suppress(FenError):
        found, _ = read_fen("".join(parts))
        check_position(found)
        assert read_fen(write_fen(found)) == (found, [])


@pytest.mark.rule("3.1a")
def test_missing_counters_and_odd_spaces_are_no_fault() -> None:
    for text in (f"{KINGS} b - -", f"  {KINGS}\tb\u00a0-  -\n"):
        found, none = read_fen(text)
        assert (write_fen(found), none) == (f"{KINGS} b - - 0 1 -", [])


@pytest.mark.rule("3.1b")
@pytest.mark.parametrize(
    ("fen", "castling", "says"),
    [
        (f"{KINGS} w KQkq - 0 1", "-", "castling q is left out: king or rook is not at home"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kkq", "castling Q is left out"),
        ("r3k2r/8/8/8/8/8/8/RM2K2R w KQkq - 0 1", "kq", "castling K is left out: a variant side does not"),
    ],
)
def test_impossible_castling_rights_are_dropped(fen: str, castling: str, says: str) -> None:
    assert write_fen(read_fen(fen)[0]).split()[2] == castling
    assert any(says in notice for notice in notices(fen))


@pytest.mark.rule("3.1b")
@pytest.mark.parametrize(
    ("fen", "kept"),
    [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", True),
        (f"{KINGS} b - e3 0 1", False),
        ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", False),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", False),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", False),
        ("4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1", False),
        ("4k3/8/8/4P3/8/8/8/4K3 b - e4 0 1 V -", True),
        ("4k3/4P3/8/8/8/8/8/4K3 b - e6 0 1 V -", False),
    ],
)
def test_an_impossible_en_passant_square_is_dropped(fen: str, kept: bool) -> None:
    found, told = read_fen(fen, playable=False)
    assert (write_fen(found).split()[3] != "-") == kept
    assert [notice.code for notice in told] == ([] if kept else ["passant"])


@pytest.mark.rule("3.1c")
def test_the_en_passant_square_is_written_after_every_double_step() -> None:
    assert after(START, "e2e4").split()[3] == "e3"
    assert after("4k3/8/8/8/8/8/8/P3K3 w - - 0 1 V a1", "a1a3").split()[3] == "a2"
    assert after(START, "e2e3").split()[3] == "-"


@pytest.mark.rule("3.1c")
def test_a_full_list_of_unmoved_pawns_is_written_and_read() -> None:
    fen = (
        "pppmkppp/pppppppp/pppppppp/pp4pp/PP4PP/PPPPPPPP/PPPPPPPP/PPPMKPPP w - - 0 1 Vv "
        "a8b8c8f8g8h8a7b7c7d7e7f7g7h7a6b6c6d6e6f6g6h6a5b5g5h5a4b4g4h4a3b3c3d3e3f3g3h3a2b2c2d2e2f2g2h2"
        "a1b1c1f1g1h1"
    )
    assert write_fen(position(fen)) == fen


@pytest.mark.rule("3.2a")
@pytest.mark.parametrize(
    ("row", "field", "written"),
    [
        ("4KM2", "", "V"), ("4KQ2", "", "-"), ("4KQ2", "Vv", "Vv"), ("4KQ2", "v", "v"), ("4KM2", "-", "V"),
    ],
)  # fmt: skip
def test_which_sides_are_variant_sides(row: str, field: str, written: str) -> None:
    fen = f"4k3/8/8/8/8/8/8/{row} b - - 0 1 {field}".strip()
    assert write_fen(read_fen(fen, playable=False)[0]).split()[6] == written
    assert bool(notices(fen)) == (field == "-" and "M" in row)


@pytest.mark.rule("3.3a")
def test_without_field_8_no_variant_pawn_steps_two_and_a_classic_one_does() -> None:
    fen = "4k3/1p6/8/8/8/8/1P6/4K3 w - - 0 1 v"
    for tail in ("", " -"):
        assert "b2b4" in moves(fen + tail)
        assert "b7b5" not in moves((fen + tail).replace(" w ", " b "))


@pytest.mark.rule("3.3b")
@pytest.mark.parametrize(
    ("squares", "kept"),
    [("b2", "b2"), ("b2c2", "b2"), ("b2b5", "b2"), ("b2e1", "b2"), ("b2b7", "b2"), ("c3", "-")],
)
def test_squares_without_an_unmoved_pawn_are_dropped(squares: str, kept: str) -> None:
    # b5 is no longer in White's half, and Black is a classic side.
    fen = f"4k3/1p6/8/1P6/8/8/1P6/4K3 w - - 0 1 V {squares}"
    assert write_fen(read_fen(fen)[0]).split()[7] == kept
    dropped = [name for name in SQUARES if name in squares and name not in kept]
    assert len(notices(fen)) == len(dropped)
    assert all(name in notice for name, notice in zip(sorted(dropped), sorted(notices(fen)), strict=True))
