"""The seats of a table: whose they are, who plays them now, and how the record says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core.faults import UserError
from core.table import OPEN_SEAT
from net.messages import SeatRow
from net.people import Person

_FOR: Final = " for "


@dataclass(eq=False)
class Slot:
    """One seat. `owner` is the person it belongs to; `ai` the policy that plays it now, '' for none.

    With both, a computer player stands in: because the owner is `away`, for this `once`, or at the
    owner's wish.
    """

    owner: Person | None = None
    ai: str = ""
    away: bool = False
    once: bool = False

    def hand(self, owner: Person | None, ai: str = "", *, away: bool = False, once: bool = False) -> None:
        """Who has and who plays it from now on."""
        self.owner, self.ai, self.away, self.once = owner, ai, away, once

    @property
    def open(self) -> bool:
        """Does nobody play it?"""
        return self.owner is None and not self.ai

    @property
    def label(self) -> str:
        """How the record names who plays it."""
        if self.ai:
            return f"ai:{self.ai}" + (f"{_FOR}{self.owner.name}" if self.owner else "")
        return self.owner.name if self.owner else OPEN_SEAT

    @property
    def key(self) -> str:
        """What the record keeps to know its owner again."""
        return self.owner.stored.hex() if self.owner else ""

    def row(self, grace_ms: int) -> SeatRow:
        """As everybody sees it."""
        owner = self.owner
        return SeatRow(owner.no if owner else 0, owner.name if owner else "", self.ai, grace_ms)


def parse_seats(
    words: Sequence[str] | None, counts: tuple[int, ...], known: Callable[[str], object]
) -> list[Slot]:
    """Seats from words `open`, `human` (the same: a person will take it) and `ai:POLICY`.

    `known` raises `UserError` for a policy that cannot be. None: as many open seats as is usual.
    """
    if words is None:
        return [Slot() for _ in range(counts[0])]
    if len(words) not in counts:
        *most, last = (str(count) for count in sorted(counts))
        allowed = f"{', '.join(most)} or {last}" if most else last
        raise UserError(f"this game is for {allowed} seats, not {len(words)}")
    return [parse_seat(word, known) for word in words]


def parse_seat(word: str, known: Callable[[str], object]) -> Slot:
    """One seat; see `parse_seats`."""
    kind, _, policy = word.partition(":")
    if kind == "ai" and policy:
        known(policy)
        return Slot(ai=policy)
    if word in ("open", "human"):
        return Slot()
    raise UserError(f"{word!r} is no seat; expected open, human or ai:POLICY")


def parted(label: str) -> tuple[str, str]:
    """The policy that plays a seat with this label, and the name of its owner; '' for none."""
    if not label.startswith("ai:"):
        return "", label
    policy, _, name = label.removeprefix("ai:").partition(_FOR)
    return policy, name


def recorded(label: str, key: str, reason: str, person: Callable[[str, bytes], Person]) -> Slot:
    """The seat that a record describes so; `person` finds or makes its owner."""
    if label == OPEN_SEAT:
        return Slot()
    policy, name = parted(label)
    if not name:
        return Slot(ai=policy)
    # Who has handed it over takes it back when they wish, not by being there.
    return Slot(person(name, bytes.fromhex(key)), policy, away=bool(policy) and reason != "handed-over")
