"""From two armies to a position, and whether a game may start from it (1, 2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.games.chess.moves import CASTLING, UNMOVED, VARIANT
from core.games.chess.pieces import BLACK, COMPOUNDS, EMPTY, ORTHODOX, PAWN, WHITE, square_of
from core.games.chess.position import Position, empty_board
from core.rules import rule

TESTS: Final = ("in-check", "no-move", "other-in-check")
"""What a pair of armies can fail in; bit i of `start_faults` is test i."""

_HOME_RANK: Final = range(8, 16)


@rule("2.1", permissive=False)
def is_variant_army(pieces: Sequence[int]) -> bool:
    """A side that fields a compound piece is a variant side, once and for all."""
    return any(piece in COMPOUNDS for piece in pieces)


@rule("1.4", permissive=False)
def is_orthodox(pieces: Sequence[int]) -> bool:
    """The usual army in the usual places: its side may castle."""
    return tuple(pieces) == ORTHODOX


def start_position(white: Sequence[int], black: Sequence[int]) -> Position:
    """The position of two armies that are placed right, White to move."""
    position = empty_board()
    for side, army in ((WHITE, white), (BLACK, black)):
        variant = is_variant_army(army)
        position.info[VARIANT] |= int(variant) << side
        if is_orthodox(army):
            position.info[CASTLING] |= 3 << 2 * side
        for place, piece in enumerate(army):
            if piece == EMPTY:
                continue
            square = square_of(side, place)
            position.put(side, piece, square)
            if piece == PAWN and (variant or place in _HOME_RANK):
                position.bits[UNMOVED] |= 1 << square
    return position


@rule("1.5", permissive=0)
def start_faults(position: Position) -> int:
    """What forbids to start from here: a bit for each of `TESTS` that fails."""
    failed = (
        position.in_check(position.side),
        not position.legal(),
        position.in_check(1 - position.side),
    )
    return sum(1 << number for number, fails in enumerate(failed) if fails)
