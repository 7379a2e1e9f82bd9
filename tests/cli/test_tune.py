"""`maharaja tune`: the same data from the same games, in a form the AI seats read."""

import tomllib
from pathlib import Path

import pytest

from ai.empires.forecast import HELD, OPEN, SPANS
from core.games.empires.charts import shipped
from maharaja_qt.cli import main

WORDS = ["tune", "empires", "--seats", "random*3", "--option", "setup=short", "-n", "1", "--out"]


def test_two_runs_write_the_same_and_all_that_the_seats_read(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert main([*WORDS, str(tmp_path / name)]) == 0

    text = (tmp_path / "one").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert text == (tmp_path / "two").read_text(encoding="utf-8")
    assert set(data["held"]) == set(HELD)
    assert set(data["open"]) == set(OPEN)
    assert all(len(row) == len(SPANS) for table in ("held", "open") for row in data[table].values())
    assert set(data["prospects"]) == {nation.id for nation in shipped().nations}
    assert "maharaja tune empires --seats random*3 --option setup=short -n 1 --seed 0" in text


def test_a_game_whose_seats_do_not_learn_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "tests.toy:game", "--seats", "random*3", "--out", "x"]) == 2

    assert "no AI seat of it learns" in capsys.readouterr().err
