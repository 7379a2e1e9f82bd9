"""The camera goes to what others do where that is out of sight, and never away from who is busy with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from maharaja_qt.board.play import PlayBoard
from maharaja_qt.board.view import FLY_MS

PATIENCE_MS: Final = 4_000
"""How long whoever has moved the board is left alone with it."""
_EDGE: Final = 28.0
"""Pixels from the edge of the view: nearer is as good as out of sight."""
_HANDS: Final = (
    QEvent.Type.Wheel, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease,
    QEvent.Type.NativeGesture,
)  # fmt: skip
_KEYS: Final = (
    Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Equal, Qt.Key.Key_0, Qt.Key.Key_Home, Qt.Key.Key_Left,
    Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down,
)  # fmt: skip


class Follow(QObject):
    """`ms`: how long a flight takes; -1: there is none."""

    def __init__(self, board: PlayBoard) -> None:
        super().__init__(board)
        self._board = board
        self.ms = FLY_MS
        self.patience_ms = PATIENCE_MS
        self._since = QElapsedTimer()
        board.installEventFilter(self)

    def touched(self) -> None:
        """Whoever sits here has just moved the board."""
        self._since.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sees hands and keys that move the board."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else 0
        if event.type() in _HANDS or key in _KEYS:
            self.touched()
        return False

    @property
    def ever(self) -> bool:
        """Has anybody here moved the board at all?"""
        return self._since.isValid()

    @property
    def busy(self) -> bool:
        """Is somebody here at work on the board?"""
        if self._board.hand is not None or self._board.fan is not None:
            return True
        return self.ever and self._since.elapsed() < self.patience_ms

    def go(self, points: Sequence[tuple[float, float]]) -> None:
        """To these points of the board: to the middle of them, or to the last if they lie too far apart."""
        board = self._board
        sight = QRectF(board.rect()).adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        seen = [QPointF(*board.camera.to_view(x, y)) for x, y in points]
        if self.ms < 0 or self.busy or all(sight.contains(point) for point in seen):
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        scale = board.camera.scale
        fits = (max(xs) - min(xs)) * scale < sight.width() and (max(ys) - min(ys)) * scale < sight.height()
        x, y = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2) if fits else points[-1]
        board.fly(x, y, ms=self.ms)
