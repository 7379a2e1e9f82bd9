"""A game played through the window by events alone: no exception, no warning of Qt: either fails any test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.window import Window
from net.keyring import Keyring
from tests.qt.robot import Robot


@pytest.fixture
def robot(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Robot]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    window = Window(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat), Keyring())
    qtbot.addWidget(window)
    for name, value in (("pace", 0), ("motion", "off"), ("dice", "at-once")):
        window.preferences.choose(name, value)
    window.resize(1280, 800)
    window.show()
    yield Robot(qtbot, window, seed=3)
    window.close()


def test_gui_16_the_first_turn_of_a_game(robot: Robot) -> None:
    robot.press("New game")
    robot.press("Start")
    robot.until(lambda: robot.window.table is not None)
    robot.play(until_turn=2)
    assert robot.turn >= 2 and robot.did["move"] >= 2
    assert "Turn 2 begins" in robot.page.log.text()


@pytest.mark.heavy
def test_gui_16_a_whole_game_of_three(robot: Robot) -> None:
    robot.press("New game")
    robot.press("3")
    robot.pick("Set-up", "short game")
    robot.press("Start")
    robot.until(lambda: robot.window.table is not None)
    robot.play()
    assert robot.over and robot.turn == 16
    assert "The game is won by " in robot.page.choices._prompt.text()
    assert len(robot.did) >= 5, robot.did
    assert robot.page.log.text().count("march") > 20
