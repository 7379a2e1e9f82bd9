"""Whose decision is awaited, and for how long."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.seated import player
from maharaja_qt.frame.strips import TICK_MS, clock
from maharaja_qt.frame.widgets import plain
from maharaja_qt.theme import panels, theme
from net import messages as m

SOON_MS = 30_000
"""With less than this left of a limit the figure is in the colour of warnings."""


class WaitingFor(QWidget):
    """Two short lines that count by themselves."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._texts = texts
        self._waiting: list[m.Waiting] = []
        """Those told of."""
        self.who: QLabel = plain("", "note")
        self.time: QLabel = plain("", "strong")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addStretch()
        column.addWidget(self.who)
        column.addWidget(self.time)
        column.addStretch()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._count)
        self._timer.start()

    def show_room(self, row: m.RoomRow, *, unseen: bool = False) -> None:
        """The newest state of the room. While there are steps `unseen`, whoever sits here is told of the own
        clock alone: what others do after those is not told before them."""
        mine = set(self._client.seats())
        self._waiting = [w for w in row.waiting if not unseen or (w.seat in mine and w.left_ms >= 0)]
        names = [self._name(row, w.seat) for w in self._waiting]
        self.who.setText(", ".join(dict.fromkeys(names)))
        others = any(w.seat not in mine or w.left_ms >= 0 for w in self._waiting)
        self.setVisible(others and row.phase == "playing")
        self._count()

    def _name(self, row: m.RoomRow, number: int) -> str:
        seat = row.seats[number]
        if number in self._client.seats() and not seat.ai:
            return self.tr("You decide")
        if seat.ai:
            return self.tr("The AI thinks ({seat})").format(seat=self._texts.name("seat", number))
        return self.tr("{name} decides").format(name=player(self._texts, row, number))

    def _count(self) -> None:
        row = self._client.room
        if row is None or not self._waiting:
            return
        # A table that stands still counts for nobody.
        passed = 0.0 if row.paused else (time.monotonic() - self._client.room_at) * 1000
        left = min((w.left_ms for w in self._waiting if w.left_ms >= 0), default=-1)
        if left >= 0:
            self.time.setText(self.tr("{time} left").format(time=clock(left - passed)))
        else:
            self.time.setText(clock(max(w.since_ms for w in self._waiting) + passed))
        soon = left >= 0 and left - passed < SOON_MS
        self.time.setStyleSheet(f"color: {panels(theme().look).warning}" if soon else "")
