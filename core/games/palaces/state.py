"""The position: what stands where, who has what, and what is being done."""

from __future__ import annotations

from msgspec import Struct

from core.games.palaces.pieces import NONE


class Slot(Struct, array_like=True):
    """An action that the seat whose turn it is may still do.

    `planned`: it stands on the disc, so that the others are paid if it is not done; else it came from a
    chit. `done`: mask of the parts done; of two houses the first and the second, of palace and house
    the palace and the house.
    """

    kind: int
    planned: bool
    done: int = 0


class Rules(Struct, frozen=True, array_like=True):
    """The options of this game; `goal`: palaces that end it, `cards`: 6, or 7 with the Yogi."""

    cards: int
    goal: int
    in_city: bool
    shared_tie: bool
    hidden_money: bool


class State(Struct, array_like=True):
    """Everything the rules need, in small numbers. Lists by seat unless said otherwise."""

    rules: Rules
    phase: str
    """character, nominate, bid, found, plan, turn, replace, over."""
    decision: int
    gold: list[int]
    card: list[int]
    """The character, 0 before there is one."""
    hand: list[int]
    """Houses at hand."""
    quarry: list[int]
    houses: list[list[int]]
    """Seat, place -> its houses there."""
    palaces: list[int]
    """Palaces not built yet."""
    centre: list[int]
    """City -> seat with the centre palace, or NONE."""
    outer: list[list[int]]
    """Seat, city -> its palaces on outer sites."""
    blocked: int
    """Outer sites of each city that a palace of nobody stands on (9)."""
    at: list[int]
    """Where the architect is."""
    track: list[int]
    """Box, the lowest first -> governor (a city), or NONE."""
    bank: int
    """Gold the bank has been given since the set-up, less what it gave."""
    chits: list[int]
    supply: int
    """Chits that can still be taken."""

    order: list[int]
    """Seats in the order in which they choose characters."""
    lot: int = NONE
    """The card under the hammer."""
    high: int = 0
    """The highest bid for it, by `seat`; `bidding` are the others who may still bid, the next first."""
    bidding: list[int] = []
    founded: int = 0
    """Houses placed in the set-up."""

    round: int = 0
    city: int = NONE
    """Where the Maharaja is; NONE on the start place."""
    sealed: list[int] = []
    """Handle of the plan for this round, 0 none yet."""
    acted: list[bool] = []
    seat: int = NONE
    """Whose turn it is (of an auction: who bid most)."""
    slots: list[Slot] = []
    built: bool = False
    """The Builder's power has been used in this turn."""
    exchanged: bool = False
    spent: bool = False
    """A chit has been spent in this turn."""
    robbed: int = NONE
    """Who has to take another character."""

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.gold)

    def begun(self) -> Slot | None:
        """The action that has been done in part."""
        return next((slot for slot in self.slots if slot.done), None)

    def in_bank(self) -> list[int]:
        """The characters nobody has, by number."""
        return [card for card in range(1, self.rules.cards + 1) if card not in self.card]

    def houses_at(self, place: int) -> int:
        """All houses in a place."""
        return sum(own[place] for own in self.houses)

    def built_palaces(self, seat: int) -> int:
        """Palaces of a seat on the board."""
        return self.centre.count(seat) + sum(self.outer[seat])

    def by_number(self) -> list[int]:
        """All seats, the lowest character first (3)."""
        return sorted(range(self.seats), key=lambda seat: self.card[seat])
