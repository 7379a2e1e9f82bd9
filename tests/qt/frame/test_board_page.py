"""The page of a table: layouts, keys, panels."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtWidgets import QTabBar
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.docks import Dock
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from tests.qt.frame.conftest import at_table, until


def laid_out(qtbot: QtBot, window: Window, percent: int = 100) -> TablePage:
    """A table at 1280x800, with type of this size, when its panels stand."""
    window.preferences.choose("text", percent)
    window.resize(1280, 800)
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: not table._fresh)
    return table


@pytest.fixture
def table(qtbot: QtBot, window: Window) -> TablePage:
    return laid_out(qtbot, window)


@pytest.mark.parametrize("size", [QSize(1024, 700), QSize(1280, 800), QSize(2560, 1440)])
def test_the_map_has_most_of_the_width(qtbot: QtBot, window: Window, size: QSize) -> None:
    window.resize(size)
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    board = table.presenter.board
    until(qtbot, lambda: board.width() >= 0.6 * size.width())
    assert window.size() == size
    order = table.dock("order")
    assert (order.width() < 70) == (size.width() == 1024)
    until(qtbot, lambda: table.dock("points").isVisible() == (size.width() == 2560))


def test_keys_lead_to_panels_and_back(qtbot: QtBot, window: Window, table: TablePage) -> None:
    board = table.presenter.board
    board.setFocus()
    for key, page in ((Qt.Key.Key_C, table.chat), (Qt.Key.Key_L, table.log)):
        qtbot.keyClick(board, key)
        assert table.tabs.currentWidget() is page
        board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_S)
    assert table.dock("score").has_keyboard()
    board.setFocus()
    table.dock("card").hide()
    qtbot.keyClick(board, Qt.Key.Key_K)
    assert table.dock("card").isVisible() and table.dock("card").has_keyboard()


@pytest.mark.parametrize("name", ["standing", "chart", "points", "dice", "legend"])
def test_a_panel_chosen_in_the_menu_is_in_front(qtbot: QtBot, table: TablePage, name: str) -> None:
    dock = table.dock(name)
    assert dock.isHidden()
    entry = next(each for each in table.view_actions() if each.text() == dock.windowTitle())

    entry.trigger()

    until(qtbot, lambda: not dock.inside.visibleRegion().isEmpty())


def test_f6_goes_round_all_panels(qtbot: QtBot, window: Window, table: TablePage) -> None:
    board = table.presenter.board
    board.setFocus()
    seen: list[str] = []
    for _ in range(12):
        table.next_dock()
        if window.focusWidget() is board:
            break
        there = [dock.objectName() for dock in table._known if dock.has_keyboard()]
        assert len(there) == 1, (seen, window.focusWidget())
        seen += there
    assert window.focusWidget() is board
    assert seen[0] == "order" and {"card", "score", "talk"} <= set(seen)
    assert len(seen) == len(set(seen))


def test_f11_leaves_the_map_alone_and_brings_all_back(qtbot: QtBot, window: Window, table: TablePage) -> None:
    def high() -> int:
        return table.header.height()

    before, header = [dock.isVisible() for dock in table._known], high()
    window.map_alone()
    until(qtbot, lambda: high() <= 40)
    assert [dock.objectName() for dock in table._known if dock.isVisible()] == ["order"]
    until(qtbot, lambda: table.dock("order").width() <= 64)
    assert table._title.isVisible() and table._prompt.isVisible() and table._done.isVisible()
    assert not table._note.isVisible()
    window.map_alone()
    until(qtbot, lambda: high() == header)
    assert [dock.isVisible() for dock in table._known] == before
    until(qtbot, lambda: table.dock("order").width() > 100)


def test_f1_opens_the_rule_of_the_question(qtbot: QtBot, window: Window, table: TablePage) -> None:
    assert table._position is not None and table._position.asked[0].kind == "move"
    window.rule_now()
    assert table.tabs.currentWidget() is table.rules
    until(qtbot, lambda: table.rules._pages.verticalScrollBar().value() > 0)


def test_a_slash_finds_a_place_from_anywhere(qtbot: QtBot, window: Window, table: TablePage) -> None:
    table.dock("order").enter()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Slash)
    field = window.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "mala")
    board = table.presenter.board
    assert board.found == board.search("malabar")[0]  # type: ignore[attr-defined]


def test_zoom_keys_work_where_the_keyboard_is(qtbot: QtBot, window: Window, table: TablePage) -> None:
    board = table.presenter.board
    board.motion.off = True  # type: ignore[attr-defined]
    camera = board.camera  # type: ignore[attr-defined]
    table.dock("order").enter()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Plus)
    assert camera.scale > camera.least
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_0)
    assert camera.fitted
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_0, Qt.KeyboardModifier.ShiftModifier)
    assert not camera.fitted
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_0)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Home)
    assert not camera.fitted


def test_the_layout_is_kept_for_the_game(qtbot: QtBot, window: Window, table: TablePage) -> None:
    table.dock("score").hide()
    table.dock("dice").show()
    window.leave()
    at_table(qtbot, window)
    assert window.table is not None
    until(qtbot, lambda: window.table.dock("dice").isVisible())
    assert not window.table.dock("score").isVisible()


@pytest.mark.parametrize("kept", [b"rubbish", "rubbish", 3])
def test_a_layout_that_cannot_be_read_is_not_used(
    qtbot: QtBot, window: Window, settings: QSettings, kept: object
) -> None:
    settings.setValue("docks/empires", kept)
    at_table(qtbot, window)
    assert window.table is not None
    until(qtbot, lambda: window.table.dock("order").isVisible())


def test_the_log_shows_the_deeds_of_one_nation(qtbot: QtBot, window: Window, table: TablePage) -> None:
    log = table.log
    nation = table._position.asked[0].subject[0]  # type: ignore[union-attr]
    log.by.setCurrentIndex(log.by.findData(nation))
    shown = log._pages.toPlainText()
    assert log.by.currentText() in shown
    assert "Turn 1 begins" not in shown
    log.by.setCurrentIndex(0)
    assert "Turn 1 begins" in log._pages.toPlainText()
    log.words.setText("no such words")
    assert log._pages.toPlainText().strip() == ""


def test_ctrl_enter_sends_what_is_written_and_ends_no_move(
    qtbot: QtBot, window: Window, table: TablePage
) -> None:
    first = table._position
    table.enter("chat")
    table.chat.focus_line()
    qtbot.keyClicks(table.chat._line, "well met")
    with qtbot.waitSignal(table.chat.sent):
        qtbot.keyClick(table.chat._line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    until(qtbot, lambda: "well met" in table.chat._pages.toPlainText())
    assert table._position is first


def test_the_menu_zooms_and_tells_the_keys(qtbot: QtBot, window: Window, table: TablePage) -> None:
    camera = table.presenter.board.camera  # type: ignore[attr-defined]
    table.presenter.board.motion.off = True  # type: ignore[attr-defined]
    entries = {each.text(): each for each in window.menus._view.actions()}
    whole = camera.scale
    entries["Zoom in\t+"].trigger()
    until(qtbot, lambda: camera.scale > whole * 1.01)
    near = camera.scale
    entries["Zoom out\t−"].trigger()
    until(qtbot, lambda: camera.scale < near)
    entries["Zoom in\t+"].trigger()
    entries["Whole map\t0"].trigger()
    until(qtbot, lambda: camera.scale <= camera.least * 1.001)


def test_the_status_line_zooms_the_board_and_tells_how_far(
    qtbot: QtBot, window: Window, table: TablePage
) -> None:
    board, strip = table.presenter.board, table.presenter.zoom
    board.motion.off = True  # type: ignore[attr-defined]
    camera = board.camera  # type: ignore[attr-defined]
    assert strip is not None and strip.isVisible() and window.statusBar().isAncestorOf(strip)
    board.fit()  # type: ignore[attr-defined]
    assert strip.words.text() == "Fit"  # type: ignore[attr-defined]
    qtbot.mouseClick(strip.more, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
    assert camera.scale > camera.least and strip.words.text() == f"{round(100 * camera.scale)} %"  # type: ignore[attr-defined]
    assert strip.slider.value() > 0  # type: ignore[attr-defined]
    strip.slider.setFocus()  # type: ignore[attr-defined]
    qtbot.keyClick(strip.slider, Qt.Key.Key_End)  # type: ignore[attr-defined]
    assert camera.scale == pytest.approx(camera.largest)
    qtbot.keyClick(strip.slider, Qt.Key.Key_Home)  # type: ignore[attr-defined]
    assert camera.fitted and strip.words.text() == "Fit"  # type: ignore[attr-defined]

    window.leave()

    assert not strip.isVisible() and not window.statusBar().isAncestorOf(strip)


@pytest.mark.parametrize("percent", [100, 150])
def test_at_the_smallest_window_nothing_grows_and_the_turns_lie_under_the_map(
    qtbot: QtBot, window: Window, percent: int
) -> None:
    window.preferences.choose("text", percent)
    window.resize(1024, 700)
    at_table(qtbot, window)
    page = window.table
    assert page is not None and page.presenter.foot is not None
    board, strip = page.presenter.board, page.presenter.foot
    until(qtbot, lambda: strip.isVisible() and strip.y() == board.geometry().bottom() + 1)
    assert (window.width(), window.height()) == (1024, 700)
    window.preferences.choose("text", 100)


def test_two_long_strips_at_once_find_their_room_with_large_type(qtbot: QtBot, window: Window) -> None:
    page = laid_out(qtbot, window, 150)
    long = "Tomas has lost the connection. His seat is kept. Wait for him as long as you like, or play on."
    for strip in (page.notices.vote, page.notices.away):
        strip.say(long)
    until(qtbot, lambda: page.notices.vote.height() > 30 and page.notices.away.height() > 30)
    assert (window.width(), window.height()) == (1280, 800)
    window.preferences.choose("text", 100)


@pytest.mark.parametrize("percent", [100, 115, 150])
def test_no_tab_of_panels_in_one_place_loses_a_part_of_its_words(
    qtbot: QtBot, window: Window, percent: int
) -> None:
    table = laid_out(qtbot, window, percent)
    for entry in table.view_actions():
        if not entry.isChecked():
            entry.trigger()

    def whole(title: str) -> bool:
        """Are the words of all tabs whole, and is that of this panel in sight if it has one?"""
        for bar in table.findChildren(QTabBar):
            for tab in range(bar.count() if bar.isVisible() else 0):
                words = bar.fontMetrics().horizontalAdvance(bar.tabText(tab))
                there = bar.tabRect(tab)
                if there.width() <= words or (
                    bar.tabText(tab) == title and not bar.rect().contains(there.adjusted(8, 0, -8, 0))
                ):
                    return False
        return True

    for dock in table.findChildren(Dock):
        dock.bring()
        until(qtbot, partial(whole, dock.windowTitle()))
