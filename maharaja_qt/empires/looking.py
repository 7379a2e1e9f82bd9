"""Ways to look a place up on the board, or to show it to the others."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent

from maharaja_qt.empires.area_card import AreaCard
from maharaja_qt.empires.board import EmpiresBoard


class Looking(QObject):
    """Alt and a click, or P over a place, show it to all; I opens its card."""

    pointed = Signal(object)
    """A place, as everybody may see it."""

    def __init__(self, board: EmpiresBoard, card: AreaCard) -> None:
        super().__init__(board)
        self._board = board
        self._card = card
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
            if alt and event.button() == Qt.MouseButton.LeftButton:
                return self._point(self._at(event.position()))
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.modifiers() or event.isAutoRepeat():
                return False
            if event.key() == Qt.Key.Key_P:
                return self._point(self._meant())
            if event.key() == Qt.Key.Key_I:
                return self._look_up(self._meant())
        return False

    def _at(self, point: QPointF) -> int:
        return self._board.place_at(*self._board.camera.to_board(point.x(), point.y()))

    def _meant(self) -> int:
        """The place that is aimed at, was looked for, or is under the pointer."""
        pointer = self._board.mapFromGlobal(QCursor.pos())
        under = self._at(QPointF(pointer)) if self._board.rect().contains(pointer) else -1
        return next((p for p in (self._board.aimed, self._board.found, under) if p >= 0), -1)

    def _point(self, place: int) -> bool:
        if place >= 0:
            self.pointed.emit((place,))
        return place >= 0

    def _look_up(self, place: int) -> bool:
        """By key, the keyboard goes to the card too."""
        if place >= 0:
            self._card.open(place)
            self._card.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return place >= 0
