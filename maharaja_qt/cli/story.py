"""A record told line by line, as far as somebody may know it."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct, structs

from core.game import HOST, AnyGame
from core.lines import Act, DiceSeed, End, Header, House, Line, Reseal, Seat, Undo
from core.position import Step
from core.record import Record
from core.replay import Replay
from core.texts import Texts

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"

FULL: Final = -2
"""Told to somebody who may know all."""


class Sentence(Struct, frozen=True):
    """One thing that happened, and the section of the rules it names ('' = none)."""

    text: str
    rule: str = ""


class Entry(Struct):
    """One line of the file, counted from 1; `actor` is a seat, HOST, or None."""

    line: int
    at_ms: int
    kind: str
    actor: int | None
    undone: bool
    sentences: list[Sentence]


class Teller:
    """Plays a record line by line and tells each.

    `reader` is a seat, None for a watcher, or FULL. `entries` are those told so far.
    """

    def __init__(self, game: AnyGame, texts: Texts, record: Record, reader: int | None) -> None:
        self.game = game
        self.texts = texts
        self.reader = reader
        self.played = Replay(game, record)
        self.entries: list[Entry] = []
        self._told_steps: list[tuple[Step[Struct], Entry]] = []
        self._tell(record.lines[0])

    def tell(self, line: Line) -> None:
        """Plays and tells the next line. Raises `Mismatch`."""
        self.played.play(line)
        self._tell(line)
        if isinstance(line.body, Undo):
            for step, entry in self._told_steps:
                entry.undone = step.undone

    def _tell(self, line: Line) -> None:
        actor, sentences = self._read(line)
        entry = Entry(line.n + 1, line.at_ms, line.kind, actor, False, sentences)
        self.entries.append(entry)
        if isinstance(line.body, Act):
            self._told_steps.append((self.played.position.steps[-1], entry))

    def _read(self, line: Line) -> tuple[int | None, list[Sentence]]:
        match line.body:
            case Header() as body:
                players = ", ".join(
                    f"{self.texts.name('seat', s)} ({who})" for s, who in enumerate(body.controllers)
                )
                opened = self._say("open", title=self.game.meta.title, players=players)
                return None, opened + self._events(self.played.position.opening)
            case Act() as body:
                return body.actor, self._act(body)
            case Undo(by, to, consent):
                return by, self._say(
                    "take-back" if consent else "undo", by=by, line=to + 1, consent=tuple(consent)
                )
            case Seat(seat, controller, reason):
                why = self.texts.say("reason", reason, {})
                return None, self._say("seat", seat=seat, controller=controller, reason=why)
            case DiceSeed(seed):
                return None, self._say("dice-shown" if seed else "dice-new")
            case House(name):
                return None, self._say("house", name=name)
            case Reseal(handle):
                seat = self.played.choices.choices[handle].seat
                return seat, self._say("reseal", seat=seat, line=handle + 1)
            case End(outcome):
                return None, [Sentence(self.texts.outcome(outcome))]

    def _act(self, body: Act) -> list[Sentence]:
        told = self._events(self.played.position.steps[-1].events)
        if body.actor == HOST:
            return self._host(body) + told
        return told or self._say("unseen", seat=body.actor)

    def _events(self, events: list[Struct]) -> list[Sentence]:
        if self.reader != FULL:
            seen = (self.game.redact(event, self.reader) for event in events)
            events = [event for event in seen if event is not None]
        return [Sentence(self.texts.event(event), self.texts.section(event)) for event in events]

    def _host(self, body: Act) -> list[Sentence]:
        words: object = msgspec.json.decode(body.action)
        match words:
            case [str(tag), int(seat)] if seat != HOST and self.texts.has("record", f"host-{tag}"):
                return self._say(f"host-{tag}", seat=seat)
        return self._say("host")

    def _say(self, code: str, **params: object) -> list[Sentence]:
        return [Sentence(self.texts.say("record", code, params))]

    def position(self) -> Plain:
        """What the reader (of FULL: a watcher) may see of the position now, by the names of its fields."""
        return plain(self._view())

    def facts(self) -> list[str]:
        """The same in sentences; none if the game has none for it."""
        return [self.texts.fact(fact) for fact in self.game.facts(self._view())]

    def _view(self) -> Struct:
        return self.game.view(self.played.position.state, None if self.reader == FULL else self.reader)


def is_finished(record: Record) -> bool:
    """Does the record end with a result that nothing took back?"""
    for line in reversed(record.lines):
        if isinstance(line.body, (End, Undo)):
            return isinstance(line.body, End)
    return False


def plain(value: object) -> Plain:
    """Structs as dicts, so that each field stands beside its name."""
    if isinstance(value, Struct):
        return {name: plain(field) for name, field in structs.asdict(value).items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)
