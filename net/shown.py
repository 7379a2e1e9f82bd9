"""What a room shows: to strangers a welcome, to members its row, packed once for all who are sent it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from core.game import Outcome
from core.registry import game_ids
from net import messages as m
from net import names, wire

if TYPE_CHECKING:
    from net.room import Room

FRESH_MS: Final = 50
"""As long what was packed for one is good for another."""


def welcome(room: Room, nonce: bytes, address: str) -> m.Welcome:
    """The answer to a hello."""
    plan, meta = room.plan, room.game.meta
    shown = meta.id if plan.spec in game_ids() else plan.spec
    return m.Welcome(
        plan.table_id, room.name, names.cleaned(plan.host, names.MAX_NAME, "Host"), shown[:64],
        meta.title[:64], m.PROGRAM, nonce, room.seats_free(), bool(room.door.verifier),
        room.rules.locked, room.bans.keep_out_from(address),
    )  # fmt: skip


def row_of(room: Room) -> m.RoomRow:
    """The room as everybody sees it."""
    now, play = room.now, room.play
    people = tuple(
        m.PersonRow(
            p.no, p.name, p.host, p.watch, p.robot, p.ready, p.muted, p.rtt,
            now - p.gone_at if p.gone_at >= 0 else -1,
        )
        for p in room.people if p.gone_at < 0 or room.seats_of(p)
    )  # fmt: skip
    return m.RoomRow(
        phase=room.phase,
        name=room.name,
        rules=room.rules,
        password=bool(room.door.verifier),
        options=tuple(room.options.items()),
        people=people,
        seats=tuple(slot.row(room.grace(slot)) for slot in room.slots),
        waiting=play.waiting() if play else (),
        proposal=room.votes.open.row() if room.votes and room.votes.open else None,
        n=play.table.n if play else 0,
        paused=play.paused if play else False,
        result=_result(play.table.outcome) if play else None,
        bans=tuple(m.BanRow(number, ban.name, bool(ban.addresses)) for number, ban in room.bans),
    )


class Shown:
    """The row of a room, and what of it every action changes, as packed last."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._packed: dict[str, tuple[int, bytes]] = {}

    def changed(self) -> None:
        """What was packed is old."""
        self._packed.clear()

    def row(self) -> bytes:
        """The row."""
        return self._pack("row", lambda: row_of(self._room))

    def turn(self) -> bytes:
        """What of the row every action changes."""
        play = self._room.play
        return self._pack("turn", lambda: m.Turn(play.waiting(), play.table.n) if play else m.Turn((), 0))

    def _pack(self, what: str, make: Callable[[], Struct]) -> bytes:
        # Whoever reads slowly is sent it later, and then the times in it are others.
        at, content = self._packed.get(what, (-FRESH_MS, b""))
        if self._room.now - at >= FRESH_MS:
            content = wire.pack(make())
            self._packed[what] = self._room.now, content
        return content


def _result(outcome: Outcome | None) -> m.Result | None:
    return m.Result(outcome.ranking, outcome.scores, outcome.reason) if outcome is not None else None
