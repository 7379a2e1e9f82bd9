"""Playing with somebody's own charts."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from maharaja_qt.cli import main
from tests.tools.fuzz import main as fuzz

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
    charts: Path, tmp_path: Path, capsys: Capture
) -> None:
    change(charts, "alliance_from_turn = 12", "alliance_from_turn = 13")
    record = tmp_path / "a.maharaja"
    words = ["--charts", str(charts)]
    assert main(["play", "empires", "--seed", "3", "--record", str(record), *words]) == 0
    assert main(["replay", str(record), "--verify", *words]) == 0
    capsys.readouterr()
    assert main(["replay", str(record), "--verify"]) == 1
    assert "other charts" in capsys.readouterr().err
    assert main(["simulate", "empires", "-n", "2", "--jobs", "2", *words]) == 0


def test_faulty_charts_are_one_line(charts: Path, capsys: Capture) -> None:
    change(charts, "armies = 8", 'armies = "many"')
    assert main(["play", "empires", "--charts", str(charts)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "nations.toml" in err


@pytest.mark.parametrize("game", ["empires", "tests.toy:game"])
def test_charts_that_cannot_be(game: str, tmp_path: Path, capsys: Capture) -> None:
    """No such folder; and a game without charts."""
    missing = tmp_path / "none" if game == "empires" else tmp_path
    assert main(["play", game, "--charts", str(missing)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_module_that_ends_the_program_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "rude.py").write_text("raise SystemExit('bye')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["play", "rude:game"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "rude:game" in err


@pytest.mark.parametrize("number", ["-5", "0", "abc"])
def test_the_fuzzer_takes_a_number_of_games(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["fuzz", f"--games={number}"])
    with pytest.raises(SystemExit) as stop:
        fuzz()
    assert stop.value.code == 2
