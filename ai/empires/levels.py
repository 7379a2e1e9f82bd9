"""The three levels of judgement, as data (levels.toml says what each figure means)."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec


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
    text = files("ai.empires").joinpath("levels.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, Level])
