"""A seat of any level: one answer for every kind of question, each by comparing what it leads to.

The levels differ in what they take into account (levels.toml), not in luck: nothing here is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast, overload

import numpy as np

from ai.empires.appraisal import Appraisal
from ai.empires.calendar import calendar
from ai.empires.defending import Defending
from ai.empires.fights import Fights
from ai.empires.levels import Level, levels
from ai.empires.moves import Move, Stage
from ai.empires.planning import Planner
from ai.empires.searching import Ranked, planned, ranked
from ai.empires.terrain import Numbers
from ai.empires.weighing import Weighed, best
from ai.explain import WEIGHED, Why
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

BEFORE_MOVING: Final = ("growth", "vacant", "arrival")
"""Questions after which the nation still moves."""


class Player:
    """Answers for its seat from the view alone."""

    def __init__(self, charts: Charts, level: Level) -> None:
        self._charts, self._level = charts, level
        self._last: Weighed | None = None

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        """The answer that leads to the most, or an alliance that costs nothing."""
        thought = Thought(self._charts, self._level, view, legal, pending)
        self._last = thought.alliance_claimed() or thought.answer()
        return self._last.answer

    def why(self) -> Why | None:
        """Of its latest decision (`ai.explain`)."""
        return self._last.why() if self._last else None


class Thought:
    """One question and what may be answered."""

    def __init__(
        self, charts: Charts, level: Level, view: View, legal: Legal[Action], pending: Pending
    ) -> None:
        self.charts, self.level, self.view, self.legal = charts, level, view, legal
        self.seat = pending.seat
        self.kind, self.nation, self.args = pending.kind, pending.subject[0], pending.subject[1:]
        self.calendar = calendar(charts, view.setup)
        self.owner = self.calendar.setup.owner
        self.plain = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]

    def answer(self) -> Weighed:
        """The best answer; the first legal one to a question of a kind unknown here."""
        match self.kind:
            case "move":
                return self._move()
            case "growth" | "vacant" | "arrival" | "withdrawal":
                return self._placed()
            case "removal" | "stacking" | "overpopulation":
                return self._removed()
            case "leader" | "arms-in" | "withdrawal-escort":
                return self._company()
            case "leave" | "permission":
                return self._allowed()
            case "submission":
                return Weighed(Answer(True), "submits")
            case "alliance":
                return self._alliance()
            case "price":
                return self._price()
            case "arms-offer":
                return Weighed(Answer(True), "arms")
            case "factories":
                return self._factories()
            case "arms":
                return self._arms()
        return Defending(self.appraisal, self.fights, self.legal, self.kind, self.args).choose()

    @property
    def appraisal(self) -> Appraisal:
        """This position in the eyes of the nation that is asked."""
        return Appraisal(self.calendar, self.view, self.nation, self.level, self.kind in BEFORE_MOVING)

    @property
    def fights(self) -> Fights:
        """The battles of this view."""
        return Fights(self.charts, self.view, self.level.retreats)

    def _friend(self, nation: int) -> bool:
        return self.owner[nation] == self.owner[self.nation]

    # Pieces come and go.

    def _allowed(self) -> Weighed:
        """Nations of the same seat may what others may not."""
        return Weighed(
            Answer(self._friend(self.args[0])), "friends" if self._friend(self.args[0]) else "others"
        )

    def _changed(self, changes: list[tuple[int, int]]) -> Numbers:
        """(changes, len(TERMS)): the worth of the armies with so many more in a place."""
        a = self.appraisal
        own = np.tile(a.own, (len(changes), 1))
        for row, (place, more) in enumerate(changes):
            if 0 <= place < a.places:
                own[row, place] += more
        own = np.maximum(own, 0.0)
        stand = own[:, : a.land]
        return a.terms(own, np.ones_like(stand), stand)

    def _placed(self) -> Weighed:
        """Where one army more leads to most, where it is or where it can be next."""
        places = [action for action in self.plain if isinstance(action, Place)]
        return best(places, self._changed([(action.place, 1) for action in places]))

    def _company(self) -> Weighed:
        """With the most armies."""
        waiting, own = dict(self.view.waiting), dict(self.view.armies[self.nation])
        places = [action for action in self.plain if isinstance(action, Place)]
        with_most = max(places, key=lambda a: (waiting if a.place >= FOREIGN else own).get(a.place, 0))
        return Weighed(with_most, "company")

    def _removed(self) -> Weighed:
        """Where one army less costs least."""
        removals = [action for action in self.plain if isinstance(action, Remove)]
        return best(removals, self._changed([(action.place, -1) for action in removals]))

    # Alliance with the overlord.

    def _grows(self, nation: int) -> int:
        return self.calendar.growing(nation, self.view.turn)[1]

    def alliance_claimed(self) -> Weighed | None:
        """A nation without growth to lose allies with an overlord of the same seat."""
        if self.seat != self.owner[self.charts.overlord]:
            return None
        for offer in self.legal.claims:
            for action in cast("Plain", offer).actions:
                if (
                    isinstance(action, Ally)
                    and action.place == NONE
                    and not self._grows(action.nation)
                    and self.view.allied[action.nation] == NO_ALLIANCE
                ):
                    return Weighed(action, "free-alliance")
        return None

    def _alliance(self) -> Weighed:
        """With the overlord at hand: if it costs no growth."""
        if self._grows(self.nation):
            return Weighed(Answer(False), "dear-alliance")
        return Weighed(Pay(), "free-alliance")

    def _price(self) -> Weighed:
        """The marker when little growth is left, else the army that is missed least."""
        armies = [a for a in self.plain if isinstance(a, Pay) and a.place != NONE]
        if self._grows(self.nation) < 2 or not armies or sum(n for _, n in self.view.armies[self.nation]) < 4:
            return Weighed(Pay(), "little-growth")
        return best(armies, self._changed([(action.place, -1) for action in armies]))

    # Factories and Arms.

    def _factories(self) -> Weighed:
        """On new seas first, and where no others have to be asked."""
        builds = [action for action in self.plain if isinstance(action, Build)]
        if not builds:
            return Weighed(Done(), "no-site")
        a = self.appraisal
        board, mine = self.charts.board, self.view.factories
        seas = {sea for area, who in enumerate(mine) if who == self.nation for sea in board.to_sea[area]}

        def merit(build: Build) -> tuple[int, int, float]:
            holder = a.outer.holder[build.area]
            new = sum(sea not in seas for sea in board.to_sea[build.area])
            return min(new, 1), int(holder == NONE or self._friend(holder)), -float(a.outer.most[build.area])

        return Weighed(max(builds, key=merit), "new-seas")

    def _arms(self) -> Weighed:
        """To the largest nation of the same seat."""
        gifts = [a for a in self.plain if isinstance(a, Give) and self._friend(a.nation)]
        if not gifts:
            return Weighed(Done(), "no-friends")
        most = max(gifts, key=lambda gift: sum(n for _, n in self.view.armies[gift.nation]))
        return Weighed(most, "friends")

    # Marches.

    def _move(self) -> Weighed:
        """The march that gains most, or the first of the best plan, until none gains."""
        asking = [action for action in self.plain if isinstance(action, AskLeave)]
        if asking:
            return Weighed(asking[0], "leave")
        offers = [offer for offer in self.legal.offers if isinstance(offer, Marches)]
        appraisal = self.appraisal
        planner, start = Planner(appraisal, self.fights, offers), Stage(appraisal)
        choice = ranked(planner, start, self.level)
        stays = next(at for at, move in enumerate(choice.moves) if move is None)
        end = Done() in self.plain
        floor = choice.terms[stays].sum() + self.level.least if end else -np.inf
        if self.level.plans:
            choice = planned(planner, start, self.level, choice)
        for move, score in zip(choice.moves, choice.terms.sum(axis=1), strict=True):
            if end and (move is None or score <= floor):
                return self._marched(Done(), choice, WEIGHED if move is None else "small-gain")
            if move is not None and move.way.offer.contains(move.march):
                return self._marched(move.march, choice)
        if end:
            return Weighed(Done(), "no-march")
        ways = [action for action in self.plain if isinstance(action, Shift | Defy)]
        return Weighed(ways[0] if ways else self.legal.first(), "no-way-in")

    def _marched(self, answer: Action, choice: Ranked, reason: str = WEIGHED) -> Weighed:
        return Weighed(answer, reason, Answers(choice.moves), choice.terms)


class Answers(Sequence[Action]):
    """Moves as actions, made when somebody looks."""

    def __init__(self, moves: Sequence[Move | None]) -> None:
        self._moves = moves

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """One of them."""
        if isinstance(index, slice):
            return Answers(self._moves[index])
        move = self._moves[index]
        return Done() if move is None else move.march

    def __len__(self) -> int:
        """Their number."""
        return len(self._moves)


def player(game: AnyGame, level: str) -> Player:
    """A player of a level for any set-up."""
    return Player(cast("Empires", game).charts, levels()[level])
