"""A position: the pieces, who moves, and what depends on the past (2)."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from msgspec import Struct

from core.games.chess import moves
from core.games.chess.moves import BITS, BLACK_BASE, CASTLING, INFO, PASSANT, SIDE, UNMOVED, VARIANT
from core.games.chess.pieces import BLACK, EMPTY, KING, WHITE


class Position(Struct, array_like=True):
    """`bits` and `info` as `moves` describes them."""

    bits: list[int]
    info: list[int]

    @property
    def side(self) -> int:
        """Who is to move."""
        return self.info[SIDE]

    def copy(self) -> Position:
        """Another one like it."""
        return Position(self.bits.copy(), self.info.copy())

    def legal(self) -> tuple[int, ...]:
        """All legal moves, as numbers."""
        return _legal(tuple(self.bits), tuple(self.info))

    def all_moves(self) -> list[int]:
        """The same, of a position that nobody will ask about again."""
        found = moves.room()
        return found[: moves.generate(self.bits, self.info, found)]

    def play(self, move: int) -> None:
        """Carries out a legal move."""
        moves.carry_out(self.bits, self.info, move)

    def after(self, move: int) -> Position:
        """The position that a legal move leads to."""
        copy = self.copy()
        copy.play(move)
        return copy

    def in_check(self, side: int) -> bool:
        """Is the king of this side attacked?"""
        return moves.checkers(self.bits, side) != 0

    def is_variant(self, side: int) -> bool:
        """Does this side play by the variant's rules?"""
        return bool(self.info[VARIANT] >> side & 1)

    def piece_at(self, square: int) -> tuple[int, int]:
        """(side, piece) on a square; the piece is EMPTY if there is none."""
        for side in (WHITE, BLACK):
            if self.bits[BLACK_BASE * side] >> square & 1:
                return side, moves.piece_on(self.bits, BLACK_BASE * side, square)
        return WHITE, EMPTY

    def pieces(self, side: int) -> list[int]:
        """The pieces of a side beside its king, in the order of their numbers."""
        base = BLACK_BASE * side
        return [piece for piece in range(1, KING) for _ in range(self.bits[base + piece].bit_count())]

    def passant_is_legal(self) -> bool:
        """Can a pawn be taken in passing now?"""
        pawns = self.bits[BLACK_BASE * self.side + 1]
        target = self.info[PASSANT]
        return target >= 0 and any(m >> 6 & 63 == target and pawns >> (m & 63) & 1 for m in self.legal())

    def key(self) -> int:
        """What makes positions the same for repetition (2), as one number of 64 bits.

        Pieces, side, castling rights, and the en passant square where the capture is legal; which pawns
        may still step two is no part of it.
        """
        passant = self.info[PASSANT] if self.passant_is_legal() else -1
        told = (*self.bits[:UNMOVED], self.side, self.info[CASTLING], passant & 127)
        data = b"".join(number.to_bytes(8, "big") for number in told)
        return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")

    def put(self, side: int, piece: int, square: int) -> None:
        """Sets a piece on an empty square."""
        self.bits[BLACK_BASE * side] |= 1 << square
        self.bits[BLACK_BASE * side + piece] |= 1 << square


@lru_cache(maxsize=256)
def _legal(bits: tuple[int, ...], info: tuple[int, ...]) -> tuple[int, ...]:
    """One position is asked again and again: by whoever lists, refuses, writes and plays."""
    return tuple(Position(list(bits), list(info)).all_moves())


def empty_board() -> Position:
    """No pieces, White to move."""
    info = [0] * INFO
    info[PASSANT], info[moves.NUMBER] = -1, 1
    return Position([0] * BITS, info)
