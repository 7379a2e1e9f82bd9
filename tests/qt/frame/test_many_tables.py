"""Tables opened and closed, again and again: nothing is left behind (GUI-13, GUI-11)."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, QObject
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.window import Window
from tests.qt.frame.conftest import at_table, until

WARM_UP = 5


def counts(window: Window) -> tuple[Counter[str], int, int]:
    """Kinds of Qt objects under the window, widgets of the program, and live Python objects of Qt types."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        gc.collect()
    # Drawings are read once for all tables, when a piece that has them is first seen.
    found = [type(each) for each in gc.get_objects()]  # some stand for others that are gone
    wrapped = sum(issubclass(kind, QObject) and not issubclass(kind, QSvgRenderer) for kind in found)
    objects = window.findChildren(QObject)
    kinds = Counter(type(o).__name__ for o in objects if not isinstance(o, QAbstractAnimation))  # they pass
    return kinds, len(QApplication.allWidgets()), wrapped


def memory() -> int:
    """Bytes of the program's own memory in use, without what has been freed and not yet given back to the
    system, and without the pages of libraries, of which the system keeps more or fewer as it likes."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc
    if trim is not None:
        trim(0)
    status = Path("/proc/self/status").read_text()
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("RssAnon")))


def rounds(qtbot: QtBot, window: Window, number: int) -> None:
    for _ in range(number):
        at_table(qtbot, window)
        window.replay_live()
        until(qtbot, lambda: window.visits.replay is not None)
        window.leave()
        until(qtbot, lambda: window.client is None and window.pages.count() == 1)
        until(qtbot, lambda: len(window.start.recent.findChildren(QPushButton)) == 1)


@pytest.mark.parametrize(
    "number", [pytest.param(3, id="some"), pytest.param(50, id="many", marks=pytest.mark.heavy)]
)
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory in use from /proc")
def test_GUI_13_nothing_is_left_of_a_table(
    qtbot: QtBot, window: Window, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maharaja_qt.frame.window.RECENT", 1)  # the list of games grows by itself
    monkeypatch.setattr(window.start.tables, "show_tables", lambda *_: None)  # tables of others come and go
    window.start.tables.show_tables((), "")
    window.preferences.choose("pace", 0)
    rounds(qtbot, window, WARM_UP)
    counts(window)  # looking at an object of Qt makes one of Python for it
    bytes_before = memory()
    for _ in range(2):  # what somebody looked at for the first time stays, and does not grow
        before = counts(window)
        rounds(qtbot, window, number)
        with contextlib.suppress(qtbot.TimeoutError):  # what is still on its way out is told from what stays
            until(qtbot, lambda before=before: counts(window) == before)
        after = counts(window)
        if after == before:
            break
    bytes_after = memory()
    assert (after[0] - before[0], before[0] - after[0]) == ({}, {})
    assert after[1:] == before[1:]
    assert bytes_after - bytes_before < 10_000_000
