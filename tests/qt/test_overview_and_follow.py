"""The small map beside the large one, and a camera that goes where others play."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from maharaja_qt.board.overview import SIZE
from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, dress


def sit(qtbot: QtBot, mine: list[int] | None = None) -> Sitting:
    dress()
    made = Sitting(gupta_board(), mine)
    qtbot.addWidget(made.page)
    return made


def test_the_small_map_is_there_while_part_of_the_sheet_is_out_of_sight(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board, small = sitting.map, sitting.presenter._overview
    assert not small.isVisible()

    hands.wheel(board, sitting.free("Agra"), 6)

    assert small.isVisible() and small.size().toTuple() == SIZE
    assert board.rect().contains(small.geometry())
    qtbot.waitUntil(lambda: small._picture is not None)
    hands.key(board, Qt.Key.Key_0)
    assert not small.isVisible()


def test_dragging_in_the_small_map_moves_the_large_one(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board, small = sitting.map, sitting.presenter._overview
    hands.wheel(board, sitting.free("Agra"), 8)
    scale = board.camera.scale
    start = QPointF(*small.camera.to_view(500, 300))
    end = QPointF(*small.camera.to_view(620, 700))

    hands.press(small, start)
    assert (board.camera.x, board.camera.y) == pytest.approx((500, 300), abs=4)
    hands.move(small, (start + end) / 2, end)
    hands.release(small, end)

    assert (board.camera.x, board.camera.y) == pytest.approx((620, 700), abs=8)
    assert board.camera.scale == scale
    hands.wheel(small, QPointF(20, 20), 1)
    assert board.camera.scale > scale


def test_the_small_map_can_be_put_away_and_that_is_remembered(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board, small = sitting.map, sitting.presenter._overview
    hands.wheel(board, sitting.free("Agra"), 6)

    qtbot.mouseClick(small.findChild(QToolButton), LEFT)

    assert not small.isVisible()
    assert sitting.page.preferences.get("overview") is False
    hands.wheel(board, sitting.free("Agra"), 2)
    assert not small.isVisible()
    sitting.page.preferences.choose("overview", True)
    assert small.isVisible()


def test_the_small_map_makes_room_for_odds(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board, small = sitting.map, sitting.presenter._overview
    hands.wheel(board, sitting.free("Agra"), 5)
    hands.drag(board, sitting.at("Agra"), sitting.free("Delhi"), drop=False)
    assert not small.isVisible()
    hands.key(board, Qt.Key.Key_Escape)
    assert small.isVisible()


# The camera follows.


def elsewhere(qtbot: QtBot) -> Sitting:
    """A seat that looks at Simhala while the Guptas' seat is played by somebody else."""
    board = gupta_board()
    dress()
    made = Sitting(board, [seat for seat in range(4) if seat != board.ask.seat])
    qtbot.addWidget(made.page)
    made.map.restore(675, 790, made.map.camera.least * 4)
    return made


def in_sight(sitting: Sitting, name: str) -> bool:
    x, y = sitting.map.camera.to_view(*sitting.map.map.shape(sitting.place(name)).stack)
    return sitting.map.rect().contains(round(x), round(y))


def test_the_camera_goes_to_what_somebody_else_does_out_of_sight(qtbot: QtBot) -> None:
    sitting = elsewhere(qtbot)
    scale = sitting.map.camera.scale

    sitting.client.elsewhere(sitting.table.way("Assam", "Bhutan"))

    assert in_sight(sitting, "Assam") and in_sight(sitting, "Bhutan")
    assert sitting.map.camera.scale == scale


def test_what_is_in_sight_moves_nothing(qtbot: QtBot) -> None:
    sitting = elsewhere(qtbot)
    sitting.map.restore(860, 330, sitting.map.camera.scale)
    before = sitting.map.stored()

    sitting.client.elsewhere(sitting.table.way("Assam", "Bhutan"))

    assert sitting.map.stored() == before


def test_who_is_busy_with_the_map_is_left_alone(qtbot: QtBot) -> None:
    sitting = elsewhere(qtbot)
    board = sitting.map
    hands.wheel(board, QPointF(300, 300), 1)
    before = board.stored()
    sitting.client.elsewhere(sitting.table.way("Assam", "Bhutan"))
    assert board.stored() == before

    sitting.presenter._follow.patience_ms = 0  # as if that was long ago
    sitting.client.elsewhere(sitting.table.way("Nepal", "Ladakh"))
    assert in_sight(sitting, "Ladakh")


def test_who_wants_to_stay_stays(qtbot: QtBot) -> None:
    sitting = elsewhere(qtbot)
    sitting.page.preferences.choose("follow", -1)
    before = sitting.map.stored()
    sitting.client.elsewhere(sitting.table.way("Assam", "Bhutan"))
    assert sitting.map.stored() == before


def test_ones_own_moves_move_no_map(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    sitting.presenter._follow.patience_ms = 0
    sitting.map.restore(675, 790, sitting.map.camera.least * 4)
    before = sitting.map.stored()
    sitting.page.act(sitting.table.way("Assam", "Bhutan"))
    assert sitting.map.stored() == before
    assert sitting.table.at("Bhutan") == {"guptas": 1}


def test_a_hand_that_holds_an_army_keeps_the_map(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board, follow = sitting.map, sitting.presenter._follow
    follow.patience_ms = 0
    hands.wheel(board, sitting.free("Agra"), 8)
    hands.drag(board, sitting.at("Agra"), sitting.free("Delhi"), drop=False)
    before = board.stored()
    follow.go([board.map.shape(sitting.place("Lanka")).stack])
    assert board.stored() == before
    hands.key(board, Qt.Key.Key_Escape)
    follow.go([board.map.shape(sitting.place("Lanka")).stack])
    assert in_sight(sitting, "Lanka")


@pytest.mark.parametrize("place", ["Gandhara", "Assam", "Simhala", "Baluchistan"])
def test_the_camera_that_follows_shows_nothing_beside_the_sheet(qtbot: QtBot, place: str) -> None:
    sitting = Sitting(gupta_board(), size=(1024, 640))
    qtbot.addWidget(sitting.page)
    board, follow = sitting.map, sitting.presenter._follow
    qtbot.waitUntil(lambda: not sitting.page._fresh)
    hands.wheel(board, sitting.free("Gondwana"), 8)
    follow.patience_ms = 0
    follow.go([board.map.shape(sitting.place(place)).stack])
    board.motion.finish()
    camera = board.camera
    sheet = QRectF(camera.left, camera.top, camera.width, camera.height)
    assert sheet.adjusted(-0.1, -0.1, 0.1, 0.1).contains(QRectF(*camera.seen()))
    assert board.rect().contains(sitting.at(place).toPoint())
