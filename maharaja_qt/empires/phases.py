"""The steps of a nation's turn, for the header."""

from __future__ import annotations

from typing import Final

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.view import View
from core.texts import Texts

_USUAL: Final = ("growth", "arrivals", "march", "battle", "land", "colonies")
_MAJOR: Final = ("growth", "arrivals", "march", "battle", "again", "land", "battle", "colonies")
"""In a Major Invasion all march and fight twice, and what the land feeds is looked at before the second
battles (6.0, 7.4)."""
_PHASE_OF: Final = {
    "growth": "growth", "vacant": "growth", "removal": "growth", "arrival": "arrivals", "leader": "arrivals",
    "arms-in": "arrivals", "move": "march", "leave": "march", "stacking": "march", "submission": "march",
    "withdrawal": "march", "withdrawal-escort": "march", "last-attack": "battle", "battle": "battle",
    "battle-loss": "battle", "retreat": "battle", "fall-back": "battle", "landing": "battle",
    "factories": "colonies", "permission": "colonies", "arms": "colonies", "arms-offer": "colonies",
    "alliance": "march", "price": "march", "overpopulation": "land",
}  # fmt: skip


def phases(c: Charts, texts: Texts, view: View, kind: str) -> tuple[tuple[str, str], ...]:
    """(name, `past` | `now` | `next`) in the order of the turn; `kind`: the question put now."""
    chart = c.setups[view.setup].turns[view.turn].nations[view.nation] if view.nation != NONE else None
    steps = _MAJOR if chart is not None and chart.major else _USUAL
    now = -1
    if kind in _PHASE_OF:
        wanted = _PHASE_OF[kind]
        second = steps is _MAJOR and view.cycle > 1
        if second and wanted == "march":
            wanted = "again"
        last = len(steps) - 1 - steps[::-1].index(wanted)
        now = last if second else steps.index(wanted)
    states = ("past" if i < now else "now" if i == now else "next" for i in range(len(steps)))
    return tuple((texts.say("phase", step, {}), state) for step, state in zip(steps, states, strict=True))
