"""A part of a frame that stays the same over many frames: painted once, then copied."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap


class LayerPicture:
    """What was painted last, as long as its key is the same. None as a key: it is painted each time."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._at = QPoint()
        self._made = QPixmap()

    def paint(
        self, painter: QPainter, box: QRectF, ratio: float, key: Hashable, draw: Callable[[QPainter], None]
    ) -> None:
        """Paints what `draw` paints inside a box of the view, on a screen of so many pixels to its own."""
        if key is None:
            draw(painter)
            return
        if key != self._key:
            where = box.toAlignedRect()
            self._made = QPixmap(where.size() * ratio)
            self._made.setDevicePixelRatio(ratio)
            self._made.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._made)
            inner.setRenderHints(painter.renderHints())
            inner.translate(-where.topLeft())
            draw(inner)
            inner.end()
            self._key, self._at = key, where.topLeft()
        painter.drawPixmap(self._at, self._made)
