"""A person at a terminal: what happens is told in lines, and lines typed are chat or commands."""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from core import texts as core_texts
from core.faults import UserError
from core.game import CLAIM, Pending, Refusal
from maharaja_qt.cli.common import clean
from maharaja_qt.cli.net_common import Events, copies, words
from net import messages as m
from net.dial import dial
from net.guest import Guest, Lost
from net.guest_session import Who
from net.keyring import Keyring

if TYPE_CHECKING:
    from core.texts import Texts

SHOWN: Final = 20
"""Answers listed at once."""

HELP: Final = """\
  text                  say it to all            /who              people and seats
  /list                 what you may answer      /do N             answer number N of that list
  /undo                 your last step back      /vote yes|no      on what somebody proposes
  /takeback LINE        ask all to go back       /ready            you are ready to begin
  /sit N  /stand        take or leave a seat     /hand POLICY      let a policy play; /hand takes back
  /quit                 leave the table
of the host:
  /start [POLICY]       begin; open seats to a policy
  /seat N open|ai:P     /option NAME=VALUE       /swap N N         /lock 1|0
  /remove NO  /ban NO  /mute NO                  /stop             save and end"""


async def sit(
    addresses: Sequence[str],
    port: int,
    name: str,
    keyring: Keyring,
    args: argparse.Namespace,
    events: Events,
    secret: str = "",
) -> int:
    """Sits at a table until it is over or the person leaves. Raises `UserError` if it cannot come in."""

    async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(sock=await dial(addresses, port))

    watch, seat = getattr(args, "watch", False), getattr(args, "seat", None)
    terminal = Terminal(events)
    who = Who(name, secret, watch, seat=-1 if seat is None else seat)
    spec = getattr(args, "game", None)
    terminal.guest = guest = Guest(connect, who, terminal, copies(spec, args.charts), keyring)
    reading = _read_lines(terminal.typed)
    bye = await guest.run()
    reading()
    sentence = words(None, "bye", bye.code, bye.params)
    events.tell("left", sentence, code=bye.code, why=sentence)
    if not terminal.was_in:
        raise UserError(sentence)
    return 0


class Terminal:
    """Listens for a guest and does what its person types."""

    guest: Guest

    def __init__(self, events: Events) -> None:
        self.was_in = False
        self._events = events
        self._texts: Texts | None = None
        self._asked: dict[int, m.Update] = {}
        self._phase = ""
        self._listed: tuple[int, list[Struct]] = (0, [])
        self._tasks: set[asyncio.Task[None]] = set()

    # Told.

    def link(self, state: str, code: str, params: m.Params) -> None:
        """Comings and goings."""
        if state == "in":
            self.was_in = True
            game = self.guest.game
            self._texts = core_texts.load(game) if game is not None else None
            self._say("in", "You are in. /help lists what you can type.")
        elif state == "lost":
            self._say("lost", words(None, "network", "lost", ()))

    def room(self, row: m.RoomRow) -> None:
        """The room: only a new phase is told, all else when asked for."""
        if row.phase != self._phase:
            self._phase = row.phase
            self._say("room", words(None, "network", f"phase-{row.phase}", ()), phase=row.phase)

    def update(self, update: m.Update) -> None:
        """A question for one of this person's seats."""
        old = self._asked.get(update.seat)
        self._asked[update.seat] = update
        if self._texts is None:
            return
        for asked in update.asked:
            if old is None or asked not in old.asked:
                owed = Pending(update.seat, asked.decision, asked.kind, asked.subject)
                self._say("asked", f"{self._texts.pending(owed)} (/list)", seat=update.seat, kind=asked.kind)

    def heard(self, message: Struct) -> None:
        """What happened and what was said."""
        texts, game = self._texts, self.guest.game
        if texts is None or game is None:
            return
        match message:
            case m.Told(_, steps):
                for step in steps:
                    for event in step.events:
                        self._say("told", texts.event(game.codec.event.decode(event)), n=step.n)
            case m.Undone(_, to):
                self._say("undone", words(texts, "network", "undone", (("line", to + 1),)), to=to)
            case m.Chat(0, _, code, params):
                self._say("notice", words(texts, "notice", code, params), code=code)
            case m.Chat(by, text):
                self._say("chat", f"{self._name(by)}: {text}", by=by, text=text)
            case m.Pointed():
                pass

    def _say(self, event: str, sentence: str, **facts: object) -> None:
        self._events.tell(event, sentence, **facts)

    def _name(self, no: int) -> str:
        row = self.guest.row
        return next((p.name for p in row.people if p.no == no), "?") if row else "?"

    # Typed.

    def typed(self, line: str | None) -> None:
        """A line of the person; None when there will be no more."""
        if line is None:
            return
        if not line.startswith("/"):
            if line.strip():
                self.guest.say(line)
            return
        task = asyncio.ensure_future(self._command(line[1:].split()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _command(self, typed: list[str]) -> None:
        verb, *rest = typed or ["help"]
        try:
            answer = await self._run(verb, rest)
        except Lost:
            return
        except (ValueError, IndexError):
            print("That cannot be read; /help lists what you can type.")
            return
        if answer is not None and answer.code:
            refusal = Refusal(answer.code, answer.rule, dict(answer.params))
            print(clean(self._texts.refusal(refusal) if self._texts else answer.code))

    async def _run(self, verb: str, rest: list[str]) -> m.Answer | None:
        guest = self.guest
        numbers = [int(word) for word in rest] if verb in _NUMBERS else []
        match verb:
            case "quit":
                guest.leave()
            case "who":
                self._who()
            case "list":
                self._list()
            case "do":
                return await self._do(int(rest[0]))
            case "undo":
                return await guest.undo(self._seats()[0])
            case "takeback":
                return await guest.propose("take-back", self._seats()[0], int(rest[0]) - 1)
            case "vote":
                proposal = guest.row.proposal if guest.row else None
                return await guest.vote(proposal.number if proposal else 0, yes=rest[0] == "yes")
            case "ready":
                return await guest.ask("ready", 1)
            case "hand":
                return await guest.ask("hand-over", self._seats()[0], text=rest[0] if rest else "")
            case "seat":
                return await guest.ask("seat", int(rest[0]), text=rest[1])
            case "option" | "start":
                return await guest.ask(verb, text=" ".join(rest))
            case "mute":
                return await guest.ask(verb, int(rest[0]), 1)
            case _ if verb in _NUMBERS or verb in ("stand", "stop"):
                return await guest.ask(verb, (*numbers, 0)[0], (*numbers, 0, 0)[1])
            case _:
                print(HELP)
        return None

    def _seats(self) -> list[int]:
        return [seat for seat in self._asked if seat >= 0] or [-1]

    def _who(self) -> None:
        row = self.guest.row
        if row is None:
            return
        for p in row.people:
            marks = [
                mark for mark, on in (("host", p.host), ("ready", p.ready), ("gone", p.away_ms >= 0)) if on
            ]
            print(clean(f"  {p.no}  {p.name}  {', '.join(marks)}"))
        for number, seat in enumerate(row.seats):
            player = f"ai:{seat.ai}" if seat.ai else seat.name or "open"
            print(
                clean(f"  seat {number}  {self._texts.name('seat', number) if self._texts else ''}: {player}")
            )

    def _list(self) -> None:
        game = self.guest.game
        for seat, update in self._asked.items():
            if seat < 0 or not update.asked or game is None:
                continue
            legal = game.codec.decode_legal(update.legal)
            self._listed = seat, legal.expand(SHOWN)
            for number, action in enumerate(self._listed[1]):
                print(clean(f"  {number}  {msgspec.json.encode(action).decode()}"))
            more = legal.count() - len(self._listed[1])
            if more > 0:
                print(f"  ... and {more} more")
            return
        print("You are not asked anything now.")

    async def _do(self, number: int) -> m.Answer:
        seat, actions = self._listed
        update, game = self._asked[seat], self.guest.game
        assert game is not None
        action = actions[number]
        claim = isinstance(action, game.codec.claims)
        return await self.guest.act(seat, CLAIM if claim else update.asked[0].decision, action, update.n)


_NUMBERS: Final = ("sit", "swap", "lock", "remove", "ban")


def _read_lines(take: Callable[[str | None], None]) -> Callable[[], None]:
    """Reads stdin in a thread of its own, which no loop can wait for; returns how to stop listening."""
    loop = asyncio.get_running_loop()
    on = [True]

    def tell(line: str | None) -> None:
        if on[0]:
            take(line)

    def read() -> None:
        try:
            for line in sys.stdin:
                loop.call_soon_threadsafe(tell, line.rstrip("\n"))
            loop.call_soon_threadsafe(tell, None)
        except (RuntimeError, ValueError, OSError):
            return  # the loop has ended, or stdin is closed

    threading.Thread(target=read, daemon=True, name="terminal").start()
    return lambda: on.__setitem__(0, False)
