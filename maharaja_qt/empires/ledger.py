"""What the events say of points and dice, for the panels: counted anew from what still counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import Rolled, Scored
from core.games.empires.view import View
from maharaja_qt.client import Event


class Ledger:
    """The events of points and dice so far, with the lines they stand in."""

    def __init__(self, c: Charts) -> None:
        self._c = c
        self.scored: list[tuple[int, Scored]] = []
        self.rolled: list[tuple[int, Rolled]] = []

    def add(self, events: Sequence[Event]) -> None:
        """More that happened."""
        for event in events:
            if isinstance(event.event, Scored):
                self.scored.append((event.n, event.event))
            elif isinstance(event.event, Rolled):
                self.rolled.append((event.n, event.event))

    def undo(self, to: int) -> None:
        """From this line on nothing counts any more."""
        self.scored = [entry for entry in self.scored if entry[0] < to]
        self.rolled = [entry for entry in self.rolled if entry[0] < to]

    def by_turn(self, view: View, seats: int) -> dict[int, list[int]]:
        """Turn -> the points of every seat at its end, from the turn before the first to this one."""
        owner, setup = self._c.setups[view.setup].owner, self._c.setups[view.setup]
        totals = [0] * seats
        found = {setup.first_turn - 1: list(totals)}
        for turn in range(setup.first_turn, view.turn + 1):
            for _, entry in self.scored:
                if entry.turn == turn and 0 <= owner[entry.nation] < seats:
                    totals[owner[entry.nation]] += entry.points
            found[turn] = list(totals)
        return found


class Luck(Struct, frozen=True):
    """Dice of one seat (or all): how many, how often each face, the hits, and those to be expected."""

    dice: int
    faces: tuple[int, ...]
    hits: int
    expected: float
    spread: float
    """Two times out of three the hits lie so near to what is expected."""


def luck(ledger: Ledger, owner: Sequence[int], seat: int | None = None) -> Luck:
    """Counts the dice of a seat, or with None all there were."""
    faces: Counter[int] = Counter()
    dice = hits = 0
    expected = variance = 0.0
    for _, roll in ledger.rolled:
        who = owner[roll.nation] if roll.nation != NONE else NONE
        if seat is not None and who != seat:
            continue
        chance = min(max(7 - roll.need, 0), 6) / 6
        faces.update(roll.dice)
        dice += len(roll.dice)
        hits += sum(face >= roll.need for face in roll.dice)
        expected += len(roll.dice) * chance
        variance += len(roll.dice) * chance * (1 - chance)
    return Luck(dice, tuple(faces[face] for face in range(1, 7)), hits, expected, sqrt(variance))
