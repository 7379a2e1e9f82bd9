"""Who plays which seat of a game that goes on: asked where its record names nobody."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from core.game import AnyGame
from core.table import OPEN_SEAT
from core.texts import Texts
from maharaja_qt.frame.ask import Question
from maharaja_qt.frame.players import PlayerBox, fill_box
from maharaja_qt.frame.widgets import plain
from maharaja_qt.tables import ME
from net.seats import parted


def names_nobody(labels: Sequence[str]) -> bool:
    """Is none of these seats a person's?"""
    return all(label == OPEN_SEAT or not parted(label)[1] for label in labels)


class WhoPlays(Question):
    """`open` it; `chosen` tells a word for each seat, `me` or `ai:POLICY`."""

    chosen = Signal(object)

    def __init__(
        self, game: AnyGame, texts: Texts, labels: Sequence[str], asked: int, parent: QWidget
    ) -> None:
        super().__init__(
            self.tr("Who plays which seat?"),
            self.tr("No person has a seat in this game so far."),
            self.tr("Go on"),
            self.tr("Not now"),
            parent,
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self.boxes: list[QComboBox] = []
        for seat, label in enumerate(labels):
            name = texts.name("seat", seat)
            box = PlayerBox()
            box.setAccessibleName(self.tr("Who plays {seat}").format(seat=name))
            box.addItem(self.tr("You"), ME)
            fill_box(box, game, texts, self.tr("AI: {policy}"), "ai:")
            box.setCurrentIndex(0 if seat == asked else max(box.findData(label), 0))
            note = self.tr("to decide now") if seat == asked else ""
            grid.addWidget(plain(name, "strong"), seat, 0)
            grid.addWidget(box, seat, 1)
            grid.addWidget(plain(note, "aside"), seat, 2)
            self.boxes.append(box)
        self.column.insertLayout(self.column.count() - 1, grid)
        self.agreed.connect(lambda: self.chosen.emit([str(box.currentData()) for box in self.boxes]))
        self.boxes[max(asked, 0)].setFocus()
