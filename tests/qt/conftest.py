"""Boards to play on."""

from collections.abc import Iterator
from itertools import count

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.games.empires.actions import Action, March
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.legal import Legal
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.moment import moment
from maharaja_qt.theme import theme
from tests.qt.positions import gupta


class Desk:
    """The Guptas' board with what it said and submitted."""

    def __init__(self, game: Empires, view: View, legal: Legal[Action]) -> None:
        self.game, self.view, self.legal = game, view, legal
        self.board = EmpiresBoard(game)
        self.board.motion.off = True
        self.actions: list[March] = []
        self.said: list[str] = []
        self.opened: list[int] = []
        self.board.submitted.connect(self.actions.append)
        self.board.said.connect(self.said.append)
        self.board.opened.connect(self.opened.append)

    def place(self, name: str) -> int:
        return [*self.game.names["place"]].index(name)

    def name(self, place: int) -> str:
        return self.game.names["place"][place]

    def at(self, name: str) -> QPointF:
        """Where the middle of the stack of a place is on the screen."""
        place = self.place(name)
        for piece in self.board.layer.pieces:
            if piece.place == place and piece.kin is not None:
                return self.board.layer.place(piece, self.board.camera).center()
        return QPointF(*self.board.camera.to_view(*self.board.map.shape(place).stack))

    def free(self, name: str) -> QPointF:
        """A point of a place where no counter is: where its name stands."""
        label = self.board.map.shape(self.place(name)).label
        return QPointF(*self.board.camera.to_view(label.x, label.y))


@pytest.fixture(autouse=True)
def without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two keys a second passes."""
    monkeypatch.setattr(moment(), "clock", count().__next__)
    moment().came()


@pytest.fixture(autouse=True)
def no_window_stays(qapp: object) -> Iterator[None]:
    """A window left from another test would be dressed anew at each change of theme."""
    yield
    for widget in QApplication.topLevelWidgets():
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    theme().choose("light", colour_safe=False)
    made = Desk(*gupta())
    qtbot.addWidget(made.board)
    made.board.resize(1280, 800)
    made.board.show(made.view)
    made.board.show()
    made.board.ask(made.legal)
    made.board.activateWindow()
    made.board.setFocus()
    return made
