"""`maharaja find`: the tables on this network."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Final

from maharaja_qt.cli.common import Commands, table, whole
from maharaja_qt.cli.net_common import address, words

if TYPE_CHECKING:
    from net.finder import Found

LOOK_S: Final = 3


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "find",
        help="list the tables on this network",
        description="Listens for tables on this network and lists those that answer.",
    )
    parser.add_argument(
        "--seconds", metavar="S", type=whole(1, 3600), default=LOOK_S, help="how long to look"
    )
    parser.add_argument("--json", action="store_true", help="one JSON list, for programs")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Looks and lists."""
    import asyncio

    found, notice = asyncio.run(_look(args.seconds))
    if args.json:
        print(json.dumps([_data(row) for row in found]))
        return 0
    if notice:
        print(words(None, "network", notice, ()))
    if not found:
        print("No table answers on this network. If there is one, its host can read you its address:")
        print("maharaja join ADDRESS:PORT --as NAME")
        return 0
    rows = [
        [
            row.name, row.game_title or row.game, row.host or "?", str(row.seats_free),
            "yes" if row.locked else "no", _version(row), address(row.addresses[0], row.port),
        ]
        for row in found
    ]  # fmt: skip
    print("\n".join(table(("name", "game", "host", ">free", "locked", "version", "address"), rows)))
    return 0


async def _look(seconds: int) -> tuple[list[Found], str]:
    import asyncio

    from net.finder import Finder
    from net.probe import details

    finder = Finder(probe=details)
    await finder.start()
    try:
        await asyncio.sleep(seconds)
    finally:
        await finder.stop()
    return [row for row in finder.tables if row.answering], finder.notice


def _version(row: Found) -> str:
    """The program's; and if one cannot join with it, those of the protocol on both sides."""
    from net.messages import PROTOCOL

    own = row.protocol == PROTOCOL
    return (row.version or "?") + ("" if own else f" (protocol {row.protocol}, yours is {PROTOCOL})")


def _data(row: Found) -> dict[str, object]:
    return {
        "id": row.id, "name": row.name, "game": row.game, "host": row.host,
        "addresses": list(row.addresses), "port": row.port, "seats_free": row.seats_free,
        "protocol": row.protocol, "locked": row.locked,
    }  # fmt: skip
