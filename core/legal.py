"""Factored legality: what is allowed, as things that can be counted and searched, not a list.

An `Offer` is a small struct of the game (an origin, a range of armies, routes ...). It must be able
to say how many actions it stands for, to build the i-th, to draw one, and to recognise one. From
those come the five questions every user of a `Legal` asks: contains, first, sample, count, expand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

A = TypeVar("A", bound=Struct)


class Offer(Protocol[A]):
    """A set of actions in factored form; an encodable, immutable struct of the game."""

    def count(self) -> int:
        """How many actions this offer stands for; at least 1."""
        ...

    def nth(self, index: int) -> A:
        """The action number `index`, 0 <= index < count(); each index another action."""
        ...

    def sample(self, rng: Random) -> A:
        """Any of them; each can be drawn, though not all need be equally likely."""
        ...

    def contains(self, action: A) -> bool:
        """Is this action one of them? Takes any action of the game."""
        ...


class Just(Struct, Generic[A], frozen=True, array_like=True, tag="just"):
    """The offer of one single action."""

    action: A

    def count(self) -> int:
        """One."""
        return 1

    def nth(self, index: int) -> A:
        """The action; `index` must be 0."""
        if index:
            raise IndexError(index)
        return self.action

    def sample(self, rng: Random) -> A:
        """The action."""
        return self.action

    def contains(self, action: A) -> bool:
        """Equality."""
        return action == self.action


class Listed(Struct, Generic[A], frozen=True, array_like=True, tag="plain"):
    """A short list of actions, written out; a game makes it its own as `Listed[Action]`."""

    actions: tuple[A, ...]

    def count(self) -> int:
        """Their number."""
        return len(self.actions)

    def nth(self, index: int) -> A:
        """One of them."""
        return self.actions[index]

    def sample(self, rng: Random) -> A:
        """One of them, all equally likely."""
        return rng.choice(self.actions)

    def contains(self, action: A) -> bool:
        """Is it among them?"""
        return action in self.actions


Claims: TypeAlias = tuple[Offer[A], ...]


class Legal(Generic[A]):
    """All that a seat may do now: `offers` answer its decision, `claims` may be made unasked.

    Offers do not overlap, so counts add up. A claim never makes a decision unforced. Claims may be given
    as a function: it is called when they are first looked at, which has to be before the position changes.
    """

    __slots__ = ("_claims", "offers")

    def __init__(
        self, offers: tuple[Offer[A], ...], claims: Claims[A] | Callable[[], Claims[A]] = ()
    ) -> None:
        self.offers = offers
        self._claims = claims

    @property
    def claims(self) -> Claims[A]:
        """What may be done unasked."""
        if not isinstance(self._claims, tuple):
            self._claims = self._claims()
        return self._claims

    def contains(self, action: A) -> bool:
        """Is the action an answer or a claim that is legal now?"""
        return any(o.contains(action) for o in self.offers) or any(c.contains(action) for c in self.claims)

    def first(self) -> A:
        """One legal answer, always the same; IndexError if nothing is owed."""
        return self.offers[0].nth(0)

    def sample(self, rng: Random) -> A:
        """A random answer: an offer is drawn first, then an action of it.

        Not uniform over actions: else one leader with 19,000 marches would drown everything.
        """
        return rng.choice(self.offers).sample(rng)

    def count(self) -> int:
        """Number of answers; 1 means forced, 0 that nothing is owed."""
        return sum(o.count() for o in self.offers)

    def expand(self, limit: int) -> list[A]:
        """At most `limit` answers, written out in order."""
        return list(islice(self._answers(), limit))

    def _answers(self) -> Iterator[A]:
        for offer in self.offers:
            for index in range(offer.count()):
                yield offer.nth(index)
