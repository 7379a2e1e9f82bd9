"""The three levels of judgement, as data (levels.toml says what each figure means)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ai.empires.data import read


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat of a level takes into account."""

    positions: int
    plans: int
    joint: bool
    ranges: bool
    retreats: bool
    spans: int
    harm: float
    leader: float
    army: float
    title: float
    least: float
    chance: float


@lru_cache(maxsize=1)
def levels() -> dict[str, Level]:
    """By name."""
    return read("levels.toml", dict[str, Level])
