"""A small map shows India alone, but never without the invaders whose turn it is."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from maharaja_qt.empires.counters import SIZES
from tests.empires.board import Board
from tests.qt import hands
from tests.qt.frame.conftest import until
from tests.qt.sitting import Sitting, dress


def sit(qtbot: QtBot, board: Board) -> Sitting:
    dress()
    made = Sitting(board, size=(1024, 642))
    qtbot.addWidget(made.page)
    until(qtbot, lambda: not made.page._fresh and made.presenter._tracks.isVisible())
    return made


def seen(sitting: Sitting, name: str) -> bool:
    """Is the whole counter of a place in sight?"""
    camera, board = sitting.map.camera, sitting.map
    x, y = board._centre(sitting.place(name))
    half = SIZES["army"] / 2 * camera.scale
    middle = QPointF(*camera.to_view(x, y))
    counter = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
    return QRectF(board.rect()).contains(counter)


def test_invaders_who_wait_are_in_sight_when_they_are_to_move(qtbot: QtBot) -> None:
    invasion = Board(turn=11, nation="mughals", plain=True, waiting={"Central Asia": 6})
    sitting = sit(qtbot, invasion)
    until(qtbot, lambda: seen(sitting, "Central Asia"))
    assert seen(sitting, "Simhala") and seen(sitting, "Assam") and seen(sitting, "Baluchistan")
    named = sitting.map.names.boxes(sitting.map.camera.scale)
    assert len(named) == sitting.table.c.board.land, "no name gives way"


def test_nobody_waits_and_the_map_is_as_large_as_it_was(qtbot: QtBot) -> None:
    sitting = sit(qtbot, Board(turn=11, nation="mughals", plain=True, armies={"mughals": {"Delhi": 3}}))
    until(qtbot, lambda: not sitting.map.camera.fitted)
    assert not seen(sitting, "Central Asia")


def test_who_has_moved_the_map_keeps_it_while_armies_march(qtbot: QtBot) -> None:
    invasion = Board(turn=11, nation="mughals", plain=True, waiting={"Central Asia": 6})
    sitting = sit(qtbot, invasion)
    until(qtbot, lambda: seen(sitting, "Central Asia"))
    hands.wheel(sitting.map, sitting.free("Mysore"), 5)
    before = sitting.map.stored()
    sitting.client._news([])
    assert sitting.map.stored() == before
