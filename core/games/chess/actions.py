"""What seats can do, as small values that travel and are recorded."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Army(Struct, frozen=True, array_like=True, tag="army"):
    """Locks an army (4, secret): the pieces of the 32 squares of one's half, 0 for none.

    From one's own first rank on, each rank from the a-file on; the king is on its square.
    """

    pieces: tuple[int, ...]


class Move(Struct, frozen=True, array_like=True, tag="move"):
    """A move; `promotion` is the piece a pawn becomes. Castling is the king's move by two (3)."""

    origin: int
    target: int
    promotion: int = 0


class Unlock(Struct, frozen=True, array_like=True, tag="unlock"):
    """Claim: takes the locked army back while the other side still builds."""


class OfferDraw(Struct, frozen=True, array_like=True, tag="offer-draw"):
    """Claim: offers a draw, once between two own moves."""


class AcceptDraw(Struct, frozen=True, array_like=True, tag="accept-draw"):
    """Claim: the game is drawn by agreement."""


class DeclineDraw(Struct, frozen=True, array_like=True, tag="decline-draw"):
    """Claim: no draw. A move says the same."""


class Resign(Struct, frozen=True, array_like=True, tag="resign"):
    """Claim: the other side wins."""


Claim: TypeAlias = Unlock | OfferDraw | AcceptDraw | DeclineDraw | Resign
Action: TypeAlias = Army | Move | Claim

CLAIMS = (Unlock, OfferDraw, AcceptDraw, DeclineDraw, Resign)


def as_move(number: int) -> Move:
    """The action of a move of `moves`."""
    return Move(number & 63, number >> 6 & 63, number >> 12)


def as_number(move: Move) -> int:
    """The number of a move; -1 if its fields are out of bounds."""
    if 0 <= move.origin < 64 and 0 <= move.target < 64 and 0 <= move.promotion < 10:
        return move.origin | move.target << 6 | move.promotion << 12
    return -1
