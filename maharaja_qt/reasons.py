"""Why somebody at a table should do something, or a computer player did: worked out in a worker thread.

What a computer player had before it is told by the table, or stands in a record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from msgspec import Struct, structs

from ai.explain import Why, hint
from core import record
from core.decided import decided
from core.faults import UserError
from core.game import AnyGame, Pending, Refusal
from core.lines import Line
from core.replay import Replay
from core.texts import Texts
from maharaja_qt.client import Client, Position
from net import messages as m
from net.seats import parted


class Reason(Struct, frozen=True):
    """An answer with its why: in which position, by which policy; `played` is what the record has instead,
    if that is something else."""

    position: Position
    policy: str
    why: Why
    played: Struct | None = None


class Decision(Struct, frozen=True):
    """What a computer player had before it, and what it did; None: that was sealed and is not known."""

    position: Position
    policy: str
    played: Struct | None


Past: TypeAlias = Callable[[int], Coroutine[Any, Any, Decision]]
"""The decision of a line. Raises `UserError`."""


def reason(game: AnyGame, position: Position, policy: str) -> Reason:
    """What a policy would answer to the first question of a position. Raises `UserError`."""
    why = hint(game, position.view, position.legal, position.asked[0], policy)
    return Reason(position, policy, why)


def explained(game: AnyGame, decision: Decision) -> Reason:
    """A decision made again by the policy that made it. Raises `UserError`."""
    found = reason(game, decision.position, decision.policy)
    same = found.why.chosen.action == decision.played
    return found if same else structs.replace(found, played=decision.played)


def told_by(client: Client, texts: Texts) -> Past:
    """The past of a table, which whoever hosts it knows."""

    async def past(n: int) -> Decision:
        told, game = await client.look_back(n), client.game
        if isinstance(told, m.Answer):
            raise UserError(texts.refusal(Refusal(told.code, told.rule, dict(told.params))))
        assert game is not None
        codec = game.codec
        view, legal = codec.view.decode(told.view), codec.decode_legal(told.legal)
        asked = tuple(Pending(told.seat, a.decision, a.kind, a.subject) for a in told.asked)
        position = Position(told.seat, told.n, view, legal, asked)
        return Decision(position, parted(told.controller)[0], codec.action.decode(told.action))

    return past


class Decisions:
    """The decisions of a record."""

    def __init__(self, game: AnyGame, path: Path) -> None:
        self._game = game
        self._path = path
        self._one = Lock()
        self._played: Replay[Struct, Struct, Struct, Struct] | None = None
        self._lines: list[Line] = []
        """All that have been played."""

    async def past(self, n: int) -> Decision:
        """The decision of a line, found in a worker thread. Raises `UserError`."""
        return await asyncio.to_thread(self.find, n)

    def find(self, n: int) -> Decision:
        """The decision of line `n`. Raises `UserError`."""
        with self._one:
            played = self._go_on(n)
            line = self._lines[n] if n < len(self._lines) else None
            found = None if line is None else decided(played.position, played.choices, line)
        if found is None:
            raise UserError("That was no decision of a computer player.")
        position = Position(found.seat, n, found.view, found.legal, found.asked)
        return Decision(position, parted(found.controller)[0], found.action)

    def _go_on(self, n: int) -> Replay[Struct, Struct, Struct, Struct]:
        """Plays the record at least up to a line."""
        if self._played is not None and len(self._lines) > n:
            return self._played
        found = record.read(self._path)
        if self._played is None:
            self._played, self._lines = Replay(self._game, found), found.lines[:1]
        for line in found.lines[len(self._lines) : n + 1]:
            self._played.play(line)
            self._lines.append(line)
        return self._played
