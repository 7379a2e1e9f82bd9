"""Finding games: those of this program by id, anybody's own by module:object."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from pathlib import Path

from core import games
from core.faults import UserError
from core.game import AnyGame, Game


def game_ids() -> list[str]:
    """The ids of the games that come with the program."""
    return sorted(found.name for found in pkgutil.iter_modules(games.__path__))


def find_game(spec: str, charts: Path | None = None) -> AnyGame:
    """The game with this id, or the object MODULE:OBJECT names (looked up from the current folder too).

    `charts` is a folder of somebody's own charts to play it with. Raises `UserError`.
    """
    if ":" not in spec:
        if spec not in game_ids():
            known = ", ".join(game_ids()) or "none yet"
            raise UserError(f"there is no game {spec!r}; known: {known}; or give MODULE:OBJECT")
        found: object = importlib.import_module(f"{games.__name__}.{spec}").game
    else:
        found = load(spec, "game")
    if not isinstance(found, Game):
        raise UserError(f"{spec!r} is no game but a {type(found).__name__}")
    if charts is None:
        return found
    if not charts.is_dir():
        raise UserError(f"{charts}: there is no such folder of charts")
    return found.with_charts(charts)


def load(spec: str, what: str) -> object:
    """What MODULE:ATTRIBUTE names, also in the current folder. `UserError` says what it was to be.

    This runs the code of that module: never call it with a name nobody chose.
    """
    module_name, _, attribute = spec.partition(":")
    if (here := os.getcwd()) not in sys.path:  # noqa: PTH109 - sys.path holds strings
        # At the end: a folder that happens to hold another `core` must not hide ours.
        sys.path.append(here)
    try:
        found: object = getattr(importlib.import_module(module_name), attribute)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        # Whatever somebody's own module does wrong when imported is theirs to mend.
        raise UserError(f"the {what} {spec!r} cannot be loaded: {type(fault).__name__}: {fault}") from None
    return found
