"""What of all that happened somebody who was away for a while wants to know first."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from msgspec import Struct

from core.games.empires.events import BattleEnded, FactoryFell, Lost, Replaced, Submitted

MOST: Final = 3
_LEADING: Final = ("nation", "enemy", "by", "attacker", "successor")
"""The fields of nations."""
_BY_DICE: Final = "dice"
"""Such losses are told with the end of their battle."""


def headlines(events: Sequence[Struct], ours: Container[int]) -> list[Struct]:
    """The latest ends of battles, submissions and losses, those of our nations first; in their order.

    What our nations did themselves is no news, though an enemy's answer may have ended it.
    """
    news = (e for e in events if _doer(e) not in ours)
    told = [e for e in news if isinstance(e, BattleEnded | FactoryFell | Replaced | Submitted) or _lost(e)]
    near = [i for i, e in enumerate(told) if any(getattr(e, f, -1) in ours for f in _LEADING)][-MOST:]
    far = [i for i in range(len(told)) if i not in near]
    return [told[i] for i in sorted(near + far[max(0, len(far) - MOST + len(near)) :])]


def _doer(event: Struct) -> int:
    match event:
        case BattleEnded():
            return event.nation
        case FactoryFell():
            return event.by
        case Submitted():
            return event.attacker
    return -1


def _lost(event: Struct) -> bool:
    return isinstance(event, Lost) and event.why != _BY_DICE
