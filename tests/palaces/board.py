"""Positions of the palace game, put together by hand, and short words for what happens in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.ctx import Ctx
from core.dice import SeededDice
from core.game import Outcome, Sealed
from core.games.palaces import game
from core.games.palaces.actions import Action, Done, Plan, Withdraw
from core.games.palaces.events import Event
from core.games.palaces.pieces import HOUSES, NONE, PALACES, START_GOLD, Kind
from core.games.palaces.state import Slot
from core.options import OptionValue, complete

B = game.board
START = B.start
GOLD, HOUSE, TWO, MOVE, QUARRY, PALACE, BOTH, TRACK, SWAP = (Kind(number) for number in range(9))
BUILDER = Kind.BUILDER
MOGUL, TRADER, SADHU, MONK, WORKER, ARTISAN, YOGI = range(1, 8)
IDLE = (GOLD, GOLD)


def place(name: str) -> int:
    """The number of a city or village."""
    return B.names.index(name)


def road(a: str, b: str) -> int:
    """The road between two cities."""
    ends = {place(a), place(b)}
    return next(number for number, each in enumerate(B.roads) if set(each.ends) == ends)


def villages(a: str, b: str) -> list[str]:
    """The villages on the road between two cities."""
    return [B.names[village] for village in B.roads[road(a, b)].villages]


class Plans:
    """The sealed plans; a handle is the seat's number and 1."""

    def __init__(self, plans: Mapping[int, Plan]) -> None:
        self.plans = dict(plans)

    def plain(self, handle: int) -> Plan:
        return self.plans[handle - 1]


class Board:
    """A position in the turn of a seat, unless another phase is asked for.

    Seats have the characters 1, 2, 3 ... and 15 gold unless said otherwise; `houses` and `outer` are
    seat -> name -> number, `centre` name -> seat. The Maharaja is in the first city of the file.
    """

    def __init__(
        self,
        seats: int = 3,
        *,
        plan: tuple[int, int] = IDLE,
        plans: Mapping[int, tuple[int, int]] | None = None,
        turn: int = 0,
        cards: Sequence[int] = (),
        gold: Mapping[int, int] | None = None,
        at: Mapping[int, str] | None = None,
        houses: Mapping[int, Mapping[str, int]] | None = None,
        hand: Mapping[int, int] | None = None,
        quarry: Mapping[int, int] | None = None,
        centre: Mapping[str, int] | None = None,
        outer: Mapping[int, Mapping[str, int]] | None = None,
        acted: Sequence[int] = (),
        city: str = "",
        chits: Mapping[int, int] | None = None,
        **options: OptionValue,
    ) -> None:
        self.game = game
        chosen = complete(game.meta.options, options)
        self.state, self.opening = game.new(chosen, seats, Ctx(0, SeededDice(b"set-up"), Plans({})))
        s = self.state
        s.phase, s.seat, s.round = "turn", turn, 1
        s.card = list(cards) or list(range(1, seats + 1))
        for seat, pieces in (gold or {}).items():
            s.bank -= pieces - START_GOLD
            s.gold[seat] = pieces
        for seat, name in (at or {}).items():
            s.at[seat] = place(name)
        for seat, placed in (houses or {}).items():
            for name, number in placed.items():
                s.houses[seat][place(name)] = number
        for seat in range(seats):
            rest = HOUSES - sum(s.houses[seat])
            s.hand[seat] = rest - quarry[seat] if quarry and seat in quarry else (hand or {}).get(seat, 6)
            s.quarry[seat] = rest - s.hand[seat]
        for name, seat in (centre or {}).items():
            s.centre[place(name)] = seat
        for seat, built in (outer or {}).items():
            for name, number in built.items():
                s.outer[seat][place(name)] = number
        s.palaces = [PALACES - s.built_palaces(seat) for seat in range(seats)]
        for seat, number in (chits or {}).items():
            s.chits[seat], s.supply = number, s.supply - number
        s.city = place(city) if city else 0
        s.track = [NONE, *[c for c in range(START) if c != s.city], s.city, *[NONE] * 9]
        s.slots = [Slot(kind, planned=True) for kind in plan]
        s.sealed = [seat + 1 for seat in range(seats)]
        s.acted = [seat in acted for seat in range(seats)]
        mine = {seat: Plan(*sorted((plans or {}).get(seat, IDLE))) for seat in range(seats)}
        self.plans = Plans(mine)
        game.invariants(s)

    def act(self, action: Action, seat: int | None = None) -> list[Event]:
        """Does what has to be legal; the events."""
        actor = self.asked()[0] if seat is None else seat
        refusal = game.refuse(self.state, actor, action)
        assert refusal is None, refusal
        assert game.legal(self.state, actor).contains(action), f"{action} is not listed"
        done: Action | Sealed = action
        if isinstance(action, Plan):
            self.plans.plans[actor], done = action, Sealed(actor + 1)
        events = game.apply(self.state, actor, done, Ctx(0, SeededDice(b"none"), self.plans))
        assert events
        game.invariants(self.state)
        return events

    def acts(self, *actions: Action) -> list[Event]:
        """One after the other by whoever is asked; the events of all."""
        return [event for action in actions for event in self.act(action)]

    def refused(self, action: Action, seat: int | None = None) -> str:
        """The code by which something is refused, '' if it is not."""
        actor = self.asked()[0] if seat is None else seat
        refusal = game.refuse(self.state, actor, action)
        legal = game.legal(self.state, actor)
        assert legal.contains(action) == (refusal is None), f"{action}: listed {refusal is not None}"
        return refusal.code if refusal else ""

    def asked(self) -> tuple[int, str]:
        """The seat that is asked first, and the kind of question."""
        pending = game.pending(self.state)[0]
        return pending.seat, pending.kind

    def waiting(self) -> list[int]:
        """All who owe an answer."""
        return [pending.seat for pending in game.pending(self.state)]

    def end_round(self) -> list[Event]:
        """Everybody ends the turn until all plan again or the game is over."""
        events: list[Event] = []
        while self.state.phase == "turn":
            events += self.act(Done())
        return events

    def plan(self, *plans: tuple[int, int]) -> list[Event]:
        """All seal these plans, in order of seats; the events of the last."""
        events: list[Event] = []
        for seat, kinds in enumerate(plans):
            events = self.act(Plan(*sorted(kinds)), seat)
        return events

    def withdraw(self, seat: int) -> list[Event]:
        """Takes a plan back."""
        return self.act(Withdraw(), seat)

    def owns(self, seat: int, name: str) -> int:
        """Houses of a seat in a place."""
        return self.state.houses[seat][place(name)]

    @property
    def gold(self) -> list[int]:
        """Of all seats."""
        return self.state.gold

    @property
    def outcome(self) -> Outcome | None:
        """The result."""
        return game.outcome(self.state)


def begun(seats: int = 3, *, governors: Sequence[int] = (), **options: OptionValue) -> Board:
    """A game as it begins, the first question open."""
    board = Board(seats)
    chosen = complete(game.meta.options, {"chooser": "first", **options})
    board.state, board.opening = game.new(chosen, seats, Ctx(0, SeededDice(b"begin"), Plans({})))
    if governors:
        board.state.track[: len(governors)] = governors
    return board
