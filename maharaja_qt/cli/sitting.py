"""One table of `maharaja host`, from its opening to its end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import secrets
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ai.registry import find_policy, policy_names
from core import record, texts
from core.faults import UserError
from core.game import Outcome
from core.options import parse
from core.registry import find_game
from maharaja_qt.cli import room_words
from maharaja_qt.cli.common import clean
from maharaja_qt.cli.net_common import (
    LOADER,
    Events,
    Stopped,
    address,
    copies,
    own_name,
    password,
    user_name,
    words,
)
from maharaja_qt.cli.preparing import prepare_aside
from maharaja_qt.cli.story import is_finished
from maharaja_qt.cli.visit import Visit, stops_when_told
from maharaja_qt.folders import games_folder, keyring_file
from net.guest import new_id
from net.guest_session import Who
from net.hosting import Hosted, Minds
from net.house import put_back
from net.keyring import Keyring
from net.own import own_addresses
from net.plan import Plan, fits
from net.seats import Slot, parse_seats

if TYPE_CHECKING:
    from core.record import Record

LAST_S: Final = 5.0
"""After the end, for players who have not seen it."""
LOOK_S: Final = 0.02
"""Between two looks at who has."""


class Sitting:
    """What the words of the command ask for. Raises `UserError` for what cannot be."""

    def __init__(self, args: argparse.Namespace, events: Events) -> None:
        self.args = args
        self.events = events
        self.stopped = False
        self.game = find_game(args.game, args.charts)
        self.words = texts.load(self.game)
        self.name = own_name(args.host) if args.host is not None else user_name()
        self.record: Path | None = args.resume
        self._begun = args.resume is not None
        self._over = asyncio.Event()
        self._failed = asyncio.Event()
        self._fault: UserError | None = None
        self._stuck = ""
        self._told_name = ""

    async def run(self) -> int:
        """Returns the exit code; `stopped` says that somebody or something stopped it."""
        args = self.args
        stops_when_told()
        charts = str(args.charts) if args.charts else None
        minds = Minds(self.game, args.game, LOADER, find_policy, charts=charts)
        plan = self._plan(minds)
        await prepare_aside("maharaja host", self.game, plan.options, policy_names(self.game))
        self.record = self.record or plan.record
        keyring = Keyring(keyring_file())
        hosted = Hosted(plan, minds, token=keyring.get(plan.table_id, self.name), resume=args.resume)
        keyring.put(plan.table_id, self.name, hosted.token)
        hosted.room.on_change = lambda event, facts: self._happened(hosted, event, facts)
        hosted.room.host_visit = 0 if args.headless else new_id()
        self._told_name = hosted.room.name
        hosted.on_listing = lambda: self._listed(hosted)
        try:
            await hosted.open(args.port)
        except UserError:
            await hosted.close()
            raise
        try:
            self._listening(hosted)
            await self._stay(hosted, keyring)
        except (asyncio.CancelledError, Stopped):
            self.stopped = True
        finally:
            await hosted.close("game-over" if self._over.is_set() else "host-ended")
        if self._fault is not None:
            raise self._fault
        if not self.stopped and not self._over.is_set() and self._begun:
            self.events.tell("saved", f"The table is closed{self.saved()}", record=str(self.record))
        elif self.stopped and self._begun:
            self.events.tell("saved", "", record=str(self.record))
        return 0

    def saved(self) -> str:
        """Where the game is and how to go on with it, if it has begun."""
        if not self._begun or self.record is None:
            return ""
        file = clean(str(self.record))
        if self._over.is_set():
            return f"; the game is over and recorded in {file}"
        quoted = _quoted(file)
        if self._stuck:
            return (
                f"; the record could not be written any more ({self._stuck}): what was played until then is "
                f"in {file}; go on with: maharaja host {self.args.game} --resume {quoted}"
            )
        return f"; the game is saved in {file}; go on with: maharaja host {self.args.game} --resume {quoted}"

    # Before it opens.

    def _plan(self, minds: Minds) -> Plan:
        args, game = self.args, self.game
        secret = password(args.password_file)
        plan = Plan(
            game=game,
            spec=args.game,
            name=f"{self.name}'s table",
            host=self.name,
            table_id=secrets.token_hex(16),
            options={},
            slots=[],
            auto_start=args.headless,
        )
        if args.resume is not None:
            found = self._to_resume()
            header = found.header
            plan.table_id, plan.options, plan.record = header.table, header.options, args.resume
            put_back(plan, found)
            self._set(plan, secret)
            minds.check_stand_in(plan.rules.after_drop)
            return plan
        self._set(plan, secret)
        minds.check_stand_in(plan.rules.after_drop)
        plan.options = parse(game.meta.options, args.option)
        seats = [word.strip() for word in args.seats.split(",")] if args.seats is not None else None
        try:
            plan.slots = parse_seats(seats, game.meta.seats, minds.check)
            if seats is None:
                plan.slots = _usual(plan)
        except UserError as fault:
            raise UserError(f"--seats: {fault}") from None
        plan.record = self._folder() / f"{game.meta.id}-{plan.table_id[:8]}.maharaja"
        return plan

    def _set(self, plan: Plan, secret: str) -> None:
        """What the command says holds at the table; the rest is as it was, or as usual."""
        args = self.args
        given = {
            "after_drop": args.after_drop,
            "grace_ms": None if args.grace is None else args.grace * 1_000,
            "limit_ms": None if args.limit is None else args.limit * 1_000,
            "pace_ms": args.pace,
            "watchers": args.watchers,
        }
        plan.rules = replace(plan.rules, **{name: to for name, to in given.items() if to is not None})
        plan.name = args.name or plan.name
        plan.password = secret
        if args.no_password:
            plan.verifier = b""

    def _to_resume(self) -> Record:
        """The record that is to be gone on with, if it can be; nothing is written yet."""
        args, file = self.args, self.args.resume
        fixed = [flag for flag in ("seats", "option", "record") if getattr(args, flag)]
        if fixed:
            raise UserError(f"--{fixed[0]} does not go with --resume: the record says it")
        found = record.read(file)
        if found.header.game != args.game:
            raise UserError(f"{file}: this is a record of {found.header.game!r}, not of {args.game!r}")
        if is_finished(found):
            raise UserError(f"{file}: that game is over; `maharaja replay` tells it")
        return found

    def _folder(self) -> Path:
        folder: Path = self.args.record or games_folder()
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder}: that is no folder for records")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UserError(f"{folder}: {fault.strerror}") from None
        return folder

    # While it is open.

    async def _stay(self, hosted: Hosted, keyring: Keyring) -> None:
        if not self.args.headless:
            ends = ("127.0.0.1", "::1")
            find = copies(self.args.game, self.args.charts)
            visit = Visit(ends, hosted.port, Who(self.name), find, keyring, self.events)
            visit.number = hosted.room.host_visit
            await visit.run()
            return
        closings = [
            asyncio.ensure_future(event.wait()) for event in (hosted.server.closed, self._over, self._failed)
        ]
        try:
            await asyncio.wait(closings, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for closing in closings:
                closing.cancel()
        if self._failed.is_set():
            return
        if self._over.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LAST_S):
                    await self._heard(hosted)

    async def _heard(self, hosted: Hosted) -> None:
        """Until all who have a seat have seen how it ended, also who has lost the connection just then."""
        play = hosted.room.play
        assert play is not None
        owners = [slot.owner for slot in hosted.room.slots if slot.owner is not None]
        while any(owner.seen < play.table.n for owner in owners) and not hosted.server.closed.is_set():
            await asyncio.sleep(LOOK_S)

    def _listening(self, hosted: Hosted) -> None:
        room = hosted.room
        addresses = list(own_addresses())
        where = ", ".join(address(a, hosted.port) for a in addresses)
        self.events.tell(
            "listening",
            [
                f"{room.name} ({self.game.meta.title}) is open on port {hosted.port}.",
                f"Others type: maharaja join {_quoted(room.name)} --as NAME"
                + (f"; by address: {where}" if where else ""),
            ],
            port=hosted.port,
            table=room.plan.table_id,
            name=room.name,
            addresses=addresses,
        )
        if room.play is not None:
            if (mended := room.play.table.journal.mended) is not None:
                whole = {"lines": mended.lines, "first": mended.first, "copy": str(mended.copy)}
                self.events.tell("mended", self.words.say("host", "mended", whole), **whole)
            self._happened(hosted, "started", {"record": str(self.record or ""), "resumed": True})

    def _listed(self, hosted: Hosted) -> None:
        """How the table stands in the network's list, if not as it was meant to."""
        beacon, name = hosted.beacon, hosted.room.name
        if beacon.state not in ("listed", "unlisted"):
            return
        sentences: list[str] = []
        told, self._told_name = self._told_name, name
        if name not in (told, hosted.room.called):
            sentences.append(words(self.words, "network", "renamed", (("name", name),)))
        if beacon.notice:
            sentences.append(words(self.words, "network", beacon.notice, ()))
        self.events.tell(
            "listed", sentences, listed=beacon.state == "listed", name=name, notice=beacon.notice
        )

    def _happened(self, hosted: Hosted, event: str, facts: Mapping[str, object]) -> None:
        if event == "failed":
            # Nobody sits here who could mend it.
            self._fault = UserError(self.words.say("refusal", str(facts["code"]), facts))
            self._failed.set()
            return
        lines = [self.words.say("host", event, facts)] if self.args.headless else []
        if event == "stuck":
            self._stuck = str(facts["why"])
        elif event == "started":
            self._begun = True
        elif event == "ended":
            outcome = Outcome(**facts)  # type: ignore[arg-type]  # the room gives the fields of one
            facts = {**room_words.result_facts(outcome, self.words), "record": str(self.record or "")}
            players = [slot.label for slot in hosted.room.slots]
            lines += room_words.final(outcome, players, self.words) if lines else []
            self._over.set()
        self.events.tell(event, lines, **facts)


def _usual(plan: Plan) -> list[Slot]:
    """All seats open, in the usual number, or the first that goes with the options."""
    for count in plan.game.meta.seats:
        plan.slots = [Slot() for _ in range(count)]
        with contextlib.suppress(UserError):
            fits(plan)
            return plan.slots
    return [Slot() for _ in range(plan.game.meta.seats[0])]


def _quoted(text: str) -> str:
    """As one word of a command; in double quotes if that will do, for they are read everywhere."""
    if re.fullmatch(r"[\w./:\\-]+", text):
        return text
    return shlex.quote(text) if re.search(r'["$`\\!]', text) else f'"{text}"'
