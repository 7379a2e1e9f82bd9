"""Where strips lie: over a page, under its header. What comes or goes there moves nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from maharaja_qt.frame.strips import Strip

_LAYS = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest)


class Notices(QWidget):
    """Strips one below the other, as wide as the part of the page they lie `over`, under `top`."""

    def __init__(self, page: QWidget, top: QWidget, over: QWidget, strips: Iterable[Strip]) -> None:
        super().__init__(page)
        self._page, self._top, self._over = page, top, over
        self._strips = list(strips)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._lay)
        for strip in self._strips:
            column.addWidget(strip)
            strip.installEventFilter(self)
        for widget in (top, over):
            widget.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place, and has the size of what it says."""
        if event.type() in _LAYS:
            self._soon.start()
        return False

    def _lay(self) -> None:
        shown = [strip for strip in self._strips if not strip.isHidden()]
        if not shown:
            self.hide()
            return
        over = QRect(self._over.mapTo(self._page, QPoint()), self._over.size())
        top = self._top.mapTo(self._page, QPoint(0, self._top.height())).y()
        high = sum(max(strip.minimumHeight(), strip.minimumSizeHint().height()) for strip in shown)
        wanted = QRect(over.x(), top, over.width(), high)
        if wanted != self.geometry():
            self.setGeometry(wanted)
        if self.isHidden():
            self.show()
            self.raise_()
