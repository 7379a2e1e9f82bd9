"""Work that can wait a moment, in pieces: between two of them the window answers whoever sits there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer


class Slices(QObject):
    """Does one piece in each turn of the event loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._left: list[Callable[[], object]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._one)

    def begin(self, pieces: Sequence[Callable[[], object]]) -> None:
        """These from now on; what was left of older ones is dropped."""
        self._left = list(pieces)
        self._timer.start()

    def finish(self) -> None:
        """All that is left, at once."""
        while self._left:
            self._one()

    def _one(self) -> None:
        if self._left:
            self._left.pop(0)()
        if not self._left:
            self._timer.stop()
