"""Standing answers, by mouse and by keys, and what comes of them at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.games.empires.actions import AskLeave, March, Stand
from core.games.empires.standing import LEAVE, SUBMISSION, YES
from maharaja_qt.empires.switches import Switches
from maharaja_qt.frame.widgets import Picker
from tests.empires.board import NAMES, Board
from tests.qt import hands
from tests.qt.frame.conftest import until
from tests.qt.kinds import OCEAN
from tests.qt.sitting import LEFT, Sitting, with_type


def sit(qtbot: QtBot, board: Board, folder: Path, size: tuple[int, int], percent: int = 100) -> Sitting:
    made = Sitting(board, size=size, preferences=with_type(percent, folder))
    qtbot.addWidget(made.page)
    until(qtbot, lambda: not made.page._fresh)
    made.page.dock("standing").enter()
    until(qtbot, made.presenter._switches.isVisible)
    return made


def picker(sitting: Sitting, nation: str, topic: int) -> Picker:
    return sitting.presenter._switches._boxes[NAMES.nation(nation), topic]


def crossing() -> Board:
    return Board(
        turn=4, nation="pandyas", plain=True, chart={"boats": NAMES.mask(OCEAN)},
        armies={"pandyas": {"Malabar": 3}, "portuguese": {OCEAN: 1}},
    )  # fmt: skip


def test_leave_that_stands_is_given_at_once_to_whoever_drags_to_the_sea(qtbot: QtBot, tmp_path: Path) -> None:
    sitting = sit(qtbot, crossing(), tmp_path, (1280, 750))
    hands.key(picker(sitting, "portuguese", LEAVE), Qt.Key.Key_Down)
    assert sitting.client.sent == [Stand(NAMES.nation("portuguese"), LEAVE, YES)]

    hands.drag(sitting.map, sitting.at("Malabar"), sitting.free(OCEAN))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    asks = next(each for each in menu.actions() if each.text().startswith("Ask for leave to cross"))
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(asks).center())
    assert sitting.client.sent[-1] == AskLeave(NAMES.place(OCEAN))
    assert sitting.kind == "move", "nobody was asked"
    assert "The Portuguese let the Pandyas cross" in sitting.page.log.text()

    QApplication.processEvents()  # the menu is gone
    hands.drag(sitting.map, sitting.at("Malabar"), sitting.free(OCEAN), sitting.free("Lanka"))
    sent = sitting.client.sent[-1]
    assert isinstance(sent, March) and NAMES.place(OCEAN) in sent.path
    assert sitting.client.answers[-1].code == ""


def test_the_wheel_scrolls_the_answers_and_changes_none(qtbot: QtBot, tmp_path: Path) -> None:
    sitting = sit(qtbot, crossing(), tmp_path, (1280, 750))
    box = picker(sitting, "pandyas", SUBMISSION)
    for notches in (-1, 1, -1):
        hands.wheel(box, QPointF(8, 8), notches)
    assert sitting.client.sent == [] and box.currentIndex() == 0


@pytest.mark.parametrize(
    ("size", "percent"), [((1024, 642), 100), ((1024, 642), 150), ((1280, 750), 100), ((2560, 1390), 150)]
)
def test_every_answer_is_seen_whole_and_the_keyboard_is_on_the_first(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    sitting = sit(qtbot, crossing(), tmp_path, size, percent)
    switches: Switches = sitting.presenter._switches
    boxes = list(switches._boxes.values())
    sitting.page.activateWindow()
    until(qtbot, boxes[0].hasFocus)
    assert not switches.horizontalScrollBar().isVisible()

    def whole() -> bool:
        rights = (box.mapTo(switches.viewport(), QPoint(box.width(), 0)).x() for box in boxes)
        return max(rights) <= switches.viewport().width()

    until(qtbot, whole)
    for box in boxes:
        assert box.width() >= box.sizeHint().width(), "all words are to be read"
    sitting.keep(f"standing-{size[0]}-{percent}", tmp_path)
