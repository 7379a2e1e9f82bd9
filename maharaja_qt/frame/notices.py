"""Where strips lie: over a page, under its header or at its foot, and over nothing that is needed there. What
comes or goes moves nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from maharaja_qt.client import Client
from maharaja_qt.frame.cover import Cover
from maharaja_qt.frame.over_map import OverMap
from maharaja_qt.frame.presenter import Presenter
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
REST_MS: Final = 100
"""So long after the last change of what is needed, strips lie where they cover none of it."""
_SHEET: Final = 3
"""In the uppermost of so many parts a large panel has its title, and in the others what is answered."""
_LAYS = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest)


class Notices(QFrame):
    """Strips one below the other, as wide as the part of the page they lie `over`: under `top`, or at the
    foot where they cover less there.

    They can be folded to one small button, `unfold`, which the page puts in its header, until there is
    another. What asks nothing folds by itself when something else needs the place, and after a while. If they
    would cover what is needed wherever they lie, they stay away until it is needed no more.
    """

    def __init__(self, page: QWidget, top: QWidget, over: QWidget, strips: Iterable[Strip]) -> None:
        super().__init__(page)
        self.setObjectName("notices")
        self._page, self._top, self._over = page, top, over
        self._strips = list(strips)
        self._others: list[QWidget] = []
        self._folded = False
        self._wanted = False
        """Does somebody want to read them, whatever they cover?"""
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
        self.unfold.clicked.connect(self._want)
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
        self._again = QTimer(self, singleShot=True, interval=REST_MS)
        self._again.timeout.connect(self._lay)
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

    def needed(self) -> Sequence[QRect]:
        """What of the page must not be covered now."""
        return ()

    def heart(self) -> QRect:
        """What of the page had better not be covered."""
        return QRect()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place, and has the size of what it says; what is new is seen whole, if there is room."""
        if watched in self._others:
            if event.type() == QEvent.Type.Show and self._passing():
                self._fold(True)
        elif event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            needed = self._passing() and any(other.isVisible() for other in self._others)
            if needed or event.type() == QEvent.Type.ShowToParent:
                self._wanted = False
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

    def _want(self) -> None:
        """Somebody clicks to read them."""
        self._wanted = True
        self._fold(False)

    def _used(self) -> bool:
        """Is somebody about to press a button of it?"""
        return self.isVisible() and (self.underMouse() or self.isAncestorOf(self.window().focusWidget()))

    def _put_away(self) -> None:
        """Unless an answer is awaited."""
        if self._passing():
            if self._used():
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
        box = self._box(shown) if shown and not self._folded else None
        self.unfold.setVisible(bool(shown) and box is None)
        if box is None:
            self.hide()
            return
        if box.topLeft() != self.pos():
            self.hide()  # what comes to lie under the pointer is not pressed by mistake
        if box != self.geometry():
            self.setGeometry(box)
        if self.isHidden():
            self.show()
            self.raise_()

    def _box(self, shown: Sequence[Strip]) -> QRect | None:
        """Where they lie: there where they are, if that is free; None if they would cover what is needed."""
        over = QRect(self._over.mapTo(self._page, QPoint()), self._over.size())
        top = self._top.mapTo(self._page, QPoint(0, self._top.height())).y()
        high = sum(max(strip.minimumHeight(), strip.minimumSizeHint().height()) for strip in shown)
        above = QRect(over.x(), top, over.width(), high)
        below = QRect(over.x(), over.bottom() + 1 - high, over.width(), high)
        here = next((each for each in (above, below) if each.y() == self.y() and self.isVisible()), None)
        if here is not None and self._used():
            return here
        needed = self.needed()
        free = [each for each in (above, below) if not any(map(each.intersects, needed))]
        if not free:
            return here or above if self._wanted else None
        heart = self.heart()
        return here if here in free else min(free, key=lambda each: each.intersected(heart).height())


class LobbyNotices(Notices):
    """All there can be over a lobby."""

    def __init__(self, client: Client, page: QWidget, top: QWidget, over: QWidget) -> None:
        self.link = LinkStrip(client, board=False)
        super().__init__(page, top, over, (self.link,))


class TableNotices(Notices):
    """All there can be over a table."""

    def __init__(
        self,
        client: Client,
        presenter: Presenter,
        page: QWidget,
        top: QWidget,
        over: QWidget,
        on_map: OverMap,
    ) -> None:
        self.link = LinkStrip(client, board=True)
        self.vote = VoteStrip(client, presenter.texts)
        self.away = AwayStrip(client, presenter.texts)
        self.stuck = StuckStrip(client)
        self.barrier = BarrierStrip()
        self.steps = StepStrip()
        self.news = NewsStrip()
        strips = (self.link, self.stuck, self.vote, self.away, self.barrier, self.steps, self.news)
        super().__init__(page, top, over, strips)
        self._presenter, self._on_map = presenter, on_map
        self._sheet: Cover | None = None
        self.give_way(*presenter.over_board)
        presenter.needs_changed.connect(self._again.start)
        for drawer in (on_map.left, on_map.right):
            drawer.turned.connect(self._again.start)

    def lie_over(self, sheet: Cover) -> None:
        """Over this too, where it is in sight."""
        self._sheet = sheet
        self.give_way(sheet)

    def needed(self) -> Sequence[QRect]:
        """What is pressed on the board and in the drawers; or all but the title of the large panel."""
        if self._sheet is not None and self._sheet.isVisible():
            panel = self._sheet.panel
            title = panel.height() // _SHEET
            return [QRect(panel.mapTo(self._page, QPoint()), panel.size()).adjusted(0, title, 0, 0)]
        found = [self._on_page(self._presenter.board, box) for box in self._presenter.needed()]
        drawers = (self._on_page(self._over, box) for box in self._on_map.needed())
        return [*found, *drawers]

    def heart(self) -> QRect:
        """What matters of the board."""
        return self._on_page(self._presenter.board, self._presenter.heart())

    def _on_page(self, widget: QWidget, box: QRect) -> QRect:
        return box.translated(widget.mapTo(self._page, QPoint()))
