"""Between two people at one screen, in a game with secrets: nothing is seen until the next one says so."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from maharaja_qt.frame.widgets import button, plain


class HandOver(QFrame):
    """Covers a whole page; goes with its size."""

    taken = Signal()

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setObjectName("handover")
        self.setAutoFillBackground(True)
        self.text = plain("", "title", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.take = button(self.tr("Show the board"), main=True)
        self.take.setAutoDefault(True)
        self.take.clicked.connect(self._taken)
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch()
        column.addWidget(self.text)
        column.addWidget(
            plain(self.tr("Whoever has played looks away now."), "small"),
            alignment=Qt.AlignmentFlag.AlignCenter,
        )
        column.addWidget(self.take, alignment=Qt.AlignmentFlag.AlignCenter)
        column.addStretch()
        self.hide()
        page.installEventFilter(self)

    def cover(self, seat: str) -> None:
        """Hides the page until the person of this seat is there."""
        page = self.parentWidget()
        assert page is not None
        self.text.setText(self.tr("{seat} plays: hand over the screen").format(seat=seat))
        self.setGeometry(page.rect())
        self.show()
        self.raise_()
        self.take.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page has another size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            page = self.parentWidget()
            assert page is not None
            self.setGeometry(page.rect())
        return False

    def _taken(self) -> None:
        self.hide()
        self.taken.emit()
