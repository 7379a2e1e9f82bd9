"""What of a table's news is in sight: all of it as it comes, or one step at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal, SignalInstance

from maharaja_qt.client import Client, Event, Position
from net.messages import RoomRow

_News = tuple[str, tuple[object, ...]]
_At = tuple[int, int]
"""A line of the record, and which of the things that happened in it; the last is WHOLE."""
WHOLE: Final = 1 << 30


class _Step:
    """What came with one thing that happened, in its order."""

    def __init__(self, at: _At) -> None:
        self.at = at
        self.news: list[_News] = []
        self.tells = False
        """Is there something to see in it?"""


class Showing(QObject):
    """Between a client and the page of a table, with the client's signals for what is in sight.

    A step is one thing that a person would tell by itself: what somebody did, or something that came of it.
    The position after a line of the record comes with the last of its steps. Who goes step by step is shown
    the own deeds at once, and everything while somebody here decides: what others do then waits.
    People, votes and pauses of the room are always the newest.
    """

    room_changed = Signal(object)
    """`RoomRow`: who is awaited, and the result, as of the step in sight."""
    position_changed = Signal(object)
    """`Position`"""
    happened = Signal(int, object)
    """The seat whose eyes saw it, and a list of `Event`."""
    unfolded = Signal(object)
    """These `Event`s are in sight, and the position that they lead to is not yet."""
    undone = Signal(int)
    """This line and all later ones no longer count."""
    changed = Signal()
    """More or fewer steps wait, or it is no longer gone step by step."""

    def __init__(
        self,
        client: Client,
        chapters: Callable[[Sequence[Struct]], Sequence[int]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._chapters = chapters
        self.positions: dict[int, Position] = {}
        self.step_by_step = False
        self.awaited = False
        """Is the next step shown as soon as there is one?"""
        self._steps: list[_Step] = []
        self._row: RoomRow | None = None
        self._at: _At = (-1, WHOLE)
        self._asked = False
        client.room_changed.connect(self._room)
        client.happened.connect(self._happened)
        client.undone.connect(self._undone)
        client.position_changed.connect(self._position)

    def start(self) -> None:
        """All that came before."""
        client = self._client
        if client.room is not None:
            self._room(client.room)
        for seat, events in client.told:
            self._happened(seat, events)
        for position in list(client.positions.values()):
            self._position(position)

    # ------------------------------------------------------------------------------------- what there is

    @property
    def room(self) -> RoomRow | None:
        """The room, with the game as far as it is in sight."""
        live, row = self._client.room, self._row
        if live is None or row is None or not self.left:
            return live
        return structs.replace(live, phase=row.phase, waiting=row.waiting, n=row.n, result=row.result)

    @property
    def left(self) -> int:
        """So many steps have not been seen."""
        return sum(step.tells for step in self._steps)

    @property
    def why_wait(self) -> str:
        """Why nobody here can do anything yet; '' if they can."""
        return self.tr("See first what has happened: the . key shows the next step.") if self.left else ""

    @property
    def due(self) -> bool:
        """Is somebody here asked something at the table, in sight or not?"""
        return self._asks(self._client.positions.values())

    def deciding(self) -> list[int]:
        """The seats of whoever sits here that no computer player has for now."""
        row = self._client.room
        return [seat for seat in self._client.seats() if row is not None and not row.seats[seat].ai]

    def _asks(self, positions: Iterable[Position]) -> bool:
        deciding = self.deciding()
        return any(position.asked and position.seat in deciding for position in positions)

    # ------------------------------------------------------------------------------------------- steps

    def next(self) -> None:
        """The next step, or what will be the next, and no more."""
        if not self.left:
            self._go_on()
        self._go_step_by_step(wanted=True)
        if self._steps:
            step = self._steps.pop(0)
            self._show([step])
            self._unfold(step)
            self._let_pass()
        else:
            self.awaited = not self._asked
        self._end_with_the_game()
        self.changed.emit()

    def rest(self) -> None:
        """The present, and from now on everything as it comes."""
        self._go_step_by_step(wanted=False)
        self.awaited = False
        steps, self._steps = self._steps, []
        self._show(steps)
        self.changed.emit()

    def _go_on(self) -> None:
        """Nothing would come of a table that stands still; nobody else must have wanted it to."""
        row = self._client.room
        alone = row is not None and all(person.no == self._client.me for person in row.people)
        if row is not None and row.paused and alone and not self.due:
            self._client.ask("pause", 0)

    def _go_step_by_step(self, *, wanted: bool) -> None:
        self.step_by_step = self._client.all_states = wanted

    def _let_pass(self) -> None:
        """What tells nothing waits for nobody."""
        while self._steps and not self._steps[0].tells:
            self._show([self._steps.pop(0)])

    def _show(self, steps: Sequence[_Step]) -> None:
        """What happened in these steps, and the newest state after them."""
        news = [each for step in steps for each in step.news]
        last = {_state(each): i for i, each in enumerate(news)}
        for i, each in enumerate(news):
            if last[_state(each)] == i:
                self._tell(*each)
        self._at = max([self._at, *(step.at for step in steps)])

    def _unfold(self, step: _Step) -> None:
        """Tells what is in sight of a line, unless all of it is."""
        told = next((news for name, news in step.news if name == "happened"), None)
        if step.at[1] != WHOLE and told is not None:
            self.unfolded.emit(told[1])

    # -------------------------------------------------------------------------------------------- news

    def _room(self, row: RoomRow) -> None:
        self._came((row.n, WHOLE), "room_changed", row)
        if self._steps:
            self.room_changed.emit(self.room)  # what is not the game's is the newest all the same

    def _position(self, position: Position) -> None:
        self._came((position.n, WHOLE), "position_changed", position)

    def _undone(self, to: int) -> None:
        # The line that takes back is the next after the newest.
        n = self._steps[-1].at[0] + 1 if self._steps else self._at[0]
        self._came((n, WHOLE), "undone", to, tells=True)

    def _happened(self, seat: int, events: list[Event]) -> None:
        if not events:
            return
        deciding = self.deciding()
        own = all(event.actor in deciding for event in events)
        at = events[-1].n, WHOLE
        if own and not self._waits(at):
            self._at = max(self._at, at)
            self._asked = False  # it is answered; the position that comes says what is asked now
        if own or not self.step_by_step:
            self._came(at, "happened", seat, events, tells=True)
            return
        for part, some in self._parts(events):
            self._came(part, "happened", seat, some, tells=True)

    def _parts(self, events: list[Event]) -> Iterator[tuple[_At, list[Event]]]:
        """One thing after the other."""
        for n, line in groupby(events, key=lambda event: event.n):
            told = list(line)
            starts = [*self._chapters([event.event for event in told]), len(told)]
            for part, (start, end) in enumerate(pairwise(starts)):
                yield (n, WHOLE if end == len(told) else part), told[start:end]

    def _waits(self, at: _At) -> bool:
        """Are there steps before this, or is it one of them?"""
        return bool(self._steps) and at >= self._steps[0].at

    def _came(self, at: _At, name: str, *news: object, tells: bool = False) -> None:
        new = tells and at > self._at
        held = self.step_by_step and new and not self._asked and not self.awaited
        step = _Step(at)
        if not held and not self._waits(at):
            self._at = max(self._at, at)
            wanted, self.awaited = self.awaited, self.awaited and not new
            self._tell(name, news)
            if wanted and new:
                step.news.append((name, news))
                self._unfold(step)
        else:
            known = next((step for step in self._steps if step.at >= at), None)
            if known is None:
                self._steps.append(step)
            step = known or step
            step.news.append((name, news))
            step.tells = step.tells or tells
        if self.step_by_step:
            self._end_with_the_game()
            self.changed.emit()

    def _end_with_the_game(self) -> None:
        row = self.room
        if row is not None and row.phase == "over" and not self.left:
            self._go_step_by_step(wanted=False)
            self.awaited = False

    def _tell(self, name: str, news: tuple[object, ...]) -> None:
        match name, news:
            case "room_changed", (RoomRow() as row,):
                self._row = row
                news = (self.room,)
            case "position_changed", (Position() as position,):
                self.positions[position.seat] = position
                if not self._steps:
                    self.positions |= self._client.positions
                self._asked = self._asks(self.positions.values())
        signal: SignalInstance = getattr(self, name)
        signal.emit(*news)


def _state(news: _News) -> tuple[object, ...]:
    """What a later one of its kind takes the place of; what nothing does is a thing of its own."""
    match news:
        case "room_changed", _:
            return ("room",)
        case "position_changed", (Position(seat),):
            return ("position", seat)
    return (id(news),)
