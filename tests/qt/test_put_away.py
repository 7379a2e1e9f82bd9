"""A board that is gone leaves its pictures behind at once."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from core.games.empires import game
from maharaja_qt.empires.board import EmpiresBoard
from tests.qt.positions import gupta_board


def test_the_pictures_of_a_board_that_is_gone_are_freed_at_once(qtbot: QtBot) -> None:
    board = EmpiresBoard(game)
    board.resize(500, 400)
    board.show(game.view(gupta_board().state, None))
    board.show()
    board.whole_picture()
    tiles, pictures = board.tiles, board.layer.pictures
    assert tiles._made and pictures._made and board._still is not None

    board.deleteLater()
    QCoreApplication.sendPostedEvents(board, QEvent.Type.DeferredDelete)

    assert not tiles._made and not pictures._made and board._still is None
