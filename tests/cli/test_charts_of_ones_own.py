"""Playing with somebody's own charts."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from maharaja_qt.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def charts(tmp_path: Path) -> Path:
    """A folder with one file of the shipped charts."""
    folder = tmp_path / "charts"
    folder.mkdir()
    with as_file(files("resources") / "empires" / "nations.toml") as source:
        shutil.copy(source, folder)
    return folder


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "nations.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_a_game_on_changed_charts_is_played_and_verified_with_them_only(
    charts: Path, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(charts, "alliance_from_turn = 12", "alliance_from_turn = 13")
    monkeypatch.chdir(tmp_path)
    record = tmp_path / "a.maharaja"
    words = ["--charts", str(charts)]
    assert main(["play", "empires", "--seed", "3", "--record", str(record), *words]) == 0
    assert main(["replay", str(record), "--verify", *words]) == 0
    capsys.readouterr()
    assert main(["replay", str(record), "--verify"]) == 1
    err = capsys.readouterr().err
    assert "other charts" in err
    assert "--charts DIR" in err
    assert main(["simulate", "empires", "-n", "2", "--jobs", "2", *words]) == 0


def test_a_position_is_shown_with_the_names_of_the_charts(
    charts: Path, tmp_path: Path, capsys: Capture
) -> None:
    change(charts, 'name = "Cholas"', 'name = "Tamils"')
    record, words = tmp_path / "a.maharaja", ["--charts", str(charts)]
    main(["play", "empires", "--seed", "3", "--record", str(record), *words])
    capsys.readouterr()

    assert main(["replay", str(record), "--at", "4", *words]) == 0

    told = capsys.readouterr().out
    assert main(["replay", str(record), "--at", "4", "--json", *words]) == 0
    facts = json.loads(capsys.readouterr().out)["facts"]
    shown = told.partition("Position after line 4:\n")[2].splitlines()
    assert [line.strip() for line in shown[: len(facts)]] == facts
    assert shown[0] == "  Turn 1, in the turn of the Tamils."
    assert any(line.startswith("  Tamils, 0 points: ") for line in shown)
    assert re.search(r"^ +1 +0:00\.0 +Turn 1 begins\. \[4\.0\]", told, re.MULTILINE)


def test_faulty_charts_are_one_line(charts: Path, capsys: Capture) -> None:
    change(charts, "armies = 8", 'armies = "many"')
    change(charts, "armies = 8", 'armies = "few"')
    assert main(["play", "empires", "--charts", str(charts)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "nations.toml" in err
    assert "more: run `maharaja charts check`" in err


def test_a_folder_without_any_chart_is_no_folder_of_charts(tmp_path: Path, capsys: Capture) -> None:
    """Nobody is to play ours who thinks to play his own; of one file the others are still ours."""
    (tmp_path / "nation.toml").touch()
    for words in (["play", "empires"], ["simulate", "empires", "-n", "1"], ["charts", "check"]):
        folder = [str(tmp_path)] if words[0] == "charts" else ["--charts", str(tmp_path)]
        assert main([*words, *folder]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert f"{tmp_path} holds none of areas.toml, nations.toml, " in err


@pytest.mark.parametrize("game", ["empires", "tests.toy:game"])
def test_charts_that_cannot_be(game: str, tmp_path: Path, capsys: Capture) -> None:
    """No such folder; and a game without charts."""
    missing = tmp_path / "none" if game == "empires" else tmp_path
    assert main(["play", game, "--charts", str(missing)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_charts_reach_all_processes(charts: Path, tmp_path: Path) -> None:
    change(charts, "alliance_from_turn = 12", "alliance_from_turn = 13")
    words = ["simulate", "empires", "-n", "2", "--charts", str(charts), "--record"]
    for jobs in ("1", "2"):
        assert main([*words, str(tmp_path / jobs), "--jobs", jobs]) == 0
        assert main([*words, str(tmp_path / jobs), "--resume"]) == 0

    for number in ("1", "2"):
        name = f"game-0000{number}.maharaja"
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    assert main(["simulate", "empires", "-n", "2", "--record", str(tmp_path / "1"), "--resume"]) == 2
