"""How many armies may stand in one place (5.2)."""

from __future__ import annotations

from typing import Final

from core.games.empires.chart_types import Charts
from core.games.empires.pieces import places_of
from core.games.empires.state import State
from core.rules import rule

STACK: Final = 3
STACK_HILAND: Final = 2
LARGE_GROUP_HILAND: Final = 4


def normal_limit(c: Charts, place: int) -> int:
    """Armies of one nation a land area holds without being the large group (5.2)."""
    return STACK_HILAND if c.board.hilands >> place & 1 else STACK


@rule("5.2", "5.5", permissive=lambda c, armies: [])
def overfull(c: Charts, armies: dict[int, int]) -> list[int]:
    """The areas over the limit when these armies stand there; empty if all is well (R5.2-a).

    One area may hold the large group: any number, or four in a hiland. When two areas or more are over
    the normal limit, each of them may be the one to give way.
    """
    if not armies or max(armies.values()) <= STACK_HILAND:
        return []
    large = [
        place
        for place, number in armies.items()
        if number > STACK_HILAND and place < c.board.land and number > normal_limit(c, place)
    ]
    if len(large) == 1:
        hiland = bool(c.board.hilands >> large[0] & 1)
        return large if hiland and armies[large[0]] > LARGE_GROUP_HILAND else []
    return large


@rule("5.2", permissive=0)
def too_many(c: Charts, armies: dict[int, int]) -> int:
    """The fewest of these armies that have to go so that the limits hold, whichever the large group is."""
    over = {
        p: n - normal_limit(c, p) for p, n in armies.items() if p < c.board.land and n > normal_limit(c, p)
    }
    in_hiland = LARGE_GROUP_HILAND - STACK_HILAND
    spared = (min(n, in_hiland) if c.board.hilands >> p & 1 else n for p, n in over.items())
    return sum(over.values()) - max(spared, default=0)


@rule("5.2", permissive=False)
def makes_room(c: Charts, armies: dict[int, int], origin: int, goal: int, most: int) -> bool:
    """Is there room at the goal for some of so many armies of an overfull area? (R5.2-c)

    Below the normal limit there is. As the large group an area has room for those whose coming leaves fewer
    to be removed: one group may join the other, not both swell.
    """
    if not most or goal >= c.board.land or armies.get(goal, 0) < normal_limit(c, goal):
        return most > 0
    now = too_many(c, armies)
    moved = (
        {**armies, origin: armies[origin] - n, goal: armies.get(goal, 0) + n} for n in range(1, most + 1)
    )
    return any(too_many(c, after) < now for after in moved)


def has_room(c: Charts, armies: dict[int, int], place: int) -> bool:
    """May one more army stand in a place, these being there? Seas hold any number (5.5)."""
    if place >= c.board.land:
        return True
    return not overfull(c, {**armies, place: armies.get(place, 0) + 1})


def overfull_now(c: Charts, s: State, nation: int) -> list[int]:
    """The overfull areas of a nation as it stands."""
    return overfull(c, places_of(s, nation))
