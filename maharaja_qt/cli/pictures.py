"""Pictures of a game's board, where the game has one and the window's libraries are installed."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from importlib import util
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from core.game import AnyGame

Painter: TypeAlias = Callable[[Struct, Path, AnyGame, Path | None], None]
"""Draws a view to a file; the game, and the folder of its charts if they are one's own."""


def display() -> bool:
    """Is there a screen to open a window on?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def painter(game: AnyGame) -> Painter | None:
    """What draws a view of this game to a file, or None."""
    module = f"maharaja_qt.{game.meta.id}.picture"
    try:
        if util.find_spec("PySide6") is None or util.find_spec(module) is None:
            return None
        save = importlib.import_module(module).save_picture
    except ImportError:  # not installed, or without the system's own libraries
        return None
    return lambda view, path, of, charts: save(view, path, game=of, charts=charts)
