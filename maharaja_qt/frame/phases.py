"""The steps of a turn in the header: in words as far as there is room, the present one always."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from maharaja_qt.frame.widgets import empty, plain
from maharaja_qt.theme import theme

_GAP: Final = 8
_SIGNS: Final = {"past": "✓", "next": "•"}


class Phases(QWidget):
    """Steps (name, state), the state `past`, `now` or `next`. Where not all names fit, those of past steps
    and then those farthest from the present one become signs, with the name as their tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._steps: Sequence[tuple[str, str]] = ()
        self._labels: list[QLabel] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        self._row = row
        theme().changed.connect(self._fit)

    def show_steps(self, steps: Sequence[tuple[str, str]]) -> None:
        """These."""
        if steps == self._steps:
            return
        self._steps = steps
        empty(self._row)
        self._labels = []
        for name, state in steps:
            label = plain("", "note")
            label.setToolTip(name)
            label.setProperty("phase", state)
            label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self._row.addWidget(label, alignment=Qt.AlignmentFlag.AlignVCenter)
            self._labels.append(label)
        self._row.addStretch()
        self.setAccessibleName(next((name for name, state in steps if state == "now"), ""))
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """It takes what room there is."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def _fit(self) -> None:
        """Names for all, else for as many as there is room for, those of past steps first to go."""
        now = next((n for n, (_, state) in enumerate(self._steps) if state == "now"), 0)
        order = sorted(range(len(self._steps)), key=lambda n: (n < now, abs(n - now)))
        for named in range(len(order), 0, -1):
            kept = set(order[:named])
            for n, (label, (name, state)) in enumerate(zip(self._labels, self._steps, strict=True)):
                words = f"{_SIGNS['past']} {name}" if state == "past" else name
                label.setText(words if n in kept else _SIGNS[state])
            wide = sum(label.sizeHint().width() + _GAP for label in self._labels)
            if wide <= self.width():
                return
