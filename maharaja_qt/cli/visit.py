"""A visit to a table: a person at this terminal or a policy, from the first connection to the last."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from core.game import AnyGame
from maharaja_qt.cli.net_common import GOOD_ENDS, Events, Refused, Stopped, words
from maharaja_qt.cli.way import Way
from net import messages as m
from net.guest import Guest, Listener
from net.guest_session import Who
from net.keyring import Keyring

if TYPE_CHECKING:
    from core.texts import Texts
    from maharaja_qt.cli.robot import Robot


def stops_when_told() -> None:
    """What stops a service cancels this task, as Ctrl-C does; said twice it says no more than once."""
    with contextlib.suppress(NotImplementedError):  # Windows
        task = asyncio.current_task()
        assert task is not None

        def stop() -> None:
            if not task.cancelling():
                task.cancel()

        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
                asyncio.get_running_loop().add_signal_handler(number, stop)


class Visit(Struct):
    """Where to, as whom, with which copy of the game; `policy` plays if there is one, and with `quiet`
    the terminal is told nothing of the game."""

    addresses: Sequence[str]
    port: int
    who: Who
    find: Callable[[m.Welcome], AnyGame | None]
    keyring: Keyring
    events: Events
    policy: str = ""
    quiet: bool = False
    number: int = 0
    """By which the host knows this program; see `net.guest.Guest`."""

    async def run(self) -> None:
        """Stays until it is over or the guest leaves. Raises `Refused` if that was not as wished."""
        from maharaja_qt.cli.console import Terminal, read_lines

        listeners: list[Listener] = []
        way = Way(self.addresses, self.port)
        guest = Guest(way.connect, self.who, _All(listeners), self._copy, self.keyring, visit=self.number)
        arrival = _Arrival(self.events, guest, way, self.who.seat)
        listeners.append(arrival)
        terminal = Terminal(self.events, guest, plays=not self.policy)
        if not self.quiet:
            listeners.append(terminal)
        robot: Robot | None = None
        if self.policy:
            from maharaja_qt.cli.robot import Robot

            robot = Robot(self.policy, guest)
            listeners.append(robot)
        stop = read_lines(terminal.typed) if robot is None else lambda: None
        try:
            bye = await guest.run()
        except asyncio.CancelledError:
            seated = bool(guest.seats)
            kept = seated and guest.row is not None and guest.row.phase == "playing"
            raise Stopped("; your seat is kept: join again under the same name" if kept else "") from None
        finally:
            stop()
            await way.close()
        if robot is not None and robot.fault is not None:
            raise robot.fault
        over = guest.row is not None and guest.row.phase == "over"
        code = "game-over" if over and bye.code in GOOD_ENDS else bye.code
        sentence = words(None, "bye", code, bye.params)
        if arrival.came_in:
            self.events.tell("out", sentence if code in GOOD_ENDS else "", code=code, why=sentence)
        if code not in GOOD_ENDS:
            raise Refused(code, sentence)

    def _copy(self, welcome: m.Welcome) -> AnyGame | None:
        game = self.find(welcome)
        if game is None:
            own = f"; if you have it, name it with --game {welcome.game}" if ":" in welcome.game else ""
            raise Refused(
                "unknown-game",
                f"{welcome.title} ({welcome.game}) is played there, and this program has no such game{own}",
            )
        if self.policy:
            from ai.registry import find_policy

            find_policy(self.policy, game)
        return game


class _All:
    """Listeners as one."""

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self._listeners = listeners

    def link(self, state: str, code: str, params: m.Params) -> None:
        for listener in self._listeners:
            listener.link(state, code, params)

    def room(self, row: m.RoomRow) -> None:
        for listener in self._listeners:
            listener.room(row)

    def update(self, update: m.Update) -> None:
        for listener in self._listeners:
            listener.update(update)

    def heard(self, message: Struct) -> None:
        for listener in self._listeners:
            listener.heard(message)


class _Arrival:
    """Tells a program of comings, breaks and changes of the room."""

    def __init__(self, events: Events, guest: Guest, way: Way, wished: int) -> None:
        self.came_in = False
        self._lost = False
        self._wished = wished
        self._way = way
        self._events = events
        self._guest = guest
        self._texts: Texts | None = None
        self._told: dict[str, object] = {}

    def link(self, state: str, code: str, params: m.Params) -> None:
        if state == "in":
            self.came_in = True
            self._way.found()
            welcome = self._guest.welcome
            assert welcome is not None
            self._events.tell(
                "in", "", table=welcome.table, name=welcome.name, game=welcome.game, host=welcome.host,
                person=self._guest.me,
            )  # fmt: skip
        elif state == "lost" and not self._lost:
            self._events.tell("lost", "", code=code)
            if self._guest.table:
                self._way.lost(self._guest.table)
        self._lost = state == "lost"

    def room(self, row: m.RoomRow) -> None:
        from core import texts
        from maharaja_qt.cli.room_words import facts

        if self._guest.game is None:
            return
        if self._texts is None:
            self._texts = texts.load(self._guest.game)
        wished, self._wished = self._wished, -1
        if wished >= 0 and not (wished < len(row.seats) and row.seats[wished].owner == self._guest.me):
            said = words(self._texts, "network", "seat-gone", (("seat", wished),))
            self._events.tell("seat-gone", "* " + said, seat=wished)
        seen = facts(row, self._texts)
        if seen != self._told:
            self._told = seen
            self._events.tell("room", "", **seen)

    def update(self, update: m.Update) -> None:
        """A position is no news of the room."""

    def heard(self, message: Struct) -> None:
        """Talk is not told."""
