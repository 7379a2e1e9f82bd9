"""The position in the eyes of one nation: what its armies are worth where they stand, and its chances."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from ai.empires.terrain import Numbers
from ai.empires.worth import Worth
from core.games.empires.chart_types import ARMY, NONE
from core.games.empires.odds import Battle, Distribution, Force, fight_on, support
from core.games.empires.stacking import normal_limit
from core.games.empires.state import FOREIGN
from core.games.empires.view import View

PULL: Final = 0.12
"""How far areas not held draw each army towards them."""
LARGE: Final = 24
SPITE: Final = 0.15
"""A point less for an opponent."""
OUTSIDE: Final = -3.0
"""An army not yet in India."""


class Outlook:
    """Worked out once for a question."""

    def __init__(self, worth: Worth, view: View, nation: int) -> None:
        self.worth, self.view, self.nation = worth, view, nation
        self.charts = worth.charts
        self.board = self.charts.board
        self.turn = view.turn
        self.colonial = self.charts.nations[nation].colonial
        owner = worth.setup.owner
        self.friends = {n for n, seat in enumerate(owner) if seat == owner[nation]}
        self.own = dict(view.armies[nation])
        self.enemy: dict[int, tuple[int, int]] = {}
        foes = np.zeros(self.board.land)
        for other, places in enumerate(view.armies):
            for place, armies in places:
                if other != nation and place < self.board.land:
                    self.enemy[place] = (other, armies)
                    foes[place] += armies * (0.2 if other in self.friends else 1.0)
        threat: Numbers = worth.reach @ foes + worth.comers(nation, self.turn)
        self.threat: list[float] = threat.tolist()
        self.value: list[float] = worth.areas(nation, self.turn).tolist()
        self.captures = worth.captures(nation, self.turn)
        on_land = {place: n for place, n in self.own.items() if place < self.board.land}
        self.crowd = 0 if self.colonial else sum(on_land.values()) - 2 * len(on_land)
        self._stood: dict[tuple[int, float], float] = {}
        self._attacked: dict[tuple[int, int, bool], float] = {}
        self.large = {place for place, n in on_land.items() if n > normal_limit(self.charts, place)}

    @cached_property
    def pull(self) -> list[float]:
        """What the areas not held add to the worth of an army nearby."""
        wanted = np.array(self.value)
        wanted[[place for place in self.own if place < self.board.land]] = 0.0
        drawn: list[float] = ((wanted * self.worth.nearness).max(axis=1) * PULL).tolist()
        return drawn

    @property
    def army(self) -> float:
        """The worth of an army as such."""
        return 0.02 if self.crowd > 0 else 0.12

    def stand(self, place: int, armies: float) -> float:
        """What so many armies are worth in a place that is theirs."""
        key = place, armies
        if key not in self._stood:
            self._stood[key] = self._stand(place, armies)
        return self._stood[key]

    def _stand(self, place: int, armies: float) -> float:
        if armies <= 0:
            return 0.0
        if place >= FOREIGN:
            return OUTSIDE * armies
        if place >= self.board.land:
            return self._at_sea(place, armies)
        limit = normal_limit(self.charts, place)
        if armies > limit and self.large - {place}:
            lost, armies = armies - limit, float(limit)
        else:
            hiland = limit == 2
            lost = max(0.0, armies - 4) if hiland else max(0.0, armies - LARGE)
            armies -= lost
        firm = armies * (1.6 if self.board.hilands >> place & 1 else 1.0) * (1.5 if self.colonial else 1.0)
        value = self.value[place] + (0.15 if self.crowd > 0 else 0.0) + self._site(place)
        drawn = self.pull[place] * armies
        return value * firm / (firm + 0.3 * self.threat[place]) + drawn - self.army * lost

    def _site(self, place: int) -> float:
        """A coast on which a factory could stand."""
        if not self.colonial or not self.board.factory_coasts >> place & 1:
            return 0.0
        if not self.worth.coasts(self.nation, self.turn):
            return 0.0
        there = self.view.factories[place]
        new = any(sea not in self.seas for sea in self.board.to_sea[place])
        return (0.8 if new else 0.15) if there == NONE else 0.0

    @cached_property
    def seas(self) -> set[int]:
        """Seas on which it has factories."""
        return {
            sea for area, who in enumerate(self.view.factories) if who == self.nation
            for sea in self.board.to_sea[area]
        }  # fmt: skip

    def _at_sea(self, place: int, armies: float) -> float:
        """A fleet is safe, and from it factories may be built among others."""
        if not self.colonial:
            return -1.0 * armies
        sites = [area for area in self.board.to_land[place]
                 if self.board.factory_coasts >> area & 1 and self.view.factories[area] == NONE]  # fmt: skip
        new = place not in self.seas and self.worth.coasts(self.nation, self.turn)
        open_ = any(area in self.enemy for area in sites)
        near = max((self.value[area] for area in self.board.to_land[place]), default=0.0)
        return (0.6 if new and open_ else 0.1) + (0.05 + PULL * near) * armies

    # Battle.

    def bonus(self, nation: int, place: int, more: int = 0) -> int:
        """What leaders and Arms give a nation's dice in a place; `more`: leaders or Arms that come along."""
        leaders = sum(
            at == place and self.charts.leaders[n].nation == nation
            for n, at in enumerate(self.view.leader_at)
        )
        arms = sum(at == place and self.view.arms_to[n] == nation for n, at in enumerate(self.view.arms_at))
        return support(leaders + (more > 0), arms)

    def force(self, nation: int, place: int, armies: int, more: int = 0) -> Force:
        """Armies of a nation in a battle in a place."""
        return Force(armies, self.charts.nations[nation].colonial, self.bonus(nation, place, more))

    def fight(
        self, attacker: int, ours: int, defender: int, theirs: int, place: int, more: int = 0
    ) -> Distribution:
        """How a fight to the end would go."""
        on_land = place < self.board.land
        factory = on_land and self.view.factories[place] == defender
        return fight_on(
            Battle(
                self.force(attacker, place, ours, more),
                self.force(defender, place, theirs),
                int(factory and self.charts.nations[defender].colonial),
                bool(on_land and self.board.hilands >> place & 1),
                not on_land,
            ),
            storm=theirs == 0,
        )

    def attack(self, place: int, armies: int, more: int = 0) -> float:
        """What attacking the armies in a land area with so many is worth."""
        if armies <= 0:
            return 0.0
        key = place, armies, more > 0
        if key not in self._attacked:
            self._attacked[key] = self._attack(place, armies, more)
        return self._attacked[key]

    def _attack(self, place: int, armies: int, more: int) -> float:
        who, there = self.enemy[place]
        result = self.fight(self.nation, armies, who, there, place, more)
        chance = result.area_taken
        lost = result.attackers_lost.expected
        felled = result.defenders_lost.expected
        left = armies - lost if chance < 0.01 else sum(
            c.attackers * c.chance for c in result.cells if not c.defenders) / chance  # fmt: skip
        captured = 0 if self.view.captured >> place & 1 else self.captures[place]
        theirs = float(self.worth.areas(who, self.turn)[place])
        hurt = chance * theirs + 0.1 * felled
        ill_will = -1.0 if who in self.friends else SPITE
        prize = self.worth.prize(self.nation, self.turn, who, ARMY)
        loss = self.worth.prize(who, self.turn, self.nation, ARMY)
        return (
            chance * (self.stand(place, left) + captured)
            + felled * prize - lost * (self.army + SPITE * loss) + ill_will * hurt
        )  # fmt: skip

    def at(self, place: int, armies: int, more: int = 0) -> float:
        """What so many armies in a place are worth, fighting for it if need be."""
        if place in self.enemy and place < self.board.land:
            return self.attack(place, armies, more)
        return self.stand(place, armies)

    def marginal(self, place: int) -> float:
        """What the last army in a place is worth."""
        there = self.own.get(place, 0)
        return self.stand(place, there) - self.stand(place, there - 1)

    def gain(self, place: int) -> float:
        """What one army more in a place is worth."""
        there = self.own.get(place, 0)
        return self.stand(place, there + 1) - self.stand(place, there)
