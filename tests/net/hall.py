"""A room and its guests in memory: both session objects, no sockets, and a channel that may do mischief."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from msgspec import Struct

from core import replay
from core.dice import SeededDice
from core.game import CLAIM
from net import messages as m
from net import wire
from net.guest_session import Fits, GuestSession, Who
from net.host_session import HostSession
from net.plan import Plan
from net.play import AnyTable
from net.room import Room
from net.telling import view_hash
from tests.net import kit
from tests.net.kit import Seeded, Time, toy

Mischief = Callable[[bytes], bytes]
"""What becomes of some frames on their way."""


def frames_of(data: bytes) -> Iterator[bytes]:
    """Whole frames, each with its length."""
    while data:
        size = wire.HEAD + int.from_bytes(data[: wire.HEAD], "big")
        yield data[:size]
        data = data[size:]


class Fixed(Seeded):
    """Random bytes, but always the same seed for the dice."""

    def __call__(self, size: int) -> bytes:
        return b"d" * size if size == 32 else super().__call__(size)


class Hall:
    """A room of the toy game; Ann is its host and the first to come in."""

    def __init__(self, plan: Plan | None = None, *, resume: Path | None = None, host: bool = True) -> None:
        self.time = Time()
        table: AnyTable | None = None
        if resume is not None:
            dice = SeededDice(b"n" * 32)
            table = replay.resume(toy, resume, dice=dice, clock=self.time, salts=lambda: bytes(16))
        self.room: Room = kit.room(plan or kit.plan(), self.time, table)
        self.room.random = Fixed()
        self.random = Seeded(2)
        self.callers: list[Caller] = []
        self.events: list[str] = []
        self.room.on_change = lambda event, _: self.events.append(event)
        self.moved: list[m.Answer] = []
        self.rng = Random(3)
        self.undone = False
        self.visits = 0
        if host:
            token = bytes(16)
            self.room.admit_host(token)
            self.ann = self.caller("Ann", token=token, address="127.0.0.1")

    def caller(self, name: str, **more: object) -> Caller:
        """Somebody who comes in, if let in."""
        caller = Caller(self, name, **more)  # type: ignore[arg-type]
        self.callers.append(caller)
        caller.connect()
        self.settle()
        return caller

    def settle(self) -> None:
        """Everything said is heard, and answered."""
        busy = True
        while busy:
            busy = sum(caller.exchange() for caller in self.callers) > 0

    def tick(self, ms: int = 0) -> None:
        """Time passes, in steps like a server's."""
        left = ms
        while True:
            step = min(left, 1_000)
            self.time.ms += step
            left -= step
            slept = self.room.tick()
            for caller in self.callers:
                if slept:
                    caller.host.woke()
                caller.host.tick()
                if not caller.asleep:
                    caller.guest.tick()
            self.settle()
            if not left:
                return

    def think(self) -> None:
        """Computer players answer what they are asked."""
        while asks := self.room.asks():
            for ask in asks:
                self.room.answered(ask, ask.legal.sample(self.rng), "")
            self.settle()

    def start(self, fill: str = "") -> None:
        """Everybody is ready and it begins."""
        for caller in self.callers:
            if caller.inside:
                caller.ask("ready", 1)
        assert self.ann.ask("start", text=fill).code == ""

    @property
    def table(self) -> AnyTable:
        assert self.room.play is not None
        return self.room.play.table

    def story(self) -> list[tuple[int, str, list[Struct]]]:
        """What was done by seats and still counts."""
        steps = self.table.position.steps
        return [(s.actor, s.controller, s.events) for s in steps if not s.undone and s.actor >= 0]


class Caller:
    """One person with a program: remembers its token and sends again what was not answered."""

    def __init__(
        self, hall: Hall, name: str, *, watch: bool = False, robot: bool = False, seat: int = -1,
        token: bytes = b"", address: str = "10.0.0.1", password: str = "", piecemeal: bool = False,
        up: Mischief = bytes, down: Mischief = bytes,
    ) -> None:  # fmt: skip
        self.hall = hall
        self.who = Who(name, password, watch, robot, seat)
        self.token = token
        self.address = address
        self.piecemeal = piecemeal
        self.updates: dict[int, m.Update] = {}
        self.row: m.RoomRow | None = None
        self.heard: list[Struct] = []
        self.told: dict[int, m.Step] = {}
        self.answers: dict[int, m.Answer] = {}
        self.open: dict[int, Struct] = {}
        self.known = -1
        self.up = up
        self.down = down
        self.ids = 0
        hall.visits += 1
        self.visit = hall.visits
        self.connected = False
        self.asleep = False

    def connect(self) -> None:
        """A new connection, as a program makes one after a break."""
        self.guest = GuestSession(
            self.who, token=lambda _: self.token, fits=lambda _: Fits(toy.edition, toy.meta.rules_version),
            table="", known=self.known, now=self.hall.time, nonce=self.hall.random, visit=self.visit,
        )  # fmt: skip
        self.host = HostSession(self.hall.room, self.address, self.hall.time, self.hall.random)
        self.connected = True
        self.entered = False

    def cut(self) -> None:
        """The connection breaks; both sides notice."""
        self.connected = False
        self.host.close("lost")
        self.guest.close("lost")

    def vanish(self) -> None:
        """The connection breaks, and the host does not notice."""
        self.connected = False
        self.guest.close("lost")

    @property
    def inside(self) -> bool:
        return self.connected and self.guest.state == self.host.state == "member"

    @property
    def me(self) -> int:
        return self.guest.me

    @property
    def bye(self) -> str:
        """Why it is out, '' while it is not."""
        return self.guest.bye.code if self.guest.bye is not None else ""

    @property
    def seats(self) -> list[int]:
        person = self.hall.room.people.get(self.me)
        return self.hall.room.seats_of(person) if person is not None else []

    def exchange(self) -> bool:
        """Bytes go both ways; did any?"""
        if not self.connected or self.asleep:
            return False
        up, down = self.guest.take(), self.host.take() if self.host.has_news else b""
        for frame in frames_of(up):
            self._deliver(self.up(frame), self.host.receive)
        for frame in frames_of(down):
            self._deliver(self.down(frame), self._receive)
        if (
            self.host.state == "closed"
            and not self.host.has_news
            and self.guest.state != "closed"
            and not down
        ):
            self.guest.close("lost")
        if self.guest.state == "closed" and self.host.state != "closed":
            self.host.close("lost")
        if self.guest.state == self.host.state == "closed":
            self.connected = False
        return bool(up or down)

    def _deliver(self, data: bytes, receive: Callable[[bytes], object]) -> None:
        if self.piecemeal:
            for byte in data:
                receive(bytes([byte]))
        else:
            receive(data)

    def _receive(self, data: bytes) -> None:
        news = self.guest.receive(data)
        if self.guest.state == "member" and not self.entered:
            self.entered = True
            self.token = self.guest.token or self.token
            for message in self.open.values():
                self.guest.send(message)
        for message in news:
            self._hear(message)

    def _hear(self, message: Struct) -> None:
        match message:
            case m.Answer():
                self.answers[message.id] = message
                self.open.pop(message.id, None)
            case m.RoomRow():
                self.row = message
            case m.Update(seat, n, view):
                self.updates[seat] = message
                self.guest.send(m.Seen(seat, n, view_hash(view)))
            case m.Told(_, steps):
                for step in steps:
                    self.told[step.n] = step
                    self.known = max(self.known, step.n)
            case m.Undone(n, to):
                self.told = {at: step for at, step in self.told.items() if at < to or at > n}
                self.known = max(self.known, n)
            case _:
                self.heard.append(message)

    # What its person wants.

    def send(self, message: Struct) -> None:
        """Says something that is not answered."""
        self.guest.send(message)
        self.hall.settle()

    def command(self, message: Struct) -> m.Answer:
        """Sends a command and hears the answer, if one comes (else code `none`)."""
        number = int(getattr(message, "id"))  # noqa: B009 - every command has one
        self.open[number] = message
        if self.inside:
            self.guest.send(message)
        self.hall.settle()
        return self.answers.get(number, m.Answer(number, "none"))

    def new_id(self) -> int:
        self.ids += 1
        return self.ids

    def ask(self, verb: str, number: int = 0, other: int = 0, text: str = "") -> m.Answer:
        return self.command(m.Command(self.new_id(), verb, number, other, text))

    def act(self, seat: int, action: Struct | None = None, *, expected: int | None = None) -> m.Answer:
        """Answers what the seat is asked, by the first answer there is if none is named."""
        return self.command(self.action(seat, action, expected=expected))

    def action(self, seat: int, action: Struct | None = None, *, expected: int | None = None) -> m.Act:
        update = self.updates[seat]
        action = action or toy.codec.decode_legal(update.legal).first()
        claim = isinstance(action, toy.codec.claims)
        decision = CLAIM if claim else update.asked[0].decision
        n = update.n if expected is None else expected
        salt = b"s" * 16 if isinstance(action, toy.codec.sealed) else b""
        return m.Act(self.new_id(), seat, decision, n, toy.codec.encode(action), salt)

    def undo(self, seat: int) -> m.Answer:
        return self.command(m.Undo(self.new_id(), seat, self.updates[seat].n))

    def notices(self) -> list[str]:
        return [line.code for line in self.heard if isinstance(line, m.Chat) and not line.by]

    def owes(self, seat: int) -> bool:
        return seat in self.updates and bool(self.updates[seat].asked)
