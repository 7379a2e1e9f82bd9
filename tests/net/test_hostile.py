"""Frames that no honest program sends: nothing comes out of `receive`, nothing grows, nobody else notices."""

from __future__ import annotations

import gc
import logging
import tracemalloc
from random import Random

import msgspec
import pytest
from msgspec import Struct

from net import host_session, proof, wire
from net import messages as m
from net.host_session import HostSession
from net.wire import framed, pack
from tests.net import kit, made
from tests.net.hall import Caller, Hall
from tests.net.kit import toy

HOST_ONLY = (
    "start",
    "stop",
    "remove",
    "ban",
    "seat",
    "assign",
    "option",
    "lock",
    "mix",
    "swap",
    "mute",
    "pace",
)


class Rogue:
    """Somebody who knows the protocol well and means no good."""

    def __init__(self, hall: Hall, rng: Random, victim: Caller) -> None:
        self.hall = hall
        self.rng = rng
        self.victim = victim
        self.recorded: list[bytes] = []
        self.names = 0
        self.member: Caller | None = None
        victim.up = self._record

    def _record(self, frame: bytes) -> bytes:
        if len(self.recorded) < 300:
            self.recorded.append(frame)
        return frame

    def outside(self) -> None:
        """A connection that never becomes a member."""
        hall, rng = self.hall, self.rng
        session = HostSession(hall.room, f"10.6.{rng.randrange(9)}.6", hall.time, hall.random)
        if rng.random() < 0.6:
            session.receive(framed(pack(m.Hello(m.MAGIC, m.PROTOCOL))))
        for _ in range(3):
            session.receive(self._outside_frame())
            session.tick()
        session.take()
        session.close("lost")

    def _outside_frame(self) -> bytes:
        rng = self.rng
        match rng.randrange(8):
            case 0:
                return rng.randbytes(rng.randint(1, 40))
            case 1:
                return framed(made.rubbish(rng)[: wire.SMALL])
            case 2:
                return framed(
                    made.spoilt(rng, made.by_chance(rng, rng.choice(made.FROM_STRANGER)))[: wire.SMALL]
                )
            case 3:
                return framed(pack(made.by_chance(rng, rng.choice(made.EVERY)))[: wire.SMALL] or b"x")
            case 4 if self.recorded:
                return rng.choice(self.recorded)
            case 5:
                return framed(pack(self._forged_return()))
            case 6:
                return (rng.choice((0, 5_000, 1 << 31, (1 << 32) - 1))).to_bytes(4, "big") + b"x" * 9
            case _:
                return framed(pack(m.Hello(m.MAGIC, rng.choice((0, m.PROTOCOL - 1, m.PROTOCOL + 1, 99)))))

    def _forged_return(self) -> m.Enter:
        person = self.hall.room.people.get(self.victim.me)
        member = proof.member_id(person.stored) if person is not None else b""
        edition, version = toy.edition, toy.meta.rules_version
        return m.Enter(
            "Bob", edition, version, self.rng.randbytes(16), member, self.rng.randbytes(32), watch=True
        )

    def inside(self) -> None:
        """A frame of a member; it comes in again whenever it has been thrown out."""
        caller = self.member
        if caller is None or not caller.inside:
            if caller is not None:
                self.hall.callers.remove(caller)
            self.hall.time.ms += 50
            self.names += 1
            address = f"10.7.{self.names % 200}.7"
            caller = self.member = self.hall.caller(f"Eve {self.names}", watch=True, address=address)
        caller.host.receive(self._inside_frame(caller))
        caller.exchange()  # the others hear of it when time passes

    def _inside_frame(self, caller: Caller) -> bytes:
        rng = self.rng
        match rng.randrange(10):
            case 0:
                return rng.choice([*self.recorded, b"\0\0\0\5hello"])
            case 1:
                return framed(pack(made.by_chance(rng, rng.choice(made.FROM_MEMBER))))  # unsealed
            case 2:
                return framed(bytes(proof.SEAL_BYTES) + pack(m.Say("forged")))
            case 3:
                return self._sealed(caller, made.rubbish(rng))
            case 4:
                return self._sealed(
                    caller, made.spoilt(rng, made.by_chance(rng, rng.choice(made.FROM_MEMBER)))
                )
            case 5:
                return self._sealed(
                    caller, pack(made.by_chance(rng, rng.choice([*made.FROM_HOST, *made.FROM_STRANGER])))
                )
            case 6:
                return self._sealed(caller, pack(self._not_its_own()))
            case 7:
                numbers = rng.randint(-2, 9), rng.randint(-2, 9)
                command = m.Command(rng.randint(1, 1 << 53), rng.choice(HOST_ONLY), *numbers, "random")
                return self._sealed(caller, pack(command))
            case 8:
                return b"".join(self._sealed(caller, pack(m.Ping(i, i * 777))) for i in range(12))
            case _:
                return self._sealed(caller, pack(made.by_chance(rng, rng.choice(made.FROM_MEMBER))))

    def _sealed(self, caller: Caller, content: bytes) -> bytes:
        out = caller.guest._out
        return framed(out.close(content) if out is not None else content)

    def _not_its_own(self) -> Struct:
        """What would be good if it came from the victim, or from the host."""
        rng, seat = self.rng, self.rng.choice((-1, 0, 1, 2, 7))
        number, n = rng.randint(1, 1 << 53), self.hall.table.n
        action = rng.choice((
            toy.codec.encode(toy.legal(self.hall.table.position.state, 1).claims[-1].nth(0)),
            b"\x92\xa6choose\xcf" + b"\xff" * 8, b"\x91" * 1_000, b"\x92\xa6choose\xdd\xff\xff\xff\xff", b"",
            msgspec.msgpack.encode(["give", -1, 1 << 62]), msgspec.msgpack.encode(["sealed", 3]),
        ))  # fmt: skip
        return rng.choice((
            m.Act(number, seat, rng.randint(0, 5), n, action, b"s" * rng.choice((0, 3, 16))),
            m.Undo(number, seat, n), m.Resend(number, seat, rng.randint(0, n), action, b"s" * 16),
            m.Propose(number, seat, rng.choice(("take-back", "correct", "reseal", "x")), n, action),
            m.Vote(number, rng.randint(0, 3), True), m.Seen(seat, n, rng.randbytes(8)),
        ))  # fmt: skip


def sizes(hall: Hall) -> dict[str, int]:
    """All that could grow with what strangers send."""
    room = hall.room
    assert room.play is not None
    return {
        "people": len(list(room.people)),
        "links": len(room.links),
        "answers": sum(len(p.answers) for p in room.people) // 64 // m.MAX_PEOPLE,
        "chat": len(room._chat),
        "lines": hall.table.n,
        "steps": len(hall.table.position.steps),
        "undone": len(room.telling._undone),
        "hashes": len(room.telling._hashes),
        "bans": len(list(room.bans)),
    }


def attack(frames: int, seed: int, *, weigh: bool = False) -> None:
    hall = Hall(kit.plan(options={"seconds": 0}))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    rogue = Rogue(hall, Random(seed), bob)
    before: dict[str, int] = {}
    digest, position = hall.table.position.digest, hall.table.position.bytes
    for i in range(frames):
        if i == frames // 3:
            before = sizes(hall)
            gc.collect()
            if weigh:
                tracemalloc.start()
        rogue.outside() if i % 3 == 0 else rogue.inside()
        if i % 50 == 0:
            hall.tick(200)
            for honest in (hall.ann, bob, cleo):
                assert honest.inside, honest.bye
        if i % 500 == 0:
            assert bob.ask("sit", 9).code == "unknown-seat"
            for honest in (hall.ann, bob, cleo):
                honest.heard.clear()
                honest.answers.clear()
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    after = sizes(hall)
    assert {**after, "people": 0, "links": 0} == {**before, "people": 0, "links": 0}
    assert after["people"] <= m.MAX_PEOPLE and after["links"] <= 4
    # Up to 64 remembered strangers with 64 answers each.
    assert grown < 6 << 20, f"{grown >> 10} KiB"
    assert (hall.table.position.digest, hall.table.position.bytes) == (digest, position)
    assert [bob.seats, cleo.seats] == [[1], [2]] and hall.room.phase == "playing"
    assert bob.act(1).code == ""
    hall.table.check()


def test_hostile_frames(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.ERROR)
    attack(5_000, 1)


@pytest.mark.heavy
def test_a_hundred_thousand_hostile_frames(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.CRITICAL)
    attack(100_000, 2, weigh=True)


@pytest.mark.parametrize("kind", range(6))
def test_a_host_that_means_no_good_ends_only_the_session(kind: int):
    rng = Random(kind)
    for _ in range(150):
        hall = Hall(host=False)
        caller = Caller(hall, "Bob")
        caller.connect()
        caller.exchange()
        session = caller.guest
        for _ in range(4):
            message = made.by_chance(rng, rng.choice(made.FROM_HOST))
            content = (made.rubbish(rng), made.spoilt(rng, message), pack(message))[kind % 3]
            session.receive(framed(content) if kind < 3 or rng.random() < 0.5 else content)
            session.take()
        assert session.state in ("closed", "enter", "greet", "member")
        assert len(session._frames._data) <= wire.LARGE + wire.HEAD


def test_a_crowd_of_newcomers_is_slowed_down():
    hall = Hall(kit.plan(password=""))
    codes = []
    for i in range(70):
        caller = hall.caller(f"Crowd {i}", watch=True, address="10.9.9.9")
        codes.append(caller.bye)
        caller.cut()
    assert codes[:50] == [""] * 50 and codes[-1] == "try-later"
    assert len(list(hall.room.people)) <= m.MAX_PEOPLE
    hall.tick(60_000)
    assert hall.caller("Dora", address="10.9.9.10").inside


def test_a_member_that_comes_and_goes_is_slowed_down():
    hall = Hall()
    bob = hall.caller("Bob")
    hall.start("random")
    n = hall.table.n
    for _ in range(60):
        bob.cut()
        bob.connect()
        hall.settle()
    assert bob.bye == "too-often" and hall.table.n - n <= 2 * 32
    hall.tick(5_000)
    bob.connect()
    hall.settle()
    assert bob.inside and bob.seats == [1]


def test_a_full_room_forgets_whoever_is_gone_first():
    hall = Hall()
    bob = hall.caller("Bob", address="10.0.0.1")
    bob.ask("mute", 1)
    gone = [hall.caller(f"G{i}", watch=True, address=f"10.1.{i}.1") for i in range(m.MAX_PEOPLE - 2)]
    assert all(caller.inside for caller in gone)
    assert hall.caller("One more", watch=True, address="10.2.0.1").bye == "full"
    gone[5].cut()
    assert hall.caller("One more", watch=True, address="10.2.0.1").inside
    assert bob.inside and len(list(hall.room.people)) == m.MAX_PEOPLE


def test_host_only_commands_are_refused_and_logged(caplog: pytest.LogCaptureFixture):
    hall = Hall()
    bob = hall.caller("Bob")
    for verb in (*HOST_ONLY, "watchers", "after-drop", "limit"):
        caplog.clear()
        assert bob.ask(verb, 1, 1, "open").code == "host-only"
        assert verb in caplog.text
    assert hall.room.phase == "lobby" and bob.inside
    assert host_session.FRAMES > 100
