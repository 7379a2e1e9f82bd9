"""Text to read: links that never leave the program, signs in the margin, the newest at the bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from maharaja_qt.theme import role_font, step

LINES: Final = 4_000
"""As many lines are kept in sight; the record has all."""
SETTLED_MS: Final = 60
"""So long after the last change of its width a page is taken to have it."""
MARGIN: Final = 28
"""Pixels for a sign at the left, at the usual size of type."""
ROW: Final = 24
"""Pixels for a row of signs under a paragraph."""


class Signs(Struct, frozen=True):
    """What is drawn beside a paragraph: a mark at its left, and a row below. It says nothing that the words
    do not say, so it is no part of the text."""

    mark: QPixmap | None = None
    row: tuple[QPixmap, ...] = ()


class Part(Struct, frozen=True):
    """Some words of a paragraph, perhaps a link. A tab leads to the column at the right."""

    text: str
    look: QTextCharFormat


class Pages(QTextBrowser):
    """See the module."""

    menu_wanted = Signal(QTextCursor, QPoint)
    """The menu of what the cursor is in, at this point of the screen."""
    why_wanted = Signal(QTextCursor)
    """W was pressed with the keyboard here."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        signs: Callable[[QTextBlock], Signs | None] | None = None,
    ) -> None:
        super().__init__(parent)
        self.signs = signs
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setObjectName("log")
        self.setProperty("role", "small")
        self.setFont(role_font("small"))
        self.viewport().setAutoFillBackground(False)
        self.document().setMaximumBlockCount(LINES)
        self._resized = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._resized.timeout.connect(self._move_column)
        self._at_end = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grown)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched."""
        return None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of the line under the pointer, or of the one the keyboard is at."""
        at = self.viewport().mapFrom(self, event.pos())
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_wanted.emit(self.textCursor() if by_key else self.cursorForPosition(at), event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """W asks why; the others scroll, go from link to link and follow one."""
        if event.key() == Qt.Key.Key_W and not event.modifiers() and not event.isAutoRepeat():
            self.why_wanted.emit(self.textCursor())
        else:
            super().keyPressEvent(event)

    def add(self, html: str) -> None:
        """One paragraph, at the end; what is read further up stays where it is."""
        self.append(html)

    def add_parts(self, parts: Sequence[Part], block: QTextBlockFormat) -> None:
        """The same, of words that are no markup, set in as far as signs need it."""
        document = self.document()
        block.setLeftMargin(step(MARGIN))
        block.setTabPositions(self._column())
        cursor = QTextCursor(document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if document.isEmpty():
            cursor.setBlockFormat(block)
        else:
            cursor.insertBlock(block)
        for part in parts:
            cursor.insertText(part.text, part.look)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is added meanwhile is laid out in one go."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        try:
            yield
        finally:
            cursor.endEditBlock()

    def _column(self) -> list[QTextOption.Tab]:
        # Counted from where the words begin.
        wide = self.viewport().width() - 2 * self.document().documentMargin() - step(MARGIN)
        return [QTextOption.Tab(wide - 1, QTextOption.TabType.RightTab)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The column at the right follows when the page has its width: that lays all lines out again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self.signs is not None:
            self._resized.start()

    def _move_column(self) -> None:
        moved = QTextBlockFormat()
        moved.setTabPositions(self._column())
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(moved)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Signs beside the paragraphs in sight."""
        super().paintEvent(event)
        if self.signs is None:
            return
        painter = QPainter(self.viewport())
        layout, shift = self.document().documentLayout(), self.verticalScrollBar().value()
        block = self.cursorForPosition(QPoint(0, 0)).block()
        while block.isValid():
            box = layout.blockBoundingRect(block)
            top = box.top() - shift
            if top > self.viewport().height():
                break
            signs = self.signs(block)
            if signs is not None:
                self._paint_signs(painter, signs, top, box.bottom() - shift)
            block = block.next()
        painter.end()

    def _paint_signs(self, painter: QPainter, signs: Signs, top: float, bottom: float) -> None:
        left = self.document().documentMargin()
        if signs.mark is not None:
            wide = signs.mark.width() / signs.mark.devicePixelRatio()
            at = QPointF(left + (step(MARGIN) - 6 - wide) / 2, top + (self.fontMetrics().height() - wide) / 2)
            painter.drawPixmap(at, signs.mark)
        x = left + step(MARGIN)
        for each in signs.row:
            painter.drawPixmap(QPointF(x, bottom + 2), each)
            x += each.width() / each.devicePixelRatio() + 4

    def _scrolled(self, value: int) -> None:
        self._at_end = value >= self.verticalScrollBar().maximum() - 4

    def _grown(self, _: int, end: int) -> None:
        """The end stays in sight, also when the lines become longer by a narrower page or larger type."""
        if self._at_end:
            self.verticalScrollBar().setValue(end)
