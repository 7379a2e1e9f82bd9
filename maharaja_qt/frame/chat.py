"""The chat: what people say, and what the room tells."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QPixmap, QTextBlock, QTextBlockFormat, QTextCharFormat
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from maharaja_qt.frame.pages import MARGIN, Pages, Part, Signs
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button
from maharaja_qt.theme import colour, panels, role_font, step, theme
from net import messages as m

_DOT: Final = 16


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

    def __init__(self, presenter: Presenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._texts = presenter.texts
        self._pages = Pages(signs=self._signs)
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

    def add(self, line: m.Chat, row: m.RoomRow | None) -> None:
        """A line somebody said, or a notice; `row` tells who is who."""
        name, words = QTextBlockFormat(), QTextBlockFormat()
        name.setTopMargin(step(6))
        if line.by:
            people = {person.no: person.name for person in row.people} if row is not None else {}
            seats = [seat.owner for seat in row.seats] if row is not None else []
            said = people.get(line.by, line.name)
            self._pages.add_parts([Part(said, _look("segment"))], name)
            if line.by in seats:
                self._pages.document().lastBlock().setUserState(seats.index(line.by))
            self._pages.add_parts([Part(line.text, _look("small"))], words)
        else:
            notice, look = self._texts.say("notice", line.code, dict(line.params)), _look("aside")
            look.setForeground(colour(panels(theme().look).text2))
            name.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            name.setRightMargin(step(MARGIN))
            self._pages.add_parts([Part(notice, look)], name)

    def _signs(self, block: QTextBlock) -> Signs | None:
        """The colour of the seat of whoever speaks."""
        seat = block.userState()
        if seat < 0:
            return None
        ground, _, ink = self._presenter.seat_colours(seat)
        return Signs(_dot(ground, ink, round(step(_DOT)), self.devicePixelRatioF()))

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


def _look(role: str) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFont(role_font(role))
    return look


@lru_cache(16)
def _dot(ground: str, ink: str, side: int, ratio: float) -> QPixmap:
    """A disc in the colour of a seat."""
    made = QPixmap(round(side * ratio), round(side * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    p = QPainter(made)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = QPointF(side / 2, side / 2)
    p.setPen(Qt.PenStyle.NoPen)
    p.setBrush(colour(ground))
    p.drawEllipse(middle, side / 2 - 1, side / 2 - 1)
    p.setPen(QPen(colour(ink), 1))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.drawEllipse(middle, side / 2 - 4, side / 2 - 4)
    p.end()
    return made
