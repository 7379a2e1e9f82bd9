"""What seats (and the host) can do, as small values that travel and are recorded."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Place(Struct, frozen=True, array_like=True, tag="place"):
    """Puts the asked piece (army, leader, Arms) into a place."""

    place: int


class Remove(Struct, frozen=True, array_like=True, tag="remove"):
    """Takes one own army off a place; `entry`: the last step it came by, or -1 where that is no matter."""

    place: int
    entry: int = -1


class March(Struct, frozen=True, array_like=True, tag="march"):
    """One move (5.11, R5.11-a): a group goes from `origin` along `path` and drops off on its way.

    `ends[i]` armies end at `path[i]`; each escort of `escorts` (piece, i) ends at `path[i]`. Foreign
    invaders march from the foreign place they wait in (R7.1-b).
    """

    origin: int
    path: tuple[int, ...]
    ends: tuple[int, ...]
    escorts: tuple[tuple[int, int], ...] = ()


class AskLeave(Struct, frozen=True, array_like=True, tag="ask-leave"):
    """Asks all colonial nations in a sea for leave to cross it (R5.41-a)."""

    sea: int


class Shift(Struct, frozen=True, array_like=True, tag="shift"):
    """Blocked invaders of one foreign place go to a neighbouring one (R7.1-c)."""

    origin: int
    goal: int


class Defy(Struct, frozen=True, array_like=True, tag="defy"):
    """Blocked invaders treat one nation as not having submitted (R7.1-c)."""

    nation: int


class Done(Struct, frozen=True, array_like=True, tag="done"):
    """Ends what is being done: movement, optional attacks, retreats, building."""


class Answer(Struct, frozen=True, array_like=True, tag="answer"):
    """Yes or no: leave, submission, permission, Arms accepted, going on with an attack."""

    yes: bool


class Stand(Struct, frozen=True, array_like=True, tag="stand"):
    """Claim: from now on this answer is used for a nation instead of asking (see `standing`)."""

    nation: int
    topic: int
    answer: int


Action: TypeAlias = Place | Remove | March | AskLeave | Shift | Defy | Done | Answer | Stand
