"""A few words on a dark pill over the board."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.theme import colour, step

NOTE_MS: Final = 4000
"""How long a note stays."""
GROUND: Final = "#241A12"
INK: Final = "#FFF6E3"
HIGH: Final = 22
"""At the usual size of type."""


def _face() -> Face:
    return Face(step(12.5), face="sans", weight=600)


def pill_box(at: QPointF, text: str, view: QRectF | None = None, beside: QRectF | None = None) -> QRectF:
    """Where words lie that have their middle at a point: moved so that they are not over what is `beside`
    them, and all of them are inside the view."""
    wide, high = _face().width(text) + 20, step(HIGH)
    box = QRectF(at.x() - wide / 2, at.y() - high / 2, wide, high)
    if beside is not None and beside.intersects(box):
        box.moveLeft(beside.right() + 4 if at.x() > beside.center().x() else beside.left() - 4 - wide)
    if view is not None:
        box.moveLeft(max(min(box.left(), view.right() - wide - 4), view.left() + 4))
        box.moveTop(max(min(box.top(), view.bottom() - high - 4), view.top() + 4))
    return box


def pill(painter: QPainter, box: QRectF, text: str) -> None:
    """Paints words in their box."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(GROUND, 94))
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw(painter, _face().word(text, box.center().x(), box.center().y() + step(4.3)), INK)


class Note:
    """A pill beside what somebody has pressed, which goes by itself."""

    def __init__(self, board: QWidget) -> None:
        self._board = board
        self._said: tuple[QPointF, str] | None = None
        self._timer = QTimer(board, interval=NOTE_MS, singleShot=True)
        self._timer.timeout.connect(self.clear)

    def say(self, at: QPointF, text: str) -> None:
        """These words, below a point."""
        self._said = QPointF(at.x(), at.y() + 26), text
        self._timer.start()
        self._board.update()

    def clear(self) -> None:
        """Read, or no longer true."""
        if self._said is not None:
            self._said = None
            self._board.update()

    def paint(self, painter: QPainter) -> None:
        """If there is anything to say."""
        if self._said is not None:
            at, text = self._said
            pill(painter, pill_box(at, text, QRectF(self._board.rect())), text)
