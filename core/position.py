"""A position and the way to it: what a live table and a replay have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Generic, TypeVar

from msgspec import Struct

from core.ctx import Ctx
from core.game import HOST, Game, HostAction, Outcome, Pending, Sealed
from core.options import OptionValue

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)


class Step(Struct, Generic[E]):
    """One line that changed the position: who did it and what came of it.

    `before` is the encoded state to go back to. `barrier` names why undo may not cross the step
    ('' = it may): end, host, dice, reveal, hand-over, or the tag of an event of the game.
    """

    n: int
    at_ms: int
    actor: int
    controller: str
    events: list[E]
    before: bytes
    barrier: str
    undone: bool = False


class Mark(Struct, frozen=True):
    """A point in the life of a position."""

    snapshot: bytes
    digest: bytes
    opened_at: dict[Pending, int]
    steps: int


class Position(Generic[S, A, E, V]):
    """A game's state with its snapshot, digest, owed decisions and steps.

    `opening` is what happened in the set-up, which no line did and nothing undoes. `opened_at` tells for
    each pending decision the line since which its answer is awaited. A digest chains BLAKE2b-128 over the
    snapshots of all positions so far.
    """

    def __init__(
        self,
        game: Game[S, A, E, V],
        options: Mapping[str, OptionValue],
        controllers: Sequence[str],
        ctx: Ctx[A],
    ) -> None:
        self.game = game
        self.options = options
        self.controllers = list(controllers)
        self.keys = [""] * len(self.controllers)
        self.steps: list[Step[E]] = []
        self.state, self.opening = game.new(options, len(self.controllers), ctx)
        self.bytes = game.codec.encode(self.state)
        self.digest = _chain(b"", self.bytes)
        self.opened_at: dict[Pending, int] = {}
        self._look(0, None)

    def advance(self, n: int, actor: int, action: A | Sealed | HostAction, ctx: Ctx[A]) -> Step[E]:
        """Applies line `n`. Whatever is raised on the way, the position is then as before."""
        mark = self.mark()
        try:
            events = self.game.apply(self.state, actor, action, ctx)
            self.bytes = self.game.codec.encode(self.state)
            self.digest = _chain(mark.digest, self.bytes)
            self._look(n, actor)
            barrier = self._barrier(actor, events, ctx, mark.opened_at)
        except BaseException:
            self.reset(mark)
            raise
        controller = "host" if actor == HOST else self.controllers[actor]
        step = Step(n, ctx.now_ms, actor, controller, events, mark.snapshot, barrier)
        self.steps.append(step)
        return step

    def mark(self) -> Mark:
        """Where `reset` can come back to, as long as nothing has been undone since."""
        return Mark(self.bytes, self.digest, self.opened_at, len(self.steps))

    def reset(self, mark: Mark) -> None:
        """Back to a mark, as if nothing had happened since."""
        self._restore(mark.snapshot)
        self._look(0, None)
        self.digest = mark.digest
        self.opened_at = mark.opened_at
        del self.steps[mark.steps :]

    def before(self, to: int, now_ms: int) -> bytes:
        """The snapshot to go back to when line `to`, a step that still counts, is undone at this time."""
        step = next(step for step in self.steps if step.n >= to and not step.undone)
        state = self.game.codec.state.decode(step.before)
        self.game.rewound(state, now_ms - step.at_ms)
        return self.game.codec.encode(state)

    def go_back(self, n: int, to: int, snapshot: bytes) -> None:
        """Line `n` undoes line `to` and all later ones; `snapshot` is what `before` gave."""
        for step in self.steps:
            if step.n >= to:
                step.undone = True
        self._restore(snapshot)
        self.digest = self.digest_with(snapshot)
        self._look(n, None)

    def last(self) -> Step[E] | None:
        """The last step that still counts."""
        return next((step for step in reversed(self.steps) if not step.undone), None)

    def counts(self, n: int) -> bool:
        """Is line `n` a step that has not been undone?"""
        return any(step.n == n and not step.undone for step in self.steps)

    def digest_with(self, snapshot: bytes) -> bytes:
        """The digest once this snapshot is the position."""
        return _chain(self.digest, snapshot)

    def _restore(self, snapshot: bytes) -> None:
        self.bytes = snapshot
        self.state = self.game.codec.state.decode(snapshot)

    def _look(self, n: int, actor: int | None) -> None:
        """Who owes what after line `n` by `actor` (None: a position that nobody acted to reach)."""
        self.pending: tuple[Pending, ...] = self.game.pending(self.state)
        self.outcome: Outcome | None = self.game.outcome(self.state)
        # A question that stays as it was is as fresh as it was: somebody else's answer, claim or pause
        # does not make mine stale. After an undo all is asked anew.
        old = {} if actor is None else self.opened_at
        self.opened_at = {p: old.get(p, n) for p in self.pending}

    def _barrier(self, actor: int, events: list[E], ctx: Ctx[A], owed: Mapping[Pending, int]) -> str:
        if self.outcome is not None:
            return "end"
        if actor == HOST:
            return "host"
        if ctx.rolls:
            return "dice"
        if ctx.opened or ctx.judgements:
            return "reveal"
        for event in events:
            if self.game.barrier(event):
                return str(event.__struct_config__.tag)
        if any(p.seat != actor and p not in owed for p in self.pending):
            return "hand-over"
        return ""


def _chain(previous: bytes, snapshot: bytes) -> bytes:
    return blake2b(snapshot, key=previous, digest_size=16).digest()
