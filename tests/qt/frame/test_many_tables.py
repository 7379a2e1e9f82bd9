"""Tables opened and closed, again and again: nothing is left behind (GUI-13, GUI-11)."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.window import Window
from tests.qt.frame.conftest import at_table, until

WARM_UP = 5


def counts(window: Window) -> tuple[int, int, int]:
    """Qt objects under the window, widgets of the program, and live Python objects of Qt types."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        gc.collect()
    wrapped = sum(isinstance(each, QObject) for each in gc.get_objects())
    return len(window.findChildren(QObject)), len(QApplication.allWidgets()), wrapped


def memory() -> int:
    """Bytes of memory in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def rounds(qtbot: QtBot, window: Window, number: int) -> None:
    for _ in range(number):
        at_table(qtbot, window)
        window.replay_live()
        until(qtbot, lambda: window.visits.replay is not None)
        window.leave()
        until(qtbot, lambda: window.client is None and window.pages.count() == 1)


@pytest.mark.parametrize(
    "number", [pytest.param(4, id="some"), pytest.param(50, id="many", marks=pytest.mark.heavy)]
)
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory in use from /proc")
def test_GUI_13_nothing_is_left_of_a_table(qtbot: QtBot, window: Window, number: int) -> None:
    window.preferences.choose("pace", 0)
    rounds(qtbot, window, WARM_UP if number > 4 else 2)
    before, bytes_before = counts(window), memory()
    rounds(qtbot, window, number)
    after, bytes_after = counts(window), memory()
    assert after == before
    assert bytes_after - bytes_before < 10_000_000
