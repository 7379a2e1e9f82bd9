"""Answers in words: which of them are few enough for buttons, how they read, and what is left to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from core.game import Pending
from core.games.empires.actions import (
    Action,
    Ally,
    Answer,
    Attack,
    Build,
    Done,
    March,
    Pay,
    Place,
    Remove,
    Retreat,
    Shift,
)
from core.games.empires.chances import Chance, chances
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.offers import Plain, Retreats
from core.games.empires.outlook import surplus
from core.games.empires.view import View
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.frame.presenter import Choice, Todo

WHOLE: Final = 1 << 30
FEW: Final = 12
"""More places than this are not listed: the map shows them better."""
TODOS: Final = 3
"""More things worth doing than this are noise."""


def word(texts: Texts, action: Struct, kind: str) -> str:
    """An answer to a question of this kind."""
    match action:
        case March(origin, (*via, goal), ends, escorts):
            on_the_way = [(place, armies) for place, armies in zip(via, ends, strict=False) if armies]
            params = {
                "armies": sum(ends), "origin": origin, "goal": goal, "via": via,
                "left": [texts.say("marched", "left", {"armies": n, "place": p}) for p, n in on_the_way],
                "escorts": [piece for piece, _ in escorts],
            }  # fmt: skip
            return texts.say("action", "march-whole", params)
        case Remove(place, entry) if kind == "battle-loss" and entry < 0:
            return texts.say("action", "remove-stood", {"place": place})
        case Pay(place) | Ally(_, place):
            return texts.say("action", "pay-army" if place >= 0 else "pay-marker", {"place": place})
        case Answer(False) if kind == "alliance":
            return texts.say("action", "answer", {"yes": False})
    return texts.action(action, kind)


def most_in_a_group(legal: Legal[Action]) -> int:
    """So many armies may leave together at most; 0 if none is asked to leave."""
    return max((offer.most for offer in legal.offers if isinstance(offer, Retreats)), default=0)


def _group(offer: Retreats, armies: int) -> Action:
    """So many armies, or as many as may go; escorts leave with the whole of a group."""
    if armies >= offer.most:
        return offer.nth(offer.count() - 1)
    return Retreat(offer.goal, max(armies, offer.least), (), offer.entry)


def choices(
    texts: Texts, legal: Legal[Action], kind: str, *, with_done: bool, armies: int = WHOLE
) -> list[Choice]:
    """The answers in words: all that are no marches, if they are few, of groups that leave one of `armies`;
    then the alliances that may be declared."""
    found: list[Action] = []
    for offer in legal.offers:
        if isinstance(offer, Retreats):
            found.append(_group(offer, armies))
        elif isinstance(offer, Plain):
            found += [a for a in offer.actions if not isinstance(a, March | Shift | Done)]
    places = [a for a in found if isinstance(a, Place | Remove | Build)]
    if len(places) > FEW:
        found = [a for a in found if a not in places]
    if with_done and legal.contains(Done()):
        found.insert(0, Done())
    made = [Choice(word(texts, action, kind), (action,)) for action in found]
    allies = [
        a for offer in legal.claims if isinstance(offer, Plain) for a in offer.actions if isinstance(a, Ally)
    ]
    for nation, group in groupby(allies, key=lambda each: each.nation):
        made.append(Choice(texts.say("action", "ally-nation", {"nation": nation}), tuple(group), quiet=True))
    return made


def left(
    texts: Texts, c: Charts, view: View, legal: Legal[Action], asked: Pending, origins: Sequence[int]
) -> str:
    """What is left before the question is done with."""
    say = texts.say
    if asked.kind == "move":
        stacks = [
            say("board", "stack-in", {"place": place, "armies": armies})
            for place, armies in _unmoved(view)
            if place in origins
        ]
        told = [say("board", "still-to-move", {"stacks": ", ".join(stacks)})] if stacks else []
        if number := surplus(c, view):
            told.append(say("board", "surplus", {"armies": number}))
        return " · ".join(told)
    if asked.kind == "overpopulation":
        return say("board", "to-come-off", {"armies": surplus(c, view)})
    if asked.kind in ("battle", "factories", "arms") and legal.contains(Done()):
        open_ = [
            word(texts, action, asked.kind)
            for offer in legal.offers
            if isinstance(offer, Plain)
            for action in offer.actions
            if isinstance(action, Attack | Build)
        ]
        return say("board", "still-to-do", {"what": "; ".join(open_)}) if 0 < len(open_) <= FEW else ""
    return ""


def todo(texts: Texts, c: Charts, view: View, legal: Legal[Action], asked: Pending) -> tuple[Todo, ...]:
    """The few things most worth doing before the question is done with, and where."""
    return tuple(Todo(_worth(texts, view, e), (e.place,)) for e in chances(c, view, legal, asked, TODOS))


def _worth(texts: Texts, view: View, each: Chance) -> str:
    code = f"attack-{each.kind}" if each.enemy != NONE and each.kind != "fight" else each.kind
    code += "-later" if each.turn > view.turn else ""
    needed, most = each.areas
    params = {
        "place": each.place, "points": each.points, "turn": each.turn, "origin": each.origin,
        "armies": each.armies, "percent": round(100 * each.wins), "areas": needed, "most": most,
    }  # fmt: skip
    said = texts.say("board", f"worth-{code}", params)
    return texts.say("board", "worth-by-sea", {"what": said}) if each.over_sea else said


def _unmoved(view: View) -> Iterator[tuple[int, int]]:
    totals: dict[int, int] = {}
    for place, armies in (*view.unmoved, *view.waiting):
        totals[place] = totals.get(place, 0) + armies
    yield from totals.items()
