"""The twin-run byte test: nothing the host sends tells a pair of eyes what is hidden from it.

A story is played twice in a room without sockets, with the same clock and the same random bytes, so the
same tokens, nonces and keys. The runs differ only in what `Run.hidden` gives: another sealed choice,
another hand. Whoever must not know is then compared byte by byte: what was sent to it, in which pieces
and when. Nothing here knows a game; `random_twins` plays any game that has sealed choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from msgspec import Struct

from core.game import CLAIM, Refusal
from net import messages as m
from net.guest_session import Fits, GuestSession, Who
from net.host_session import HostSession
from net.plan import Plan
from net.play import AnyTable
from net.room import Room
from net.telling import view_hash
from tests.net.kit import Seeded, Time, room

T = TypeVar("T")

Substitute = Callable[[Struct, "int | None"], Struct]
"""Fills in differently whatever is hidden from a seat (None: a watcher); see `core.kit.check`."""


class Peer:
    """A guest without a socket. `heard` is all the host ever wrote to it: when, and which bytes."""

    def __init__(self, run: Run, name: str, **who: object) -> None:
        self.name = name
        self.heard: list[tuple[int, bytes]] = []
        self.updates: dict[int, m.Update] = {}
        self.answers: dict[int, m.Answer] = {}
        self.messages: list[Struct] = []
        self._run = run
        self._who = Who(name, **who)  # type: ignore[arg-type]
        self._random = Seeded(sum(name.encode()))
        self._token = b""
        self._last_id = 0

    def connect(self) -> None:
        """A new connection, under the token it has."""
        run = self._run
        game = run.room.game
        self.host = HostSession(run.room, f"10.0.0.{len(self.name)}", run.time, run.random)
        fits = Fits(game.edition, game.meta.rules_version)
        self.guest = GuestSession(
            self._who, token=lambda _: self._token, fits=lambda _: fits,
            table="", known=-1, now=run.time, nonce=self._random,
        )  # fmt: skip
        run.settle()
        self._token = self.guest.token or self._token

    def drop(self) -> None:
        """The connection breaks."""
        self.host.close("lost")
        self._run.settle()

    def send(self, message: Struct) -> None:
        """Anything."""
        self.guest.send(message)
        self._run.settle()

    def act(self, seat: int, action: Struct, decision: int | None = None) -> m.Answer:
        """An action of a seat, in answer to what it is asked, or a claim."""
        codec = self._run.room.game.codec
        update = self.updates[seat]
        if decision is None:
            decision = CLAIM if isinstance(action, codec.claims) else update.asked[0].decision
        salt = self._random(16) if isinstance(action, codec.sealed) else b""
        return self.command(m.Act(self._id(), seat, decision, update.n, codec.encode(action), salt))

    def ask(self, verb: str, number: int = 0, other: int = 0, text: str = "") -> m.Answer:
        """One of `net.commands`."""
        return self.command(m.Command(self._id(), verb, number, other, text))

    def undo(self, seat: int) -> m.Answer:
        """The seat's last step back."""
        return self.command(m.Undo(self._id(), seat, self.updates[seat].n))

    def command(self, message: m.Act | m.Undo | m.Resend | m.Propose | m.Vote | m.Command) -> m.Answer:
        """Sends it; what became of it."""
        self.send(message)
        return self.answers[message.id]

    def move(self) -> bool:
        """What lies in either end's queue crosses over; was there anything?"""
        out = self.guest.take()
        if out and self.host.state != "closed":
            self.host.receive(out)
        came = self.host.take()
        if came:
            self.heard.append((self._run.time.ms, came))
            for message in self.guest.receive(came):
                self._take(message)
        return bool(out or came)

    def _take(self, message: Struct) -> None:
        self.messages.append(message)
        match message:
            case m.Update(seat, n, view):
                codec = self._run.room.game.codec
                self.updates[seat] = message
                self.guest.send(m.Seen(seat, n, view_hash(codec.encode(codec.view.decode(view)))))
            case m.Answer(number):
                self.answers[number] = message
            case _:
                pass

    def _id(self) -> int:
        self._last_id += 1
        return self._last_id


class Run:
    """One of the two runs. A story asks it for whatever is to differ."""

    def __init__(self, what: Plan, *, second: bool) -> None:
        self.second = second
        self.time = Time()
        self.random = Seeded(7)
        self.room: Room = room(what, self.time)
        self.peers: dict[str, Peer] = {}
        self.rng = Random(1)

    def hidden(self, one: T, other: T) -> T:
        """What the runs differ in."""
        return other if self.second else one

    def come(self, name: str, **who: object) -> Peer:
        """Somebody joins."""
        self.peers[name] = peer = Peer(self, name, **who)
        peer.connect()
        return peer

    @property
    def table(self) -> AnyTable:
        """The host's table."""
        assert self.room.play is not None
        return self.room.play.table

    def put(self, substitute: Substitute, seat: int | None) -> None:
        """In the second run, whatever is hidden from this seat is different from now on."""
        if self.second:
            position = self.table.position
            state = position.game.codec.state.decode(position.bytes)
            position.state = substitute(state, seat)
            position.bytes = position.game.codec.encode(position.state)
            self.room.telling.forget()

    def settle(self) -> None:
        """All that is said is heard, and what follows from it too."""
        while sum(peer.move() for peer in self.peers.values()):
            pass

    def pass_time(self, ms: int) -> None:
        """Time goes on and the host looks about."""
        self.time.ms += ms
        self.room.tick()
        for peer in self.peers.values():
            peer.host.tick()
            peer.guest.tick()
        self.settle()


Story = Callable[[Run], Sequence[str]]
"""Plays one run and returns the names of those who must not have noticed any difference."""


def check_twins(make: Callable[[], Plan], story: Story) -> None:
    """Plays a story twice. AssertionError names who was sent other bytes, and from which piece on."""
    one, two = Run(make(), second=False), Run(make(), second=True)
    names = story(one)
    assert names == story(two)
    assert one.table.journal.lines != two.table.journal.lines, "the runs do not differ in anything"
    for name in names:
        compare(name, one.peers[name].heard, two.peers[name].heard)


def compare(name: str, one: Sequence[tuple[int, bytes]], two: Sequence[tuple[int, bytes]]) -> None:
    """The same pieces of the same bytes at the same times."""
    for number, (mine, other) in enumerate(zip(one, two, strict=False)):
        lengths = f"{len(mine[1])} and {len(other[1])} bytes"
        assert mine == other, f"{name}: piece {number} differs ({lengths}), at {mine[0]} and {other[0]} ms"
    assert len(one) == len(two), f"{name}: {len(one)} pieces in one run, {len(two)} in the other"


@dataclass
class _Script:
    """What happens in public, so that the second run can do the same."""

    deeds: list[tuple[int, Struct | None]] = field(default_factory=list)


def random_twins(
    make: Callable[[], Plan], seats: int, seed: int, substitute: Substitute | None = None
) -> int:
    """A game at random up to some sealed choice, which differs; then on until it is shown.

    With `substitute` all that is hidden from seat 1 and those who watch differs as well. Everybody but the
    choice's owner (with `substitute`: seat 1 and watchers) is compared. The number of pieces compared.
    """
    script = _Script()
    first = _Wanderer(Run(make(), second=False), seats, seed, script, substitute)
    second = _Wanderer(Run(make(), second=True), seats, seed, script, substitute)
    first.play()
    second.play()
    pieces = 0
    for name in first.eyes():
        heard = [w.run.peers[name].heard[: w.marks[name]] for w in (first, second)]
        compare(name, *heard)
        pieces += len(heard[0])
    return pieces


class _Wanderer:
    """Plays one of two random runs. The first writes the script, the second follows it."""

    def __init__(
        self, run: Run, seats: int, seed: int, script: _Script, substitute: Substitute | None
    ) -> None:
        self.run = run
        self.marks: dict[str, int] = {}
        self._seats = seats
        self._rng = Random(seed)
        # Only the first run draws the deeds, so what else happens has chances of its own.
        self._pauses = Random(seed)
        self._script = script
        self._substitute = substitute
        self._secret = -1

    def eyes(self) -> list[str]:
        """Those who must not notice."""
        mine = [1] if self._substitute else [seat for seat in range(self._seats) if seat != self._secret]
        return [f"seat {seat}" for seat in mine] + ["watcher", "late"]

    def play(self) -> None:
        run, rng = self.run, self._rng
        for seat in range(self._seats):
            run.come(f"seat {seat}", robot=True, seat=seat)
        run.come("watcher", watch=True)
        run.room.start()
        run.settle()
        for _ in range(rng.randrange(7)):
            if not self._choose_any():
                break
        self._fork()
        run.come("late", watch=True)
        self._mark()
        for number in range(20):
            holding = set(run.table.game.holds(run.table.position.state))
            self._interlude(self._pauses.randrange(4))
            if not self._deed(number):
                break
            if holding - set(run.table.game.holds(run.table.position.state)):
                break  # something was shown: from here on the runs may differ
            self._mark()

    def _mark(self) -> None:
        self.marks = {name: len(peer.heard) for name, peer in self.run.peers.items()}

    def _choose_any(self) -> bool:
        table = self.run.table
        if not table.pending:
            return False
        seat = self._rng.choice(table.pending).seat
        self._act(seat, table.legal(seat).sample(self._rng))
        return True

    def _fork(self) -> None:
        """Plays on until a seat may seal either of two choices; it seals another one in the second run."""
        run, table, game = self.run, self.run.table, self.run.table.game
        for _ in range(400):
            for owed in table.pending:
                choices = [a for a in table.legal(owed.seat).expand(64) if isinstance(a, game.codec.sealed)]
                # Other hands than those that earlier choices came from would not do.
                fresh = not (self._substitute and (owed.seat == 1 or game.holds(table.position.state)))
                if len(choices) > 1 and len(table.pending) > 1 and fresh:
                    one, other = self._rng.sample(range(len(choices)), 2)
                    self._secret = owed.seat
                    if self._substitute:
                        run.put(self._substitute, 1)
                        choices = table.legal(owed.seat).expand(64)
                    self._act(owed.seat, run.hidden(choices[one], choices[other]))
                    return
            assert self._choose_any(), "the game was over before anything was sealed"
        raise AssertionError("nothing was ever sealed")

    def _deed(self, number: int) -> bool:
        table = self.run.table
        if not self.run.second:
            seats = [p.seat for p in table.pending]
            seat = self._rng.choice(seats) if seats else -1
            action = table.legal(seat).sample(self._rng) if seats else None
            self._script.deeds.append((seat, action))
        elif number >= len(self._script.deeds):
            return False
        seat, action = self._script.deeds[number]
        if action is None:
            return False
        if self.run.second:
            action = self._same(seat, action)
        self._act(seat, action)
        return True

    def _same(self, seat: int, action: Struct) -> Struct:
        """The scripted action, or another sealed one where that is not in this run's hand."""
        table = self.run.table
        if isinstance(table.game.refuse(table.position.state, seat, action), Refusal):
            assert isinstance(action, table.game.codec.sealed), "what happens in public hangs on a secret"
            return table.legal(seat).first()
        return action

    def _act(self, seat: int, action: Struct) -> None:
        answer = self.run.peers[f"seat {seat}"].act(seat, action)
        assert not answer.code, answer.code

    def _interlude(self, kind: int) -> None:
        """Something else that happens at a table."""
        watcher = self.run.peers["watcher"]
        match kind:
            case 0:
                self.run.pass_time(900)
            case 1:
                watcher.send(m.Say("Well!"))
            case 2:
                watcher.drop()
                watcher.connect()
            case _:
                eyes = self.run.peers["seat 1"]
                eyes.drop()
                eyes.connect()
