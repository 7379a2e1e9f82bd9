"""Is a position locked? All that can still come is looked at, as far as there is room for it (2.7).

Written like `moves`, so that it runs compiled. Positions are kept one behind the other: `kept` has the
`BITS` sets of each, `facts` its `INFO` numbers. `slots` has a place for each number of 16 bits: 1 + the
number of the position that is found there.
"""

from __future__ import annotations

from typing import Final

from core.games.chess.moves import (
    BITS,
    CASTLING,
    INFO,
    PASSANT,
    QUIET,
    SIDE,
    carry_out,
    checkers,
    generate,
    room,
)
from core.games.chess.tables import BIT, FULL, LOW, NONE, ONE, SCATTER, Bits, Numbers, Squares

SLOTS: Final = 1 << 16


def scattered(bits: Bits, info: Numbers) -> Squares:
    """A number of 16 bits that follows from what tells positions apart."""
    mixed = BIT[info[SIDE]] | BIT[2 + info[CASTLING]] | BIT[32 + (info[PASSANT] & 31)]
    for index in range(BITS):
        mixed = (mixed ^ bits[index]) * SCATTER & FULL
        mixed ^= mixed >> 29
    return mixed & LOW


def is_at(bits: Bits, info: Numbers, kept: Bits, facts: Numbers, number: int) -> bool:
    """Is the kept position of this number the same? Only how many quiet moves led there may differ."""
    for index in range(QUIET):
        if facts[INFO * number + index] != info[index]:
            return False
    differs = NONE
    for index in range(BITS):
        differs |= kept[BITS * number + index] ^ bits[index]
    return differs == NONE


def keep(bits: Bits, info: Numbers, kept: Bits, facts: Numbers, slots: Numbers, count: int) -> int:
    """Keeps a position unless it is one of the `count` kept ones; the new count."""
    slot = scattered(bits, info)
    while slots[slot]:
        if is_at(bits, info, kept, facts, slots[slot] - 1):
            return count
        slot = (slot + ONE) & LOW
    if (count + 1) * INFO <= len(facts):
        slots[slot] = count + 1
        kept[BITS * count : BITS * (count + 1)] = bits
        facts[INFO * count : INFO * (count + 1)] = info
    return count + 1


def never_mates(bits: Bits, info: Numbers, side: int, kept: Bits, facts: Numbers, slots: Numbers) -> bool:
    """There is room for all that can still come, `side` mates in none of it and promotes no pawn.

    A pawn that comes through is no locked position's.
    """
    most = len(facts) // INFO
    moves = room()
    count, at = keep(bits, info, kept, facts, slots, 0), 0
    while at < count:
        here = kept[BITS * at : BITS * (at + 1)].copy()
        now = facts[INFO * at : INFO * (at + 1)].copy()
        at += 1
        found = generate(here, now, moves)
        if now[SIDE] != side and not found and checkers(here, now[SIDE]) != NONE:
            return False
        for index in range(found):
            if now[SIDE] == side and moves[index] >> 12:
                return False
            after, then = here.copy(), now.copy()
            carry_out(after, then, moves[index])
            count = keep(after, then, kept, facts, slots, count)
            if count > most:
                return False
    return True
