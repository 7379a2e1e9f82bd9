"""Why somebody at a table should do something, or a computer player did: worked out in a worker thread."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from msgspec import Struct, structs

from ai.explain import Why, hint
from core import record
from core.faults import UserError
from core.game import CLAIM, AnyGame
from core.lines import Act, Line, sealed_commitment
from core.replay import Replay
from maharaja_qt.client import Position
from net.seats import parted


class Reason(Struct, frozen=True):
    """An answer with its why: in which position, by which policy; `played` is what the record has instead,
    if that is something else."""

    position: Position
    policy: str
    why: Why
    played: Struct | None = None


def reason(game: AnyGame, position: Position, policy: str) -> Reason:
    """What a policy would answer to the first question of a position. Raises `UserError`."""
    why = hint(game, position.view, position.legal, position.asked[0], policy)
    return Reason(position, policy, why)


class Decisions:
    """The decisions of a record, which may grow meanwhile."""

    def __init__(self, game: AnyGame, path: Path) -> None:
        self._game = game
        self._path = path
        self._one = Lock()
        self._played: Replay[Struct, Struct, Struct, Struct] | None = None
        self._lines: list[Line] = []
        """All that have been played."""

    def why(self, n: int) -> Reason:
        """The decision of line `n`, made again by the policy that made it. Raises `UserError`."""
        with self._one:
            played = self._go_on(n)
            line = self._lines[n] if n < len(self._lines) else None
        step = next((step for step in played.position.steps if step.n == n), None)
        if line is None or step is None or not isinstance(line.body, Act):
            raise UserError(f"{self._path.name}: line {n + 1} is no decision")
        game, act = self._game, line.body
        state = game.codec.state.decode(step.before)
        mine = [owed for owed in game.pending(state) if owed.seat == act.actor]
        asked = tuple(owed for owed in mine if act.decision in (CLAIM, owed.decision))
        if not asked:
            raise UserError(f"{self._path.name}: line {n + 1} answers nothing")
        position = Position(act.actor, n, game.view(state, act.actor), game.legal(state, act.actor), asked)
        found = reason(game, position, parted(step.controller)[0])
        sealed = sealed_commitment(act.action) is not None
        done = played.choices.plain(n) if sealed else game.codec.action_json.decode(act.action)
        return found if found.why.chosen.action == done else structs.replace(found, played=done)

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
