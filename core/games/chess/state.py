"""What a game of chess has to remember; whole numbers only."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, field

from core.games.chess.position import Position

NOBODY: Final = -1
NEVER: Final = -1

ARMIES: Final = "armies"
PLAY: Final = "play"
OVER: Final = "over"


class Clocks(Struct, array_like=True):
    """Times in ms; points in time are table time (5).

    `left[seat]` is what a seat has left at `since`, from when on the clock of the seat to move runs,
    unless somebody's pause began at `paused_at` or the table has been held since `held_at`. Without a
    clock `base_ms` is 0.
    """

    base_ms: int
    step_ms: int
    left: list[int]
    since: int = 0
    pauser: int = NOBODY
    paused_at: int = 0
    spent: list[bool] = field(default_factory=lambda: [False, False])
    held_at: int = NEVER

    @property
    def running(self) -> bool:
        """Does a clock run, once play has begun?"""
        return self.base_ms > 0 and self.pauser == NOBODY and self.held_at == NEVER


class State(Struct, array_like=True):
    """`sealed[seat]` is the handle of a locked army, 0 for none. `keys` are the positions since the last
    move that cannot be undone by moves. `moved` counts each seat's moves, `offered` is that count at its
    last draw offer. `winner` and `reason` count once the game is over."""

    phase: str
    decision: int
    sealed: list[int]
    position: Position
    clocks: Clocks
    keys: list[int] = []
    moved: list[int] = field(default_factory=lambda: [0, 0])
    last: list[int] = []
    offer: int = NOBODY
    offered: list[int] = field(default_factory=lambda: [NEVER, NEVER])
    winner: int = NOBODY
    reason: str = ""
