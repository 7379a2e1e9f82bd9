"""Reading a record for the window: how far it is good, and every position in it to look at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from core import record
from core.game import AnyGame, Outcome
from core.lines import Act, End, Line, Undo
from core.record import Record, RecordError
from core.replay import Mismatch, Replay
from maharaja_qt.client import Event
from maharaja_qt.faults import Said, told


class Scan(Struct, frozen=True):
    """How far a record can be read: the last good line (-1 none), where that is, and what is wrong after
    it (None nothing). `over`: it ends with a result. `labels`: who plays the seats then; `asked`: the seat
    that has to decide (-1 none)."""

    good: int
    where: str
    fault: Said | None
    over: bool
    labels: tuple[str, ...] = ()
    asked: int = -1


def scan(game: AnyGame, found: Record, where: Callable[[Struct], str]) -> Scan:
    """Plays all lines as far as they go; `where` says in words what a watcher sees."""
    try:
        played = Replay(game, found)
    except RecordError as fault:
        return Scan(-1, "", told(fault), over=False)
    good, damage = 0, found.describe_damage()
    wrong = told(RecordError(damage, "damaged", found.path)) if damage else None
    for line in found.lines[1:]:
        try:
            played.play(line)
        except Mismatch as fault:
            wrong = told(fault)
            break
        good = line.n
    position = played.position
    here = where(game.view(position.state, None))
    asked = next((pending.seat for pending in position.pending), -1)
    return Scan(good, here, wrong, position.outcome is not None, tuple(position.controllers), asked)


class Still(Struct, frozen=True):
    """The position after a line as a watcher sees it, and what happened in that line."""

    n: int
    view: Struct
    events: tuple[Event, ...]
    undoes: int
    """The line that this one takes the game back to before, or -1."""


class Recording(Struct, frozen=True):
    """A record as positions in a row. `outcome`: what it ends with. `labels` are those of the players."""

    path: Path
    game: AnyGame
    options: tuple[tuple[str, bool | int | str], ...]
    labels: tuple[str, ...]
    stills: tuple[Still, ...]
    outcome: Outcome | None

    @property
    def over(self) -> bool:
        """Does it end with a result?"""
        return self.outcome is not None


def read_recording(game: AnyGame, path: Path) -> Recording:
    """Reads a record to look at; a damaged one as far as it goes. Raises `RecordError`."""
    found = record.read(path)
    played = Replay(game, found)
    stills = [_still(game, played, found.lines[0])]
    for line in found.lines[1:]:
        try:
            played.play(line)
        except Mismatch:
            break
        if isinstance(line.body, (Act, Undo, End)):
            stills.append(_still(game, played, line))
    return Recording(
        path,
        game,
        tuple(found.header.options.items()),
        tuple(played.position.controllers),
        tuple(stills),
        played.position.outcome,
    )


def _still(game: AnyGame, played: Replay[Struct, Struct, Struct, Struct], line: Line) -> Still:
    position = played.position
    view = game.view(position.state, None)
    events, actor, controller, undoes = [], -1, "", -1
    if isinstance(line.body, Act):
        step = position.steps[-1]
        events, actor, controller = step.events, step.actor, step.controller
    elif isinstance(line.body, Undo):
        undoes = line.body.to
    elif line.n == 0:
        events = position.opening
    seen = (game.redact(event, None) for event in events)
    told = tuple(Event(line.n, line.at_ms, actor, controller, e) for e in seen if e is not None)
    return Still(line.n, view, told, undoes)
