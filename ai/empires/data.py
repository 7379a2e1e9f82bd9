"""The data files of the players of the 1994 game."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read(name: str, kind: type[T]) -> T:
    """What a file beside this one says; `msgspec.ValidationError` if it is not of this kind."""
    text = files("ai.empires").joinpath(name).read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=kind)
