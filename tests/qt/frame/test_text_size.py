"""Another size of type: everything has it at once, and keeps it wherever it goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.board.pill import pill_box
from maharaja_qt.theme import role_font, theme
from tests.qt.frame.conftest import until
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, with_type


@pytest.fixture(autouse=True)
def usual_type() -> Iterator[None]:
    yield
    theme().choose("light", colour_safe=False, percent=100)


def out_of_step(page: QWidget) -> list[str]:
    """Words whose type is not of the size chosen."""
    worded: list[QLabel | QPushButton] = [*page.findChildren(QLabel), *page.findChildren(QPushButton)]
    return [
        each.text()
        for each in worded
        if each.property("role")
        and abs(each.font().pointSizeF() - role_font(each.property("role")).pointSizeF()) > 0.1
    ]


def test_all_words_have_the_size_of_type_at_once_and_keep_it(qtbot: QtBot, tmp_path: Path) -> None:
    preferences = with_type(100, tmp_path)
    sitting = Sitting(gupta_board(), size=(1280, 720), preferences=preferences)
    page = sitting.page
    qtbot.addWidget(page)
    until(qtbot, lambda: not page._fresh)
    decided = page.choices.findChildren(QLabel)[0].fontMetrics().height()

    for percent, sizes in ((150, (2000, 1280)), (100, (1000, 1280))):
        preferences.choose("text", percent)
        assert out_of_step(page) == []
        for width in sizes:  # panels go over the map and stand beside it again
            page.resize(width, 720)
            until(qtbot, lambda: page.over.small == (page.roominess < 1100))
            QApplication.processEvents()
            for each in page.findChildren(QPushButton):
                each.style().polish(each)
            assert out_of_step(page) == [], (percent, width)
    assert page.choices.findChildren(QLabel)[0].fontMetrics().height() == decided


def test_words_over_the_map_have_the_size_of_type_too(qtbot: QtBot) -> None:
    def size() -> QSizeF:
        return pill_box(QPointF(400, 300), "3 of 3, wheel for fewer").size()

    usual = size()
    theme().choose(percent=150)
    larger = size()
    assert larger.height() == 1.5 * usual.height()
    assert larger.width() - 20 == pytest.approx(1.5 * (usual.width() - 20), rel=0.01)
