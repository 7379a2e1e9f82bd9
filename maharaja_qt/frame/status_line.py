"""The line at the foot of the window: one sentence, and the rule it stands on, which a click opens."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QStatusBar, QWidget

from maharaja_qt.frame.widgets import Line
from maharaja_qt.theme import role_font

LENT_HIGH: Final = 24
_RULE: Final = re.compile(r"^(.*?)\s*\[(\d+(?:\.\d+\w*)*)\]$", re.DOTALL)


def split_rule(text: str) -> tuple[str, str]:
    """A sentence as the texts write it, and the section behind it ('' none)."""
    found = _RULE.match(text)
    return (found[1], found[2]) if found else (text, "")


class StatusLine(QWidget):
    """Shows a sentence; its section is a link of its own."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._section = ""
        self._label = Line("")
        self._label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._label.setMinimumWidth(1)  # a long sentence makes no window wider
        self._rule = QPushButton()
        self._rule.setProperty("kind", "link")
        self._rule.setProperty("role", "segment")
        self._rule.setFont(role_font("segment"))
        self._rule.setCursor(Qt.CursorShape.PointingHandCursor)
        self._rule.clicked.connect(lambda: self.rule_wanted.emit(self._section))
        self._rule.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._label)
        row.addWidget(self._rule)
        row.addStretch()

    def setText(self, text: str) -> None:
        """A new sentence; "[5.12]" at its end becomes the link."""
        sentence, self._section = split_rule(text)
        self._label.setText(sentence)
        self._label.setToolTip(sentence)
        self._rule.setText(f"§ {self._section}")
        self._rule.setToolTip(self.tr("Open this rule"))
        self._rule.setVisible(bool(self._section))

    def text(self) -> str:
        """The sentence."""
        return self._label.text()

    def clear(self) -> None:
        """Nothing more to say."""
        self.setText("")


class Lent:
    """What a page lends the status bar while it is shown; it goes back to the page, and away with it."""

    def __init__(self, bar: QStatusBar) -> None:
        place = QWidget()
        place.setFixedHeight(LENT_HIGH)  # the bar lays itself out anew for whatever is higher
        self._row = QHBoxLayout(place)
        self._row.setContentsMargins(0, 0, 0, 0)
        bar.addPermanentWidget(place)
        self._shown: tuple[QWidget, QWidget] | None = None

    def show(self, widget: QWidget | None, owner: QWidget | None) -> None:
        """This one from now on, or none."""
        shown = self._shown
        if shown is not None and shown[0] is widget:
            return
        self._shown = None if widget is None or owner is None else (widget, owner)
        if shown is not None:
            self._row.removeWidget(shown[0])
            shown[0].setParent(shown[1])
        if self._shown is not None:
            self._row.addWidget(self._shown[0])
            self._shown[0].show()
