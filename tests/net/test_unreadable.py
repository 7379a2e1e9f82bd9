"""Commands that no host can read, or that this one does not: refused once, never sent in a circle."""

from __future__ import annotations

import asyncio

import pytest

from net import messages as m
from net import room as net_room
from net import wire
from tests.net.hall import Hall
from tests.net.kit import Player
from tests.net.test_cases_ses import at_table

BEYOND = (-1, (1 << 53) + 1, 1 << 64, -(1 << 70))


@pytest.mark.parametrize("number", BEYOND)
def test_what_no_host_can_read_is_refused_where_it_is_made(number: int):
    async def story(what: net_room.Room, players: list[Player], port: int) -> None:
        bob = players[1]
        answers = [await bob.guest.propose("take-back", 1, number), await bob.guest.vote(number, yes=True)]
        if number != -1:
            answers += [await bob.guest.ask("sit", number), await bob.guest.ask("remove", 0, number)]
        bob.guest.point((number * 2**53,) * 5)
        assert {answer.code for answer in answers} == {"unreadable"}
        bob.guest.say("still here")
        await players[0].ear.until(
            lambda: any(isinstance(line, m.Chat) and line.text for line in players[0].ear.messages)
        )
        bob.cut()
        await bob.ear.until(lambda: bob.ear.links[-2:] == [("lost", "lost"), ("in", "")])
        assert (await bob.guest.ask("pause", 1)).code == ""

    at_table("Ann Bob Cleo", story)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts are of another make, which knows no verb of six letters and no chat of one."""
    honest = wire.unpack

    def unpack(content: bytes, type_: object, longest: int = wire.LONG) -> object:
        message = honest(content, type_, longest)
        if isinstance(message, m.Command) and len(message.verb) == 6:
            raise wire.BadFrame("not-a-message")
        if isinstance(message, m.Say) and len(message.text) == 1:
            raise wire.BadFrame("not-expected")
        return message

    monkeypatch.setattr("net.host_session.wire.unpack", unpack)
    monkeypatch.setattr("net.guest.wire.readable", lambda *_: True)


@pytest.mark.parametrize("at", range(4))
def test_of_many_commands_only_what_this_host_cannot_read_comes_to_nothing(strict: None, at: int):
    """Whichever of them it is: the host names the frame, and all others are carried out once."""

    async def story(what: net_room.Room, players: list[Player], port: int) -> None:
        bob = players[1]
        asked = [bob.guest.ask("pause", 1), bob.guest.ask("pause", 0), bob.guest.ask("pause", 1)]
        asked.insert(at, bob.guest.ask("frolic"))
        codes = [answer.code for answer in await asyncio.gather(*asked)]
        assert codes.pop(at) == "not-understood" and codes == [""] * 3
        assert [link for link in bob.ear.links if link[0] == "lost"] == [("lost", "not-a-message")]
        assert what.play is not None and what.play.paused
        done = [code for code in notices(bob) if code in ("paused", "resumed")]
        assert done == ["paused", "resumed", "paused"]

    at_table("Ann Bob Cleo", story)


def test_two_that_this_host_cannot_read_come_to_nothing_both(strict: None):
    async def story(what: net_room.Room, players: list[Player], port: int) -> None:
        guest = players[1].guest
        asked = [guest.ask("frolic"), guest.ask("pause", 1), guest.ask("gambol"), guest.ask("pause", 0)]
        codes = [answer.code for answer in await asyncio.gather(*asked)]
        assert codes == ["not-understood", "", "not-understood", ""]

    at_table("Ann Bob Cleo", story)


def test_a_line_of_chat_that_this_host_cannot_read_takes_no_command_with_it(strict: None):
    async def story(what: net_room.Room, players: list[Player], port: int) -> None:
        bob = players[1]
        bob.guest.say("?")
        assert (await bob.guest.ask("pause", 1)).code == ""
        assert ("lost", "not-expected") in bob.ear.links

    at_table("Ann Bob Cleo", story)


def test_what_the_guest_cannot_read_is_no_fault_of_its_commands(monkeypatch: pytest.MonkeyPatch):
    """A frame of the host is spoilt while a command waits: it is sent again and carried out."""
    honest, spoilt = wire.unpack, [True]

    def unpack(content: bytes, type_: object, longest: int = wire.LONG) -> object:
        message = honest(content, type_, longest)
        if isinstance(message, m.Answer) and spoilt:
            spoilt.pop()
            raise wire.BadFrame("not-a-message")
        return message

    async def story(what: net_room.Room, players: list[Player], port: int) -> None:
        bob = players[1]
        monkeypatch.setattr("net.guest_session.wire.unpack", unpack)
        assert (await bob.guest.ask("pause", 1)).code == "" and not spoilt
        assert ("lost", "not-a-message") in bob.ear.links
        assert what.play is not None and what.play.paused

    at_table("Ann Bob Cleo", story)


def notices(player: Player) -> list[str]:
    return [line.code for line in player.ear.messages if isinstance(line, m.Chat) and not line.by]


def test_who_comes_and_goes_all_the_time_is_told_of_a_few_times_and_then_only_when_gone_for_long():
    hall = Hall()
    bob = hall.caller("Bob")
    hall.start("random")
    n, told = hall.table.n, len(hall.ann.notices())
    for _ in range(20):
        bob.cut()
        bob.connect()
        hall.settle()
    notices = hall.ann.notices()[told:]
    assert notices.count("left") == notices.count("came-back") == net_room.TOLD
    assert hall.table.n - n == 2 * net_room.TOLD
    assert bob.inside and bob.seats == [1]

    bob.cut()
    hall.tick(net_room.QUIET_MS - 1_000)
    assert hall.ann.notices()[told:] == notices
    hall.tick(2_000)
    assert hall.ann.notices()[told:] == [*notices, "left"]
    assert hall.events[-1] == "left"
    bob.connect()
    hall.settle()
    assert hall.ann.notices()[-1] == "came-back"


def test_who_has_stood_up_watches_on_after_a_break():
    async def story(what: net_room.Room, players: list[Player], port: int) -> None:
        bob = players[1]
        assert (await bob.guest.ask("stand")).code == ""
        await bob.ear.until(lambda: any(p.no == bob.guest.me and p.watch for p in bob.ear.rows[-1].people))
        bob.cut()
        await bob.ear.until(lambda: bob.ear.links[-2:] == [("lost", "lost"), ("in", "")])
        assert what.slots[1].open
        assert (await bob.guest.ask("sit", 1)).code == ""

    at_table("Ann Bob Cleo", story)
