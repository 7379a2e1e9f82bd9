"""The camera, moved by real wheels, fingers, buttons and keys."""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion
from pytestqt.qtbot import QtBot

from maharaja_qt.board.camera import STEP, Camera
from maharaja_qt.board.tiles import SIDE, Tiles
from maharaja_qt.board.view import BoardView
from maharaja_qt.empires.finder import Finder
from tests.qt import hands
from tests.qt.conftest import Desk


class Chequered(BoardView):
    """A board of 2000 x 1500 units."""

    def paint_tile(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        painter.fillRect(seen, Qt.GlobalColor.darkGreen)


@pytest.fixture
def view(qtbot: QtBot) -> Chequered:
    made = Chequered((0.0, 0.0, 2000.0, 1500.0))
    qtbot.addWidget(made)
    made.motion.off = True
    made.resize(400, 400)
    made.show()
    made.setFocus()
    return made


def under(view: BoardView, at: QPointF) -> tuple[float, float]:
    return view.camera.to_board(at.x(), at.y())


@pytest.mark.parametrize(("x", "y", "scale"), [(1000, 750, 0.5), (700, 800, 0.5), (1000, 750, 0.7)])
def test_gui_01_wheel_zoom_keeps_the_point_under_the_cursor(
    view: Chequered, x: float, y: float, scale: float
) -> None:
    view.restore(x, y, scale)
    at = QPointF(50, 350)
    start, point = view.stored(), under(view, at)

    for _ in range(5):
        hands.wheel(view, at, 1)
        moved = [(a - b) * view.camera.scale for a, b in zip(under(view, at), point, strict=True)]
        assert math.hypot(*moved) <= 1
    for _ in range(5):
        hands.wheel(view, at, -1)

    assert view.stored() == pytest.approx(start)


def test_gui_01_near_a_corner_and_when_all_is_seen_the_start_comes_back(view: Chequered) -> None:
    view.fit()
    start = view.stored()
    for at in (QPointF(50, 350), QPointF(399, 1), QPointF(2, 2)):
        for notches in (5, -5):
            for _ in range(5):
                hands.wheel(view, at, math.copysign(1, notches))
        assert view.stored() == pytest.approx(start)


def test_gui_01_while_zooming_the_point_stays_too(view: Chequered, qtbot: QtBot) -> None:
    view.restore(1000, 750, 0.5)
    view.motion.off = False
    at = QPointF(120, 260)
    point = under(view, at)
    strays = []
    view.moved.connect(lambda: strays.append(math.dist(under(view, at), point) * view.camera.scale))

    hands.wheel(view, at, 1)
    hands.wheel(view, at, 1)
    qtbot.waitUntil(lambda: not view.motion.busy)

    assert view.camera.scale == pytest.approx(0.5 * STEP**2)
    assert max(strays) <= 1


def test_gui_02_endless_zoom_stays_within_limits(view: Chequered) -> None:
    at = QPointF(333, 20)
    for notches in (1, -1):
        for _ in range(500):
            hands.wheel(view, at, notches)
            assert view.camera.least <= view.camera.scale <= view.camera.largest
            assert all(map(math.isfinite, (*view.stored(), *under(view, at))))
    assert view.camera.fitted
    for _ in range(500):
        hands.key(view, Qt.Key.Key_Plus)
    assert view.camera.scale == pytest.approx(8 * view.camera.least)

    hands.key(view, Qt.Key.Key_Home)

    assert view.camera.fitted
    assert view.stored()[:2] == (1000, 750)


@pytest.mark.parametrize("scale", [0.0, -1.0, math.nan, math.inf, 1e9, 1e-9])
def test_gui_02_a_bad_stored_view_is_mended(view: Chequered, scale: float) -> None:
    for x, y in ((1000.0, 750.0), (math.nan, 0.0), (1e12, -1e12)):
        view.restore(x, y, scale)
        assert view.camera.least <= view.camera.scale <= view.camera.largest
        left, top, width, height = view.camera.seen()
        assert left < 2000 and left + width > 0 and top < 1500 and top + height > 0


def test_gui_04_a_pinch_zooms_about_its_middle(view: Chequered) -> None:
    view.restore(1000, 750, 0.4)
    at = QPointF(300, 120)
    point = under(view, at)

    for _ in range(10):
        hands.pinch(view, at, 0.1)

    assert view.camera.scale == pytest.approx(0.4 * 1.1**10)
    assert under(view, at) == pytest.approx(point, abs=1)


def test_gui_04_two_fingers_pan_and_a_wheel_zooms_never_both(view: Chequered) -> None:
    view.restore(1000, 750, 0.8)
    at = QPointF(200, 200)
    phases = Qt.ScrollPhase
    for phase in (phases.ScrollBegin, phases.ScrollUpdate, phases.ScrollMomentum, phases.ScrollEnd):
        hands.wheel(view, at, 0.25, pixels=QPoint(-8, 20), phase=phase)
    assert view.camera.scale == 0.8
    assert view.stored()[:2] == pytest.approx((1000 + 32 / 0.8, 750 - 80 / 0.8))
    before = view.stored()

    hands.wheel(view, at, 1)

    assert view.camera.scale == pytest.approx(0.8 * STEP)
    assert view.stored()[:2] == pytest.approx(before[:2])
    view.scroll_pans = False
    hands.wheel(view, at, -1, pixels=QPoint(0, -20), phase=phases.ScrollUpdate)
    assert view.camera.scale == pytest.approx(0.8)
    hands.wheel(view, at, -1, pixels=QPoint(0, -20), phase=phases.ScrollMomentum)
    assert view.camera.scale == pytest.approx(0.8)


def test_the_middle_button_and_arrow_keys_pan(view: Chequered) -> None:
    view.restore(1000, 750, 1.0)
    hands.press(view, QPointF(100, 100), hands.MIDDLE)
    hands.move(view, QPointF(130, 90))
    hands.release(view, QPointF(130, 90), hands.MIDDLE)
    assert view.stored() == (970, 760, 1.0)

    hands.key(view, Qt.Key.Key_Right)
    hands.key(view, Qt.Key.Key_Down)

    assert view.stored() == (1050, 840, 1.0)


def test_a_resize_keeps_the_whole_board_seen_or_the_middle(view: Chequered) -> None:
    view.fit()
    view.resize(800, 700)
    assert view.camera.fitted and view.camera.scale == pytest.approx(0.4)
    view.restore(900, 700, 1.0)
    view.resize(500, 500)
    assert view.stored() == (900, 700, 1.0)


def test_the_picture_is_sharp_200_ms_after_the_last_step(desk: Desk, qtbot: QtBot) -> None:
    board = desk.board
    board.motion.off = False
    qtbot.waitUntil(lambda: board.sharp)
    for _ in range(4):
        hands.wheel(board, QPointF(600, 380), 1)
    assert not board.sharp

    qtbot.waitUntil(lambda: board.sharp, timeout=5000)

    level = board.camera.scale * board.devicePixelRatioF()
    assert not board.tiles.missing(board.camera, QPointF())
    assert board.tiles._levels[-1].scale == level


@pytest.mark.parametrize("size", [(400, 400), (1300, 900), (1536, 1025)])
@pytest.mark.parametrize("ratio", [1.0, 1.25, 3.0])
def test_no_more_is_painted_for_a_view_at_rest_than_it_shows(size: tuple[int, int], ratio: float) -> None:
    tiles = Tiles(lambda painter, seen, scale: None, (-30.0, -30.0, 2000.0, 1500.0))
    camera = Camera((-30.0, -30.0, 2000.0, 1500.0))
    camera.resize(*size)
    for x, y, scale in ((850.3, 700.7, 1.37), (1000, 750, 2.91), (1290, 800, 1.1)):
        camera.look(x, y, scale)
        tiles.aim(camera, ratio)
        missing = tiles.missing(camera, QPointF())

        shown = QRegion(0, 0, round(size[0] * ratio), round(size[1] * ratio))
        places = [tiles.place(key, camera, ratio) for key in missing]
        assert len(missing) <= math.prod(math.ceil(side * ratio / SIDE) for side in size)
        assert shown.subtracted(sum(places, QRegion())).isEmpty()
        assert sum(each.width() * each.height() for each in places) <= 1.02 * math.prod(size) * ratio**2


def test_the_map_is_panned_by_dragging_where_no_counter_is(desk: Desk) -> None:
    board = desk.board
    board.camera.look(480, 400, 2.0)
    start = desk.free("Tibet")
    place = under(board, start)

    hands.drag(board, start, start + QPointF(-60, 45))

    assert under(board, start + QPointF(-60, 45)) == pytest.approx(place, abs=1)
    assert desk.actions == []


def test_what_is_seen_after_panning_is_what_is_painted_there_anew(desk: Desk) -> None:
    board = desk.board
    board.restore(480, 400, 2.0)
    board.whole_picture()
    start = desk.free("Tibet")
    for step in (QPointF(-37, 12), QPointF(5, -60), QPointF(90, 41)):
        hands.drag(board, start, start + step)
        board.repaint()
    moved = board.whole_picture().toImage()

    board.worn()

    assert board.whole_picture().toImage() == moved


def test_a_counter_is_stretched_while_zooming_and_sharp_soon_after(desk: Desk, qtbot: QtBot) -> None:
    board = desk.board
    board.whole_picture()
    board.motion.off = False

    hands.wheel(board, QPointF(600, 380), 3)
    qtbot.waitUntil(board.short)

    qtbot.waitUntil(lambda: board.sharp, timeout=5000)
    soon = board.grab().toImage()
    board.layer.pictures.forget()
    board.worn()
    assert board.whole_picture().toImage() == soon


def test_an_area_is_found_by_typing_and_flown_to(desk: Desk) -> None:
    board = desk.board
    assert [desk.name(place) for place in board.search("ma")][:3] == ["Magadha", "Maharashtra", "Malabar"]
    assert board.search("  ") == []

    board.go_to(board.search("kera")[0])

    at = desk.free("Kerala")
    assert QRectF(board.rect()).contains(at)
    assert board.camera.scale > 2 * board.camera.least


def test_an_area_is_found_from_the_keyboard(desk: Desk, qtbot: QtBot) -> None:
    board = desk.board
    finder = Finder(board)
    ended: list[bool] = []
    board.undecided.connect(lambda: ended.append(True))
    hands.key(board, Qt.Key.Key_Slash)
    assert finder.isVisible()

    qtbot.keyClicks(finder, "simh")
    hands.key(finder, Qt.Key.Key_Return)

    assert board.found == desk.place("Simhala")
    assert QRectF(board.rect()).contains(desk.at("Simhala"))
    assert not finder.isVisible() and board.hasFocus()
    assert not ended, "to find a place ends no move"
    hands.key(board, Qt.Key.Key_Slash)
    hands.key(finder, Qt.Key.Key_Escape)
    assert board.found == -1


def test_counters_have_a_size_of_their_own(desk: Desk) -> None:
    board = desk.board
    piece = board.layer.get(("army", desk.view.nation, desk.place("Bengal")))
    assert piece is not None
    width, scale = board.layer.place(piece, board.camera).width(), board.camera.scale

    board.set_counter_size(1.5)

    assert board.layer.place(piece, board.camera).width() == pytest.approx(1.5 * width)
    assert board.camera.scale == scale
