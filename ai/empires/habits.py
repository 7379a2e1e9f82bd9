"""How often armies leave a battle after a round, by how it stands for them; learned from played games.

The tables are data (retreats.toml); the command that makes them is `maharaja tune empires --learn retreats`
(see `watching`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple


class Habits(NamedTuple):
    """(len(chance),) each: the part of the defenders and of the attackers that leaves at such a chance."""

    chance: tuple[float, ...]
    defenders: tuple[float, ...]
    attackers: tuple[float, ...]


@lru_cache(maxsize=1)
def habits() -> Habits:
    """What the file says."""
    found = tomllib.loads(files("ai.empires").joinpath("retreats.toml").read_text(encoding="utf-8"))
    return Habits(*(tuple(found[name]) for name in Habits._fields))
