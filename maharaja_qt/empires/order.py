"""The order of play as a list: every nation with its armies, areas and points, and whose turn it is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.usual import comes_in
from maharaja_qt.theme import colour, panels, sans, step, theme

ROW: Final = 27
HEAD: Final = 20
FULL, NAMED = 196, 130
"""Narrower than this (at the usual size of type) armies and areas are left out; the names too."""
_LEAST, _WIDE = 16, 236
_COUNTER: Final = 21.0
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class OrderOfPlay(QWidget):
    """Rows in order of play; `chosen` says which nation was clicked, or chosen by arrows and Enter."""

    chosen = Signal(int)

    def __init__(self, charts: Charts, words: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._charts = charts
        self._words = words
        self._view: View | None = None
        self._at = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self._words.say("board", "order", {}))
        theme().changed.connect(self.updateGeometry)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(_WIDE, round(step(HEAD) + step(ROW) * len(self._charts.nations)) + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(28, HEAD + _LEAST * len(self._charts.nations))

    def show_view(self, view: View) -> None:
        """The order as it stands in a position."""
        self._view = view
        self.setAccessibleDescription("; ".join(" ".join(self.row(n)) for n in range(len(view.armies))))
        self.update()

    def row(self, nation: int) -> tuple[str, str, str, str, str]:
        """Name, note, armies, areas and points of a nation, in words and figures."""
        view = self._view
        name = self._charts.names["nation"][nation]
        if view is None:
            return name, "", "", "", ""
        armies = view.armies[nation]
        points = str(view.points[nation])
        if not armies and nation != view.nation:
            return name, self._absent(view, nation), "", "", points if view.points[nation] else ""
        played = view.nation != NONE and nation < view.nation
        areas = sum(1 for place, _ in armies if place < self._charts.board.land)
        return name, "✓" if played else "", str(sum(n for _, n in armies)), str(areas), points

    def _absent(self, view: View, nation: int) -> str:
        setup = self._charts.setups[view.setup]
        if setup.owner[nation] == NONE:
            return self._words.say("board", "not-in-play", {})
        coming = [turn for turn in comes_in(self._charts, view.setup, nation) if turn >= view.turn]
        if coming:
            return self._words.say("board", "comes", {"turn": coming[0]})
        return self._words.say("board", "fallen", {})

    # ----------------------------------------------------------------------------------- painting

    @property
    def _rail(self) -> bool:
        return self.width() < step(NAMED)

    def _high(self) -> float:
        """The height of a row: the usual one, or less where there is no room."""
        return min(step(ROW), (self.height() - self._head) / max(len(self._charts.nations), 1))

    @property
    def _head(self) -> float:
        """Room for the words above; a rail has none."""
        return 0 if self._rail else step(HEAD)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
            )
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        c = panels(theme().look)
        painter.fillRect(self.rect(), colour(c.panel))
        if self.width() >= step(FULL):
            painter.setFont(sans(step(12)))
            painter.setPen(colour(c.text2))
            note = self._words.say("board", "armies-areas-points", {})
            painter.drawText(QRectF(0, 0, self.width() - 8, step(HEAD) - 2), _RIGHT, note)
        high = self._high()
        for nation in range(len(self._charts.nations)):
            self._paint_row(painter, nation, QRectF(0, self._head + nation * high, self.width(), high))

    def _paint_row(self, painter: QPainter, nation: int, box: QRectF) -> None:
        c, look, view = panels(theme().look), theme().look, self._view
        active = view is not None and nation == view.nation
        marked = self.hasFocus() and nation == self._at
        if active or marked:
            painter.setPen(QPen(colour(c.focus if marked else c.gilt), 2 if marked else 1))
            painter.setBrush(colour(c.chosen if active else c.panel))
            painter.drawRoundedRect(box.adjusted(1, 0.5, -1, -0.5), 4, 4)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        name, note, armies, areas, points = self.row(nation)
        seat = self._charts.setups[view.setup].owner[nation] if view is not None else 0
        counter = CounterLook("army", self._charts.nations[nation].id, name=name, seat=seat)
        made = picture(counter, look, min(step(_COUNTER), box.height() - 1), self.devicePixelRatioF())
        side = made.width() / made.devicePixelRatio()
        present = bool(armies)
        middle = box.center().x() if self._rail else step(17)
        painter.setOpacity(1.0 if present else 0.55)
        painter.drawPixmap(QPointF(middle - side / 2, box.center().y() - side / 2), made)
        painter.setOpacity(1.0)
        if self._rail:
            if note == "✓":
                _tick(painter, box.right() - 7, box.bottom() - 6, c.done)
            return
        painter.setPen(colour(c.text if present else c.text2))
        size = min(step(14), 0.68 * box.height())
        painter.setFont(sans(size, 600 if active else 400))
        figures = step(30)
        painter.drawText(box.adjusted(step(33), 0, 0, 0), _LEFT, name)
        if self.width() < step(FULL):
            pass  # the tip has the figures
        elif present:
            painter.setPen(colour(c.text2))
            painter.setFont(sans(0.93 * size))
            painter.drawText(box.adjusted(0, 0, -2 * figures - 8, 0), _RIGHT, armies)
            painter.drawText(box.adjusted(0, 0, -figures - 8, 0), _RIGHT, areas)
            if note:
                _tick(painter, box.right() - 2 * figures - step(34), box.center().y(), c.done)
        else:
            painter.setFont(sans(0.86 * size, italic=True))
            painter.drawText(box.adjusted(0, 0, -figures - 8, 0), _RIGHT, note)
        painter.setPen(colour(c.text))
        painter.setFont(sans(size, 700))
        painter.drawText(box.adjusted(0, 0, -8, 0), _RIGHT, points)

    # -------------------------------------------------------------------------------------- input

    def _row_at(self, y: float) -> int:
        row = int((y - self._head) // self._high())
        return row if 0 <= row < len(self._charts.nations) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        if row >= 0:
            self._at = row
            self.chosen.emit(row)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            by = 1 if key == Qt.Key.Key_Down else -1
            start = self._at if self._at >= 0 else (self._view.nation - by if self._view is not None else -by)
            self._at = min(max(start + by, 0), len(self._charts.nations) - 1)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._at >= 0:
            self.chosen.emit(self._at)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        if self._at < 0 and self._view is not None:
            self._at = max(self._view.nation, 0)
        self.update()

    def focusOutEvent(self, event: object) -> None:
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self._row_at(event.pos().y())
            name, note, armies, areas, points = self.row(max(row, 0))
            figures = f"{self._words.say('board', 'armies-areas-points', {})}: {armies} · {areas} · {points}"
            if row < 0:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), f"{name}\n{figures if armies else note}", self)
            return True
        return super().event(event)


def _tick(painter: QPainter, x: float, y: float, ink: str) -> None:
    painter.setPen(QPen(colour(ink), 1.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline([QPointF(x - 4, y), QPointF(x - 1, y + 3.4), QPointF(x + 4.6, y - 3.6)])
