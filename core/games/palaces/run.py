"""One application of an action under way, and the only ways in which gold changes hands."""

from __future__ import annotations

from core.ctx import Ctx
from core.games.palaces.actions import Action
from core.games.palaces.board import Board
from core.games.palaces.events import Event
from core.games.palaces.state import State


class Run:
    """Board, state, the outside world and the events so far."""

    __slots__ = ("b", "ctx", "out", "s")

    def __init__(self, board: Board, state: State, ctx: Ctx[Action]) -> None:
        self.b = board
        self.s = state
        self.ctx = ctx
        self.out: list[Event] = []

    def gain(self, seat: int, gold: int) -> None:
        """Gold from the bank, which has as much as is wanted (11)."""
        self.s.gold[seat] += gold
        self.s.bank -= gold

    def pay(self, seat: int, gold: int) -> None:
        """Gold to the bank."""
        self.s.gold[seat] -= gold
        self.s.bank += gold
