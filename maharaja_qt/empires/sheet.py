"""Paints the sheet round the ground and what is set into its seas: frame, tracks, boxes, title."""

from __future__ import annotations

import re
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from core.games.empires.chart_types import Charts
from core.texts import Texts
from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.empires.ground import ART, pen
from maharaja_qt.empires.palette import MapColours, map_colours
from maharaja_qt.theme import Look, colour

MARGIN: Final = 20.0
FOOT: Final = 66.0
TITLE: Final = QRectF(14, 462, 232, 112)
GROWTH: Final = QRectF(22, 820, 306, 72)
ALLIANCE: Final = QRectF(752, 812, 150, 72)
TRACK_HEIGHT: Final = 45.0
HALVES: Final = 6
"""Boxes of the Increase Population Track (2.23): 0 to 2 and a half."""
_HALF_TEXT: Final = ("0", "½", "1", "1½", "2", "2½")
_SHADOW: Final = ((6.0, 5), (4.0, 6), (2.0, 8))


class Sheet:
    """Everything on the sheet that is neither ground nor counter. `turn` is the present one."""

    def __init__(self, charts: Charts, height: float, words: Texts, look: Look) -> None:
        self.charts = charts
        self.words = words
        self.look = look
        self.colours: MapColours = map_colours(look)
        self.frame = QRectF(0, 0, 1000, height)
        self.outer = self.frame.adjusted(-MARGIN, -MARGIN, MARGIN, FOOT)
        self.turn = 0
        self.allied = False
        self.scoring: frozenset[int] = frozenset()

    def say(self, code: str, **params: object) -> str:
        """A sentence of the board."""
        return self.words.say("board", code, params)

    # Where things are.

    def turn_box(self, turn: int) -> QRectF:
        """A box of the Turn Record Track."""
        wide = self.frame.width() / self.charts.last_turn
        return QRectF((turn - 1) * wide, self.frame.bottom() + 12, wide, TRACK_HEIGHT)

    def growth_box(self, halves: int) -> QRectF:
        """A box of the Increase Population Track, for so many halves carried over."""
        wide = (GROWTH.width() - 18) / HALVES
        return QRectF(GROWTH.left() + 9 + halves * wide, GROWTH.top() + 18, wide, GROWTH.height() - 25)

    def changed_by(self, turn: int) -> QRectF | None:
        """Sets the turn; the box of the sheet that looks different now."""
        if turn == self.turn:
            return None
        self.turn = turn
        return self.turn_box(1).united(self.turn_box(self.charts.last_turn)).adjusted(-2, -2, 2, 2)

    def set_allied(self, allied: bool) -> QRectF | None:
        """Whether anybody has allied; the box that looks different now."""
        if allied == self.allied:
            return None
        self.allied = allied
        return ALLIANCE

    # Painting.

    def paint_margin(self, painter: QPainter, seen: QRectF) -> None:
        """The table, the paper's edge, frame and Turn Record Track: all outside the ground."""
        c = self.colours
        painter.fillRect(seen, colour(c.table))
        painter.setPen(Qt.PenStyle.NoPen)
        for spread, percent in _SHADOW:
            box = self.outer.adjusted(-spread / 2, 0, spread, spread)
            painter.fillRect(box, colour("#000000", percent))
        painter.fillRect(self.outer, colour(c.margin))
        for inset, width in ((3.0, 1.6), (6.5, 0.7)):
            painter.setPen(pen(c.frame, width))
            painter.drawRect(self.outer.adjusted(inset, inset, -inset, -inset))
        self._scale(painter)
        painter.setPen(pen(c.frame, 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.frame.adjusted(-0.6, -0.6, 0.6, 0.6))
        self._track(painter, seen)

    def _scale(self, painter: QPainter) -> None:
        """The degree scale: bars of 50 units, dark and light by turns."""
        c, f = self.colours, self.frame
        band = f.adjusted(-6, -6, 6, 6)
        painter.setPen(pen(c.frame, 0.6))
        painter.setBrush(colour(c.box))
        painter.drawRect(band)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(c.frame))
        for n in range(0, int(f.width()), 100):
            for y in (band.top(), f.bottom() + 1):
                painter.drawRect(QRectF(n, y, 50, 5))
        for n in range(0, int(f.height()), 100):
            high = min(50.0, f.bottom() - n)
            for x in (band.left(), f.right() + 1):
                painter.drawRect(QRectF(x, n, 5, high))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _track(self, painter: QPainter, seen: QRectF) -> None:
        """The Turn Record Track; past turns darker, the present one gilt."""
        c = self.colours
        for turn in range(1, self.charts.last_turn + 1):
            box = self.turn_box(turn)
            if not seen.intersects(box.adjusted(-1, -1, 1, 1)):
                continue
            ground = c.past if turn < self.turn else c.box
            painter.setPen(pen(c.frame, 0.8))
            painter.setBrush(colour(ground))
            painter.drawRect(box)
            if turn == self.turn:
                painter.fillRect(box.adjusted(0.4, 0.4, -0.4, -0.4), colour(c.gilt, 55))
            ink = c.lettering
            if turn != self.turn:
                word = Face(17, weight=700).word(str(turn), box.center().x(), box.top() + 21)
                draw(painter, word, ink, seen)
            dates = self.charts.dates[turn].replace("-", "–")
            face = Face(9.6, face="sans", weight=600)
            size = min(9.6, 9.6 * (box.width() - 4) / face.width(dates))
            face = Face(size, face="sans", weight=600)
            draw(painter, face.word(dates, box.center().x(), box.bottom() - 6), ink, seen)
            if turn in self.scoring:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour(c.region))
                painter.drawPolygon(star(box.right() - 7.5, box.top() + 7.5, 4.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def paint_boxes(self, painter: QPainter, seen: QRectF) -> None:
        """Title, growth track and alliance box, over the sea."""
        if seen.intersects(TITLE.adjusted(-4, -40, 4, 4)):
            self._title(painter, seen)
        if seen.intersects(GROWTH.adjusted(-4, -4, 4, 4)) and self._sets_growth():
            self._growth(painter, seen)
        if seen.intersects(ALLIANCE.adjusted(-4, -4, 4, 4)) and self.charts.overlord >= 0:
            self._alliance(painter, seen)

    def _sets_growth(self) -> bool:
        return any(nation.population_marker for nation in self.charts.nations)

    def _title(self, painter: QPainter, seen: QRectF) -> None:
        c = self.colours
        tones = {"ground": c.box, "shade": c.gilt, "pale": c.region}
        ART.draw(painter, "cartouche", TITLE.topLeft(), 1.0, c.frame, tones)
        middle = TITLE.center().x()
        title = self.say("title")
        face = Face(33, weight=700, spacing=3)
        face = Face(min(33.0, 33 * 196 / face.width(title)), weight=700, spacing=3)
        draw(painter, face.word(title, middle, TITLE.top() + 53), c.region, seen)
        draw(painter, Face(14, weight=500, italic=True).word(self.say("subtitle"), middle, TITLE.top() + 84),
             c.lettering, seen)  # fmt: skip
        period = self.say("period", first=self._years(1, 0), last=self._years(self.charts.last_turn, -1))
        draw(
            painter,
            Face(13, weight=500, italic=True).word(period, middle, TITLE.top() + 100),
            c.lettering,
            seen,
        )

    def _years(self, turn: int, end: int) -> str:
        """The first (0) or the last (-1) year of a turn's dates, with its era."""
        dates = self.charts.dates[turn]
        year = (re.findall(r"\d+", dates) or [dates])[end]
        return f"{year} BC" if "BC" in dates else f"AD {year}"

    def _panel(self, painter: QPainter, box: QRectF) -> None:
        """A framed box with hollow corners."""
        c = self.colours
        for inset, ink, width, ground in ((0.0, c.frame, 1.3, c.box), (3.2, c.gilt, 0.8, "")):
            painter.setPen(pen(ink, width))
            painter.setBrush(colour(ground) if ground else Qt.BrushStyle.NoBrush)
            painter.drawPath(_hollow(box.adjusted(inset, inset, -inset, -inset), 8))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _growth(self, painter: QPainter, seen: QRectF) -> None:
        c = self.colours
        self._panel(painter, GROWTH)
        face = Face(9.4, weight=600, spacing=0.7)
        draw(
            painter,
            face.word(self.say("growth-track"), GROWTH.center().x(), GROWTH.top() + 13.4),
            c.lettering,
            seen,
        )
        for halves in range(HALVES):
            box = self.growth_box(halves)
            painter.setPen(pen(c.frame, 0.8))
            painter.drawRect(box)
            word = Face(10.5, weight=600).word(_HALF_TEXT[halves], box.left() + 2.5, box.top() + 9.5, 0)
            draw(painter, word, c.lettering, seen)

    def _alliance(self, painter: QPainter, seen: QRectF) -> None:
        c = self.colours
        self._panel(painter, ALLIANCE)
        name = self.say("alliance-box", nation=self.charts.overlord).upper()
        face = Face(10.5, weight=600, spacing=0.6)
        draw(painter, face.word(name, ALLIANCE.center().x(), ALLIANCE.top() + 16), c.lettering, seen)
        if self.allied:
            return
        opens = self.charts.alliance_from_turn
        code = "alliance-closed" if self.turn < opens else "alliance-open"
        face = Face(11, weight=400, italic=True)
        note = face.word(self.say(code, turn=opens), ALLIANCE.center().x(), ALLIANCE.center().y() + 9)
        draw(painter, note, c.lettering, seen)


def star(x: float, y: float, size: float) -> QPolygonF:
    """A star of five points: on turns when all nations count."""
    return QPolygonF(
        [
            QPointF(x + r * sin(n * pi / 5), y - r * cos(n * pi / 5))
            for n in range(10)
            for r in (size if n % 2 == 0 else size * 0.42,)
        ]
    )


def _hollow(box: QRectF, r: float) -> QPainterPath:
    """A rectangle whose corners are cut out round."""
    path = QPainterPath(QPointF(box.left() + r, box.top()))
    for cx, cy, start in (
        (box.right(), box.top(), 180), (box.right(), box.bottom(), 90),
        (box.left(), box.bottom(), 0), (box.left(), box.top(), 270),
    ):  # fmt: skip
        path.arcTo(QRectF(cx - r, cy - r, 2 * r, 2 * r), start, 90)
    path.closeSubpath()
    return path
