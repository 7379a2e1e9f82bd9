"""Drop-outs, hand-overs and secrets over real sockets; `test_cases_back` and `test_cases_seats` go deeper."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest
from msgspec import Struct

from core.game import Pending
from core.legal import Legal
from core.lines import Act
from core.record import read
from core.replay import replay
from net import host_session
from net import messages as m
from net.guest_session import Who
from net.host_session import HostSession
from net.room import Room
from net.server import Peer, Server
from tests.cli.live import free_port
from tests.net.kit import Chosen, Player, RandomMind, Seeded, Time, plan, room, run, serving, toy
from tests.toy.pieces import Choose, Keep, View

NAMES = ("Ann", "Bob", "Cleo")


def sitting(
    story: Callable[[Room, Server, list[Player], int], Awaitable[None]],
    *,
    mind: Callable[[int, str], RandomMind] = RandomMind,
    time: Time | None = None,
    **more: object,
) -> None:
    """Ann, Bob and Cleo sit at a game that has begun; Ann hosts it."""

    async def evening() -> None:
        what = room(plan(options={"seconds": 0}, **more), time)  # type: ignore[arg-type]
        token = bytes(16)
        what.admit_host(token)
        async with serving(what, mind) as (server, port):
            players = [Player(port, Who(name)) for name in NAMES]
            players[0].keyring.put(what.plan.table_id, "Ann", token)
            for player in players:
                await player.come_in()
            for player in players[1:]:
                await player.guest.ask("ready", 1)
            assert (await players[0].guest.ask("start")).code == ""
            for seat, player in enumerate(players):
                await player.ear.until(lambda p=player, s=seat: s in p.guest.updates)  # type: ignore[misc]
            await story(what, server, players, port)
            await asyncio.gather(*(player.end() for player in players))

    run(evening)


async def choose(player: Player, seat: int, which: int = 0) -> m.Answer:
    """The seat seals a card of its hand."""
    update = player.guest.updates[seat]
    held = player.guest.held[seat]
    assert isinstance(held, View)
    return await player.guest.act(seat, update.asked[0].decision, Choose(held.hand[which]))


def test_who_is_just_writing_when_it_ends_hears_the_last_word() -> None:
    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        bob = players[1]
        peer = next(p for p in server.peers if p.session.person and p.session.person.name == "Bob")
        assert bob.guest._writer is not None
        bobs = cast("asyncio.Transport", bob.guest._writer.transport)
        bobs.pause_reading()
        reading(peer).pause_reading()
        bob.guest.say("one more")
        peer.end("host-ended")
        for _ in range(5):
            await asyncio.sleep(0)
        bob.guest.say("and another")
        bobs.resume_reading()
        reading(peer).resume_reading()
        await bob.ear.until(lambda: bob.ear.links[-1] == ("out", "host-ended"))
        assert [state for state, _ in bob.ear.links] == ["in", "out"]

    sitting(story)


def times_in(player: Player) -> int:
    return [state for state, _ in player.ear.links].count("in")


def acts(what: Room, seat: int) -> list[str]:
    """Who answered for a seat, each time."""
    assert what.play is not None
    return [s.controller for s in what.play.table.position.steps if not s.undone and s.actor == seat]


def reading(peer: Peer) -> asyncio.Transport:
    assert peer._transport is not None
    return peer._transport


def session_of(what: Room, name: str) -> HostSession:
    (link,) = [link for person, link in what.links.items() if person.name == name]
    assert isinstance(link, HostSession)
    return link


def test_ses_07_a_connection_that_stands_and_says_nothing_is_a_drop(monkeypatch: pytest.MonkeyPatch):
    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        _, bob, cleo = players
        # The others' signs of life come faster than anybody could be taken for gone here.
        monkeypatch.setattr("net.guest_session.PING_MS", 100)
        assert bob.guest._session is not None
        monkeypatch.setattr(bob.guest._session, "tick", lambda: None)
        monkeypatch.setattr(host_session, "SILENT_MS", 1_500)
        await cleo.ear.until(
            lambda: any(isinstance(c, m.Chat) and c.code == "left" for c in cleo.ear.messages)
        )
        # The very same socket was good all the time: it hears why, and the next one has the seat at once.
        await bob.ear.until(lambda: ("lost", "silent") in bob.ear.links and times_in(bob) == 2)
        assert [slot.owner and slot.owner.name for slot in what.slots] == list(NAMES)
        assert [person.name for person in what.row().people] == list(NAMES)
        assert (await choose(bob, 1)).code == ""

    sitting(story)


class Held(RandomMind):
    """Thinks until it is let go."""

    def __init__(self, seat: int, policy: str) -> None:
        super().__init__(seat, policy)
        self.seat = seat
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def choose(self, view: bytes, legal: Legal[Struct], pending: Pending) -> Chosen:
        self.asked.set()
        await self.go.wait()
        return await super().choose(view, legal, pending)


def test_ses_16_the_owner_is_back_while_the_computer_thinks():
    minds: list[Held] = []
    time = Time()

    def mind(seat: int, policy: str) -> Held:
        minds.append(Held(seat, policy))
        return minds[-1]

    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        _, bob, cleo = players
        bob.port = free_port()  # it cannot come back yet
        bob.cut()
        await cleo.ear.until(lambda: cleo.ear.rows[-1].seats[1].grace_ms == 60_000)
        for left in range(56_000, -1, -4_000):
            assert what.row().seats[1].grace_ms == left + 4_000, "all see how long they wait yet"
            time.ms += 4_000
            what.tick()
        await cleo.ear.until(lambda: cleo.ear.rows[-1].seats[1].ai == "random")
        await asyncio.wait_for(minds[0].asked.wait(), 10)
        bob.port = port
        await bob.ear.until(lambda: times_in(bob) == 2)
        minds[0].go.set()
        await bob.ear.until(lambda: bob.ear.rows[-1].seats[1].ai == "")
        assert minds[0].seat == 1 and acts(what, 1) == []
        assert (await choose(bob, 1)).code == "" and acts(what, 1) == ["Bob"]

    sitting(story, mind=mind, time=time, rules=m.Rules(after_drop="random"))


def test_ses_18_a_choice_that_is_on_its_way_while_the_seat_is_given_away():
    """Bob's choice is in the host's socket and not read yet when the host gives his seat to Cleo."""

    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        ann, bob, cleo = players
        (peer,) = [peer for peer in server.peers if peer.session is session_of(what, "Bob")]
        reading(peer).pause_reading()
        late = asyncio.ensure_future(choose(bob, 1))
        await asyncio.sleep(0)
        assert (await ann.guest.ask("assign", 1, cleo.guest.me)).code == ""
        reading(peer).resume_reading()
        assert (await late).code == "not-your-seat" and acts(what, 1) == []
        await cleo.ear.until(lambda: 1 in cleo.guest.updates)
        assert (await choose(cleo, 1)).code == "" and acts(what, 1) == ["Cleo"]
        # Bob's program corrects itself: he watches, and is shown no hand any more.
        await bob.ear.until(lambda: -1 in bob.guest.updates and bob.guest.updates[-1].n == what.row().n)
        assert bob.ear.rows[-1].seats[1].owner == cleo.guest.me

    sitting(story)


def test_ses_18_a_choice_that_came_before_the_seat_was_given_away():
    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        ann, bob, cleo = players
        (peer,) = [peer for peer in server.peers if peer.session is session_of(what, "Ann")]
        reading(peer).pause_reading()
        given = asyncio.ensure_future(ann.guest.ask("assign", 1, cleo.guest.me))
        await asyncio.sleep(0)
        assert (await choose(bob, 1)).code == ""
        reading(peer).resume_reading()
        assert (await given).code == ""
        await cleo.ear.until(lambda: 1 in cleo.guest.updates and not cleo.guest.updates[1].asked)
        assert acts(what, 1) == ["Bob"]

    sitting(story)


def test_ses_18_a_drop_at_the_very_start_of_the_own_turn(tmp_path: Path):
    """The dice of the turn are rolled once, and one answer counts, whoever gave it."""
    record = tmp_path / "game"

    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        cut: list[int] = []

        def drop_at_its_turn(seat: int, player: Player) -> Callable[[m.Update], None]:
            def look(update: m.Update) -> None:
                if update.seat == seat and [asked.kind for asked in update.asked] == ["give"] and not cut:
                    cut.append(seat)
                    player.cut()

            return look

        for seat, player in enumerate(players):
            player.ear.on_update = drop_at_its_turn(seat, player)
        assert what.play is not None
        table = what.play.table
        while not cut:  # small cards alone are sent back once
            for seat, player in enumerate(players):
                await player.ear.until(lambda p=player, s=seat: p.guest.updates[s].asked)  # type: ignore[misc]
                assert (await choose(player, seat)).code == ""
            for seat, player in enumerate(players):
                await player.ear.until(lambda p=player, s=seat: bool(cut) or p.guest.updates[s].n == table.n)  # type: ignore[misc]
        (seat,) = cut
        await players[seat].ear.until(lambda: times_in(players[seat]) == 2)
        if [p.kind for p in table.pending] == ["give"]:  # nobody stood in meanwhile
            asked = players[seat].guest.updates[seat].asked
            await players[seat].guest.act(seat, asked[0].decision, Keep())
        done = [event for step in table.position.steps if not step.undone for event in step.events]
        assert [type(event).__name__ in ("Kept", "Given") for event in done].count(True) == 1

    sitting(story, record=record, rules=m.Rules(after_drop="random", grace_ms=0))
    found = read(record)
    assert replay(toy, found).position.outcome is None
    rolls = [line.body.rolls for line in found.lines if isinstance(line.body, Act) and line.body.rolls]
    assert len(rolls) == 1


class Tapped(Player):
    """Keeps all bytes that come to it; its program says the same in every run."""

    def __init__(self, port: int, who: Who, **more: object) -> None:
        self.bytes = b""
        super().__init__(port, who, now=Time(), random=Seeded(5), visit=1, **more)  # type: ignore[arg-type]

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await super().dial()
        feed = reader.feed_data

        def tap(data: bytes) -> None:
            self.bytes += data
            feed(data)

        reader.feed_data = tap  # type: ignore[method-assign, assignment]
        return reader, writer


async def come_in_alone(player: Tapped) -> Tapped:
    """Nothing of its coming is still on its way: whatever is next comes next in every run."""
    await player.come_in()
    session = player.guest._session
    while session is not None and session.rtt < 0:
        await asyncio.sleep(0)
    return player


def heard_while(which: int) -> tuple[bytes, bytes, str]:
    """All that came to Bob, and to a watcher, while Ann chose this card of hers."""
    streams: list[bytes] = []
    chosen = ""

    async def evening() -> None:
        nonlocal chosen
        what = room(plan(options={"seconds": 0}, auto_start=True))
        async with serving(what, random=Seeded(6)) as (_, port):
            dora = await come_in_alone(Tapped(port, Who("Dora", watch=True)))
            players = [
                await come_in_alone(Tapped(port, Who(name, seat=seat))) for seat, name in enumerate(NAMES)
            ]
            for seat, player in enumerate(players):
                await player.ear.until(lambda p=player, s=seat: s in p.guest.updates)  # type: ignore[misc]
            for seat, card in ((0, which), (2, 0)):
                assert (await choose(players[seat], seat, card)).code == ""
                for player, eyes in ((players[1], 1), (dora, -1)):
                    n = what.row().n
                    await player.ear.until(lambda p=player, e=eyes, n=n: p.guest.updates[e].n == n)  # type: ignore[misc]
            held = players[0].guest.held[0]
            assert isinstance(held, View) and held.ready == (True, False, True)
            chosen = str(held.hand[which])
            streams.extend((players[1].bytes, dora.bytes))
            await asyncio.gather(*(player.end() for player in (dora, *players)))

    run(evening)
    return streams[0], streams[1], chosen


def test_eur_01_what_others_are_sent_is_the_same_whatever_was_chosen_in_secret():
    first, again, other = heard_while(0), heard_while(0), heard_while(1)
    assert first == again, "else the next line would prove nothing"
    assert first[:2] == other[:2] and first[2] != other[2]
    assert len(first[0]) > 1_000 and len(first[1]) > 500


def test_eur_05_a_sealed_choice_is_there_after_a_drop_and_others_see_only_that_it_is():
    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        _, bob, cleo = players
        held = bob.guest.held[1]
        assert isinstance(held, View)
        card = held.hand[1]
        assert (await choose(bob, 1, 1)).code == ""
        bob.cut()
        await bob.ear.until(lambda: times_in(bob) == 2)
        await bob.ear.until(lambda: not bob.guest.updates[1].asked)
        for player, seat in ((bob, 1), (cleo, 2)):
            seen = player.guest.held[seat]
            assert isinstance(seen, View) and seen.ready == (False, True, False)
        assert bob.guest._kept and what.play is not None
        assert list(what.play.table.sealed_of(1).values()) == [Choose(card)]
        assert not cleo.guest._kept

    sitting(story)


def test_eur_05_a_drop_before_choosing_leaves_the_question_open():
    async def story(what: Room, server: Server, players: list[Player], port: int) -> None:
        ann, bob, _ = players
        question = bob.guest.updates[1].asked
        bob.cut()
        assert (await choose(ann, 0)).code == ""
        await bob.ear.until(lambda: times_in(bob) == 2 and bob.guest.updates[1].n == what.row().n)
        assert bob.guest.updates[1].asked == question
        assert (await choose(bob, 1)).code == ""

    sitting(story)
