"""A button that shows the key that presses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeySequence, QPaintEvent, QPen

from maharaja_qt.frame.widgets import Button, dress
from maharaja_qt.theme import role_font, step

_GAP: Final = 9
_PAD: Final = 5
_EDGE: Final = 8
_AS_QT: Final = int(Qt.TextFlag.TextShowMnemonic)
"""A button counts its words so."""


class KeyButton(Button):
    """Words, then the key in a frame, where there is room for both. `key` "": words alone."""

    def __init__(self, text: str, key: str, *, main: bool = False) -> None:
        super().__init__(text)
        dress(self, "main" if main else "plain")
        self.key = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.setAccessibleDescription(self.key)
        self._shown = bool(key)
        self._words: Sequence[str] = ()

    def room_for(self, words: Sequence[str]) -> None:
        """As wide as the widest of these, whichever it shows, and also while it is hidden: nothing comes to
        lie where it was."""
        self._words = words
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.updateGeometry()

    def _wide(self) -> QSize:
        """With the words alone."""
        wide = {each: self.fontMetrics().size(_AS_QT, each).width() for each in (self.text(), *self._words)}
        return super().sizeHint() + QSize(max(wide.values()) - wide[self.text()], 0)

    def show_key(self, shown: bool) -> None:
        """Shows the key, or the words alone."""
        if shown != self._shown and self.key:
            self._shown = shown
            self.updateGeometry()
            self.update()

    @property
    def shows_key(self) -> bool:
        """Is the key to be seen?"""
        words = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        return self._shown and words + self._chip() + _GAP + 2 * _EDGE <= self.width()

    def _font(self) -> QFont:
        return role_font("key")

    def _chip(self) -> float:
        return QFontMetricsF(self._font()).horizontalAdvance(self.key) + 2 * _PAD if self._shown else 0.0

    def sizeHint(self) -> QSize:
        """With room for the key."""
        usual = self._wide()
        return usual + QSize(round(self._chip() + _GAP), 0) if self._shown else usual

    def minimumSizeHint(self) -> QSize:
        """The words alone."""
        return self._wide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """As any button, with both in the middle."""
        if not self.shows_key:
            super().paintEvent(event)
            return
        p = self.wordless()
        words, chip = QFontMetricsF(self.font()).horizontalAdvance(self.text()), self._chip()
        left = (self.width() - words - _GAP - chip) / 2
        p.setFont(self.font())
        p.drawText(QRectF(left, 0, words + 1, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())
        high = step(18)
        frame = QRectF(left + words + _GAP, (self.height() - high) / 2, chip, high)
        p.setFont(self._font())
        p.drawText(frame, Qt.AlignmentFlag.AlignCenter, self.key)
        p.setOpacity(0.6)
        p.setPen(QPen(p.pen().color(), 1))
        p.drawRoundedRect(frame, 3, 3)
        p.end()
