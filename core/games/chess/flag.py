"""Could a side still mate by any sequence of legal moves? Decides what a fallen flag costs (2)."""

from __future__ import annotations

from typing import Final

from core.games.chess.compiled import fast, numbers, sets
from core.games.chess.draws import DARK
from core.games.chess.locked import SLOTS, never_mates
from core.games.chess.moves import BITS, BLACK_BASE, INFO
from core.games.chess.pieces import ARCHBISHOP, BISHOP, CHANCELLOR, KNIGHT, PAWN, ROOK
from core.games.chess.position import Position
from core.rules import rule

SEARCHED: Final = 20_000
"""Positions looked at in a locked position; undecided after that, the flag counts."""

_HELP_KNIGHT: Final = {PAWN, KNIGHT, BISHOP, ROOK, ARCHBISHOP, CHANCELLOR}
_HELP_BISHOP: Final = {PAWN, KNIGHT, ARCHBISHOP}
"""What of the other side can be in its own king's way, so that a lone minor piece mates."""


def could_mate(position: Position, side: int) -> bool:
    """Is there a sequence of legal moves at whose end `side` has mated? True if nobody knows."""
    return has_material(position, side) and not is_locked(position, side)


@rule("2.7", permissive=True)
def has_material(position: Position, side: int) -> bool:
    """By the pieces alone: a bare king never mates, a lone minor piece needs the other side's help.

    A knight mates against anything but queens and Maharajahs; bishops on squares of one colour against
    pawns, knights, Archbishops and bishops of the other colour.
    """
    own, theirs = position.pieces(side), set(position.pieces(1 - side))
    if not own:
        return False
    if own == [KNIGHT]:
        return not theirs.isdisjoint(_HELP_KNIGHT)
    if set(own) != {BISHOP}:
        return True
    mine = position.bits[BLACK_BASE * side + BISHOP]
    other = position.bits[BLACK_BASE * (1 - side) + BISHOP]
    colours = {bool((mine | other) & DARK), not (mine | other) & ~DARK}
    return colours == {True, False} or not theirs.isdisjoint(_HELP_BISHOP)


@rule("2.7", permissive=False)
def is_locked(position: Position, side: int) -> bool:
    """All that can still come, up to `SEARCHED` positions, is known, and `side` mates in none of it.

    Without pawns nothing is locked for good.
    """
    if not (position.bits[PAWN] | position.bits[BLACK_BASE + PAWN]):
        return False
    kept, facts = sets([0] * (BITS * SEARCHED)), numbers([0] * (INFO * SEARCHED))
    start, info = sets(position.bits), numbers(position.info)
    return bool(fast(never_mates)(start, info, side, kept, facts, numbers([0] * SLOTS)))
