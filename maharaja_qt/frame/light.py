"""The light in the menu bar: how it stands with the network and the table, as a shape, a colour and words."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from maharaja_qt.frame.visits import Visits
from maharaja_qt.frame.widgets import Line
from maharaja_qt.theme import colour, panels, step, theme
from net import messages as m

State: TypeAlias = Literal["good", "wait", "gone", "none"]
"""All is well (a disc); something is being waited for (a ring with a gap); it is over (a cross); nothing to
do with a network (a thin ring)."""
_WIDE: Final = 340
_MOST: Final = 420


class _Lamp(QWidget):
    """The shape."""

    def __init__(self) -> None:
        super().__init__()
        self.state: State = "none"
        self.setFixedSize(14, 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        """No two alike in grey."""
        c, p = panels(theme().look), QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, r = QPointF(7, 7), 4.0
        if self.state == "good":
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(c.done))
            p.drawEllipse(middle, r, r)
        elif self.state == "wait":
            p.setPen(QPen(colour(c.focus), 2.4))
            p.drawArc(3, 3, 8, 8, 100 * 16, 280 * 16)
        elif self.state == "gone":
            p.setPen(QPen(colour(c.warning), 2.4))
            p.drawLine(QPointF(3.5, 3.5), QPointF(10.5, 10.5))
            p.drawLine(QPointF(10.5, 3.5), QPointF(3.5, 10.5))
        else:
            p.setPen(QPen(colour(c.text2), 1.2))
            p.drawEllipse(middle, r, r)
        p.end()


class NetworkLight(QWidget):
    """Follows a window's visits."""

    def __init__(self, visits: Visits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._visits = visits
        self._link = "in"
        self.lamp = _Lamp()
        self.words = Line("note")
        self.words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.words.setMinimumWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 14, 0)
        row.setSpacing(6)
        row.addStretch()
        row.addWidget(self.lamp)
        row.addWidget(self.words)
        for news in (visits.changed, visits.named, visits.tables_changed, visits.arrival.listed):
            news.connect(self.look, Qt.ConnectionType.QueuedConnection)
        visits.arrival.linked.connect(self._linked)
        theme().changed.connect(self._sized)
        self._sized()
        self.look()

    def sizeHint(self) -> QSize:
        """Always the same: the menu bar asks once."""
        return QSize(min(round(step(_WIDE)), _MOST), round(step(28)))

    def _sized(self) -> None:
        self.setFixedSize(self.sizeHint())

    def _linked(self, state: str, code: str, sentence: str) -> None:
        self._link = state
        self.look()

    @property
    def state(self) -> State:
        """What is lit."""
        return self.lamp.state

    def look(self) -> None:
        """Shows how it is now."""
        self.lamp.state, words = self._now()
        self.words.setText(words)
        self.words.setToolTip(words)
        self.setAccessibleName(self.tr("Network: {state}").format(state=words))
        self.lamp.update()

    def _now(self) -> tuple[State, str]:
        visits = self._visits
        row = visits.client.room if visits.client is not None else None
        if row is not None and (visits.lobby or visits.table):
            return self._at_table(row)
        self._link = "in"
        if visits.replay is not None:
            return "none", self.tr("Replay of a saved game · at no table")
        if visits.finder is not None and visits.finder.notice == "no_network":
            return "gone", self.tr("No network")
        found = visits.start.tables.found
        return ("good" if found else "none"), (
            self.tr("Found on this network: %n table(s)", "", found).replace("(s)", "" if found == 1 else "s")
            if found
            else self.tr("No table found on this network yet")
        )

    def _at_table(self, row: m.RoomRow) -> tuple[State, str]:
        visits, name = self._visits, row.name
        if self._link == "lost":
            return "wait", self.tr("{table} · connection lost, trying again").format(table=name)
        if self._link == "out":
            return "gone", self.tr("{table} · no connection").format(table=name)
        wish = visits.arrival.wish
        alone = visits.hosted is not None and wish is not None and not wish.shared and len(row.people) == 1
        if alone:
            return "none", self.tr("{table} · on this computer alone").format(table=name)
        if visits.lobby is not None and visits.hosted is not None:
            if visits.listing.state == "listed":
                return "good", self.tr("Table open on this network")
            return "wait", self.tr("Table open, not listed on this network")
        away = [p.name for p in row.people if p.away_ms >= 0]
        if away:
            return "wait", self.tr("{table} · not connected: {names}").format(
                table=name, names=", ".join(away)
            )
        seats = self.tr("%n seats", "", len(row.seats))
        return "good", self.tr("{table} · {seats} · all connected").format(table=name, seats=seats)
