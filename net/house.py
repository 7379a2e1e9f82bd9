"""What a host has set for a table, as the record keeps it for the next sitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.lines import House
from core.record import Record, RecordError
from net.messages import Rules

if TYPE_CHECKING:
    from net.plan import Plan
    from net.room import Room


def of_room(room: Room) -> House:
    """What holds in a room now."""
    rules, people = room.rules, room.people
    return House(
        room.called,
        rules.after_drop,
        rules.grace_ms,
        rules.limit_ms,
        rules.pace_ms,
        rules.watchers,
        rules.locked,
        room.door.verifier.hex(),
        sorted(member.hex() for member in people.banned),
        sorted(people.banned_from),
    )


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
    plan.banned = {bytes.fromhex(member) for member in house.banned}
    plan.banned_from = set(house.banned_from)
