"""Words as outlines: the same at every zoom, on a line or along a curve, with or without a halo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QTransform

from maharaja_qt.theme import colour, sans, serif

_SIZE: Final = 100.0
HALO_PERCENT: Final = 88
"""How much a halo covers."""


@cache
def _font_path(text: str, face: str, weight: int, italic: bool, spacing: float) -> tuple[QPainterPath, float]:
    font = (sans if face == "sans" else serif)(_SIZE, weight, italic=italic, spacing=spacing)
    path = QPainterPath()
    path.addText(QPointF(), font, text)
    return path, QFontMetricsF(font).horizontalAdvance(text) - spacing


class Face:
    """A way of lettering: family, weight, slant, and the size and spacing in the units painted in."""

    def __init__(
        self,
        size: float,
        *,
        face: str = "serif",
        weight: int = 600,
        italic: bool = False,
        spacing: float = 0.0,
    ) -> None:
        self.size = size
        self.spacing = spacing
        self._key = face, weight, italic

    def _made(self, text: str) -> tuple[QPainterPath, float]:
        return _font_path(text, *self._key, self.spacing / self.size * _SIZE)

    def width(self, text: str) -> float:
        """How wide a word is."""
        return self._made(text)[1] * self.size / _SIZE

    def word(self, text: str, x: float, y: float, align: float = 0.5) -> QPainterPath:
        """A word on the baseline `y`; `align` 0, 0.5, 1: begins, is centred or ends at `x`."""
        path, width = self._made(text)
        scale = self.size / _SIZE
        return QTransform(scale, 0, 0, scale, x - align * width * scale, y).map(path)

    def along(self, text: str, curve: Sequence[tuple[float, float]], widest: float) -> Iterator[QPainterPath]:
        """The letters of a word in the middle of a curve, apart so that it spans up to `widest` units."""
        widths = [Face(self.size, face=self._key[0], weight=self._key[1], italic=self._key[2]).width(letter)
                  for letter in text]  # fmt: skip
        lengths = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(curve)]
        gaps = max(len(text) - 1, 1)
        gap = min(max((min(widest, sum(lengths)) - sum(widths)) / gaps, self.spacing), 2.6 * self.size)
        at = (sum(lengths) - sum(widths) - gap * gaps) / 2
        for letter, width in zip(text, widths, strict=True):
            x, y, turn = _point_at(curve, lengths, at + width / 2)
            glyph, advance = _font_path(letter, *self._key, 0.0)
            scale = self.size / _SIZE
            place = QTransform().translate(x, y).rotate(turn).scale(scale, scale)
            yield place.translate(-advance / 2, 0.31 * _SIZE).map(glyph)
            at += width + gap


def _point_at(
    curve: Sequence[tuple[float, float]], lengths: Sequence[float], at: float
) -> tuple[float, float, float]:
    """The point at a distance along a curve, and the direction there in degrees."""
    for number, length in enumerate(lengths):
        if at <= length or number == len(lengths) - 1:
            (ax, ay), (bx, by) = curve[number], curve[number + 1]
            share = at / length if length else 0.0
            return (
                ax + share * (bx - ax), ay + share * (by - ay), degrees(atan2(by - ay, bx - ax))
            )  # fmt: skip
        at -= length
    raise ValueError("a curve has two points or more")


def draw(painter: QPainter, path: QPainterPath, ink: str, seen: QRectF | None = None) -> None:
    """Fills a word, unless none of it lies in what is `seen`: letters take long even when cut off."""
    if seen is None or seen.intersects(path.boundingRect()):
        painter.fillPath(path, colour(ink))


def outlined(path: QPainterPath, width: float) -> QPainterPath:
    """The halo of a word: to stroke its outline each time would take many times as long as to fill this."""
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    made = stroker.createStroke(path)
    made.setFillRule(Qt.FillRule.WindingFill)
    return made
