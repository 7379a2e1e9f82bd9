"""The board file as typed structs, just as it is written."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from core.kit.datafile import Faults, nearest, parse, read_struct, read_text

BOARD = "board.toml"
OTHER_FILES = ("rules.toml", "rulings.toml", "texts.toml")

Percent = Annotated[int, Meta(ge=0, le=100)]


class _Entry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of the file; an unknown key in it is a fault."""


class StartEntry(_Entry):
    """Where all begin (2)."""

    name: str
    x: Percent
    y: Percent


class CityEntry(_Entry):
    """A city with a palace garden (1)."""

    label: ClassVar[str] = "name"
    name: str
    colour: str
    x: Percent
    y: Percent


class RoadEntry(_Entry):
    """A road and its villages, in order from the first end (12)."""

    ends: list[str]
    villages: list[str]


class BoardFile(_Entry):
    """The board (1, 12)."""

    format: Literal[1]
    start: StartEntry
    city: list[CityEntry]
    road: list[RoadEntry]


def read_board(directory: Traversable | Path | None, faults: Faults) -> tuple[BoardFile | None, object]:
    """The board of the directory, ours if it has none, and the file's content as parsed."""
    own: dict[str, Traversable | Path] = {}
    if directory is not None and directory.is_dir():
        own = {item.name: item for item in directory.iterdir() if item.is_file()}
    elif directory is not None:
        faults.add(directory.name, "folder", "is not there", f"a folder with {BOARD}")
    for name in sorted(own):
        if name.endswith(".toml") and name not in (BOARD, *OTHER_FILES):
            faults.add(name, "file", "not a file of the board", BOARD + nearest(name, [BOARD]))
    text = read_text(own.get(BOARD, files("resources") / "palaces" / BOARD), faults)
    raw = None if text is None else parse(text, BOARD, faults)
    return (None if raw is None else read_struct(BoardFile, raw, BOARD, "", faults)), raw
