"""A player's turn (3, 4): the two planned actions in any order, with travel and power wherever wished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from core.game import Refusal
from core.games.palaces import building, exchange, track, travel
from core.games.palaces.actions import (
    Action,
    Build,
    BuildPalace,
    Done,
    Exchange,
    Leave,
    MoveHouse,
    Pull,
    Quarry,
    SpendChit,
    TakeGold,
    Travel,
)
from core.games.palaces.board import Board
from core.games.palaces.building import FIRST, SECOND
from core.games.palaces.events import (
    ChitSpent,
    ChitTaken,
    Gained,
    LeftOver,
    Revealed,
    Traded,
    TurnEnded,
    Undone,
)
from core.games.palaces.offers import Moves, Offers, Plain
from core.games.palaces.pieces import (
    DISC,
    GOLD_TAKEN,
    HOUSES_TAKEN,
    NONE,
    TRADER_GOLD,
    UNDONE_GOLD,
    Card,
    Kind,
)
from core.games.palaces.run import Run
from core.games.palaces.state import Slot, State
from core.rules import rule

Doing: TypeAlias = TakeGold | Quarry | Build | BuildPalace | MoveHouse | Pull | Exchange
"""What uses up an action of the disc, a part of one, or the Builder's power."""

_KIND = {TakeGold: Kind.GOLD, Quarry: Kind.QUARRY, Pull: Kind.TRACK, Exchange: Kind.EXCHANGE}


# A turn begins.


def _by_seat(s: State) -> int:
    return next((seat for seat, acted in enumerate(s.acted) if not acted), NONE)


@rule("3.4", permissive=_by_seat)
def next_seat(s: State) -> int:
    """Of those who have not acted, whoever has the lowest character now; NONE when all have (3)."""
    return next((seat for seat in s.by_number() if not s.acted[seat]), NONE)


def begin(r: Run, seat: int, first: int, second: int) -> None:
    """The plan is shown; Trader and Yogi get what is theirs at the start of a turn (5)."""
    s = r.s
    s.phase, s.seat = "turn", seat
    s.slots = [Slot(first, planned=True), Slot(second, planned=True)]
    s.built = s.exchanged = s.spent = False
    r.out.append(Revealed(seat, first, second))
    trade(r, seat)
    take_chit(r, seat)


@rule("5.2", permissive=lambda r, seat: None)
def trade(r: Run, seat: int) -> None:
    """The Trader gets 1 gold at the start of the own turn (5)."""
    if r.s.card[seat] == Card.TRADER:
        r.gain(seat, TRADER_GOLD)
        r.out.append(Traded(seat, TRADER_GOLD))


@rule("5.7", "10.1", permissive=lambda r, seat: None)
def take_chit(r: Run, seat: int) -> None:
    """The Yogi takes a chit at the start of the own turn, while there are some (10)."""
    if r.s.card[seat] == Card.YOGI and r.s.supply:
        r.s.supply -= 1
        r.s.chits[seat] += 1
        r.out.append(ChitTaken(seat))


# What may be done.


def kind_of(action: Doing) -> int:
    """The kind of action of the disc, or BUILDER."""
    if isinstance(action, Build | BuildPalace | MoveHouse):
        return action.by
    return _KIND[type(action)]


def slot_for(s: State, kind: int) -> Slot | None:
    """The action of this kind to be done next: one that is begun, else a planned one, else the chit's."""
    fitting = [slot for slot in s.slots if slot.kind == kind]
    return min(fitting, key=lambda slot: (not slot.done, not slot.planned), default=None)


@rule("3.3", "4.12")
def refuse_kind(s: State, seat: int, kind: int) -> Refusal | None:
    """Only what is planned and not done yet; an action that is begun comes before all others (3, 4)."""
    begun = s.begun()
    if begun is not None and kind != begun.kind:
        return Refusal("finish-first", "4.12", {"kind": begun.kind})
    if kind == Kind.BUILDER:
        return refuse_power(s, seat)
    return None if slot_for(s, kind) else Refusal("not-planned", "3.3")


@rule("5.5")
def refuse_power(s: State, seat: int) -> Refusal | None:
    """The Builder builds or moves one house more, once in the own turn (5, 11)."""
    if s.card[seat] != Card.BUILDER:
        return Refusal("no-builder", "5.5")
    return Refusal("built-already", "5.5") if s.built else None


@rule("4.7", permissive=None)
def refuse_part(s: State, action: Doing) -> Refusal | None:
    """Of palace and house each can be done once, in either order (4)."""
    slot = slot_for(s, kind_of(action))
    if slot is not None and slot.kind == Kind.PALACE_HOUSE and slot.done & _part(slot, action):
        return Refusal("part-done", "4.7")
    return None


@rule("10.1")
def refuse_chit(s: State, seat: int, action: SpendChit) -> Refusal | None:
    """One chit in a turn, for an action of any kind (10)."""
    if not 0 <= action.kind < DISC:
        return Refusal("no-such-action", "10.1")
    if s.spent or not s.chits[seat]:
        return Refusal("no-chit", "10.1")
    begun = s.begun()
    return None if begun is None else Refusal("finish-first", "4.12", {"kind": begun.kind})


def refuse(b: Board, s: State, seat: int, action: Action) -> Refusal | None:
    """Why the seat whose turn it is cannot do this; None if it can."""
    match action:
        case Done():
            return None
        case Leave():
            return None if s.begun() else Refusal("nothing-begun", "4.10")
        case Travel():
            return travel.refuse_travel(b, s, seat, action)
        case SpendChit():
            return refuse_chit(s, seat, action)
        case TakeGold() | Quarry() | Build() | BuildPalace() | MoveHouse() | Pull() | Exchange():
            refusal = refuse_kind(s, seat, kind_of(action)) or refuse_part(s, action)
            return refusal or _refuse_doing(b, s, seat, action)
        case _:
            return Refusal("not-asked", "3.4")


def _refuse_doing(b: Board, s: State, seat: int, action: Doing) -> Refusal | None:
    match action:
        case Quarry():
            return None if s.quarry[seat] else Refusal("quarry-empty", "4.5")
        case Build():
            return building.refuse_build(b, s, seat, action)
        case BuildPalace():
            return building.refuse_palace(b, s, seat, action)
        case MoveHouse():
            return building.refuse_move(b, s, seat, action)
        case Pull():
            return track.refuse_pull(s, action)
        case Exchange():
            return exchange.refuse_exchange(s, seat, action)
        case _:
            return None


def offers(b: Board, s: State, seat: int) -> Iterator[Offers]:
    """All that the seat can do now; ending the turn comes first."""
    endings: list[Action] = [Done(), *([Leave()] if s.begun() else [])]
    yield Plain(tuple(endings))
    kinds = dict.fromkeys([*(slot.kind for slot in s.slots), int(Kind.BUILDER)])
    for kind in kinds:
        if refuse_kind(s, seat, kind) is not None:
            continue
        doings = [action for action in _tries(b, s, seat, kind) if refuse(b, s, seat, action) is None]
        if doings:
            yield Plain(tuple(doings))
        if kind in (Kind.MOVE_HOUSE, Kind.BUILDER):
            yield from _moves(b, s, seat, kind)
    journeys = travel.travels(b, s, seat)
    if journeys is not None:
        yield journeys
    chits = [SpendChit(kind) for kind in range(DISC) if refuse_chit(s, seat, SpendChit(kind)) is None]
    if chits:
        yield Plain(tuple(chits))


def _tries(b: Board, s: State, seat: int, kind: int) -> list[Action]:
    """Everything that might be done by an action of this kind, but for moving houses."""
    match kind:
        case Kind.GOLD:
            return [TakeGold()]
        case Kind.QUARRY:
            return [Quarry()]
        case Kind.TRACK:
            return [Pull(city) for city in range(b.start)]
        case Kind.EXCHANGE:
            return [Exchange(card) for card in range(1, s.rules.cards + 1)]
        case Kind.PALACE:
            return [BuildPalace(kind)]
        case Kind.MOVE_HOUSE:
            return []
        case _:
            places = building.house_places(b, s, seat)
            palace: list[Action] = [BuildPalace(kind)] if kind == Kind.PALACE_HOUSE else []
            return palace + [Build(kind, place) for place in places]


def _moves(b: Board, s: State, seat: int, kind: int) -> list[Offers]:
    origins = tuple(place for place, houses in enumerate(s.houses[seat]) if houses)
    offer = Moves(kind, origins, tuple(building.house_places(b, s, seat)))
    return [offer] if offer.count() else []


# What is done.


def apply(r: Run, seat: int, action: Action) -> None:
    """Carries it out; `Done` only ends the turn, what follows is the round's business."""
    s = r.s
    match action:
        case Done():
            finish(r, seat)
        case Leave():
            begun = s.begun()
            assert begun is not None
            r.out.append(LeftOver(seat, begun.kind))
            close(r, seat, begun, complete=False)
        case Travel():
            travel.travel(r, seat, action)
        case SpendChit(kind):
            s.chits[seat] -= 1
            s.spent = True
            s.slots.append(Slot(kind, planned=False))
            r.out.append(ChitSpent(seat, kind))
        case TakeGold() | Quarry() | Build() | BuildPalace() | MoveHouse() | Pull() | Exchange():
            slot = slot_for(s, kind_of(action))
            complete = _do(r, seat, action)
            if slot is None:
                s.built = True
            else:
                slot.done |= _part(slot, action)
                if not complete or slot.done == _whole(slot):
                    close(r, seat, slot, complete=complete)
        case _:
            raise AssertionError(action)


def _do(r: Run, seat: int, action: Doing) -> bool:
    """Does it; False if there was less of it than there should be."""
    match action:
        case TakeGold():
            take_gold(r, seat)
        case Quarry():
            return building.quarry(r, seat) == HOUSES_TAKEN
        case Build(by, place):
            building.build(r, seat, by, place)
        case BuildPalace():
            building.build_palace(r, seat)
        case MoveHouse(_, origin, goal):
            building.move_house(r, seat, origin, goal)
        case Pull(city):
            track.pull(r, seat, city)
        case Exchange(card):
            exchange.exchange(r, seat, card)
    return True


@rule("4.1", permissive=lambda r, seat: None)
def take_gold(r: Run, seat: int) -> None:
    """2 gold from the bank (4)."""
    r.gain(seat, GOLD_TAKEN)
    r.out.append(Gained(seat, GOLD_TAKEN))


def _part(slot: Slot, action: Doing) -> int:
    """Which part of its action this is."""
    if slot.kind == Kind.TWO_HOUSES:
        return SECOND if slot.done else FIRST
    return SECOND if slot.kind == Kind.PALACE_HOUSE and isinstance(action, Build) else FIRST


def _whole(slot: Slot) -> int:
    """All parts of its action."""
    return FIRST | SECOND if slot.kind in (Kind.TWO_HOUSES, Kind.PALACE_HOUSE) else FIRST


def close(r: Run, seat: int, slot: Slot, *, complete: bool) -> None:
    """An action is over, done or not."""
    r.s.slots = [other for other in r.s.slots if other is not slot]
    if slot.planned and not complete:
        compensate(r, seat, slot.kind)


@rule("4.10", permissive=lambda r, seat, kind: None)
def compensate(r: Run, seat: int, kind: int) -> None:
    """For a planned action not done, or only in part, each other player gets 2 gold from the bank (4)."""
    others = tuple(other for other in range(r.s.seats) if other != seat)
    for other in others:
        r.gain(other, UNDONE_GOLD)
    r.out.append(Undone(seat, kind, others, UNDONE_GOLD))


def finish(r: Run, seat: int) -> None:
    """The turn is over; what is left of the plan is not done."""
    s = r.s
    r.out.append(TurnEnded(seat))
    for slot in list(s.slots):
        close(r, seat, slot, complete=False)
    s.acted[seat] = True
    s.seat = NONE
