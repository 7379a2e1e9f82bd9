"""Playing a table out with policies in all its seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec import Struct

from core.game import CLAIM, Refusal
from core.policy import Policy
from core.table import Table

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)


class IllegalAnswer(Exception):
    """A policy gave an action the table refuses: a bug in the policy or in `legal`."""


def play_out(
    table: Table[S, A, E, V],
    policies: Sequence[Policy[A, V]],
    *,
    limit: int,
    progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Plays to the end; returns the number of actions. `progress` is called with it after each.

    Raises `IllegalAnswer`, also after `limit` actions: then the game is stuck.
    """
    claims = table.game.codec.claims
    for actions in range(limit):
        if not table.pending:
            return actions
        deadline = table.deadline()
        if deadline is not None and deadline[1] <= table.now_ms:
            table.expire()
            continue
        owed = table.pending[0]
        seat = owed.seat
        action = policies[seat].choose(table.view(seat), table.legal(seat), owed)
        decision = CLAIM if isinstance(action, claims) else owed.decision
        answer = table.submit(seat, decision, table.n, action)
        if isinstance(answer, Refusal):
            raise IllegalAnswer(
                f"{table.game.meta.id}: seat {seat} answers {owed.kind} with {type(action).__name__}: "
                f"{answer.code} {answer.rule}".rstrip()
            )
        progress(actions + 1)
    raise IllegalAnswer(f"{table.game.meta.id}: not over after {limit} actions")
