"""The search in locked positions finds what a plain search finds (2.7)."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from core.games.chess import flag
from core.games.chess.fen import START, read_fen
from core.games.chess.moves import BLACK_BASE, QUIET
from core.games.chess.pieces import BISHOP, KING, KNIGHT, PAWN
from core.games.chess.position import Position, empty_board

MOST = 1_300
"""Positions looked at; two kings and four pairs of pawns have 1152."""


def plain(position: Position, side: int) -> bool:
    """Position by position, in the order they are found."""
    if not position.bits[PAWN] | position.bits[BLACK_BASE + PAWN]:
        return False
    seen, waiting = {key(position)}, deque([position])
    while waiting:
        here = waiting.popleft()
        legal = here.all_moves()
        if not legal and here.side != side and here.in_check(here.side):
            return False
        for move in legal:
            after = here.after(move)
            if key(after) in seen:
                continue
            if len(seen) == MOST or (here.side == side and move >> 12):
                return False
            seen.add(key(after))
            waiting.append(after)
    return True


def key(position: Position) -> tuple[int, ...]:
    return (*position.bits, *position.info[:QUIET])


def pawns_in_pairs(rng: Random) -> Position:
    """Pawns that face each other on every second file, mostly; kings behind them, now and then a piece."""
    found = empty_board()
    rank, first = rng.randrange(2, 5), rng.randrange(2)
    taken = set()
    for file in range(first, 8, 2):
        pair = (8 * rank + file, 8 * rank + 8 + file)
        found.put(0, PAWN, pair[0])
        if rng.random() < 0.97:
            found.put(1, PAWN, pair[1])
        taken |= {*pair}
    behind = (range(8 * rank - 8), range(8 * rank + 24, 64))
    for side in range(2):
        square = rng.choice(behind[side])
        found.put(side, KING, square)
        taken.add(square)
    if rng.random() < 0.3:
        side = rng.randrange(2)
        found.put(side, rng.choice((BISHOP, KNIGHT)), rng.choice([s for s in behind[side] if s not in taken]))
    found.info[0] = rng.randrange(2)
    return found


@pytest.mark.rule("2.7c")
def test_the_compiled_search_and_a_plain_one_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flag, "SEARCHED", MOST)
    rng = Random(7)
    found = [pawns_in_pairs(rng) for _ in range(5)]
    here = read_fen(START)[0]
    for _ in range(80):
        found += [here.copy()] if rng.random() < 0.03 else []
        here.play(rng.choice(here.legal()))
    answers = [(flag.is_locked(each, side), plain(each, side)) for each in found for side in range(2)]
    assert all(one == other for one, other in answers)
    assert 3 < sum(one for one, _ in answers) < len(answers) - 3


@pytest.mark.rule("2.7c")
@pytest.mark.parametrize("most", [1_151, 1_152])
def test_all_positions_have_to_be_known(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flag, "SEARCHED", most)
    here = read_fen("8/8/2k5/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1")[0]
    assert flag.is_locked(here, 0) == (most == 1_152)
