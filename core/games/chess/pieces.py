"""The pieces as numbers, with their letters and points (1)."""

from __future__ import annotations

from typing import Final

WHITE: Final = 0
BLACK: Final = 1

EMPTY: Final = 0
PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
ARCHBISHOP: Final = 6
CHANCELLOR: Final = 7
MAHARAJAH: Final = 8
KING: Final = 9

LETTERS: Final = ".pnbrqacmk"
"""The letter of each piece, as Black's in a FEN."""

POINTS: Final = (0, 1, 3, 3, 5, 9, 6, 8, 13, 0)
COMPOUNDS: Final = (ARCHBISHOP, CHANCELLOR, MAHARAJAH)
BUDGET: Final = 39
"""Points of an army; the orthodox one costs just as much."""

ORTHODOX: Final = (
    ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK, *[PAWN] * 8, *[EMPTY] * 16,
)  # fmt: skip
"""The usual army on the 32 squares of a side's half: its first rank from the a-file on, and so on."""

CLASSIC_PROMOTIONS: Final = (QUEEN, ROOK, BISHOP, KNIGHT)
PROMOTIONS: Final = (*CLASSIC_PROMOTIONS, MAHARAJAH, CHANCELLOR, ARCHBISHOP)


def square_name(square: int) -> str:
    """`e4` for 28; a1 is 0, h8 is 63."""
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


SQUARES: Final = tuple(square_name(square) for square in range(64))


def piece_letter(side: int, piece: int) -> str:
    """As in a FEN: White's in capitals."""
    return LETTERS[piece].upper() if side == WHITE else LETTERS[piece]


def square_of(side: int, place: int) -> int:
    """The square of a place of a side's half."""
    return place if side == WHITE else place ^ 56
