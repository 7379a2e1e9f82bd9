"""A window with folders of its own, and records to open in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from core import record
from core.branch import branch
from core.registry import find_game
from maharaja_qt.cli.match import Match, play_match
from maharaja_qt.folders import games_folder
from maharaja_qt.frame.who_plays import WhoPlays
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from net.keyring import Keyring

PATIENCE_MS = 20_000
game = find_game("empires")


@pytest.fixture(autouse=True)
def own_folders(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATA", "CACHE", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot: QtBot, settings: QSettings) -> Iterator[Window]:
    made = Window(settings, Keyring())
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()
    theme().choose("light", colour_safe=False, percent=100)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game."""
    file = tmp_path_factory.mktemp("finished") / "empires-whole.maharaja"
    play_match(Match("empires", {}, ["random"] * 4, 5, None), game, 1, file)
    return file


@pytest.fixture
def begun(finished: Path) -> Path:
    """The record of a game that goes on, in the folder of games."""
    games_folder().mkdir(parents=True)
    file = games_folder() / "empires-begun.maharaja"
    branch(record.read(finished), 60, file, "f" * 32)
    return file


def until(qtbot: QtBot, what: object) -> None:
    """Waits for something to be so."""
    assert callable(what)
    qtbot.waitUntil(lambda: bool(what()), timeout=PATIENCE_MS)


def who_plays(qtbot: QtBot, window: Window) -> WhoPlays:
    """The question that comes before a game goes on in which nobody has a seat."""
    until(qtbot, lambda: window.findChild(WhoPlays) is not None)
    asked = window.findChild(WhoPlays)
    assert isinstance(asked, WhoPlays)
    return asked


def at_table(qtbot: QtBot, window: Window) -> None:
    """From the start page to a table of one's own."""
    window.new_game("empires")
    until(qtbot, lambda: window.lobby is not None)
    assert window.client is not None
    window.client.ask("start")
    until(qtbot, lambda: window.table is not None and window.table._done.isVisible())
