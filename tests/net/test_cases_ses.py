"""Sessions, case by case: what other programs of this kind failed on, over real sockets."""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic

import pytest

from net import host_session, wire
from net import messages as m
from net.guest_session import Who
from net.keyring import Keyring
from net.room import Room
from net.wire import framed, pack, unpack
from tests.net.hall import Hall
from tests.net.kit import Player, plan, room, run, serving, toy
from tests.toy.pieces import Choose, Stand

HELLO = framed(pack(m.Hello(m.MAGIC, m.PROTOCOL)))


def at_table(
    names: str,
    story: Callable[[Room, list[Player], int], Awaitable[None]],
    *,
    started: bool = True,
    **more: object,
) -> None:
    """People of these names sit at a table that has begun; Ann is not its host by token."""

    async def evening() -> None:
        what = room(plan(options={"seconds": 0}, auto_start=started, **more))  # type: ignore[arg-type]
        async with serving(what) as (_, port):
            players = [await Player(port, Who(name)).come_in() for name in names.split()]
            if started:
                for seat, player in enumerate(players[:3]):
                    await player.ear.until(lambda p=player, s=seat: s in p.guest.updates)  # type: ignore[misc]
            await story(what, players, port)
            for player in players:
                await player.end()

    run(evening)


async def lowest(player: Player, seat: int) -> m.Answer:
    """The seat seals its lowest card."""
    update = player.guest.updates[seat]
    action = toy.codec.decode_legal(update.legal).first()
    return await player.guest.act(seat, update.asked[0].decision, action)


async def stranger(port: int, data: bytes) -> bytes:
    """All that the host says to somebody who sends these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    try:
        return await reader.read()
    finally:
        writer.close()


def last_word(data: bytes) -> m.Bye:
    frames, last = wire.Frames(wire.LARGE), b""
    frames.feed(data)
    while (frame := frames.next()) is not None:
        last = frame
    bye = unpack(last, m.FromHost)
    assert isinstance(bye, m.Bye)
    return bye


@pytest.mark.parametrize("depth", [1_000, 1_100, 4_000])
def test_ses_01_a_deeply_nested_frame_drops_only_its_sender(depth: int, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)

    async def story(what: Room, players: list[Player], port: int) -> None:
        for start in (b"", HELLO):
            bye = last_word(await stranger(port, start + framed(b"\x91" * depth + b"\x90")))
            assert bye.code == "not-a-message"
        assert (await lowest(players[0], 0)).code == ""

    at_table("Ann Bob Cleo", story)
    assert max(len(record.getMessage()) for record in caplog.records) < 200


@pytest.mark.parametrize("head", [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x80\0\0\0"])
def test_ses_02_a_lying_length_is_refused_at_once_with_one_line_in_the_log(
    head: bytes, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, "net")

    async def story(what: Room, players: list[Player], port: int) -> None:
        caplog.clear()
        assert last_word(await stranger(port, head)).code in ("frame-too-long", "empty-frame")
        assert len(caplog.records) == 1
        assert (await lowest(players[1], 1)).code == ""

    at_table("Ann Bob Cleo", story)


def test_ses_02_half_a_frame_times_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(host_session, "ENTER_MS", 150)

    async def story(what: Room, players: list[Player], port: int) -> None:
        for data in (struct.pack(">I", 10) + b"abc", HELLO + b"\0\0", b""):
            assert last_word(await stranger(port, data)).code == "silent"

    at_table("Ann", story, started=False)


@pytest.mark.parametrize("content", [
    b"\x93\xa5hello\xa8maharaja\xcb\x7f\xf8\0\0\0\0\0\0", b"\x93\xa5hello\xa8maharaja\xd4\x63\0",
    b"\x93\xa5hello\xa8maharaja\xd6\xff\0\0\0\1", b"\x93\xa5hello\xa8maharaja\xcf" + b"\xff" * 8,
    b"\x82\xa1a\1\xa1a\2", b"\x81\1\1", b"\x93\xa5hello\xa2\xff\xfe\1", b"\x93\xa5hello\xa3\xed\xa0\x80\1",
])  # fmt: skip
def test_ses_04_nonsense_is_a_protocol_error(content: bytes):
    async def story(what: Room, players: list[Player], port: int) -> None:
        assert last_word(await stranger(port, framed(content))).code == "not-a-message"

    at_table("Ann", story, started=False)


def test_ses_04_half_a_letter_typed_at_a_keyboard_goes_out_as_a_question_mark():
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann, bob = players
        ann.guest.say("a\ud800b")
        await bob.ear.until(lambda: any(isinstance(c, m.Chat) and c.text == "a?b" for c in bob.ear.messages))
        assert (await ann.guest.ask("hand-over", 0, 0, "\udcff")).code == "not-now"

    at_table("Ann Bob\udcff", story, started=False)


def test_ses_06_one_that_stops_reading_holds_nobody_up():
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann, bob, cleo = players
        reader = bob.guest._session
        assert bob.writer is not None and reader is not None
        bob.writer.transport.pause_reading()  # type: ignore[attr-defined]
        worst = 0.0
        for turn in range(50):
            began = monotonic()
            claim = toy.codec.decode_legal(ann.guest.updates[0].legal).claims[-1].nth(0)
            answer = await ann.guest.act(0, 0, claim)
            await cleo.ear.until(lambda n=answer.n: cleo.guest.updates[2].n >= n)  # type: ignore[misc]
            worst = max(worst, monotonic() - began)
            assert answer.code == "", turn
        assert worst < 0.2
        (session,) = [link for person, link in what.links.items() if person.name == "Bob"]
        assert isinstance(session, host_session.HostSession)
        assert session._queued < host_session.QUEUE_BYTES

    at_table("Ann Bob Cleo", story)


def test_ses_07_a_new_connection_of_the_same_person_takes_its_seat_at_once():
    async def story(what: Room, players: list[Player], port: int) -> None:
        bob = players[1]
        again = await Player(port, Who("Bob"), keyring=bob.keyring).come_in()
        assert again.guest.me == bob.guest.me
        assert (await bob.running).code == "replaced"
        assert [person.name for person in what.row().people] == ["Ann", "Bob", "Cleo"]
        assert [slot.owner and slot.owner.name for slot in what.slots] == ["Ann", "Bob", "Cleo"]
        await again.ear.until(lambda: 1 in again.guest.updates)
        assert (await lowest(again, 1)).code == ""
        await again.end()

    at_table("Ann Bob Cleo", story)


def test_ses_07_the_newest_program_keeps_the_seat_whatever_the_older_one_has_not_heard():
    """One computer is put to sleep with the lid, and its owner goes on at another program."""
    hall = Hall()
    bob = hall.caller("Bob")
    hall.start("random")
    bob.vanish()
    again = hall.caller("Bob", token=bob.token)
    assert again.inside and again.seats == [1]
    bob.connect()
    hall.settle()
    assert (bob.bye, again.inside) == ("replaced", True)
    again.cut()
    bob.connect()
    hall.settle()
    assert bob.bye == "replaced"
    again.connect()
    hall.settle()
    assert (again.bye, again.act(1).code) == ("", "")


def test_ses_07_only_the_program_that_hosts_sits_in_the_host_s_place():
    hall = Hall(host=False)
    hall.room.admit_host(bytes(16))
    hall.room.host_visit = 1
    ann = hall.caller("Ann", token=bytes(16))
    assert (ann.visit, ann.inside, hall.room.people.here()[0].host) == (1, True, True)
    other = hall.caller("Ann", token=bytes(16))
    assert (other.bye, ann.inside, hall.room.closed) == ("host-place", True, "")
    ann.cut()
    other.connect()
    hall.settle()
    ann.connect()
    hall.settle()
    assert (other.bye, ann.inside) == ("host-place", True)
    hall.caller("Bob")
    hall.ann = ann
    hall.start("random")


def test_ses_07_silence_and_nothing_else_says_who_is_gone():
    assert host_session.SILENT_MS <= 15_000


def test_ses_09_a_move_is_neither_lost_nor_doubled_when_the_link_is_cut_behind_it():
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann, bob, cleo = players
        mine = asyncio.ensure_future(lowest(bob, 1))
        await asyncio.sleep(0)  # it is written
        bob.cut()
        assert (await lowest(ann, 0)).code == ""
        assert (await lowest(cleo, 2)).code == ""
        answer = await mine
        assert answer.code == "" and what.play is not None
        table = what.play.table
        lines = [line for line in table.journal.lines if b'"act"' in line[:16]]
        assert len(lines) == 3
        await bob.ear.until(lambda: bob.guest.updates[1].n == table.n)
        assert bob.guest.updates[1].view == toy.codec.encode(table.view(1))

    at_table("Ann Bob Cleo", story)


def test_ses_10_the_same_command_twice_acts_once():
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann, bob, cleo = players
        assert what.play is not None
        for player, seat in ((ann, 0), (cleo, 2)):
            await lowest(player, seat)
        await bob.ear.until(lambda: sum(bob.guest.held[1].ready) == 2)  # type: ignore[attr-defined]
        update = bob.guest.updates[1]
        action = toy.codec.encode(toy.codec.decode_legal(update.legal).first())
        act = m.Act(77, 1, update.asked[0].decision, update.n, action, b"s" * 16)
        first = await bob.guest.command(act)  # the third card: dice are rolled
        n, dice = what.play.table.n, what.play.table.position.bytes
        assert first.code == "" and await bob.guest.command(act) == first
        bob.cut()
        assert await bob.guest.command(act) == first, "also after coming back"
        assert what.play.table.position.bytes == dice
        assert not any(b'"act"' in line[:16] for line in what.play.table.journal.lines[n + 1 :])
        # A double click: another command for the same question, made for the old position.
        late = await bob.guest.act(1, update.asked[0].decision, Choose(1), update.n)
        assert late.code in ("stale", "not-your-decision")

    at_table("Ann Bob Cleo", story)


def test_ses_10_undo_pressed_twice_goes_back_one_step():
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann = players[0]
        assert what.play is not None
        for claim in (Stand(1), Stand(2)):
            answer = await ann.guest.act(0, 0, claim)
            assert answer.code == ""
            await ann.ear.until(lambda n=answer.n: ann.guest.updates[0].n >= n)  # type: ignore[misc]
        codes = [answer.code for answer in await asyncio.gather(ann.guest.undo(0), ann.guest.undo(0))]
        assert sorted(codes) == ["", "stale"]
        assert len([step for step in what.play.table.position.steps if not step.undone]) == 1

    at_table("Ann Bob Cleo", story)


def test_ses_11_the_seat_comes_from_the_connection(caplog: pytest.LogCaptureFixture):
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann, bob, _, dora = players
        assert what.play is not None
        before = what.play.table.position.bytes
        update = ann.guest.updates[0]
        red = toy.codec.decode_legal(update.legal).first()
        act = m.Act(5, 0, update.asked[0].decision, update.n, toy.codec.encode(red))
        for thief in (bob, dora):
            assert (await thief.guest.command(act)).code == "not-your-seat"
            assert (await thief.guest.command(m.Undo(6, 0, update.n))).code == "not-your-seat"
            for verb in ("start", "remove", "stop", "seat", "assign", "lock"):
                answer = await thief.guest.ask(verb, ann.guest.me)
                assert answer.code in ("host-only", "not-now"), verb
        assert (await dora.guest.command(m.Propose(9, 0, "correct"))).code == "host-only"
        assert what.play.table.position.bytes == before
        assert "acted for seat 0" in caplog.text and "asked for remove" in caplog.text

    at_table("Ann Bob Cleo Dora", story)


def test_ses_19_another_view_is_found_within_one_action_and_mended(caplog: pytest.LogCaptureFixture):
    async def story(what: Room, players: list[Player], port: int) -> None:
        ann, bob, _ = players
        assert what.play is not None
        session = bob.guest._session
        assert session is not None
        n = what.play.table.n
        seen = len(bob.ear.updates)
        session.send(m.Seen(1, bob.guest.updates[1].n, b"x" * 8))
        bob.guest._flush()
        await bob.ear.until(lambda: len(bob.ear.updates) > seen)
        assert bob.guest.updates[1].view == toy.codec.encode(what.play.table.view(1))
        assert what.play.table.n == n and (await lowest(ann, 0)).code == ""
        assert (b"x" * 8).hex() in caplog.text and bob.ear.updates[seen].hash.hex() in caplog.text
        assert f"line {bob.ear.updates[seen].n}" in caplog.text

    at_table("Ann Bob Cleo", story)


def test_ses_22_a_ban_holds_by_token_and_address_and_only_here(tmp_path: Path):
    """Bob and Cleo come from one address, as Ann does: one computer, or one router."""

    async def story() -> None:
        what, elsewhere = room(plan(options={"seconds": 0})), room(plan(table_id="e" * 32))
        token = bytes(16)
        what.admit_host(token)
        host_ring, ring = Keyring(), Keyring(tmp_path / "bob")
        host_ring.put(what.plan.table_id, "Ann", token)
        async with serving(what) as (_, port), serving(elsewhere) as (_, other):
            ann = await Player(port, Who("Ann"), keyring=host_ring).come_in()
            bob = await Player(port, Who("Bob"), keyring=ring).come_in()
            cleo = await Player(port, Who("Cleo"), keyring=Keyring(tmp_path / "cleo")).come_in()
            assert (await ann.guest.ask("start")).code == "not-ready"
            for guest in (bob.guest, cleo.guest):
                await guest.ask("ready", 1)
            assert (await ann.guest.ask("start")).code == ""
            assert what.play is not None
            before = what.play.table.position.bytes
            assert (await ann.guest.ask("ban", bob.guest.me)).code == ""
            assert (await bob.running).code == "banned"
            assert what.slots[1].open and what.play.table.position.bytes == before
            assert b"banned" in what.play.table.journal.lines[-1]
            # Another port, another start of the program, another name, another program.
            for who, keys, code in (
                (Who("Bob"), Keyring(tmp_path / "bob"), "banned"),
                (Who("Rob"), Keyring(tmp_path / "bob"), "banned-from-there"),
                (Who("Rob"), Keyring(), "banned-from-there"),
            ):
                assert (await Player(port, who, keyring=keys).running).code == code
            assert (await Player(other, Who("Bob"), keyring=ring).come_in()).guest.me
            # The others who come from there stay, also after a break or another start of the program.
            for player in (ann, cleo):
                player.cut()
                await player.ear.until(lambda p=player: [s for s, _ in p.ear.links].count("in") == 2)  # type: ignore[misc]
            await cleo.end()
            again = await Player(port, Who("Cleo"), keyring=Keyring(tmp_path / "cleo")).come_in()
            assert again.guest.me == cleo.guest.me and what.slots[2].owner is what.people.get(again.guest.me)
            await again.end()
            assert (await ann.guest.ask("seat", 1, 0, "ai:random")).code == ""
            assert (await ann.guest.ask("unban", ann.ear.rows[-1].bans[0].no)).code == ""
            dora = await Player(port, Who("Dora", watch=True)).come_in()
            await asyncio.gather(dora.end(), ann.end())

    run(story)


def test_ses_15_who_passes_for_the_host_takes_no_seat_away():
    async def story() -> None:
        what, false = room(plan()), room(plan())
        keys = Keyring()
        async with serving(what) as (_, port), serving(false) as (_, wrong):
            bob = await Player(port, Who("Bob"), keyring=keys).come_in()
            me = bob.guest.me
            bob.cut()
            await bob.end()
            for _ in range(2):  # under the same id, and it knows nobody
                misled = await Player(wrong, Who("Bob"), keyring=keys).come_in()
                await misled.end()
            again = await Player(port, Who("Bob"), keyring=keys).come_in()
            assert again.guest.me == me
            assert [(row.no, row.name) for row in what.row().people] == [(me, "Bob")]
            again.cut()
            await again.ear.until(lambda: [s for s, _ in again.ear.links].count("in") == 2)
            assert again.guest.me == me
            await again.end()

    run(story)


def test_lan_20_another_version_is_the_first_answer_before_password_or_state():
    async def story() -> None:
        what = room(plan(password="open sesame"))
        async with serving(what) as (_, port):
            data = await stranger(port, framed(pack(m.Hello(m.MAGIC, m.PROTOCOL + 1))))
            bye = last_word(data)
            assert len(framed(pack(bye))) == len(data), "and the only one"
            assert bye.code == "other-version"
            assert dict(bye.params)["yours"] == m.PROTOCOL + 1
            assert (bye.protocol, bye.program) == (m.PROTOCOL, m.PROGRAM)

    run(story)
