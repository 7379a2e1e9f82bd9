"""A line of what is worth doing: words that show a place, in as many lines as they need."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QPaintEvent

from maharaja_qt.frame.answer_button import AnswerButton
from maharaja_qt.frame.widgets import dress
from maharaja_qt.theme import colour, panels, role_font, theme

_WORDS: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TodoLine(AnswerButton):
    """Tells when it is under the pointer or the keyboard."""

    pointed = Signal()
    left = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        dress(self, "link")
        self.setProperty("role", "small")
        self.setFont(role_font("small"))
        self.setMinimumHeight(0)
        self.setToolTip(self.tr("Shows where on the map"))

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """As a link, with all words."""
        p = self.wordless()
        p.setPen(colour(panels(theme().look).focus))
        room = self.rect().adjusted(4, 0, -4, 0)
        p.drawText(room, Qt.AlignmentFlag.AlignTop, "•")
        p.drawText(room.adjusted(14, 0, 0, 0), _WORDS, self.text())
        p.end()
