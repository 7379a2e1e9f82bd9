"""How a game ends on the board (2): mate, stalemate, repetition, fifty moves, insufficient material."""

from __future__ import annotations

from typing import Final

from core.games.chess.moves import BLACK_BASE, QUIET
from core.games.chess.pieces import BISHOP, BLACK, KNIGHT, WHITE
from core.games.chess.position import Position
from core.rules import rule

_FIFTY: Final = 100
_THREE: Final = 3
DARK: Final = sum(1 << s for s in range(64) if (s // 8 + s % 8) % 2 == 0)
"""a1 and all squares of its colour."""


def board_result(position: Position, keys: list[int]) -> str:
    """Why the game is over on the board, or ''. `keys` are the positions that could come again."""
    if is_mate(position):
        return "checkmate"
    if is_stalemate(position):
        return "stalemate"
    if is_dead(position):
        return "material"
    if is_repeated(keys):
        return "repetition"
    return "fifty" if is_fifty(position) else ""


@rule("2.6", permissive=False)
def is_mate(position: Position) -> bool:
    """The side to move is in check and has no legal move."""
    return position.in_check(position.side) and not position.legal()


@rule("2.6", permissive=False)
def is_stalemate(position: Position) -> bool:
    """It has no legal move and is not in check."""
    return not position.legal() and not position.in_check(position.side)


@rule("2.6", permissive=False)
def is_repeated(keys: list[int]) -> bool:
    """The position is there for the third time."""
    return keys.count(keys[-1]) >= _THREE


@rule("2.6", permissive=False)
def is_fifty(position: Position) -> bool:
    """Fifty moves of each side without a capture and without a pawn move."""
    return position.info[QUIET] >= _FIFTY


@rule("2.6", permissive=False)
def is_dead(position: Position) -> bool:
    """King against king, alone or with one minor piece, or with bishops on squares of one colour."""
    white, black = position.pieces(WHITE), position.pieces(BLACK)
    both = sorted(white + black)
    if both in ([], [KNIGHT], [BISHOP]):
        return True
    if [white, black] != [[BISHOP], [BISHOP]]:
        return False
    bishops = position.bits[BISHOP] | position.bits[BLACK_BASE + BISHOP]
    return (bishops & DARK).bit_count() != 1
