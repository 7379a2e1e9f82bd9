"""How a game ends on the board, by claims and by flags (2.6, 2.7, 5.5)."""

from __future__ import annotations

import pytest

from core.game import Outcome
from core.games.chess import flag
from core.games.chess.actions import AcceptDraw, DeclineDraw, OfferDraw, Resign
from core.games.chess.draws import is_dead
from core.games.chess.events import DrawAgreed, DrawDeclined, DrawOffered, Ended, Moved, Resigned
from core.games.chess.fen import read_fen
from core.games.chess.flag import could_mate
from tests.chess.board import Sitting, position


@pytest.mark.rule("2.6a")
def test_mate_wins() -> None:
    sitting = Sitting()
    moved, ended = sitting.play("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7")[-2:]
    assert isinstance(moved, Moved) and moved.san == "Qxf7#"
    assert ended == Ended(0, "checkmate")
    assert sitting.table.outcome == Outcome(((0,), (1,)), (2, 0), "checkmate")


@pytest.mark.rule("2.6a", "2.6e")
@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("k7/8/8/8/A7/8/8/K7 w - - 0 1 V -", "a4c6"),
        ("k7/2K5/8/8/8/8/8/7C w - - 0 1 V -", "h1a1"),
        ("k7/8/1K6/8/8/8/7M/8 w - - 0 1 V -", "h2h8"),
    ],
)
def test_a_lone_compound_is_enough(fen: str, move: str) -> None:
    assert not is_dead(position(fen))
    sitting = Sitting.at(fen)
    sitting.play(move)
    assert sitting.reason == "checkmate"


@pytest.mark.rule("2.6b")
def test_stalemate_is_a_draw() -> None:
    sitting = Sitting.at("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1")
    sitting.play("c1c7")
    assert sitting.table.outcome == Outcome(((0, 1),), (1, 1), "stalemate")


SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


@pytest.mark.rule("2.6c")
def test_the_third_time_is_a_draw() -> None:
    sitting = Sitting()
    sitting.play(*SHUFFLE, *SHUFFLE[:3])
    assert sitting.reason == ""
    assert sitting.table.view(0).repeated == 2
    sitting.play(SHUFFLE[3])
    assert sitting.reason == "repetition"


@pytest.mark.rule("2.6c")
def test_lost_rights_make_another_position_and_unmoved_pawns_do_not() -> None:
    castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    lost = position(castle.replace("KQkq", "KQ"))
    assert position(castle).key() != lost.key()
    pawns = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 V"
    assert position(f"{pawns} a2").key() == position(f"{pawns} -").key()


@pytest.mark.rule("2.6c")
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", True),
        ("4k3/8/8/8/P1p5/8/8/4K3 b - a3 0 1", False),
        # The pawn that could take is pinned to its king.
        ("8/8/8/8/R1pPk3/8/8/4K3 b - d3 0 1", False),
    ],
)
def test_the_en_passant_square_counts_where_the_capture_is_legal(fen: str, counts: bool) -> None:
    without = fen.replace(" a3 ", " - ").replace(" d3 ", " - ")
    assert (position(fen).key() != position(without).key()) == counts


@pytest.mark.rule("2.6d")
def test_fifty_moves_without_progress_are_a_draw() -> None:
    sitting = Sitting.at("4k3/8/8/8/8/8/p7/3QK3 w - - 98 80")
    sitting.play("d1d2")
    assert sitting.reason == ""
    sitting.play("e8e7")
    assert sitting.reason == "fifty"
    sitting = Sitting.at("4k3/8/8/8/8/8/p7/3QK3 b - - 99 80")
    sitting.play("a2a1q")
    assert sitting.reason == ""


@pytest.mark.rule("2.6d")
def test_mate_comes_before_the_fifty_moves() -> None:
    sitting = Sitting.at("k7/8/1K6/8/8/8/8/7R w - - 99 80")
    sitting.play("h1h8")
    assert sitting.reason == "checkmate"


@pytest.mark.rule("2.6e")
@pytest.mark.parametrize(
    ("row", "dead"),
    [
        ("4K3", True), ("4KN2", True), ("4KB2", True), ("4K1B1", True),
        ("4KNN1", False), ("4KP2", False), ("4KA2", False), ("4KC2", False), ("4KM2", False), ("4KR2", False),
        ("3bKB2", True), ("2b1KB2", False), ("2b1K1B1", True), ("3nKB2", False), ("4KBB1", False),
        ("3BK1B1", False), ("n3KN2", False),
    ],
)  # fmt: skip
def test_insufficient_material(row: str, dead: bool) -> None:
    fen = f"4k3/8/8/8/8/8/8/{row} w - - 0 1" + (" V -" if {*"AMC"} & {*row} else "")
    assert is_dead(position(fen)) == dead


@pytest.mark.rule("2.6e")
def test_the_last_capture_ends_the_game() -> None:
    sitting = Sitting.at("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1")
    sitting.play("e1d2")
    assert sitting.reason == "material"


# Flags.


def mates(fen: str, side: int) -> bool:
    """Could this side still mate?"""
    return could_mate(position(fen), side)


@pytest.mark.rule("2.7a", "2.7b")
def test_CHS_05_flag_fall_when_the_other_side_cannot_win() -> None:
    assert not mates("6k1/8/2r5/8/8/8/4K3/8 w - - 0 1", 0)
    assert mates("6k1/6p1/8/8/8/8/4K3/5N2 w - - 0 1", 0)


@pytest.mark.rule("2.7b")
@pytest.mark.parametrize(
    ("own", "theirs", "counts"),
    [
        ("N", "q", False), ("N", "m", False), ("N", "qqm", False), ("N", "r", True), ("N", "b", True),
        ("N", "n", True), ("N", "a", True), ("N", "c", True), ("N", "qp", True), ("NN", "", True),
        ("B", "r", False), ("B", "q", False), ("B", "c", False), ("B", "m", False), ("B", "n", True),
        ("B", "a", True), ("B", "p", True), ("BN", "", True), ("R", "", True), ("A", "", True),
        ("P", "", True),
    ],
)  # fmt: skip
def test_a_lone_minor_piece_needs_help(own: str, theirs: str, counts: bool) -> None:
    # The pieces stand on a2, c2 ... and a7, c7 ..., free to move.
    white = "".join(f"{piece}1" for piece in own).ljust(8, "1")
    black = "".join(f"{piece}1" for piece in theirs).ljust(8, "1")
    fen = f"7k/{black}/8/8/8/8/{white}/7K w - - 0 1"
    assert flag.has_material(read_fen(fen)[0], 0) == counts


@pytest.mark.rule("2.7b")
def test_bishops_of_one_colour_need_one_of_the_other() -> None:
    assert not mates("7k/8/8/8/8/b7/8/B1K5 w - - 0 1", 0)
    assert mates("7k/8/8/8/b7/8/8/B3K3 w - - 0 1", 0)
    assert mates("7k/8/8/8/8/8/8/B3KB2 w - - 0 1", 0)


LOCKED = "8/8/1k6/1p1p1p1p/1P1P1P1P/1K6/8/8"


@pytest.mark.rule("2.7c")
def test_in_a_locked_position_the_flag_costs_nothing() -> None:
    for mover in "wb":
        assert not mates(f"{LOCKED} {mover} - - 0 1", 0)
        assert not mates(f"{LOCKED} {mover} - - 0 1", 1)
    # With a way through, or nobody able to tell, it counts.
    assert mates(f"{LOCKED.replace('1p1p1p1p', '1p1p1p2')} w - - 0 1", 0)


@pytest.mark.rule("2.7c")
def test_where_nobody_can_tell_the_flag_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flag, "SEARCHED", 50)
    assert mates(f"{LOCKED} w - - 0 1", 0)


# Claims.


@pytest.mark.rule("5.5a")
def test_a_draw_is_offered_and_accepted() -> None:
    sitting = Sitting()
    assert sitting.does(1, OfferDraw()) == [DrawOffered(1)]
    assert sitting.refused(1, AcceptDraw()).code == "nothing-offered"
    assert sitting.refused(0, OfferDraw()).code == "offered-already"
    assert sitting.does(0, AcceptDraw()) == [DrawAgreed(0), Ended(-1, "agreed")]
    assert sitting.table.outcome == Outcome(((0, 1),), (1, 1), "agreed")


@pytest.mark.rule("5.5a")
def test_a_move_declines_and_an_offer_comes_once_between_own_moves() -> None:
    sitting = Sitting()
    sitting.play("e2e4")
    sitting.does(0, OfferDraw())
    assert DrawDeclined(1) in sitting.play("e7e5")
    assert sitting.refused(1, AcceptDraw()).code == "nothing-offered"
    assert sitting.refused(0, OfferDraw()).code == "offered-already"
    sitting.play("g1f3")
    sitting.does(0, OfferDraw())
    assert sitting.does(1, DeclineDraw()) == [DrawDeclined(1)]
    # The own move leaves an offer of one's own standing.
    sitting.does(1, OfferDraw())
    sitting.play("b8c6")
    assert sitting.state.offer == 1


@pytest.mark.rule("5.5b")
@pytest.mark.parametrize("seat", [0, 1])
def test_resignation_gives_the_game_away_at_any_time(seat: int) -> None:
    sitting = Sitting()
    assert sitting.does(seat, Resign()) == [Resigned(seat), Ended(1 - seat, "resigned")]
    assert sitting.table.outcome is not None
    assert sitting.table.outcome.ranking == ((1 - seat,), (seat,))


@pytest.mark.rule("5.5a", "5.5b")
def test_while_armies_are_built_there_is_nothing_to_claim() -> None:
    sitting = Sitting(setup="hidden")
    for claim in (OfferDraw(), AcceptDraw(), DeclineDraw(), Resign()):
        assert sitting.refused(0, claim).code == "not-now"
