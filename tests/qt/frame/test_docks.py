"""Panels beside the map: they are wide enough to be read, and make no window larger."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QTabBar
from pytestqt.qtbot import QtBot

from maharaja_qt.empires.legend import Legend
from maharaja_qt.empires.order import FULL
from maharaja_qt.frame.answer_button import AnswerButton
from maharaja_qt.frame.docks import READABLE
from maharaja_qt.frame.presenter import Choice
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import step
from tests.qt.frame.conftest import at_table, until
from tests.qt.kinds import KINDS
from tests.qt.sitting import Sitting, dress


@pytest.fixture
def table(qtbot: QtBot, window: Window) -> TablePage:
    at_table(qtbot, window)
    assert window.table is not None
    page = window.table
    until(qtbot, lambda: not page._fresh)
    return page


def resize(qtbot: QtBot, page: TablePage, width: int, height: int) -> None:
    """Of the window, as far as it lets itself be made smaller."""
    page.window().resize(width, height)
    until(qtbot, lambda: page.width() == page.window().width() == width)


def show_all(page: TablePage) -> None:
    for dock in page._known:
        if not dock.action.isChecked():
            dock.action.trigger()
        QApplication.processEvents()


def outside(page: TablePage) -> list[tuple[str, QRect]]:
    """What does not lie in the window; a panel behind another is kept aside, above it."""
    behind = [dock for dock in page._known if dock.geometry().bottom() < 0]
    parts = [dock for dock in page._known if dock.isVisible() and dock not in behind]
    shown = [page.presenter.board, page.header, *parts]
    places = {each.objectName(): QRect(each.mapTo(page, QPoint()), each.size()) for each in shown}
    return [(name, place) for name, place in places.items() if not page.rect().contains(place)]


@pytest.mark.parametrize(("percent", "size"), [(100, (1280, 800)), (150, (1700, 800))])
def test_all_panels_at_once_make_no_window_larger(
    qtbot: QtBot, window: Window, table: TablePage, percent: int, size: tuple[int, int]
) -> None:
    window.preferences.choose("text", percent)
    window.resize(*size)
    until(qtbot, lambda: table.width() == size[0] and not table.over.small)
    show_all(table)
    assert (window.width(), window.height()) == size
    assert outside(table) == []
    for dock in table._known:
        assert dock.width() >= step(READABLE), dock.objectName()
    legend = table.findChild(Legend)
    assert legend is not None
    assert legend.height() >= legend.heightForWidth(legend.width()), "it scrolls, and nothing of it is lost"

    for smaller in ((1200 * percent // 100, 760), (1024, 700)):
        resize(qtbot, table, *smaller)
        until(qtbot, lambda: outside(table) == [])
        assert (window.width(), window.height()) == smaller


def test_a_window_made_smaller_leaves_panels_that_can_be_read(
    qtbot: QtBot, window: Window, table: TablePage
) -> None:
    window.resize(1900, 900)
    until(qtbot, lambda: table.width() == 1900)
    for width in (1500, 1280, 1110, 1280):
        resize(qtbot, table, width, 800)
        QApplication.processEvents()
        assert window.width() == width
        for dock in table._known:
            if dock.isVisible():
                assert dock.width() >= READABLE, (width, dock.objectName())
                name = dock._head.findChild(QLabel)
                assert name is not None and name.isVisible() == (not name.visibleRegion().isEmpty())
        order = table.dock("order").inside
        assert order.width() >= FULL, "armies, areas and points of each nation"


def test_tabs_of_panels_in_one_place_have_whole_words(qtbot: QtBot, window: Window, table: TablePage) -> None:
    window.preferences.choose("text", 150)
    window.resize(1700, 900)
    until(qtbot, lambda: table.width() == 1700 and not table.over.small)
    show_all(table)
    bars = table.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert bars
    for bar in bars:
        for n in range(bar.count()):
            assert bar.elideMode() == Qt.TextElideMode.ElideNone
            assert bar.tabRect(n).width() >= bar.fontMetrics().horizontalAdvance(bar.tabText(n))


def test_answers_longer_than_their_panel_have_several_lines(qtbot: QtBot) -> None:
    dress()
    page = Sitting(KINDS["move"](), size=(1280, 720)).page
    qtbot.addWidget(page)
    until(qtbot, lambda: not page._fresh)
    choices = page.choices
    choices._add(Choice("The Mughals: ally with the overlord of all the land between two rivers", ("x",)), "")  # type: ignore[arg-type]
    made = next(each for each in choices.findChildren(AnswerButton) if each.text().startswith("The Mughals"))
    until(qtbot, lambda: made.height() > 1.8 * made.fontMetrics().height())
    scroll = choices.findChild(QScrollArea)
    assert scroll is not None and not scroll.horizontalScrollBar().isVisible()
    assert made.width() <= scroll.viewport().width()
    grabbed = made.grab().toImage()
    ink = [y for y in range(grabbed.height()) for x in range(14, grabbed.width() - 14)
           if grabbed.pixelColor(x, y).lightness() < 90]  # fmt: skip
    assert max(ink) - min(ink) > 1.5 * made.fontMetrics().ascent(), "two lines of words"
