"""Standing answers: what a seat wants answered for a nation without being asked (11.1, R11.2-a, 5.41).

They only save questions: the answer counts as if it had been given then.
"""

from __future__ import annotations

from typing import Final

from core.game import Refusal
from core.games.empires.actions import Stand
from core.games.empires.chart_types import Charts
from core.games.empires.events import Stood
from core.games.empires.run import Run
from core.games.empires.state import State

LEAVE, SUBMISSION, ALLIANCE = 0, 1, 2
"""Leave to cross a sea (5.41), submission (11.1), alliance when the overlord is at hand (R11.2-a)."""
ASK, YES, NO = 0, 1, 2
NEVER: Final = -1
"""No submission in the nation's turn under way. A number instead: submit at so many areas, not before."""

_CACHE: Final[dict[tuple[object, ...], tuple[Stand, ...]]] = {}
_CACHE_SIZE: Final = 1_000


def standing_answer(s: State, nation: int, topic: int) -> bool | None:
    """Yes, no, or None: ask."""
    answer = _now(s, nation, topic)
    return None if answer == ASK else answer == YES


def standing_submission(s: State, nation: int, areas: int) -> bool | None:
    """Does a nation with so many areas left submit? None: ask."""
    answer = _now(s, nation, SUBMISSION)
    return None if answer == ASK else areas <= answer


def _now(s: State, nation: int, topic: int) -> int:
    return next((a for n, t, a in s.standing if n == nation and t == topic), ASK)


def answers_of(c: Charts, nation: int) -> dict[int, tuple[int, ...]]:
    """Topics on which a nation can be asked -> the answers that may stand."""
    if c.nations[nation].colonial:
        return {LEAVE: (ASK, YES, NO)}
    most = max((entry.areas_left for entry in c.nations[nation].submission), default=0)
    found: dict[int, tuple[int, ...]] = {ALLIANCE: (ASK, NO)}
    if most:
        found[SUBMISSION] = (ASK, NEVER, *range(1, most + 1))
    return found


def stands(c: Charts, s: State, seat: int) -> tuple[Stand, ...]:
    """All changes to standing answers that a seat may make for its nations; kept, for they rarely change."""
    key = (c.digest, s.setup, seat, *map(tuple, s.standing))
    found = _CACHE.get(key)
    if found is None:
        if len(_CACHE) > _CACHE_SIZE:
            _CACHE.clear()
        found = _CACHE[key] = tuple(
            Stand(nation, topic, answer)
            for nation in c.setups[s.setup].played.get(seat, ())
            for topic, answers in answers_of(c, nation).items()
            for answer in answers
            if answer != _now(s, nation, topic)
        )
    return found


def refuse_stand(c: Charts, s: State, seat: int, action: Stand) -> Refusal | None:
    """Only for own nations, known topics, and a change."""
    return None if action in stands(c, s, seat) else Refusal("no-standing-answer", "", {"seat": seat})


def stand(r: Run, action: Stand) -> None:
    """From now on."""
    s = r.s
    s.standing = [entry for entry in s.standing if entry[:2] != [action.nation, action.topic]]
    if action.answer != ASK:
        s.standing.append([action.nation, action.topic, action.answer])
        s.standing.sort()
    r.out.append(Stood(action.nation, action.topic, action.answer))


def lapse_for_turn(s: State) -> None:
    """A nation's turn is over, and with it what was answered for that turn only."""
    s.standing = [entry for entry in s.standing if entry[2] != NEVER]
