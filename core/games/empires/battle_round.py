"""One battle from its first round to its end: dice, losses, and what is left alone (8.3, 8.4, 9.2)."""

from __future__ import annotations

from typing import NamedTuple

from core.games.empires import ledger
from core.games.empires.actions import Action, Remove
from core.games.empires.answers import choice
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import BattleBegan, BattleEnded, FactoryFell, Rolled, Round
from core.games.empires.leaders import eliminate, stands_alone
from core.games.empires.odds import SIDES, Battle, Force, factory_exposed, needs, support
from core.games.empires.pieces import armies_at, escorts_at, strangers
from core.games.empires.protection import shielded
from core.games.empires.removals import take_off
from core.games.empires.run import Run, step
from core.games.empires.state import ARMS, FOREIGN, Ask, State
from core.games.empires.steps import Step
from core.rules import rule

ARMIES, FACTORY = 0, 1
"""What is attacked: a nation's armies, or its factory alone."""

_PLACE, _ENEMY, _AGAINST, _STAGE, _ROUND, _ENTRIES = range(1, 7)
"""Where a frame of Step.BATTLE has what."""


def factory_key(nation: int) -> int:
    """How a nation's factory is told from its armies in `State.stopped`."""
    return -nation - 2


def begin(r: Run, place: int, enemy: int, against: int) -> None:
    """A battle begins. Where attackers came from is kept: it stays barred when they are dead (R8.5-c)."""
    s = r.s
    came_from = {cohort.entered_from() for cohort in s.cohorts if cohort.place == place}
    entries = sum(1 << entry for entry in came_from if 0 <= entry < FOREIGN)
    r.out.append(BattleBegan(place, s.nation, enemy, against != ARMIES))
    r.push(Step.BATTLE, place, enemy, against, 0, 0, entries)


@step(Step.BATTLE)
def battle(r: Run, frame: list[int]) -> None:
    """Round after round until one side is gone, or all of an optional attack is broken off (8.4).

    A round, the window for submissions, the defender's retreat, then the attacker's (R8.4-a).
    """
    fall_alone(r, frame[_PLACE], frame[_ENEMY])
    if is_over(r.c, r.s, frame):
        end(r, frame)
        return
    stage = frame[_STAGE]
    frame[_STAGE] = (stage + 1) % 4
    place, enemy, against = frame[_PLACE], frame[_ENEMY], frame[_AGAINST]
    if stage == 0:
        frame[_ROUND] += 1
        fight_round(r, place, enemy, against, frame[_ROUND])
    elif stage == 1:
        r.push(Step.WINDOW)
    elif stage == 2 and against == ARMIES:
        r.push(Step.RETREAT, place, enemy, frame[_ENTRIES])
    elif stage == 3:
        r.push(Step.FALL_BACK, place, enemy, against)


def is_over(c: Charts, s: State, frame: list[int]) -> bool:
    """Is one side gone, the attack broken off, or the enemy no enemy any more?"""
    place, enemy, against = frame[_PLACE], frame[_ENEMY], frame[_AGAINST]
    if not armies_at(s, s.nation, place):
        return True
    if against == ARMIES:
        at_sea = place >= c.board.land
        peace = at_sea and ([place, enemy] in s.stopped or shielded(c, s, enemy))
        return peace or not armies_at(s, enemy, place)
    stopped = [place, factory_key(enemy)] in s.stopped
    return stopped or s.factories[place] != enemy or shielded(c, s, enemy)


def end(r: Run, frame: list[int]) -> None:
    """The battle is over: the victor stands in the area, and nations may submit (R11.1-a)."""
    s, place, enemy = r.s, frame[_PLACE], frame[_ENEMY]
    r.drop()
    left, enemy_left = armies_at(s, s.nation, place), armies_at(s, enemy, place)
    r.out.append(BattleEnded(place, s.nation, enemy, left, enemy_left))
    if place >= r.c.board.land:
        if not enemy_left and s.stack[-1][0] == Step.BATTLES:
            s.stack[-1][2] |= 1 << place
    elif left or any(e < ARMS for e in escorts_at(r.c, s, s.nation, place)):
        ledger.stands_in(r, place, army=left > 0)
    r.push(Step.WINDOW)


@rule("9.2")
def fall_alone(r: Run, place: int, enemy: int) -> None:
    """A leader left alone with enemy armies falls, to the nation fought (9.2, R9.0-e)."""
    s = r.s
    if place not in s.leader_at:
        return
    for nation, foe in ((enemy, s.nation), (s.nation, enemy)):
        if not stands_alone(s, nation, place) or not strangers(s, nation, place):
            continue
        for piece in escorts_at(r.c, s, nation, place):
            if piece < ARMS:
                eliminate(r, piece, foe)


# Dice.


class Dice(NamedTuple):
    """Dice of one kind in a round: whose, how many, what they need and what they are thrown at."""

    nation: int
    factory: bool
    number: int
    need: int
    bonus: int
    target: int
    at_factory: bool


def force(c: Charts, s: State, nation: int, place: int) -> Force:
    """A nation's armies in a place with what its leaders and Arms there give them (9.2, 12.2)."""
    escorts = escorts_at(c, s, nation, place)
    leaders = sum(piece < ARMS for piece in escorts)
    bonus = support(leaders, len(escorts) - leaders)
    return Force(armies_at(s, nation, place), c.nations[nation].colonial, bonus)


def battle_of(c: Charts, s: State, place: int, enemy: int, against: int) -> Battle:
    """Who is in a battle of the active nation, and where."""
    ours, theirs = force(c, s, s.nation, place), force(c, s, enemy, place)
    if against != ARMIES:
        theirs = Force(0, theirs.colonial, theirs.bonus)
    on_land = place < c.board.land
    factory = int(on_land and s.factories[place] == enemy)
    hiland = bool(on_land and c.board.hilands >> place & 1)
    return Battle(ours, theirs, factory, hiland, not on_land)


def _one_sure_die(c: Charts, s: State, place: int, enemy: int, against: int) -> tuple[Dice, ...]:
    """What a round would be without the rule; it has to end some day."""
    return (Dice(s.nation, False, 1, 1, 0, enemy, against != ARMIES),)


@rule("8.3", permissive=_one_sure_die)
def dice_of_round(c: Charts, s: State, place: int, enemy: int, against: int) -> tuple[Dice, ...]:
    """One die for each army, and for a factory of the defender (8.3, R8.1-c): attackers first."""
    fought = battle_of(c, s, place, enemy, against)
    ours, theirs, factory = fought.attackers, fought.defenders, fought.factory
    need = needs(fought)
    at_factory = bool(factory) and factory_exposed(theirs.armies)
    our_need = need.attack_factory if at_factory else need.attack_army
    thrown = (
        Dice(s.nation, False, ours.armies, our_need, ours.bonus, enemy, at_factory),
        Dice(enemy, False, theirs.armies, need.army, theirs.bonus, s.nation, False),
        Dice(enemy, True, factory, need.factory, theirs.bonus, s.nation, False),
    )
    return tuple(dice for dice in thrown if dice.number)


def fight_round(r: Run, place: int, enemy: int, against: int, number: int) -> None:
    """All pieces there roll; then both sides remove their losses (R8.3-d)."""
    s = r.s
    r.out.append(Round(place, number))
    hits = {s.nation: 0, enemy: 0}
    at_factory = False
    for dice in dice_of_round(r.c, s, place, enemy, against):
        rolls = r.ctx.roll(dice.number, SIDES)
        hit = sum(roll >= dice.need for roll in rolls)
        hits[dice.nation] += hit
        at_factory = at_factory or dice.at_factory
        nation, factory, _, need, bonus, target, aim = dice
        r.out.append(Rolled(place, nation, factory, tuple(rolls), need, bonus, target, aim, hit))
    if hits[enemy]:
        r.push(Step.LOSSES, place, s.nation, enemy, hits[enemy])
    if at_factory and hits[s.nation]:
        fell(r, place, enemy)
    elif hits[s.nation]:
        r.push(Step.LOSSES, place, enemy, s.nation, hits[s.nation])


def fell(r: Run, area: int, nation: int) -> None:
    """A factory is destroyed by the active nation; spare hits are lost (R8.1-c)."""
    r.s.factories[area] = NONE
    r.out.append(FactoryFell(nation, r.s.nation, area))
    ledger.destroyed(r, r.s.nation, nation, ledger.FACTORY, 1, area)
    lapse(r)


# Losses.


@step(Step.LOSSES)
def losses(r: Run, frame: list[int]) -> None:
    """A side removes its losses; where armies came by different ways its owner chooses (R8.3-e)."""
    _, place, nation, enemy, hits = frame
    armies = armies_at(r.s, nation, place)
    left = min(hits, armies)
    kinds = kinds_at(r.s, nation, place)
    if not left:
        r.drop()
    elif left == armies or len(kinds) == 1:
        r.drop()
        lose(r, place, nation, enemy, left)
    else:
        r.ask("battle-loss", nation, place, left)


def lose(r: Run, place: int, nation: int, enemy: int, armies: int, entry: int | None = None) -> None:
    """Armies fall to the dice of another nation (R15.3-a)."""
    take_off(r, nation, place, armies, "dice", entry)
    ledger.destroyed(r, enemy, nation, ledger.ARMY, armies, place)


@rule("8.3", permissive=lambda s, nation, place: [Remove(place)])
def kinds_at(s: State, nation: int, place: int) -> list[Remove]:
    """One army of each kind that differs by the way it came (R8.3-e)."""
    if nation != s.nation:
        return [Remove(place)]
    entries = {cohort.entered_from() for cohort in s.cohorts if cohort.place == place}
    return [Remove(place, entry) for entry in sorted(entries)]


def _lost(r: Run, ask: Ask, action: Action) -> None:
    assert isinstance(action, Remove)
    frame = r.s.stack[-1]
    frame[4] -= 1
    lose(r, frame[1], frame[2], frame[3], 1, action.entry)


choice(
    "battle-loss",
    "8.3",
    lambda c, s, ask: tuple(kinds_at(s, ask.nation, ask.args[0])),
    _lost,
)
