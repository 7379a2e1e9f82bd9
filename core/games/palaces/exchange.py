"""Characters change hands (4): one exchange a turn, and whoever is robbed takes another at once."""

from __future__ import annotations

from core.game import Refusal
from core.games.palaces.actions import Exchange
from core.games.palaces.events import Exchanged
from core.games.palaces.pieces import NONE
from core.games.palaces.run import Run
from core.games.palaces.setup import take_character
from core.games.palaces.state import State
from core.rules import rule


@rule("4.9")
def refuse_exchange(s: State, seat: int, action: Exchange) -> Refusal | None:
    """Any character but one's own, once in a round (4)."""
    if s.exchanged:
        return Refusal("exchanged-already", "4.9")
    if not 1 <= action.card <= s.rules.cards:
        return Refusal("no-such-card", "4.9")
    if action.card == s.card[seat]:
        return Refusal("own-card", "4.9", {"card": action.card})
    return None


@rule("4.9", permissive=lambda r, seat, card: None)
def exchange(r: Run, seat: int, card: int) -> None:
    """The old character goes to the bank, the new one comes from there or from its holder (4)."""
    s = r.s
    old = s.card[seat]
    victims = tuple(other for other in range(s.seats) if s.card[other] == card)
    s.card[seat] = card
    s.exchanged = True
    for victim in victims:
        s.card[victim] = 0
        s.robbed, s.phase = victim, "replace"
    r.out.append(Exchanged(seat, card, old, victims))


def replace(r: Run, seat: int, card: int) -> None:
    """A robbed player takes a character from the bank; the turn goes on (4)."""
    take_character(r, seat, card)
    r.s.robbed, r.s.phase = NONE, "turn"
