"""What the signs of the map mean, each drawn as the map draws it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.texts import Texts
from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.empires.ground import ART
from maharaja_qt.empires.palette import map_colours, seat_colours
from maharaja_qt.theme import colour, panels, sans, step, theme

SIGNS: Final = ("area", "region", "hiland", "foreign", "coast", "straits", "corner", "held", "scoring")
_ROW, _GAP, _WIDE = 24, 6, 330
_SIGN: Final = QRectF(4, 0, 46, 24)
_TEXT: Final = 60
_WRAPPED: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Legend(QWidget):
    """A panel of signs."""

    def __init__(self, words: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setAccessibleName(self._words.say("board", "legend", {}))
        self.setAccessibleDescription("; ".join(self.say(sign) for sign in SIGNS))
        theme().changed.connect(self.updateGeometry)
        theme().changed.connect(self.update)

    def say(self, sign: str) -> str:
        """What a sign means."""
        return self._words.say("board", f"legend-{sign}", {})

    def sizeHint(self) -> QSize:
        return QSize(_WIDE, self.heightForWidth(_WIDE))

    def minimumSizeHint(self) -> QSize:
        """All rows, at the width there is."""
        return QSize(150, self.heightForWidth(max(self.width(), 150)))

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """Words that are wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Of all rows."""
        return round(sum(high + _GAP for high in self._rows(width)))

    def _rows(self, width: int) -> list[float]:
        """How high each row is."""
        metrics = QFontMetrics(sans(step(14)))
        room = QRect(0, 0, max(width - _TEXT, 1), 1000)
        return [max(_ROW, metrics.boundingRect(room, _WRAPPED, self.say(sign)).height()) for sign in SIGNS]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            c = panels(theme().look)
            top = 0.0
            for sign, high in zip(SIGNS, self._rows(self.width()), strict=True):
                self._sign(painter, sign, _SIGN.translated(0, top + (high - _SIGN.height()) / 2))
                painter.setPen(colour(c.text))
                painter.setFont(sans(step(14)))
                box = QRectF(_TEXT, top, self.width() - _TEXT, high)
                painter.drawText(box, _WRAPPED, self.say(sign))
                top += high + _GAP
        finally:
            painter.end()

    def _sign(self, painter: QPainter, sign: str, box: QRectF) -> None:
        """One sign on a piece of its ground."""
        look = theme().look
        m = map_colours(look)
        middle = box.center()
        grounds = {"hiland": m.hiland, "foreign": m.foreign, "coast": m.sea_near, "straits": m.sea_near,
                   "scoring": m.box}  # fmt: skip
        painter.fillRect(box, colour(grounds.get(sign, m.land)))
        painter.save()
        painter.setClipRect(box)
        line = QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y())
        if sign == "area":
            painter.setPen(QPen(colour(m.border), 1.2))
            painter.drawLine(*line)
        elif sign == "region":
            painter.setPen(QPen(colour(m.region), 2.3))
            painter.drawLine(*line)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("#FFFFFF"))
            for x in (-14, 0, 14):
                at = middle + QPointF(x, 0)
                painter.drawPolygon(
                    [at + QPointF(0, -2.4), at + QPointF(2.4, 0), at + QPointF(0, 2.4), at + QPointF(-2.4, 0)]
                )
        elif sign == "hiland":
            for x in (-13, 13, 0):
                foot = middle + QPointF(x, 6 if x else 8)
                ART.draw(painter, "hill", foot, 0.13, m.hill, {"ground": m.hiland})
        elif sign == "foreign":
            painter.setPen(QPen(colour(m.foreign_name, 45), 0.8))
            for x in range(-30, 60, 7):
                painter.drawLine(box.topLeft() + QPointF(x + 24, 0), box.topLeft() + QPointF(x, 24))
        elif sign == "coast":
            ART.draw(painter, "anchor", middle, 0.075, m.sea_ink, {"ground": m.sea_near})
        elif sign == "straits":
            ART.draw(painter, "straits", middle, 0.18, m.coast, {"ground": m.box, "pale": m.halo})
        elif sign == "corner":
            painter.setPen(QPen(colour(m.region), 1.5))
            painter.setBrush(colour(m.halo))
            painter.drawEllipse(middle, 5, 5)
            painter.setBrush(colour(m.region))
            painter.drawEllipse(middle, 1.4, 1.4)
        elif sign == "held":
            for n in range(4):
                part = QRectF(box.left() + n * box.width() / 4, box.top(), box.width() / 4, box.height())
                painter.fillRect(part, colour(seat_colours(look, n).ground, 45))
        else:
            draw(painter, Face(20, weight=700).word("★", middle.x(), middle.y() + 7), m.region)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(m.frame), 0.8))
        painter.drawRect(box)
