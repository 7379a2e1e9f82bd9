"""How often armies leave a battle after a round, by how it stands for them; learned from played games.

The tables are data (retreats.toml); the command that makes them is `maharaja tune empires --learn retreats`
(see `watching`).
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from ai.empires.data import read


class Habits(Struct, frozen=True, forbid_unknown_fields=True):
    """(len(chance),) each: the part of the defenders and of the attackers that leaves at such a chance."""

    chance: tuple[float, ...]
    defenders: tuple[float, ...]
    attackers: tuple[float, ...]


@lru_cache(maxsize=1)
def habits() -> Habits:
    """What the file says."""
    return read("retreats.toml", Habits)
