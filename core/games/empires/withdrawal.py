"""Armies of the active nation leave land that is closed to them by submission or alliance (11.1, 11.2).

What has stood there with them and cannot leave fights on, if it was a submission (R11.1-f); by an
alliance it is put back further off, or lost (R11.2-f). Stacking is not tested.
"""

from __future__ import annotations

from core.games.empires import leaders, ledger
from core.games.empires.actions import Action, Place
from core.games.empires.answers import choice, yes_or_no
from core.games.empires.arms import lapse
from core.games.empires.battle import factory_only_targets, push_factory_battle
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Followed, FoughtOn, Lost, Passed, Withdrew
from core.games.empires.pieces import armies_at, escorts_at, join, move_escort, strangers
from core.games.empires.protection import allied_areas, submitted_areas
from core.games.empires.retreats import land_around
from core.games.empires.run import Run, step
from core.games.empires.state import ARMS, FOREIGN, Ask, Cohort, State
from core.games.empires.steps import Step
from core.rules import rule

_FACTORY, _ESCORTS, _COLLECTED, _GOALS = range(2, 6)
"""Where a frame of Step.WITHDRAW, after its place, has what: the factory there has had its turn; mask of
escorts not settled; all of these are in it; the places armies have gone to."""


@rule("11.1", "11.2")
def begin_withdrawal(r: Run, areas: int) -> None:
    """The active nation's armies in these areas, newly closed to them, have to leave at once; those the dice
    have felled already fall first."""
    stack = r.s.stack
    at = len(stack)
    while stack[at - 1][0] == Step.LOSSES:
        at -= 1
    inside = {cohort.place for cohort in r.s.cohorts if areas >> cohort.place & 1}
    stack[at:at] = [[Step.WITHDRAW, place, 0, 0, 0] for place in sorted(inside, reverse=True)]


@step(Step.WITHDRAW)
def withdraw(r: Run, frame: list[int]) -> None:
    """Empties one area: armies leave it, then leaders and Arms are where their armies are."""
    place = frame[1]
    if closed_now(r.c, r.s) >> place & 1:
        if not frame[_FACTORY] and _factory_in_reach(r.c, r.s, place):
            r.ask("last-attack", r.s.nation, place)
            return
        if _armies_leave(r, frame):
            return
    if _escorts_follow(r, frame):
        return
    staying = armies_at(r.s, r.s.nation, place)
    if staying and r.s.owner[place] != NONE:
        r.out.append(FoughtOn(r.s.nation, place, staying))
    r.drop()
    lapse(r)


def closed_now(c: Charts, s: State) -> int:
    """Mask of the areas where the active nation's armies may not stay."""
    return submitted_areas(c, s) | allied_areas(c, s)


# Armies.


def _armies_leave(r: Run, frame: list[int]) -> bool:
    """Moves an army or asks where it goes; False when no more can leave."""
    s, place = r.s, frame[1]
    for index, cohort in enumerate(s.cohorts):
        if cohort.place != place:
            continue
        goals = goals_of(r.c, s, cohort)
        if len(goals) > 1:
            r.ask("withdrawal", s.nation, place, index)
            return True
        if goals:
            _go(r, frame, cohort, cohort.armies, goals[0])
            return True
        if allied_areas(r.c, s) >> place & 1:
            s.cohorts.remove(cohort)
            r.out.append(Lost(s.nation, place, cohort.armies, "withdrawal"))
            _keep_company(r, frame)
            return True
    return False


def goals_of(c: Charts, s: State, cohort: Cohort) -> list[int]:
    """Where an army may withdraw to."""
    goals = {*way_back(c, s, cohort), *own_neighbours(c, s, cohort.place)}
    if not goals and allied_areas(c, s) >> cohort.place & 1:
        goals = put_back(c, s, cohort.place)
    return sorted(goals)


@rule("11.1", permissive=lambda c, s, cohort: {place for place in cohort.path[:1] if place < c.board.land})
def way_back(c: Charts, s: State, cohort: Cohort) -> set[int]:
    """The nearest place of its path that is free of other nations' armies; a colonial army ends in a sea
    of it in any company, an Indian one does not go back over the sea (R11.1-f)."""
    for place in reversed(cohort.path[:-1]):
        if place >= FOREIGN:
            break
        if place >= c.board.land:
            return {place} if c.nations[s.nation].colonial else set()
        if not strangers(s, s.nation, place):
            return {place}
    return set()


@rule("11.1", permissive=lambda c, s, place: set())
def own_neighbours(c: Charts, s: State, place: int) -> set[int]:
    """Adjacent areas wholly its own: with armies of it and of nobody else (R11.1-f).

    Over the straits too: the whole turn a crossing takes is a matter of movement, and a withdrawal is none,
    no more than a retreat, to which the straits are open (5.16).
    """
    around = land_around(c, place)
    own = {cohort.place for cohort in s.cohorts}
    return {area for area in own if around >> area & 1 and not strangers(s, s.nation, area)}


@rule("11.2", permissive=lambda c, s, place: set())
def put_back(c: Charts, s: State, place: int) -> set[int]:
    """Where the bar on fighting is lasting: the nearest own areas, for the overlord the seas at hand too
    (R11.2-f)."""
    found = set(c.board.to_sea[place]) if s.nation == c.overlord else set()
    own = {k.place for k in s.cohorts if k.place < c.board.land and not strangers(s, s.nation, k.place)}
    seen, edge = {place}, {place}
    while edge and not own & edge:
        edge = {near for at in edge for near in _borders(c, at)} - seen
        seen |= edge
    return found | own & edge


def _borders(c: Charts, place: int) -> tuple[int, ...]:
    straits = [q if p == place else p for p, q in c.board.straits if place in (p, q)]
    return (*c.board.to_land[place], *c.board.to_sea[place], *straits)


@rule("11.1", "11.2", permissive=lambda goal: [])
def _end_move(goal: int) -> list[int]:
    """The path of an army that has withdrawn: it has moved in this phase, and came from nowhere."""
    return [goal]


def _go(r: Run, frame: list[int], cohort: Cohort, armies: int, goal: int) -> None:
    s, place = r.s, frame[1]
    cohort.armies -= armies
    s.cohorts = [k for k in s.cohorts if k.armies]
    join(s, Cohort(goal, armies, _end_move(goal), cohort.bound, cohort.crossed))
    if goal not in frame[_GOALS:]:
        frame.append(goal)
    r.out.append(Withdrew(s.nation, place, goal, armies))
    leaders.eliminate_lone(r, goal, s.nation)
    if goal < r.c.board.land:
        ledger.stands_in(r, goal, army=True)
    _keep_company(r, frame)


def _goals_asked(c: Charts, s: State, ask: Ask) -> tuple[Action, ...]:
    return tuple(Place(goal) for goal in goals_of(c, s, s.cohorts[ask.args[1]]))


def _gone(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    _go(r, r.s.stack[-1], r.s.cohorts[ask.args[1]], 1, action.place)


choice("withdrawal", "11.1", _goals_asked, _gone)


# Leaders and Arms.


def _keep_company(r: Run, frame: list[int]) -> None:
    """When the last armies have gone, who was with them goes where those went; more is asked later."""
    s, place = r.s, frame[1]
    if armies_at(s, s.nation, place) or not frame[_GOALS:]:
        return
    for escort in escorts_at(r.c, s, s.nation, place):
        _follow(r, escort, place, frame[-1])
        frame[_ESCORTS] |= 1 << escort


def _escorts_follow(r: Run, frame: list[int]) -> bool:
    """Asks with which armies a leader or Arms are to be; False when all is settled."""
    s, place = r.s, frame[1]
    if not frame[_COLLECTED]:
        frame[_COLLECTED] = 1
        for escort in escorts_at(r.c, s, s.nation, place):
            frame[_ESCORTS] |= 1 << escort
    for escort in range(frame[_ESCORTS].bit_length()):
        if not frame[_ESCORTS] >> escort & 1:
            continue
        if len(companies(s, frame)) > 1:
            r.ask("withdrawal-escort", s.nation, place, escort)
            return True
        frame[_ESCORTS] &= ~(1 << escort)
        if escort < ARMS and strangers(s, s.nation, place) and not companies(s, frame):
            leaders.eliminate(r, escort, NONE)
    return False


@rule("11.1", permissive=lambda s, frame: frame[1:2])
def companies(s: State, frame: list[int]) -> list[int]:
    """They go along with armies, or stay where armies stay (R11.1-f)."""
    return sorted(place for place in {frame[1], *frame[_GOALS:]} if armies_at(s, s.nation, place))


def _follow(r: Run, escort: int, place: int, goal: int) -> None:
    move_escort(r.s, escort, goal)
    r.s.moved |= 1 << escort
    r.out.append(Followed(r.s.nation, escort, place, goal))


def _followed(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Place)
    escort = ask.args[1]
    r.s.stack[-1][_ESCORTS] &= ~(1 << escort)
    here = r.s.arms_at[escort - ARMS] if escort >= ARMS else r.s.leader_at[escort]
    if here != action.place:
        _follow(r, escort, here, action.place)
    else:
        r.out.append(Passed(ask.nation, ask.kind, *ask.args))


choice(
    "withdrawal-escort",
    "11.1",
    lambda c, s, ask: tuple(Place(goal) for goal in companies(s, s.stack[-1])),
    _followed,
)


# A factory of a third nation there.


@rule("12.1", permissive=False)
def _factory_in_reach(c: Charts, s: State, place: int) -> bool:
    """Submission clears the way to a factory of a third nation; armies about to leave may fight it first
    (R12.1-f)."""
    return (
        submitted_areas(c, s) >> place & 1 == 1
        and bool(set(factory_only_targets(c, s, place)) - {s.owner[place]})
        and any(cohort.place == place and goals_of(c, s, cohort) for cohort in s.cohorts)
    )


def _attack_first(r: Run, ask: Ask, yes: bool) -> None:
    r.s.stack[-1][_FACTORY] = 1
    if yes:
        push_factory_battle(r, ask.args[0])


yes_or_no("last-attack", "12.1", _attack_first)
