"""A policy with something to do once on a computer."""

from ai.random_play import make
from core.game import Tell

__all__ = ["make", "prepare"]


def prepare(tell: Tell) -> None:
    """Takes a while, as far as anybody is told."""
    tell(0, 0)
    tell(1, 2)
