"""The sequence of play (4.0): game turns, the turns of the nations in them, and their phases in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.games.empires import (
    arms_phase,
    arrivals,
    battle,
    building,
    growth,
    leaders,
    ledger,
    moving,
    removals,
    retreats,
    scoring,
    standing,
    submission,
)
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Ended, NationBegan, NationEnded, TurnBegan
from core.games.empires.pieces import has_army, leads, lift, settle
from core.games.empires.run import STEPS, Run, step
from core.games.empires.state import KEEP_IN_PLAY, State
from core.games.empires.steps import Step
from core.rules import rule

__all__ = ["arms_phase", "battle", "building", "moving", "retreats", "run_on", "scoring", "submission"]


def run_on(r: Run) -> None:
    """Goes on until somebody has to answer or the game is over."""
    s = r.s
    while s.ask is None and s.stack:
        frame = s.stack[-1]
        STEPS[frame[0]](r, frame)


# A game turn.


@step(Step.GAME_TURN)
def game_turn(r: Run, frame: list[int]) -> None:
    """Removals, replacement, leaders, the nations in order of play, the count (R4.0-b)."""
    s = r.s
    stage, nation = frame[1], frame[2]
    chart = r.setup.turns[s.turn]
    if stage == 0:
        r.out.append(TurnBegan(s.turn))
        frame[1] = 1
        # What is pushed last is done first.
        for old, new in reversed(chart.replacements):
            r.push(Step.REPLACEMENT, old, new)
        for removal in reversed(chart.removals):
            spared = removal.spared if s.options[KEEP_IN_PLAY] else 0
            removals.begin_removal(r, removal.nation, removal.armies - spared)
    elif stage == 1:
        for removal in chart.removals:
            if removal.leader != NONE:
                leaders.depart(r, removal.leader)
        frame[1], frame[2] = 2, 0
    elif stage == 2 and nation < len(r.c.nations):
        frame[2] += 1
        if has_turn(r.c, s, nation):
            begin_nation(r, nation)
    elif stage == 2:
        frame[1] = 3
        r.push(Step.COUNT)
    else:
        next_turn(r, frame)


@rule("4.0", permissive=True)
def has_turn(c: Charts, s: State, nation: int) -> bool:
    """A nation with a piece on the map or arrivals in this turn (R4.0-a)."""
    return (
        has_army(s, nation)
        or nation in s.factories
        or leads(c, s, nation)
        or c.setups[s.setup].turns[s.turn].nations[nation].arrives
    )


@rule("4.7", "2.42", permissive=lambda r, frame: r.drop())
def next_turn(r: Run, frame: list[int]) -> None:
    """The turn marker goes on; after the last turn the game is over."""
    if r.s.turn == r.c.last_turn:
        r.out.append(Ended(r.s.turn))
        r.s.over = True
        r.drop()
    else:
        r.s.turn += 1
        frame[1:] = [0, 0]


# A nation's turn.


def begin_nation(r: Run, nation: int) -> None:
    """Everything that lasts for one nation's turn begins anew."""
    s = r.s
    lift(s, nation)
    s.cycle = 1
    s.moved = s.crossed = s.bound = s.captured = 0
    s.submitted, s.defied, s.leave, s.refused, s.stopped, s.shifted = [], [], [], [], [], []
    r.out.append(NationBegan(nation, r.seat_of(nation)))
    r.push(Step.NATION_TURN, 0)


def _departures(r: Run) -> None:
    for leader in r.chart.leaders_out:
        leaders.depart(r, leader)
    ledger.look_round(r)


def _reinforcements(r: Run) -> None:
    if r.chart.reinforcement is not None:
        growth.reinforce(r, r.chart.reinforcement)


def _entry_window(r: Run) -> None:
    if r.s.waiting:
        r.push(Step.ENTRY_WINDOW)


def _movement(r: Run) -> None:
    """Nobody has moved yet in this phase; who moved in the first may not use the straits (R5.16-a)."""
    s = r.s
    ledger.look_round(r)
    if s.cycle > 1:
        for cohort in s.cohorts:
            cohort.bound = cohort.bound or bool(cohort.path)
            cohort.path = []
        s.bound |= s.moved
        s.moved = 0
        s.leave, s.refused, s.stopped = [], [], []
    r.push(Step.MOVE)


def _overpopulation_in_major(r: Run) -> None:
    """In a Major Invasion it comes right after movement, before the battles."""
    if r.chart.major and removals.tested_after_movement(r.c, r.s):
        r.push(Step.OVERPOPULATION)


def _overpopulation(r: Run) -> None:
    if not r.chart.major:
        r.push(Step.OVERPOPULATION)


@rule("7.4")
def _second_cycle(r: Run) -> None:
    """In a Major Invasion all forces move and fight again (R7.4-a)."""
    ledger.look_round(r)
    if r.chart.major and r.s.cycle == 1:
        r.s.cycle = 2
        r.s.stack[-1][1] = _IN_ORDER.index(_movement)


def _factories(r: Run) -> None:
    if r.c.nations[r.s.nation].colonial:
        r.push(Step.FACTORIES, 0, 0)


def _arms(r: Run) -> None:
    if r.c.nations[r.s.nation].colonial:
        r.push(Step.ARMS_OUT, 0)


@rule("10.3")
def _end_removals(r: Run) -> None:
    """Armies and leader that the chart takes off when the nation has finished (R10.3-b)."""
    for removal in r.chart.removals:
        if removal.leader != NONE:
            leaders.depart(r, removal.leader)
        removals.begin_removal(r, removal.nation, removal.armies)


def _end(r: Run) -> None:
    nation = r.s.nation
    settle(r.s)
    r.s.submitted, r.s.defied = [], []
    standing.lapse_for_turn(r.s)
    r.out.append(NationEnded(nation))
    r.drop()


def _arms_in(r: Run) -> None:
    arrivals.bring_arms(r)


def _arrivals(r: Run) -> None:
    arrivals.arrive(r)


def _pushing(number: Step) -> Callable[[Run], None]:
    return lambda r: r.push(number)


PHASES: Final[dict[str, Callable[[Run], None]]] = {
    "departures": _departures,
    "growth": growth.grow,
    "reinforcements": _reinforcements,
    "arms-in": _arms_in,
    "arrivals": _arrivals,
    "leaders": arrivals.bring_leaders,
    "entry-window": _entry_window,
    "movement": _movement,
    "stacking": _pushing(Step.STACKING),
    "overpopulation-in-major": _overpopulation_in_major,
    "window": _pushing(Step.WINDOW),
    "battles": _pushing(Step.BATTLES),
    "second-cycle": _second_cycle,
    "overpopulation": _overpopulation,
    "factories": _factories,
    "arms": _arms,
    "count": _pushing(Step.NATION_COUNT),
    "end-removals": _end_removals,
    "end": _end,
}
"""The phases of a nation's turn, in order (R4.0-c)."""

_IN_ORDER: Final = tuple(PHASES.values())


@step(Step.NATION_TURN)
def nation_turn(r: Run, frame: list[int]) -> None:
    """The next phases, up to one in which something is to be done."""
    stack = r.s.stack
    while stack and stack[-1] is frame:
        stage = frame[1]
        frame[1] += 1
        _IN_ORDER[stage](r)
