"""A module that is written like the move generator, and soon compiled."""

from __future__ import annotations

from core.games.chess.moves import lsb
from core.games.chess.tables import ONE, Squares


def second(squares: Squares) -> int:
    """The second square of a set."""
    return lsb(squares & (squares - ONE))
