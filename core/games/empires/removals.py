"""Armies taken off by their owner's choice: by chart, for stacking, for overpopulation (10.3, 10.4, 6.0)."""

from __future__ import annotations

from typing import Final

from core.games.empires.actions import Action, Remove
from core.games.empires.answers import choice
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Lost, Replaced
from core.games.empires.leaders import eliminate_lone
from core.games.empires.pieces import add_armies, ashore, on_map, places_of, reserve, strangers, take_armies
from core.games.empires.run import Run, step
from core.games.empires.stacking import overfull_now
from core.games.empires.state import ERRATA, Ask, State
from core.games.empires.steps import Step
from core.rules import rule

WHY: Final = ("chart", "stacking", "overpopulation", "no-counters")


@rule("10.3", "10.4")
def begin_removal(r: Run, nation: int, armies: int) -> None:
    """The chart takes armies off a nation; if it has fewer, all of them (R10.3-a)."""
    if armies:
        r.push(Step.REMOVAL, nation, armies, WHY.index("chart"))


@step(Step.REMOVAL)
def removal(r: Run, frame: list[int]) -> None:
    """Removes what needs no choice and asks about the rest."""
    _, nation, left, why = frame
    places = list(places_of(r.s, nation))
    if not left or not places:
        r.drop()
    elif len(places) == 1 or left >= on_map(r.s, nation):
        for place, armies in places_of(r.s, nation).items():
            taken = min(left, armies)
            if taken:
                take_off(r, nation, place, taken, WHY[why])
            left -= taken
        r.drop()
    else:
        r.ask("removal", nation)


def take_off(r: Run, nation: int, place: int, armies: int, why: str, entry: int | None = None) -> None:
    """Armies leave the map; what stood with them may lapse."""
    take_armies(r.s, nation, place, armies, entry)
    r.out.append(Lost(nation, place, armies, why))
    lapse(r)


def _removed(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Remove)
    frame = r.s.stack[-1]
    frame[2] -= 1
    take_off(r, ask.nation, action.place, 1, WHY[frame[3]])


def _from_anywhere(c: Charts, s: State, ask: Ask) -> tuple[Action, ...]:
    return tuple(Remove(place) for place in places_of(s, ask.nation))


choice("removal", "10.3", _from_anywhere, _removed)


@step(Step.REPLACEMENT)
def replacement(r: Run, frame: list[int]) -> None:
    """With too few counters of the new nation the owner first chooses which armies are lost (R10.4-b)."""
    _, old, new = frame
    short = on_map(r.s, old) - reserve(r.c, r.s, new)
    if short > 0:
        r.push(Step.REMOVAL, old, short, WHY.index("no-counters"))
    else:
        r.drop()
        replace(r, old, new)


@rule("10.4")
def replace(r: Run, old: int, new: int) -> None:
    """Each army of one nation becomes one of another where it stands (R10.4-b)."""
    changed = on_map(r.s, old)
    for place, armies in places_of(r.s, old).items():
        take_armies(r.s, old, place, armies)
        add_armies(r.s, new, place, armies)
    if changed:
        r.out.append(Replaced(old, new, changed))
    lapse(r)


@step(Step.STACKING)
def stacking(r: Run, frame: list[int]) -> None:
    """Overfull areas at the end of movement lose armies until the limits hold (R5.2-c)."""
    _thin_out(r, overfull_now(r.c, r.s, r.s.nation), "stacking")


@rule("6.0", permissive=True)
def tested_after_movement(c: Charts, s: State) -> bool:
    """Is overpopulation tested after this Movement Phase? In a Major Invasion after the last alone (R6.0-a);
    by the printed text after each."""
    major = c.setups[s.setup].turns[s.turn].nations[s.nation].major
    return not major or s.cycle > 1 or not s.options[ERRATA]


@rule("6.0", permissive=0)
def excess(c: Charts, s: State) -> int:
    """Armies over twice the land areas that have some; colonial nations are exempt (R6.0-b)."""
    if c.nations[s.nation].colonial:
        return 0
    armies, areas = 0, set()
    for cohort in s.cohorts:
        if cohort.place < c.board.land:
            armies += cohort.armies
            areas.add(cohort.place)
    return max(0, armies - 2 * len(areas))


@step(Step.OVERPOPULATION)
def overpopulation(r: Run, frame: list[int]) -> None:
    """The owner removes armies one by one, the limit being worked out anew after each (R6.0-c)."""
    _thin_out(r, list(ashore(r.c, r.s, r.s.nation)) if excess(r.c, r.s) else [], "overpopulation")


def _thin_out(r: Run, places: list[int], why: str) -> None:
    """One army of these places goes, by choice if there is one; nothing is left to do if there are none."""
    choices = _of_places(r.c, r.s, places) if places else []
    if not choices:
        r.drop()
    elif len(choices) == 1:
        _one_off(r, choices[0], why)
    else:
        r.ask(why, r.s.nation)


def _of_places(c: Charts, s: State, places: list[int]) -> list[Remove]:
    """One army of each place; of each way it came where that may still matter: for its retreat, and in a
    Major Invasion for the straits."""
    moves_again = s.cycle == 1 and c.setups[s.setup].turns[s.turn].nations[s.nation].major
    told_apart = [p for p in places if moves_again or s.owner[p] != NONE or s.factories[p] != NONE]
    found = {(k.place, k.entered_from()) for k in s.cohorts if k.place in told_apart}
    found |= {(place, NONE) for place in places if place not in told_apart}
    return [Remove(place, entry) for place, entry in sorted(found)]


def _one_off(r: Run, gone: Remove, why: str) -> None:
    """A leader whom it leaves alone with enemy armies falls, and nobody is paid (9.2, R15.3-a)."""
    several = [each for each in _of_places(r.c, r.s, [gone.place]) if each != gone]
    take_off(r, r.s.nation, gone.place, 1, why, gone.entry if several else None)
    if strangers(r.s, r.s.nation, gone.place):
        eliminate_lone(r, gone.place, NONE)


def _stacked_off(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Remove)
    _one_off(r, action, ask.kind)


choice(
    "stacking",
    "5.2",
    lambda c, s, ask: tuple(_of_places(c, s, overfull_now(c, s, ask.nation))),
    _stacked_off,
)
choice(
    "overpopulation",
    "6.0",
    lambda c, s, ask: tuple(_of_places(c, s, list(ashore(c, s, ask.nation)))),
    _stacked_off,
)
