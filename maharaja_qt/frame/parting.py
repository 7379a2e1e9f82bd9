"""Before a host goes: who is at the table, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from maharaja_qt.frame.widgets import button, plain


class Parting(QDialog):
    """Asks whether to go. Staying is what Enter and Esc do."""

    def __init__(self, names: Sequence[str], *, saved: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Close the table"))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        who = self.tr("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
        who = who if len(names) > 1 else names[0]
        are = self.tr("is at your table") if len(names) == 1 else self.tr("are at your table")
        column.addWidget(plain(f"{who} {are}.", "prompt", wrap=True))
        what = self.tr(
            "The game is saved. They are told so, and everybody has the same seat again when you resume it."
        )
        lobby = self.tr("The game has not begun. They are told that the table is closed.")
        self.text = plain(what if saved else lobby, wrap=True)
        column.addWidget(self.text)
        row = QHBoxLayout()
        row.addStretch()
        self.go = button(self.tr("Close the table"))
        self.stay = button(self.tr("Stay"), main=True)
        self.go.clicked.connect(self.accept)
        self.stay.clicked.connect(self.reject)
        self.stay.setDefault(True)
        self.stay.setFocus()
        row.addWidget(self.go)
        row.addWidget(self.stay)
        column.addLayout(row)
        self.setMinimumWidth(440)
