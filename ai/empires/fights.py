"""Battles to the end, in the few figures a plan needs, from the exact odds, with retreats or without."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ai.empires.habits import habits
from core.games.empires.chart_types import Charts
from core.games.empires.odds import Battle, Cell, Force, fight_on, one_round, support
from core.games.empires.view import View


class Fight(NamedTuple):
    """How an attack ends."""

    chance: float
    """The attackers hold the place: none of the defending armies is left."""
    left: float
    """Attackers left if so."""
    lost: float
    """Attackers lost, on the average of all ends."""
    felled: float
    """Defenders lost."""
    held: float
    """Chance that the defenders hold the place."""
    stand: float
    """Defenders left if so."""
    back: float = 0.0
    """Attackers who fell back, on the average of all ends."""
    fled: float = 0.0
    """Defenders who retreated."""


class Fights:
    """The battles of one view; leaders and Arms count where they stand."""

    def __init__(self, charts: Charts, view: View, retreats: bool = False) -> None:
        self.view, self.board = view, charts.board
        self._ends = struggled if retreats else fought
        self._colonial = [nation.colonial for nation in charts.nations]
        self._leaders: set[tuple[int, int]] = set()
        """(nation, place)"""
        for leader, place in zip(charts.leaders, view.leader_at, strict=True):
            if place >= 0:
                self._leaders.add((leader.nation, place))
        self._arms = {(to, at) for to, at in zip(view.arms_to, view.arms_at, strict=True) if at >= 0}

    def bonus(self, nation: int, place: int, more: int = 0) -> int:
        """What leaders and Arms give a nation's dice in a place; `more` of them come along."""
        key = nation, place
        return support((key in self._leaders) + (more > 0), key in self._arms)

    def attack(self, attacker: int, ours: int, enemy: int, theirs: int, place: int, more: int = 0) -> Fight:
        """How it ends, if nobody retreats or with `retreats` as players do; a factory beside the defenders is
        spared (12.1)."""
        on_land = place < self.board.land
        colonial = self._colonial[enemy]
        return self._ends(
            ours, self._colonial[attacker], self.bonus(attacker, place, more),
            theirs, colonial, self.bonus(enemy, place),
            int(on_land and colonial and self.view.factories[place] == enemy),
            bool(on_land and self.board.hilands >> place & 1), not on_land,
        )  # fmt: skip

    def storm(self, attacker: int, ours: int, enemy: int, place: int) -> float:
        """The chance to destroy a factory that stands alone, and to live."""
        battle = Battle(
            Force(ours, self._colonial[attacker], self.bonus(attacker, place)),
            Force(0, self._colonial[enemy], self.bonus(enemy, place)),
            1,
            bool(self.board.hilands >> place & 1),
        )
        return fight_on(battle).attacker_wins


@lru_cache(maxsize=8192)
def fought(
    ours: int, colonial: bool, bonus: int, theirs: int, they_colonial: bool, their_bonus: int,
    factory: int, hiland: bool, sea: bool,
) -> Fight:  # fmt: skip
    """The figures of a battle, kept: making and hashing a `Battle` each time costs more than the look-up."""
    battle = Battle(
        Force(ours, colonial, bonus), Force(theirs, they_colonial, their_bonus), factory, hiland, sea
    )
    chance = left = lost = felled = held = stand = 0.0
    for a, d, _, p in fight_on(battle, storm=False).cells:
        lost += p * (ours - a)
        felled += p * (theirs - d)
        if a and not d:
            chance += p
            left += p * a
        elif d and not a:
            held += p
            stand += p * d
    return Fight(chance, left / max(chance, 1e-9), lost, felled, held, stand / max(held, 1e-9))


class Ground(NamedTuple):
    """What stays the same in a battle."""

    colonial: bool
    bonus: int
    they_colonial: bool
    their_bonus: int
    factory: int
    hiland: bool
    sea: bool

    def cells(self, ours: int, theirs: int) -> tuple[Cell, ...]:
        """What a round may leave of so many."""
        attackers = Force(ours, self.colonial, self.bonus)
        defenders = Force(theirs, self.they_colonial, self.their_bonus)
        return one_round(Battle(attackers, defenders, self.factory, self.hiland, self.sea)).cells


@lru_cache(maxsize=65536)
def _rounds(ours: int, theirs: int, ground: Ground) -> tuple[float, ...]:
    """Sums over all ends from the next round on: as in `Fight`, `left` and `stand` times their chances."""
    sums, again, known = [0.0] * 8, 0.0, habits()
    for a, d, _, p in ground.cells(ours, theirs):
        sums[2] += p * (ours - a)
        sums[3] += p * (theirs - d)
        go = back = 0.0
        if a and d:
            to_the_end = fought(a, *ground[:2], d, *ground[2:])
            go = float(np.interp(to_the_end.held, known.chance, known.defenders))
            back = (1.0 - go) * float(np.interp(to_the_end.chance, known.chance, known.attackers))
        taken = p * (go if d else a > 0)
        kept = p * (back if a else d > 0)
        for index, more in enumerate((taken, taken * a, 0.0, 0.0, kept, kept * d, p * back * a, p * go * d)):
            sums[index] += more
        stay = p * (1.0 - go - back) if a and d else 0.0
        if (a, d) == (ours, theirs):
            again = stay
        elif stay:
            sums = [x + stay * more for x, more in zip(sums, _rounds(a, d, ground), strict=True)]
    return tuple(x / (1.0 - again) for x in sums)


@lru_cache(maxsize=8192)
def struggled(
    ours: int, colonial: bool, bonus: int, theirs: int, they_colonial: bool, their_bonus: int,
    factory: int, hiland: bool, sea: bool,
) -> Fight:  # fmt: skip
    """The same when after each round the defenders, then the attackers may go, as often as players do."""
    ground = Ground(colonial, bonus, they_colonial, their_bonus, factory, hiland, sea)
    chance, left, lost, felled, held, stand, back, fled = _rounds(ours, theirs, ground)
    return Fight(chance, left / max(chance, 1e-9), lost, felled, held, stand / max(held, 1e-9), back, fled)
