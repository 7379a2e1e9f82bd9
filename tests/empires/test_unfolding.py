"""A chain of things told one by one: each by itself, and the map between them as it must be."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec import Struct

from ai.empires.basic import make
from core.ctx import Ctx
from core.dice import SeededDice
from core.games.empires import game
from core.games.empires.actions import Action
from core.games.empires.events import (
    BattleBegan,
    BattleEnded,
    Counted,
    Grew,
    Lost,
    NationBegan,
    NationEnded,
    Passed,
    Rolled,
    Round,
    Scored,
    TurnBegan,
)
from core.games.empires.unfolding import chapters, unfolded
from core.games.empires.view import View
from core.options import complete
from core.vault import Vault


def battle(place: int) -> list[Struct]:
    rolled = Rolled(place, 1, False, (6,), 5, 0, 2, False, 1)
    return [BattleBegan(place, 1, 2, False), Round(place, 1), rolled, rolled,
            Lost(2, place, 1, "dice"), BattleEnded(place, 1, 2, 1, 0)]  # fmt: skip


def parts(events: list[Struct]) -> list[list[str]]:
    starts = [*chapters(events), len(events)]
    named = [type(event).__name__ for event in events]
    return [named[a:b] for a, b in pairwise(starts)]


def test_each_battle_is_told_by_itself() -> None:
    told = parts([Passed(1, "move"), *battle(3), Scored(1, 4, "x", "hold", 1, ()), *battle(7)])
    assert [each[0] for each in told] == ["Passed", "BattleBegan", "BattleBegan"]
    assert told[1][-2:] == ["BattleEnded", "Scored"], "what it pays belongs to it"


def test_the_next_nation_the_count_and_the_turn_begin_anew() -> None:
    events: list[Struct] = [
        *battle(3), Lost(1, 4, 1, "overpopulation"), Lost(1, 5, 1, "overpopulation"), NationEnded(1),
        Counted(4, (), ()), Scored(1, 4, "x", "hold", 1, ()), Scored(2, 4, "y", "hold", 1, ()),
        TurnBegan(5), Lost(3, 4, 6, "chart"), NationBegan(2, 0), Grew(2, 4, 2, 0),
    ]  # fmt: skip
    assert [each[0] for each in parts(events)] == [
        "BattleBegan", "Lost", "Counted", "TurnBegan", "NationBegan",
    ]  # fmt: skip


def test_one_thing_is_one_step() -> None:
    assert chapters([]) == [0] and chapters([Passed(1, "move")]) == [0]


def on_the_map(view: View) -> tuple[object, ...]:
    return (
        view.turn, view.nation, [dict(places) for places in view.armies], dict(view.waiting), view.factories,
        view.leader_at, view.arms_at, view.points,
    )  # fmt: skip


@pytest.mark.parametrize(("seed", "setup"), [(0, "four"), (1, "five"), (2, "three")])
def test_at_the_end_of_every_chain_it_is_the_position_of_the_table(seed: int, setup: str) -> None:
    rng, dice = Random(seed), SeededDice(bytes([seed]))
    vault: Vault[Action] = Vault()
    seats = game.charts.setups[setup].seats
    state, _ = game.new(complete(game.meta.options, {"setup": setup}), seats, Ctx(0, dice, vault))
    policy, longest = make(game, 0, rng), 0  # type: ignore[arg-type]  # one of them
    while game.outcome(state) is None:
        asked = game.pending(state)[0]
        view, legal = game.view(state, asked.seat), game.legal(state, asked.seat)
        action = policy.choose(view, legal, asked)
        events = game.apply(state, asked.seat, action, Ctx(0, dice, vault))
        starts = [*chapters(events), len(events)]
        longest = max(longest, len(starts) - 1)
        for start, end in pairwise(starts):
            view = unfolded(view, events[start:end])
        assert on_the_map(view) == on_the_map(game.view(state, None)), events
    assert longest >= 3
