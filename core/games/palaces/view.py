"""What a seat may see of a position."""

from __future__ import annotations

from msgspec import Struct

from core.games.palaces.pieces import NONE
from core.games.palaces.state import State
from core.rules import rule


class Doable(Struct, frozen=True, array_like=True):
    """An action still to be done in this turn; see `state.Slot`."""

    kind: int
    planned: bool
    done: int


class View(Struct, frozen=True, array_like=True):
    """The position, built field by field. Lists by seat unless said otherwise; see `state.State`.

    `gold` is NONE where it is hidden; `ready` says who has sealed a plan. What was planned is in no state,
    so in no view, before its owner's turn begins.
    """

    phase: str
    cards: int
    goal: int
    in_city: bool
    shared_tie: bool
    hidden_money: bool
    blocked: int
    round: int
    city: int
    track: tuple[int, ...]
    gold: tuple[int, ...]
    card: tuple[int, ...]
    hand: tuple[int, ...]
    quarry: tuple[int, ...]
    houses: tuple[tuple[int, ...], ...]
    palaces: tuple[int, ...]
    centre: tuple[int, ...]
    outer: tuple[tuple[int, ...], ...]
    at: tuple[int, ...]
    chits: tuple[int, ...]
    supply: int
    ready: tuple[bool, ...]
    acted: tuple[bool, ...]
    seat: int
    slots: tuple[Doable, ...]
    built: bool
    exchanged: bool
    spent: bool
    robbed: int
    order: tuple[int, ...]
    lot: int
    high: int
    bidding: tuple[int, ...]


def view_of(s: State, seat: int | None) -> View:
    """All is open but plans and, by option, the gold of others (2)."""
    return View(
        phase=s.phase,
        cards=s.rules.cards,
        goal=s.rules.goal,
        in_city=s.rules.in_city,
        shared_tie=s.rules.shared_tie,
        hidden_money=s.rules.hidden_money,
        blocked=s.blocked,
        round=s.round,
        city=s.city,
        track=tuple(s.track),
        gold=tuple(gold if may_see_gold(s, seat, other) else NONE for other, gold in enumerate(s.gold)),
        card=tuple(s.card),
        hand=tuple(s.hand),
        quarry=tuple(s.quarry),
        houses=tuple(tuple(own) for own in s.houses),
        palaces=tuple(s.palaces),
        centre=tuple(s.centre),
        outer=tuple(tuple(own) for own in s.outer),
        at=tuple(s.at),
        chits=tuple(s.chits),
        supply=s.supply,
        ready=tuple(handle > 0 for handle in s.sealed),
        acted=tuple(s.acted),
        seat=s.seat,
        slots=tuple(Doable(slot.kind, slot.planned, slot.done) for slot in s.slots),
        built=s.built,
        exchanged=s.exchanged,
        spent=s.spent,
        robbed=s.robbed,
        order=tuple(s.order),
        lot=s.lot,
        high=s.high,
        bidding=tuple(s.bidding),
    )


@rule("2.3", permissive=True)
def may_see_gold(s: State, seat: int | None, other: int) -> bool:
    """One's own always; that of others unless it is hidden, and when the game is over."""
    return not s.rules.hidden_money or seat == other or s.phase == "over"
