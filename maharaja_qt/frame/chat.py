"""The chat: what people say, and what the room tells."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.frame.pages import Pages
from maharaja_qt.frame.widgets import button
from maharaja_qt.theme import panels, theme
from net import messages as m


class _Line(QLineEdit):
    """A line to write in: Ctrl and Enter send it, and end nobody's move meanwhile."""

    def event(self, event: QEvent) -> bool:
        """Before a shortcut of the menus takes that key."""
        enter = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


class Chat(QWidget):
    """What people say, and what the room tells."""

    sent = Signal(str)

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._pages = Pages()
        self._pages.setAccessibleName(self.tr("Chat"))
        self._line = _Line()
        self._line.setMaxLength(m.MAX_TEXT)
        self._line.setPlaceholderText(self.tr("Say something to the table"))
        self._line.setAccessibleName(self.tr("What you say to the table"))
        self._line.returnPressed.connect(self._send)
        send = button(self.tr("Send"))
        send.clicked.connect(self._send)
        self.unread = 0
        self.live = True
        """Does anybody hear? If not, what is written stays in the line."""
        row = QHBoxLayout()
        row.addWidget(self._line, 1)
        row.addWidget(send)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages, 1)
        column.addLayout(row)

    def add(self, line: m.Chat, names: dict[int, str]) -> None:
        """A line somebody said, or a notice."""
        colours = panels(theme().look)
        if line.by:
            name = escape(names.get(line.by, line.name))
            self._pages.add(f"<b>{name}</b> &nbsp;{escape(line.text)}")
        else:
            notice = self._texts.say("notice", line.code, dict(line.params))
            self._pages.add(f'<i style="color:{colours.text2}">{escape(notice)}</i>')

    def has_focus(self) -> bool:
        """Is somebody about to say something?"""
        return self.window().focusWidget() is self._line

    def take_over(self, other: Chat) -> None:
        """What is half said there is half said here."""
        self._line.setText(other._line.text())
        self._line.setCursorPosition(other._line.cursorPosition())

    def focus_line(self) -> None:
        """The keyboard goes to the line to write in."""
        self._line.setFocus()

    def _send(self) -> None:
        text = self._line.text().strip()
        if text and self.live:
            self.sent.emit(text)
            self._line.clear()
