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
    large = [
        place
        for place, number in armies.items()
        if number > STACK_HILAND and place < c.board.land and number > normal_limit(c, place)
    ]
    if len(large) == 1:
        hiland = bool(c.board.hilands >> large[0] & 1)
        return large if hiland and armies[large[0]] > LARGE_GROUP_HILAND else []
    return large


def has_room(c: Charts, armies: dict[int, int], place: int) -> bool:
    """May one more army stand in a place, these being there? Seas hold any number (5.5)."""
    if place >= c.board.land:
        return True
    return not overfull(c, {**armies, place: armies.get(place, 0) + 1})


def overfull_now(c: Charts, s: State, nation: int) -> list[int]:
    """The overfull areas of a nation as it stands."""
    return overfull(c, places_of(s, nation))
