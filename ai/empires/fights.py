"""Battles to the end, in the few figures a plan needs, from the exact odds."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.games.empires.chart_types import Charts
from core.games.empires.odds import Battle, Distribution, Force, fight_on, support
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
        self.charts, self.view, self.board = charts, view, charts.board
        self._bonus: dict[tuple[int, int], tuple[int, int]] = {}

    def bonus(self, nation: int, place: int, more: int = 0) -> int:
        """What leaders and Arms give a nation's dice in a place; `more` of them come along."""
        key = nation, place
        if key not in self._bonus:
            leaders = sum(
                at == place and self.charts.leaders[n].nation == nation
                for n, at in enumerate(self.view.leader_at)
            )
            arms = sum(
                at == place and self.view.arms_to[n] == nation for n, at in enumerate(self.view.arms_at)
            )
            self._bonus[key] = leaders, arms
        leaders, arms = self._bonus[key]
        return support(leaders + (more > 0), arms)

    def battle(self, attacker: int, ours: int, enemy: int, theirs: int, place: int, more: int = 0) -> Battle:
        """A battle of the attacker's turn in a place."""
        on_land = place < self.board.land
        colonial = self.charts.nations[enemy].colonial
        factory = on_land and colonial and self.view.factories[place] == enemy
        return Battle(
            Force(ours, self.charts.nations[attacker].colonial, self.bonus(attacker, place, more)),
            Force(theirs, colonial, self.bonus(enemy, place)),
            int(factory),
            bool(on_land and self.board.hilands >> place & 1),
            not on_land,
        )

    def attack(self, attacker: int, ours: int, enemy: int, theirs: int, place: int, more: int = 0) -> Fight:
        """How it ends if nobody retreats."""
        return fought(self.battle(attacker, ours, enemy, theirs, place, more))

    def storm(self, attacker: int, ours: int, enemy: int, place: int) -> Distribution:
        """An attack on a factory alone."""
        return fight_on(self.battle(attacker, ours, enemy, 0, place))


@lru_cache(maxsize=8192)
def fought(battle: Battle) -> Fight:
    """The figures of a battle that spares the factory beside the armies (12.1)."""
    cells = fight_on(battle, storm=False).cells
    chance = left = lost = felled = held = stand = 0.0
    for a, d, _, p in cells:
        lost += p * (battle.attackers.armies - a)
        felled += p * (battle.defenders.armies - d)
        if a and not d:
            chance += p
            left += p * a
        elif d and not a:
            held += p
            stand += p * d
    return Fight(chance, left / max(chance, 1e-9), lost, felled, held, stand / max(held, 1e-9))
