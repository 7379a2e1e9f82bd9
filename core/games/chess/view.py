"""What may be seen of a game: all of the board once both armies are revealed, nothing of them before."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from core.games.chess.fen import read_fen, write_fen
from core.games.chess.moves import BLACK_BASE, UNMOVED
from core.games.chess.pieces import piece_letter
from core.games.chess.position import Position
from core.games.chess.state import ARMIES, State


class View(Struct, frozen=True, array_like=True):
    """`fen` is empty until both armies are revealed, `last` the squares of the last move. `unmoved` is the
    set of all pawns that may still step two: the FEN takes every classic pawn on its home rank for one.
    Times as in `state.Clocks`; without clocks `base_ms` is 0."""

    phase: str
    locked: tuple[bool, ...]
    fen: str
    unmoved: int
    last: tuple[int, ...]
    check: bool
    repeated: int
    offer: int
    base_ms: int
    step_ms: int
    left: tuple[int, ...]
    since: int
    running: bool
    pauser: int
    paused_at: int
    pauses: tuple[bool, ...]
    held: bool
    winner: int
    reason: str


def view_of(state: State) -> View:
    """Built field by field; every pair of eyes sees the same."""
    shown, position, clocks = state.phase != ARMIES, state.position, state.clocks
    return View(
        phase=state.phase,
        locked=tuple(handle != 0 for handle in state.sealed),
        fen=write_fen(position) if shown else "",
        unmoved=position.bits[UNMOVED] if shown else 0,
        last=tuple(state.last),
        check=shown and position.in_check(position.side),
        repeated=state.keys.count(state.keys[-1]) if shown else 0,
        offer=state.offer,
        base_ms=clocks.base_ms,
        step_ms=clocks.step_ms,
        left=tuple(clocks.left),
        since=clocks.since,
        running=clocks.running and shown,
        pauser=clocks.pauser,
        paused_at=clocks.paused_at,
        pauses=tuple(not spent for spent in clocks.spent),
        held=clocks.held_at >= 0,
        winner=state.winner,
        reason=state.reason,
    )


def position_of(view: View) -> Position:
    """The position that a view shows, once the armies are revealed."""
    position, _ = read_fen(view.fen)
    position.bits[UNMOVED] = view.unmoved
    return position


class Building(Struct, frozen=True, tag="building"):
    """A side has, or has not, locked its army."""

    seat: int
    locked: bool


class Rank(Struct, frozen=True, tag="rank"):
    """A rank of the board in letters."""

    number: int
    squares: str


class Files(Struct, frozen=True, tag="files"):
    """The letters below the board."""


class Stands(Struct, frozen=True, tag="stands"):
    """The position as a FEN."""

    fen: str


class Clock(Struct, frozen=True, tag="clock"):
    """What a clock showed when it was last looked at."""

    seat: int
    left: int
    pause: bool


Fact: TypeAlias = Building | Rank | Files | Stands | Clock


def facts_of(view: View) -> tuple[Fact, ...]:
    """The board as it is printed, and the clocks."""
    found: list[Fact] = []
    if not view.fen:
        return tuple(Building(seat, locked) for seat, locked in enumerate(view.locked))
    position = position_of(view)
    found += [_rank(position, rank) for rank in range(7, -1, -1)]
    found += [Files(), Stands(view.fen)]
    if view.base_ms:
        found += [Clock(seat, view.left[seat], view.pauses[seat]) for seat in range(2)]
    return tuple(found)


def _rank(position: Position, rank: int) -> Rank:
    return Rank(rank + 1, " ".join(_letter(position, 8 * rank + file) for file in range(8)))


def _letter(position: Position, square: int) -> str:
    occupied = (position.bits[0] | position.bits[BLACK_BASE]) >> square & 1
    return piece_letter(*position.piece_at(square)) if occupied else "."
