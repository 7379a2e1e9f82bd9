"""Everything that can be seen to happen."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class SetUp(Struct, frozen=True, array_like=True, tag="set-up"):
    """The governors stand on the track, from the bottom (2); who chooses first."""

    governors: tuple[int, ...]
    seat: int


class CardTaken(Struct, frozen=True, array_like=True, tag="card-taken"):
    """A character from the bank (2, 4)."""

    seat: int
    card: int


class Nominated(Struct, frozen=True, array_like=True, tag="nominated"):
    """A character is put up for auction; its nominator bids 0 (10)."""

    seat: int
    card: int


class BidMade(Struct, frozen=True, array_like=True, tag="bid-made"):
    """A higher bid (10)."""

    seat: int
    card: int
    gold: int


class Passed(Struct, frozen=True, array_like=True, tag="passed"):
    """No higher bid of this seat; `short`: for lack of gold, unasked (10)."""

    seat: int
    card: int
    short: bool


class Bought(Struct, frozen=True, array_like=True, tag="bought"):
    """The auction of a character is over (10)."""

    seat: int
    card: int
    gold: int


class Founded(Struct, frozen=True, array_like=True, tag="founded"):
    """One of the first houses stands (2)."""

    seat: int
    place: int


class Supplied(Struct, frozen=True, array_like=True, tag="supplied"):
    """All take more houses at hand (2)."""

    houses: int


class RoundBegan(Struct, frozen=True, array_like=True, tag="round-began"):
    """The Maharaja goes to a city, whose governor goes up to a box (3)."""

    number: int
    city: int
    box: int


class Planned(Struct, frozen=True, array_like=True, tag="planned"):
    """A plan is sealed (3)."""

    seat: int


class Withdrew(Struct, frozen=True, array_like=True, tag="withdrew"):
    """A plan was taken back."""

    seat: int


class Revealed(Struct, frozen=True, array_like=True, tag="revealed"):
    """A seat's turn begins and shows its plan (3)."""

    seat: int
    first: int
    second: int


class Gained(Struct, frozen=True, array_like=True, tag="gained"):
    """Gold from the bank by the action of that name (4)."""

    seat: int
    gold: int


class Traded(Struct, frozen=True, array_like=True, tag="traded"):
    """Gold for the Trader (5)."""

    seat: int
    gold: int


class ChitTaken(Struct, frozen=True, array_like=True, tag="chit-taken"):
    """The Yogi takes a chit (10)."""

    seat: int


class ChitSpent(Struct, frozen=True, array_like=True, tag="chit-spent"):
    """One more action (10)."""

    seat: int
    kind: int


class Travelled(Struct, frozen=True, array_like=True, tag="travelled"):
    """The architect has gone somewhere, for so much gold in all (6)."""

    seat: int
    origin: int
    goal: int
    toll: int


class Toll(Struct, frozen=True, array_like=True, tag="toll"):
    """What an owner of houses on the way got, from the traveller or from the bank (6)."""

    seat: int
    owner: int
    gold: int
    by_bank: bool


class Quarried(Struct, frozen=True, array_like=True, tag="quarried"):
    """Houses from the quarry to the hand (4)."""

    seat: int
    houses: int


class Built(Struct, frozen=True, array_like=True, tag="built"):
    """A house was built (4, 5)."""

    seat: int
    place: int
    gold: int


class PalaceBuilt(Struct, frozen=True, array_like=True, tag="palace-built"):
    """A palace was built, on the centre site or an outer one (4)."""

    seat: int
    city: int
    centre: bool
    gold: int


class HouseMoved(Struct, frozen=True, array_like=True, tag="house-moved"):
    """A house was moved (4, 5)."""

    seat: int
    origin: int
    goal: int


class Pulled(Struct, frozen=True, array_like=True, tag="pulled"):
    """A governor went two boxes down; those in `raised` went up one (4)."""

    seat: int
    city: int
    box: int
    raised: tuple[int, ...]


class Exchanged(Struct, frozen=True, array_like=True, tag="exchanged"):
    """A character was taken from the bank or from others (`victims`, one or none), one given back (4)."""

    seat: int
    card: int
    back: int
    victims: tuple[int, ...]


class Undone(Struct, frozen=True, array_like=True, tag="undone"):
    """A planned action was not done, or only in part: all others get so much gold (4)."""

    seat: int
    kind: int
    others: tuple[int, ...]
    gold: int


class LeftOver(Struct, frozen=True, array_like=True, tag="left-over"):
    """The rest of an action is left undone."""

    seat: int
    kind: int


class TurnEnded(Struct, frozen=True, array_like=True, tag="turn-ended"):
    """A seat's turn is over."""

    seat: int


class Ranked(Struct, frozen=True, array_like=True, tag="ranked"):
    """Points of a seat in the visited city, its rank there (none without points) and its reward (7)."""

    seat: int
    city: int
    points: int
    rank: tuple[int, ...]
    gold: int


class Ended(Struct, frozen=True, array_like=True, tag="ended"):
    """The game is over: `palaces` or `track` (8)."""

    why: str


class Final(Struct, frozen=True, array_like=True, tag="final"):
    """What counts at the end (8)."""

    seat: int
    palaces: int
    gold: int


Event: TypeAlias = (
    SetUp
    | CardTaken
    | Nominated
    | BidMade
    | Passed
    | Bought
    | Founded
    | Supplied
    | RoundBegan
    | Planned
    | Withdrew
    | Revealed
    | Gained
    | Traded
    | ChitTaken
    | ChitSpent
    | Travelled
    | Toll
    | Quarried
    | Built
    | PalaceBuilt
    | HouseMoved
    | Pulled
    | Exchanged
    | Undone
    | LeftOver
    | TurnEnded
    | Ranked
    | Ended
    | Final
)
