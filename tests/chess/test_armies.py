"""Points, placement, the hidden set-up and the start (1.2 to 1.5, 4.1 to 4.3)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from core import texts
from core.game import Outcome
from core.games.chess import game
from core.games.chess.actions import Army, Move, Unlock
from core.games.chess.armies import HALF, Armies, refuse_army
from core.games.chess.events import Locked, Revealed, Unfit, Unlocked
from core.games.chess.fen import START, write_fen
from core.games.chess.pieces import KING, POINTS
from core.games.chess.pieces import ORTHODOX as USUAL
from core.games.chess.setup import TESTS, start_faults, start_position
from core.table import Accepted
from tests.chess.board import MARSHALS, ORTHODOX, Sitting, army, in_play, position

TEXTS = texts.load(game)


def told(rows: str, side: int = 0) -> str:
    """What is said of an army, '' if nothing is wrong with it."""
    refusal = refuse_army(army(rows).pieces, side)
    return "" if refusal is None else TEXTS.refusal(refusal)


@pytest.mark.rule("1.2a")
def test_what_pieces_cost() -> None:
    costs = {letter: POINTS[".pnbrqacmk".index(letter)] for letter in "pnbrqacmk"}
    assert costs == {"p": 1, "n": 3, "b": 3, "r": 5, "a": 6, "c": 8, "q": 9, "m": 13, "k": 0}
    assert told(ORTHODOX) == ""


@pytest.mark.rule("1.2b")
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("rnbqkbnr ppppppp.", "it costs 1 point less than 39"),
        ("rnbqkbnr qppppppp", "it costs 8 points more than 39"),
        ("....k...", "it costs 39 points less than 39"),
    ],
)
def test_a_wrong_sum_is_told(rows: str, says: str) -> None:
    assert says in told(rows)


@pytest.mark.rule("1.2c", "1.3a")
@pytest.mark.parametrize(
    "rows",
    [MARSHALS, "m...k.mm", ".mm.k..m", "qqq.kq.n", "pppmkppp pppppppp pppppppp .p.pp..p"],
)
def test_armies_of_all_kinds(rows: str) -> None:
    assert told(rows) == ""


@pytest.mark.rule("1.3a")
@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("rnbqkbn. pppppppp r", "an earlier rank has to be filled first: h1"),
        ("rnbqkbnr ppppppp. p", "an earlier rank has to be filled first: h2"),
        ("m...k.m. ........ ........ m", "first: 21 squares"),
    ],
)
def test_gaps_are_refused(rows: str, says: str) -> None:
    assert says in told(rows)


@pytest.mark.rule("1.3b")
def test_every_fault_is_told_at_once() -> None:
    faults = told("rnb.qbnr pppppppp kq")
    assert "the king stands on e1 and nowhere else" in faults
    assert "it costs 9 points more than 39" in faults
    assert "an earlier rank has to be filled first: d1" in faults
    for piece in (12, -1):
        refusal = refuse_army((*USUAL[:31], piece), 1)
        assert refusal is not None and "there is no such piece on h5" in TEXTS.refusal(refusal)
    for short in ((), USUAL[:31], (*USUAL, 0)):
        refusal = refuse_army(short, 0)
        assert refusal is not None and f"{len(short)} squares, not 32" in TEXTS.refusal(refusal)


@pytest.mark.rule("1.3c")
@pytest.mark.parametrize("budget", [0, 1, 2, 5])
def test_the_offer_of_small_armies_written_out(budget: int) -> None:
    """Small budgets: at most five pieces, so all stand on the first rank."""
    offer = Armies(budget)
    found = {offer.nth(index) for index in range(offer.count())}
    kinds = [piece for piece in range(9) if POINTS[piece] <= budget]
    expected = {
        Army((*row[:4], KING, *row[4:], *[0] * 24))
        for row in product(kinds, repeat=7)
        if sum(POINTS[piece] for piece in row) == budget
    }
    assert found == expected
    assert len(found) == offer.count()
    with pytest.raises(IndexError):
        offer.nth(offer.count())


@pytest.mark.rule("1.3c")
def test_the_offer_of_armies_holds_what_may_be_placed() -> None:
    offer, rng = Armies(), Random(1)
    total = offer.count()
    drawn = [offer.nth(index) for index in (0, 1, total - 1, *(rng.randrange(total) for _ in range(300)))]
    assert all(isinstance(a, Army) and refuse_army(a.pieces, 1) is None for a in drawn)
    assert len(set(drawn)) == len(drawn)
    assert {sum(p > 0 for p in a.pieces) for a in drawn if isinstance(a, Army)} > set(range(12, 20))
    assert offer.nth(0) == Army(USUAL)
    assert offer.contains(Army(USUAL))
    assert not offer.contains(Army(USUAL[:31]))
    assert len(offer.sample(rng).pieces) == HALF  # type: ignore[union-attr]


@pytest.mark.rule("1.4a")
def test_two_orthodox_armies_make_the_standard_position() -> None:
    assert write_fen(start_position(USUAL, USUAL), classic=True) == START
    assert Sitting(setup="classic").fen == f"{START} -"


@pytest.mark.rule("1.4b")
def test_a_classic_army_in_another_order_may_not_castle() -> None:
    other = army("rbnqkbnr pppppppp").pieces
    assert write_fen(start_position(other, USUAL)).split()[2] == "kq"


@pytest.mark.rule("1.5a")
@pytest.mark.parametrize(
    ("fen", "failed"),
    [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", set()),
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", {"in-check"}),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", {"other-in-check"}),
        ("4k3/8/8/8/8/5q2/7r/4K3 w - - 0 1", {"no-move"}),
        ("4k3/8/8/8/8/4r3/4q3/4K3 w - - 0 1", {"in-check", "no-move"}),
    ],
)
def test_the_tests_of_a_start(fen: str, failed: set[str]) -> None:
    bits = start_faults(position(fen))
    assert {test for number, test in enumerate(TESTS) if bits >> number & 1} == failed


def hidden(**options: int) -> Sitting:
    return Sitting(setup="hidden", **options)


@pytest.mark.rule("4.1b")
def test_a_locked_army_can_be_taken_back_while_the_other_builds() -> None:
    sitting = hidden()
    assert sitting.refused(0, Unlock()).code == "nothing-to-unlock"
    assert sitting.does(0, army(MARSHALS)) == [Locked(0)]
    assert sitting.refused(0, army(MARSHALS)).code == "not-your-decision"
    assert [pending.seat for pending in sitting.table.pending] == [1]
    assert sitting.does(0, Unlock()) == [Unlocked(0)]
    sitting.does(1, army("rnbqkbnr pppppppp"))
    shown = sitting.does(0, army("rnackbnb pppppppp"))[1]
    assert isinstance(shown, Revealed) and shown.white == army("rnackbnb pppppppp").pieces
    assert sitting.refused(0, Unlock()).code == "nothing-to-unlock"


@pytest.mark.rule("4.2a")
def test_both_armies_are_revealed_in_one_event() -> None:
    sitting = hidden()
    sitting.does(1, army(MARSHALS))
    assert sitting.table.view(0).fen == ""
    assert sitting.table.view(0).locked == (False, True)
    locked, shown = sitting.does(0, army("rnbqkbnr pppppppp"))
    assert (locked, type(shown)) == (Locked(0), Revealed)
    assert sitting.table.view(None).fen == sitting.fen
    assert sitting.fen.startswith("nbbmkbnn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1 v a7b7")
    assert in_play(sitting)


@pytest.mark.rule("4.3a")
def test_a_pair_that_fails_shows_nothing_but_the_test() -> None:
    sitting = hidden()
    # White's rook on e2 looks down the open file at Black's king.
    sitting.does(0, army("rnbqkbnr ....rppp"))
    before = sitting.state.decision
    assert sitting.does(1, army("m...k.mm")) == [Locked(1), Unfit(("other-in-check",))]
    assert [(p.seat, p.kind, p.decision) for p in sitting.table.pending] == [
        (0, "army", before + 1), (1, "army", before + 1),
    ]  # fmt: skip
    view = sitting.table.view(None)
    assert (view.locked, view.fen) == ((False, False), "")
    assert not any(b'"army"' in line for line in sitting.table.journal.lines)
    sitting.does(0, army(MARSHALS))
    sitting.does(1, army(MARSHALS))
    assert in_play(sitting)


def test_moves_and_armies_have_their_time() -> None:
    sitting = hidden()
    assert sitting.refused(0, Move(12, 28)).code == "not-your-decision"
    classic = Sitting()
    assert classic.refused(0, army(MARSHALS)).code == "not-your-decision"
    assert classic.refused(1, Move(52, 36)).code == "not-your-decision"


def test_a_finished_game_takes_nothing_more() -> None:
    sitting = Sitting()
    sitting.play("f2f3", "e7e5", "g2g4", "d8h4")
    assert sitting.table.outcome == Outcome(((1,), (0,)), (0, 2), "checkmate")
    answer = sitting.act(0, Move(12, 28))
    assert not isinstance(answer, Accepted) and answer.code == "over"
