"""Marks of a lesson: a ring about a place of the board, a frame about a part of the page.

They take no click and no key, and nothing under them is drawn again for them.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from maharaja_qt.theme import colour, panels, theme

SIZE: Final = 60
_RADIUS: Final = 23.0
_WIDE: Final = 4
_ROUND: Final = 7.0


class _Mark(QWidget):
    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        theme().changed.connect(self.update)


class Ring(_Mark):
    """About a place."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self.resize(SIZE, SIZE)

    def show_at(self, at: QPointF | None) -> None:
        """There, in pixels of the board; None: nowhere."""
        self.setVisible(at is not None)
        if at is not None:
            self.move(round(at.x()) - SIZE // 2, round(at.y()) - SIZE // 2)
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Dark on light, so that it is seen on any ground."""
        c = panels(theme().look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(SIZE / 2, SIZE / 2)
        painter.setPen(QPen(colour(c.panel), 6))
        painter.drawEllipse(middle, _RADIUS, _RADIUS)
        painter.setPen(QPen(colour(c.warning), 3))
        painter.drawEllipse(middle, _RADIUS, _RADIUS)
        painter.end()


class Around(_Mark):
    """About a part of the page."""

    def show_around(self, part: QWidget | None) -> None:
        """This part, if it is in sight."""
        page = self.parentWidget()
        if part is None or page is None or not part.isVisible() or part.visibleRegion().isEmpty():
            self.hide()
            return
        box = QRect(part.mapTo(page, QPoint()), part.size()).adjusted(-_WIDE, -_WIDE, _WIDE, _WIDE)
        self.setGeometry(box.intersected(page.rect()))
        inside = self.rect().adjusted(2 * _WIDE, 2 * _WIDE, -2 * _WIDE, -2 * _WIDE)
        self.setMask(QRegion(self.rect()) - QRegion(inside))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line about it."""
        c = panels(theme().look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = _WIDE / 2
        box = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.setPen(QPen(colour(c.warning), 3))
        painter.drawRoundedRect(box, _ROUND, _ROUND)
        painter.end()
