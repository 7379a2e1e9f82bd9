"""Paints the ground of the map: sea, foreign parts, areas with hills and holders' tints, lines, sea names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan2, cos, degrees, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPixmap

from maharaja_qt.board.art import Art
from maharaja_qt.board.lettering import HALO_PERCENT, Face, draw, outlined
from maharaja_qt.empires.atlas import Atlas, Piece, piece
from maharaja_qt.empires.geography import Border, Shape
from maharaja_qt.empires.lines import RIPPLES
from maharaja_qt.empires.palette import MapColours, map_colours
from maharaja_qt.theme import Look, colour

ART: Final = Art("empires")
COMPASS: Final = (108.0, 690.0)
_RIPPLE_WIDTHS: Final = (0.9, 0.8, 0.7, 0.6, 0.55)
_RIPPLE_PERCENT: Final = (75, 55, 40, 28, 17)
_AFAR: Final = 2.6
"""Scale up to which simpler lines look the same."""
_HAIRLINE: Final = 1.45
_FLAT, _ROUND = Qt.PenCapStyle.FlatCap, Qt.PenCapStyle.RoundCap


def slim(scale: float) -> float:
    """What line widths in units are multiplied by, so that lines stay fine as one zooms."""
    if scale <= 1:
        return 1.0
    return 1 - 0.38 * (scale - 1) if scale <= 2 else 0.62 * (2 / scale) ** 0.6


def line(name: str, width: float, scale: float, percent: int = 100) -> QPen:
    """A pen for a line `width` units wide. One of about a pixel is drawn in a tenth of the time as a line of
    just that, lighter in proportion where it is thinner."""
    pixels = width * scale
    if pixels > _HAIRLINE:
        return pen(name, width, percent, _FLAT)
    made = QPen(colour(name, round(percent * min(pixels, 1.0))), 1.0)
    made.setCosmetic(True)
    return made


def pen(name: str, width: float, percent: int = 100, cap: Qt.PenCapStyle = _ROUND) -> QPen:
    """A pen. Its joins are plain: lines bend gently, and round joins cost five times as much."""
    return QPen(colour(name, percent), width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.BevelJoin)


class Ground:
    """Paints the ground inside the frame; the painter works in board units.

    `tint` says who holds what.
    """

    def __init__(self, atlas: Atlas, look: Look) -> None:
        self.atlas = atlas
        self.look = look
        self.colours: MapColours = map_colours(look)
        self.tint = atlas.soft(look)
        self.lit_places = frozenset(shape.place for shape, _ in atlas.grounds if shape.kind == "land")
        # Letter by letter: most of a long name lies outside any one tile.
        self._letters = {
            kind: [
                piece(letter)
                for shape, _ in atlas.grounds
                if shape.kind == kind and shape.curve
                for letter in letters(shape)
            ]
            for kind in ("sea", "foreign")
        }
        self._halos = [piece(outlined(letter.path, 2.2)) for letter in self._letters["sea"]]

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """What lies in `seen`, at a scale in pixels to the unit."""
        thin = slim(scale)
        painter.setPen(Qt.PenStyle.NoPen)
        self._sea(painter, seen, scale, thin)
        self._abroad(painter, seen, scale, thin)
        self._areas(painter, seen, scale)
        self._lines(painter, seen, scale, thin)
        self._marks(painter, seen, thin)

    def _seen(self, pieces: list[Piece], seen: QRectF, margin: float = 2.0) -> list[Piece]:
        near = seen.adjusted(-margin, -margin, margin, margin)
        return [each for each in pieces if near.intersects(each.box)]

    def _sea(self, painter: QPainter, seen: QRectF, scale: float, thin: float) -> None:
        c = self.colours
        painter.fillRect(seen, colour(c.sea_far))
        self.tint.paint_shallows(painter, seen)
        x, y = COMPASS
        painter.setPen(line(c.sea_ink, 0.6 * thin, scale, 16))
        for n in range(32):
            turn = n * pi / 16
            painter.drawLine(
                QPointF(x + 50 * cos(turn), y + 50 * sin(turn)),
                QPointF(x + 1400 * cos(turn), y + 1400 * sin(turn)),
            )
        for n in reversed(range(len(RIPPLES))):
            painter.setPen(line(c.ripple, _RIPPLE_WIDTHS[n] * thin, scale, _RIPPLE_PERCENT[n]))
            for each in self._seen(self.atlas.ripples[n], seen):
                painter.drawPath(each.path)
        dashes = pen(c.sea_ink, 1.3 * thin, 100, _FLAT)
        dashes.setDashPattern([7 / 1.3, 3.5 / 1.3, 1.2 / 1.3, 3.5 / 1.3])
        painter.setPen(dashes)
        for each in self._seen(self.atlas.lines.get("divide", []), seen):
            painter.drawPath(each.path)
        for letters, ink in (
            (self._halos, colour(c.sea_near, HALO_PERCENT)),
            (self._letters["sea"], colour(c.sea_ink)),
        ):
            for letter in self._seen(letters, seen):
                painter.fillPath(letter.path, ink)

    def _abroad(self, painter: QPainter, seen: QRectF, scale: float, thin: float) -> None:
        c = self.colours
        for shape, made in self.atlas.grounds:
            if shape.kind in ("foreign", "beyond") and seen.intersects(made.box):
                painter.fillPath(made.path, colour(c.foreign))
        self._hatch(painter, seen, scale, thin)
        self.tint.paint_shadow(painter, seen)
        dots = pen(c.foreign_name, 1.3 * thin, 70)
        dots.setDashPattern([0.01, 3.2])
        painter.setPen(dots)
        for each in self._seen(self.atlas.lines.get("abroad", []), seen):
            painter.drawPath(each.path)
        for letter in self._seen(self._letters["foreign"], seen):
            draw(painter, letter.path, c.foreign_name)

    def _hatch(self, painter: QPainter, seen: QRectF, scale: float, thin: float) -> None:
        painter.setPen(line(self.colours.foreign_name, 0.7 * thin, scale, 18))
        for box, lines in self.atlas.hatching:
            if seen.intersects(box):
                painter.drawLines(lines)

    def _areas(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        c = self.colours
        painter.setPen(Qt.PenStyle.NoPen)
        # All land at once, so that no seam opens between neighbours.
        painter.fillPath(self.atlas.land, colour(c.land))
        for shape, made in self.atlas.grounds:
            if shape.hiland and seen.intersects(made.box):
                painter.fillPath(made.path, colour(c.hiland))
        self._hills(painter, seen, scale)
        self.tint.paint(painter, seen)

    def _hills(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        c = self.colours
        size = 1.0 if scale <= 1 else 1 - 0.34 * (scale - 1) if scale <= 2 else 0.66 * (2 / scale) ** 0.6
        for box, hills in self.atlas.hills:
            if not seen.intersects(box):
                continue
            for hill in hills:
                across = 14 * size * hill.size
                where = QRectF(hill.x - across / 2, hill.y - across * 9 / 14, across, across * 10 / 14)
                if seen.intersects(where):
                    sign = _hill(round(across * scale), c.hill, c.hiland)
                    painter.drawPixmap(where, sign, QRectF(sign.rect()))

    def _lines(self, painter: QPainter, seen: QRectF, scale: float, thin: float) -> None:
        c = self.colours
        lines = self.atlas.far_lines if scale <= _AFAR else self.atlas.lines
        strokes: list[tuple[Border, str, float]] = [
            ("area", c.border, 1.0), ("coast", c.coast, 1.5), ("frontier", c.region, 2.0),
            ("region", c.region, 2.3),
        ]  # fmt: skip
        for kind, ink, width in strokes:
            painter.setPen(line(ink, width * thin, scale))
            for each in self._seen(lines.get(kind, []), seen, width):
                painter.drawPath(each.path)
        painter.setPen(pen(c.region, 0.5 * thin))
        painter.setBrush(QBrush(colour("#FFFFFF" if not self.look.dark else c.halo)))
        half = 1.9 * thin
        for x, y in self.atlas.diamonds:
            if seen.adjusted(-3, -3, 3, 3).contains(x, y):
                painter.drawPolygon(
                    [QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)]
                )
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _marks(self, painter: QPainter, seen: QRectF, thin: float) -> None:
        """Anchors, bridges, the corner point, the compass."""
        c = self.colours
        wide = seen.adjusted(-15, -15, 15, 15)
        for shape, _ in self.atlas.grounds:
            if shape.port and wide.contains(*shape.port):
                at = QPointF(*shape.port)
                ART.draw(painter, "anchor", at, 0.06, c.sea_ink, {"ground": c.sea_near})
        for (ax, ay), (bx, by) in self.atlas.map.bridges:
            if wide.contains((ax + bx) / 2, (ay + by) / 2):
                painter.save()
                painter.translate((ax + bx) / 2, (ay + by) / 2)
                painter.rotate(degrees(atan2(by - ay, bx - ax)))
                tones = {"ground": c.box, "pale": c.halo}
                ART.draw(painter, "straits", QPointF(), 0.1, c.coast, tones)
                painter.restore()
        if self.atlas.map.corner and wide.contains(*self.atlas.map.corner):
            at = QPointF(*self.atlas.map.corner)
            painter.setPen(pen(c.region, 1.3 * thin))
            painter.setBrush(colour(c.halo))
            painter.drawEllipse(at, 4.4 * thin, 4.4 * thin)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(c.region))
            painter.drawEllipse(at, 1.5 * thin, 1.5 * thin)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if seen.intersects(QRectF(COMPASS[0] - 60, COMPASS[1] - 60, 120, 120)):
            tones = {"ground": c.box, "shade": c.region}
            ART.draw(painter, "compass", QPointF(*COMPASS), 0.44, c.sea_ink, tones)


def letters(shape: Shape) -> Iterator[QPainterPath]:
    """The name of a sea or a foreign area along its curve, letter by letter."""
    text = shape.name.upper()
    if shape.kind == "sea":
        size, share = (23.0, 0.7) if shape.label.width > 300 else (19.0, 0.82)  # clear of Lanka's name
        face = Face(size, weight=500, italic=True, spacing=5)
        return face.along(text, shape.curve, share * shape.label.width)
    size = 20.0 if shape.label.width > 300 else 16.0
    return Face(size, weight=600, spacing=3).along(text, shape.curve, 0.72 * shape.label.width)


@cache
def _hill(pixels: int, ink: str, ground: str) -> QPixmap:
    made = QPixmap(QSize(max(pixels, 2), max(round(pixels * 10 / 14), 2)))
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = made.width() / 140
    ART.draw(painter, "hill", QPointF(70 * unit, 90 * unit), unit, ink, {"ground": ground})
    painter.end()
    return made
