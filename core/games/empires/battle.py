"""The Battle Phase: what must be fought, what may be, in the order its seat chooses (8.1, 8.2)."""

from __future__ import annotations

from core.games.empires.actions import Action, Attack, Done
from core.games.empires.answers import choice
from core.games.empires.battle_round import ARMIES, FACTORY, begin, factory_key
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.pieces import armies_at
from core.games.empires.protection import shielded
from core.games.empires.run import Run, step
from core.games.empires.sea_landing import afloat, fleet_beaten
from core.games.empires.state import Ask, State
from core.games.empires.steps import Step
from core.rules import rule


@step(Step.BATTLES)
def battles(r: Run, frame: list[int]) -> None:
    """One battle at a time, each finished before the next is chosen (R8.1-a); then all Indians are ashore."""
    s = r.s
    if len(frame) == 1:
        frame += [0, 0]
    _, ended, won = frame
    must = mandatory(r.c, s)
    may = [] if ended else optional(r.c, s)
    for sea in afloat(r.c, s):
        if not any(attack.place == sea for attack in may) or any(place == sea for place, _ in s.stopped):
            r.push(Step.LANDING, sea, int(fleet_beaten(r.c, s, sea, won)))
            return
    if len(must) == 1 and not may:
        attack(r, must[0])
    elif must or may:
        r.ask("battle", s.nation)
    else:
        r.drop()


@rule("8.1", "4.4", permissive=())
def mandatory(c: Charts, s: State) -> tuple[Attack, ...]:
    """Armies of two nations in one land area must fight.

    Land under a submission is no exception: armies still there had nowhere to go (R11.1-f).
    """
    fought = {k.place for k in s.cohorts if k.place < c.board.land and s.owner[k.place] != NONE}
    return tuple([Attack(area, s.owner[area]) for area in sorted(fought)])


def optional(c: Charts, s: State) -> tuple[Attack, ...]:
    """What the active nation may attack or leave alone: factories, and fleets."""
    return (*factory_attacks(c, s), *fleet_attacks(c, s))


@rule("12.1", "8.1", permissive=())
def factory_attacks(c: Charts, s: State) -> tuple[Attack, ...]:
    """Factories beside which the active nation has the only armies (12.1, R8.1-d, R8.1-e)."""
    if s.factories.count(NONE) == len(s.factories):
        return ()
    alone = {k.place for k in s.cohorts if k.place < c.board.land and s.owner[k.place] == NONE}
    beside = [area for area in sorted(alone) if s.factories[area] != NONE]
    return tuple(
        [Attack(area, nation, True) for area in beside for nation in factory_only_targets(c, s, area)]
    )


def factory_only_targets(c: Charts, s: State, area: int) -> tuple[int, ...]:
    """The nation whose factory the active armies of an area may attack, whoever's armies are there too.

    With armies of another nation there this is so only before a withdrawal (R12.1-f).
    """
    nation = s.factories[area]
    open_ = (
        nation not in (NONE, s.nation)
        and armies_at(s, s.nation, area) > 0
        and [area, factory_key(nation)] not in s.stopped
        and not shielded(c, s, nation)
    )
    return (nation,) if open_ else ()


@rule("8.2", permissive=())
def fleet_attacks(c: Charts, s: State) -> tuple[Attack, ...]:
    """Fleets of others where the active nation has armies at sea, each of them apart (R8.2-a, R8.2-d)."""
    return tuple(
        Attack(sea, nation)
        for sea, nation, _ in s.fleets
        if armies_at(s, s.nation, sea) and [sea, nation] not in s.stopped and not shielded(c, s, nation)
    )


def attack(r: Run, chosen: Attack) -> None:
    """Begins a battle of the Battle Phase."""
    begin(r, chosen.place, chosen.nation, FACTORY if chosen.factory else ARMIES)


def push_factory_battle(r: Run, area: int) -> None:
    """Begins a battle against a third nation's factory in an area that is about to be left (R12.1-f): one
    like any other, with the windows after its rounds and at its end."""
    begin(r, area, r.s.factories[area], FACTORY)


def _choices(c: Charts, s: State, ask: Ask) -> tuple[Action, ...]:
    must = mandatory(c, s)
    return (*must, *optional(c, s)) if must else (*optional(c, s), Done())


def _chosen(r: Run, ask: Ask, action: Action) -> None:
    if isinstance(action, Attack):
        attack(r, action)
    else:
        r.s.stack[-1][1] = 1


choice("battle", "8.1", _choices, _chosen)
