"""A seat that is greedy for points and minds the odds; it looks no further than its own answer.

How it fares against three seats of `random` is shown by

    maharaja simulate empires --seats basic,random,random,random -n 50

and the same with `basic` in each of the other seats; it wins about 49 of 50 games.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import cast

from ai.empires.fighting import Fighting
from ai.empires.marching import Marching
from ai.empires.outlook import Outlook
from ai.empires.worth import Worth
from core.game import AnyGame, Pending
from core.games.empires.actions import Action, Ally, Answer, Build, Done, Give, Pay, Place, Remove
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.offers import Plain
from core.games.empires.rules import Empires
from core.games.empires.state import FOREIGN, NO_ALLIANCE
from core.games.empires.view import View
from core.legal import Legal


class Basic:
    """Answers every question by a rule of thumb of its kind."""

    def __init__(self, charts: Charts, rng: Random) -> None:
        self._charts, self._rng = charts, rng
        self._worth: dict[str, Worth] = {}

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        """The answer that seems best, or an alliance that costs nothing."""
        if view.setup not in self._worth:
            self._worth[view.setup] = Worth(self._charts, view.setup)
        outlook = Outlook(self._worth[view.setup], view, pending.subject[0])
        question = Question(outlook, legal, pending)
        return question.alliance_claimed() or question.answer() or legal.sample(self._rng)


class Question:
    """One question and what may be answered."""

    def __init__(self, outlook: Outlook, legal: Legal[Action], pending: Pending) -> None:
        self.o, self.legal, self.kind = outlook, legal, pending.kind
        self.nation, self.args = pending.subject[0], pending.subject[1:]
        self.plain = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]

    def answer(self) -> Action | None:
        """The best answer; None if this kind of question is unknown here."""
        kinds: dict[str, Callable[[], Action | None]] = {
            "growth": self._reinforced,
            "vacant": self._reinforced,
            "arrival": self._reinforced,
            "withdrawal": self._reinforced,
            "leader": self._company,
            "arms-in": self._company,
            "withdrawal-escort": self._company,
            "removal": self._removed,
            "stacking": self._removed,
            "overpopulation": self._removed,
            "submission": lambda: Answer(True),
            "alliance": self._alliance,
            "price": self._price,
            "leave": lambda: Answer(self.args[0] in self.o.friends),
            "permission": lambda: Answer(self.args[0] in self.o.friends),
            "arms-offer": lambda: Answer(True),
            "factories": self._factories,
            "arms": self._arms,
            "move": lambda: Marching(self.o, self.legal).choose(),
        }
        known = kinds.get(self.kind)
        return known() if known else Fighting(self.o, self.legal, self.kind, self.args).choose()

    # Pieces come and go.

    def _reinforced(self) -> Action:
        """Where one army more is worth most."""
        places = [action for action in self.plain if isinstance(action, Place)]
        return max(places, key=lambda action: self.o.gain(action.place))

    def _company(self) -> Action:
        """With the most armies."""
        waiting = dict(self.o.view.waiting)
        places = [action for action in self.plain if isinstance(action, Place)]
        return max(places, key=lambda a: (waiting if a.place >= FOREIGN else self.o.own).get(a.place, 0))

    def _removed(self) -> Action:
        """Where one army less costs least; land that would be given up counts for overpopulation."""
        removals = [action for action in self.plain if isinstance(action, Remove)]
        return min(removals, key=lambda action: self.o.marginal(action.place))

    # Alliance with the overlord.

    def _free_marker(self) -> bool:
        return not self.o.worth.grows(self.nation, self.o.turn)

    def alliance_claimed(self) -> Action | None:
        """A nation without growth to lose allies with an overlord of the same seat."""
        o = self.o
        for offer in self.legal.claims:
            for action in cast("Plain", offer).actions:
                if (
                    isinstance(action, Ally)
                    and action.place == NONE
                    and o.worth.setup.owner[action.nation] == o.worth.setup.owner[o.charts.overlord]
                    and not o.worth.grows(action.nation, o.turn)
                    and o.view.allied[action.nation] == NO_ALLIANCE
                ):
                    return action
        return None

    def _alliance(self) -> Action:
        """With the overlord at hand: if it costs no growth."""
        return Pay() if self._free_marker() else Answer(False)

    def _price(self) -> Action:
        """The marker when little growth is left, else the army that is missed least."""
        armies = [a for a in self.plain if isinstance(a, Pay) and a.place != NONE]
        if self.o.worth.grows(self.nation, self.o.turn) < 2 or not armies or sum(self.o.own.values()) < 4:
            return Pay()
        return min(armies, key=lambda action: self.o.marginal(action.place))

    # Factories and Arms.

    def _factories(self) -> Action:
        """On new seas first, and where no others have to be asked."""
        o = self.o
        builds = [action for action in self.plain if isinstance(action, Build)]
        if not builds:
            return Done()

        def merit(build: Build) -> tuple[int, int, float]:
            owner = o.enemy.get(build.area, (o.nation, 0))[0]
            new = sum(sea not in o.seas for sea in o.board.to_sea[build.area])
            return min(new, 1), int(owner in o.friends), -o.threat[build.area]

        return max(builds, key=merit)

    def _arms(self) -> Action:
        """To the largest nation of the same seat."""
        gifts = [a for a in self.plain if isinstance(a, Give) and a.nation in self.o.friends]
        return (
            max(gifts, key=lambda gift: sum(n for _, n in self.o.view.armies[gift.nation]))
            if gifts
            else Done()
        )


def make(game: AnyGame, seat: int, rng: Random) -> Basic:  # noqa: ARG001 - what every policy is made from
    """Plays any set-up."""
    return Basic(cast("Empires", game).charts, rng)
