"""`maharaja host`: a table that others on the network find and join."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from core.faults import UserError
from maharaja_qt.cli.common import Commands, add_charts, clean, complain, some_path, whole
from maharaja_qt.cli.net_common import LOADER, Events, add_json, add_password, password, user_name

if TYPE_CHECKING:
    from core.game import AnyGame
    from core.texts import Texts
    from net.hosting import Hosted, Minds
    from net.plan import Plan


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "host",
        help="open a table that others on the network find and join",
        description="Opens a table. Others see it with `maharaja find` and come with `maharaja join`.",
    )
    parser.add_argument("game", metavar="GAME", help="a game's id, or MODULE:OBJECT for one of your own")
    parser.add_argument("--name", help="what the table is called (default: yours)")
    parser.add_argument("--as", dest="host", metavar="NAME", help="what you are called (default: your login)")
    parser.add_argument(
        "--seats",
        metavar="SEAT,...",
        help="each `human`, `open` or `ai:POLICY`, in order (default: all open, as many as is usual)",
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="repeatable")
    parser.add_argument("--port", type=whole(1, 65535), help="the port to listen on (default: a free one)")
    add_password(parser)
    parser.add_argument("--headless", action="store_true", help="nobody sits here; it starts when it is full")
    parser.add_argument("--record", metavar="DIR", type=some_path, help="the folder for the record")
    parser.add_argument("--resume", metavar="FILE", type=some_path, help="go on with the game of this record")
    parser.add_argument(
        "--after-drop",
        metavar="WHAT",
        default="wait",
        help="what becomes of the seat of somebody who is gone: `wait`, `save` (and stop) or a policy",
    )
    parser.add_argument("--grace", metavar="S", type=whole(0, 86_400), default=60, help="seconds before that")
    parser.add_argument("--limit", metavar="S", type=whole(0, 86_400), default=0, help="seconds a decision")
    parser.add_argument(
        "--pace",
        metavar="MS",
        type=whole(0, 60_000),
        default=0,
        help="ms between actions of computer players",
    )
    parser.add_argument("--no-watchers", action="store_true", help="nobody only watches")
    add_charts(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Hosts until the game is over, or somebody stops it."""
    from core import texts
    from core.registry import find_game
    from net.hosting import Minds

    game = find_game(args.game, args.charts)
    words = texts.load(game)
    from ai.registry import find_policy

    charts = str(args.charts) if args.charts else None
    events = Events(as_json=args.json)
    try:
        return asyncio.run(_Sitting(args, game, words, events).run(
            lambda: Minds(game, args.game, LOADER, find_policy, charts=charts)
        ))  # fmt: skip
    except UserError as fault:
        if args.json:
            events.tell("error", "", why=str(fault))
        raise


class _Sitting:
    """One table from its opening to its end."""

    def __init__(self, args: argparse.Namespace, game: AnyGame, words: Texts, events: Events) -> None:
        self.args = args
        self.game = game
        self.words = words
        self.events = events
        self.record: Path | None = None
        self.ended = asyncio.Event()

    async def run(self, make: object) -> int:
        """Returns the exit code."""
        from maharaja_qt.folders import keyring_file
        from net.hosting import Hosted
        from net.keyring import Keyring

        assert callable(make)
        minds: Minds = make()
        plan = self._plan(minds)
        name = self.args.host or user_name()
        keyring = Keyring(keyring_file())
        hosted = Hosted(plan, minds, token=keyring.get(plan.table_id, name), resume=self.args.resume)
        keyring.put(plan.table_id, name, hosted.token)
        hosted.room.on_change = self._happened
        self.record = self.args.resume or plan.record
        with contextlib.suppress(NotImplementedError):
            task = asyncio.current_task()
            assert task is not None
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        await hosted.open(self.args.port)
        try:
            self._listening(hosted)
            await self._stay(hosted, keyring, name)
        except asyncio.CancelledError:
            await asyncio.shield(hosted.close())
            raise KeyboardInterrupt(self._saved(hosted)) from None
        await hosted.close("game-over" if self.ended.is_set() else "host-ended")
        return 0

    def _plan(self, minds: Minds) -> Plan:
        from core import record
        from core.options import parse
        from maharaja_qt.folders import games_folder
        from net import messages as m
        from net.plan import Plan
        from net.seats import parse_seats

        args, game = self.args, self.game
        if args.after_drop not in ("wait", "save"):
            minds.check(args.after_drop)
        host = args.host or user_name()
        table_id = secrets.token_hex(16)
        options = parse(game.meta.options, args.option)
        if args.resume is not None:
            header = record.read(args.resume).header
            if header.game != args.game:
                raise UserError(f"{args.resume}: this is a record of {header.game!r}, not of {args.game!r}")
            table_id, options = header.table, header.options
        file = None if args.resume is not None else (args.record or games_folder())
        if file is not None:
            try:
                file.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise UserError(f"{file}: {fault.strerror}") from None
            file = file / f"{game.meta.id}-{table_id[:8]}.maharaja"
        words = args.seats.split(",") if args.seats is not None else None
        return Plan(
            game=game,
            spec=args.game,
            name=args.name or f"{host}'s table",
            host=host,
            table_id=table_id,
            options=options,
            slots=parse_seats([w.strip() for w in words] if words else None, game.meta.seats, minds.check),
            rules=m.Rules(
                args.after_drop, args.grace * 1_000, args.limit * 1_000, args.pace, not args.no_watchers
            ),
            password=password(args.password_file),
            auto_start=args.headless,
            record=file,
        )

    def _listening(self, hosted: Hosted) -> None:
        from net.own import own_addresses

        addresses = list(own_addresses())
        self.events.tell(
            "listening",
            f"{hosted.room.name} is open on port {hosted.port}; by address: "
            + (", ".join(f"{'[' + a + ']' if ':' in a else a}:{hosted.port}" for a in addresses) or "none"),
            port=hosted.port,
            table=hosted.room.plan.table_id,
            name=hosted.room.name,
            addresses=addresses,
        )

    async def _stay(self, hosted: Hosted, keyring: object, name: str) -> None:
        if self.args.headless:
            closing = asyncio.ensure_future(hosted.server.closed.wait())
            ended = asyncio.ensure_future(self.ended.wait())
            await asyncio.wait({closing, ended}, return_when=asyncio.FIRST_COMPLETED)
            closing.cancel()
            ended.cancel()
            return
        from maharaja_qt.cli.console import sit
        from net.keyring import Keyring

        assert isinstance(keyring, Keyring)
        await sit(("127.0.0.1",), hosted.port, name, keyring, self.args, self.events)

    def _happened(self, event: str, facts: Mapping[str, object]) -> None:
        sentence = self.words.say("host", event, facts) if self.args.headless else ""
        if event == "ended":
            self.ended.set()
        self.events.tell(event, sentence, **facts)

    def _saved(self, hosted: Hosted) -> str:
        if self.record is None or hosted.room.play is None:
            return ""
        if not self.args.json:
            complain("maharaja host", f"the game is saved in {self.record}")
        self.events.tell("saved", "", record=str(self.record))
        return f"; go on with: maharaja host {self.args.game} --resume {clean(str(self.record))}"
