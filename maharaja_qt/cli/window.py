"""Opening the window from the command line, where there is a screen and its libraries are installed."""

from __future__ import annotations

import argparse
from importlib import util
from typing import TYPE_CHECKING

from core.faults import UserError

if TYPE_CHECKING:
    from core.game import AnyGame


def why_no_window() -> str:
    """Why no window can be opened here; '' if one can."""
    from maharaja_qt.cli.pictures import display

    try:
        installed = util.find_spec("PySide6") is not None
    except ImportError:
        installed = False
    if not installed:
        return "the window's libraries (PySide6) are not installed"
    if not display():
        return "there is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    return ""


def has_board(game: str) -> bool:
    """Has this game a board in the window?"""
    from core.registry import game_ids

    return (
        game in game_ids()
        and util.find_spec(f"maharaja_qt.{game}") is not None
        and (util.find_spec(f"maharaja_qt.{game}.presenter") is not None)
    )


def window_seats(text: str | None, game: AnyGame) -> tuple[str, ...]:
    """The seats from what a person typed, for a table in the window (see `Wish.seats`)."""
    from ai.registry import find_policy
    from maharaja_qt.cli.common import seat_names
    from maharaja_qt.tables import ME

    if text is None:
        return ()
    names = seat_names(text, game)
    for name in names:
        if name != ME:
            find_policy(name, game)
    return tuple(name if name == ME else f"ai:{name}" for name in names)


def open_window(args: argparse.Namespace) -> int:
    """`maharaja` alone: the start page."""
    from maharaja_qt.app import Start, run

    return run(Start(reset=args.reset_settings))


def open_table(args: argparse.Namespace) -> int:
    """`maharaja play` with a screen: a table, or a saved game, in the window."""
    from core.options import parse
    from core.registry import find_game
    from maharaja_qt.app import Start, run

    if args.load is not None and not args.load.is_file():
        raise UserError(f"{args.load}: there is no such file")
    game = find_game(args.game)
    options = parse(game.meta.options, args.option)
    seats = window_seats(args.seats, game)
    start = Start(args.game, seats, tuple(options.items()), args.seed, args.load, reset=args.reset_settings)
    return run(start)
