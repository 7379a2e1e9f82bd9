"""Secret choices of computer players that went with a host's memory.

A person's program keeps what it has sealed and sends it again. What a computer player of the host had
sealed is kept by nobody, or the host could read it; another choice takes its place, and the record shows
that, or the table would wait for ever.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from net.play import AnyTable

_LOOKED_AT: Final = 1_000


def reseal_for_computers(table: AnyTable, rng: Random) -> None:
    """Chooses again, by chance among what was legal then, for every choice a computer player had sealed."""
    game = table.game
    for handle, seat in table.owed().items():
        step = next(step for step in table.position.steps if step.n == handle)
        if not step.controller.startswith("ai:"):
            continue
        then = game.legal(game.codec.state.decode(step.before), seat)
        could = [
            action
            for action in then.expand(_LOOKED_AT)
            if isinstance(action, game.codec.sealed)
            and game.refuse_reseal(table.position.state, seat, action) is None
        ]
        if could:
            table.reseal(seat, handle, rng.choice(could))
