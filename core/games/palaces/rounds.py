"""Rounds (3): the Maharaja's visit, secret plans, turns in order, scoring; and what goes on by itself."""

from __future__ import annotations

from core.game import Refusal
from core.games.palaces import scoring, track, turn
from core.games.palaces.actions import Done, Plan
from core.games.palaces.events import Planned, Withdrew
from core.games.palaces.offers import PLANS
from core.games.palaces.pieces import NONE
from core.games.palaces.run import Run
from core.games.palaces.state import State
from core.rules import rule


def begin_round(r: Run) -> None:
    """The Maharaja travels, and all plan anew."""
    s = r.s
    track.visit(r)
    s.phase = "plan"
    s.decision += 1
    s.sealed, s.acted = [0] * s.seats, [False] * s.seats


@rule("3.3")
def refuse_plan(action: Plan) -> Refusal | None:
    """Two of the nine actions, or one of them twice (3)."""
    return None if action in PLANS else Refusal("no-such-plan", "3.3")


@rule("3.3", permissive=None)
def refuse_withdrawal(s: State, seat: int) -> Refusal | None:
    """A sealed plan can be taken back until the last is sealed; then all are fixed at once."""
    if s.phase != "plan":
        return Refusal("plans-fixed", "3.3")
    return None if s.sealed[seat] else Refusal("no-plan", "3.3")


def seal(r: Run, seat: int, handle: int) -> None:
    """A plan is set; when it was the last, turns begin."""
    r.s.sealed[seat] = handle
    r.out.append(Planned(seat))


def withdraw(r: Run, seat: int) -> None:
    """The plan is gone, unseen."""
    r.s.sealed[seat] = 0
    r.out.append(Withdrew(seat))


def unopened(s: State) -> tuple[int, ...]:
    """Handles of the plans that their owner's turn has yet to show."""
    waiting = zip(s.sealed, s.acted, range(s.seats), strict=True)
    return tuple(handle for handle, acted, seat in waiting if handle and not acted and seat != s.seat)


def run_on(r: Run) -> None:
    """Goes on until somebody has to answer or the game is over."""
    s = r.s
    while True:
        if s.phase == "plan" and s.round == 0:
            begin_round(r)
        elif (s.phase == "plan" and all(s.sealed)) or (s.phase == "turn" and s.seat == NONE):
            next_turn(r)
        elif s.phase == "turn" and nothing_left(r):
            turn.apply(r, s.seat, Done())
        else:
            return


def next_turn(r: Run) -> None:
    """The next seat shows its plan; after the last the city is scored, and the next round begins (3)."""
    s = r.s
    seat = turn.next_seat(s)
    if seat == NONE:
        scoring.score(r)
        if not scoring.end(r):
            begin_round(r)
    else:
        plan = r.ctx.open(s.sealed[seat])
        assert isinstance(plan, Plan)
        s.decision += 1
        turn.begin(r, seat, plan.first, plan.second)


def nothing_left(r: Run) -> bool:
    """Can the seat whose turn it is do nothing but end it?"""
    offers = turn.offers(r.b, r.s, r.s.seat)
    return next(offers).count() == 1 and next(offers, None) is None
