"""The panel of a hint or a reason: what, why, and what speaks for it, in points."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from ai.explain import differences
from core.texts import Texts
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import plain, rule
from maharaja_qt.reasons import Reason
from maharaja_qt.theme import step

WIDE: Final = 340
GAP: Final = 12
TERMS: Final = 5
"""So many parts of a score are told, those first that make the difference."""


class AdvicePanel(QFrame):
    """Lies over the board in a corner; a click on it closes it. It never takes the keyboard."""

    closed = Signal()

    def __init__(self, presenter: Presenter, page: QWidget) -> None:
        super().__init__(page)
        self.setObjectName("panel")
        self._presenter = presenter
        self._texts: Texts = presenter.texts
        self._inner = QWidget()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()

    def tell(self, reason: Reason, title: str, aside: str) -> None:
        """Shows a reason."""
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(6)
        column.addLayout(self._head(title, aside))
        column.addWidget(rule())
        why, kind = reason.why, reason.position.asked[0].kind
        column.addWidget(plain(self._word(why.chosen.action, kind), "heading", wrap=True))
        if reason.played is not None:
            said = self.tr("Asked again it would do this now; what was done is: {played}.")
            played = self._word(reason.played, kind)
            column.addWidget(plain(said.format(played=played), "aside", wrap=True))
        column.addWidget(plain(self._texts.say("why", why.reason, {}), "small", wrap=True))
        if why.other is not None:
            other = self._word(why.other.action, kind)
            found = any(term.points for term in differences(why))
            next_ = self.tr("Next best: {other}") if found else self.tr("Just as good: {other}")
            column.addWidget(plain(next_.format(other=other), "small", wrap=True))
            if found:
                column.addLayout(self._terms(reason))
        self._inner = inner
        self._scroll.setWidget(inner)
        self.setAccessibleName(title)
        self.setAccessibleDescription(self.text())

    def text(self) -> str:
        """All it says, for those who hear it."""
        labels = [label.text() for label in self._inner.findChildren(type(plain()))]
        return "\n".join(filter(None, labels))

    def _word(self, action: Struct, kind: str) -> str:
        return self._presenter.word(action, kind)

    def _head(self, title: str, aside: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(plain(title.upper(), "section"))
        row.addStretch()
        row.addWidget(plain(aside, "note"))
        close = QToolButton()
        close.setText("✕")
        close.setAccessibleName(self.tr("Close"))
        close.setToolTip(self.tr("Close (Esc)"))
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.clicked.connect(self.closed)
        row.addWidget(close)
        return row

    def _terms(self, reason: Reason) -> QGridLayout:
        """What each answer is worth, part by part."""
        grid = QGridLayout()
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        why = reason.why
        assert why.other is not None
        mine = {term.code: term.points for term in why.chosen.terms}
        other = {term.code: term.points for term in why.other.terms}
        known = differences(why)
        shown = sorted(known, key=lambda t: (-abs(t.points), -abs(mine.get(t.code, 0.0))))[:TERMS]
        rows = [
            (self._texts.say("term", t.code, {}), mine.get(t.code, 0.0), other.get(t.code, 0.0))
            for t in shown
        ]
        rest = [t.code for t in known if t not in shown]
        if rest:
            rows.append(
                (
                    self.tr("all else"),
                    sum(mine.get(c, 0.0) for c in rest),
                    sum(other.get(c, 0.0) for c in rest),
                )
            )
        for number, head in ((1, self.tr("this")), (2, self.tr("next best"))):
            grid.addWidget(plain(head, "note"), 0, number, Qt.AlignmentFlag.AlignRight)
        for line, (words, this, that) in enumerate(rows, 1):
            grid.addWidget(plain(words, "small", wrap=True), line, 0)
            self._points(grid, line, this, that, "small")
        last = len(rows) + 1
        grid.addWidget(rule(), last, 0, 1, 3)
        grid.addWidget(plain(self.tr("together, in points"), "strong", wrap=True), last + 1, 0)
        self._points(grid, last + 1, why.chosen.total, why.other.total, "strong")
        return grid

    def _points(self, grid: QGridLayout, line: int, this: float, that: float, role: str) -> None:
        corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        for column, points in ((1, this), (2, that)):
            said = f"{points:.2f}".replace("-", "\N{MINUS SIGN}")
            grid.addWidget(plain(said, role), line, column, corner)

    def lay(self, room: QRect, around: QRect, clear: list[QPoint]) -> None:
        """Into the corner of this room that hides least of these points, or if need be of what is around."""
        room = room.adjusted(GAP, GAP, -GAP, -GAP)
        inner = self._inner
        wide = min(round(step(WIDE)), room.width())
        high = inner.heightForWidth(wide - 2) if inner.hasHeightForWidth() else inner.sizeHint().height()
        size = QSize(wide, min(high + 2, room.height()))
        left, right = room.left(), room.right() - size.width() + 1
        top, bottom = room.top(), room.bottom() - size.height() + 1
        corners = [QRect(QPoint(x, y), size) for x in (right, left) for y in (bottom, top)]
        beside = QRect(QPoint(), QSize(wide, min(high + 2, around.height() * 3 // 4)))
        beside.moveBottomRight(around.bottomRight() - QPoint(GAP, GAP))
        corners.append(beside)

        def hidden(corner: QRect) -> int:
            return sum(corner.adjusted(-24, -24, 24, 24).contains(point) for point in clear)

        self.setGeometry(min(corners, key=hidden))
        self.show()
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click closes it and goes nowhere else."""
        event.accept()
        self.closed.emit()
