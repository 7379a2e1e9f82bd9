"""`maharaja join`: a seat at somebody's table, for a person at this terminal or for a policy."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.faults import UserError
from maharaja_qt.cli.common import Commands, add_charts, some_path, whole
from maharaja_qt.cli.net_common import (
    Events,
    Stopped,
    add_json,
    add_password,
    copies,
    own_name,
    password,
)

if TYPE_CHECKING:
    from core.game import AnyGame
    from net import messages as m


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "join",
        help="sit down at a table on the network",
        description="Joins a table, comes back after every break, and stays until the game is over.",
    )
    parser.add_argument("target", metavar="TARGET", help="a name or id that `find` shows, or ADDRESS[:PORT]")
    parser.add_argument(
        "--as", dest="name", metavar="NAME", required=True, help="what you are called at the table"
    )
    seat = parser.add_mutually_exclusive_group()
    seat.add_argument("--seat", metavar="N", type=whole(0, 7), help="the seat you want, counted from 0")
    seat.add_argument("--watch", action="store_true", help="only watch")
    parser.add_argument(
        "--policy", metavar="P", help="let this policy play, such as `random` or MODULE:ATTRIBUTE: a robot"
    )
    parser.add_argument("--headless", action="store_true", help="with --policy: tell nothing but the end")
    parser.add_argument(
        "--game", metavar="MODULE:OBJECT", help="your copy of the game, for a table whose game is no id"
    )
    parser.add_argument(
        "--keyring",
        metavar="FILE",
        type=some_path,
        help="where the tokens are kept that prove which seats are yours (default: among your data)",
    )
    add_charts(parser)
    add_password(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays until it is over."""
    import asyncio

    events = Events(as_json=args.json)
    try:
        if args.headless and args.policy is None:
            raise UserError("--headless needs --policy: who else would play?")
        if args.watch and args.policy is not None:
            raise UserError("--policy needs a seat and does not go with --watch")
        return asyncio.run(_join(args, password(args.password_file), events))
    except UserError as fault:
        events.fault(fault)
        raise
    except Stopped as stop:
        raise KeyboardInterrupt(str(stop)) from None
    except asyncio.CancelledError:  # told to stop before it came in
        raise KeyboardInterrupt from None


async def _join(args: argparse.Namespace, secret: str, events: Events) -> int:
    from maharaja_qt.cli.target import where
    from maharaja_qt.cli.visit import Visit, stops_when_told
    from maharaja_qt.folders import keyring_file
    from net.guest_session import Who
    from net.keyring import Keyring

    stops_when_told()
    name = own_name(args.name)
    addresses, port = await where(args.target)
    find = copies(args.game, args.charts)
    if args.policy:
        await _get_ready(addresses, port, find, args.policy)
    await Visit(
        addresses,
        port,
        Who(name, secret, args.watch, robot=bool(args.policy), seat=-1 if args.seat is None else args.seat),
        find,
        Keyring(args.keyring or keyring_file()),
        events,
        policy=args.policy or "",
        quiet=args.headless,
    ).run()
    return 0


async def _get_ready(
    addresses: Sequence[str], port: int, find: Callable[[m.Welcome], AnyGame | None], policy: str
) -> None:
    """What the policy needs is done before it comes in: afterwards its clock may run."""
    from maharaja_qt.cli.preparing import prepare_aside
    from net.messages import Welcome
    from net.probe import ask
    from net.wire import BadFrame

    try:
        welcome = await ask(addresses, port)
    except (UserError, BadFrame, OSError):
        return  # whoever comes in hears why
    game = find(welcome) if isinstance(welcome, Welcome) else None
    if game is not None:
        await prepare_aside("maharaja join", game, {}, (policy,))
