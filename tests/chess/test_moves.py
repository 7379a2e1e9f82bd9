"""The moves of the pieces and what differs from chess (1.1, 2.1 to 2.5)."""

from __future__ import annotations

from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.chess.actions import Move, as_move
from core.games.chess.fen import START, FenError, read_fen, write_fen
from core.games.chess.notation import coordinates, san
from core.games.chess.pieces import SQUARES
from core.games.chess.refusals import refuse_move
from core.games.chess.setup import start_position
from tests.chess.board import MARSHALS, ORTHODOX, after, army, moves, position, targets

KNIGHT = {"b3", "c2", "e2", "f3", "f5", "e6", "c6", "b5"}
DIAGONALS = {"a1", "b2", "c3", "e5", "f6", "g7", "h8", "a7", "b6", "c5", "e3", "f2", "g1"}
LINES = {"d1", "d2", "d3", "d5", "d6", "d7", "d8", "a4", "b4", "c4", "e4", "f4", "g4", "h4"}


@pytest.mark.rule("1.1a")
@pytest.mark.parametrize(
    ("piece", "reach"),
    [
        ("N", KNIGHT), ("B", DIAGONALS), ("R", LINES), ("Q", LINES | DIAGONALS),
        ("A", KNIGHT | DIAGONALS), ("C", KNIGHT | LINES), ("M", KNIGHT | LINES | DIAGONALS),
    ],
)  # fmt: skip
def test_what_a_piece_reaches_from_d4(piece: str, reach: set[str]) -> None:
    # Kings where they are in no line with d4.
    assert targets(f"8/8/7k/8/3{piece}4/8/8/K7 w - - 0 1", "d4") - {"a1"} == reach - {"a1"}


@pytest.mark.rule("1.1b")
@pytest.mark.parametrize(
    ("fen", "move", "code"),
    [
        (START, "e3e4", "not-your-piece"),
        (START, "e7e5", "not-your-piece"),
        (START, "b1b3", "not-that-way"),
        (START, "a1a3", "not-that-way"),
        (START, "e1g1", "no-castling"),
        ("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3", "leaves-king"),
        ("4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1", "d2d3", "still-in-check"),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "no-double-step"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "promotion"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8m", "promotion-classic"),
        (START, "e2e4q", "no-promotion"),
    ],
)
def test_a_refusal_says_which_rule(fen: str, move: str, code: str) -> None:
    letter = ".pnbrqacmk".index(move[4:] or ".")
    wanted = Move(SQUARES.index(move[:2]), SQUARES.index(move[2:4]), letter)
    refusal = refuse_move(position(fen), wanted)
    assert refusal is not None and refusal.code == code


@pytest.mark.rule("1.1b")
@pytest.mark.parametrize(
    "move", [Move(-1, 5), Move(64, 5), Move(5, 1 << 40), Move(12, 28, -1), Move(12, 28, 99)]
)
def test_nonsense_is_refused(move: Move) -> None:
    refusal = refuse_move(position(START), move)
    assert refusal is not None and refusal.code == "no-such-move"


@pytest.mark.rule("1.1c")
def test_a_king_is_not_taken_and_does_not_go_where_a_leap_hits_it() -> None:
    assert targets("4k3/8/8/4M3/8/8/8/4K3 w - - 0 1 V -", "e5") & {"e8"} == set()
    # The Archbishop on f4 holds d3, e2 and g2 by its leap, c1, d2, e3 by its diagonal.
    assert targets("k7/8/8/8/5a2/8/3K4/8 w - - 0 1", "d2") == {"d1", "e1", "c2", "c3", "e2", "d3"} - {
        "e2",
        "d3",
    }


@pytest.mark.rule("2.1a")
@pytest.mark.parametrize(
    ("rows", "variant"),
    [(ORTHODOX, False), (MARSHALS, True), ("qqqrkrrr pppp..", False), ("ppppkppa", True)],
)
def test_a_compound_makes_a_variant_side(rows: str, variant: bool) -> None:
    made = start_position(army(ORTHODOX).pieces, army(rows).pieces)
    assert (made.is_variant(0), made.is_variant(1)) == (False, variant)
    assert write_fen(made).split()[6] == ("v" if variant else "-")


@pytest.mark.rule("2.1b")
def test_a_side_stays_what_it_was() -> None:
    fen = "4k3/8/8/8/8/8/3m4/4K3 w - - 0 1 v -"
    taken = after(fen, "e1d2")
    assert taken.split()[6] == "v"
    assert read_fen(taken)[0].is_variant(1)


@pytest.mark.rule("2.2a")
@pytest.mark.parametrize("square", ["a1", "b2", "c3", "d4"])
def test_an_unmoved_pawn_of_a_variant_side_steps_two_from_anywhere(square: str) -> None:
    row = {"a1": "P3K3", "b2": "4K3", "c3": "4K3", "d4": "4K3"}[square]
    ranks = ["4k3", "8", "8", "8", "8", "8", "8", row]
    if square != "a1":
        file = "abcdefgh".index(square[0])
        ranks[8 - int(square[1])] = f"{file or ''}P{7 - file or ''}"
    fen = "/".join(ranks)
    one, two = (square[0] + str(int(square[1]) + steps) for steps in (1, 2))
    assert targets(f"{fen} w - - 0 1 V {square}", square) == {one, two}
    assert targets(f"{fen} w - - 0 1 V -", square) == {one}
    # Something in the way of the first or the second step.
    blocked = position(f"{fen} w - - 0 1 V {square}")
    blocked.put(1, 2, SQUARES.index(two))
    assert {coordinates(m)[2:] for m in blocked.legal() if coordinates(m).startswith(square)} == {one}


@pytest.mark.rule("2.2b")
def test_a_classic_pawn_steps_two_from_its_home_rank_only() -> None:
    assert targets("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 -", "a2") == {"a3", "a4"}
    assert targets("4k3/8/8/8/8/P7/8/4K3 w - - 0 1 v a3".replace(" a3", " -"), "a3") == {"a4"}
    moved = position("4k3/8/8/8/8/8/8/P3K3 w - - 0 1 -")
    for word in ("a1a2", "e8e7"):
        moved.play(next(m for m in moved.legal() if coordinates(m) == word))
    assert "a2a4" not in {coordinates(m) for m in moved.legal()}


@pytest.mark.rule("2.2c")
def test_the_right_belongs_to_the_pawn_not_to_its_square() -> None:
    fen = "4k3/8/8/8/8/8/1P6/P3K3 w - - 0 1 V b2"
    assert "b2b4" in moves(fen)
    # A knight takes that pawn, and one from a1 takes the knight.
    later = after("4k3/8/8/8/8/3n4/1P6/P3K3 b - - 0 1 V b2a1", "d3b2", "e1e2", "e8e7", "a1b2", "e7e8")
    assert "b2b3" in moves(later) and "b2b4" not in moves(later)


@pytest.mark.rule("2.3a")
@pytest.mark.parametrize(
    ("fen", "step", "take"),
    [
        ("4k3/8/8/8/8/1p6/8/P3K3 w - - 0 1 Vv a1", "a1a3", "b3a2"),
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4", "b4a3"),
        ("4k3/8/1p6/8/P7/8/8/4K3 w - - 0 1 V a4", "a4a6", "b6a5"),
        ("4k3/8/8/3p4/8/4P3/8/4K3 b - - 0 1 v d5", "d5d3", "e3d4"),
        ("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1 v d6", "d6d4", ""),
        ("4k3/8/3p4/8/4P3/8/8/4K3 b - - 0 1 v d6", "d6d4", "e4d5"),
    ],
)
def test_a_double_step_is_taken_in_passing_on_any_rank(fen: str, step: str, take: str) -> None:
    stepped = after(fen, step)
    passed = {m for m in moves(stepped) if m[2:] == stepped.split()[3]}
    assert stepped.split()[3] != "-"
    assert passed == ({take} if take else set())
    if take:
        assert after(stepped, take).split()[0].lower().count("p") == 1


@pytest.mark.rule("2.3b")
def test_only_the_next_move_takes_in_passing() -> None:
    fen = after("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4", "e8e7", "e1e2")
    assert "b4a3" not in moves(fen)


@pytest.mark.rule("2.3c")
def test_CHS_12_taking_in_passing_and_the_king() -> None:
    assert "d5e6" not in moves("7k/8/8/K2Pp2r/8/8/8/8 w - e6 0 1")
    assert moves("k7/8/5r2/6Pp/6K1/8/7q/1r6 w - h6 0 1") == {"g5h6"}


CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.rule("2.4a")
@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        (CASTLE, {"e1g1", "e1c1"}),
        ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", {"e1g1"}),
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", set()),
        ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", {"e1c1"}),
        ("r3k2r/8/8/8/1r6/8/8/R3K2R w KQkq - 0 1", {"e1g1", "e1c1"}),
        # A Chancellor on h3 holds f2 and g1 by its leap; one on e3 holds d1 and f1.
        ("4k3/8/8/8/8/7c/6P1/R3K2R w KQ - 0 1 v -", {"e1c1"}),
        ("4k3/8/8/8/8/4c3/4P3/R3K2R w KQ - 0 1 v -", set()),
    ],
)
def test_castling(fen: str, castles: set[str]) -> None:
    assert moves(fen, "e1") & {"e1g1", "e1c1"} == castles


@pytest.mark.rule("2.4b")
def test_the_right_to_castle_is_lost() -> None:
    for played, left in (
        (("e1e2", "a8b8", "e2e1", "b8a8"), "k"),
        (("h1g1", "e8d8", "g1h1", "d8e8"), "Q"),
        (("a1a8",), "Kk"),
    ):
        assert after(CASTLE, *played).split()[2] == left
    assert after(CASTLE, "e1g1").startswith("r3k2r/8/8/8/8/8/8/R4RK1 b kq ")


@pytest.mark.rule("2.4a")
def test_CHS_10_a_king_step_and_castling_are_different_moves() -> None:
    """Only kings on e1 and e8 castle, by two squares; other castling rights are no rights here."""
    assert {"e1f1", "e1g1", "e1d1", "e1c1"} <= moves(CASTLE, "e1")
    with pytest.raises(FenError, match="FEN field 3"):
        read_fen("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1")
    found, notices = read_fen("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1")
    assert len(notices) == 2
    assert {coordinates(m)[2:] for m in found.legal() if m & 63 == 5} == {"e1", "e2", "f2", "g1", "g2"}


@pytest.mark.rule("2.4c")
def test_a_variant_side_never_castles_and_its_classic_opponent_does() -> None:
    made = start_position(army(ORTHODOX).pieces, army("rnbmkbnr pppp").pieces)
    assert write_fen(made).split()[2] == "KQ"


@pytest.mark.rule("2.5a", "2.5b")
@pytest.mark.parametrize(("flag", "letters"), [("-", "nbrq"), ("V", "nbrqacm")])
def test_promotions_of_each_side(flag: str, letters: str) -> None:
    fen = f"4k3/P7/8/8/8/8/8/4K3 w - - 0 1 {flag}"
    assert moves(fen, "a7") == {f"a7a8{letter}" for letter in letters}


@pytest.mark.rule("6.1b")
@pytest.mark.parametrize("seed", range(6))
def test_random_classic_games_have_the_moves_of_python_chess(seed: int) -> None:
    rng = Random(seed)
    ours, other = read_fen(START)[0], chess.Board()
    for _ in range(200):
        legal = ours.legal()
        assert {coordinates(m) for m in legal} == {m.uci() for m in other.legal_moves}
        assert ours.in_check(ours.side) == other.is_check()
        assert write_fen(ours, classic=True) == other.fen(en_passant="fen")
        if not legal:
            break
        # Castling and captures more often than chance would have it.
        move = max(rng.sample(legal, min(2, len(legal))), key=lambda m: other.is_capture(_as(m)))
        assert san(ours, move) == other.san(_as(move))
        other.push(_as(move))
        ours.play(move)


def _as(move: int) -> chess.Move:
    return chess.Move.from_uci(coordinates(move))


@given(st.randoms(use_true_random=False), st.integers(0, 120))
@settings(max_examples=40)
def test_moves_and_refusals_agree_wherever_a_variant_game_leads(rng: Random, length: int) -> None:
    here = start_position(army(MARSHALS).pieces, army("pcamknpp pppppp..").pieces)
    for _ in range(length):
        legal = here.legal()
        if not legal:
            break
        here.play(rng.choice(legal))
    legal = here.legal()
    for _ in range(30):
        move = Move(rng.randrange(64), rng.randrange(64), rng.choice([0, 0, 0, 5, 8]))
        refused = refuse_move(here, move) is not None
        assert refused == (move not in [as_move(number) for number in legal])
    again, notices = read_fen(write_fen(here))
    assert notices == []
    assert (again.bits[:20], again.info) == (here.bits[:20], here.info)
