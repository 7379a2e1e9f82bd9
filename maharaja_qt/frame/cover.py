"""The large panel of a game over the veiled table: folded away and brought back, it never decides."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from maharaja_qt.theme import colour, theme

_EDGE: Final = 8
_ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class Cover(QWidget):
    """Lies over all of `under` but its header `top`, the panel in the middle; a click beside it folds it.
    What is asked `above` it can be answered over it."""

    folded = Signal(bool)

    def __init__(self, under: QWidget, top: QWidget, panel: QWidget, above: QWidget) -> None:
        super().__init__(under)
        self._under, self._top, self._panel, self._above = under, top, panel, above
        panel.setParent(self)
        panel.show()
        under.installEventFilter(self)
        top.installEventFilter(self)
        self.hide()

    @property
    def panel(self) -> QWidget:
        """What it shows."""
        return self._panel

    def unfold(self) -> None:
        """Shows the panel."""
        if not self.isVisible():
            self._lay()
            self.show()
            self._rise()
            self.folded.emit(False)

    def fold(self) -> None:
        """Shows the board again. Nothing is decided."""
        if self.isVisible():
            self.hide()
            self.folded.emit(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place over the table."""
        if self.isVisible():
            if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
                self._lay()
            elif event.type() == QEvent.Type.LayoutRequest:
                self._rise()  # panels that are put elsewhere come to lie on top
        return False

    def _rise(self) -> None:
        self.raise_()
        self._above.raise_()

    def _lay(self) -> None:
        header = QRect(self._top.mapTo(self._under, QPoint()), self._top.size())
        self.setGeometry(self._under.rect())
        self.setMask(QRegion(self.rect()) - QRegion(header))
        room = self.rect().adjusted(_EDGE, header.bottom() + _EDGE, -_EDGE, -_EDGE)
        size = self._panel.sizeHint().boundedTo(room.size())
        middle = room.center()
        self._panel.setGeometry(
            QRect(
                middle.x() - size.width() // 2, middle.y() - size.height() // 2, size.width(), size.height()
            )
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """The veil."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour("#2A2118", 62 if theme().look.dark else 48))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Beside the panel: folds it."""
        self.fold()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape folds it; arrows move nothing under the veil; other keys are the page's, which folds it if
        they lead somewhere."""
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self.fold()
        elif event.key() not in _ARROWS:
            event.ignore()
