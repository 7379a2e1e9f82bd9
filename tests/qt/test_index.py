"""A board of any game: pieces, an index of plain moves, and a chooser where a drop means several things."""

from collections.abc import Hashable, Sequence

import pytest
from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from pytestqt.qtbot import QtBot

from maharaja_qt.board.hand import Index
from maharaja_qt.board.pieces import Piece
from maharaja_qt.board.play import PlayBoard
from tests.qt import hands


class Step(Struct, frozen=True):
    """A piece goes to a square, and perhaps becomes another."""

    to: int
    becomes: str = ""


class Squares(PlayBoard):
    """Three squares in a row, 100 units each."""

    def paint_tile(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        painter.fillRect(seen, Qt.GlobalColor.white)

    def picture(self, look: Hashable, width: float, ratio: float) -> QPixmap:
        made = QPixmap(round(width * ratio), round(width * ratio))
        made.fill(Qt.GlobalColor.red)
        return made

    def lifted_look(self, piece: Piece, number: int) -> Hashable:
        return piece.look

    def rest_look(self, piece: Piece, number: int) -> Hashable:
        return piece.look

    def place_at(self, x: float, y: float) -> int:
        return int(x // 100) if 0 <= x < 300 and 0 <= y < 100 else -1

    def fan_of(self, piece: Piece) -> Sequence[Piece]:
        return [piece]


def square(number: int) -> QPointF:
    return QPointF(50 + 100 * number, 50)


@pytest.fixture
def board(qtbot: QtBot) -> Squares:
    made = Squares((0.0, 0.0, 300.0, 100.0))
    qtbot.addWidget(made)
    made.motion.off = True
    made.resize(300, 100)
    made.show()
    pieces = [
        Piece(name, place, 50 + 100 * place, 50, 40.0, name) for place, name in ((0, "pawn"), (1, "rook"))
    ]
    made.layer.show(pieces, {})
    made.offer(
        Index(
            [("pawn", 2, Step(2, "queen")), ("pawn", 2, Step(2, "knight")), ("pawn", 1, Step(1))],
            {"rook": "The rook is pinned. [3.1]"},
        )
    )
    return made


def test_one_meaning_is_submitted(board: Squares, qtbot: QtBot) -> None:
    with qtbot.waitSignal(board.submitted) as submitted:
        hands.drag(board, square(0), square(1) + QPointF(30, 0))

    assert submitted.args == [Step(1)]
    assert board.pending == {"pawn"}


def test_several_meanings_are_left_to_choose_from(board: Squares, qtbot: QtBot) -> None:
    with qtbot.waitSignal(board.choice) as choice, qtbot.assertNotEmitted(board.submitted):
        hands.drag(board, square(0), square(2))
    assert choice.args == [[Step(2, "queen"), Step(2, "knight")]]

    with qtbot.waitSignal(board.submitted) as submitted:
        board.submit(choice.args[0][1])

    assert submitted.args == [Step(2, "knight")]
    assert board.hand is None and board.pending == {"pawn"}


def test_what_is_not_in_the_index_cannot_be_lifted_and_its_tip_says_why(board: Squares, qtbot: QtBot) -> None:
    start = board.stored()
    with qtbot.waitSignal(board.said) as said:
        hands.drag(board, square(1), square(2))

    assert said.args == ["The rook is pinned. [3.1]"]
    assert board.hand is None
    assert board.stored() == start


def test_gui_11_500_pieces_keep_their_data_through_garbage_collection_and_rebuilding(board: Squares) -> None:
    import gc

    pieces = [Piece(n, 0, n % 300, n % 100, 10.0, "pawn", z=n) for n in range(500)]
    for _ in range(3):
        board.layer.show(pieces, {})
        gc.collect()
        board.grab()
    assert [piece.id for piece in board.layer.pieces] == list(range(500))
    board.layer.show([], {})
    assert board.layer.pieces == []
    assert board.layer.get(7) is None
