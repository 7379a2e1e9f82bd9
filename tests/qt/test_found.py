"""A place that was found is meant until the pointer moves, and a sentence stands while it is true."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QCursor
from pytestqt.qtbot import QtBot

from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress


def sit(qtbot: QtBot) -> Sitting:
    dress()
    made = Sitting(gupta_board())
    qtbot.addWidget(made.page)
    return made


def find(qtbot: QtBot, sitting: Sitting, text: str) -> None:
    qtbot.keyClick(sitting.map, Qt.Key.Key_Slash)
    field = sitting.presenter._finder
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_key_means_the_place_just_found_until_the_pointer_moves(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board, lanka = sitting.map, sitting.map.search("lanka")[0]
    middle = board.rect().center() + QPointF(60, -80).toPoint()
    QCursor.setPos(board.mapToGlobal(middle))
    hands.move(board, QPointF(middle))
    find(qtbot, sitting, "lanka")
    qtbot.keyClick(board, Qt.Key.Key_I)
    card = sitting.presenter._area
    assert card.isVisible() and card.place == lanka
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    assert board.found == lanka
    hands.move(board, QPointF(middle), QPointF(middle) + QPointF(3, 3))
    assert board.found == board.aimed == -1


def test_a_place_found_is_marked_no_more_once_something_is_done(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    find(qtbot, sitting, "magadha")
    assert sitting.map.found >= 0
    start, goal = sitting.at("Bengal"), sitting.free("Magadha")
    hands.drag(sitting.map, start, goal)
    assert sitting.client.sent and sitting.map.found == -1


def test_what_a_drop_would_do_is_not_said_after_it(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"), drop=False)
    assert "to go there" in sitting.said[-1]
    hands.release(sitting.map, sitting.free("Magadha"))
    assert sitting.client.sent and sitting.said[-1] == ""


def test_that_there_is_nothing_to_do_again_is_not_said_in_the_next_phase(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    sitting.page.deeds.redo()
    assert sitting.said[-1] == "There is nothing to do again."
    sitting.page.done()
    for _ in range(2):
        if sitting.said[-1]:
            sitting.page.done()
    assert sitting.said[-1] == ""
