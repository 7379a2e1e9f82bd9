"""Finding a place by typing: `/` opens a field over the board, Enter goes there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from maharaja_qt.empires.board import EmpiresBoard

_WIDE, _GAP = 240, 12


class Finder(QLineEdit):
    """The field. Each letter flies to the likeliest place; Esc closes it."""

    def __init__(self, board: EmpiresBoard) -> None:
        super().__init__(board)
        self._board = board
        words = board.words.say("board", "find", {})
        self.setPlaceholderText(words)
        self.setAccessibleName(words)
        self.textEdited.connect(self._look)
        self.hide()
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.text() == "/":
            self.open()
            return True
        return super().eventFilter(watched, event)

    def open(self) -> None:
        """Shows the field, empty and ready."""
        self.clear()
        self.setFixedWidth(_WIDE)
        self.move((self._board.width() - _WIDE) // 2, _GAP)  # panels may lie over both sides
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _look(self, text: str) -> None:
        found = self._board.search(text)
        if found:
            self._board.aim(found[0])
            self._board.go_to(found[0])

    def _close(self) -> None:
        self.hide()
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._board.forget()
            self._close()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._close()  # and no more: what a field leaves unanswered goes to the board under it
        else:
            super().keyPressEvent(event)
