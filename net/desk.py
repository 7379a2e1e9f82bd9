"""What members send to a room: each message can only do what its sender may."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from core.game import Refusal
from net import messages as m
from net import names, wire
from net.commands import COMMANDS
from net.seats import parted

if TYPE_CHECKING:
    from net.link import Link
    from net.people import Person
    from net.play import Step
    from net.room import Room

COMMANDS_MOST: Final = 60
"""Commands of one member in ten seconds: each of them is told to all."""
LOOKS_MOST: Final = 10
"""Decisions that one member looks back at in ten seconds."""
MOST_RTT_MS: Final = 60_000

_log = logging.getLogger(__name__)


def handle(room: Room, person: Person, message: Struct) -> None:
    """One message of a member. Whatever it says, it can only do what this member may."""
    link = room.links.get(person)
    if link is None:
        return
    match message:
        case m.Act() | m.Undo() | m.Resend() | m.Propose() | m.Vote() | m.Command():
            answer = person.answers.get(message.id)
            if answer is None:
                answer = _answer(message.id, _carry_out(room, person, message))
                person.remember(answer)
            link.send(answer)
        case m.LookBack():
            link.send(_look_back(room, person, message))
        case m.Say(text):
            _say(room, person, link, text)
        case m.Point(place):
            if person.may(m.Point, 10, 2_000, room.now) and not person.muted:
                room.send_all(m.Pointed(person.no, place))
        case m.Seen():
            _seen(room, person, link, message)
        case m.Ping(number, rtt):
            link.send(m.Pong(number))
            rtt = max(-1, min(rtt, MOST_RTT_MS))
            if rtt // 50 != person.rtt // 50 and person.may(m.Ping, 2, 4_000, room.now):
                person.rtt = rtt
                room.changed()
        case _:
            raise wire.BadFrame("not-expected")


def _carry_out(room: Room, person: Person, message: Struct) -> Step | Refusal | None:
    if isinstance(message, m.Command):
        command = COMMANDS.get(message.verb)
        if command is None or room.phase not in command.phases:
            return Refusal("not-now")
        if command.host_only and not person.host:
            _log.warning("%s: %s asked for %s", room.name, person.no, message.verb)
            return Refusal("host-only")
        if not person.may(m.Command, COMMANDS_MOST, 10_000, room.now):
            return Refusal("too-often")
        refusal = command.run(room, person, message)
        room.keeper.keep()
        room.changed()
        return refusal
    if room.play is None or room.votes is None or room.phase != "playing":
        return Refusal("not-now")
    owed = room.play.table.owed()
    if isinstance(message, m.Act | m.Undo | m.Resend) and message.seat not in room.seats_of(person):
        _log.warning("%s: %s acted for seat %s", room.name, person.no, message.seat)
        return Refusal("not-your-seat")
    match message:
        case m.Act(_, seat, decision, expected, action, salt):
            return room.play.submit(seat, decision, expected, action, salt)
        case m.Undo(_, seat, expected):
            return room.play.undo(seat, expected)
        case m.Resend(_, seat, handle, action, salt):
            refusal = room.play.resend(seat, handle, action, salt)
        case m.Propose():
            if not person.may(m.Propose, 3, 20_000, room.now):
                return Refusal("too-often")
            refusal = room.votes.propose(person, message)
        case m.Vote(_, number, yes):
            refusal = room.votes.vote(person, number, yes=yes)
            if refusal is None and not yes:
                room.notice("declined", {"name": person.name})
        case _:
            return Refusal("not-now")
    if room.play.table.owed() != owed:
        room.owed_changed()
    room.changed()
    room.positions_changed()
    return refusal


def _answer(number: int, result: Step | Refusal | None) -> m.Answer:
    if isinstance(result, Refusal):
        return m.Answer(number, result.code, -1, result.rule, m.bounded(result.params), result.pieces[:256])
    return m.Answer(number, "", result.n if result is not None else -1)


def _look_back(room: Room, person: Person, asked: m.LookBack) -> m.Decided | m.Answer:
    """A computer player's decision as it had it before it, once nobody may be told of it too early."""
    if room.play is None:
        return _answer(asked.id, Refusal("not-now"))
    if room.game.meta.hidden and room.play.table.outcome is None:
        return _answer(asked.id, Refusal("secret"))
    if not person.may(m.LookBack, LOOKS_MOST, 10_000, room.now):
        return _answer(asked.id, Refusal("too-often"))
    found = room.play.table.decided(asked.n)
    if found is None or found.action is None or not parted(found.controller)[0]:
        return _answer(asked.id, Refusal("no-decision"))
    codec = room.game.codec
    return m.Decided(
        asked.id, found.n, found.seat, found.controller, codec.encode(found.view),
        codec.encode_legal(found.legal), tuple(m.Asked(p.decision, p.kind, p.subject) for p in found.asked),
        codec.encode(found.action),
    )  # fmt: skip


def _say(room: Room, person: Person, link: Link, text: str) -> None:
    line = names.said(text, m.MAX_TEXT)
    if person.muted or not person.may(m.Say, 5, 5_000, room.now):
        link.send(m.Chat(0, "", "muted" if person.muted else "too-often"))
    elif line:
        room.send_chat(m.Chat(person.no, line, name=person.name))


def _seen(room: Room, person: Person, link: Link, seen: m.Seen) -> None:
    if room.play is None or seen.seat not in room.eyes_of(person):
        return
    ours = room.telling.hash_of(seen.seat, seen.n)
    if ours == seen.hash:
        person.seen = max(person.seen, seen.n)
    elif ours is not None and person.may(m.Seen, 5, 10_000, room.now):
        _log.error(
            "%s: person %d holds another view of line %d: %s, ours %s",
            room.name, person.no, seen.n, seen.hash.hex(), ours.hex(),
        )  # fmt: skip
        link.position_changed(room.eyes_of(person), anew=True)
