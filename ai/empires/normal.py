"""The level `normal`; levels.toml says what it takes into account."""

from __future__ import annotations

from random import Random
from typing import Final

from ai.empires.player import Player, player
from core.game import AnyGame

STRENGTH: Final = 2


def make(game: AnyGame, seat: int, rng: Random) -> Player:  # noqa: ARG001 - what every policy is made from
    """Plays any set-up; its answers follow from the position alone."""
    return player(game, "normal")
