"""Small windows and large type: nothing is cut, nothing lies over anything, and no room is lost."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.settings import SettingsDialog
from maharaja_qt.frame.strips import Strip
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from tests.qt import hands
from tests.qt.frame.conftest import at_table, until
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, dress


def seen(page: QWidget) -> Iterator[QLabel | QPushButton]:
    """What has words and is not scrolled out of sight."""
    worded: list[QLabel | QPushButton] = [*page.findChildren(QLabel), *page.findChildren(QPushButton)]
    for each in worded:
        if each.text() and each.isVisibleTo(page) and not each.visibleRegion().isEmpty():
            yield each


def cut(page: QWidget) -> list[str]:
    """The words that need more room than they have; what is scrolled needs none upright."""
    QApplication.processEvents()
    found = []
    for each in seen(page):
        room = each.contentsRect()
        if isinstance(each, QLabel) and each.wordWrap():
            short = each.heightForWidth(each.width()) > each.height() + 1
        elif isinstance(each, QLabel):
            short = each.fontMetrics().horizontalAdvance(each.text()) > room.width() + 1
        else:
            short = each.fontMetrics().horizontalAdvance(each.text()) > each.width() - 6
        scrolled = any(isinstance(up, QScrollArea) for up in parents(each))
        inside = QRect(each.mapTo(page, QPoint()), each.size())
        sideways = inside.left() < 0 or inside.right() > page.width()
        if short or (sideways and not scrolled):
            found.append(f"{each.text()!r} {each.size().toTuple()}")
    return found


def whole(qtbot: QtBot, page: QWidget) -> None:
    """No word of a page is cut once it has come to rest."""
    with contextlib.suppress(qtbot.TimeoutError):
        until(qtbot, lambda: cut(page) == [])
    assert cut(page) == []


def parents(widget: QWidget) -> Iterator[QWidget]:
    up = widget.parentWidget()
    while up is not None:
        yield up
        up = up.parentWidget()


@pytest.mark.parametrize(("size", "percent"), [((1280, 800), 150), ((1280, 800), 100), ((1024, 700), 100)])
def test_no_page_cuts_a_word(
    qtbot: QtBot, window: Window, begun: Path, size: tuple[int, int], percent: int
) -> None:
    window.preferences.choose("text", percent)
    window.resize(*size)
    until(qtbot, lambda: window.start.recent.findChildren(QPushButton))
    assert window.size().toTuple() == size
    whole(qtbot, window.start)

    window.new_game("empires")
    until(qtbot, lambda: window.lobby is not None)
    assert window.lobby is not None
    whole(qtbot, window.lobby)
    window.leave()

    dialog = SettingsDialog(window.preferences, window)
    dialog.show()
    whole(qtbot, dialog)
    dialog.close()

    at_table(qtbot, window)
    assert window.table is not None
    until(qtbot, lambda: not window.table._fresh)
    whole(qtbot, window.table)
    assert window.size().toTuple() == size

    window.replay(begun)
    until(qtbot, lambda: window.visits.replay is not None)
    page = window.visits.replay
    assert page is not None
    until(qtbot, lambda: not page._fresh)
    whole(qtbot, page)


def test_larger_type_chosen_while_one_plays_finds_its_room(qtbot: QtBot, window: Window) -> None:
    window.resize(1280, 800)
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: not table._fresh)
    window.preferences.choose("text", 150)
    until(qtbot, lambda: table.dock("order").width() < 70)
    whole(qtbot, table)
    assert table.presenter.board.width() >= 0.6 * 1280


def test_a_small_window_shows_india_alone_and_the_tracks_in_a_strip(qtbot: QtBot, window: Window) -> None:
    window.resize(1024, 700)
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: not table._fresh)
    board, strip = table.presenter.board, table.presenter.foot
    assert strip is not None
    until(qtbot, lambda: strip.isVisible() and not board.camera.fitted)  # type: ignore[attr-defined]
    until(qtbot, lambda: not table.presenter._overview.isVisible())  # type: ignore[attr-defined]
    camera = board.camera  # type: ignore[attr-defined]
    sight = QRect(QPoint(), board.size())
    for place in range(36):
        x, y = camera.to_view(*board.map.shape(place).stack)  # type: ignore[attr-defined]
        assert sight.contains(round(x), round(y))
    assert strip.height() == 40 and strip.accessibleName() == "Turn 1 of 16"

    qtbot.mouseClick(strip._fold, LEFT)  # type: ignore[attr-defined]
    until(qtbot, lambda: strip.height() > 100)
    until(qtbot, lambda: board.geometry().bottom() < strip.geometry().top())
    qtbot.mouseClick(strip._fold, LEFT)  # type: ignore[attr-defined]
    until(qtbot, lambda: strip.height() == 40)

    window.resize(QSize(1600, 900))
    until(qtbot, lambda: not strip.isVisible())


def test_where_somebody_has_looked_stays_when_the_window_changes(qtbot: QtBot) -> None:
    sitting = Sitting(gupta_board(), size=(1024, 640))
    qtbot.addWidget(sitting.page)
    until(qtbot, lambda: not sitting.page._fresh)
    until(qtbot, lambda: sitting.presenter._tracks.isVisible() and not sitting.map.camera.fitted)
    hands.wheel(sitting.map, sitting.free("Agra"), 5)
    x, y, scale = sitting.map.stored()
    sitting.page.resize(1000, 620)
    QApplication.processEvents()
    assert sitting.map.stored() == pytest.approx((x, y, scale), rel=0.05)


def test_a_strip_has_the_room_its_words_need_and_leaves_no_band(qtbot: QtBot) -> None:
    sitting = Sitting(gupta_board(), size=(1024, 640))
    qtbot.addWidget(sitting.page)
    page, board, notices = sitting.page, sitting.map, sitting.page.notices
    until(qtbot, lambda: not page._fresh)
    QApplication.processEvents()
    lies = board.mapTo(page, QPoint(0, 0))
    for strip in (page.notices.news, page.notices.barrier, page.notices.link):
        for times in (1, 6):
            strip.say("Something that happened while one waited for the others. " * times)
            until(
                qtbot,
                lambda strip=strip: (
                    strip.heightForWidth(strip.width()) - 1 <= strip.height() == notices.height()
                    and strip.height() > 30
                ),
            )
            assert notices.isVisible()
            strip.say("")
            until(qtbot, notices.isHidden)
    page.notices.news.say("One. " * 40)
    page.notices.barrier.say("Two. " * 40)
    until(qtbot, lambda: notices.height() == page.notices.news.height() + page.notices.barrier.height())
    page.notices.news.say("")
    page.notices.barrier.say("")
    until(qtbot, lambda: notices.isHidden() and board.mapTo(page, QPoint(0, 0)) == lies)


def test_a_strip_in_sight_keeps_its_words_whole_when_type_gets_larger(qtbot: QtBot) -> None:
    dress()
    page, strip = QWidget(), Strip()
    qtbot.addWidget(page)
    page.resize(1000, 400)
    column = QVBoxLayout(page)
    column.addWidget(strip)
    column.addStretch()
    page.show()
    strip.say("The battle in Sind is over: the Mauryans have three armies there, the Harappans none. " * 2)

    def whole() -> bool:
        return strip.text.height() >= strip.text.heightForWidth(strip.text.width())

    until(qtbot, whole)
    before = strip.height()
    theme().choose("light", colour_safe=False, percent=150)
    try:
        until(qtbot, lambda: strip.height() > before and whole())
    finally:
        theme().choose("light", colour_safe=False, percent=100)
