"""Policies for robots at a table."""

from random import Random

from msgspec import Struct

from ai.random_play import RandomPlay
from core.game import AnyGame, Pending
from core.legal import Legal


class Failing(RandomPlay):
    """Fails at its first question."""

    def choose(self, view: Struct, legal: Legal[Struct], pending: Pending) -> Struct:
        raise ZeroDivisionError("no idea")


def failing(game: AnyGame, seat: int, rng: Random) -> Failing:
    return Failing(rng)
