"""Why a policy chose what it chose, and what it would choose in somebody's place.

A policy that can say so has a method `why`; the terms of its scores are codes with sentences in the texts of
its game (families `why` and `term`).
"""

from __future__ import annotations

from random import Random
from typing import Final, Protocol, runtime_checkable

from msgspec import Struct

from ai.registry import find_policy, policy_names
from core.game import AnyGame, Pending
from core.legal import Legal
from core.texts import Texts

WEIGHED = "weighed"
"""The reason of a choice with the highest score of those compared."""
FORCED: Final = "forced"
"""The reason of the only answer there is."""


class Term(Struct, frozen=True, array_like=True):
    """A part of a score, in points of the game."""

    code: str
    points: float


class Choice(Struct, frozen=True, array_like=True):
    """A possible answer and the parts of its score; those of no weight are left out."""

    action: Struct
    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> float:
        """The score."""
        return sum(term.points for term in self.terms)


class Why(Struct, frozen=True, array_like=True):
    """One decision: the reason (a code), what was chosen, and the next best if anything was compared."""

    reason: str
    chosen: Choice
    other: Choice | None = None


@runtime_checkable
class Explaining(Protocol):
    """A policy that can tell of its latest decision."""

    def why(self) -> Why | None:
        """None before its first decision. Costs nothing until it is called."""
        ...


def hint(game: AnyGame, view: Struct, legal: Legal[Struct], pending: Pending, policy: str = "hard") -> Why:
    """What a policy would answer in this seat's place, from what this seat sees. Raises `UserError`."""
    if legal.count() == 1 and not legal.claims:
        return Why(FORCED, Choice(legal.first()))
    made = find_policy(policy, game)(game, pending.seat, Random(0))
    action = made.choose(view, legal, pending)
    why = made.why() if isinstance(made, Explaining) else None
    return why or Why("unknown", Choice(action))


def explaining(game: AnyGame) -> list[str]:
    """The policies of a game that can say why, the weakest first."""
    made = {name: find_policy(name, game)(game, 0, Random(0)) for name in policy_names(game)}
    return [name for name, policy in made.items() if isinstance(policy, Explaining)]


def sentences(texts: Texts, why: Why, kind: str = "") -> list[str]:
    """The decision in words: what, why, and, if it was weighed, the terms by which it beats the next best.

    `kind` is that of the question, which may have its own words for actions.
    """
    told = [texts.action(why.chosen.action, kind), texts.say("why", why.reason, {})]
    if why.other is None:
        return told
    told.append(texts.say("why", "instead", {"other": texts.action(why.other.action, kind)}))
    return told + [
        f"{texts.say('term', term.code, {})} {term.points:+.2f}" for term in differences(why) if term.points
    ]


def differences(why: Why) -> list[Term]:
    """By how much each term of the chosen answer exceeds the other's, the weightiest first."""
    other = {term.code: term.points for term in why.other.terms} if why.other else {}
    mine = {term.code: term.points for term in why.chosen.terms}
    found = [Term(code, round(mine.get(code, 0.0) - other.get(code, 0.0), 2)) for code in {**mine, **other}]
    return sorted(found, key=lambda term: (-abs(term.points), term.code))
