"""Armies: points and placement (1), and all armies there are as one offer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from random import Random
from typing import Annotated, Final

from msgspec import Meta, Struct

from core.game import Param, Refusal
from core.games.chess.actions import Action, Army
from core.games.chess.pieces import BUDGET, EMPTY, KING, MAHARAJAH, ORTHODOX, PAWN, POINTS, WHITE, square_of
from core.rules import rule

HALF: Final = 32
HOME: Final = 4
"""The king's square in its half: e1, or e8 for Black."""
FAULTS: Final = ("size", "piece", "king", "dear", "cheap", "gaps", "rank", "outside", "twice")
"""What can be wrong with an army, by number; the last three only with one that is typed."""
_KINDS: Final = range(PAWN, MAHARAJAH + 1)


@rule("1.2", permissive=BUDGET)
def points(pieces: Sequence[int]) -> int:
    """What an army costs; the king is free."""
    return sum(POINTS[piece] for piece in pieces)


@rule("1.3", permissive=())
def gaps(pieces: Sequence[int]) -> tuple[int, ...]:
    """The empty squares of earlier ranks that forbid a piece on a farther one."""
    last = max((place // 8 for place, piece in enumerate(pieces) if piece != EMPTY), default=0)
    return tuple(place for place in range(8 * last) if pieces[place] == EMPTY)


def refuse_army(pieces: Sequence[int], side: int) -> Refusal | None:
    """Why this cannot be the army of a side: every fault at once (`FAULTS`, 1.2, 1.3)."""
    if len(pieces) != HALF:
        return Refusal("army-unfit", "1.3", {"faults": (FAULTS.index("size"),), "count": len(pieces)})
    strange = [p for p, piece in enumerate(pieces) if piece != EMPTY and piece not in (*_KINDS, KING)]
    kings = [place for place, piece in enumerate(pieces) if piece == KING]
    off = 0 if strange else points(pieces) - BUDGET
    empty = gaps(pieces)
    found = {
        "piece": bool(strange), "king": kings != [HOME], "dear": off > 0, "cheap": off < 0,
        "gaps": bool(empty),
    }  # fmt: skip
    faults = tuple(FAULTS.index(name) for name, there in found.items() if there)
    if not faults:
        return None
    missing = tuple(square_of(side, place) for place in empty)
    wrong = tuple(square_of(side, place) for place in (*strange, *(p for p in kings if p != HOME)))
    params: dict[str, Param] = {
        "faults": faults, "budget": BUDGET, "off": abs(off), "gaps": missing, "wrong": wrong,
        "home": square_of(side, HOME),
    }  # fmt: skip
    return Refusal("army-unfit", "1.2" if off else "1.3", params, wrong + missing)


@cache
def _ways(count: int, cost: int) -> int:
    """In how many orders `count` pieces can cost so much together."""
    if count == 0:
        return int(cost == 0)
    return sum(_ways(count - 1, cost - POINTS[piece]) for piece in _KINDS if POINTS[piece] <= cost)


def _places(count: int) -> tuple[int, int]:
    """Of so many pieces: in how many squares of the last rank how many stand (the king's left out)."""
    if count < 7:
        return 7, count
    return 8, (count + 1) % 8


class Armies(Struct, frozen=True, array_like=True, tag="armies"):
    """Offer: every army of the budget that is placed right, the orthodox one first."""

    budget: Annotated[int, Meta(ge=0, le=BUDGET)] = BUDGET

    def count(self) -> int:
        """How many there are."""
        return sum(self._of(count) for count in range(HALF))

    def _of(self, count: int) -> int:
        return _ways(count, self.budget) * comb(*_places(count))

    def nth(self, index: int) -> Action:
        """By the number of pieces, then by the squares taken, then by the pieces on them; but the
        orthodox army has changed places with the first."""
        found = self._in_order(index)
        if self.budget != BUDGET:
            return found
        usual = Army(ORTHODOX)
        return usual if index == 0 else self._in_order(0) if found == usual else found

    def _in_order(self, index: int) -> Army:
        for count in range(HALF):
            if index < self._of(count):
                which, order = divmod(index, _ways(count, self.budget))
                return Army(self._placed(count, which, order))
            index -= self._of(count)
        raise IndexError(index)

    def _placed(self, count: int, which: int, order: int) -> tuple[int, ...]:
        pieces = [EMPTY] * HALF
        pieces[HOME] = KING
        squares, taken = _places(count)
        full = count + 1 - taken if squares == 8 else 0
        places = [place for place in range(full) if place != HOME]
        rank = range(8 * (full // 8), HALF) if squares == 8 else [p for p in range(8) if p != HOME]
        places += _combination(list(rank)[:squares], taken, which)
        for place, piece in zip(places, _spent(count, self.budget, order), strict=True):
            pieces[place] = piece
        return tuple(pieces)

    def sample(self, rng: Random) -> Action:
        """Any, each as likely."""
        return self.nth(rng.randrange(self.count()))

    def contains(self, action: Action) -> bool:
        """Has it no fault?"""
        return isinstance(action, Army) and refuse_army(action.pieces, WHITE) is None


def _combination(places: list[int], taken: int, index: int) -> list[int]:
    """The combination number `index` of so many of these places."""
    found: list[int] = []
    for number, place in enumerate(places):
        left = comb(len(places) - number - 1, taken - len(found) - 1) if taken > len(found) else 0
        if index < left:
            found.append(place)
        else:
            index -= left
    return found


def _spent(count: int, cost: int, index: int) -> list[int]:
    """The row number `index` of so many pieces that cost so much together."""
    row: list[int] = []
    for left in range(count - 1, -1, -1):
        for piece in _KINDS:
            ways = _ways(left, cost - POINTS[piece]) if POINTS[piece] <= cost else 0
            if index < ways:
                row.append(piece)
                cost -= POINTS[piece]
                break
            index -= ways
    return row
