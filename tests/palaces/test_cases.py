"""Cases that other programs got wrong, at a table with its record; more in tests/net/test_palaces.py."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from random import Random

import msgspec
import pytest

from core import texts
from core.game import CLAIM, Refusal
from core.games.palaces import game
from core.games.palaces.actions import Plan, Withdraw
from core.games.palaces.events import Event, Planned, Revealed, Withdrew
from core.record import read
from core.replay import replay
from core.table import Accepted
from tests.palaces.kit import PalaceTable, choice, new_table

SALT = bytes(range(200, 216))


def planning(seats: int = 3, seed: int = 2) -> PalaceTable:
    """A table at which all are about to plan."""
    table, rng = new_table(seed, seats, advanced=False, auction="off"), Random(seed)
    while table.pending[0].kind != "plan":
        seat, decision, action = choice(table, rng)
        assert isinstance(table.submit(seat, decision, table.n, action), Accepted)
    return table


def plan(table: PalaceTable, seat: int, *kinds: int) -> Accepted[Event]:
    """Seals a plan."""
    owed = next(p for p in table.pending if p.seat == seat)
    answer = table.submit(seat, owed.decision, table.n, Plan(*kinds), SALT)
    assert isinstance(answer, Accepted)
    return answer


def test_eur_03_neither_log_nor_record_shows_a_plan_before_its_turn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    table = planning()
    path = tmp_path / "game.maharaja"
    table.save(path)
    began = table.n
    plan(table, 0, 5, 8)
    assert isinstance(table.submit(0, CLAIM, table.n, Withdraw()), Accepted)
    plan(table, 0, 1, 7)
    assert isinstance(table.undo(0), Accepted)
    plan(table, 0, 3, 6)
    plan(table, 1, 0, 0)

    words = texts.load(game)
    for seat in (0, 1, 2, None):
        events = [event for told in table.history(seat, began) for event in told.events]
        assert events == [Planned(0), Withdrew(0), Planned(0), Planned(1)]
        assert not any(char.isdigit() for event in events for char in words.event(event))
    text = path.read_bytes()
    for kinds in ((5, 8), (1, 7), (3, 6)):
        assert msgspec.json.encode(["plan", *kinds]) not in text
    assert b'"plan"' not in text
    for spelled in (SALT, SALT.hex().encode(), b64encode(SALT).rstrip(b"=")):
        assert spelled not in text, "nor what the commitments were made with"
    assert "plan" not in caplog.text

    plan(table, 2, 0, 0)
    shown: list[Revealed] = []
    while len(shown) < 3:
        seat, decision, _ = choice(table, Random(0))
        answer = table.submit(seat, decision, table.n, table.legal(seat).first())
        assert isinstance(answer, Accepted)
        shown = [
            event
            for told in table.history(None, began)
            for event in told.events
            if isinstance(event, Revealed)
        ][:3]
    assert sorted((event.seat, event.first, event.second) for event in shown) == [
        (0, 3, 6), (1, 0, 0), (2, 0, 0)
    ]  # fmt: skip
    text = path.read_bytes()
    assert text.count(b'"plan",3,6') == 1, "once, where it was shown"
    assert b'"plan",5,8' not in text and b'"plan",1,7' not in text, "what was taken back never appears"
    table.close()
    assert replay(game, read(path)).position.digest == table.position.digest


def test_eur_04_when_the_last_plan_is_set_all_are_fixed_in_one_step() -> None:
    table = planning()
    plan(table, 0, 5, 8)
    plan(table, 2, 4, 4)
    known = table.n
    assert [event for event in plan(table, 1, 0, 1).events if isinstance(event, Revealed)]
    for seat in range(3):
        late = table.submit(seat, CLAIM, known, Withdraw())
        assert isinstance(late, Refusal) and late.code == "plans-fixed"
        changed = table.submit(seat, table.pending[0].decision, known, Plan(0, 0))
        assert isinstance(changed, Refusal)
        undone = table.undo(seat)
        assert isinstance(undone, Refusal)
    assert sum(len(list(table.sealed_of(seat))) for seat in range(3)) == 2, "one is shown, two are to come"


def test_eur_07_only_those_who_owe_a_plan_are_waited_for() -> None:
    table = planning(5)
    for seat, waiting in ((3, [0, 1, 2, 4]), (0, [1, 2, 4]), (4, [1, 2])):
        plan(table, seat, 0, 0)
        assert [pending.seat for pending in table.pending] == waiting
        assert table.view(None).ready == tuple(each not in waiting for each in range(5))
    assert isinstance(table.submit(3, CLAIM, table.n, Withdraw()), Accepted)
    assert [pending.seat for pending in table.pending] == [1, 2, 3]
