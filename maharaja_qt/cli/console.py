"""A person at a terminal: what happens is told in lines, and lines typed are chat or commands."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from core import texts as core_texts
from core.game import Pending, Refusal
from core.table import OPEN_SEAT
from core.texts import Texts
from maharaja_qt.cli import choices, room_words
from maharaja_qt.cli.choices import Choices
from maharaja_qt.cli.net_common import Events, words
from net import messages as m
from net.guest import Guest, Lost

STORY_SHOWN: Final = 30
"""Of what happened before one came, so many lines are told unasked."""

UNASKED: Final = 12
"""So many answers to a question are listed unasked."""

HELP: Final = """\
  TEXT                  say it to all            /who              people, seats, who is awaited
  /list [WORD...]       what you may answer      /do N             answer number N of the last list
  /do TEXT              an answer in the notation of the game, if it has one
  /claims               what you may declare     /undo             your last step back
  /takeback LINE        ask all to go back to before a line that /story shows
  /vote yes|no          on what somebody proposes
  /ready [no]           you want to begin        /story            all that has happened, with lines
  /sit N   /stand       take or leave a seat     /hand [N] [POLICY]
                        a policy plays your seat (N, if you have several), or no longer
  /pause   /go          time stops or goes on    /quit             leave the table
of the host:
  /start [POLICY]       begin; open seats to it  /stop             save and end
  /seat N open|ai:P     fill a seat              /give N PERSON    give it to somebody
  /swap N N   /mix      change seats             /players N        another number of seats
  /option NAME=VALUE    of the game
  /remove PERSON        send away                /ban PERSON       for good
  /unban BAN            /who lists the bans      /unbanfrom BAN    only for others from there
  /mute PERSON   /unmute PERSON
  /lock 1|0             nobody new comes in      /watchers 1|0     may people only watch?
  /password [WORD]      newcomers need it        /name NAME        what the table is called
  /limit SECONDS        for each decision, 0: no limit
  /after WHAT SECONDS   a seat whose owner is gone: wait, save or a policy, after so long
  /standin N POLICY     it plays for the owner of a seat who is gone, at once
  /pace MS              between actions of computer players""".splitlines()

_NUMBERS: Final = {
    "sit": "sit", "stand": "stand", "swap": "swap", "mix": "mix", "remove": "remove", "ban": "ban",
    "unban": "unban", "lock": "lock", "watchers": "watchers", "pace": "pace", "stop": "stop",
    "give": "assign", "players": "players",
}  # fmt: skip
"""Commands of the room that take nothing but numbers, and its words for them."""


class Terminal:
    """Listens for a guest and does what its person types. Without `plays` a policy answers its questions."""

    def __init__(self, events: Events, guest: Guest, *, plays: bool) -> None:
        self._events = events
        self._guest = guest
        self._plays = plays
        self._texts: Texts = core_texts.common()
        self._asked: dict[int, m.Update] = {}
        self._story: list[str] = []
        self._lines: list[int] = []
        """The line of the record behind each of the story."""
        self._early: list[m.Chat] = []
        self._row: m.RoomRow | None = None
        self._lost = False
        self._awaited: list[str] = []
        self._choices: Choices | None = None
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    # Told.

    def link(self, state: str, code: str, params: m.Params) -> None:
        """Comings and goings."""
        if state == "in":
            assert self._guest.game is not None
            self._texts = core_texts.load(self._guest.game)
            if self._lost:
                self._say("", "* " + self._word("back"))
        elif state == "lost" and not self._lost:
            self._say("", "* " + self._word("lost"))
        self._lost = state == "lost"

    def room(self, row: m.RoomRow) -> None:
        """The room: all of it to one who comes, then what changes."""
        before, self._row = self._row, row
        if before is None:
            self._come_in(row)
        else:
            self._changes(before, row)
        self._proposed(before.proposal if before is not None else None, row)
        if row.result is not None and (before is None or before.result is None):
            players = [room_words.player(seat) for seat in row.seats]
            final = room_words.final(row.result, players, self._texts)
            self._say("ended", ["", *final, ""], **room_words.result_facts(row.result, self._texts))
            me = next((p for p in row.people if p.no == self._guest.me), None)
            if self._plays:
                self._say("", "* " + self._word("over-host" if me and me.host else "over"))
        awaited = room_words.awaited(row, self._guest.me) if row.phase == "playing" else []
        if awaited and awaited != self._awaited:
            self._say("waiting", "* " + self._word("waits", names=", ".join(awaited)), names=awaited)
        self._awaited = awaited

    def _changes(self, before: m.RoomRow, row: m.RoomRow) -> None:
        if row.phase != before.phase and row.phase != "playing":  # that it begins is told to all
            self._say("", "* " + self._word(f"phase-{row.phase}"))
        if len(row.seats) != len(before.seats):
            self._say("", "* " + self._word("players", count=len(row.seats)))
        old_players = [room_words.player(seat) for seat in before.seats]
        for number, player in enumerate(room_words.player(seat) for seat in row.seats):
            if number >= len(old_players) or player != old_players[number]:
                code = "seat-open" if player == OPEN_SEAT else "seat"
                said = words(self._texts, "host", code, (("seat", number), ("player", player)))
                self._say("", "* " + said)
        if row.options != before.options:
            self._say("", "* " + self._word("options", options=room_words.options(row)))
        if row.rules != before.rules:
            self._say("", "* " + room_words.rules(row, self._texts))
        was_muted = {person.no: person.muted for person in before.people}
        for person in row.people:
            if person.muted != was_muted.get(person.no, False):
                self._say("", "* " + self._word("muted" if person.muted else "unmuted", name=person.name))
        was_ready = {person.no for person in before.people if person.ready}
        for person in row.people:
            if person.ready and person.no not in was_ready and not person.robot:
                self._say("ready", "* " + self._word("is-ready", name=person.name), name=person.name)

    def _proposed(self, before: m.ProposalRow | None, row: m.RoomRow) -> None:
        asked = row.proposal
        if asked is None or (before is not None and asked.number == before.number):
            return
        host = next((person.name for person in row.people if person.host), "?")
        by = row.seats[asked.seat].name if asked.seat >= 0 else host
        said = self._word(f"proposes-{asked.kind}", name=by, line=asked.line + 1)
        self._say("proposed", "? " + said, number=asked.number, kind=asked.kind, text=said)

    def _come_in(self, row: m.RoomRow) -> None:
        welcome, me = self._guest.welcome, self._guest.me
        assert welcome is not None
        opened = self._word("in", name=row.name, title=welcome.title, host=welcome.host)
        seats = self._guest.seats
        mine = self._word("yours", seats=tuple(seats)) if seats else self._word("watching")
        host = any(p.host and p.no == me for p in row.people)
        begins = row.phase == "lobby" and self._plays and bool(host or seats)
        hints = [self._word("start" if host else "ready")] if begins else []
        if host and row.phase == "playing" and not seats:
            hints.append(self._word("take-over", me=me))
        if self._plays:
            hints.append(self._word("help"))
        people = room_words.who(row, me, self._texts)
        known = [
            self._word("options", options=room_words.options(row)),
            self._word(f"phase-{row.phase}") + " " + mine,
        ]
        lines = ["", "* " + opened, *(f"  {line}" for line in people), *(f"* {k}" for k in known)]
        before = len(self._story) - STORY_SHOWN
        self._say("", [*lines, *(f"* {hint}" for hint in hints), ""])
        if before > 0:
            self._say("", "* " + self._word("story-cut", lines=before))
        for line in self._story[-STORY_SHOWN:]:
            self._say("told", line, text=line)
        for chat in self._early:
            # What the room noted before one came is in the list above; what people said is not.
            if chat.by:
                self.heard(chat)

    def update(self, update: m.Update) -> None:
        """A question for one of this person's seats."""
        old = self._asked.get(update.seat)
        self._asked[update.seat] = update
        row = self._guest.row
        if not self._plays or update.seat < 0 or (row is not None and row.seats[update.seat].ai):
            return
        for handle in self._guest.lost(update):
            if old is None or handle not in old.owed:
                self._say("owed", "? " + self._word("owed", line=handle + 1), line=handle + 1)
        for asked in update.asked:
            if old is None or asked not in old.asked:
                owed = Pending(update.seat, asked.decision, asked.kind, asked.subject)
                said = self._texts.pending(owed)
                how = ["  " + self._texts.say("typing", asked.kind, {})] * self._texts.has(
                    "typing", asked.kind
                )
                self._say("asked", ["? " + said, *how], seat=update.seat, kind=asked.kind, text=said)
                self._list(update, [], unasked=True)

    def heard(self, message: Struct) -> None:
        """What happened and what was said."""
        game = self._guest.game
        match message:
            case m.Told(_, steps) if game is not None:
                for step in steps:
                    for event in step.events:
                        self._tell(step.n, self._texts.event(game.codec.event.decode(event)))
            case m.Undone(n, to):
                self._tell(n, self._word("undone", line=to + 1))
            case m.Chat() if self._row is None:
                self._early.append(message)
            case m.Chat(0, _, code, params):
                self._say("notice", "* " + words(self._texts, "notice", code, params), code=code)
            case m.Chat(by, text, name=name):
                self._say("chat", f"{name}: {text}", by=by, name=name, text=text)
            case _:
                return

    def _tell(self, n: int, line: str) -> None:
        # Before the room is known, this is what happened earlier.
        self._story.append(line)
        self._lines.append(n + 1)
        if self._row is not None:
            self._say("told", line, text=line)

    def _say(self, event: str, sentence: str | Sequence[str], **facts: object) -> None:
        self._events.tell(event, sentence, **facts)

    def _word(self, code: str, **params: m.Value) -> str:
        return words(self._texts, "network", code, tuple(params.items()))

    # Typed.

    def typed(self, line: str | None) -> None:
        """A line of the person; None when there will be no more."""
        if line is None:
            # Ctrl-D; what comes from a file or a pipe may end long before the game does.
            if sys.stdin.isatty():
                self._guest.leave()
            return
        if self._lost and line.split() == ["/quit"]:
            # What waits for an answer may wait long.
            self._guest.leave()
            return
        task = asyncio.ensure_future(self._in_turn(line))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _in_turn(self, line: str) -> None:
        """One line after the other, as they were typed."""
        async with self._turn:
            if line.startswith("/"):
                await self._command(line[1:].split())
            elif line.strip():
                self._guest.say(line)

    async def _command(self, typed: list[str]) -> None:
        verb, *rest = typed or ["help"]
        try:
            answer = await self._run(verb, rest)
        except Lost:
            return
        except (ValueError, LookupError):
            self._say("unread", f"/{verb} cannot be read so; /help lists what you can type.")
            return
        if answer is not None and answer.code:
            refusal = Refusal(answer.code, answer.rule, dict(answer.params))
            said = self._texts.refusal(refusal)
            self._say("refused", said, code=answer.code, text=said)

    async def _run(self, verb: str, rest: list[str]) -> m.Answer | None:
        guest = self._guest
        if verb == "quit":
            guest.leave()
            return None
        row = guest.row_now
        if row is None:
            return None
        match verb:
            case "who":
                self._say("who", room_words.who(row, guest.me, self._texts))
            case "story":
                numbered = [f"{n:5}  {line}" for n, line in zip(self._lines, self._story, strict=True)]
                self._say("story", numbered, lines=self._story, numbers=self._lines)
            case "list":
                asked = self._asked.get(self._seat())
                if asked is None or not asked.asked:
                    self._say("answers", self._word("answers-none"), answers=[])
                else:
                    self._list(asked, rest)
            case "claims":
                update = self._asked.get(self._seat())
                if guest.game is not None and update is not None and update.legal:
                    self._show(choices.claims(update, guest.game, self._texts), "answers-none")
                else:
                    self._say("answers", self._word("answers-none"), answers=[])
            case "do":
                listed = rest[0].isdecimal()
                return await (self._do(int(rest[0])) if listed else self._write(" ".join(rest)))
            case "undo":
                if self._seat() not in guest.updates:
                    return m.Answer(1, "not-now" if row.phase != "playing" else "not-your-seat")
                return await guest.undo(self._seat())
            case "takeback":
                return await guest.propose("take-back", self._seat(), int(rest[0]) - 1)
            case "vote":
                number = row.proposal.number if row.proposal else 0
                return await guest.vote(number, yes=("no", "yes").index(rest[0]) == 1)
            case _:
                return await self._ask(verb, rest)
        return None

    async def _ask(self, verb: str, rest: list[str]) -> m.Answer | None:
        """What the room itself does."""
        ask = self._guest.ask
        if verb in _NUMBERS:
            one, two, *_ = (*(int(word) for word in rest), 0, 0)
            return await ask(_NUMBERS[verb], one, two)
        match verb:
            case "ready":
                return await ask("ready", int(rest[:1] != ["no"]))
            case "hand":
                named = bool(rest) and rest[0].isdecimal()
                policy = "".join(rest[1:] if named else rest)
                return await ask("hand-over", int(rest[0]) if named else self._to_hand(policy), text=policy)
            case "pause" | "go":
                return await ask("pause", int(verb == "pause"))
            case "seat":
                return await ask("seat", int(rest[0]), text=rest[1])
            case "option" | "start" | "password":
                return await ask(verb, text=" ".join(rest))
            case "name":
                return await ask("rename", text=" ".join(rest))
            case "standin":
                return await ask("stand-in", int(rest[0]), text=rest[1])
            case "unbanfrom":
                return await ask("unban", int(rest[0]), 1)
            case "mute" | "unmute":
                return await ask("mute", int(rest[0]), int(verb == "mute"))
            case "limit":
                return await ask("limit", int(rest[0]) * 1_000)
            case "after":
                return await ask("after-drop", int(rest[1]) * 1_000, text=rest[0])
            case _:
                self._say("help", HELP)
        return None

    def _to_hand(self, policy: str) -> int:
        """The seat that is meant if none is named: one that is asked, or to take back, one handed over."""
        row = self._guest.row
        own = [seat for seat in row.seats if seat.owner == self._guest.me] if row is not None else []
        if row is None or bool(policy) or not any(seat.ai for seat in own):
            return self._seat()
        return next(n for n, seat in enumerate(row.seats) if seat.owner == self._guest.me and seat.ai)

    def _seat(self) -> int:
        own = self._guest.seats
        asked = [u.seat for u in self._asked.values() if u.asked and u.seat in own]
        return (*asked, *own, -1)[0]

    def _list(self, update: m.Update, wanted: Sequence[str], *, unasked: bool = False) -> None:
        if self._guest.game is None:
            return
        found = choices.answers(update, self._guest.game, self._texts, wanted)
        many = len(found.lines) + found.more
        if unasked and many > UNASKED:
            self._choices = None  # a number means nothing of what was listed for another question
            self._say("answers", self._word("answers-many", many=many), answers=[], more=many)
        else:
            self._show(found, "answers-not-found")

    def _show(self, found: Choices, none: str) -> None:
        if found.actions:  # else what was listed before is still what `/do N` means
            self._choices = found
        lines = [f"  {number:3}  {line}" for number, line in enumerate(found.lines, 1)]
        more = ["  " + self._word("answers-more", more=found.more)] if found.more else []
        head = self._word("answer") if lines else self._word(none)
        self._say("answers", [head, *lines, *more], answers=found.lines, more=found.more)

    async def _do(self, number: int) -> m.Answer | None:
        found = self._choices
        if found is None or not 1 <= number <= len(found.actions):
            asked = any(update.asked for update in self._asked.values())
            self._say("unread", self._word("no-such-answer" if found or asked else "answers-none"))
            return None
        return await self._guest.act(found.seat, found.decision, found.actions[number - 1], found.n)

    async def _write(self, text: str) -> m.Answer | None:
        """An answer in the notation of the game."""
        game, update = self._guest.game, self._asked.get(self._seat())
        if game is None or update is None or not update.asked:
            self._say("unread", self._word("answers-none"))
            return None
        read = game.read(game.codec.view.decode(update.view), update.seat, text)
        if read is None:
            self._say("unread", self._word("no-notation", title=game.meta.title))
            return None
        if isinstance(read, Refusal):
            said = self._texts.refusal(read)
            self._say("refused", said, code=read.code, text=said)
            return None
        return await self._guest.act(update.seat, update.asked[0].decision, read, update.n)


def read_lines(take: Callable[[str | None], None]) -> Callable[[], None]:
    """Reads stdin in a thread of its own, which no loop can wait for; returns how to stop listening."""
    loop = asyncio.get_running_loop()
    on = [True]
    if sys.stdin is None:  # it was closed before the program began
        return lambda: None
    try:
        fd = sys.stdin.fileno()
    except (OSError, ValueError):
        return lambda: None

    def tell(line: str | None) -> None:
        if on[0]:
            take(line)

    def read() -> None:
        waiting = b""
        try:
            # Not through sys.stdin: at its end Python would wait for whoever reads there.
            while block := os.read(fd, 4096):
                *whole, waiting = (waiting + block).split(b"\n")
                for line in whole:
                    loop.call_soon_threadsafe(tell, line.decode("utf-8", "replace").rstrip("\r"))
            loop.call_soon_threadsafe(tell, None)
        except (RuntimeError, OSError):
            return  # the loop has ended, or stdin is closed

    threading.Thread(target=read, daemon=True, name="terminal").start()
    return lambda: on.__setitem__(0, False)
