"""Random play: for trying a game out, for the fuzzer, and as the weakest opponent there is."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from core.game import AnyGame, Pending
from core.legal import Legal


class RandomPlay:
    """Answers with a random legal action and never makes a claim (so it neither resigns nor stalls)."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        """A sample of the offers."""
        return legal.sample(self._rng)


def make(game: AnyGame, seat: int, rng: Random) -> RandomPlay:  # noqa: ARG001
    """Plays any game."""
    return RandomPlay(rng)
