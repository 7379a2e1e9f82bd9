"""Counting sequences of legal moves (perft), the usual proof of a move generator (6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.games.chess import moves
from core.games.chess.compiled import fast, numbers, sets
from core.games.chess.position import Position

_AT_ONCE: Final = 4
"""Compiled code cannot be interrupted: more moves than this are counted piece by piece."""


def count_sequences(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal moves lead on from here."""
    if depth == 0:
        return 1
    if depth > _AT_ONCE:
        return sum(nodes for _, nodes in divide(position, depth))
    return int(fast(moves.perft)(sets(position.bits), numbers(position.info), depth))


def divide(position: Position, depth: int) -> Iterator[tuple[int, int]]:
    """(move, how many sequences of `depth` moves begin with it) for every legal move."""
    for move in position.legal():
        yield move, count_sequences(position.after(move), depth - 1)
