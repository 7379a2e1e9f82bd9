"""Where strips lie: over a page, under its header. What comes or goes there moves nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.strips import AwayStrip, BarrierStrip, LinkStrip, NewsStrip, Strip, VoteStrip
from maharaja_qt.frame.widgets import button

_LAYS = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest)


class Notices(QFrame):
    """Strips one below the other, as wide as the part of the page they lie `over`, under `top`.

    They can be folded to one small button, until there is another.
    """

    def __init__(self, page: QWidget, top: QWidget, over: QWidget, strips: Iterable[Strip]) -> None:
        super().__init__(page)
        self.setObjectName("notices")
        self._page, self._top, self._over = page, top, over
        self._strips = list(strips)
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
        row.addWidget(self.unfold)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._lay)
        for strip in self._strips:
            column.addWidget(strip)
            strip.installEventFilter(self)
        for widget in (top, over):
            widget.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place, and has the size of what it says; what is new is seen whole."""
        if event.type() == QEvent.Type.ShowToParent:
            self._fold(False)
            self._lay()
        elif event.type() == QEvent.Type.HideToParent:
            self._lay()
        elif event.type() in _LAYS:
            self._soon.start()
        return False

    def _fold(self, folded: bool) -> None:
        self._folded = folded
        for widget in (self._holder, self._beside):
            widget.setVisible(not folded)
        self.unfold.setVisible(folded)
        self._soon.start()

    def _lay(self) -> None:
        shown = [strip for strip in self._strips if not strip.isHidden()]
        if not shown:
            self.hide()
            return
        self.unfold.setText(self.tr("▼ %n message(s)", "", len(shown)).replace("(s)", "s"[: len(shown) - 1]))
        over = QRect(self._over.mapTo(self._page, QPoint()), self._over.size())
        top = self._top.mapTo(self._page, QPoint(0, self._top.height())).y()
        if self._folded:
            size = self.unfold.sizeHint()
        else:
            high = sum(max(strip.minimumHeight(), strip.minimumSizeHint().height()) for strip in shown)
            size = over.size()
            size.setHeight(high)
        wanted = QRect(QPoint(over.x(), top), size)
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
        self.barrier = BarrierStrip()
        self.news = NewsStrip()
        super().__init__(page, top, over, (self.link, self.vote, self.away, self.barrier, self.news))
