"""What survives a crash: of the host, of a guest, and of the connection between them at the worst moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.dice import SeededDice
from core.game import CLAIM
from core.record import read
from core.replay import replay, resume
from net import messages as m
from net.guest import FIRST_TRIES
from net.guest_session import Who
from net.play import OWNER_MS
from tests.net.kit import Player, Seeded, Time, plan, run, serving, toy
from tests.net.kit import room as make_room
from tests.net.secrecy import Peer, Run
from tests.toy.pieces import Action, Choose, Stand, View, Withdraw


class Evening(Run):
    """A run whose host can crash: the record and the guests are all that is left."""

    def __init__(self, path: Path, seats: list[str] | None = None, rules: m.Rules | None = None) -> None:
        self.path = path
        self.rules = rules or m.Rules()
        super().__init__(plan(seats=seats, record=path, rules=self.rules), second=False)

    def begin(self, *names: str) -> list[Peer]:
        """Everybody sits, and the game begins."""
        peers = [self.come(name) for name in names]
        self.room.start()
        self.settle()
        return peers

    def crash(self) -> None:
        """The host is killed and goes on from its record; nobody has come back yet."""
        file = self.table.journal._file
        assert file is not None
        file.abandon()
        table = resume(
            toy, self.path, dice=SeededDice(b"later"), clock=self.time, salts=lambda: self.random(16)
        )
        self.room = make_room(plan(rules=self.rules), self.time, table)


def cards(peer: Peer, seat: int) -> tuple[int, ...]:
    view = toy.codec.view.decode(peer.updates[seat].view)
    assert isinstance(view, View)
    return view.hand


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "game.maharaja")


def unheard(peer: Peer, message: m.Act | m.Undo) -> None:
    """The host carries it out, and crashes before its answer has gone out."""
    peer.guest.send(message)
    peer.host.receive(peer.guest.take())


def act(peer: Peer, seat: int, action: Action) -> m.Act:
    """An answer, or a claim, not yet sent."""
    claim = isinstance(action, toy.codec.claims)
    number, decision = (77, CLAIM) if claim else (76, 1)
    return m.Act(number, seat, decision, peer.updates[seat].n, toy.codec.encode(action), b"s" * 16)


def acts(path: Path) -> int:
    return sum(line.kind == "act" for line in read(path).lines)


@pytest.mark.parametrize("action", [Stand(1), None], ids=["claim", "sealed choice"])
def test_an_answer_given_before_the_crash_is_confirmed_and_not_given_twice(
    evening: Evening, action: Action | None
):
    """SES-09, SES-10"""
    ann, *_ = evening.begin("Ann", "Bob", "Cleo")
    message = act(ann, 0, action or Choose(cards(ann, 0)[1]))
    unheard(ann, message)
    line = evening.table.n
    evening.crash()
    ann.connect()
    answer = ann.command(message)
    assert (answer.code, answer.n) == ("", line)
    assert acts(evening.path) == 1


def test_another_answer_after_the_crash_is_none_that_was_given(evening: Evening):
    ann, *_ = evening.begin("Ann", "Bob", "Cleo")
    unheard(ann, act(ann, 0, Choose(cards(ann, 0)[1])))
    evening.crash()
    ann.connect()
    other = m.Act(75, 0, 1, ann.updates[0].n, toy.codec.encode(Choose(cards(ann, 0)[0])), b"s" * 16)
    assert ann.command(other).code == "not-your-decision"
    assert not ann.command(act(ann, 0, Stand(2))).code


def test_an_undo_made_before_the_crash_does_not_go_back_twice(evening: Evening):
    ann, *_ = evening.begin("Ann", "Bob", "Cleo")
    assert not ann.act(0, Stand(1)).code
    assert not ann.act(0, Stand(2)).code
    message = m.Undo(78, 0, ann.updates[0].n)
    unheard(ann, message)
    line = evening.table.n
    evening.crash()
    ann.connect()
    answer = ann.command(message)
    assert (answer.code, answer.n) == ("", line)
    assert sum(x.kind == "undo" for x in read(evening.path).lines) == 1


def test_a_guest_that_lost_its_memory_is_given_its_secrets_and_can_send_them_again(evening: Evening):
    ann, bob, cleo = evening.begin("Ann", "Bob", "Cleo")
    card = cards(ann, 0)[1]
    assert not ann.act(0, Choose(card)).code
    ann.drop()
    ann.messages.clear()
    ann.connect()
    (kept,) = [message for message in ann.messages if isinstance(message, m.Kept)]
    assert toy.codec.action.decode(kept.action) == Choose(card)
    assert not any(isinstance(x, m.Kept) for peer in (bob, cleo) for x in peer.messages)
    evening.crash()
    ann.connect()
    assert list(ann.updates[0].owed) == [kept.handle]
    ann.send(m.Resend(79, 0, kept.handle, kept.action, kept.salt))
    assert not ann.answers[79].code
    assert evening.table.owed() == {}
    assert not ann.updates[0].owed


def test_a_new_owner_of_a_seat_is_given_its_secrets(evening: Evening):
    ann, bob, _ = evening.begin("Ann", "Bob", "Cleo")
    dan = evening.come("Dan", watch=True)
    assert not ann.act(0, Choose(cards(ann, 0)[0])).code
    next(person for person in evening.room.people if person.name == "Bob").host = True
    assert not bob.ask("assign", 0, dan.guest.me).code
    assert [x.seat for x in dan.messages if isinstance(x, m.Kept)] == [0]
    assert not any(isinstance(x, m.Kept) for x in ann.messages)


def test_a_choice_withdrawn_is_given_to_nobody(evening: Evening):
    ann, *_ = evening.begin("Ann", "Bob", "Cleo")
    assert not ann.act(0, Choose(cards(ann, 0)[0])).code
    assert not ann.act(0, Withdraw()).code
    ann.drop()
    ann.connect()
    assert not any(isinstance(x, m.Kept) for x in ann.messages)


def test_a_computer_players_lost_secret_is_chosen_again(tmp_path: Path):
    """It dies with the host, so nobody could send it again; the record shows that."""
    evening = Evening(tmp_path / "game.maharaja", ["open", "open", "ai:random"])
    evening.begin("Ann", "Bob")
    (ask,) = evening.room.asks()
    evening.room.answered(ask, ask.legal.first(), "")
    line = evening.table.n
    evening.crash()
    (again,) = evening.room.asks()
    assert (again.seat, again.lost, again.view) == (2, line, ask.view)
    assert evening.room.asks() == []
    evening.room.answered(again, Withdraw(), "")  # no choice at all: another is made for it
    assert evening.table.owed() == {}
    assert [x.kind for x in read(evening.path).lines].count("reseal") == 1
    assert replay(toy, read(evening.path)).position.outcome is None


def test_who_stands_in_leaves_an_absent_owner_time_to_send_its_secret(evening: Evening):
    ann, *_ = evening.begin("Ann", "Bob", "Cleo")
    assert not ann.act(0, Choose(cards(ann, 0)[0])).code
    assert not ann.ask("hand-over", 0, text="random").code
    evening.crash()
    assert evening.room.asks() == []
    evening.pass_time(OWNER_MS - 1)
    assert evening.room.asks() == []
    evening.pass_time(1)
    assert [ask.seat for ask in evening.room.asks()] == [0]
    ann.connect()
    kept = m.Resend(80, 0, next(iter(evening.table.owed())), toy.codec.encode(Choose(99)), b"s" * 16)
    assert ann.command(kept).code == "not-the-choice-made"


def test_a_choice_that_its_owner_never_sends_again_is_made_by_who_stands_in(tmp_path: Path):
    """Nobody comes back with it: the table must not wait for ever."""
    rules = m.Rules("random", 2_000)
    evening = Evening(tmp_path / "game.maharaja", rules=rules)
    ann, bob, cleo = evening.begin("Ann", "Bob", "Cleo")
    assert not ann.act(0, Choose(cards(ann, 0)[0])).code
    evening.crash()
    for peer in (bob, cleo):
        peer.connect()
    for _ in range(5):
        assert evening.room.asks() == []
        evening.pass_time(1_000)
    (ask,) = evening.room.asks()
    assert ask.seat == 0
    evening.room.answered(ask, ask.legal.first(), "")
    assert evening.table.owed() == {}
    assert {p.seat for p in evening.table.pending} == {1, 2}


def test_a_seat_whose_token_never_arrived_is_free_again(evening: Evening, monkeypatch: pytest.MonkeyPatch):
    """The connection of a newcomer breaks while its token is on the way."""
    evening.begin("Ann", "Bob")
    lost = Peer(evening, "Cleo")
    monkeypatch.setattr(evening, "settle", lambda: None)  # nothing crosses over by itself
    lost.connect()
    lost.host.receive(lost.guest.take())
    lost.guest.receive(lost.host.take())
    lost.host.receive(lost.guest.take())
    assert lost.host.state == "member"
    assert evening.room.slots[2].owner is not None
    lost.host.close("lost")
    assert evening.room.slots[2].open


def test_a_seat_whose_token_arrived_is_kept(evening: Evening):
    _, _, cleo = evening.begin("Ann", "Bob", "Cleo")
    cleo.drop()
    assert not evening.room.slots[2].open


def test_an_action_changes_only_a_little_of_the_rooms_row(evening: Evening):
    ann, bob, _ = evening.begin("Ann", "Bob", "Cleo")
    bob.messages.clear()
    assert not ann.act(0, Choose(cards(ann, 0)[0])).code
    (turn,) = [message for message in bob.messages if isinstance(message, m.Turn)]
    assert not any(isinstance(message, m.RoomRow) for message in bob.messages)
    assert (turn.n, [w.seat for w in turn.waiting]) == (evening.table.n, [1, 2])


def test_a_guest_comes_back_to_a_host_that_crashed_with_its_secret(tmp_path: Path):
    """SES-09: over real sockets; the guest sends its secret again by itself."""
    path = tmp_path / "game.maharaja"

    async def story() -> None:
        time = Time()
        first = make_room(plan(record=path), time)
        async with serving(first) as (server, port):
            players = [Player(port, Who(name, seat=seat)) for seat, name in enumerate(("Ann", "Bob", "Cleo"))]
            for player in players:
                await player.come_in()
            first.start()
            ann = players[0]
            await ann.ear.until(lambda: 0 in ann.guest.updates)
            update = ann.guest.updates[0]
            card = toy.codec.decode_legal(update.legal).first()
            answer = await ann.guest.act(0, update.asked[0].decision, card)
            assert not answer.code
            assert first.play is not None and first.play.table.journal._file is not None
            first.play.table.journal._file.abandon()
            # What a crash leaves of this host: sockets that break, and the record.
            for peer in list(server.peers):
                peer.abort()
            table = resume(toy, path, dice=SeededDice(b"later"), clock=time, salts=lambda: Seeded(9)(16))
            second = make_room(plan(), time, table)
            assert second.play is not None and second.play.table.owed() == {answer.n: 0}
            async with serving(second) as (_, other):
                for player in players:
                    player.port = other
                await ann.ear.until(
                    lambda: ann.guest.updates[0].n > answer.n and not ann.guest.updates[0].owed
                )
                assert second.play.table.owed() == {}
                for player in players:
                    await player.end()
        assert replay(toy, read(path)).position.outcome is None

    run(story)


class Clumsy(Player):
    """Its first connections break at once."""

    breaks = 1

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await super().dial()
        if self.breaks:
            self.breaks -= 1
            writer.transport.abort()
        return reader, writer


def test_a_first_connection_that_breaks_is_tried_again_and_not_for_ever():
    async def story() -> None:
        async with serving(make_room(plan())) as (_, port):
            ann = await Clumsy(port, Who("Ann")).come_in()
            assert ann.ear.links == [("lost", "lost"), ("in", "")]
            bob = Clumsy(port, Who("Bob"))
            bob.breaks = 99
            assert (await bob.running).code == "lost"
            assert bob.breaks == 99 - 1 - FIRST_TRIES
            await ann.end()

    run(story)


def test_another_table_where_one_s_own_was_is_left_alone_until_it_is_back():
    """The host has crashed, and somebody else's table has its port by now."""

    async def story() -> None:
        mine, other = make_room(plan()), make_room(plan(table_id="e" * 32))
        async with serving(mine) as (_, port), serving(other) as (_, elsewhere):
            ann = await Player(port, Who("Ann")).come_in()
            me, ann.port = ann.guest.me, elsewhere
            ann.cut()
            await ann.ear.until(lambda: ann.ear.links.count(("lost", "other-table")) > 1)
            assert not list(other.people)
            ann.port = port
            await ann.ear.until(lambda: ann.ear.links[-1] == ("in", ""))
            assert ann.guest.me == me
            await ann.end()
            # Who was never in is told at once.
            bob = Player(elsewhere, Who("Bob"), table=mine.plan.table_id)
            assert (await bob.running).code == "other-table"

    run(story)
