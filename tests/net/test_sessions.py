"""Both ends of a connection in memory: whatever becomes of single frames, the board is right in the end."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from net import host_session, wire
from net import messages as m
from net.wire import framed, pack
from tests.net import kit
from tests.net.hall import Caller, Hall, Mischief


def flip(frame: bytes, at: int, bit: int) -> bytes:
    """One bit is another; `at` may count from the end."""
    damaged = bytearray(frame)
    damaged[at % len(frame)] ^= 1 << bit
    return bytes(damaged)


class Strike:
    """Does something to the frame number `at` of a connection and leaves all others alone."""

    def __init__(self, kind: str, at: int) -> None:
        self.kind = kind
        self.at = at
        self.seen = 0
        self.held = b""

    def __call__(self, frame: bytes) -> bytes:
        self.seen += 1
        before, self.held = self.held, b""
        if self.seen - 1 == self.at:
            frame = self.hit(frame)
        return frame + before

    def hit(self, frame: bytes) -> bytes:
        match self.kind:
            case "drop":
                return b""
            case "double":
                return frame * 2
            case "swap":
                self.held = frame
                return b""
            case "half":
                return frame[: len(frame) // 2]
            case "length":
                return flip(frame, 3, 0)
            case "long":
                return flip(frame, 0, 6)
            case "first":
                return flip(frame, wire.HEAD, 0)
            case "middle":
                return flip(frame, len(frame) // 2, 3)
            case "last":
                return flip(frame, -1, 1)
            case "more":
                return frame + b"\0\0\0\1x"
        raise AssertionError(self.kind)


TRIES = 40
KINDS = ("drop", "double", "swap", "half", "length", "long", "first", "middle", "last", "more")


def persist(hall: Hall, caller: Caller) -> None:
    """Comes back until it is in, as a guest's program does."""
    for _ in range(TRIES):
        if caller.inside:
            return
        if not caller.connected:
            caller.connect()
            hall.settle()
        else:
            hall.tick(4_000)
    raise AssertionError(f"{caller.who.name} is out: {caller.bye}")


def insist(hall: Hall, caller: Caller, message: m.Command | m.Act | m.Undo) -> m.Answer:
    """Sends a command until it is answered."""
    answer = caller.command(message)
    for _ in range(TRIES):
        if answer.code != "none":
            return answer
        hall.tick(4_000)
        persist(hall, caller)
        answer = caller.answers.get(message.id, answer)
    raise AssertionError("never answered")


def evening(up: Mischief = bytes, down: Mischief = bytes, *, piecemeal: bool = False) -> Hall:
    """Three people play a whole short game; Bob's connection is not what it should be."""
    hall = Hall(kit.plan(options={"cards": 2, "seconds": 0}))
    bob = hall.caller("Bob", up=up, down=down, piecemeal=piecemeal)
    persist(hall, bob)
    everybody = [hall.ann, bob, hall.caller("Cleo")]
    for _ in range(TRIES):
        for caller in everybody:
            persist(hall, caller)
            insist(hall, caller, m.Command(caller.new_id(), "ready", 1))
        if bob.seats and hall.ann.ask("start").code == "":
            break
    bob.send(m.Say("hello"))
    for turn in range(20):
        if hall.room.phase != "playing":
            break
        pending = hall.table.pending[0]
        for caller in everybody:
            persist(hall, caller)
        for _ in range(TRIES):
            if bob.owes(1) == any(p.seat == 1 for p in hall.table.pending):
                break
            hall.tick(4_000)  # an update was lost, which a later frame shows
            persist(hall, bob)
        player = next(caller for caller in everybody if pending.seat in caller.seats)
        answer = insist(hall, player, player.action(pending.seat))
        assert answer.code == "", answer
        if turn == 1:
            # Somebody takes a card back and plays it again.
            # Should Bob drop out just then, the host's note of it stands between.
            undone = insist(hall, player, m.Undo(player.new_id(), pending.seat, answer.n))
            assert undone.code in ("", "barrier", "nothing-to-undo"), undone
            hall.undone = not undone.code
    for _ in range(4):
        hall.tick(4_000)
        persist(hall, bob)
    return hall


@cache
def fair() -> Hall:
    return evening()


def acts_of(hall: Hall) -> list[bytes]:
    """The lines of actions in the record, undone ones too."""
    return [line for line in hall.table.journal.lines if b'"act"' in line[:16]]


def check(hall: Hall) -> None:
    """The same game was played, no action twice, and everybody holds the right board."""
    assert hall.room.phase == "over"
    assert hall.story() == fair().story()
    assert fair().undone
    assert len(acts_of(hall)) == len(acts_of(fair())) - (not hall.undone)
    hall.table.check()
    codec = hall.table.game.codec
    for caller in hall.callers:
        (seat,) = caller.seats
        assert caller.inside and caller.updates[seat].view == codec.encode(hall.table.view(seat))
        told = [step for n, step in sorted(caller.told.items()) if step.actor >= 0]
        seen = [step for step in hall.table.history(seat) if step.actor >= 0]
        assert [step.n for step in told] == [step.n for step in seen]
        assert caller.row is not None and caller.row.phase == "over"
        assert len([line for line in caller.heard if isinstance(line, m.Chat) and line.by]) <= 9


def frames(up: bool) -> int:
    count = Strike("drop", -1)
    evening(up=count) if up else evening(down=count)
    return count.seen


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["up", "down"])
def test_anything_that_becomes_of_any_one_frame_is_survived(kind: str, way: str):
    total = frames(way == "up")
    assert total > 12
    for at in range(total):
        strike = Strike(kind, at)
        check(evening(up=strike) if way == "up" else evening(down=strike))
        assert strike.seen > at


def test_byte_by_byte():
    check(evening(piecemeal=True))


class Storm:
    """Strikes again and again, by chance."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def __call__(self, frame: bytes) -> bytes:
        if self.rng.random() > 0.04:
            return frame
        return Strike(self.rng.choice(KINDS), 0)(frame)


@pytest.mark.parametrize("seed", range(15))
def test_a_bad_evening_on_bad_wifi(seed: int):
    check(evening(up=Storm(seed), down=Storm(seed + 100), piecemeal=seed % 2 == 0))


# States.


@pytest.mark.parametrize("early", [
    m.Say("x"), m.Act(1, 0, 1, 0, b""), m.Ping(1, -1), m.Command(1, "start"), m.Seen(0, 0, bytes(8)),
    m.Enter("Bob", "", 1, bytes(16)),
])  # fmt: skip
def test_nothing_but_a_hello_is_heard_first(early: object):
    hall = Hall()
    session = host_session.HostSession(hall.room, "10.0.0.9", hall.time, hall.random)
    session.receive(framed(pack(early)))  # type: ignore[arg-type]
    assert session.state == "closed" and session.why in ("not-a-message", "not-expected")
    assert len(hall.room.people.here()) == 1


def test_nobody_says_hello_or_enters_twice():
    hall = Hall()
    bob = hall.caller("Bob")
    assert bob.inside
    bob.host.receive(framed(pack(m.Enter("Eve", "", 1, bytes(16)))))
    assert bob.host.why == "bad-seal"
    session = host_session.HostSession(hall.room, "10.0.0.9", hall.time, hall.random)
    session.receive(framed(pack(m.Hello(m.MAGIC, m.PROTOCOL))) * 2)
    assert session.why == "not-expected"


def test_a_recorded_return_opens_no_door():
    hall = Hall()
    bob = hall.caller("Bob")
    hall.start("random")
    bob.cut()
    recorded: list[bytes] = []

    def tape(frame: bytes) -> bytes:
        recorded.append(frame)
        return frame

    bob.up = tape
    persist(hall, bob)
    eve = host_session.HostSession(hall.room, "10.0.0.66", hall.time, hall.random)
    for frame in recorded:
        eve.receive(frame)
    assert eve.state == "closed" and eve.why == "bad-proof"
    assert bob.inside and bob.seats == [1]


def test_sealed_frames_before_the_seal_are_refused():
    hall = Hall()
    bob = hall.caller("Bob")
    bob.guest.send(m.Say("sealed"))
    sealed = bob.guest.take()
    for state in ("hello", "enter"):
        session = host_session.HostSession(hall.room, "10.0.0.9", hall.time, hall.random)
        if state == "enter":
            session.receive(framed(pack(m.Hello(m.MAGIC, m.PROTOCOL))))
        assert session.state == state
        session.receive(sealed)
        assert session.why == "not-a-message"


def test_what_is_changed_in_the_open_handshake_breaks_every_seal():
    hall = Hall(kit.plan(password="open sesame"))

    def lie(frame: bytes) -> bytes:
        message = wire.unpack(frame[wire.HEAD :], m.FromHost)
        assert isinstance(message, m.Welcome)
        bob.down = bytes
        return framed(pack(replace(message, seats_free=8)))

    bob = Caller(hall, "Bob", password="open sesame", down=lie)
    hall.callers.append(bob)
    bob.connect()
    hall.settle()
    assert not bob.inside and bob.bye == "bad-seal" and not hall.room.links.keys() - {hall.room.people.get(1)}


def test_a_host_that_does_not_know_the_token_is_found_out():
    hall = Hall()
    bob = hall.caller("Bob")
    token = bob.token
    hall.start("random")
    bob.cut()
    other = Hall(host=False)  # says it is the same table
    bob.hall = other
    bob.connect()
    bob.exchange()
    session = bob.guest
    session.receive(
        framed(pack(m.Welcome("t" * 32, "", "", "toy", "", "", bytes(16), 0, False, False, False)))
    )
    session.receive(framed(pack(m.Entered(1, b""))))
    session.receive(framed(bytes(20) + pack(m.Chat(0, "", "started"))))
    assert session.bye is not None and session.bye.code in ("bad-seal", "not-expected")
    assert bob.token == token


# Time.


def test_a_stranger_has_ten_seconds_in_all():
    hall = Hall()
    session = host_session.HostSession(hall.room, "10.0.0.9", hall.time, hall.random)
    hello = framed(pack(m.Hello(m.MAGIC, m.PROTOCOL)))
    for byte in hello:
        hall.time.ms += 400
        session.receive(bytes([byte]))
        session.tick()
    assert session.state == "enter"
    while hall.time.ms <= host_session.ENTER_MS:
        hall.time.ms += 400
        session.tick()
    assert session.state == "closed" and session.why == "silent"


def test_a_frame_that_never_ends_is_silence():
    hall = Hall()
    bob = hall.caller("Bob")
    bob.connected = False
    for _ in range(host_session.SILENT_MS // 100):
        hall.time.ms += 100
        bob.host.receive(b"\0")
        bob.host.tick()
        if bob.host.state == "closed":
            break
    assert bob.host.why in ("silent", "empty-frame")
    cleo = hall.caller("Cleo")
    cleo.connected = False
    cleo.host.receive((200).to_bytes(4, "big"))
    for _ in range(130):
        hall.time.ms += 100
        cleo.host.receive(b"x")
        cleo.host.tick()
    assert cleo.host.why == "silent"


def test_a_peer_that_does_not_read_is_told_why_and_nobody_waits():
    hall = Hall(kit.plan(options={"seconds": 0}))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    connected, bob.connected = bob.connected, False  # it sends nothing and takes nothing
    for i in range(3_000):
        hall.time.ms += 1_000
        hall.room.tick()
        cleo.guest.send(m.Say(f"{i} " + "x" * 490))
        hall.ann.guest.tick()
        hall.settle()
        assert bob.host._queued <= host_session.QUEUE_BYTES + m.MAX_TEXT * 4
        if bob.host._too_slow:
            break
    assert bob.host._too_slow and bob.host.state == "member", "it ends in a tick, not amid others' news"
    bob.host.tick()
    bob.connected = connected
    hall.settle()
    assert bob.bye == "too-slow", "the reason is in an unbroken row of seals"
    persist(hall, bob)
    assert bob.updates[1].view == hall.table.game.codec.encode(hall.table.view(1))


def test_a_history_longer_than_the_queue_still_comes_in():
    hall = Hall(kit.plan(options={"seconds": 0}))
    bob = hall.caller("Bob")
    hall.start("random")
    long = [pack(m.Chat(0, "x" * 400)) for _ in range(6_000)]
    hall.room.telling.history = lambda eyes, known: long  # type: ignore[method-assign]
    bob.cut()
    persist(hall, bob)
    assert sum(map(len, long)) > 2 * host_session.QUEUE_BYTES
    assert len([line for line in bob.heard if isinstance(line, m.Chat) and line.text]) == len(long)
    assert bob.ask("ready").code == "not-now"


def test_floods_end_only_the_flooder():
    hall = Hall()
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    for _ in range(host_session.FRAMES + 1):
        bob.guest.send(m.Ping(1, 5))
    hall.settle()
    assert bob.bye == "flood" and cleo.inside and cleo.ask("ready", 1).code == ""


def test_round_trips_are_told_rarely_however_they_jump():
    hall = Hall()
    bob = hall.caller("Bob")
    rows = 0

    def count(frame: bytes) -> bytes:
        nonlocal rows
        rows += 1
        return frame

    hall.ann.down = count
    for i in range(100):
        bob.send(m.Ping(i, i % 2 * 9_999_999_999))
    assert rows <= 2
    person = hall.room.people.get(bob.me)
    assert person is not None and -1 <= person.rtt <= 60_000


def test_a_wrong_view_hash_brings_all_own_views_again():
    hall = Hall()
    assert hall.ann.ask("sit", 1, 1).code == ""
    hall.start("random")
    ann = hall.ann
    assert sorted(ann.updates) == ann.seats == [0, 1]
    ann.updates.clear()
    ann.send(m.Seen(0, hall.table.n, b"x" * 8))
    assert sorted(ann.updates) == [0, 1]
    for _ in range(20):
        ann.updates.clear()
        ann.send(m.Seen(0, hall.table.n, b"x" * 8))
    assert not ann.updates, "nor for ever, if a program is wrong for good"


def test_sealed_choices_are_not_in_what_others_get():
    hall = Hall(kit.plan(options={"seconds": 0}))
    bob = hall.caller("Bob")
    hall.caller("Cleo")
    hall.start()
    spied: list[bytes] = []

    def spy(frame: bytes) -> bytes:
        spied.append(frame)
        return frame

    bob.down = spy
    assert hall.ann.act(0).code == ""
    assert spied and not any(b"choose" in frame and b"s" * 16 in frame for frame in spied)
