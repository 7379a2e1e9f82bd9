"""The card of an area: laid over the map beside it, by double click or a key."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.gazetteer import Gazetteer, Worth, spans
from maharaja_qt.empires.panels import counter_label, mark_ours, ours_foot
from maharaja_qt.frame.widgets import button, plain, rule
from maharaja_qt.theme import step, theme

_WIDE: Final = 356
_GAP: Final = 12
_MARK: Final = 22
_EDGES: Final = (16, 10, 10, 12)


class AreaCard(QFrame):
    """What a place is, who holds it, what borders on it, and what it is worth to whom and when."""

    def __init__(self, board: EmpiresBoard, texts: Texts) -> None:
        super().__init__(board)
        self.setObjectName("panel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._board = board
        self._texts = texts
        self._words = Gazetteer(board.charts, texts)
        self._view: View | None = None
        self.place = -1
        self._title = plain("", "title", wrap=True)
        self._kind = plain("", "small", wrap=True)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        close = button("✕", quiet=True)
        close.setAccessibleName(self.tr("Close"))
        close.setToolTip(self.tr("Esc"))
        close.setFixedWidth(32)
        close.clicked.connect(self.fold)
        self._lines = QVBoxLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(*_EDGES)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(close, alignment=Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        column.addWidget(self._kind)
        column.addWidget(self._scroll, 1)
        self.hide()
        board.installEventFilter(self)
        board.moved.connect(self._lay)
        theme().changed.connect(self._fill)

    def open(self, place: int) -> None:
        """Shows this place."""
        self.place = place
        self._fill()
        self.show()
        self.raise_()
        self._lay()

    def fold(self) -> None:
        """Puts the card away; the keyboard is the map's again."""
        self.hide()
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_view(self, view: View) -> None:
        """The newest position."""
        if view != self._view:
            self._view = view
            if self.isVisible():
                self._fill()
                self._lay()

    # ------------------------------------------------------------------------------------- content

    def _fill(self) -> None:
        if self._view is None or self.place < 0:
            return
        say = self._texts.say
        self._title.setText(self._texts.say("place", "title", {"place": self.place}))
        self._kind.setText(self._words.kind(self.place))
        self.setAccessibleName(self._title.text())
        self.setAccessibleDescription(self._words.sentence(self._view, self.place))
        inner = QWidget()
        self._lines = column = QVBoxLayout(inner)
        column.setContentsMargins(0, 4, 8, 0)
        column.setSpacing(3)
        for text in self._words.holders(self._view, self.place):
            column.addWidget(plain(text, "strong", wrap=True))
        for text in self._words.beside(self.place):
            column.addWidget(plain(text, "small", wrap=True))
        if self.place < self._board.charts.board.land:
            column.addSpacing(4)
            column.addWidget(rule())
            column.addWidget(plain(say("place", "worth", {}).upper(), "section"))
            self._fill_worth(column, list(self._words.worth(self._view, self.place)))
        column.addStretch()
        self._scroll.setWidget(inner)

    def _fill_worth(self, column: QVBoxLayout, lines: list[Worth]) -> None:
        """The lines of the cards by nation, those of this turn in bold."""
        say = self._texts.say
        if not lines:
            column.addWidget(plain(say("place", "worthless", {}), "aside", wrap=True))
        owner = self._board.charts.setups[self._view.setup].owner if self._view is not None else ()
        for nation, group in groupby(lines, key=lambda line: line.nation):
            row = QHBoxLayout()
            row.setSpacing(8)
            mark = counter_label(
                self._board.charts.nations[nation].id, owner[nation], _MARK, self.devicePixelRatioF()
            )
            row.addWidget(mark, alignment=Qt.AlignmentFlag.AlignTop)
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addWidget(plain(self._texts.name("nation", nation), "heading"))
            for line in group:
                params = {"turns": spans(line.turns), "several": len(line.turns) > 1}
                note = say("place", "turns", params)
                paid = plain(line.text, "strong" if line.now else "small")
                if line.reconstructed:
                    mark_ours(paid, self._texts)
                pay = QHBoxLayout()
                pay.setSpacing(10)
                pay.addWidget(paid)
                pay.addWidget(plain(note, "note", wrap=True), 1)
                words.addLayout(pay)
            row.addLayout(words, 1)
            column.addLayout(row)
        column.addWidget(plain(say("place", "raj", {}), "aside", wrap=True))
        if any(line.reconstructed for line in lines):
            column.addWidget(ours_foot(self._texts))

    # ------------------------------------------------------------------------------------ its place

    def _lay(self) -> None:
        """Beside its place: in the half of the map in which that is not."""
        if not self.isVisible():
            return
        board = self._board
        wide = min(round(step(_WIDE)), board.width() - 2 * _GAP)
        room = wide - _EDGES[0] - _EDGES[2]
        wanted = _EDGES[1] + _EDGES[3] + self._title.heightForWidth(room - 40)
        wanted += self._kind.heightForWidth(room) + self._lines.totalHeightForWidth(room - 10) + 12
        high = min(max(wanted, 160), board.height() - 2 * _GAP)
        x, _ = board.camera.to_view(*board.map.shape(self.place).stack)
        left = board.width() - wide - _GAP if x < board.width() / 2 else _GAP
        self.setGeometry(left, _GAP, wide, high)
        self.move(QPoint(left, _GAP))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc on the map puts the card away, when nothing is held; the map's size is the card's room."""
        if event.type() == QEvent.Type.Resize:
            self._lay()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.isVisible():
            free = self._board.hand is None and self._board.fan is None
            if event.key() == Qt.Key.Key_Escape and free:
                self.fold()
                return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away; arrows and pages scroll it."""
        bar = self._scroll.verticalScrollBar()
        by = {
            Qt.Key.Key_Down: bar.singleStep(), Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_PageDown: bar.pageStep(), Qt.Key.Key_PageUp: -bar.pageStep(),
        }.get(Qt.Key(event.key()))  # fmt: skip
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_I):
            self.fold()
        elif by is not None:
            bar.setValue(bar.value() + by)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: object) -> None:
        """What lies under the card is not meant."""
