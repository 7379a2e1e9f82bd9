"""A question in words of its own, never one with only OK."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from maharaja_qt.frame.widgets import button, plain


class Question(QDialog):
    """`open` it; `agreed` comes if the first button, `go`, is pressed. Who wants to know more of it than the
    `note` says finds `details` behind a button."""

    agreed = Signal()

    def __init__(
        self, question: str, note: str, yes: str, no: str, parent: QWidget, details: str = ""
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(question)
        self.setMinimumWidth(440)
        self.column = column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(plain(question, "prompt", wrap=True))
        column.addWidget(plain(note, "small", wrap=True))
        self.details = plain(details, "note", wrap=True)
        self.details.hide()
        column.addWidget(self.details)
        row = QHBoxLayout()
        if details:
            self.more = button(self.tr("More"), quiet=True)
            self.more.setCheckable(True)
            self.more.toggled.connect(self._show_details)
            row.addWidget(self.more)
        row.addStretch()
        back = button(no)
        back.clicked.connect(self.reject)
        self.go = button(yes, main=True)
        self.go.clicked.connect(self.accept)
        row.addWidget(back)
        row.addWidget(self.go)
        column.addLayout(row)
        self.accepted.connect(self.agreed)
        self.go.setFocus()

    def _show_details(self, shown: bool) -> None:
        self.details.setVisible(shown)
        self.resize(self.width(), self.column.totalHeightForWidth(self.width()))
