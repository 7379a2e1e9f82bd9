"""Lines as paths of Qt."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from maharaja_qt.empires.geography import Line, Point


def open_path(line: Iterable[Point]) -> QPainterPath:
    """A path along a line."""
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in line]))
    return path


def rings_path(rings: Iterable[Line]) -> QPainterPath:
    """A path of closed rings, filled odd and even."""
    path = QPainterPath()
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
        path.closeSubpath()
    return path
