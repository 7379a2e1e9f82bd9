"""What a seat may do, as a numbered list that a person can choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import msgspec
from msgspec import Struct

from core.game import CLAIM, AnyGame
from core.texts import Texts
from net import messages as m

SHOWN = 20
"""Answers listed at once."""
SEARCHED = 3_000
"""Answers looked through for words."""


class Choices(Struct):
    """The list a person was last shown, and all that makes a command of a number in it.

    With a `handle` its answers would stand in the place of a lost secret choice.
    """

    seat: int
    n: int
    decision: int
    actions: list[Struct]
    lines: list[str]
    more: int = 0
    handle: int = -1


def answers(update: m.Update, game: AnyGame, texts: Texts, wanted: Sequence[str]) -> Choices:
    """Answers to the first question of a seat; of many only those with all the words wanted."""
    legal = game.codec.decode_legal(update.legal)
    found = legal.expand(SEARCHED if wanted else SHOWN)
    told = [(action, texts.action(action)) for action in found]
    fitting = [(a, said) for a, said in told if all(word.casefold() in said.casefold() for word in wanted)]
    more = max(0, len(fitting) - SHOWN) if wanted else max(0, legal.count() - len(fitting))
    return _listed(update, update.asked[0].decision, fitting[:SHOWN], more)


def claims(update: m.Update, game: AnyGame, texts: Texts) -> Choices:
    """What a seat may declare unasked."""
    legal = game.codec.decode_legal(update.legal)
    every = (offer.nth(index) for offer in legal.claims for index in range(offer.count()))
    return _listed(update, CLAIM, [(action, texts.action(action)) for action in islice(every, 100)], 0)


def again(update: m.Update, game: AnyGame, texts: Texts) -> Choices:
    """What may stand in the place of the first secret choice that everybody has lost."""
    legal = game.codec.decode_legal(update.again)
    told = [(action, texts.action(action)) for action in legal.expand(SHOWN)]
    found = _listed(update, CLAIM, told, legal.count() - len(told))
    found.handle = update.owed[0]
    return found


def _listed(update: m.Update, decision: int, told: list[tuple[Struct, str]], more: int) -> Choices:
    same = Counter(said for _, said in told)
    lines = [
        said if same[said] == 1 else f"{said} {msgspec.json.encode(action).decode()}" for action, said in told
    ]
    return Choices(update.seat, update.n, decision, [action for action, _ in told], lines, more)
