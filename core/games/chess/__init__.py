"""Maharajah chess: chess with compound pieces, armies of one's own and a hidden set-up."""

from core.games.chess.rules import game

__all__ = ["game"]
