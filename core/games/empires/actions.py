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


class Build(Struct, frozen=True, array_like=True, tag="build"):
    """Builds a factory, or asks leave to (12.1)."""

    area: int


class Lift(Struct, frozen=True, array_like=True, tag="lift"):
    """Takes up a factory to set it down elsewhere (12.1)."""

    area: int


class Give(Struct, frozen=True, array_like=True, tag="give"):
    """Offers the Arms to a nation (12.2)."""

    nation: int


class TakeBack(Struct, frozen=True, array_like=True, tag="take-back"):
    """Takes the Arms back (12.2)."""


class CorrectArmies(Struct, frozen=True, array_like=True, tag="correct-armies"):
    """Host, agreed by all seats: so many armies of a nation stand in a place."""

    nation: int
    place: int
    armies: int


class CorrectLeader(Struct, frozen=True, array_like=True, tag="correct-leader"):
    """Host, agreed by all seats: a leader stands in a place, or (-1) is out of the game."""

    leader: int
    place: int


class CorrectFactory(Struct, frozen=True, array_like=True, tag="correct-factory"):
    """Host, agreed by all seats: an area has a factory of a nation, or (-1) none."""

    area: int
    nation: int


class CorrectPoints(Struct, frozen=True, array_like=True, tag="correct-points"):
    """Host, agreed by all seats: a nation has so many points."""

    nation: int
    points: int


class Attack(Struct, frozen=True, array_like=True, tag="attack"):
    """Begins a battle in a place: against a nation's armies, or its factory alone (8.1, 8.2)."""

    place: int
    nation: int
    factory: bool = False


class Retreat(Struct, frozen=True, array_like=True, tag="retreat"):
    """Armies leave the place in question, with escorts, for another: a retreat (8.5, 8.6) or a landing (8.2).

    `entry`: the last step they came by, or -1 where that is no matter.
    """

    goal: int
    armies: int
    escorts: tuple[int, ...] = ()
    entry: int = -1


class BreakOff(Struct, frozen=True, array_like=True, tag="break-off"):
    """Stops an attack that is a free choice; the armies stay (R8.1-b, R8.2-a)."""


class Stand(Struct, frozen=True, array_like=True, tag="stand"):
    """Claim: from now on this answer is used for a nation instead of asking (see `standing`)."""

    nation: int
    topic: int
    answer: int


class Ally(Struct, frozen=True, array_like=True, tag="ally"):
    """Claim: a nation allies with the overlord (11.2) and gives its population marker (`place` -1) or an
    army of a place; `entry`: the last step it came by, or -1 where that is no matter."""

    nation: int
    place: int = -1
    entry: int = -1


class Pay(Struct, frozen=True, array_like=True, tag="pay"):
    """The price of an alliance, in answer to a question; as in `Ally`."""

    place: int = -1
    entry: int = -1


Correction: TypeAlias = CorrectArmies | CorrectLeader | CorrectFactory | CorrectPoints
Action: TypeAlias = (
    Place | Remove | March | AskLeave | Shift | Defy | Done | Answer | Stand
    | Attack | Retreat | BreakOff | Build | Lift | Give | TakeBack | Ally | Pay | Correction
)  # fmt: skip
