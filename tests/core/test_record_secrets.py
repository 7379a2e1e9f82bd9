"""What a reader of the record learns of sealed choices: nothing before they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.game import Refusal
from core.lines import Act
from core.record import read
from core.replay import replay
from core.table import Accepted
from tests.core.record_kit import Tale
from tests.core.test_record_disk import new_table
from tests.toy import game
from tests.toy.kit import ToyTable, toy
from tests.toy.pieces import Choose, Withdraw


@pytest.fixture
def game_on(tmp_path: Path) -> Iterator[tuple[ToyTable, Tale, Path]]:
    """A table of two seats, and what their owners know."""
    tale = Tale()
    made = new_table(tale)
    made.save(tmp_path / "game")
    yield made, tale, tmp_path / "game"
    made.close()


def test_sealed_until_shown(game_on: tuple[ToyTable, Tale, Path]) -> None:
    table, tale, path = game_on
    hands = table.position.state.hands
    first, second = Choose(hands[0][0]), Choose(hands[1][-1])
    tale.act(table, 0, first)
    text = path.read_text()
    salt = tale.choices[1][0][2].hex()
    assert salt not in text
    assert '"choose"' not in text
    tale.act(table, 1, second)
    shown = path.read_text().splitlines()[-1]
    assert path.read_text().count(salt) == 1
    assert f'[1,"{salt}",["choose",{first.card}]]' in shown
    assert shown.count('"choose"') == 2


def test_the_same_card_never_looks_the_same(game_on: tuple[ToyTable, Tale, Path]) -> None:
    table, tale, path = game_on
    card = table.position.state.hands[0][0]
    for _ in range(5):
        tale.act(table, 0, Choose(card))
        tale.act(table, 0, Withdraw())
    sealed = [line.split('["sealed","')[1][:64] for line in path.read_text().splitlines() if "sealed" in line]
    assert len(set(sealed)) == 5


@pytest.mark.parametrize("how", ["withdrawn", "undone"])
def test_a_choice_taken_back_never_appears(game_on: tuple[ToyTable, Tale, Path], how: str) -> None:
    table, tale, path = game_on
    hands = table.position.state.hands
    tale.act(table, 0, Choose(hands[0][1]))
    salt = tale.choices[1][0][2].hex()
    if how == "withdrawn":
        tale.act(table, 0, Withdraw())
    else:
        assert isinstance(table.undo(0), Accepted)
    tale.act(table, 0, Choose(hands[0][0]))
    tale.play_to_end(table)
    table.close()
    assert salt not in path.read_text()
    record = read(path)
    opened = [o for line in record.lines if isinstance(line.body, Act) for o in line.body.opened]
    assert 1 not in [o.handle for o in opened]
    assert path.read_text().count('"choose"') == len(opened)
    assert replay(game, record).position.outcome == table.outcome


def test_a_judged_choice_stays_sealed(tmp_path: Path) -> None:
    """Small cards alone are sent back unseen: the record tells that they were small, not which."""
    path, small = tmp_path / "game", toy([[1, 9], [2, 10]])
    small.table.save(path)
    small.choose(1, 2)
    text = path.read_text()
    assert '"choose"' not in text
    assert text.splitlines()[-1].count("[1]") == 1
    assert replay(game, read(path)).choices.choices.keys() == {1, 2}


def test_a_refused_choice_leaves_no_trace(game_on: tuple[ToyTable, Tale, Path]) -> None:
    table, tale, path = game_on
    before = path.read_bytes()
    absent = next(card for card in range(1, 21) if card not in table.position.state.hands[0])
    answer = table.submit(0, 1, table.n, Choose(absent), tale.salt())
    assert isinstance(answer, Refusal)
    assert answer.code == "not-in-hand"
    assert path.read_bytes() == before
    assert table.sealed_of(0) == {}
