"""Whole games of the palace game, a slow plain list of all that is legal, and other secrets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, permutations
from random import Random
from typing import TypeAlias

from core.dice import SeededDice
from core.games.palaces import game
from core.games.palaces.actions import (
    Action,
    Bid,
    Build,
    BuildPalace,
    Character,
    Done,
    Exchange,
    Found,
    Leave,
    MoveHouse,
    Nominate,
    Pass,
    Plan,
    Pull,
    Quarry,
    SpendChit,
    TakeGold,
    Travel,
)
from core.games.palaces.events import Event
from core.games.palaces.state import State
from core.games.palaces.view import View
from core.options import OptionValue
from core.table import Table, open_table

PalaceTable: TypeAlias = Table[State, Action, Event, View]

B = game.board


def new_table(seed: int, seats: int = 0, **options: OptionValue) -> PalaceTable:
    """Another kind of table for each seed; every look at the clock takes 0.7 s."""
    chosen: dict[str, OptionValue] = {
        "advanced": seed % 2 == 1,
        "auction": ("usual", "on", "off")[seed // 2 % 3],
        "blocked": ("usual", "off", "on")[seed // 3 % 3],
        "payout_row": ("in_game", "in_city")[seed // 4 % 2],
        "goal": 7 - seed % 3,
        "hidden_money": seed % 5 < 3,
        "last_tie": ("character", "shared")[seed // 2 % 2],
    }
    return open_table(
        game, chosen | options, ["person"] * (seats or 2 + seed % 4), table_id=f"p{seed}",
        dice=SeededDice(b"%d" % seed), clock=count(0, 700).__next__, salts=lambda: bytes(16),
    )  # fmt: skip


def plain_answers(state: State, seat: int) -> Iterator[Action]:
    """Every action there could be, tried one by one."""
    cards, kinds, places, cities = range(-1, 9), range(-1, 11), range(-1, B.places + 1), range(-1, 9)
    tries: list[Action] = []
    match state.phase:
        case "turn":
            mine = [place for place in range(B.places) if state.houses[seat][place]]
            tries = [Done(), Leave(), TakeGold(), Quarry()]
            tries += [Build(by, place) for by in kinds for place in places]
            tries += [BuildPalace(by) for by in kinds]
            tries += [MoveHouse(by, a, b) for by in kinds for a in (-1, *mine) for b in places]
            tries += [Pull(city) for city in cities]
            tries += [Exchange(card) for card in cards]
            tries += [SpendChit(kind) for kind in kinds]
            tries += _walks(state.at[seat])
        case "plan":
            tries = [Plan(a, b) for a in kinds for b in kinds]
        case "bid":
            tries = [Pass(), *(Bid(gold) for gold in range(-1, 40))]
        case _:
            tries = [*map(Character, cards), *map(Nominate, cards), *map(Found, places)]
    yield from (action for action in tries if game.refuse(state, seat, action) is None)


def _walks(origin: int) -> Iterator[Travel]:
    """All ways along the roads past different places, whatever they cost and whether they are open."""
    others = [place for place in range(B.start + 1) if place != origin]
    for length in range(1, len(others) + 1):
        for stops in permutations(others, length):
            path, here = [], origin
            for stop in stops:
                road = next((n for n in B.at[here] if B.roads[n].other(here) == stop), -1)
                if road < 0:
                    break
                path.append(road)
                here = stop
            if len(path) == length:
                yield Travel(stops[-1], tuple(path))


def substitute(state: State, seat: int | None) -> State:
    """Other money and other plans wherever this seat cannot look."""
    for other in range(state.seats):
        if other != seat and state.rules.hidden_money and state.phase != "over":
            state.gold[other] += 3 + other
            state.bank -= 3 + other
    return state


def choice(table: PalaceTable, rng: Random) -> tuple[int, int, Action]:
    """Somebody who owes an answer, the decision, and a random answer."""
    owed = table.pending[rng.randrange(len(table.pending))]
    return owed.seat, owed.decision, table.legal(owed.seat).sample(rng)
