"""Whole games told in sentences, held against tests/golden/palaces/: a difference shows what went otherwise.

After reading why, `MAHARAJA_WRITE_GOLDEN=1 pytest tests/palaces/test_golden_games.py` writes them anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from core import texts
from core.dice import SeededDice
from core.games.palaces import game
from core.games.palaces.actions import Action, Done, Leave, Travel
from core.legal import Legal
from core.options import OptionValue
from core.table import Accepted, open_table

FOLDER = Path(__file__).parents[1] / "golden" / "palaces"
GAMES: dict[str, tuple[int, dict[str, OptionValue]]] = {
    "two": (2, {}),
    "three": (3, {"hidden_money": True, "payout_row": "in_city"}),
    "five": (5, {"goal": 5}),
    "advanced": (4, {"advanced": True}),
}


def busy(legal: Legal[Action], rng: Random) -> Action:
    """Anything, but rather something that gets on."""
    for _ in range(6):
        action = legal.sample(rng)
        if not isinstance(action, Done | Leave | Travel):
            return action
    return legal.sample(rng)


def told(name: str) -> str:
    """The game that these seeds give, as a watcher is told of it."""
    seats, options = GAMES[name]
    rng, words = Random(name), texts.load(game)
    table = open_table(
        game, options, ["person"] * seats, table_id=name, dice=SeededDice(name.encode()), clock=lambda: 0,
        salts=lambda: bytes(16),
    )  # fmt: skip
    while table.pending:
        owed = table.pending[0]
        answer = table.submit(owed.seat, owed.decision, table.n, busy(table.legal(owed.seat), rng))
        assert isinstance(answer, Accepted)
    lines = [words.event(event) for step in table.history(None) for event in step.events]
    lines += [words.fact(fact) for fact in game.facts(table.view(None))]
    assert table.outcome is not None
    return "\n".join([*lines, words.outcome(table.outcome), table.position.digest.hex()]) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_goes_as_it_went(name: str) -> None:
    path, text = FOLDER / f"{name}.txt", told(name)
    if os.environ.get("MAHARAJA_WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
