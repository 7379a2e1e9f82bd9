"""Why a move is not legal, in the words of the rule it breaks (1, 2)."""

from __future__ import annotations

from core.game import Param, Refusal
from core.games.chess.actions import Move, as_number
from core.games.chess.moves import BLACK_BASE, like_bishops, like_knights, like_rooks
from core.games.chess.moves import bishop_reach as bishop
from core.games.chess.moves import rook_reach as rook
from core.games.chess.pieces import BLACK, COMPOUNDS, EMPTY, KING, PAWN
from core.games.chess.position import Position
from core.games.chess.tables import BIT, KING_STEPS, KNIGHT_LEAPS, PAWN_TAKES


def refuse_move(position: Position, move: Move) -> Refusal | None:
    """None if the move is legal, whatever its fields hold."""
    number = as_number(move)
    if number in position.legal():
        return None
    if number < 0:
        return Refusal("no-such-move", "1.1")
    origin, target = move.origin, move.target
    side, piece = position.piece_at(origin)
    at: dict[str, Param] = {"origin": origin, "target": target, "piece": piece}
    if piece == EMPTY or side != position.side:
        return Refusal("not-your-piece", "1.1", at, (origin,))
    became = {m >> 12 for m in position.legal() if m & 4095 == number & 4095}
    if became:
        code = "no-promotion" if became == {EMPTY} else "promotion"
        if move.promotion in COMPOUNDS and became != {EMPTY}:
            code = "promotion-classic"
        return Refusal(code, "2.5", at, (origin,))
    if piece == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3:
        return Refusal("no-castling", "2.4", at, (origin, target))
    if _reaches(position, origin, target):
        checked = position.in_check(side)
        return Refusal("still-in-check" if checked else "leaves-king", "1.1", at, (origin,))
    if piece == PAWN and target - origin == (-16 if side == BLACK else 16):
        return Refusal("no-double-step", "2.2", at, (origin,))
    return Refusal("not-that-way", "1.1", at, (origin, target))


def _reaches(position: Position, origin: int, target: int) -> bool:
    """Would the piece get there if its king did not matter?"""
    bits, side = position.bits, position.side
    base, other = BLACK_BASE * side, BLACK_BASE * (1 - side)
    occupied, at = bits[0] | bits[BLACK_BASE], BIT[origin]
    reach = 0
    if at & bits[base + PAWN]:
        ahead = BIT[origin + (-8 if side == BLACK else 8)]
        reach = PAWN_TAKES[64 * side + origin] & bits[other] | ahead & ~occupied
    elif at & bits[base + KING]:
        reach = KING_STEPS[origin]
    if at & like_knights(bits, base):
        reach |= KNIGHT_LEAPS[origin]
    if at & like_bishops(bits, base):
        reach |= bishop(origin, occupied)
    if at & like_rooks(bits, base):
        reach |= rook(origin, occupied)
    return bool(reach & ~bits[base] & BIT[target])
