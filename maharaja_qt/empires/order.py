"""The order of play as a list: every nation with its armies, areas and points, and whose turn it is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.games.empires.chart_types import NONE
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.texts import load
from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.theme import colour, panels, theme

ROW: Final = 27
HEAD: Final = 34
_WIDE: Final = 236
_COUNTER: Final = 21.0


class OrderOfPlay(QWidget):
    """Rows in order of play; `chosen` says which nation was clicked."""

    chosen = Signal(int)

    def __init__(self, game: Empires, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._charts = game.charts
        self._words = load(game)
        self._view: View | None = None
        self.setAccessibleName(self._words.say("board", "order", {}))
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(_WIDE, HEAD + ROW * len(self._charts.nations) + 6)

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
        coming = [t for t, turn in enumerate(setup.turns) if t >= view.turn and turn.nations
                  and turn.nations[nation].arrives]  # fmt: skip
        if coming:
            return self._words.say("board", "comes", {"turn": coming[0]})
        return self._words.say("board", "fallen", {})

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        c = panels(theme().look)
        painter.fillRect(self.rect(), colour(c.panel))
        head = Face(11, face="sans", weight=700, spacing=0.9)
        draw(painter, head.word(self._words.say("board", "order", {}).upper(), 12, 21, 0), c.text)
        note = self._words.say("board", "armies-areas-points", {})
        draw(painter, Face(12, face="sans", weight=400).word(note, self.width() - 10, 21, 1), c.text2)
        painter.setPen(QPen(colour(c.line), 1))
        painter.drawLine(QPointF(12, HEAD - 5.5), QPointF(self.width() - 12, HEAD - 5.5))
        for nation in range(len(self._charts.nations)):
            self._paint_row(painter, nation, HEAD + nation * ROW)

    def _paint_row(self, painter: QPainter, nation: int, top: float) -> None:
        c, look, view = panels(theme().look), theme().look, self._view
        active = view is not None and nation == view.nation
        if active:
            painter.setPen(QPen(colour(c.gilt), 1))
            painter.setBrush(colour(c.chosen))
            painter.drawRoundedRect(QRectF(4.5, top + 0.5, self.width() - 9, ROW - 1), 4, 4)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        name, note, armies, areas, points = self.row(nation)
        seat = self._charts.setups[view.setup].owner[nation] if view is not None else 0
        counter = CounterLook("army", self._charts.nations[nation].id, name=name, seat=seat)
        made = picture(counter, look, _COUNTER, self.devicePixelRatioF())
        side = made.width() / made.devicePixelRatio()
        present = bool(armies)
        painter.setOpacity(1.0 if present else 0.55)
        painter.drawPixmap(QPointF(24 - side / 2, top + ROW / 2 - side / 2), made)
        painter.setOpacity(1.0)
        base = top + ROW / 2 + 5
        ink = c.text if present else c.text2
        draw(painter, Face(14, face="sans", weight=600 if active else 400).word(name, 42, base, 0), ink)
        right = self.width() - 12.0
        figures = Face(14, face="sans", weight=400)
        if present:
            draw(painter, figures.word(armies, right - 58, base, 1), c.text2)
            draw(painter, figures.word(areas, right - 30, base, 1), c.text2)
            if note:
                _tick(painter, right - 90, top + ROW / 2, c.done)
        else:
            draw(
                painter,
                Face(12, face="sans", italic=True, weight=400).word(note, right - 30, base, 1),
                c.text2,
            )
        draw(painter, Face(14, face="sans", weight=700).word(points, right, base, 1), c.text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = int((event.position().y() - HEAD) // ROW)
        if 0 <= row < len(self._charts.nations):
            self.chosen.emit(row)


def _tick(painter: QPainter, x: float, y: float, ink: str) -> None:
    painter.setPen(QPen(colour(ink), 1.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline([QPointF(x - 4, y), QPointF(x - 1, y + 3.4), QPointF(x + 4.6, y - 3.6)])
