"""A new view moves, makes and removes pieces by their ids."""

from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from maharaja_qt.board.camera import Camera
from maharaja_qt.board.motion import Motion
from maharaja_qt.board.pieces import Layer, Piece
from maharaja_qt.theme import theme
from tests.qt.conftest import Desk
from tests.qt.positions import gupta_board


def piece(name: str, x: float, count: int = 1) -> Piece:
    return Piece(id=name, place=int(x), x=x, y=0.0, width=10.0, look=name, kin="a", count=count)


class Table:
    """A layer whose time is in the test's hand."""

    def __init__(self, qtbot: QtBot) -> None:
        from PySide6.QtCore import QObject

        self.parent = QObject()
        self.motion = Motion(self.parent, lambda: None)
        self.layer = Layer(self.motion, lambda look, width, ratio: None)  # type: ignore[arg-type, return-value]
        self.camera = Camera((0.0, 0.0, 100.0, 100.0))

    def spots(self) -> dict[object, float]:
        return {sprite.piece.id: sprite.x for sprite in self.layer._order}


def test_a_piece_that_stays_keeps_its_place_and_one_that_goes_moves(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.layer.show([piece("a", 0), piece("b", 50)], {})
    table.layer.settle()

    table.layer.show([piece("a", 0), piece("b", 90)], {})

    assert table.spots() == {"a": 0, "b": 50}
    table.motion.finish()
    assert table.spots() == {"a": 0, "b": 90}


def test_a_new_stack_comes_from_where_its_kin_have_gone(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.layer.show([piece("a", 0, 3), piece("far", 80, 2)], {})
    table.layer.settle()

    table.layer.show([piece("a", 0, 1), piece("far", 80, 2), piece("new", 10, 2)], {(0, 10): [(5.0, 7.0)]})

    assert table.spots()["new"] == 0
    table.motion.finish()
    assert table.spots()["new"] == 10


def test_another_view_finishes_what_moves_at_once(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.layer.show([piece("a", 0)], {})
    table.layer.show([piece("a", 60)], {})
    assert table.motion.busy

    table.layer.show([piece("a", 60)], {})

    assert table.layer.rest
    assert table.spots() == {"a": 60}


def test_what_is_gone_fades_and_is_no_longer_hit(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.camera.resize(100, 100)
    table.layer.show([piece("a", 50)], {})
    table.layer.settle()
    at = table.camera.to_view(50, 0)
    assert table.layer.hit(*at, table.camera) is not None

    table.layer.show([], {})

    assert table.layer.hit(*at, table.camera) is None
    assert not table.layer.rest
    table.motion.finish()
    assert table.layer.rest


def test_with_motion_off_everything_arrives_at_once(qtbot: QtBot) -> None:
    table = Table(qtbot)
    table.motion.off = True
    table.layer.show([piece("a", 0)], {})
    table.layer.show([piece("a", 60), piece("b", 20)], {})

    assert table.layer.rest
    assert table.spots() == {"a": 60, "b": 20}


def test_a_march_is_seen_going_by_its_route(desk: Desk) -> None:
    board = desk.board
    rules = gupta_board()
    events = rules.march("Bengal", "Magadha", "Bundelkhand", armies=2)
    board.motion.off = False

    board.show(desk.game.view(rules.state, None), events)

    assert not board.layer.rest
    assert board._paths(events) == {
        (desk.place("Bengal"), desk.place("Bundelkhand")): [board._centre(desk.place("Magadha"))]
    }
    board.motion.finish()
    assert board.layer.rest


def test_holders_tints_follow_the_view(desk: Desk) -> None:
    board = desk.board
    rules = gupta_board()
    board.finish_tiles()
    rules.march("Nepal", "Bhutan")

    board.show(desk.game.view(rules.state, None))

    assert board.ground.tint._holders[desk.place("Nepal")] == -1
    assert board.ground.tint._holders[desk.place("Bhutan")] == 3
    assert board.tiles.missing(board.camera, QPointF())


def test_gui_21_the_theme_changes_under_a_running_board(desk: Desk) -> None:
    board = desk.board
    light = board.whole_picture().toImage().pixelColor(40, 40)

    theme().choose("dark")

    dark = board.whole_picture().toImage().pixelColor(40, 40)
    assert light.lightness() > 150 > 60 > dark.lightness()
    theme().choose("light", colour_safe=True)
    assert board.look.colour_safe
