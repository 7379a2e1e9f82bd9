"""Quick clicks: what was meant for one button never decides on another that comes in its place."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from maharaja_qt.frame.widgets import button
from tests.qt.hands import LEFT, NONE


def _clicks(window: QWidget, times: Iterable[int]) -> None:
    """Presses at these times in ms, in the middle of whatever is there then."""
    for now in times:
        at = QPointF(window.rect().center())
        under = window.childAt(at.toPoint()) or window
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            held = LEFT if kind == QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
            sent = QMouseEvent(
                kind, under.mapFrom(window, at), QPointF(window.mapToGlobal(at)), LEFT, held, NONE
            )
            sent.setTimestamp(now)
            QApplication.sendEvent(under, sent)


@pytest.mark.parametrize(
    ("times", "counted"), [((10_000, 10_100, 10_200), 0), ((20_000, 20_100, 20_200, 22_000), 1)]
)
def test_quick_clicks_decide_nothing_on_what_comes_in_the_same_place(qtbot, times, counted):
    pages = QStackedWidget()
    qtbot.addWidget(pages)
    start, done = button("Start"), button("Done moving")
    pages.addWidget(start)
    pages.addWidget(done)
    start.clicked.connect(lambda: pages.setCurrentWidget(done))
    pressed: list[bool] = []
    done.clicked.connect(lambda: pressed.append(True))
    pages.show()
    _clicks(pages, times)
    assert pages.currentWidget() is done and len(pressed) == counted


def test_quick_clicks_on_one_button_all_count(qtbot):
    one = button("+")
    qtbot.addWidget(one)
    pressed: list[bool] = []
    one.clicked.connect(lambda: pressed.append(True))
    one.show()
    _clicks(one, (30_000, 30_100, 30_200))
    assert len(pressed) == 3
