"""A small search: so many moves deep, then captures only until the position is quiet.

Written like `core.games.chess.moves`, so that it runs compiled. Scores are hundredths of a pawn, for the
side to move.
"""

from __future__ import annotations

from typing import Final

from core.games.chess.moves import (
    BLACK_BASE,
    SIDE,
    carry_out,
    checkers,
    generate,
    lsb,
    piece_on,
    room,
)
from core.games.chess.pieces import KING, PAWN
from core.games.chess.tables import BIT, ONE, Bits, Numbers

MATE: Final = 1_000_000
_ENDLESS: Final = 2 * MATE
_QUIET_DEPTH: Final = 8
"""Captures in a row that are looked at."""

_WORTH: Final = (0, 100, 300, 320, 500, 950, 780, 880, 1300, 0)
"""By the number of the piece. With a knight's leap a bishop or rook is worth more than the points say."""
_CENTRE: Final = tuple(
    12 - 2 * max(abs(2 * (square & 7) - 7), abs(2 * (square >> 3) - 7)) for square in range(64)
)
_ADVANCE: Final = 6
_LONE: Final = 700
"""With less than this beside its pawns a king is hunted to the edge."""


def _hunt(hunter: int, prey: int) -> int:
    """A king at the edge, with the other near it."""
    apart = max(abs((hunter & 7) - (prey & 7)), abs((hunter >> 3) - (prey >> 3)))
    return 60 - 6 * _CENTRE[prey] - 8 * apart


def _side_worth(bits: Bits, side: int) -> tuple[int, int]:
    """(all there is, the pieces alone) of a side."""
    total = pieces = 0
    for piece in range(PAWN, KING):
        squares = bits[BLACK_BASE * side + piece]
        while squares:
            square = lsb(squares)
            squares &= squares - ONE
            total += _WORTH[piece]
            if piece == PAWN:
                total += _ADVANCE * (7 - (square >> 3) if side else square >> 3)
            else:
                total += _CENTRE[square]
                pieces += _WORTH[piece]
    return total, pieces


def evaluate(bits: Bits, info: Numbers) -> int:
    """Material, pieces near the centre, advanced pawns, and the hunt for a lone king."""
    white, black = _side_worth(bits, 0), _side_worth(bits, 1)
    score = white[0] - black[0]
    if black[1] < _LONE and white[1] > black[1]:
        score += _hunt(lsb(bits[KING]), lsb(bits[BLACK_BASE + KING]))
    if white[1] < _LONE and black[1] > white[1]:
        score -= _hunt(lsb(bits[BLACK_BASE + KING]), lsb(bits[KING]))
    return -score if info[SIDE] else score


def gain(bits: Bits, info: Numbers, move: int) -> int:
    """What a move takes or promotes to, less a little for what takes it; 0 for a quiet one."""
    us, them = BLACK_BASE * info[SIDE], BLACK_BASE * (1 - info[SIDE])
    target = move >> 6 & 63
    promotion = move >> 12
    taken = _WORTH[piece_on(bits, them, target)] if BIT[target] & bits[them] else 0
    if promotion:
        taken += _WORTH[promotion]
    return 16 * taken - _WORTH[piece_on(bits, us, move & 63)] // 16 if taken else 0


def pick(bits: Bits, info: Numbers, moves: Numbers, at: int, count: int) -> None:
    """Brings the most promising of the moves from `at` on to that place."""
    best, most = at, -1
    for other in range(at, count):
        worth = gain(bits, info, moves[other])
        if worth > most:
            best, most = other, worth
    moves[at], moves[best] = moves[best], moves[at]


def quiet_score(bits: Bits, info: Numbers, alpha: int, beta: int, depth: int) -> int:
    """The score once nothing more is taken; whoever is in check looks at all moves."""
    in_check = bool(checkers(bits, info[SIDE]))
    best = -MATE if in_check else evaluate(bits, info)
    if best >= beta or not depth:
        return evaluate(bits, info) if in_check else best
    alpha = max(alpha, best)
    moves = room()
    count = generate(bits, info, moves)
    for at in range(count):
        pick(bits, info, moves, at, count)
        if not in_check and not gain(bits, info, moves[at]):
            break
        after, facts = bits.copy(), info.copy()
        carry_out(after, facts, moves[at])
        score = -quiet_score(after, facts, -beta, -alpha, depth - 1)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def score_of(bits: Bits, info: Numbers, depth: int, alpha: int, beta: int) -> int:
    """The score `depth` moves deep; a mate is worth more the sooner it comes."""
    if depth <= 0:
        return quiet_score(bits, info, alpha, beta, _QUIET_DEPTH)
    moves = room()
    count = generate(bits, info, moves)
    if not count:
        return -MATE - depth if checkers(bits, info[SIDE]) else 0
    best = -_ENDLESS
    for at in range(count):
        pick(bits, info, moves, at, count)
        after, facts = bits.copy(), info.copy()
        carry_out(after, facts, moves[at])
        best = max(best, -score_of(after, facts, depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
