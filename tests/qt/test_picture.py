"""The final map as a file, and what `maharaja play` leaves where there is no screen."""

from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from core.faults import UserError
from core.games.empires import game
from maharaja_qt.cli import main, pictures
from maharaja_qt.empires.picture import save_picture
from tests.cli.runner import TOY, start
from tests.qt.positions import gupta_board


def test_a_position_is_drawn_to_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    view = game.view(gupta_board().state, None)

    save_picture(view, tmp_path / "map.png", (1040, 1012))

    image = QImage(str(tmp_path / "map.png"))
    assert (image.width(), image.height()) == (1040, 1012)
    colours = {image.pixelColor(x, y).name() for x in range(40, 1000, 20) for y in range(40, 1000, 20)}
    assert len(colours) > 150


def test_a_file_that_cannot_be_written_is_a_user_error(qtbot: QtBot, tmp_path: Path) -> None:
    view = game.view(gupta_board().state, None)

    with pytest.raises(UserError, match="nowhere"):
        save_picture(view, tmp_path / "nowhere" / "map.png", (300, 300))


def test_without_a_screen_a_game_leaves_its_map_and_its_record(tmp_path: Path) -> None:
    words = ["play", "empires", "--seed", "5", "--option", "setup=short", "--seats", "random*3"]

    done = start(*words, cwd=tmp_path, DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")

    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empires-5.maharaja", "final-map.png"]
    assert "Final map: final-map.png\n\nRecord: empires-5.maharaja\n" in done.stdout
    assert QImage(str(tmp_path / "final-map.png")).width() == 2080


def test_with_a_screen_a_game_leaves_only_what_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], qtbot: QtBot
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISPLAY", ":9")
    words = ["play", "empires", "--seed", "5", "--option", "setup=short", "--seats", "random*3"]

    assert main([*words, "--picture", "end.png"]) == 0

    assert [path.name for path in tmp_path.iterdir()] == ["end.png"]


def test_a_game_without_a_map_cannot_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["play", TOY, "--picture"]) == 2

    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_where_the_windows_libraries_are_missing_a_game_is_played_all_the_same(tmp_path: Path) -> None:
    block = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('PySide6', 'shiboken6'):
            raise ImportError(name + ' is not installed')
sys.meta_path.insert(0, Block())
"""
    words = ["play", "empires", "--seed", "5", "--option", "setup=short", "--seats", "random*3"]

    done = start(*words, cwd=tmp_path, prelude=block, DISPLAY="", WAYLAND_DISPLAY="")

    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_charts_of_ones_own_are_drawn_on_their_own_map(tmp_path: Path) -> None:
    folder = tmp_path / "charts"
    folder.mkdir()
    for name in ("areas.toml", "nations.toml", "turns.toml", "cards.toml", "map.geojson"):
        text = (files("resources") / "empires" / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("Oudh", "Awadh"), encoding="utf-8")
    words = ["play", "empires", "--seed", "5", "--option", "setup=short", "--seats", "random*3"]

    done = start(*words, "--charts", "charts", cwd=tmp_path, DISPLAY="", WAYLAND_DISPLAY="")

    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "final-map.png").is_file()


def test_a_display_is_where_the_system_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv("DISPLAY", raising=False)
        monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
        assert not pictures.display()
        monkeypatch.setenv(name, "x")
        assert pictures.display()
