"""Strips between the header and what is under it, in a place of their own: they cover nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from maharaja_qt.client import Client
from maharaja_qt.frame.open_seat import OpenSeatStrip
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

MOST: Final = 0.4
"""So much of the height of what they share at most; more of them scroll."""


class Notices(QFrame):
    """Strips one below the other, part of the layout they are put into.

    They can be folded to one small button, `unfold`, which the page puts in its header, until there is
    another. Nobody is disturbed by them who holds something: they come and go once it is put down.
    """

    takes = Signal(int)
    """So many pixels of height are theirs from now on."""

    def __init__(self, strips: Iterable[Strip]) -> None:
        super().__init__()
        self.setObjectName("notices")
        self._strips = list(strips)
        self._others: list[QWidget] = []
        self._folded = False
        self._holder = QWidget()
        self._holder.installEventFilter(self)
        column = QVBoxLayout(self._holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self._holder)
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
        row.addWidget(scroll, 1)
        end = QFrame()
        end.setObjectName("strip")
        beside = QVBoxLayout(end)
        beside.setContentsMargins(0, 6, 8, 0)
        beside.addWidget(self.fold)
        beside.addStretch()
        row.addWidget(end)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._lay)
        for strip in self._strips:
            column.addWidget(strip)
            strip.installEventFilter(self)
        column.addStretch()
        self.hide()

    def give_way(self, *others: QWidget) -> None:
        """What asks nothing folds when one of these comes into sight, and waits while it is there."""
        for other in others:
            self._others.append(other)
            other.installEventFilter(self)

    def busy(self) -> bool:
        """Has somebody something in the hand, so that nothing may move?"""
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Has the size of what it says; what is new is seen."""
        if watched in self._others:
            if event.type() == QEvent.Type.Show and self._passing():
                self._fold(True)
        elif watched is self._holder:
            if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
                self._soon.start()
        elif event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            waits = self._passing() and any(other.isVisible() for other in self._others)
            if waits or event.type() == QEvent.Type.ShowToParent:
                self._folded = waits
            self._lay()
        return False

    def _fold(self, folded: bool) -> None:
        self._folded = folded
        self._soon.start()

    def _passing(self) -> bool:
        return all(strip.passing for strip in self._shown())

    def _shown(self) -> list[Strip]:
        return [strip for strip in self._strips if not strip.isHidden()]

    def _lay(self) -> None:
        if self.busy():
            return
        shown = self._shown()
        self.unfold.setText(self.tr("▼ %n message(s)", "", len(shown)).replace("(s)", "s"[: len(shown) - 1]))
        seen = bool(shown) and not self._folded
        self.unfold.setVisible(bool(shown) and not seen)
        high = 0
        if seen:
            around = self.parentWidget()
            high = sum(max(strip.minimumHeight(), strip.minimumSizeHint().height()) for strip in shown)
            high = min(high, round(MOST * around.height())) if around is not None else high
        if seen != self.isHidden() and high in (0, self.height()):
            return
        self.takes.emit(high)
        if seen:
            self.setFixedHeight(high)
        self.setVisible(seen)


class LobbyNotices(Notices):
    """All there can be in a lobby."""

    def __init__(self, client: Client) -> None:
        self.link = LinkStrip(client, board=False)
        super().__init__((self.link,))


class TableNotices(Notices):
    """All there can be at a table."""

    def __init__(self, client: Client, presenter: Presenter) -> None:
        self.link = LinkStrip(client, board=True)
        self.vote = VoteStrip(client, presenter.texts)
        self.away = AwayStrip(client, presenter.texts)
        self.open_seat = OpenSeatStrip(client, presenter.texts)
        self.stuck = StuckStrip(client)
        self.barrier = BarrierStrip()
        self.steps = StepStrip()
        self.news = NewsStrip()
        self._presenter = presenter
        people = (self.link, self.stuck, self.vote, self.away, self.open_seat)
        super().__init__((*people, self.barrier, self.steps, self.news))
        self.takes.connect(presenter.lend)
        presenter.holding_changed.connect(self._soon.start)

    def busy(self) -> bool:
        """While armies are held."""
        return self._presenter.holding()
