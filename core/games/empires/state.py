"""The position of the 1994 game: what is where, whose turn it is, and what has happened in it.

Places: land areas, then seas, as the charts number them; `FOREIGN + f` is a foreign area, in which
only waiting invaders are. Between turns a land area holds armies of one nation at most (R8.4-e), so
`owner` and `count` say it all. In its own turn a nation's armies are taken off these and kept as
cohorts: armies that stand together and came the same way. Escorts are the pieces that go with armies:
a leader has his number, the Arms of nation n the number `ARMS + n`. Histories that only grow (points
with their reasons, dice) are events and not kept here.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from core.games.empires.chart_types import NONE

FOREIGN: Final = 64
ARMS: Final = 32
GONE: Final = -2
"""Where an escort is that is out of the game; one that has yet to come is at NONE."""

KEEP_IN_PLAY, ERRATA = 0, 1
"""Options. The errata change four rules of the printed text: when overpopulation is tested (6.0), the way in
of invaders whom a submission keeps out (7.1), stopping against a factory (8.1), and whose armies deny the
overlord the area of a factory (13.0). Those that correct the board or say what the text leaves open hold
in any case: there is nothing printed to play instead."""

BUILDING, ARMS_OFFER = 0, 1
"""Kinds of requests that are not put again (`State.refused`): leave to build, Arms."""

NO_ALLIANCE, MARKER_GIVEN, ARMY_GIVEN = 0, 1, 2
"""What a nation has paid for the alliance (11.2)."""


class Cohort(Struct, array_like=True):
    """Armies of the active nation that stand together and came the same way.

    `path` holds the places of their move in this Movement Phase, its origin (which may be a foreign
    area) first and `place` last; empty = not moved. `bound`: may not use the straits in this turn, being
    placed in it or having moved in its first phase; `crossed`: has used them and may not move (R5.16).
    """

    place: int
    armies: int
    path: list[int]
    bound: bool = False
    crossed: bool = False

    def entered_from(self) -> int:
        """Where the last step into `place` came from; NONE if they have not moved."""
        return self.path[-2] if len(self.path) > 1 else NONE


class Ask(Struct, array_like=True):
    """The one open question (R16.0-b): what kind, who answers, for which nation, about what."""

    kind: str
    seat: int
    nation: int
    args: list[int]


class State(Struct, array_like=True):
    """Everything the rules need, in small numbers. Lists by nation are in order of play."""

    setup: str
    options: list[bool]
    """Which are on, by KEEP_IN_PLAY and ERRATA."""
    turn: int
    nation: int
    """The active nation; NONE between nation turns."""
    cycle: int
    """1; 2 in the second half of a Major Invasion (7.4)."""
    decision: int
    ask: Ask | None
    stack: list[list[int]]
    """What is going on, innermost last: [step, arguments ...]; see `flow`."""
    over: bool

    owner: list[int]
    """Land area -> the nation, not active, whose armies hold it, or NONE."""
    count: list[int]
    fleets: list[list[int]]
    """[sea place, nation, armies] of nations that are not active."""
    cohorts: list[Cohort]
    waiting: list[list[int]]
    """[foreign place, armies, mask of leaders] yet to enter (7.1)."""
    shifted: list[int]
    """Foreign places to which blocked invaders have gone round in this turn (R7.1-c)."""
    factories: list[int]
    """Land area -> nation whose factory stands there, or NONE."""
    leader_at: list[int]
    arms_at: list[int]
    """Supplier -> where its Arms are, NONE (in stock or promised) or GONE."""
    arms_to: list[int]
    """Supplier -> nation that has its Arms or was promised them, or NONE."""
    moved: int
    """Mask of escorts that have moved in this Movement Phase."""
    crossed: int
    """Mask of escorts that used the straits in this turn."""
    bound: int
    """Mask of escorts that may not use the straits in this turn."""

    carry: list[int]
    """Halves (10.1)."""
    points: list[int]
    allied: list[int]
    """NO_ALLIANCE, MARKER_GIVEN or ARMY_GIVEN by nation."""

    held: list[int]
    """Owner of each land area when the active nation's turn began (R11.1-c)."""
    captured: int
    """Mask of areas credited as captured in this nation's turn (R15.3-b)."""
    submitted: list[list[int]]
    """[nation, region] to the active nation in this turn (11.1)."""
    defied: list[int]
    """Nations treated as not having submitted (R7.1-c)."""
    leave: list[list[int]]
    """[sea place, colonial nation, 0 or 1]: answers in this Movement Phase (R5.41-a)."""
    refused: list[list[int]]
    """[kind, nation, place]: requests refused in this phase, not put again (R16.0-d)."""
    stopped: list[list[int]]
    """[place, nation or -nation-2 for its factory]: attacks broken off in this Battle Phase."""
    standing: list[list[int]]
    """[nation, topic, answer]: standing answers (16.0)."""
