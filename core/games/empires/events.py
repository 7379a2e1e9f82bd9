"""What happens, as small values; `resources/empires/texts.toml` has a sentence for each.

All are public: the game has no secrets. `rule` names the section where an event comes from one.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class TurnBegan(Struct, frozen=True, array_like=True, tag="turn-began"):
    """A game turn begins (4.0)."""

    turn: int


class NationBegan(Struct, frozen=True, array_like=True, tag="nation-began"):
    """A nation's turn begins (4.0)."""

    nation: int
    seat: int


class NationEnded(Struct, frozen=True, array_like=True, tag="nation-ended"):
    """A nation's turn is over (4.0)."""

    nation: int


class Grew(Struct, frozen=True, array_like=True, tag="grew"):
    """Growth (10.1): area values and carry in halves, new armies, new carry in halves."""

    nation: int
    value: int
    armies: int
    carry: int


class Placed(Struct, frozen=True, array_like=True, tag="placed"):
    """Armies come on the map; `why`: growth, reinforcement, arrival, set-up."""

    nation: int
    place: int
    armies: int
    why: str


class Waits(Struct, frozen=True, array_like=True, tag="waits"):
    """Invaders wait outside to enter (7.1)."""

    nation: int
    place: int
    armies: int


class Short(Struct, frozen=True, array_like=True, tag="short"):
    """The counters do not suffice: so many armies of the chart are lost (R14.1-a)."""

    nation: int
    armies: int


class Lost(Struct, frozen=True, array_like=True, tag="lost"):
    """Armies leave the map; `why` is a code: dice, chart, overpopulation, stacking, cleared, no-way-in,
    no-landing, alliance, withdrawal."""

    nation: int
    place: int
    armies: int
    why: str


class LeaderCame(Struct, frozen=True, array_like=True, tag="leader-came"):
    """A leader enters (9.0); `place` may be a foreign one when he waits with invaders."""

    leader: int
    nation: int
    place: int


class LeaderWent(Struct, frozen=True, array_like=True, tag="leader-went"):
    """A leader leaves; `why`: chart, eliminated or no-way-in (9.0, 9.2, 7.1)."""

    leader: int
    nation: int
    place: int
    why: str


class LeaderMissed(Struct, frozen=True, array_like=True, tag="leader-missed"):
    """A leader of an eliminated nation does not appear (9.0)."""

    leader: int
    nation: int


class ArmsCame(Struct, frozen=True, array_like=True, tag="arms-came"):
    """Arms come on the map (12.2)."""

    supplier: int
    nation: int
    place: int


class ArmsLapsed(Struct, frozen=True, array_like=True, tag="arms-lapsed"):
    """Arms are out of the game (12.2)."""

    supplier: int
    nation: int


class Replaced(Struct, frozen=True, array_like=True, tag="replaced"):
    """A nation's armies turn into another's where they stand (10.4)."""

    nation: int
    successor: int
    armies: int


class Marched(Struct, frozen=True, array_like=True, tag="marched"):
    """A move: the path with its origin, and the armies that ended at each place of it (5.0)."""

    nation: int
    path: tuple[int, ...]
    ends: tuple[int, ...]
    escorts: tuple[int, ...]


class LeaveAnswered(Struct, frozen=True, array_like=True, tag="leave-answered"):
    """A colonial nation grants or refuses leave to cross a sea (5.41)."""

    nation: int
    asking: int
    sea: int
    yes: bool


class Shifted(Struct, frozen=True, array_like=True, tag="shifted"):
    """Blocked invaders go round to another foreign area (7.1 errata)."""

    nation: int
    origin: int
    goal: int
    armies: int


class Defied(Struct, frozen=True, array_like=True, tag="defied"):
    """Blocked invaders fall upon a nation that had submitted (7.1 errata)."""

    nation: int
    victim: int


class Stood(Struct, frozen=True, array_like=True, tag="stood"):
    """A standing answer was set or (0) taken back."""

    nation: int
    topic: int
    answer: int


class Scored(Struct, frozen=True, array_like=True, tag="scored"):
    """Victory Points (15.0): the objective, the points, the areas or pieces that earned them."""

    nation: int
    turn: int
    objective: str
    points: int
    areas: tuple[int, ...]


class Ended(Struct, frozen=True, array_like=True, tag="ended"):
    """The last turn is over (15.1)."""

    turn: int


Event: TypeAlias = (
    TurnBegan | NationBegan | NationEnded | Grew | Placed | Waits | Short | Lost | LeaderCame | LeaderWent
    | LeaderMissed | ArmsCame | ArmsLapsed | Replaced | Marched | LeaveAnswered | Shifted | Defied | Stood
    | Scored | Ended
)  # fmt: skip
