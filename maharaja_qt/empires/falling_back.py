"""Armies that leave a battle, in the hand: retreats of either side, and landings (8.2, 8.5, 8.6)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from core.games.empires.actions import Action, Retreat
from core.games.empires.offers import Retreats
from maharaja_qt.board.hand import Goal
from maharaja_qt.empires.layout import held_ids

if TYPE_CHECKING:
    from maharaja_qt.empires.marches import EmpiresMoves


class RetreatHand:
    """Armies that leave the one place in question, with escorts: a retreat or a landing."""

    def __init__(
        self, moves: EmpiresMoves, offers: Sequence[Retreats], number: int, escorts: tuple[int, ...]
    ) -> None:
        self._moves = moves
        self._offers = offers
        self.origin = moves.place
        self.most = max(offer.most for offer in offers)
        self._chosen = escorts
        self.number = 0
        self.take(number or self.most)

    @property
    def escorts(self) -> tuple[int, ...]:
        """Those chosen; all, when the last armies go."""
        offer = self._offers[0]
        return offer.escorts if self.number == offer.whole and not self._chosen else self._chosen

    @property
    def taken(self) -> Mapping[Hashable, int]:
        """The stack, and who goes along."""
        return held_ids(self._moves.nation, self.origin, self.number, self.escorts)

    @property
    def label(self) -> str:
        """How many of how many."""
        return self._moves.holding(self.number, self.most, 1, self.escorts)

    def more(self, by: int) -> None:
        """Takes up more, or fewer."""
        self.take(self.number + by)

    def take(self, number: int) -> None:
        """So many, as far as there are."""
        self.number = min(max(number, 1), self.most)

    def over(self, place: int) -> None:
        """It is one step."""

    def set_down(self, by: int) -> None:
        """It is one step."""

    def left(self) -> Mapping[int, int]:
        """Nobody stays on the way."""
        return {}

    @property
    def goals(self) -> Mapping[int, Goal]:
        """Where so many may go."""
        return {offer.goal: Goal("quiet", f"+{self.number}") for offer in self._offers if self._made(offer)}

    def _made(self, offer: Retreats) -> Retreat | None:
        must = offer.tied if self.number == offer.whole else ()
        group = Retreat(offer.goal, self.number, tuple(sorted({*self.escorts, *must})), offer.entry)
        return group if offer.contains(group) else None

    def route(self, place: int) -> Sequence[int]:
        """Straight there."""
        return (place,) if place in self.goals else ()

    def actions(self, place: int) -> Sequence[Action]:
        """One group for each way they can have come."""
        made = [self._made(offer) for offer in self._offers if offer.goal == place]
        return [group for group in made if group is not None]

    def why_not(self, place: int) -> str:
        """That there is no way; the rule is the table's to name."""
        return self._moves.no_way(self.origin, place)

    def attempt(self, place: int) -> Action | None:
        """The same group, there."""
        return Retreat(place, self.number, self.escorts, self._offers[0].entry) if place >= 0 else None
