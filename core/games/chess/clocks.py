"""Clocks, pauses and flags in terms of table time (5). No function here reads a clock."""

from __future__ import annotations

from typing import Final

from core.game import HOST, Refusal
from core.games.chess.state import NEVER, NOBODY, PLAY, Clocks, State
from core.rules import rule

PAUSE_MS: Final = 60_000


def shown(clocks: Clocks, seat: int, mover: int, now_ms: int) -> int:
    """What a seat's clock shows."""
    passed = now_ms - clocks.since if clocks.running and seat == mover else 0
    return max(0, clocks.left[seat] - passed)


def _stop(state: State, now_ms: int) -> None:
    """The mover's clock shows from now on what it shows now."""
    mover = state.position.side
    state.clocks.left[mover] = shown(state.clocks, mover, mover, now_ms)
    state.clocks.since = now_ms


@rule("5.1", permissive=lambda *_: None)
def press(state: State, seat: int, now_ms: int) -> None:
    """A seat has moved: its time is taken off, the increment added, and the other clock runs."""
    clocks = state.clocks
    if not clocks.base_ms:
        return
    clocks.left[seat] = shown(clocks, seat, seat, now_ms) + clocks.step_ms
    clocks.since = now_ms


@rule("5.1", permissive=None)
def deadline(state: State) -> tuple[int, int] | None:
    """(seat, when): the flag of the seat to move falls, or the pause of a seat ends."""
    clocks = state.clocks
    if state.phase != PLAY or not clocks.base_ms or clocks.held_at != NEVER:
        return None
    if clocks.pauser != NOBODY:
        return clocks.pauser, clocks.paused_at + PAUSE_MS
    mover = state.position.side
    return mover, clocks.since + clocks.left[mover]


def is_late(state: State, seat: int, now_ms: int) -> bool:
    """Has this seat's flag fallen, though nobody has said so yet?"""
    due = deadline(state)
    return due is not None and state.clocks.running and due[0] == seat and due[1] <= now_ms


@rule("5.2")
def refuse_pause(state: State, seat: int) -> Refusal | None:
    """One pause a player a game, and one at a time; the owner may hold a table that has clocks."""
    clocks = state.clocks
    if state.phase != PLAY or not clocks.base_ms:
        return Refusal("no-clock", "5.2")
    if seat == HOST:
        return Refusal("held", "5.2") if clocks.held_at != NEVER else None
    if clocks.pauser != NOBODY or clocks.held_at != NEVER:
        return Refusal("paused-already", "5.2")
    return Refusal("pause-spent", "5.2") if clocks.spent[seat] else None


def refuse_resume(state: State, seat: int) -> Refusal | None:
    """Who paused lets go, the owner where the table is held."""
    clocks = state.clocks
    fits = clocks.held_at != NEVER if seat == HOST else clocks.pauser == seat != NOBODY
    return None if fits and state.phase == PLAY else Refusal("not-paused", "5.2")


@rule("5.3")
def refuse_drop(state: State, seat: int) -> Refusal | None:
    """A player who drops matters while their clock runs and their pause is unspent."""
    runs = state.phase == PLAY and state.clocks.running and state.position.side == seat
    return None if runs and not state.clocks.spent[seat] else Refusal("drop-no-matter", "5.3")


def pause(state: State, seat: int, now_ms: int) -> None:
    """Both clocks stop."""
    _stop(state, now_ms)
    state.clocks.pauser, state.clocks.paused_at = seat, now_ms
    state.clocks.spent[seat] = True


def resume(state: State, now_ms: int) -> None:
    """The pause is over; if the table is not held, the mover's clock runs."""
    state.clocks.pauser, state.clocks.since = NOBODY, now_ms


@rule("5.6", permissive=lambda *_: None)
def hold(state: State, now_ms: int) -> None:
    """All time stops, that of a pause too."""
    _stop(state, now_ms)
    state.clocks.held_at = now_ms


def release(state: State, now_ms: int) -> None:
    """Time goes on where it was held."""
    clocks = state.clocks
    clocks.paused_at += now_ms - clocks.held_at
    clocks.since, clocks.held_at = now_ms, NEVER


def shift(clocks: Clocks, ms: int) -> None:
    """A position from `ms` ago is in force again."""
    clocks.since += ms
    clocks.paused_at += ms
    if clocks.held_at != NEVER:
        clocks.held_at += ms
