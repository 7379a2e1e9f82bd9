"""Battles to the end, in the few figures a plan needs, from the exact odds."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.games.empires.chart_types import Charts
from core.games.empires.odds import Battle, Force, fight_on, support
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


class Fights:
    """The battles of one view; leaders and Arms count where they stand."""

    def __init__(self, charts: Charts, view: View) -> None:
        self.view, self.board = view, charts.board
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
        """How it ends if nobody retreats; a factory beside the defenders is spared (12.1)."""
        on_land = place < self.board.land
        colonial = self._colonial[enemy]
        return fought(
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
