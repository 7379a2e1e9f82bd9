"""The dice of the game so far, told without taking sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from core.games.empires.chart_types import Charts
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.ledger import Ledger, Luck, luck
from maharaja_qt.frame.seated import player
from maharaja_qt.frame.widgets import plain
from maharaja_qt.theme import step, theme
from net.messages import RoomRow

ROW: Final = 27
FACES_FROM: Final = 4
"""The column of the first face."""


class DicePanel(QWidget):
    """A row a seat and one for all: dice, hits, those to be expected, and how often each face came; where
    there is no room for that, it is told of all in the sentence below. As high as it needs to be."""

    def __init__(self, c: Charts, texts: Texts, ledger: Ledger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._ledger = ledger
        self._shown: tuple[object, ...] = ()
        say = texts.say
        self.grid = QTableWidget(0, 10)
        self.grid.setAccessibleName(say("panel", "dice", {}))
        heads = [say("panel", f"dice-{head}", {}) for head in ("seat", "number", "hits", "expected")]
        self.grid.setHorizontalHeaderLabels([*heads, *map(str, range(1, 7))])
        self.grid.verticalHeader().hide()
        self.grid.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.grid.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.grid.setShowGrid(False)
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        heads_ = self.grid.horizontalHeader()
        heads_.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        heads_.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        heads_.setMinimumSectionSize(round(step(24)))
        self._faces: Sequence[int] = ()
        self._said = ""
        self.words = plain("", "note", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.grid)
        column.addWidget(self.words)
        column.addStretch()
        theme().changed.connect(self._fit)

    def show_view(self, view: View, room: RoomRow) -> None:
        """The dice up to now."""
        names = [player(self._texts, room, seat) for seat in range(len(room.seats))]
        shown = (len(self._ledger.rolled), *names)
        if shown == self._shown:
            return
        self._shown = shown
        owner = self._c.setups[view.setup].owner
        rows = [(name, luck(self._ledger, owner, seat)) for seat, name in enumerate(names)]
        all_ = luck(self._ledger, owner)
        rows.append((self._texts.say("panel", "dice-all", {}), all_))
        self.grid.setRowCount(len(rows))
        for line, (name, each) in enumerate(rows):
            figures = (each.dice, each.hits, f"{each.expected:.1f}", *each.faces)
            for column, text in enumerate((name, *map(str, figures))):
                cell = QTableWidgetItem(text)
                if column:
                    cell.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.grid.setItem(line, column, cell)
        self._said, self._faces = self._sentence(all_), all_.faces if all_.dice else ()
        self._fit()

    def resizeEvent(self, event: object) -> None:
        """More or fewer columns."""
        self._fit()

    def _fit(self) -> None:
        """All columns, or those that matter most; all rows."""
        grid = self.grid
        heads, row = grid.horizontalHeader(), round(step(ROW))
        wide = [max(grid.sizeHintForColumn(n), heads.sectionSizeHint(n)) for n in range(grid.columnCount())]
        narrow = sum(wide) > self.width()
        for face in range(FACES_FROM, grid.columnCount()):
            grid.setColumnHidden(face, narrow)
        for line in range(grid.rowCount()):
            grid.setRowHeight(line, row)
        grid.setFixedHeight(heads.sizeHint().height() + row * grid.rowCount() + 2 * grid.frameWidth())
        faces = self._texts.say("panel", "dice-faces", {"faces": ", ".join(map(str, self._faces))})
        self.words.setText(" ".join(filter(None, (self._said, faces if narrow and self._faces else ""))))

    def _sentence(self, all_: Luck) -> str:
        say = self._texts.say
        if not all_.dice:
            return say("panel", "dice-none", {})
        return say(
            "panel",
            "dice-words",
            {
                "dice": all_.dice, "hits": all_.hits, "expected": f"{all_.expected:.1f}",
                "low": f"{max(all_.expected - 2 * all_.spread, 0):.0f}",
                "high": f"{min(all_.expected + 2 * all_.spread, all_.dice):.0f}",
                "face": f"{all_.dice / 6:.1f}",
            },
        )  # fmt: skip
