"""A decision of the past as whoever made it had it before them: to ask why it was made."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from core.game import CLAIM, Pending
from core.legal import Legal
from core.lines import Act, Line, sealed_commitment
from core.position import Position
from core.vault import Vault

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)


class Decided(Struct, Generic[V, A], frozen=True):
    """What seat `seat`, played by `controller`, saw, could do and was asked before line `n`, and its answer:
    None if that was sealed and has not been shown."""

    n: int
    seat: int
    controller: str
    view: V
    legal: Legal[A]
    asked: tuple[Pending, ...]
    action: A | None


def decided(position: Position[S, A, E, V], choices: Vault[A], line: Line) -> Decided[V, A] | None:
    """The decision that a line of this position's past tells of; None if it is no seat's."""
    step = next((step for step in position.steps if step.n == line.n), None)
    if step is None or not isinstance(line.body, Act) or line.body.actor < 0:
        return None
    game, act = position.game, line.body
    state = game.codec.state.decode(step.before)
    mine = (owed for owed in game.pending(state) if owed.seat == act.actor)
    asked = tuple(owed for owed in mine if act.decision in (CLAIM, owed.decision))
    if not asked:
        return None
    if sealed_commitment(act.action) is None:
        action: A | None = game.codec.action_json.decode(act.action)
    else:
        choice = choices.choices.get(line.n)
        action = choice.action if choice is not None and line.n not in game.holds(position.state) else None
    view, legal = game.view(state, act.actor), game.legal(state, act.actor)
    return Decided(line.n, act.actor, step.controller, view, legal, asked, action)
