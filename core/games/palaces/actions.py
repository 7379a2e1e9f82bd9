"""What seats can do, as small values that travel and are recorded."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Character(Struct, frozen=True, array_like=True, tag="character"):
    """Takes a character from the bank: at the start, or after being robbed of one (2, 4)."""

    card: int


class Nominate(Struct, frozen=True, array_like=True, tag="nominate"):
    """Puts a character up for auction and bids 0 for it (10)."""

    card: int


class Bid(Struct, frozen=True, array_like=True, tag="bid"):
    """Offers more gold for the character under the hammer (10)."""

    gold: int


class Pass(Struct, frozen=True, array_like=True, tag="pass"):
    """Bids no more for the character under the hammer (10)."""


class Found(Struct, frozen=True, array_like=True, tag="found"):
    """Places one of the first houses in a village (2)."""

    place: int


class Plan(Struct, frozen=True, array_like=True, tag="plan"):
    """Seals two actions for this round, the lower kind first: their order is chosen later (3)."""

    first: int
    second: int


class Withdraw(Struct, frozen=True, array_like=True, tag="withdraw"):
    """Claim: takes the sealed plan back while others still plan."""


class Travel(Struct, frozen=True, array_like=True, tag="travel"):
    """The architect goes to `goal` along these roads (6)."""

    goal: int
    path: tuple[int, ...]


class TakeGold(Struct, frozen=True, array_like=True, tag="take-gold"):
    """Gold (4)."""


class Quarry(Struct, frozen=True, array_like=True, tag="quarry"):
    """Houses from the quarry (4)."""


class Build(Struct, frozen=True, array_like=True, tag="build"):
    """Builds a house in a place, by that kind of action (4) or as the Builder (5)."""

    by: int
    place: int


class BuildPalace(Struct, frozen=True, array_like=True, tag="build-palace"):
    """Builds a palace where the architect is, by that kind of action (4)."""

    by: int


class MoveHouse(Struct, frozen=True, array_like=True, tag="move-house"):
    """Moves an own house, by the action (4) or as the Builder (5)."""

    by: int
    origin: int
    goal: int


class Pull(Struct, frozen=True, array_like=True, tag="pull"):
    """Moves a governor two boxes down the track (4)."""

    city: int


class Exchange(Struct, frozen=True, array_like=True, tag="exchange"):
    """Takes another character, from the bank or from whoever has it (4)."""

    card: int


class SpendChit(Struct, frozen=True, array_like=True, tag="spend-chit"):
    """Spends a chit for one more action of this kind (10)."""

    kind: int


class Leave(Struct, frozen=True, array_like=True, tag="leave"):
    """Leaves the rest of an action undone that has been done in part (4)."""


class Done(Struct, frozen=True, array_like=True, tag="done"):
    """Ends one's turn; planned actions that are left are not done (4)."""


Action: TypeAlias = (
    Character
    | Nominate
    | Bid
    | Pass
    | Found
    | Plan
    | Withdraw
    | Travel
    | TakeGold
    | Quarry
    | Build
    | BuildPalace
    | MoveHouse
    | Pull
    | Exchange
    | SpendChit
    | Leave
    | Done
)
