"""The governor track (3, 4): which city the Maharaja visits, and how players change the order."""

from __future__ import annotations

from core.game import Refusal
from core.games.palaces.actions import Pull
from core.games.palaces.events import Pulled, RoundBegan
from core.games.palaces.pieces import NONE
from core.games.palaces.run import Run
from core.games.palaces.state import State
from core.rules import rule


def number_of(s: State, index: int) -> int:
    """What is printed on a box; 0 and below for the unnumbered ones."""
    return index - len(s.centre) + 1


@rule("3.1", permissive=0)
def next_city(s: State) -> int:
    """The Maharaja goes to the city whose governor is lowest on the track (3)."""
    return next(governor for governor in s.track if governor != NONE)


@rule("3.2", permissive=lambda s, city: s.track.index(city))
def rise(s: State, city: int) -> int:
    """That governor goes at once to the box above the topmost one; the box (3)."""
    top = max(index for index, governor in enumerate(s.track) if governor != NONE)
    s.track[s.track.index(city)] = NONE
    s.track[top + 1] = city
    return top + 1


def visit(r: Run) -> None:
    """A round begins with the Maharaja's journey."""
    s = r.s
    s.round += 1
    s.city = next_city(s)
    box = rise(s, s.city)
    r.out.append(RoundBegan(s.round, s.city, number_of(s, box)))


@rule("8.2", permissive=False)
def track_is_full(s: State) -> bool:
    """A governor stands in the last box when the visited city has been scored (8)."""
    return s.track[-1] != NONE


@rule("4.8")
def refuse_pull(s: State, action: Pull) -> Refusal | None:
    """Any governor that has two boxes below its own (4)."""
    if action.city not in range(len(s.centre)):
        return Refusal("no-such-city", "4.8")
    if s.track.index(action.city) < 2:
        return Refusal("no-boxes-below", "4.8", {"city": action.city})
    return None


@rule("4.8", permissive=lambda r, seat, city: None)
def pull(r: Run, seat: int, city: int) -> None:
    """Two boxes down; whoever is in those two goes up one (4)."""
    track = r.s.track
    box = track.index(city)
    below, goal = track[box - 1], track[box - 2]
    track[box - 2 : box + 1] = [city, goal, below]
    raised = tuple(each for each in (below, goal) if each != NONE)
    r.out.append(Pulled(seat, city, number_of(r.s, box - 2), raised))
