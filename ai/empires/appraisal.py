"""What a distribution of a nation's armies is worth to its seat, in points: many of them at once.

The sum of what its card pays on every count still to come, times the chance to hold the area then
(`forecast`), titles, growth, and the armies as such. What a fight or a march pays at once comes on top.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from ai.empires.calendar import Calendar
from ai.empires.counts import counts
from ai.empires.forecast import chances, outer
from ai.empires.levels import Level
from ai.empires.terrain import Numbers
from core.games.empires.chart_types import ARMY, NONE
from core.games.empires.view import View

TERMS: Final = (
    "now", "later", "title", "growth", "armies", "waste", "coasts", "captures", "prizes", "losses", "harm",
    "friends",
)  # fmt: skip
"""The parts of a score; the last five are of the march or battle, not of where armies stand."""
NOW, LATER, TITLE, GROWTH, ARMIES, WASTE, COASTS, CAPTURES, PRIZES, LOSSES, HARM, FRIENDS = range(12)
RAISED: Final = 3.0
"""Growth value of a new army (10.1)."""
IDLE: Final = 0.15
"""The part of its worth that an army keeps which has nothing left to win: it stands in the way of others."""
UNLIKELY: Final = 0.1
FELLED: Final = 0.06
"""What a fallen army costs its nation, in points."""
WASTED: Final = 0.15
"""What is lost with an army too many, besides its worth."""


class Appraisal:
    """One nation's eyes on a view; `own` arrays are (rows, places), `sure` and `stand` (rows, land).

    `moves`: the nation has a Movement Phase ahead of it in this turn.
    """

    def __init__(
        self, calendar: Calendar, view: View, nation: int, level: Level, moves: bool = False
    ) -> None:
        self.calendar, self.view, self.nation, self.level = calendar, view, nation, level
        self.charts, self.board, self.turn = calendar.charts, calendar.board, view.turn
        self.outer = outer(calendar, view, nation)
        self.land, self.places = self.board.land, calendar.terrain.places
        self.own = np.zeros(self.places)
        for place, armies in view.armies[nation]:
            self.own[place] = armies
        self.colonial = self.outer.colonial
        active = view.nation == nation
        second = active and view.cycle == 1 and calendar.setup.turns[self.turn].nations[nation].major
        later = nation > view.nation != NONE
        total = float(self.own.sum())
        self.counts = counts(self.outer, total, level.spans, moves or second or later)
        self.army = level.army * min(1.0, max(self.counts.future / (total + 2.0), IDLE))
        """The worth of an army as such: little once there is nothing left to win."""
        self._raj_now = active and calendar.raj(nation, self.turn)

    def terms(self, own: Numbers, sure: Numbers, stand: Numbers) -> Numbers:
        """(rows, len(TERMS)): the worth of armies `own` (expected), in parts.

        `sure`: the chance that an area with own armies is theirs, and `stand` how many they are then.
        """
        made = np.zeros((len(own), len(TERMS)))
        got = sure * (stand > 0)
        total = own.sum(axis=1)
        waste = self._waste(total, got, stand)
        own = own * (1.0 - waste / np.maximum(total, 1e-9))[:, None]
        after = None
        if self.counts.size:
            chance = self.counts.chance(own, got, stand)
            made[:, NOW] = chance @ self.counts.now
            made[:, LATER] = chance @ self.counts.later
            if self.counts.next is not None:
                after = chance[:, self.counts.next]
                made[:, GROWTH] = after @ self._growth
        self._titles(made, after, got)
        made[:, ARMIES] = self.army * (total - waste)
        made[:, WASTE] = -WASTED * waste
        if self.colonial:
            made[:, COASTS] = self._coasts(own)
        return made

    def _waste(self, total: Numbers, here: Numbers, stand: Numbers) -> Numbers:
        """(rows,): armies that would have to go: too close together (5.2), too many for their land (6.0)."""
        if self.colonial:
            return np.zeros(len(total))
        over = np.maximum(stand - self.calendar.limits, 0.0)
        spared = np.minimum(over, self.calendar.spared).max(axis=1)
        close = np.maximum(over.sum(axis=1) - spared, 0.0)
        crowd: Numbers = np.maximum(total - close - 2 * here.sum(axis=1), 0.0) + close
        return crowd

    @cached_property
    def _growth(self) -> Numbers:
        """(land,): what holding each area at the next growth is worth."""
        value, turns = self.calendar.growing(self.nation, self.turn)
        if self.view.allied[self.nation] == 1:
            return value * 0.0
        return value * (1.6 * self.army * min(turns, 4) / RAISED)

    @cached_property
    def _given(self) -> Numbers:
        """(land,): areas that count for the overlord's title whoever of its armies comes (13.0)."""
        if not self.charts.nations[self.nation].overlord:
            return np.zeros(self.land)
        view = self.view
        allied = np.array([holder != NONE and view.allied[holder] > 0 for holder in self.outer.holder])
        factory = np.array([who == self.nation for who in view.factories])
        vacant = (self.outer.foes == 0) & (self.own[: self.land] == 0)
        made: Numbers = (allied | factory | vacant).astype(np.float64)
        return made

    def _titles(self, made: Numbers, after: Numbers | None, here: Numbers) -> None:
        if self._raj_now:
            many_ = np.maximum(here, self._given).sum(axis=1)
            made[:, TITLE] += self._title(many_, 0.6)
        if after is not None and (turns := self.calendar.rajes(self.nation, self.turn)):
            many_ = np.maximum(after, self._given).sum(axis=1)
            made[:, TITLE] += self.level.title * min(turns, 2.5) * self._title(many_, 2.0)

    def _title(self, areas: Numbers, doubt: float) -> Numbers:
        """Points for holding about so many areas."""
        made, before = np.zeros(len(areas)), 0
        for least, points in self.charts.titles:
            made += (points - before) * chances((areas - least + 0.5) * (1.7 / doubt))
            before = points
        return made

    def _coasts(self, own: Numbers) -> Numbers:
        """What the seas are worth on which it has, or could build, factories (12.1, 15.3)."""
        awards = self.calendar.coasts(self.nation, self.turn)
        board, view = self.board, self.view
        if not awards:
            return np.zeros(len(own))
        has = np.zeros(board.seas, dtype=bool)
        ashore: list[list[int]] = [[] for _ in range(board.seas)]
        asked = np.zeros(board.seas)
        for area, who in enumerate(view.factories):
            for sea in board.to_sea[area]:
                at = sea - board.land
                has[at] |= who == self.nation
                if who == NONE and board.factory_coasts >> area & 1:
                    ashore[at].append(area)
                    asked[at] = max(asked[at], self._leave_to_build(self.outer.holder[area]))
        number = np.full(len(own), float(has.sum()))
        for at in range(board.seas):
            if not has[at]:
                landed = own[:, ashore[at]].max(axis=1, initial=0.0).clip(0.0, 1.0)
                afloat = own[:, board.land + at].clip(0.0, 1.0) * asked[at]
                number += 0.75 * np.maximum(landed, afloat)
        made = np.zeros(len(own))
        for then, award in awards:
            made += 0.8 ** (then - self.turn) * np.interp(number, range(len(award) + 1), (0, *award))
        return made

    def _leave_to_build(self, holder: int) -> float:
        """The chance of leave to build in an area of that nation from the sea (12.1)."""
        owner = self.calendar.setup.owner
        if holder == NONE:
            return 0.0
        ally = self.view.allied[holder] and self.charts.nations[self.nation].overlord
        return 1.0 if ally or owner[holder] == owner[self.nation] else UNLIKELY

    # Others.

    @cached_property
    def _standing(self) -> list[float]:
        """Seat -> how far it is ahead of the mean of the others, what it may expect included."""
        owner = self.calendar.setup.owner
        seats = self.calendar.setup.seats
        prospects = [0.0] * seats
        for nation, seat in enumerate(owner):
            if seat != NONE:
                prospects[seat] += self.view.points[nation] + self.calendar.prospect(nation, self.turn)
        return [
            mine - (sum(prospects) - mine) / (seats - 1) for mine in prospects
        ]  # fmt: skip

    @cached_property
    def ill_will(self) -> list[float]:
        """Nation -> the worth of a point less for it to this seat; for a friend, a loss."""
        owner, harm = self.calendar.setup.owner, self.level.harm
        if harm:
            leads = [1.0 + self.level.leader * (lead / 10.0) for lead in self._standing]
            seats = [harm * min(max(lead, 0.2), 2.5) for lead in leads]
        else:
            seats = [0.0] * self.calendar.setup.seats
        seats[owner[self.nation]] = -1.0
        return [0.0 if seat == NONE else seats[seat] for seat in owner]

    def harm(self, area: int, chance: float, felled: float) -> float:
        """What it is worth to take an area from who holds it with a chance, and to fell so many armies."""
        holder = self.outer.holder[area]
        if not (ill_will := self.ill_will[holder]):
            return 0.0
        theirs = 0.7 * float(self.calendar.wants(holder, self.turn)[area])
        return ill_will * (chance * (theirs + 0.1 * (self.turn < self.calendar.last)) + FELLED * felled)

    def prize(self, victim: int) -> float:
        """What felling an army of a nation pays."""
        return self.calendar.prize(self.nation, self.turn, victim, ARMY)

    def forfeit(self, enemy: int) -> float:
        """What losing an army to a nation costs, as far as that gives it points."""
        return max(self.ill_will[enemy], 0.0) * self.calendar.prize(enemy, self.turn, self.nation, ARMY)
