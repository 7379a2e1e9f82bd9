"""One whole random game of each set-up, held against tests/golden/empires/games/.

A file has a line for each nation's turn, with the digest of all positions so far, and under it a line for
each Victory Point entry of the turn. So a difference says in whose turn a game begins to go another way.
After reading why, `MAHARAJA_WRITE_GOLDEN=1 pytest tests/empires/test_golden_games.py` writes them anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from core.dice import SeededDice
from core.games.empires import game
from core.games.empires.events import Event, NationBegan, NationEnded, Scored, TurnBegan
from core.table import Accepted, open_table
from tests.empires.board import NAMES

GAMES = Path(__file__).parents[1] / "golden" / "empires" / "games"


def told(event: Event, digest: str) -> str:
    """The line of an event; '' if it has none."""
    match event:
        case TurnBegan(turn):
            return f"turn {turn}"
        case NationBegan(nation, seat):
            return f"{NAMES.nation_name(nation)} (seat {seat})"
        case NationEnded():
            return f"  {digest}"
        case Scored():
            areas = ", ".join(NAMES.place_name(area) for area in event.areas)
            fallen = f", {event.number} of {NAMES.nation_name(event.victim)}" if event.number else ""
            return f"  {event.points:+} {NAMES.nation_name(event.nation)} {event.objective}: {areas}{fallen}"
        case _:
            return ""


def played(setup: str) -> str:
    """The game that these seeds give."""
    seats, rng = NAMES.c.setups[setup].seats, Random(setup)
    table = open_table(
        game, {"setup": setup}, ["person"] * seats, table_id=setup, dice=SeededDice(setup.encode()),
        clock=lambda: 0, salts=lambda: bytes(16),
    )  # fmt: skip
    lines = [table.position.digest.hex()]
    while table.pending:
        owed = table.pending[0]
        answer = table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).sample(rng))
        assert isinstance(answer, Accepted)
        digest = table.position.digest.hex()
        lines += [line for event in answer.events if (line := told(event, digest))]
    lines += [f"{table.n} lines", f"outcome {table.outcome}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("setup", sorted(NAMES.c.setups))
def test_a_whole_game_goes_as_it_went(setup: str) -> None:
    path, text = GAMES / f"{setup}.txt", played(setup)
    if os.environ.get("MAHARAJA_WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
