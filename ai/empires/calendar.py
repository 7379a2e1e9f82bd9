"""What the charts hold for a nation over the turns: what pays when, who comes, who goes."""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np

from ai.empires.data import read
from ai.empires.terrain import Numbers, bits, terrain
from ai.empires.worth import prize_of
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.stacking import LARGE_GROUP_HILAND, STACK, STACK_HILAND


@lru_cache(maxsize=1)
def data() -> dict[str, dict[str, list[float]]]:
    """forecast.toml: what was learned from played games."""
    return read("forecast.toml", dict[str, dict[str, list[float]]])


def prospects() -> dict[str, list[float]]:
    """Nation -> points it made from Turn 1, 2, ... on, on the average of played games."""
    return data().get("prospects", {})


class Calendar:
    """Tables of one set-up, worked out when first asked for."""

    def __init__(self, charts: Charts, setup: str) -> None:
        self.charts, self.setup = charts, charts.setups[setup]
        self.board, self.terrain, self.last = charts.board, terrain(charts), charts.last_turn
        hiland = self.terrain.hiland > 0
        self.limits: Numbers = np.where(hiland, STACK_HILAND, STACK).astype(np.float64)
        """(land,): armies of one nation that each area holds (5.2)."""
        self.spared: Numbers = np.where(hiland, LARGE_GROUP_HILAND - STACK_HILAND, np.inf)
        """(land,): how many more if they are the large group."""
        self.raj = lru_cache(maxsize=None)(self._raj)
        self.rajes = lru_cache(maxsize=None)(self._rajes)
        self.holds = lru_cache(maxsize=None)(self._holds)
        self.captures = lru_cache(maxsize=None)(self._captures)
        self.prize = lru_cache(maxsize=None)(partial(prize_of, charts))
        self.coming = lru_cache(maxsize=None)(self._coming)
        self.wants = lru_cache(maxsize=None)(self._wants)
        self.growing = lru_cache(maxsize=None)(self._growing)
        self.leaving = lru_cache(maxsize=None)(self._leaving)

    def heir(self, nation: int, turn: int, then: int) -> int:
        """The nation under which the armies of `nation` serve in a later turn (10.4)."""
        for number in range(turn + 1, then + 1):
            for old, new in self.setup.turns[number].replacements:
                nation = new if old == nation else nation
        return nation

    def _holds(self, nation: int, turn: int) -> Numbers:
        """(land,): points for holding each land area at the end of a turn (15.3)."""
        return self._points(nation, turn, "hold")

    def _captures(self, nation: int, turn: int) -> Numbers:
        """(land,): points for standing in each land area in a turn."""
        return self._points(nation, turn, "capture")

    def _points(self, nation: int, turn: int, kind: str) -> Numbers:
        found = np.zeros(self.board.land)
        for line in self.charts.due[turn][nation]:
            if line.kind == kind:
                found += line.points[0] * bits(line.areas, self.board.land)
        return found

    def _raj(self, nation: int, turn: int) -> bool:
        """Do titles pay it in this turn? (13.0)"""
        return any(line.kind == "raj" for line in self.charts.due[turn][nation])

    def _rajes(self, nation: int, turn: int) -> int:
        """In how many later turns titles pay whoever it is in the next (10.4)."""
        heir = self.heir(nation, turn, turn + 1)
        return sum(self.raj(heir, then) for then in range(turn + 1, self.last + 1))

    def coasts(self, nation: int, turn: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """(turn, award by number of seas) of each count of its coasts from this turn on."""
        return tuple(
            (then, line.points)
            for then in range(turn, self.last + 1)
            for line in self.charts.due[then][nation]
            if line.kind == "coasts"
        )

    def _coming(self, nation: int, turn: int) -> Numbers:
        """(land,): invaders of this turn who could be in each area."""
        found = np.zeros(self.board.land)
        ground = self.terrain
        for arrival in self.setup.turns[turn].nations[nation].arrivals if turn <= self.last else ():
            if arrival.foreign != NONE:
                found += arrival.number * ground.entry[:, arrival.foreign]
            elif arrival.sea != NONE:
                found += arrival.number * ground.colonial[:, arrival.sea]
            for area, number in arrival.areas:
                found += number * ground.indian[:, area]
        return found

    def _wants(self, nation: int, turn: int) -> Numbers:
        """(land,): points it can still make of each area by the next count after a turn has begun."""
        found = np.zeros(self.board.land)
        for then in range(turn, self.last + 1):
            who = self.heir(nation, turn, then)
            found = np.maximum(found, self.holds(who, then) * 0.8 ** (then - turn))
            if then <= turn + 1:
                found = np.maximum(found, self.captures(who, then))
        return found

    def _growing(self, nation: int, turn: int) -> tuple[Numbers, int]:
        """(land,): growth values that count in its next turn; and in how many turns it will still grow."""
        turns = [
            self.setup.turns[then].nations[self.heir(nation, turn, then)].growth
            for then in range(turn + 1, self.last + 1)
        ]
        if not turns:
            return np.zeros(self.board.land), 0
        value = np.array(self.board.value[: self.board.land]) / 2
        return bits(turns[0], self.board.land) * value, sum(map(bool, turns))

    def prospect(self, nation: int, turn: int) -> float:
        """Points it may expect from this turn on, as played games went; else as history went."""
        known = prospects().get(self.charts.nations[nation].id)
        if known is not None:
            return known[turn - 1] if turn <= len(known) else 0.0
        return float(sum(self.charts.expected[then][nation] for then in range(turn, self.last + 1)))

    def _leaving(self, nation: int, turn: int, then: int) -> int:
        """Armies the chart takes off after this turn's play and by the end of the other."""
        gone, who = 0, nation
        for number in range(turn, then + 1):
            who = self.heir(nation, turn, number)
            if number > turn:
                gone += sum(r.armies for r in self.setup.turns[number].removals if r.nation == who)
            gone += sum(r.armies for r in self.setup.turns[number].nations[who].removals)
        return gone


_CALENDARS: dict[tuple[str, str], Calendar] = {}


def calendar(charts: Charts, setup: str) -> Calendar:
    """The calendar of a set-up, kept."""
    key = charts.digest, setup
    if key not in _CALENDARS:
        _CALENDARS[key] = Calendar(charts, setup)
    return _CALENDARS[key]
