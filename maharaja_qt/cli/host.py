"""`maharaja host`: a table that others on the network find and join."""

from __future__ import annotations

import argparse

from core.faults import UserError
from maharaja_qt.cli.common import Commands, add_charts, add_options, some_path, whole
from maharaja_qt.cli.net_common import Events, add_json, add_password

DAY_S = 86_400


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "host",
        help="open a table that others on the network find and join",
        description="Opens a table. Others see it with `maharaja find` and come with `maharaja join`. Ctrl-C "
        "saves the game and says how to go on with it.",
    )
    parser.add_argument("game", metavar="GAME", help="a game's id, or MODULE:OBJECT for one of your own")
    parser.add_argument("--name", help="what the table is called (default: after you)")
    parser.add_argument("--as", dest="host", metavar="NAME", help="what you are called (default: your login)")
    parser.add_argument(
        "--seats",
        metavar="SEAT,...",
        help="each `open` or `human` (a person or robot will take it) or `ai:POLICY`, in order (default: "
        "all open, in the game's usual number)",
    )
    add_options(parser)
    parser.add_argument(
        "--port", type=whole(1, 65535), help="the port to listen on (default: 24851 or the next that is free)"
    )
    secret = parser.add_mutually_exclusive_group()
    add_password(secret)
    secret.add_argument(
        "--no-password", action="store_true", help="with --resume: nobody needs the password of before"
    )
    parser.add_argument(
        "--headless",
        action="store_true",
        help="nobody sits here: the game starts when all seats are taken, and its end ends the table",
    )
    parser.add_argument(
        "--record", metavar="DIR", type=some_path, help="the folder for the record (default: among your data)"
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        type=some_path,
        help="go on with the game of this record; everybody has the seat they had, and what was set for "
        "the table (name, password, bans, all below) holds unless it is given anew",
    )
    parser.add_argument(
        "--after-drop",
        metavar="WHAT",
        help="what becomes of the seat of somebody who is gone: `wait` (default), `save` (and stop), or a "
        "policy that plays until they are back, as long as anybody who plays (or the host) is there",
    )
    parser.add_argument(
        "--grace", metavar="S", type=whole(0, DAY_S), help="seconds before that (default: 60)"
    )
    parser.add_argument(
        "--limit",
        metavar="S",
        type=whole(0, DAY_S),
        help="seconds for each decision of a person (default: 0, no limit)",
    )
    parser.add_argument(
        "--pace",
        metavar="MS",
        type=whole(0, 60_000),
        help="ms between actions of computer players while people look on (default: 0)",
    )
    parser.add_argument(
        "--watchers",
        action=argparse.BooleanOptionalAction,
        help="may people come only to watch? (default: they may)",
    )
    add_charts(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Hosts until the game is over, or somebody stops it."""
    import asyncio

    from maharaja_qt.cli.sitting import Sitting

    events = Events(as_json=args.json)
    try:
        sitting = Sitting(args, events)
        code = asyncio.run(sitting.run())
    except UserError as fault:
        events.fault(fault)
        raise
    if sitting.stopped:
        raise KeyboardInterrupt(sitting.saved())
    return code
