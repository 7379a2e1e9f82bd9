"""A button that has its words in several lines where one is too long for them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from maharaja_qt.frame.widgets import Button, dress, fitted

_SIDE: Final = 12
_LEAST: Final = 80
_LEAST_PT: Final = 6.0
_STEP: Final = 8
_WRAPPED: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter


class AnswerButton(Button):
    """An answer to a question; `quiet`: one that is seldom given. `lines`: never in more than so many."""

    def __init__(self, text: str, *, quiet: bool = False, lines: int = 0) -> None:
        super().__init__(text)
        self._lines = lines
        dress(self, "quiet" if quiet else "plain")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:
        """Long words are no reason for a wide panel."""
        wide, most = _LEAST, self._lines * self.fontMetrics().height()
        while most and wide < self.sizeHint().width() and self._words(wide).height() > most:
            wide += _STEP
        return QSize(wide, super().minimumSizeHint().height())

    def heightForWidth(self, width: int) -> int:
        """With all words."""
        metrics = self.fontMetrics()
        usual = self.sizeHint().height()
        return max(usual, usual - metrics.height() + self._words(width).height())

    def _words(self, width: int) -> QRect:
        room = QRect(0, 0, max(width - 2 * _SIDE - self._sign, 1), 10_000)
        return self.fontMetrics().boundingRect(room, _WRAPPED, self.text())

    @property
    def _sign(self) -> int:
        """Room for the sign of a menu."""
        return _SIDE if self.menu() is not None else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """As any button, but for words that need several lines."""
        if self.sizeHint().width() <= self.width():
            super().paintEvent(event)
            return
        p, room = self.wordless(), self.rect().adjusted(_SIDE, 0, -_SIDE - self._sign, 0)
        p.setFont(fitted(self.text(), self.font(), room.size(), _LEAST_PT)[0])
        p.drawText(room, _WRAPPED, self.text())
        p.end()
