"""Where `maharaja` opens its window, and where it plays in the terminal."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from maharaja_qt.cli import main, window
from tests.cli.runner import TOY


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the window would have been asked for, on a computer with a screen."""
    found: list[object] = []
    monkeypatch.setenv("DISPLAY", ":0")

    def run(start: object) -> int:
        found.append(start)
        return 0

    monkeypatch.setattr("maharaja_qt.app.run", run)
    return found


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_play_without_a_screen_is_a_game_of_normal_players(no_screen: None) -> None:
    root = Path(window.__file__).parents[2]
    said = subprocess.run(["make", "-n", "play"], cwd=root, capture_output=True, text=True, check=True)
    assert "maharaja play empires --seats 'normal*4'" in said.stdout


def test_alone_it_opens_the_start_page(started: list[object]) -> None:
    assert main([]) == 0
    assert main(["--reset-settings"]) == 0
    assert [start.reset for start in started] == [False, True]  # type: ignore[attr-defined]


def test_play_opens_a_table(started: list[object], tmp_path: Path) -> None:
    saved = tmp_path / "a.maharaja"
    saved.touch()
    assert main(["play", "empires", "--seats", "me,basic,random*2", "--seed", "7"]) == 0
    assert main(["play", "empires", "--load", str(saved)]) == 0
    first, second = started
    assert first.seats == ("me", "ai:basic", "ai:random", "ai:random")  # type: ignore[attr-defined]
    assert first.seed == 7 and second.load == saved  # type: ignore[attr-defined]


@pytest.mark.parametrize("more", [["--terminal"], ["--record", "a.maharaja"]])
def test_what_only_the_terminal_does_is_done_there(
    started: list[object], more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["play", TOY, "--seed", "1", *more]) == 0
    assert started == []
    assert "place" in capsys.readouterr().out


def test_a_game_without_a_board_is_played_in_the_terminal(
    started: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", TOY, "--seed", "1"]) == 0
    assert started == []


def test_without_a_screen_it_says_so(no_screen: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "no window: there is no screen" in capsys.readouterr().err
    assert main(["play", "empires", "--load", "a.maharaja"]) == 2
    assert "--load opens the window" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--seats", "me,nobody,me,me"], ["--load", "nosuch"], ["--option", "x=y"]])
def test_what_cannot_be_is_one_line(
    started: list[object], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "empires", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert started == []


def test_a_game_is_known_by_its_board() -> None:
    assert window.has_board("empires")
    assert not window.has_board("frame") and not window.has_board(TOY) and not window.has_board("nosuch")
