"""A seat of any level: one answer for every kind of question, each by comparing what it leads to.

The levels differ in what they take into account (levels.toml), not in luck: nothing here is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np

from ai.empires.appraisal import Appraisal
from ai.empires.calendar import calendar
from ai.empires.defending import Defending
from ai.empires.fights import Fights
from ai.empires.levels import Level, levels
from ai.empires.planning import Planner, Stage
from ai.empires.searching import planned, ranked
from ai.empires.terrain import Numbers
from core.game import AnyGame, Pending
from core.games.empires.actions import (
    Action,
    Ally,
    Answer,
    AskLeave,
    Build,
    Defy,
    Done,
    Give,
    Pay,
    Place,
    Remove,
    Shift,
)
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.offers import Marches, Plain
from core.games.empires.rules import Empires
from core.games.empires.state import FOREIGN, NO_ALLIANCE
from core.games.empires.view import View
from core.legal import Legal


class Player:
    """Answers for its seat from the view alone."""

    def __init__(self, charts: Charts, level: Level) -> None:
        self._charts, self._level = charts, level

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        """The answer that leads to the most, or an alliance that costs nothing."""
        thought = Thought(self._charts, self._level, view, legal, pending)
        return thought.alliance_claimed() or thought.answer()


class Thought:
    """One question and what may be answered."""

    def __init__(
        self, charts: Charts, level: Level, view: View, legal: Legal[Action], pending: Pending
    ) -> None:
        self.charts, self.level, self.view, self.legal = charts, level, view, legal
        self.kind, self.nation, self.args = pending.kind, pending.subject[0], pending.subject[1:]
        self.calendar = calendar(charts, view.setup)
        self.owner = self.calendar.setup.owner
        self.plain = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]

    def answer(self) -> Action:
        """The best answer; the first legal one to a question of a kind unknown here."""
        kinds: dict[str, Callable[[], Action]] = {
            "growth": self._placed,
            "vacant": self._placed,
            "arrival": self._placed,
            "withdrawal": self._placed,
            "leader": self._company,
            "arms-in": self._company,
            "withdrawal-escort": self._company,
            "removal": self._removed,
            "stacking": self._removed,
            "overpopulation": self._removed,
            "submission": lambda: Answer(True),
            "alliance": self._alliance,
            "price": self._price,
            "leave": lambda: Answer(self._friend(self.args[0])),
            "permission": lambda: Answer(self._friend(self.args[0])),
            "arms-offer": lambda: Answer(True),
            "factories": self._factories,
            "arms": self._arms,
            "move": self._move,
        }
        known = kinds.get(self.kind)
        if known:
            return known()
        return Defending(self.appraisal, self.fights, self.legal, self.kind, self.args).choose()

    @property
    def appraisal(self) -> Appraisal:
        """This position in the eyes of the nation that is asked."""
        return Appraisal(self.calendar, self.view, self.nation, self.level)

    @property
    def fights(self) -> Fights:
        """The battles of this view."""
        return Fights(self.charts, self.view)

    def _friend(self, nation: int) -> bool:
        return self.owner[nation] == self.owner[self.nation]

    # Pieces come and go.

    def _values(self, changes: list[tuple[int, int]]) -> Numbers:
        """(changes,): the worth of the armies with so many more in a place; none = as they are."""
        a = self.appraisal
        own = np.tile(a.own, (len(changes), 1))
        for row, (place, more) in enumerate(changes):
            if 0 <= place < a.places:
                own[row, place] += more
        own = np.maximum(own, 0.0)
        stand = own[:, : a.land]
        values: Numbers = a.terms(own, np.ones_like(stand), stand).sum(axis=1)
        return values

    def _placed(self) -> Action:
        """Where one army more leads to most, where it is or where it can be next."""
        places = [action for action in self.plain if isinstance(action, Place)]
        return places[int(np.argmax(self._values([(action.place, 1) for action in places])))]

    def _company(self) -> Action:
        """With the most armies."""
        waiting, own = dict(self.view.waiting), dict(self.view.armies[self.nation])
        places = [action for action in self.plain if isinstance(action, Place)]
        return max(places, key=lambda a: (waiting if a.place >= FOREIGN else own).get(a.place, 0))

    def _removed(self) -> Action:
        """Where one army less costs least."""
        removals = [action for action in self.plain if isinstance(action, Remove)]
        return removals[int(np.argmax(self._values([(action.place, -1) for action in removals])))]

    # Alliance with the overlord.

    def _grows(self, nation: int) -> int:
        return self.calendar.growing(nation, self.view.turn)[1]

    def alliance_claimed(self) -> Action | None:
        """A nation without growth to lose allies with an overlord of the same seat."""
        for offer in self.legal.claims:
            for action in cast("Plain", offer).actions:
                if (
                    isinstance(action, Ally)
                    and action.place == NONE
                    and self.owner[action.nation] == self.owner[self.charts.overlord]
                    and not self._grows(action.nation)
                    and self.view.allied[action.nation] == NO_ALLIANCE
                ):
                    return action
        return None

    def _alliance(self) -> Action:
        """With the overlord at hand: if it costs no growth."""
        return Answer(False) if self._grows(self.nation) else Pay()

    def _price(self) -> Action:
        """The marker when little growth is left, else the army that is missed least."""
        armies = [a for a in self.plain if isinstance(a, Pay) and a.place != NONE]
        if self._grows(self.nation) < 2 or not armies or sum(n for _, n in self.view.armies[self.nation]) < 4:
            return Pay()
        return armies[int(np.argmax(self._values([(action.place, -1) for action in armies])))]

    # Factories and Arms.

    def _factories(self) -> Action:
        """On new seas first, and where no others have to be asked."""
        builds = [action for action in self.plain if isinstance(action, Build)]
        if not builds:
            return Done()
        a = self.appraisal
        board, mine = self.charts.board, self.view.factories
        seas = {sea for area, who in enumerate(mine) if who == self.nation for sea in board.to_sea[area]}

        def merit(build: Build) -> tuple[int, int, float]:
            holder = int(a.outer.holder[build.area])
            new = sum(sea not in seas for sea in board.to_sea[build.area])
            return min(new, 1), int(holder == NONE or self._friend(holder)), -float(a.outer.most[build.area])

        return max(builds, key=merit)

    def _arms(self) -> Action:
        """To the largest nation of the same seat."""
        gifts = [a for a in self.plain if isinstance(a, Give) and self._friend(a.nation)]
        if not gifts:
            return Done()
        return max(gifts, key=lambda gift: sum(n for _, n in self.view.armies[gift.nation]))

    # Marches.

    def _move(self) -> Action:
        """The march that gains most, until none gains."""
        asking = [action for action in self.plain if isinstance(action, AskLeave)]
        if asking:
            return asking[0]
        offers = [offer for offer in self.legal.offers if isinstance(offer, Marches)]
        appraisal = self.appraisal
        planner, start = Planner(appraisal, self.fights, offers), Stage(appraisal)
        choice = ranked(planner, start, self.level)
        end = Done() in self.plain
        floor = float(planner.judged(start, [None]).sum()) + self.level.least if end else -np.inf
        if self.level.plans:
            choice = planned(planner, start, self.level, choice)
        for move, score in zip(choice.moves, choice.terms.sum(axis=1), strict=True):
            if end and (move is None or score <= floor):
                return Done()
            if move is not None and move.way.offer.contains(move.march):
                return move.march
        if end:
            return Done()
        ways = [action for action in self.plain if isinstance(action, Shift | Defy)]
        return ways[0] if ways else self.legal.first()


def player(game: AnyGame, level: str) -> Player:
    """A player of a level for any set-up."""
    return Player(cast("Empires", game).charts, levels()[level])


