"""Finding policies: `random` for every game, a game's own by name, anybody's own by module:attribute.

A game's own live in `ai/<id of the game>/`: each module there with a `make` is a policy of its name. It may
say its `STRENGTH`, a number by which the lists are ordered (0 if it does not). What takes long once on a
computer is done by a `prepare(tell)` of the policy's module, if it has one.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, cast

import ai
from core.faults import UserError
from core.game import AnyGame, Tell
from core.options import OptionValue, complete
from core.policy import PolicyMaker
from core.registry import load

_GENERIC: Final = {"random": "ai.random_play:make"}


def policy_names(game: AnyGame) -> list[str]:
    """The names of all policies that can play this game, the generic ones first, then by strength."""
    own = [name for name in _own(game) if hasattr(_module(game, name), "make")]
    return [*_GENERIC, *sorted(own, key=lambda name: getattr(_module(game, name), "STRENGTH", 0))]


def levels(game: AnyGame) -> list[str]:
    """The players worth a seat, the weakest first: those that say their strength, else all the game has."""
    own = [name for name in policy_names(game) if name not in _GENERIC]
    return [name for name in own if getattr(_module(game, name), "STRENGTH", 0)] or own or [*_GENERIC]


def usual_policy(game: AnyGame) -> str:
    """Who takes a seat when nobody says who: the middle one of the levels."""
    found = levels(game)
    return found[len(found) // 2]


def find_policy(name: str, game: AnyGame) -> PolicyMaker:
    """The maker behind a name, or behind MODULE:ATTRIBUTE (looked up from the current folder too).

    Raises `UserError`.
    """
    if ":" not in name and name not in _GENERIC and name not in policy_names(game):
        known = ", ".join(policy_names(game))
        raise UserError(
            f"there is no policy {name!r} for {game.meta.title}; known: {known}; or give MODULE:ATTRIBUTE"
        )
    found = load(_spec(name, game), "policy")
    if not callable(found):
        raise UserError(f"the policy {name!r} cannot be called: it is a {type(found).__name__}")
    return cast("PolicyMaker", found)


def prepare(game: AnyGame, options: Mapping[str, OptionValue], names: Iterable[str], tell: Tell) -> None:
    """Does what takes long once on a computer for this game and these policies; see `Game.prepare`."""
    game.prepare(complete(game.meta.options, options), tell)
    for name in dict.fromkeys(names):
        find_policy(name, game)
        module = sys.modules[_spec(name, game).partition(":")[0]]
        if hasattr(module, "prepare"):
            module.prepare(tell)


def _spec(name: str, game: AnyGame) -> str:
    return name if ":" in name else _GENERIC.get(name, f"ai.{game.meta.id}.{name}:make")


def _own(game: AnyGame) -> list[str]:
    folders = [str(Path(folder) / game.meta.id) for folder in ai.__path__]
    return sorted(found.name for found in pkgutil.iter_modules(folders))


def _module(game: AnyGame, name: str) -> object:
    return importlib.import_module(f"ai.{game.meta.id}.{name}")
