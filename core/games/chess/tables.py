"""Sets of squares as 64-bit numbers (bit 0 is a1, bit 63 is h8) and the tables a move is looked up in.

Everything named in capitals here is such a set or a list of them; `compiled` counts on that, and on
parameters being declared with the types below.

The squares a rook or bishop reaches along a line follow from the six inner squares of that line. A
multiplication gathers them in the top six bits of the product, and a table of 8 x 64 sets, for the
place in the line and what stands on it, gives the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Squares: TypeAlias = int
"""A set of squares."""
Bits: TypeAlias = list[int]
"""Sets of squares."""
Numbers: TypeAlias = list[int]
"""Small numbers: what else there is to a position, or moves."""

NONE: Final = 0
ONE: Final = 1
FULL: Final = (1 << 64) - 1
LOW: Final = (1 << 16) - 1
SCATTER: Final = 0x9E3779B97F4A7C15
"""Multiplied by it, sets that differ little differ in the upper half."""


def _set(squares: Iterable[tuple[int, int]]) -> int:
    """The set of those (file, rank) that are on the board."""
    return sum({1 << (8 * rank + file) for file, rank in squares if 0 <= file < 8 and 0 <= rank < 8})


def _leaps(steps: Iterable[tuple[int, int]]) -> list[int]:
    """For each square what is one of these steps away."""
    kept = list(steps)
    return [_set([(s % 8 + x, s // 8 + y) for x, y in kept]) for s in range(64)]


def _ray(square: int, x: int, y: int) -> list[int]:
    """The squares from one on (without it) in a direction."""
    found = []
    file, rank = square % 8 + x, square // 8 + y
    while 0 <= file < 8 and 0 <= rank < 8:
        found.append(8 * rank + file)
        file, rank = file + x, rank + y
    return found


def _line(x: int, y: int) -> list[int]:
    """For each square the whole line through it in this direction and the opposite one."""
    return [sum(1 << s for s in [q, *_ray(q, x, y), *_ray(q, -x, -y)]) for q in range(64)]


def _reached(place: int, inner: int) -> int:
    """The places of a line of eight that are reached from `place`; `inner` is what stands on 1 to 6."""
    stands = inner << 1
    found = 0
    for step in (1, -1):
        at = place + step
        while 0 <= at < 8:
            found |= 1 << at
            if stands >> at & 1:
                break
            at += step
    return found


_AROUND: Final = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]

BIT: Final = [1 << square for square in range(64)]
KNIGHT_LEAPS: Final = _leaps([(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)])
KING_STEPS: Final = _leaps(_AROUND)
PAWN_TAKES: Final = _leaps([(-1, 1), (1, 1)]) + _leaps([(-1, -1), (1, -1)])
"""White's for 64 squares, then Black's."""

RANK_LINE: Final = _line(1, 0)
RISING_LINE: Final = _line(1, 1)
FALLING_LINE: Final = _line(1, -1)

A_FILE: Final = _set((0, rank) for rank in range(8))
GATHER: Final = A_FILE << 1
"""Takes the inner squares of a rank or diagonal to the top six bits of the product."""
GATHER_FILE: Final = sum(1 << (50 - 7 * i) for i in range(6))
"""The same for the a-file."""
ON_FILE: Final = [64 * (square & 7) for square in range(64)]
ON_RANK: Final = [64 * (square >> 3) for square in range(64)]
ALONG: Final = [_reached(place, inner) * A_FILE for place in range(8) for inner in range(64)]
"""The files reached from a file, repeated on all ranks."""
UPWARD: Final = [
    sum(1 << (8 * at) for at in range(8) if _reached(place, inner) >> at & 1)
    for place in range(8)
    for inner in range(64)
]
"""The ranks reached from a rank, on the a-file."""

LINE: Final = [0] * 4096
"""Of two squares (64 * one + other) in line the whole line, else nothing."""
BETWEEN: Final = [0] * 4096
"""Of two squares in line those between them."""
for _one in range(64):
    for _x, _y in _AROUND:
        _way = 0
        _whole = sum(BIT[s] for s in [_one, *_ray(_one, _x, _y), *_ray(_one, -_x, -_y)])
        for _other in _ray(_one, _x, _y):
            LINE[64 * _one + _other], BETWEEN[64 * _one + _other] = _whole, _way
            _way |= BIT[_other]
