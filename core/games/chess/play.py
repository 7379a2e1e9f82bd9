"""What an action does to a game: armies, moves, draws, clocks, the end."""

from __future__ import annotations

from collections.abc import Sequence

from core.ctx import Ctx
from core.game import HOST, Drop, Expire, HostAction, Pause, Resume, Return, Sealed
from core.games.chess import clocks, events
from core.games.chess.actions import (
    AcceptDraw,
    Action,
    Army,
    DeclineDraw,
    Move,
    OfferDraw,
    Resign,
    Unlock,
    as_number,
)
from core.games.chess.draws import board_result
from core.games.chess.events import Event
from core.games.chess.fen import write_fen
from core.games.chess.flag import could_mate
from core.games.chess.moves import QUIET
from core.games.chess.notation import san
from core.games.chess.position import Position
from core.games.chess.setup import TESTS, start_faults, start_position
from core.games.chess.state import NOBODY, OVER, PLAY, State
from core.rules import rule


class Play:
    """One application of an action under way: the state, the outside world and the events so far."""

    __slots__ = ("ctx", "out", "s")

    def __init__(self, state: State, ctx: Ctx[Action]) -> None:
        self.s = state
        self.ctx = ctx
        self.out: list[Event] = []

    # The set-up.

    def lock(self, seat: int, handle: int) -> None:
        """An army is ready; when both are, they are tested and shown."""
        self.s.sealed[seat] = handle
        self.out.append(events.Locked(seat))
        if all(self.s.sealed):
            self._reveal()

    @rule("4.2", "4.3", permissive=lambda *_: None)
    def _reveal(self) -> None:
        """Both armies in one event; a pair that may not start stays unseen, and both build again."""
        state, ctx = self.s, self.ctx
        failed = ctx.judge(state.sealed, lambda armies: start_faults(position_of(armies)))
        if failed:
            state.sealed = [0, 0]
            state.decision += 1
            self.out.append(events.Unfit(tuple(test for bit, test in enumerate(TESTS) if failed >> bit & 1)))
            return
        white, black = (pieces_of(ctx.open(handle)) for handle in state.sealed)
        self.start(white, black)

    def start(self, white: tuple[int, ...], black: tuple[int, ...]) -> None:
        """Play begins, and White's clock runs."""
        state = self.s
        state.sealed = [0, 0]
        state.position = start_position(white, black)
        state.keys = [state.position.key()]
        state.phase = PLAY
        state.decision += 1
        state.clocks.since = self.ctx.now_ms
        self.out.append(events.Revealed(white, black, write_fen(state.position)))

    # Moves.

    def move(self, seat: int, move: Move) -> None:
        """A move, and what it ends."""
        state, now = self.s, self.ctx.now_ms
        if self.is_too_late():
            return
        if state.clocks.pauser == seat:
            self.go_on(expired=False)
        position, number = state.position, as_number(move)
        said = san(position, number)
        clocks.press(state, seat, now)
        position.play(number)
        if position.info[QUIET] == 0:
            state.keys = []
        state.keys.append(position.key())
        state.moved[seat] += 1
        state.last = [move.origin, move.target]
        state.decision += 1
        left = state.clocks.left[seat]
        self.out.append(events.Moved(seat, move.origin, move.target, move.promotion, said, left))
        if state.offer == 1 - seat:
            state.offer = NOBODY
            self.out.append(events.DrawDeclined(seat))
        reason = board_result(position, state.keys)
        if reason:
            self.end(seat if reason == "checkmate" else NOBODY, reason)

    def claim(self, seat: int, claim: Action) -> None:
        """What a seat declares unasked."""
        state = self.s
        if self.is_too_late():
            return
        match claim:
            case Unlock():
                state.sealed[seat] = 0
                self.out.append(events.Unlocked(seat))
            case OfferDraw():
                state.offer, state.offered[seat] = seat, state.moved[seat]
                self.out.append(events.DrawOffered(seat))
            case DeclineDraw():
                state.offer = NOBODY
                self.out.append(events.DrawDeclined(seat))
            case AcceptDraw():
                self.out.append(events.DrawAgreed(seat))
                self.end(NOBODY, "agreed")
            case Resign():
                self.out.append(events.Resigned(seat))
                self.end(1 - seat, "resigned")
            case _:
                raise TypeError(claim)

    # Time.

    def by_host(self, action: HostAction) -> None:
        """Whatever the owner of the table says about time and presence."""
        now = self.ctx.now_ms
        match action:
            case Expire(seat) if self.s.clocks.pauser == seat:
                self.go_on(expired=True)
            case Expire(seat):
                self.fall(seat)
            case Pause(seat) if seat == HOST:
                clocks.hold(self.s, now)
                self.out.append(events.Held())
            case Resume(seat) if seat == HOST:
                clocks.release(self.s, now)
                self.out.append(events.Released())
            case Pause() | Drop() if self.is_too_late():
                pass
            case Pause(seat) | Drop(seat):
                clocks.pause(self.s, seat, now)
                self.out.append(events.Paused(seat, clocks.PAUSE_MS, isinstance(action, Drop)))
            case Resume() | Return():
                self.go_on(expired=False)

    @rule("5.1", permissive=False)
    def is_too_late(self) -> bool:
        """Whatever a seat does after the fall of a flag comes too late. If nobody has said yet that it has
        fallen, it falls now."""
        mover = self.s.position.side
        late = clocks.is_late(self.s, mover, self.ctx.now_ms)
        if late:
            self.fall(mover)
        return late

    def go_on(self, *, expired: bool) -> None:
        """The pause is over."""
        seat = self.s.clocks.pauser
        clocks.resume(self.s, self.ctx.now_ms)
        self.out.append(events.WentOn(seat, expired))

    @rule("2.7", "5.4", permissive=lambda *_: None)
    def fall(self, seat: int) -> None:
        """A flag falls: the other side has won if it could still mate; before the first move nobody has."""
        state = self.s
        state.clocks.left[seat] = 0
        self.out.append(events.FlagFell(seat))
        if not state.moved[seat]:
            self.end(NOBODY, "aborted")
        elif could_mate(state.position, 1 - seat):
            self.end(1 - seat, "time")
        else:
            self.end(NOBODY, "time-draw")

    def end(self, winner: int, reason: str) -> None:
        """The game is over."""
        state = self.s
        if state.clocks.base_ms and state.clocks.running:
            mover = state.position.side
            state.clocks.left[mover] = clocks.shown(state.clocks, mover, mover, self.ctx.now_ms)
        state.phase, state.winner, state.reason, state.offer = OVER, winner, reason, NOBODY
        self.out.append(events.Ended(winner, reason))


def pieces_of(choice: Action | Sealed) -> tuple[int, ...]:
    """The pieces of an opened army."""
    assert isinstance(choice, Army)
    return choice.pieces


def position_of(armies: Sequence[Action]) -> Position:
    """The position two armies make."""
    return start_position(*[pieces_of(army) for army in armies])
