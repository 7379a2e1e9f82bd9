"""The set-up (2): governors, pieces, characters one after the other, and the first houses."""

from __future__ import annotations

from collections.abc import Mapping

from core.ctx import Ctx
from core.game import Refusal
from core.games.palaces.actions import Action, Character, Found
from core.games.palaces.board import Board
from core.games.palaces.events import CardTaken, Event, Founded, SetUp, Supplied
from core.games.palaces.pieces import (
    CHITS,
    FIRST_HOUSES,
    LAST_BOX,
    MORE_HOUSES,
    NONE,
    PALACES,
    QUARRY_HOUSES,
    START_GOLD,
    Card,
)
from core.games.palaces.run import Run
from core.games.palaces.state import Rules, State
from core.options import OptionValue
from core.rules import rule

USUAL = "usual"
"""As it is usual: on in the advanced game, else off."""


def begin(
    b: Board, options: Mapping[str, OptionValue], seats: int, ctx: Ctx[Action]
) -> tuple[State, list[Event]]:
    """The board as the game begins; the first question is about characters."""
    advanced = bool(options["advanced"])
    governors = ctx.shuffle(b.start)
    first = 0 if options["chooser"] == "first" else ctx.roll(1, seats)[0] - 1
    state = State(
        rules=Rules(
            cards=Card.YOGI if advanced else Card.ARTISAN,
            goal=int(options["goal"]),
            in_city=options["payout_row"] == "in_city",
            shared_tie=options["last_tie"] == "shared",
            hidden_money=bool(options["hidden_money"]),
        ),
        phase="nominate" if _on(options["auction"], advanced) else "character",
        decision=1,
        gold=[START_GOLD] * seats,
        card=[0] * seats,
        hand=[FIRST_HOUSES] * seats,
        quarry=[QUARRY_HOUSES + MORE_HOUSES] * seats,
        houses=[[0] * b.places for _ in range(seats)],
        palaces=[PALACES] * seats,
        centre=[NONE] * b.start,
        outer=[[0] * b.start for _ in range(seats)],
        blocked=blocked_sites(seats, on=_on(options["blocked"], advanced)),
        at=[b.start] * seats,
        track=[*governors, *[NONE] * LAST_BOX],
        bank=0,
        chits=[0] * seats,
        supply=CHITS if advanced else 0,
        order=[(first + n) % seats for n in range(seats)],
        sealed=[0] * seats,
        acted=[False] * seats,
    )
    return state, [SetUp(tuple(governors), first)]


def _on(chosen: OptionValue, advanced: bool) -> bool:
    """An option that is usual in the advanced game."""
    return advanced if chosen == USUAL else chosen == "on"


@rule("9.2", permissive=0)
def blocked_sites(seats: int, *, on: bool) -> int:
    """With fewer than five players a palace of an unused colour stands on one outer site of each city (9)."""
    return int(on and seats < 5)


# Characters.


@rule("2.5")
def refuse_character(s: State, action: Character) -> Refusal | None:
    """Only one that lies in the bank (2, 4)."""
    if action.card not in s.in_bank():
        return Refusal("not-in-bank", "2.5", {"card": action.card})
    return None


def take_character(r: Run, seat: int, card: int) -> None:
    """Lays a character from the bank before a seat."""
    r.s.card[seat] = card
    r.out.append(CardTaken(seat, card))


def choosing(s: State) -> int:
    """The seat that takes the next character of the set-up."""
    return next(seat for seat in s.order if not s.card[seat])


def after_characters(r: Run) -> None:
    """Once everybody has a character the first houses are placed."""
    if 0 not in r.s.card:
        r.s.phase = "found"


# First houses.


@rule("2.6", permissive=0)
def founder(s: State) -> int:
    """In order of characters, one house at a time, four rounds (2)."""
    return s.by_number()[s.founded % s.seats]


@rule("1.1", "9.1", permissive=True)
def has_room(s: State, village: int) -> bool:
    """At most two houses stand in a village, with two players one (1, 9)."""
    return s.houses_at(village) < (1 if s.seats == 2 else 2)


def open_villages(b: Board, s: State) -> list[int]:
    """Villages that have room for a house."""
    return [village for village in b.villages if has_room(s, village)]


def refuse_found(b: Board, s: State, action: Found) -> Refusal | None:
    """A village with room (2)."""
    if action.place not in b.villages:
        return Refusal("not-a-village", "2.6", {"place": action.place})
    if not has_room(s, action.place):
        return Refusal("no-room", "1.1", {"place": action.place})
    return None


def found(r: Run, seat: int, place: int) -> None:
    """Places a house free of charge; after the last all take their other houses (2)."""
    s = r.s
    s.houses[seat][place] += 1
    s.hand[seat] -= 1
    s.founded += 1
    r.out.append(Founded(seat, place))
    if s.founded == FIRST_HOUSES * s.seats:
        supply(r)
        s.phase = "plan"


@rule("2.7", permissive=lambda r: None)
def supply(r: Run) -> None:
    """Each takes six more houses (2)."""
    for seat in range(r.s.seats):
        r.s.hand[seat] += MORE_HOUSES
        r.s.quarry[seat] -= MORE_HOUSES
    r.out.append(Supplied(MORE_HOUSES))
