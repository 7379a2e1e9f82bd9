"""`maharaja join`: a seat at somebody's table, for a person at this terminal or for a policy."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import signal
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import Commands, add_charts, some_path, whole
from maharaja_qt.cli.net_common import Events, add_json, add_password, copies, password, words

if TYPE_CHECKING:
    from net.dial import Target

LOOK_S: Final = 4.0
"""How long a name is looked for on the network."""
GOOD_ENDS: Final = ("left", "host-ended", "game-over", "saved-after-drop")


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "join",
        help="sit down at a table on the network",
        description="Joins a table, comes back after every break, and stays until the game is over.",
    )
    parser.add_argument("target", metavar="TARGET", help="a name or id that `find` shows, or ADDRESS:PORT")
    parser.add_argument("--as", dest="name", metavar="NAME", required=True, help="what you are called")
    seat = parser.add_mutually_exclusive_group()
    seat.add_argument("--seat", metavar="N", type=whole(0, 7), help="the seat you want, counted from 0")
    seat.add_argument("--watch", action="store_true", help="only watch")
    parser.add_argument("--policy", metavar="P", help="let this policy play: a robot")
    parser.add_argument("--headless", action="store_true", help="with --policy: print nothing but the end")
    parser.add_argument("--game", metavar="MODULE:OBJECT", help="your copy of a table's game of one's own")
    parser.add_argument("--keyring", metavar="FILE", type=some_path, help="where your seats' tokens are kept")
    add_charts(parser)
    add_password(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays until it is over."""
    if args.headless and args.policy is None:
        raise UserError("--headless needs --policy: who else would play?")
    secret = password(args.password_file)
    events = Events(as_json=args.json)
    try:
        return asyncio.run(_join(args, secret, events))
    except UserError as fault:
        if args.json:
            events.tell("error", "", why=str(fault))
        raise


async def _join(args: argparse.Namespace, secret: str, events: Events) -> int:
    from maharaja_qt.cli.console import sit
    from maharaja_qt.cli.robot import Robot
    from maharaja_qt.folders import keyring_file
    from net.dial import dial
    from net.guest import Guest
    from net.guest_session import Who
    from net.keyring import Keyring

    with contextlib.suppress(NotImplementedError):
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    addresses, port = await _where(args.target)
    keyring = Keyring(args.keyring or keyring_file())
    if args.policy is None:
        return await sit(addresses, port, args.name, keyring, args, events, secret)
    robot = Robot(args.policy, events, lambda: None)

    async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(sock=await dial(addresses, port))

    who = Who(args.name, secret, args.watch, robot=True, seat=-1 if args.seat is None else args.seat)
    guest = robot.guest = Guest(connect, who, robot, copies(args.game, args.charts), keyring)
    bye = await guest.run()
    sentence = words(None, "bye", bye.code, bye.params)
    events.tell("left", "" if args.headless else sentence, code=bye.code, why=sentence)
    if bye.code not in GOOD_ENDS:
        raise UserError(sentence)
    return 0


async def _where(text: str) -> tuple[tuple[str, ...], int]:
    """The addresses and port of a table. Raises `UserError`."""
    from net.dial import parse_target

    if re.search(r":\d+$", text) or re.fullmatch(r"[0-9.]+|\[.*\]|[0-9a-fA-F:]*:[0-9a-fA-F:]*(%\w+)?", text):
        target = parse_target(text)
        return (target.host,), target.port
    listed = await _listed(text)
    if listed is not None:
        return listed
    with contextlib.suppress(UserError):
        target = parse_target(text)
        if await _resolves(target):
            return (target.host,), target.port
    raise UserError(f"there is no table {text!r} on this network; its host can read you ADDRESS:PORT")


async def _listed(text: str) -> tuple[tuple[str, ...], int] | None:
    from net.finder import Finder
    from net.probe import details

    news = asyncio.Event()
    finder = Finder(news.set, probe=details)
    await finder.start()
    try:
        async with asyncio.timeout(LOOK_S):
            while True:
                named = [
                    row for row in finder.tables if text == row.id or text.casefold() == row.name.casefold()
                ]
                if len(named) > 1:
                    ids = ", ".join(row.id for row in named)
                    raise UserError(f"several tables are called {text!r}; join one by its id: {ids}")
                if named and named[0].answering:
                    return named[0].addresses, named[0].port
                await news.wait()
                news.clear()
    except TimeoutError:
        return None
    finally:
        await finder.stop()


async def _resolves(target: Target) -> bool:
    try:
        await asyncio.get_running_loop().getaddrinfo(target.host, target.port)
    except OSError:
        return False
    return True
