"""The window from its start page to a game, as a person would go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.faults import UserError
from core.registry import find_game
from maharaja_qt import arrival
from maharaja_qt.app import Start, begin
from maharaja_qt.cli.window import window_seats
from maharaja_qt.frame.window import Window
from net.keyring import Keyring

PATIENCE_MS = 20_000


@pytest.fixture
def unseen(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window that has not been shown yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = Window(settings, Keyring())
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def window(unseen: Window) -> Window:
    unseen.show()
    return unseen


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


AT_ONCE = Start("empires", seats=("open", "ai:basic", "ai:basic", "ai:basic"), seed=1)


def test_who_asks_for_a_table_waits_for_no_start_page(qtbot: QtBot, unseen: Window) -> None:
    window = unseen
    begin(window, AT_ONCE)
    window.show()
    shown = window.pages.currentWidget()
    assert isinstance(shown, QLabel) and "being opened" in shown.text()
    qtbot.waitUntil(lambda: window.table is not None, timeout=PATIENCE_MS)
    assert window.visits.finder is None
    assert window.pages.count() == 2

    window.leave()

    qtbot.waitUntil(lambda: window.visits.finder is not None, timeout=PATIENCE_MS)
    press(qtbot, window, "Resume")
    qtbot.waitUntil(lambda: window.table is not None, timeout=PATIENCE_MS)


def test_all_seats_called_me_are_of_who_sits_here(qtbot: QtBot, unseen: Window) -> None:
    seats = window_seats("me,basic,me,basic", find_game("empires"))
    begin(unseen, Start("empires", seats=seats, seed=1))
    unseen.show()

    qtbot.waitUntil(lambda: unseen.table is not None, timeout=PATIENCE_MS)
    assert unseen.client is not None and unseen.client.seats() == [0, 2]


def test_a_table_that_cannot_be_opened_leads_to_the_start_page(
    qtbot: QtBot, unseen: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = unseen

    async def full(*_: object) -> None:
        raise UserError("there is no room for its record")

    monkeypatch.setattr(arrival, "open_table", full)
    begin(window, AT_ONCE)
    window.show()

    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.start, timeout=PATIENCE_MS)
    assert window._said.text() == "there is no room for its record"
    assert window.pages.count() == 1
