"""Putting the position right by everybody's consent: armies in a place, or points."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from core.games.empires.actions import CorrectArmies, CorrectPoints
from core.games.empires.chart_types import Charts
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.frame.widgets import Number, Picker, Segments, button, plain


class Correction(QDialog):
    """Tells the action that is to be proposed; the table decides whether it can be."""

    proposed = Signal(object)

    def __init__(self, c: Charts, texts: Texts, view: View, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setWindowTitle(self.tr("Put the position right"))
        self.kind = Segments([("armies", self.tr("Armies in a place")), ("points", self.tr("Points"))])
        self.kind.show_value("armies")
        self.kind.chosen.connect(self._choose)
        self._chosen = "armies"
        self.nation = Picker()
        for number in range(len(c.nations)):
            self.nation.addItem(texts.name("nation", number), number)
        self.nation.setCurrentIndex(max(0, view.nation))
        self.place = Picker()
        self.place.setMaxVisibleItems(20)
        for number in range(c.board.land):
            self.place.addItem(texts.name("place", number), number)
        self.number = Number()
        self.number.setRange(0, 999)
        for box in (self.nation, self.place):
            box.currentIndexChanged.connect(self._now)
        form = QFormLayout()
        form.addRow(self.tr("Nation"), self.nation)
        form.addRow(self.tr("Place"), self.place)
        form.addRow(self.tr("How many"), self.number)
        self._form = form
        self.now = plain("", "note")
        ask = button(self.tr("Ask everybody"), main=True)
        ask.clicked.connect(self._propose)
        close = button(self.tr("Cancel"))
        close.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(close)
        row.addWidget(ask)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(
            plain(self.tr("Something was done wrongly? All who play must agree to the change."), wrap=True)
        )
        column.addWidget(self.kind)
        column.addLayout(form)
        column.addWidget(self.now)
        column.addLayout(row)
        self.setMinimumWidth(400)
        self._now()

    def _choose(self, kind: str) -> None:
        self._chosen = kind
        self._form.setRowVisible(self.place, kind == "armies")
        self._now()

    def _now(self) -> None:
        """What it is at present is where one begins."""
        nation, place = int(self.nation.currentData()), int(self.place.currentData())
        if self._chosen == "points":
            number = self._view.points[nation]
        else:
            number = dict(self._view.armies[nation]).get(place, 0)
        self.now.setText(self.tr("Now: {number}").format(number=number))
        self.number.setValue(number)

    def action(self) -> Struct:
        """What would be proposed."""
        nation = int(self.nation.currentData())
        if self._chosen == "points":
            return CorrectPoints(nation, self.number.value())
        return CorrectArmies(nation, int(self.place.currentData()), self.number.value())

    def _propose(self) -> None:
        self.proposed.emit(self.action())
        self.accept()
