"""`maharaja tune`: the same data from the same games, in a form the AI seats read."""

import tomllib
from pathlib import Path

import pytest

from ai.empires.forecast import HELD, OPEN, SPANS
from ai.empires.habits import Habits
from ai.empires.watching import KNOTS, part_leaving
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


def test_how_often_armies_leave_battles_is_learned_too(tmp_path: Path) -> None:
    words = [
        "tune",
        "empires",
        "--learn",
        "retreats",
        "--seats",
        "normal*3",
        "--option",
        "setup=short",
        "-n",
        "1",
    ]
    assert main([*words, "--out", str(tmp_path / "learned")]) == 0

    text = (tmp_path / "learned").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    assert set(data) == set(Habits.__struct_fields__)
    assert len({len(row) for row in data.values()}) == 1
    assert data["chance"] == sorted(data["chance"])
    assert data["defenders"][0] > data["defenders"][-1], "who cannot hold leaves"
    assert (
        "maharaja tune empires --seats normal*3 --option setup=short --learn retreats -n 1 --seed 0" in text
    )


def test_the_part_that_leaves_is_the_mean_of_what_is_near() -> None:
    parts = part_leaving([(0.0, 1.0), (0.0, 0.5), (0.15, 1.0), (1.0, 0.0)])
    assert parts[0] == 0.75
    assert parts[1] == parts[2] == 1.0
    assert parts[3:] == [0.0] * (len(KNOTS) - 3)
    assert part_leaving([]) == [0.0] * len(KNOTS)


def test_what_cannot_be_learned_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "empires", "--learn", "tea", "--seats", "random*4", "--out", "x"]) == 2

    assert "--learn tea: expected one of forecast, retreats" in capsys.readouterr().err


def test_a_game_whose_seats_do_not_learn_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "tests.toy:game", "--seats", "random*3", "--out", "x"]) == 2

    assert "no AI seat of it learns" in capsys.readouterr().err
