"""The auction of the first characters (10): seats in turn put one up, and the highest bid has it."""

from __future__ import annotations

from core.game import Refusal
from core.games.palaces import setup
from core.games.palaces.actions import Bid
from core.games.palaces.events import BidMade, Bought, Nominated, Passed
from core.games.palaces.pieces import NONE
from core.games.palaces.run import Run
from core.games.palaces.state import State
from core.rules import rule


def nominate(r: Run, seat: int, card: int) -> None:
    """Opens the auction of a character with a bid of 0; the others without one may bid, clockwise."""
    s = r.s
    s.lot, s.high, s.seat, s.phase = card, 0, seat, "bid"
    others = [(seat + n) % s.seats for n in range(1, s.seats)]
    s.bidding = [other for other in others if not s.card[other]]
    r.out.append(Nominated(seat, card))
    go_on(r)


@rule("10.2")
def refuse_bid(s: State, seat: int, action: Bid) -> Refusal | None:
    """More than the last bid, and no more than one has (10)."""
    if action.gold <= s.high:
        return Refusal("bid-too-low", "10.2", {"gold": s.high})
    if action.gold > s.gold[seat]:
        return Refusal("no-gold", "10.2", {"gold": action.gold})
    return None


def bid(r: Run, seat: int, gold: int) -> None:
    """The one who bid most before may now bid again."""
    s = r.s
    s.bidding = [*s.bidding[1:], s.seat]
    s.high, s.seat = gold, seat
    r.out.append(BidMade(seat, s.lot, gold))
    go_on(r)


def pass_(r: Run, seat: int, *, short: bool = False) -> None:
    """Is out of this auction."""
    r.s.bidding.remove(seat)
    r.out.append(Passed(seat, r.s.lot, short))
    if not short:
        go_on(r)


def go_on(r: Run) -> None:
    """Whoever cannot bid more passes; when nobody is left the character is sold."""
    s = r.s
    while s.bidding and s.gold[s.bidding[0]] <= s.high:
        pass_(r, s.bidding[0], short=True)
    if not s.bidding:
        sell(r)


@rule("10.2", permissive=lambda r: setup.take_character(r, r.s.seat, r.s.lot))
def sell(r: Run) -> None:
    """The highest bid is paid to the bank; the last player without a character picks one for nothing (10)."""
    s = r.s
    buyer, card = s.seat, s.lot
    r.pay(buyer, s.high)
    s.card[buyer] = card
    r.out.append(Bought(buyer, card, s.high))
    s.lot, s.high, s.seat = NONE, 0, NONE
    s.phase = "character" if s.card.count(0) == 1 else "nominate"
    setup.after_characters(r)
