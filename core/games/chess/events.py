"""Everything that happens and can be seen."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Began(Struct, frozen=True, array_like=True, tag="began"):
    """A table was opened; without a clock `base_ms` is 0."""

    hidden: bool
    base_ms: int
    step_ms: int


class Locked(Struct, frozen=True, array_like=True, tag="locked"):
    """A seat's army is ready; nothing else of it is told (4)."""

    seat: int


class Unlocked(Struct, frozen=True, array_like=True, tag="unlocked"):
    """A seat builds on."""

    seat: int


class Unfit(Struct, frozen=True, array_like=True, tag="unfit"):
    """The two armies fail these tests of the start; both sides build on, and nothing was shown (4)."""

    tests: tuple[str, ...]


class Revealed(Struct, frozen=True, array_like=True, tag="revealed"):
    """Both armies, and the position they make."""

    white: tuple[int, ...]
    black: tuple[int, ...]
    fen: str


class Moved(Struct, frozen=True, array_like=True, tag="moved"):
    """A move in numbers and in SAN; `left` is what the mover's clock shows then, 0 without clocks."""

    seat: int
    origin: int
    target: int
    promotion: int
    san: str
    left: int


class DrawOffered(Struct, frozen=True, array_like=True, tag="draw-offered"):
    """A seat offers a draw."""

    seat: int


class DrawDeclined(Struct, frozen=True, array_like=True, tag="draw-declined"):
    """A seat says no to a draw."""

    seat: int


class DrawAgreed(Struct, frozen=True, array_like=True, tag="draw-agreed"):
    """A seat accepts a draw."""

    seat: int


class Resigned(Struct, frozen=True, array_like=True, tag="resigned"):
    """A seat gives up."""

    seat: int


class FlagFell(Struct, frozen=True, array_like=True, tag="flag-fell"):
    """The time of a seat has run out."""

    seat: int


class Paused(Struct, frozen=True, array_like=True, tag="paused"):
    """Both clocks stop for at most `left` ms; `dropped`: because this seat's player is gone (5)."""

    seat: int
    left: int
    dropped: bool


class WentOn(Struct, frozen=True, array_like=True, tag="went-on"):
    """The pause of a seat is over: its player wished so or is back, or (`expired`) its time was up."""

    seat: int
    expired: bool


class Held(Struct, frozen=True, array_like=True, tag="held"):
    """The owner of the table stops all time, at nobody's cost."""


class Released(Struct, frozen=True, array_like=True, tag="released"):
    """Time goes on where it was held."""


class Ended(Struct, frozen=True, array_like=True, tag="ended"):
    """The game is over; `winner` is -1 for a draw or no result."""

    winner: int
    reason: str


Event: TypeAlias = (
    Began
    | Locked
    | Unlocked
    | Unfit
    | Revealed
    | Moved
    | DrawOffered
    | DrawDeclined
    | DrawAgreed
    | Resigned
    | FlagFell
    | Paused
    | WentOn
    | Held
    | Released
    | Ended
)
