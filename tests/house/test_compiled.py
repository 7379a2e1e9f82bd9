"""Compiled rules are the rules that stand in the sources, or are not used."""

import shutil
from pathlib import Path

import pytest

from core.compiled import SOURCES, SUFFIX, Compiled, folder_of
from tests.cli.runner import start
from tests.tools import compile_rules

WHERE = "import core.games.empires.movement as m; print(m.__file__); import sys; sys.exit()\n"


@pytest.mark.skipif(not folder_of().exists(), reason="the rules as they stand are not compiled: make compile")
def test_the_compiled_rules_play_the_very_same_games(tmp_path: Path) -> None:
    for compiled, ending in (("yes", SUFFIX), ("no", ".py")):
        told = start(cwd=tmp_path, prelude=WHERE, MAHARAJA_COMPILED=compiled)
        assert told.stdout.strip().endswith(ending)
        games = ["simulate", "empires", "--seats", "random*4", "-n", "2", "--seed", "11", "--jobs", "1"]
        played = start(*games, "--record", compiled, cwd=tmp_path, MAHARAJA_COMPILED=compiled)
        assert played.returncode == 0, played.stderr
    records = [sorted((tmp_path / compiled).iterdir()) for compiled in ("yes", "no")]
    assert len(records[0]) == 2
    assert [file.read_bytes() for file in records[0]] == [file.read_bytes() for file in records[1]]


def test_what_was_compiled_is_not_used_for_changed_sources(tmp_path: Path) -> None:
    shutil.copytree(SOURCES, tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    before = folder_of(tmp_path / "core")
    assert before == folder_of()
    changed = tmp_path / "core" / "games" / "empires" / "offers.py"
    changed.write_text(changed.read_text() + "\n")
    assert folder_of(tmp_path / "core") != before
    changed.rename(changed.with_name("offering.py"))
    assert folder_of(tmp_path / "core") != before


def test_only_what_is_compiled_is_found(tmp_path: Path) -> None:
    made = tmp_path / "core" / f"odds{SUFFIX}"
    made.parent.mkdir()
    made.touch()
    finder = Compiled(tmp_path)
    found = finder.find_spec("core.odds", None)
    assert found is not None and found.origin == str(made)
    assert finder.find_spec("core.dice", None) is None
    assert Compiled(tmp_path / "nowhere").modules == {}


def test_without_a_compiler_the_rules_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_rules, "folder_of", lambda: tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert compile_rules.main() == 0
    assert "install gcc libc6-dev, then make compile" in capsys.readouterr().out
    assert not (tmp_path / "none").exists()


def test_a_compiler_that_fails_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(root: Path, work: Path) -> Path:
        (work / "half.c").touch()
        raise SystemExit("error: command 'cc' failed")

    monkeypatch.setattr(compile_rules, "folder_of", lambda: tmp_path / "compiled" / "these")
    monkeypatch.setattr(compile_rules, "COMPILED", tmp_path / "compiled")
    monkeypatch.setattr(compile_rules, "lacking", list)
    monkeypatch.setattr(compile_rules, "build", fails)
    assert compile_rules.main() == 0
    assert "run uncompiled, which is slower only: error: command 'cc' failed" in capsys.readouterr().out
    assert list((tmp_path / "compiled").iterdir()) == []
