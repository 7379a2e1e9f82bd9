"""Somebody points at a place: rings on the board with their name, for a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from maharaja_qt.theme import colour, panels, sans, step, theme

SHOWN_MS: Final = 3_000
FRAME_MS: Final = 40
SIZE: Final = 220


class Ping(QWidget):
    """Lies over the board, takes no click and no key, and goes with the map; a place out of sight is
    shown at the edge towards it."""

    def __init__(self, board: QWidget, name: str, where: Callable[[], QPointF | None]) -> None:
        super().__init__(board)
        self.name = name
        self._where = where
        self._age = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(SIZE, SIZE)
        self._timer = QTimer(self, interval=FRAME_MS)
        self._timer.timeout.connect(self._go_on)
        self._timer.start()
        self._follow()
        self.show()
        self.raise_()

    def _follow(self) -> None:
        at, board = self._where(), self.parentWidget()
        if at is None or board is None:
            return
        edge = 24.0
        x = min(max(at.x(), edge), board.width() - edge)
        y = min(max(at.y(), edge), board.height() - edge)
        self.move(round(x) - SIZE // 2, round(y) - SIZE // 2)

    def _go_on(self) -> None:
        self._age += FRAME_MS
        if self._age >= SHOWN_MS:
            self._timer.stop()
            self.hide()
            self.deleteLater()
            return
        self._follow()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Three rings that spread once, then stay until it fades; the name below."""
        c = panels(theme().look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(SIZE / 2, SIZE / 2)
        spread = min(1.0, self._age / 500)
        painter.setOpacity(min(1.0, (SHOWN_MS - self._age) / 500))
        for number in range(3):
            radius = 10 + 12 * number * spread
            painter.setPen(QPen(colour(c.panel), 5))
            painter.drawEllipse(middle, radius, radius)
            painter.setPen(QPen(colour(c.focus), 2.5))
            painter.drawEllipse(middle, radius, radius)
        font = sans(step(13), 600)
        painter.setFont(font)
        wide = min(SIZE - 8.0, painter.fontMetrics().horizontalAdvance(self.name) + 18.0)
        high = step(24)
        box = QRectF(middle.x() - wide / 2, middle.y() + 40, wide, high)
        painter.setPen(QPen(colour(c.line)))
        painter.setBrush(colour(c.panel))
        painter.drawRoundedRect(box, high / 2, high / 2)
        painter.setPen(colour(c.text))
        shown = painter.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideRight, int(wide - 12))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
        painter.end()
