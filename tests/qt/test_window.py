"""The window from its start page to a game, as a person would go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.window import Window
from net.keyring import Keyring

PATIENCE_MS = 20_000


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = Window(settings, Keyring())
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def press(qtbot: QtBot, window: Window, text: str) -> None:
    """Clicks the visible button with these words, once there is one."""

    def found() -> QPushButton | None:
        shown = (b for b in window.findChildren(QPushButton) if b.isVisible() and b.isEnabled())
        return next((b for b in shown if b.text() == text), None)

    qtbot.waitUntil(lambda: found() is not None, timeout=PATIENCE_MS)
    button = found()
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_new_game_goes_from_the_start_page_to_the_board(qtbot: QtBot, window: Window) -> None:
    press(qtbot, window, "New game")
    press(qtbot, window, "Start")
    qtbot.waitUntil(lambda: window.table is not None, timeout=PATIENCE_MS)
    table = window.table
    assert table is not None
    qtbot.waitUntil(
        lambda: table._done.isEnabled() and table._done.text() == "Done moving", timeout=PATIENCE_MS
    )
    assert table._done.isVisible()
    assert "Turn 1" in table._title.text()
    first = table._position
    qtbot.mouseClick(table._done, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: table._position is not None and table._position is not first, timeout=PATIENCE_MS)
    assert "begins" in table.log.text()


def test_leaving_a_table_leads_back_and_the_game_can_be_resumed(qtbot: QtBot, window: Window) -> None:
    press(qtbot, window, "New game")
    press(qtbot, window, "Start")
    qtbot.waitUntil(lambda: window.table is not None, timeout=PATIENCE_MS)
    window.leave()
    assert window.pages.currentWidget() is window.start
    press(qtbot, window, "Resume")
    qtbot.waitUntil(lambda: window.table is not None, timeout=PATIENCE_MS)
    table = window.table
    assert table is not None
    qtbot.waitUntil(lambda: table._done.isVisible() and table._done.isEnabled(), timeout=PATIENCE_MS)
    assert window.client is not None and window.client.seats() == [0]
