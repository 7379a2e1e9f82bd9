"""What a host has set for a table, as the record keeps it for the next sitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.lines import Banned, House
from core.record import Record, RecordError
from net import names
from net.bans import Ban
from net.messages import Rules
from net.play import RETRY_MS

if TYPE_CHECKING:
    from net.plan import Plan
    from net.room import Room


def of_room(room: Room) -> House:
    """What holds in a room now."""
    rules = room.rules
    return House(
        room.called,
        rules.after_drop,
        rules.grace_ms,
        rules.limit_ms,
        rules.pace_ms,
        rules.watchers,
        rules.locked,
        room.door.verifier.hex(),
        [],
        [],
        [_written(ban) for _, ban in room.bans],
    )


def _written(ban: Ban) -> Banned:
    spared = [(name, key.hex()) for name, key in ban.spared]
    return Banned(ban.name, ban.member.hex(), sorted(ban.addresses), spared)


def _read(banned: Banned) -> Ban:
    name = names.cleaned(banned.name, names.MAX_NAME, "Player")
    spared = tuple((name, bytes.fromhex(key)) for name, key in banned.spared)
    return Ban(name, bytes.fromhex(banned.member), frozenset(banned.addresses), spared)


class Keeper:
    """Keeps what the host has set in the record of a room, and an eye on whether it can be written."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._noted: House | None = None
        self._stuck = False
        self._look_at = 0

    def keep(self) -> None:
        """Notes in the record what the host has set, whenever that has changed."""
        room = self._room
        if room.play is None or room.phase != "playing" or room.play.table.stuck:
            return
        house, table = of_room(room), room.play.table
        if house != self._noted and table.journal.path is not None and table.note_house(house) is None:
            self._noted = house
            room.moved()

    def look(self) -> None:
        """All are told once when the record can no longer be written, and once when it can again."""
        room = self._room
        assert room.play is not None
        table = room.play.table
        if table.stuck and room.now >= self._look_at:
            self._look_at = room.now + RETRY_MS
            table.look_for_room()
        if bool(table.stuck) != self._stuck:
            self._stuck = bool(table.stuck)
            room.notice("stuck" if table.stuck else "unstuck", {"why": table.stuck})
            room.on_change("stuck", {"why": table.stuck})


def put_back(plan: Plan, record: Record) -> None:
    """What held when the record was last played holds in the plan, if it was hosted. `RecordError`."""
    for line in reversed(record.lines):
        if isinstance(house := line.body, House):
            try:
                _put_back(plan, house)
            except (ValueError, msgspec.MsgspecError):
                why = "what the host had set cannot be read"
                raise RecordError(f"{record.path}: line {line.n + 1}: {why}") from None
            return


def _put_back(plan: Plan, house: House) -> None:
    rules = (house.after_drop, house.grace, house.limit, house.pace, house.watchers, house.locked)
    plan.name = house.name
    plan.rules = msgspec.convert(rules, Rules)
    plan.verifier = bytes.fromhex(house.password)
    nameless = [Banned("", member, [], []) for member in house.banned]
    nameless += [Banned("", "", house.banned_from, [])] if house.banned_from else []
    plan.bans = [_read(banned) for banned in (*nameless, *house.bans)]
