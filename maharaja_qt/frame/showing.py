"""What of a table's news is in sight: all of it as it comes, or one step at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import structs
from PySide6.QtCore import QObject, Signal, SignalInstance

from maharaja_qt.client import Client, Event, Position
from net.messages import RoomRow

_News = tuple[str, tuple[object, ...]]


class _Step:
    """What came with one line of the record, in its order."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.news: list[_News] = []
        self.tells = False
        """Is there something to see in it?"""


class Showing(QObject):
    """Between a client and the page of a table, with the client's signals for what is in sight.

    A step is one line of the record: what somebody did, with all that came of it. Who goes step by step is
    shown the own deeds at once, and everything while somebody here decides: what others do then waits.
    People, votes and pauses of the room are always the newest.
    """

    room_changed = Signal(object)
    """`RoomRow`: who is awaited, and the result, as of the step in sight."""
    position_changed = Signal(object)
    """`Position`"""
    happened = Signal(int, object)
    """The seat whose eyes saw it, and a list of `Event`."""
    undone = Signal(int)
    """This line and all later ones no longer count."""
    changed = Signal()
    """More or fewer steps wait, or it is no longer gone step by step."""

    def __init__(self, client: Client, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self.positions: dict[int, Position] = {}
        self.step_by_step = False
        self.awaited = False
        """Is the next step shown as soon as there is one?"""
        self._steps: list[_Step] = []
        self._row: RoomRow | None = None
        self._n = -1
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
            self._show([self._steps.pop(0)])
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
        self._n = max([self._n, *(step.n for step in steps)])

    # -------------------------------------------------------------------------------------------- news

    def _room(self, row: RoomRow) -> None:
        self._came(row.n, "room_changed", row)
        if self._steps:
            self.room_changed.emit(self.room)  # what is not the game's is the newest all the same

    def _position(self, position: Position) -> None:
        self._came(position.n, "position_changed", position)

    def _undone(self, to: int) -> None:
        # The line that takes back is the next after the newest.
        self._came(self._steps[-1].n + 1 if self._steps else self._n, "undone", to, tells=True)

    def _happened(self, seat: int, events: list[Event]) -> None:
        if not events:
            return
        deciding = self.deciding()
        own = all(event.actor in deciding for event in events)
        n = events[-1].n
        if own and not self._waits(n):
            self._n = max(self._n, n)
            self._asked = False  # it is answered; the position that comes says what is asked now
        self._came(n, "happened", seat, events, tells=True)

    def _waits(self, n: int) -> bool:
        """Are there steps before this line, or is it one of them?"""
        return bool(self._steps) and n >= self._steps[0].n

    def _came(self, n: int, name: str, *news: object, tells: bool = False) -> None:
        new = tells and n > self._n
        held = self.step_by_step and new and not self._asked and not self.awaited
        if not held and not self._waits(n):
            self._n = max(self._n, n)
            self.awaited = self.awaited and not new
            self._tell(name, news)
        else:
            step = next((step for step in self._steps if step.n >= n), None)
            if step is None:
                step = _Step(n)
                self._steps.append(step)
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
