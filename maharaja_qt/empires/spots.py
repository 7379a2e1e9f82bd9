"""The answers that are a place on the map: what a click there means, kind of question by kind of question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.game import Pending
from core.games.empires.actions import (
    Action,
    Answer,
    Attack,
    BreakOff,
    Build,
    Done,
    Give,
    Lift,
    Pay,
    Place,
    Remove,
    TakeBack,
)
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.offers import Plain
from core.games.empires.view import View
from core.legal import Legal
from maharaja_qt.board.hand import Goal, Spot

_ONE: frozenset[str] = frozenset({"growth", "vacant", "arrival", "withdrawal"})
"""Questions about one army that comes to a place."""


_AT_ONE_PLACE: frozenset[str] = frozenset(
    {"withdrawal", "last-attack", "battle-loss", "retreat", "fall-back", "landing"}
)


def spots_of(c: Charts, view: View, legal: Legal[Action], asked: Pending) -> dict[int, Spot]:
    """Place -> what a click there answers."""
    found: dict[int, list[Action]] = {}
    kinds: dict[int, Goal] = {}
    for action in _plain(legal):
        for place, goal in where(c, view, action, asked):
            found.setdefault(place, []).append(action)
            kinds.setdefault(place, goal)
    if asked.kind == "fall-back" and any(isinstance(action, BreakOff) for action in _plain(legal)):
        found[asked.subject[1]] = [a for a in _plain(legal) if isinstance(a, Done | BreakOff)]
        kinds[asked.subject[1]] = Goal("battle")
    return {place: Spot(kinds[place], tuple(actions)) for place, actions in found.items() if place >= 0}


def _plain(legal: Legal[Action]) -> Iterator[Action]:
    for offer in legal.offers:
        if isinstance(offer, Plain):
            yield from offer.actions


def where(c: Charts, view: View, action: Action, asked: Pending) -> Iterator[tuple[int, Goal]]:
    """The places a click on which is this answer, and how each is lit."""
    match action:
        case Place(place):
            yield place, Goal("quiet", "+1" if asked.kind in _ONE else "+")
        case Remove(place, entry) | Pay(place, entry):
            yield place, Goal("quiet", "\N{MINUS SIGN}1")
            # Which of those who came by different ways: a click where they came from says it at once.
            if entry != NONE and asked.kind == "battle-loss":
                yield entry, Goal("quiet", "\N{MINUS SIGN}1")
        case Build(area):
            yield area, Goal("quiet", "+")
        case Lift(area):
            yield area, Goal("quiet", "\N{MINUS SIGN}")
        case Attack(place):
            yield place, Goal("battle")
        case Give(nation):
            for area in shared(view, view.nation, nation):
                yield area, Goal("quiet", "+")
        case TakeBack():
            supplier = asked.subject[0]
            yield view.arms_at[supplier], Goal("quiet", "\N{MINUS SIGN}")
        case Answer():
            for place in asked_about(c, view, asked):
                yield place, Goal("quiet", "?")


def shared(view: View, supplier: int, nation: int) -> Iterable[int]:
    """Areas in which a nation's armies stand beside a factory of another."""
    return [place for place, _ in view.armies[nation]
            if place < len(view.factories) and view.factories[place] == supplier]  # fmt: skip


def asked_about(c: Charts, view: View, asked: Pending) -> list[int]:
    """The places a question is about; on the map they are lit, and flown to by whoever wants to see them."""
    nation, *more = asked.subject
    match asked.kind, more:
        case (("leave" | "permission"), [_, place]):
            return [place]
        case "submission", [_, region]:
            return [place for place, _ in view.armies[nation]
                    if place < c.board.land and c.board.region_of[place] == region]  # fmt: skip
        case "alliance", _:
            return []
        case "arms-offer", [supplier]:
            return list(shared(view, supplier, nation))
        case "withdrawal-escort", [place, _]:
            return [place]
        case (
            ("withdrawal" | "last-attack" | "battle-loss" | "retreat" | "fall-back" | "landing"),
            [place, *_],
        ):
            return [place]
    return []
