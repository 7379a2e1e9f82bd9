"""What is soft on the map, as pictures a pixel or two to the unit: the shallow sea, the shadow of the
frontier, the tint of holders with its bands along the edge, and the glow along borders.

Wide strokes cost more than all else on the map, so each is drawn once, small, and stretched. The nearest
line to a point of an area is the area's own border: one picture of bands serves every area.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from maharaja_qt.empires.geography import Border
from maharaja_qt.empires.palette import map_colours, seat_colours
from maharaja_qt.theme import Look, colour

FINE, BROAD = 2.0, 1.0
"""Pixels to the unit: of tints and glows; of the bands within tints, which have no sharp edge."""
COARSE: Final = 0.5
_BANDS: Final = ((15.0, 16), (10.0, 20), (5.5, 26))
"""Widths of the strokes along an edge, of which half is inside, and their strength in percent."""
_GLOWS: Final[tuple[tuple[Border, float, int], ...]] = (
    ("region", 8.0, 20), ("frontier", 7.0, 16), ("area", 2.4, 55),
)  # fmt: skip
"""The widest first: where lines meet the last counts alone."""
_SHALLOWS: Final = ((54.0, 30), (40.0, 30), (24.0, 30), (14.0, 30))
_SHADOWS: Final = ((46.0, 9), (30.0, 9), (16.0, 9))
_LIGHT: Final = 0.66
"""How strong the glow of a lit area is at its very edge."""
_EDGES: Final[tuple[Border, ...]] = ("area", "region", "frontier", "coast")


class Soft:
    """The pictures for one look. `lines`: the paths of each kind of border."""

    def __init__(
        self, size: QRectF, lines: dict[Border, list[QPainterPath]], abroad: QPainterPath,
        areas: dict[int, QPainterPath], look: Look,
    ) -> None:  # fmt: skip
        self._size = size
        self._lines = lines
        self._areas = areas
        self._look = look
        c = map_colours(look)
        deeper = 1.5 if look.dark else 1.0
        edges = [path for kind in _EDGES for path in lines.get(kind, [])]
        bands = [(width, percent * deeper) for width, percent in _BANDS]
        self._strength = self._strokes(edges, bands, BROAD, c.tint_percent)
        clear = 1 - c.tint_percent / 100
        self._base = 255 * (1 - clear)
        for _, percent in bands:
            clear *= 1 - min(percent, 100) / 100
        self._top = 255 * (1 - clear)
        self._glow = self._blank(FINE, QImage.Format.Format_ARGB32_Premultiplied)
        for kind, width, percent in _GLOWS:
            ink = c.halo if kind == "area" else c.region
            self._stroke(self._glow, lines.get(kind, []), [(width, colour(ink, percent))])
        self._picture = self._glow.copy()
        self._shallow = _inked(self._strokes(lines.get("coast", []), _SHALLOWS, COARSE), c.sea_near)
        shadow = "#000000" if look.dark else c.foreign_name
        self._shadow = _inked(self._strokes(lines.get("frontier", []), _SHADOWS, COARSE * 2), shadow)
        self._keep(self._shadow, abroad)
        self._holders: dict[int, int] = {}
        self._edges: dict[tuple[int, str], tuple[QRectF, QImage]] = {}
        self._ramps: dict[str, list[int]] = {}

    def _blank(self, scale: float, form: QImage.Format) -> QImage:
        size = QSize(round(self._size.width() * scale), round(self._size.height() * scale))
        made = QImage(size, form)
        made.fill(0)
        return made

    def _strokes(
        self,
        paths: Iterable[QPainterPath],
        bands: Iterable[tuple[float, float]],
        scale: float,
        base: float = 0,
    ) -> QImage:
        """A mask of lines stroked wide, then narrower and stronger; where lines meet no stronger."""
        mask = self._blank(scale, QImage.Format.Format_Grayscale8)
        clear = 1 - base / 100
        mask.fill(round(255 * (1 - clear)))
        inks = []
        for width, percent in bands:
            clear *= 1 - min(percent, 100) / 100
            grey = round(255 * (1 - clear))
            inks.append((width, QColor(grey, grey, grey)))
        self._stroke(mask, paths, inks)
        return mask

    def _stroke(
        self, picture: QImage, paths: Iterable[QPainterPath], inks: Iterable[tuple[float, QColor]]
    ) -> None:
        """Strokes lines once for each width, in its colour, which replaces what was there."""
        scale = picture.width() / self._size.width()
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.scale(scale, scale)
        paths = list(paths)
        for width, ink in inks:
            pen = QPen(ink, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
            painter.setPen(pen)
            for path in paths:
                painter.drawPath(path)
        painter.end()

    def _keep(self, picture: QImage, inside: QPainterPath) -> None:
        """Clears a picture of the map outside a path."""
        scale = picture.width() / self._size.width()
        outside = QPainterPath()
        outside.addRect(self._size)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillPath(outside.subtracted(inside), Qt.GlobalColor.black)
        painter.end()

    def edge(self, place: int, ink: str) -> tuple[QRectF, QImage]:
        """A glow inside the edge of an area, and where it goes in board units."""
        key = place, ink
        if key not in self._edges:
            cells = self._cells(place)
            self._edges[key] = _scaled(cells, 1 / BROAD), self._lit(cells, ink)
        return self._edges[key]

    def _lit(self, cells: QRect, ink: str) -> QImage:
        """The bands of a part of the map in one colour, read from those of the tints by a table."""
        bands = self._strength.copy(cells)
        bands.reinterpretAsFormat(QImage.Format.Format_Indexed8)
        if ink not in self._ramps:
            reach = self._top - self._base
            shares = (_LIGHT * (value - self._base) / reach for value in range(256))
            self._ramps[ink] = [colour(ink, round(100 * min(max(share, 0), 1))).rgba() for share in shares]
        bands.setColorTable(self._ramps[ink])
        return bands.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)

    def _cells(self, place: int) -> QRect:
        """Where an area lies in the picture of the bands."""
        return _scaled(self._areas[place].boundingRect(), BROAD).toAlignedRect()

    def hold(self, place: int, seat: int) -> QRectF | None:
        """Gives an area the tint of a seat, or (-1) none; the box that changed, if it did."""
        if self._holders.get(place, -1) == seat:
            return None
        self._holders[place] = seat
        path = self._areas[place]
        box = path.boundingRect()
        cells = self._cells(place)
        here = _scaled(cells, FINE / BROAD)
        painter = QPainter(self._picture)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(FINE, FINE)
        painter.setClipPath(path)
        painter.resetTransform()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        if seat < 0:
            painter.drawImage(here, self._glow, here)
        else:
            painter.drawImage(here, _inked(self._strength.copy(cells), seat_colours(self._look, seat).ground))
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.drawImage(here, self._glow, here)
        painter.end()
        return box

    def paint(self, painter: QPainter, seen: QRectF) -> None:
        """Paints tints and glows."""
        self._paint(painter, seen, self._picture)

    def paint_shallows(self, painter: QPainter, seen: QRectF) -> None:
        """Paints the lighter sea along the coasts."""
        self._paint(painter, seen, self._shallow)

    def paint_shadow(self, painter: QPainter, seen: QRectF) -> None:
        """Paints the shadow that India casts on foreign ground."""
        self._paint(painter, seen, self._shadow)

    def _paint(self, painter: QPainter, seen: QRectF, picture: QImage) -> None:
        wide = self._size.intersected(seen)
        if not wide.isEmpty():
            scale = picture.width() / self._size.width()
            source = QRectF(wide.x() * scale, wide.y() * scale, wide.width() * scale, wide.height() * scale)
            painter.drawImage(wide, picture, source)


def _scaled(box: QRect | QRectF, by: float) -> QRectF:
    return QRectF(box.x() * by, box.y() * by, box.width() * by, box.height() * by)


def _inked(mask: QImage, ink: str) -> QImage:
    """One colour, as opaque as a mask is light."""
    made = QImage(mask.size(), QImage.Format.Format_ARGB32)
    made.fill(colour(ink))
    made.setAlphaChannel(mask)
    return made.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
