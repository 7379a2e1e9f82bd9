"""A battle as it went, put together from what happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct

from core.games.empires.events import (
    BattleBegan,
    BattleEnded,
    FactoryFell,
    Lost,
    NoRetreat,
    Passed,
    Retreated,
    Rolled,
    Round,
)


@dataclass
class FightRound:
    """One round: dice, then who fell, fled or stayed."""

    number: int
    throws: list[Rolled] = field(default_factory=list)
    after: list[Struct] = field(default_factory=list)
    """Losses, retreats and what else came of it, in order."""

    def hits(self, nation: int) -> int:
        """Hits of a nation's dice, its factory's among them."""
        return sum(throw.hits for throw in self.throws if throw.nation == nation)

    def armies(self, nation: int) -> int:
        """Armies a nation had when the dice fell."""
        return sum(len(throw.dice) for throw in self.throws if throw.nation == nation and not throw.factory)


@dataclass
class Fight:
    """One battle from its first round on."""

    place: int
    attacker: int
    enemy: int
    factory: bool
    rounds: list[FightRound] = field(default_factory=list)
    ended: BattleEnded | None = None

    def same(self, other: Fight) -> bool:
        """Is it the same battle, perhaps some rounds later?"""
        ours, theirs = self.rounds[:1], other.rounds[:1]
        began = not ours or not theirs or ours[0].throws == theirs[0].throws
        return (self.place, self.attacker, self.enemy) == (other.place, other.attacker, other.enemy) and began

    def lost(self, nation: int) -> int:
        """Armies the dice have felled."""
        return self._count(Lost, nation)

    def fled(self, nation: int) -> int:
        """Armies that have retreated."""
        return self._count(Retreated, nation)

    def began_with(self, nation: int) -> int:
        """Armies a nation had in the first round."""
        return self.rounds[0].armies(nation) if self.rounds else 0

    def _count(self, kind: type[Lost] | type[Retreated], nation: int) -> int:
        return sum(
            each.armies
            for one in self.rounds
            for each in one.after
            if isinstance(each, kind) and each.nation == nation and each.place == self.place
        )

    def add(self, event: Struct) -> None:
        """What happened next in it."""
        match event:
            case Round(_, number):
                self.rounds.append(FightRound(number))
            case Rolled():
                self.rounds[-1].throws.append(event)
            case Lost(_, place, _, "dice" | "alliance") if place == self.place:
                self.rounds[-1].after.append(event)
            case Retreated(_, place) | NoRetreat(_, place) if place == self.place:
                self.rounds[-1].after.append(event)
            case FactoryFell(_, _, place) if place == self.place:
                self.rounds[-1].after.append(event)
            case Passed(_, "retreat", place) if place == self.place:
                self.rounds[-1].after.append(event)


def fights_of(events: Iterable[Struct]) -> tuple[list[Fight], Fight | None]:
    """The battles that have ended, in that order; and the one under way, the inner one if one is fought
    within another."""
    open_: list[Fight] = []
    ended: list[Fight] = []
    for event in events:
        match event:
            case BattleBegan(place, nation, enemy, factory):
                open_.append(Fight(place, nation, enemy, factory))
            case BattleEnded() if open_:
                ended.append(open_.pop())
                ended[-1].ended = event
            case _ if open_ and (open_[-1].rounds or isinstance(event, Round)):
                open_[-1].add(event)
    return ended, open_[-1] if open_ else None


KEPT = (
    BattleBegan, BattleEnded, Round, Rolled, Lost, Retreated, NoRetreat, FactoryFell, Passed,
)  # fmt: skip
"""The events of which a battle is put together."""
