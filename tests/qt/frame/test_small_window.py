"""A small window: panels lie over the map, and stand beside it again as they stood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSettings, QSize, QSizeF, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.empires.names import height
from maharaja_qt.empires.order import ROW
from maharaja_qt.frame.phases import Phases
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from net import messages as m
from tests.qt import hands
from tests.qt.frame.conftest import at_table, until
from tests.qt.kinds import KINDS
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, dress, with_type

SMALL = 1024, 642
"""The smallest window without its menu and status line."""


@pytest.fixture
def large_type() -> Iterator[None]:
    yield
    theme().choose("light", colour_safe=False, percent=100)


def sit(qtbot: QtBot, kind: str = "", size: tuple[int, int] = SMALL) -> Sitting:
    dress()
    made = Sitting(KINDS[kind]() if kind else gupta_board(), size=size)
    qtbot.addWidget(made.page)
    until(qtbot, lambda: not made.page._fresh)
    QApplication.processEvents()
    return made


def tab(sitting: Sitting, word: str) -> QPushButton:
    """A tab over the map."""
    drawer = sitting.page.over.right
    return next(each for each in drawer.findChildren(QPushButton) if each.text().startswith(word))


def over_map(sitting: Sitting, name: str) -> QRect:
    """Where a panel lies over the map; nowhere if it is not in sight."""
    inside = sitting.page.dock(name).inside
    if not inside.isVisible():
        return QRect()
    board = sitting.map
    return QRect(board.mapFromGlobal(inside.mapToGlobal(QPoint())), inside.size()) & board.rect()


def test_the_map_has_the_room_and_a_click_on_a_tab_lays_a_panel_over_it(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board = sitting.map
    assert board.width() > 0.9 * sitting.page.width()
    assert [tab(sitting, word).isVisible() for word in ("Score", "Decision", "Log")] == [True] * 3
    assert over_map(sitting, "score").isNull() and over_map(sitting, "talk").isNull()

    wide = board.width()
    qtbot.mouseClick(tab(sitting, "Score"), LEFT)
    until(qtbot, lambda: over_map(sitting, "score").width() > 200)
    assert board.width() == wide and sitting.page.over.right.width() == 280
    assert sitting.page.window().focusWidget() is board, "a click on a tab moves no keyboard"
    qtbot.mouseClick(tab(sitting, "Log"), LEFT)
    assert over_map(sitting, "score").isNull() and over_map(sitting, "talk").height() > 300
    qtbot.mouseClick(tab(sitting, "Log"), LEFT)
    assert over_map(sitting, "talk").isNull()


def test_keys_lead_to_what_lies_over_the_map_and_escape_back(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    page, board = sitting.page, sitting.map
    for key, name in ((Qt.Key.Key_S, "score"), (Qt.Key.Key_L, "talk"), (Qt.Key.Key_K, "card")):
        hands.key(board, key)
        assert page.dock(name).has_keyboard() and not over_map(sitting, name).isNull()
        there = page.window().focusWidget()
        assert there is not None
        hands.key(there, Qt.Key.Key_Escape)
        assert over_map(sitting, name).isNull() and page.window().focusWidget() is board
    page.enter("rules")
    assert page.rules.isVisible() and not over_map(sitting, "talk").isNull()
    shown = []
    board.setFocus()
    for _ in range(6):
        page.next_dock()
        if board.hasFocus():
            break
        shown += [dock.objectName() for dock in page._known if dock.has_keyboard()]
    assert shown == ["order", "talk"]


def test_a_click_in_the_rail_lays_the_card_of_that_nation_over_the_map(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    rail = sitting.presenter._order
    assert rail.width() < 60
    hands.click(rail, QPointF(rail.width() / 2, 4.5 * ROW))
    until(qtbot, lambda: over_map(sitting, "card").width() > 200)
    assert over_map(sitting, "card").left() < 30
    said = [label.text() for label in sitting.presenter._card.findChildren(QLabel)]
    assert "Card of the Cholas" in said


def test_the_menu_shows_and_hides_what_lies_over_the_map(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    legend = next(a for a in sitting.page.view_actions() if a.text() == "Legend")
    legend.trigger()
    assert not over_map(sitting, "legend").isNull() and legend.isChecked()
    legend.trigger()
    assert over_map(sitting, "legend").isNull() and not legend.isChecked()


def test_a_few_answers_come_into_sight_and_go_with_the_question(qtbot: QtBot) -> None:
    sitting = sit(qtbot, "leave")
    until(qtbot, lambda: not over_map(sitting, "decision").isNull())
    room = sitting.page.choices
    worded: list[QLabel | QPushButton] = [*room.findChildren(QLabel), *room.findChildren(QPushButton)]
    for each in worded:
        if each.isVisible() and each.text():
            assert each.visibleRegion().boundingRect() == each.rect(), each.text()
    first = room.first()
    assert first is not None
    qtbot.mouseClick(first, LEFT)
    until(qtbot, lambda: over_map(sitting, "decision").isNull())


def test_who_writes_keeps_the_page_and_a_tab_tells_of_the_question(qtbot: QtBot) -> None:
    sitting = sit(qtbot, "submission")
    page = sitting.page
    page.talk()
    page.choices._shown = ()
    page._refresh()  # the question comes
    assert page.chat.isVisible() and page.chat.isAncestorOf(page.window().focusWidget())
    assert tab(sitting, "Decision").text() == "Decision •"
    qtbot.mouseClick(tab(sitting, "Decision"), LEFT)
    assert tab(sitting, "Decision").text() == "Decision"


def test_a_line_of_chat_marks_the_tab_it_lies_under(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    sitting.client.chat.emit(m.Chat(2, "", "well met"))
    assert tab(sitting, "Log").text() == "Log •"


def test_a_window_made_small_and_large_again_is_as_it_was(qtbot: QtBot) -> None:
    sitting = sit(qtbot, size=(1500, 800))
    page = sitting.page
    page.dock("score").action.trigger()  # put away
    page.dock("dice").action.trigger()
    QApplication.processEvents()
    order = page.dock("order")
    seam = QPointF(order.geometry().right() + 3, order.geometry().center().y())
    hands.press(page, seam)
    hands.move(page, seam + QPointF(20, 0), seam + QPointF(40, 0))
    hands.release(page, seam + QPointF(40, 0))
    QApplication.processEvents()

    def stands() -> dict[str, QSize]:
        return {d.objectName(): d.size() for d in page._known if d.isVisible()}

    before = stands()
    assert {"order", "card", "dice"} <= set(before) and "score" not in before
    assert before["order"].width() > 280
    for width in (1300, 1150, 1090, 1024):  # as one drags the edge
        page.resize(width, 700)
        QApplication.processEvents()
    until(qtbot, lambda: order.width() < 70)
    assert [d.objectName() for d in page._known if d.isVisible()] == ["order"]
    assert not any(each.text() == "Score" and each.isVisible() for each in page.findChildren(QPushButton))
    page.resize(1500, 800)
    until(qtbot, lambda: stands() == before)
    assert page.log.isVisible() and page.presenter._order.isVisible()  # type: ignore[attr-defined]


def test_a_window_opened_small_and_made_large_has_its_panels_beside_the_map(
    qtbot: QtBot, window: Window
) -> None:
    window.resize(1024, 700)
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: table.dock("order").width() < 70)
    window.resize(1280, 800)
    until(qtbot, lambda: table.dock("order").width() > 180 and table.dock("card").isVisible())
    until(qtbot, lambda: table.dock("talk").width() > 240)
    window.map_alone()
    window.resize(1024, 700)
    window.map_alone()
    until(qtbot, lambda: table.over.small and table.dock("order").width() < 70)
    window.resize(1280, 800)
    until(qtbot, lambda: table.dock("order").width() > 180 and table.dock("talk").isVisible())


def test_panels_are_as_wide_as_suits_the_window_also_when_it_changes(qtbot: QtBot, tmp_path: Path) -> None:
    sitting = sit(qtbot, size=(1280, 742))
    page = sitting.page

    def stand(usual: dict[str, int]) -> None:
        until(qtbot, lambda: {name: page.dock(name).width() for name in usual} == usual)

    stand({"order": 220, "score": 268})
    for size, left, right in (((2560, 1382), 320, 400), ((1440, 842), 252, 300), ((1280, 742), 220, 268)):
        page.resize(*size)
        stand({"order": left, "score": right})
    for size in ((1024, 642), (2560, 1382), (1120, 700), (2560, 1382)):
        page.resize(*size)
        until(qtbot, lambda: page.over.small == (page.width() < 1100))
        QApplication.processEvents()
    stand({"order": 320, "score": 400})

    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    page.keep_layout(settings)
    settings.sync()
    later = Sitting(gupta_board(), size=(1280, 742))
    qtbot.addWidget(later.page)
    later.page.restore_layout(settings)
    until(qtbot, lambda: (later.page.dock("order").width(), later.page.dock("score").width()) == (220, 268))


def tabs_whole(page: QWidget) -> None:
    """No tab is shorter than its words."""
    for bar in page.findChildren(QTabBar):
        for n in range(bar.count()):
            assert bar.elideMode() == Qt.TextElideMode.ElideNone
            assert bar.tabRect(n).width() >= bar.fontMetrics().horizontalAdvance(bar.tabText(n))


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700)])
def test_with_large_type_no_title_and_no_tab_is_cut(
    qtbot: QtBot, window: Window, size: tuple[int, int]
) -> None:
    window.preferences.choose("text", 150)
    window.resize(*size)
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: not table._fresh)
    for dock in table._known:
        dock.bring()
        QApplication.processEvents()
        drawer = dock.drawer
        if drawer is None:
            continue
        title = drawer._title
        if title.isVisible():
            assert title.fontMetrics().horizontalAdvance(title.text()) <= title.contentsRect().width()
        for each in drawer._tabs.values():
            assert not each.isVisible() or each.width() >= each.sizeHint().width()
        tabs_whole(dock.inside)
    talk = table.tabs.tabBar()
    assert sum(talk.tabRect(n).width() for n in range(talk.count())) <= table.tabs.width()


def test_the_header_names_every_step_that_there_is_room_for(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    strip = sitting.page._phases
    assert [each.text() for each in strip._labels] == [
        "✓ Growth", "✓ Arrivals", "March", "Battle", "March again", "Too many for the land", "Battle",
        "Factories and Arms",
    ]  # fmt: skip
    page = QWidget()
    qtbot.addWidget(page)
    narrow = Phases()
    narrow.setParent(page)
    narrow.show_steps(strip._steps)
    narrow.resize(330, 30)
    page.show()
    texts = [each.text() for each in narrow._labels]
    assert texts[:3] == ["✓", "✓", "March"] and texts[-1] == "•", texts
    assert narrow._labels[-1].toolTip() == "Factories and Arms"
    assert narrow._labels[-1].geometry().right() <= narrow.width()


@pytest.mark.usefixtures("large_type")
@pytest.mark.parametrize(("size", "percent"), [(SMALL, 100), ((1024, 622), 150), ((1280, 722), 150)])
def test_a_small_map_shows_every_name_and_no_counter_over_one(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    sitting = Sitting(gupta_board(), size=size, preferences=with_type(percent, tmp_path))
    qtbot.addWidget(sitting.page)
    board = sitting.map
    until(qtbot, lambda: sitting.page.presenter.foot.isVisible() and not board.camera.fitted)  # type: ignore[union-attr]
    QApplication.processEvents()
    boxes = board.names.boxes(board.camera.scale)
    assert len(boxes) == 36 and height(board.camera.scale) >= 11
    scale, sight = board.camera.scale, QRectF(board.rect()).adjusted(-1, -1, 1, 1)
    for box in boxes.values():
        corner = QPointF(*board.camera.to_view(box.left(), box.top()))
        seen = QRectF(corner, QSizeF(box.width() * scale, box.height() * scale))
        assert sight.contains(seen)
        for piece in board.layer.pieces:
            shared = board.layer.place(piece, board.camera) & seen
            assert piece.place < 0 or shared.width() * shared.height() <= 4, piece.id
    assert not sitting.presenter._overview.isVisible()
