"""The toy game's state, actions, events, offers and view."""

from random import Random
from typing import TypeAlias

from msgspec import Struct

from core.legal import Just


class State(Struct, array_like=True):
    """`sealed` per seat: 0 nothing yet, a handle, or -1 for the lowest card. Times in ms."""

    hands: list[list[int]]
    points: list[int]
    sealed: list[int]
    out: list[bool]
    standing: list[int]
    limit_ms: int
    gifts: bool
    phase: str = "choose"
    decision: int = 0
    winner: int = 0
    pot: int = 0
    to: int = 0
    gift: int = 0
    voided: bool = False
    due_ms: int = 0
    paused_ms: int = -1

    def alive(self) -> list[int]:
        """The seats still playing."""
        return [seat for seat, out in enumerate(self.out) if not out]


class View(Struct, array_like=True, frozen=True):
    """What one seat sees: its own hand, of the others the number of cards."""

    hand: tuple[int, ...]
    standing: int
    cards: tuple[int, ...]
    points: tuple[int, ...]
    ready: tuple[bool, ...]
    out: tuple[bool, ...]
    phase: str
    winner: int
    pot: int
    to: int
    gift: int


class Choose(Struct, array_like=True, frozen=True, tag="choose"):
    """Seals a card (secret)."""

    card: int


class Withdraw(Struct, array_like=True, frozen=True, tag="withdraw"):
    """Claim: takes the sealed card back while others still choose."""


class Keep(Struct, array_like=True, frozen=True, tag="keep"):
    """Keeps all points."""


class Give(Struct, array_like=True, frozen=True, tag="give"):
    """Offers points to another seat."""

    to: int
    points: int


class Answer(Struct, array_like=True, frozen=True, tag="answer"):
    """Accepts or declines a gift."""

    yes: bool


class Stand(Struct, array_like=True, frozen=True, tag="stand"):
    """Claim: a standing answer to gifts: 0 ask me, 1 accept, 2 decline."""

    answer: int


class Resign(Struct, array_like=True, frozen=True, tag="resign"):
    """Claim: leaves the game."""


Action: TypeAlias = Choose | Withdraw | Keep | Give | Answer | Stand | Resign


class Gifts(Struct, array_like=True, frozen=True, tag="gifts"):
    """Offer: 1 to `most` points to any of these seats."""

    seats: tuple[int, ...]
    most: int

    def count(self) -> int:
        return len(self.seats) * self.most

    def nth(self, index: int) -> Action:
        return Give(self.seats[index // self.most], index % self.most + 1)

    def sample(self, rng: Random) -> Action:
        return Give(rng.choice(self.seats), rng.randint(1, self.most))

    def contains(self, action: Action) -> bool:
        return isinstance(action, Give) and action.to in self.seats and 1 <= action.points <= self.most


Offers: TypeAlias = Just[Action] | Gifts


class Dealt(Struct, array_like=True, frozen=True, tag="dealt"):
    cards: int


class Chosen(Struct, array_like=True, frozen=True, tag="chosen"):
    seat: int


class Withdrew(Struct, array_like=True, frozen=True, tag="withdrew"):
    seat: int


class Void(Struct, array_like=True, frozen=True, tag="void"):
    pass


class Shown(Struct, array_like=True, frozen=True, tag="shown"):
    seat: int
    card: int


class Rolled(Struct, array_like=True, frozen=True, tag="rolled"):
    seat: int
    dice: tuple[int, ...]


class Given(Struct, array_like=True, frozen=True, tag="given"):
    seat: int
    to: int
    points: int


class Answered(Struct, array_like=True, frozen=True, tag="answered"):
    seat: int
    yes: bool
    standing: bool


class Kept(Struct, array_like=True, frozen=True, tag="kept"):
    seat: int
    points: int


class Stood(Struct, array_like=True, frozen=True, tag="stood"):
    """Only for its own seat."""

    seat: int
    answer: int


class TimeUp(Struct, array_like=True, frozen=True, tag="time-up"):
    seat: int


class Out(Struct, array_like=True, frozen=True, tag="out"):
    seat: int


Event: TypeAlias = (
    Dealt | Chosen | Withdrew | Void | Shown | Rolled | Given | Answered | Kept | Stood | TimeUp | Out
)
