"""Draws counters: every kind of piece for every nation, at any size, with its count and its state.

Inside, 100 is the radius of the counter (half the width of a square or hexagon).
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Final, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
)

from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.empires.ground import ART
from maharaja_qt.empires.palette import SeatColours, map_colours, seat_colours
from maharaja_qt.theme import Look, colour

Kind: TypeAlias = Literal[
    "army", "leader", "factory", "arms", "growth", "boat", "turn", "raj", "alliance", "battle"
]

SIZES: Final[dict[Kind, float]] = {
    "army": 26.4, "leader": 22.8, "factory": 23.0, "arms": 23.0, "growth": 15.8, "boat": 22.0, "turn": 31.0,
    "raj": 26.0, "alliance": 26.0, "battle": 11.0,
}  # fmt: skip
"""Width in board units."""
FAR, NEAR, CLOSE, NAMED = 14, 36, 50, 40
"""Widths in pixels from which on more is shown."""
CANVAS: Final = 1.7
"""Half the width of the picture, in radii: shadow, ring and badge reach beyond the counter."""
_BADGE, _BADGE_INK = "#241A12", "#FFF6E3"
BADGE_AT, BADGE, LEAST_BADGE = 0.66, 0.34, 11.0
"""The number at the foot of a stack: how far right and down of its middle and how large, in radii of the
counter; and pixels across at least."""
_TICK: Final = "#3F6B3C"


class CounterLook(msgspec.Struct, frozen=True):
    """All that decides how a counter looks, but its size. `name`: of the leader, or the nation; of a Raj
    counter its points."""

    kind: Kind
    nation: str = ""
    name: str = ""
    seat: int = -1
    count: int = 1
    may_move: bool = False
    moved: bool = False
    chosen: bool = False
    lifted: bool = False


@lru_cache(256)
def picture(look: CounterLook, theme: Look, width: float, ratio: float = 1.0) -> QPixmap:
    """The counter, kept for the next time."""
    return draw_picture(look, theme, width, ratio)


@lru_cache(32)
def badge(look: CounterLook, theme: Look, width: float, side: int, ratio: float = 1.0) -> QPixmap:
    """The counter with so little round it that it is `side` pixels wide: room for a larger shadow goes."""
    made = picture(look, theme, width, ratio)
    edge = round((made.width() - side * made.devicePixelRatio()) / 2)
    return made.copy(made.rect().adjusted(edge, edge, -edge, -edge))


def draw_picture(look: CounterLook, theme: Look, across: float, ratio: float = 1.0) -> QPixmap:
    """The counter `across` pixels wide, in the middle of a square picture CANVAS times as wide."""
    width = max(round(across * ratio), 4)
    side = 2 * round(width * CANVAS / 2)
    made = QPixmap(side, side)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(side / 2, side / 2)
    painter.scale(width / 200, width / 200)
    _Drawing(painter, look, theme, width / ratio).draw()
    painter.end()
    made.setDevicePixelRatio(ratio)
    return made


def forget() -> None:
    """Empties the store of pictures."""
    picture.cache_clear()
    badge.cache_clear()


def outline(kind: Kind, r: float = 100.0) -> QPainterPath:
    """The edge of a counter of a kind."""
    path = QPainterPath()
    if kind == "leader":
        path.addPolygon(QPolygonF([QPointF(r * cos(n * pi / 3), r * sin(n * pi / 3)) for n in range(6)]))
        path.closeSubpath()
    elif kind in ("factory", "arms"):
        path.addRoundedRect(QRectF(-r, -r, 2 * r, 2 * r), 17, 17)
    else:
        path.addEllipse(QPointF(), r, r)
    return path


class _Drawing:
    """One counter being drawn; `pixels` is its width on the screen."""

    def __init__(self, painter: QPainter, look: CounterLook, theme: Look, pixels: float) -> None:
        self.p, self.look, self.theme, self.pixels = painter, look, theme, pixels
        self.map = map_colours(theme)
        self.seat = seat_colours(theme, max(look.seat, 0))
        self.unit = 200 / pixels
        """One pixel of the screen."""

    def draw(self) -> None:
        look = self.look
        if look.kind in ("turn", "raj", "alliance", "battle", "growth"):
            self._shadow(outline(look.kind))
            own = {"turn": self._turn, "raj": self._raj, "growth": self._growth}
            own.get(look.kind, self._plain)()
            return
        shape = outline(look.kind)
        cards = min(look.count - 1, 3) if self.pixels >= FAR else 0
        self._shadow(shape, 7.0 * cards)
        for n in range(cards, 0, -1):
            self._card(shape.translated(2.0 * n, 8.0 * n))
        if look.may_move or look.chosen:
            self._ring(shape)
        self._card(shape)
        self._face(shape)
        if look.moved:
            self._faded(shape)
        if look.count > 1:
            self._badge(str(look.count))
        if look.moved:
            self._tick()

    # Parts.

    def _shadow(self, shape: QPainterPath, deeper: float = 0.0) -> None:
        drop, soft = (38.0, 60.0) if self.look.lifted else (12.0, 34.0)
        box = shape.boundingRect()
        wide = 100 + soft / 2
        light = QRadialGradient(QPointF(), 1.0)
        light.setColorAt(0, QColor(0, 0, 0, 120))
        light.setColorAt(max(1 - soft / wide, 0.2), QColor(0, 0, 0, 105))
        light.setColorAt(1, QColor(0, 0, 0, 0))
        self.p.save()
        self.p.translate(0, drop + deeper)
        self.p.scale(wide * box.width() / 200, wide * box.height() / 200)
        self.p.setPen(Qt.PenStyle.NoPen)
        self.p.setBrush(QBrush(light))
        self.p.drawEllipse(QPointF(), 1.0, 1.0)
        self.p.restore()

    def _card(self, shape: QPainterPath) -> None:
        """The card: its edge seen from above, dark rim, ground with a slight sheen."""
        self.p.fillPath(shape.translated(0, 6), QColor(self.seat.edge).darker(125))
        self.p.fillPath(shape, colour(self.seat.edge))
        if self.theme.dark or self.look.kind != "army":
            # Pale round the edge: on a dark map, and where it lies on another counter.
            self.p.strokePath(shape, QPen(colour("#FFF6E3", 55), 5))
        sheen = QLinearGradient(-70, -90, 60, 90)
        ground = QColor(self.seat.ground)
        sheen.setColorAt(0, ground.lighter(112))
        sheen.setColorAt(0.5, ground)
        sheen.setColorAt(1, ground.darker(108))
        inner = shape.boundingRect()
        at = inner.center()
        self.p.save()
        self.p.translate(at)
        self.p.scale(0.94, 0.94)
        self.p.translate(-at)
        self.p.fillPath(shape, QBrush(sheen))
        self.p.restore()

    def _ring(self, shape: QPainterPath) -> None:
        """May move: a white and a saffron ring; chosen: the dark one on a gilt glow."""
        saffron = colour(self.map.may_move)
        if self.look.chosen:
            self.p.strokePath(shape, QPen(colour(self.map.gilt, 45), 76))
            self.p.strokePath(shape, QPen(saffron, 44))
        else:
            self.p.strokePath(shape, QPen(saffron, 52))
            self.p.strokePath(shape, QPen(colour("#FFFDF5"), 34))

    def _face(self, shape: QPainterPath) -> None:
        self._rim(shape)
        kind = self.look.kind
        if kind == "army":
            self._army()
        elif kind == "leader":
            self._leader()
        elif kind == "boat":
            self._boat()
        else:
            self._square()

    def _rim(self, shape: QPainterPath) -> None:
        """The line at 84 % of the radius, in the pattern of the seat."""
        if self.pixels < FAR:
            return
        width = max(4.5, 0.8 * self.unit)
        line = QPen(colour(self.seat.ink, 90), width)
        line.setCapStyle(Qt.PenCapStyle.FlatCap)
        patterns = {"dashed": [6.0, 4.0], "dotted": [1.2, 2.4], "dash-dot": [6.0, 3.0, 1.2, 3.0]}
        if self.seat.rim in patterns:
            line.setDashPattern(patterns[self.seat.rim])
        for share in (0.86, 0.75) if self.seat.rim == "double" and self.pixels >= 24 else (0.85,):
            self.p.save()
            self.p.scale(share, share)
            self.p.strokePath(shape, line)
            self.p.restore()

    def _tones(self, seat: SeatColours) -> dict[str, str]:
        return {"ground": seat.ground, "shade": seat.edge}

    def _mark(self, x: float, y: float, radius: float, ink: str) -> None:
        """The nation's mark; the initial of one that has none, as on charts of one's own."""
        if not ART.has(f"mark-{self.look.nation}"):
            face = Face(1.9 * radius, weight=700)
            initial = self.look.nation[:1].upper()
            draw(self.p, face.word(initial, x, y + 0.33 * face.size), ink)
            return
        ART.draw(self.p, f"mark-{self.look.nation}", QPointF(x, y), radius / 100, ink)

    def _army(self) -> None:
        s = self.seat
        if self.pixels < NEAR or not ART.has(f"soldier-{self.look.nation}"):
            self._mark(0, 0, 60 if self.pixels >= FAR else 72, s.ink)
            return
        ART.draw(self.p, f"soldier-{self.look.nation}", QPointF(), 1.0, s.ink, self._tones(s))
        if self.pixels >= CLOSE:
            self._band()

    def _band(self) -> None:
        """The nation's name on a band in ink colour."""
        s = self.seat
        band = QPainterPath()
        band.addRect(-100, 54, 200, 27)
        disc = QPainterPath()
        disc.addEllipse(QPointF(), 85, 85)
        line = QPainterPath()
        line.addRect(-100, 49, 200, 33)
        self.p.fillPath(line.intersected(disc), colour(s.ground))
        self.p.fillPath(band.intersected(disc), colour(s.ink))
        name = self.look.name.upper()
        face = Face(22, face="sans", weight=700, spacing=1)
        face = Face(min(22.0, 22 * 100 / face.width(name)), face="sans", weight=700, spacing=1)
        ink = s.edge if QColor(s.ink).lightness() > 128 else s.ground
        draw(self.p, face.word(name, 0, 67.5 + 0.36 * face.size), ink)

    def _leader(self) -> None:
        s = self.seat
        if self.pixels < NAMED:
            ART.draw(self.p, "leader", QPointF(-2, 4), 0.98, s.ink, self._tones(s))
            return
        ART.draw(self.p, "leader", QPointF(-3, -22), 0.75, s.ink, self._tones(s))
        face = Face(33, weight=700)
        face = Face(min(33.0, 33 * 112 / face.width(self.look.name)), weight=700)
        draw(self.p, face.word(self.look.name, 0, 44), s.ink)
        self._mark(0, 62, 11, s.ink)

    def _boat(self) -> None:
        s = self.seat
        ART.draw(self.p, "boat", QPointF(0, 2), 1.08, s.ink)
        if self.pixels >= 18:
            self._mark(25, -28, 15, s.ground)

    def _square(self) -> None:
        s = self.seat
        named = self.pixels >= NAMED and bool(self.look.name)
        lift = -14.0 if named else 0.0
        size = 1.0 if named else 1.12
        ART.draw(self.p, self.look.kind, QPointF(0, lift), size, s.ink, self._tones(s))
        if named:
            name = self.look.name.upper()
            face = Face(21, face="sans", weight=700)
            face = Face(min(21.0, 21 * 150 / face.width(name)), face="sans", weight=700)
            draw(self.p, face.word(name, 0, 74), s.ink)
        self._mark(-58, -58, 20 if self.pixels >= 24 else 26, s.ink)

    def _growth(self) -> None:
        s = self.seat
        tones = {"shade": s.edge, "pale": s.pale}
        if self.pixels >= 22:
            ART.draw(self.p, "population", QPointF(), 1.0, s.ground, tones)
            self._mark(0, 50, 26, s.pale)
            return
        for radius, name in ((100, s.edge), (90, s.ground)):
            self.p.setPen(Qt.PenStyle.NoPen)
            self.p.setBrush(colour(name))
            self.p.drawEllipse(QPointF(), radius, radius)
        self._mark(0, 0, 66, s.ink)

    def _turn(self) -> None:
        ART.draw(self.p, "turn", QPointF(), 1.0)
        if self.pixels >= 24:
            draw(self.p, Face(25, weight=700, spacing=2).word(self.look.name, 0, 60), "#8A3327")

    def _raj(self) -> None:
        ART.draw(self.p, "raj", QPointF(), 1.0)
        face = Face(max(44.0, 9 * self.unit), weight=700)
        draw(self.p, face.word(self.look.name, 0, 46 + 0.34 * face.size), "#8A3327")

    def _plain(self) -> None:
        ART.draw(self.p, self.look.kind, QPointF(), 1.0)

    def _faded(self, shape: QPainterPath) -> None:
        self.p.fillPath(shape, colour(self.map.halo, 45))

    def _badge(self, text: str) -> None:
        """The count at the lower right, never under 11 pixels across."""
        r = max(100 * BADGE, LEAST_BADGE / 2 * self.unit)
        x = y = 100 * BADGE_AT
        self.p.setPen(QPen(colour(_BADGE_INK), max(3.5, 0.7 * self.unit)))
        self.p.setBrush(colour(_BADGE))
        self.p.drawEllipse(QPointF(x, y), r, r)
        size = (1.42, 1.15, 0.85)[min(len(text), 3) - 1] * r
        face = Face(size, face="sans", weight=700)
        draw(self.p, face.word(text, x, y + 0.335 * size), _BADGE_INK)

    def _tick(self) -> None:
        """The green tick of what has moved, at the upper right."""
        r = max(30.0, 5 * self.unit)
        at = QPointF(72 * cos(radians(45)) + 12, -72 * sin(radians(45)) - 12)
        self.p.setPen(QPen(colour("#FFFDF5"), 4))
        self.p.setBrush(colour(_TICK))
        self.p.drawEllipse(at, r, r)
        line = QPen(colour("#FFFDF5"), 0.26 * r, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        self.p.setPen(line)
        self.p.setBrush(Qt.BrushStyle.NoBrush)
        self.p.drawPolyline(
            [
                at + QPointF(-0.45 * r, 0.02 * r),
                at + QPointF(-0.1 * r, 0.38 * r),
                at + QPointF(0.5 * r, -0.36 * r),
            ]
        )
