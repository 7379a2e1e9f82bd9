"""The large panel of a game over the veiled table: folded away and brought back, it never decides."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from maharaja_qt.theme import colour, theme

_EDGE: Final = 8
_LAYS: Final = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
_ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class Cover(QWidget):
    """Lies over all of `under` but its header `top` and what is told `below` that; the panel in the middle; a
    click beside it folds it."""

    folded = Signal(bool)

    def __init__(self, under: QWidget, top: QWidget, panel: QWidget, below: QWidget) -> None:
        super().__init__(under)
        self._under, self._top, self._panel, self._below = under, top, panel, below
        panel.setParent(self)
        panel.show()
        for each in (under, top, below):
            each.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)
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
            self.raise_()
            self.folded.emit(False)

    def fold(self) -> None:
        """Shows the board again. Nothing is decided."""
        if self.isVisible():
            self.hide()
            self.folded.emit(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place over the table."""
        if self.isVisible():
            if event.type() in _LAYS:
                self._lay()
            elif event.type() == QEvent.Type.LayoutRequest:
                self.raise_()  # panels that are put elsewhere come to lie on top
        return False

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes round in the panel."""
        start = QApplication.focusWidget() or self._panel
        step = QWidget.nextInFocusChain if forward else QWidget.previousInFocusChain
        each = step(start)
        while each is not None and each is not start:
            tabbed = each.focusPolicy().value & Qt.FocusPolicy.TabFocus.value and not each.focusProxy()
            if tabbed and self._panel.isAncestorOf(each) and each.isVisible() and each.isEnabled():
                each.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
                break
            each = step(each)
        return True

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        """What lies under the panel or its veil takes no keys."""
        if new is None or not self.isVisible() or not self._under.isAncestorOf(new):
            return
        if new is self or self.isAncestorOf(new):
            return
        seen = self._under.childAt(new.mapTo(self._under, new.rect().center()))
        if seen is not None and (seen is self or self.isAncestorOf(seen)):
            self._panel.setFocus()

    def _lay(self) -> None:
        free = [each for each in (self._top, self._below) if each.isVisible()]
        boxes = [QRect(each.mapTo(self._under, QPoint()), each.size()) for each in free]
        seen, upper = QRegion(self._under.rect()), 0
        for box in boxes:
            seen, upper = seen - QRegion(box), max(upper, box.bottom())
        self.setGeometry(self._under.rect())
        self.setMask(seen)
        room = self.rect().adjusted(_EDGE, upper + _EDGE, -_EDGE, -_EDGE)
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
