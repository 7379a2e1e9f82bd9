"""Who is asked what in each phase, what may be answered, why not, and what an answer does."""

from __future__ import annotations

from core.game import Pending, Refusal
from core.games.palaces import auction, exchange, rounds, setup, turn
from core.games.palaces.actions import Action, Bid, Character, Found, Nominate, Pass, Plan
from core.games.palaces.board import Board
from core.games.palaces.offers import Bids, Offers, Plain, Plans
from core.games.palaces.run import Run
from core.games.palaces.state import State


def pending(s: State) -> tuple[Pending, ...]:
    """One decision, in planning the same for all who owe a plan."""
    match s.phase:
        case "character" | "nominate":
            return (Pending(setup.choosing(s), s.decision, s.phase),)
        case "bid":
            return (Pending(s.bidding[0], s.decision, s.phase, (s.lot, s.high, s.seat)),)
        case "found":
            return (Pending(setup.founder(s), s.decision, s.phase),)
        case "plan":
            waiting = (seat for seat in range(s.seats) if not s.sealed[seat])
            return tuple(Pending(seat, s.decision, s.phase, (s.round, s.city)) for seat in waiting)
        case "turn":
            return (Pending(s.seat, s.decision, s.phase, (s.city,)),)
        case "replace":
            return (Pending(s.robbed, s.decision, s.phase, (s.seat, s.card[s.seat])),)
        case _:
            return ()


def offers(b: Board, s: State, seat: int) -> list[Offers]:
    """All answers of a seat that is asked; never empty."""
    match s.phase:
        case "character" | "replace":
            return [Plain(tuple(Character(card) for card in s.in_bank()))]
        case "nominate":
            return [Plain(tuple(Nominate(card) for card in s.in_bank()))]
        case "bid":
            return [Plain((Pass(),)), Bids(s.high + 1, s.gold[seat])]
        case "found":
            return [Plain(tuple(Found(village) for village in setup.open_villages(b, s)))]
        case "plan":
            return [Plans()]
        case _:
            return list(turn.offers(b, s, seat))


def refuse(b: Board, s: State, seat: int, action: Action) -> Refusal | None:
    """Why a seat that is asked cannot answer so."""
    match s.phase, action:
        case (("character" | "replace"), Character()):
            return setup.refuse_character(s, action)
        case "nominate", Nominate(card):
            return setup.refuse_character(s, Character(card))
        case "bid", Bid():
            return auction.refuse_bid(s, seat, action)
        case "bid", Pass():
            return None
        case "found", Found():
            return setup.refuse_found(b, s, action)
        case "plan", Plan():
            return rounds.refuse_plan(action)
        case "turn", _:
            return turn.refuse(b, s, seat, action)
        case _:
            return Refusal("not-asked", "3.4")


def apply(r: Run, seat: int, action: Action) -> None:
    """Carries an open answer out; plans come sealed and by another way."""
    match r.s.phase, action:
        case "replace", Character(card):
            exchange.replace(r, seat, card)
        case _, Character(card):
            setup.take_character(r, seat, card)
            setup.after_characters(r)
        case _, Nominate(card):
            auction.nominate(r, seat, card)
        case _, Bid(gold):
            auction.bid(r, seat, gold)
        case _, Pass():
            auction.pass_(r, seat)
        case _, Found(place):
            setup.found(r, seat, place)
        case _:
            turn.apply(r, seat, action)
