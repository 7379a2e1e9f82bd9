"""What is told of a saved game before it is opened."""

from __future__ import annotations

from msgspec import Struct


class Glance(Struct, frozen=True):
    """A saved game in two lines, with the colours of its seats."""

    title: str
    note: str
    colours: tuple[str, ...]
    over: bool
