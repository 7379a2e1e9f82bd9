"""Standing answers: what a seat wants answered for a nation without being asked (R11.2-a, DESIGN of claims).

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

LEAVE: Final = 0
"""Leave to cross a sea (5.41)."""
ASK, YES, NO = 0, 1, 2

TOPICS: Final = {LEAVE: (ASK, YES, NO)}
"""Topic -> the answers that may stand."""


def standing_answer(s: State, nation: int, topic: int) -> bool | None:
    """Yes, no, or None: ask."""
    answer = next((a for n, t, a in s.standing if (n, t) == (nation, topic)), ASK)
    return None if answer == ASK else answer == YES


def topics_of(c: Charts, nation: int) -> list[int]:
    """The topics on which a nation can be asked."""
    return [LEAVE] if c.nations[nation].colonial else []


def stands(c: Charts, s: State, seat: int) -> list[Stand]:
    """All changes to standing answers that a seat may make for its nations."""
    owner = c.setups[s.setup].owner
    return [
        Stand(nation, topic, answer)
        for nation in range(len(owner))
        if owner[nation] == seat
        for topic in topics_of(c, nation)
        for answer in TOPICS[topic]
        if answer != _now(s, nation, topic)
    ]


def _now(s: State, nation: int, topic: int) -> int:
    return next((a for n, t, a in s.standing if (n, t) == (nation, topic)), ASK)


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
