"""Where strips lie: over a page, under its header. What comes or goes there moves nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.strips import (
    AwayStrip,
    BarrierStrip,
    LinkStrip,
    NewsStrip,
    StepStrip,
    Strip,
    StuckStrip,
    VoteStrip,
)
from maharaja_qt.frame.widgets import button

READ_MS: Final = 20_000
"""So long after it came, what asks nothing is taken to have been read."""
_LAYS = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest)


class Notices(QFrame):
    """Strips one below the other, as wide as the part of the page they lie `over`, under `top`.

    They can be folded to one small button, `unfold`, which the page puts in its header, until there is
    another. What asks nothing folds by itself when something else needs the place, and after a while.
    """

    def __init__(self, page: QWidget, top: QWidget, over: QWidget, strips: Iterable[Strip]) -> None:
        super().__init__(page)
        self.setObjectName("notices")
        self._page, self._top, self._over = page, top, over
        self._strips = list(strips)
        self._others: list[QWidget] = []
        self._folded = False
        self._holder = QWidget()
        column = QVBoxLayout(self._holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.fold = button("▲", quiet=True)
        self.fold.setToolTip(self.tr("Make this small"))
        self.fold.setAccessibleName(self.tr("Make this small"))
        self.fold.setFixedWidth(34)
        self.fold.clicked.connect(lambda: self._fold(True))
        self.unfold = button(self.tr("Messages"), quiet=True)
        self.unfold.clicked.connect(lambda: self._fold(False))
        self.unfold.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._holder, 1)
        self._beside = QWidget()
        beside = QVBoxLayout(self._beside)
        beside.setContentsMargins(0, 6, 8, 0)
        beside.addWidget(self.fold)
        beside.addStretch()
        row.addWidget(self._beside)
        self._read = QTimer(self, singleShot=True, interval=READ_MS)
        self._read.timeout.connect(self._put_away)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._lay)
        for strip in self._strips:
            column.addWidget(strip)
            strip.installEventFilter(self)
        for widget in (top, over):
            widget.installEventFilter(self)
        self.hide()

    def give_way(self, *others: QWidget) -> None:
        """These need the place while they are in sight."""
        for other in others:
            self._others.append(other)
            other.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place, and has the size of what it says; what is new is seen whole, if there is room."""
        if watched in self._others:
            if event.type() == QEvent.Type.Show and self._passing():
                self._fold(True)
        elif event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            needed = self._passing() and any(other.isVisible() for other in self._others)
            if needed or event.type() == QEvent.Type.ShowToParent:
                self._fold(needed)
            self._lay()
        elif event.type() in _LAYS:
            self._soon.start()
        return False

    def _fold(self, folded: bool) -> None:
        self._folded = folded
        if not folded:
            self._read.start()
        self._soon.start()

    def _put_away(self) -> None:
        """Unless an answer is awaited, or somebody is about to press a button of it."""
        if self._passing():
            used = self.underMouse() or self.isAncestorOf(self.window().focusWidget())
            if used:
                self._read.start()
            else:
                self._fold(True)

    def _passing(self) -> bool:
        return all(strip.passing for strip in self._shown())

    def _shown(self) -> list[Strip]:
        return [strip for strip in self._strips if not strip.isHidden()]

    def _lay(self) -> None:
        shown = self._shown()
        self.unfold.setText(self.tr("▼ %n message(s)", "", len(shown)).replace("(s)", "s"[: len(shown) - 1]))
        self.unfold.setVisible(bool(shown) and self._folded)
        if not shown or self._folded:
            self.hide()
            return
        over = QRect(self._over.mapTo(self._page, QPoint()), self._over.size())
        top = self._top.mapTo(self._page, QPoint(0, self._top.height())).y()
        high = sum(max(strip.minimumHeight(), strip.minimumSizeHint().height()) for strip in shown)
        wanted = QRect(over.x(), top, over.width(), high)
        if wanted != self.geometry():
            self.setGeometry(wanted)
        if self.isHidden():
            self.show()
            self.raise_()


class LobbyNotices(Notices):
    """All there can be over a lobby."""

    def __init__(self, client: Client, page: QWidget, top: QWidget, over: QWidget) -> None:
        self.link = LinkStrip(client, board=False)
        super().__init__(page, top, over, (self.link,))


class TableNotices(Notices):
    """All there can be over a table."""

    def __init__(self, client: Client, texts: Texts, page: QWidget, top: QWidget, over: QWidget) -> None:
        self.link = LinkStrip(client, board=True)
        self.vote = VoteStrip(client, texts)
        self.away = AwayStrip(client, texts)
        self.stuck = StuckStrip(client)
        self.barrier = BarrierStrip()
        self.steps = StepStrip()
        self.news = NewsStrip()
        strips = (self.link, self.stuck, self.vote, self.away, self.barrier, self.steps, self.news)
        super().__init__(page, top, over, strips)
