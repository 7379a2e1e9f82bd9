"""The Victory Point Card of a nation, and what panels share."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from core.games.empires.chart_types import Charts
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.gazetteer import line_pays, line_words
from maharaja_qt.frame.widgets import plain, rule
from maharaja_qt.theme import theme


def seat_points(c: Charts, view: View, seats: int) -> list[int]:
    """Points of each seat's nations together."""
    totals = [0] * seats
    for nation, points in enumerate(view.points):
        seat = c.setups[view.setup].owner[nation]
        if 0 <= seat < seats:
            totals[seat] += points
    return totals


class NationCard(QScrollArea):
    """What a nation's Victory Point Card pays, this turn in bold."""

    def __init__(self, c: Charts, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._shown: tuple[int, int] = (-1, -1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_nation(self, view: View, nation: int) -> None:
        """The card of this nation in this turn."""
        if nation < 0 or self._shown == (nation, view.turn):
            return
        self._shown = (nation, view.turn)
        say = self._texts.say
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(4)
        column.addWidget(plain(say("panel", "card", {"nation": nation}), "heading", wrap=True))
        lines = [line for line in self._c.objectives if line.nation == nation]
        for line in lines:
            now = view.turn in line.turns
            label = plain(
                f"{line_words(self._c, self._texts, line)}: {line_pays(self._texts, line)}",
                "strong" if now else "small",
                wrap=True,
            )
            column.addWidget(label)
            numbers = ", ".join(str(turn) for turn in line.turns)
            turns = say("place", "turns", {"turns": numbers, "several": len(line.turns) > 1})
            if self._c.sources.get(line.id) == "reconstructed":
                turns = f"{turns} · {say('panel', 'ours', {})}"
            column.addWidget(plain(turns, "note", wrap=True))
        column.addWidget(rule())
        for note in self._c.notes[nation]:
            column.addWidget(plain(note, "aside", wrap=True))
        if any(self._c.sources.get(line.id) == "reconstructed" for line in lines):
            column.addWidget(plain(say("panel", "reconstructed", {}), "aside", wrap=True))
        column.addStretch()
        self.setWidget(inner)


def counter_label(nation: str, seat: int, width: int, ratio: float) -> QLabel:
    """A counter as a widget, named for those who cannot see it."""
    label = QLabel()
    made: QPixmap = picture(CounterLook("army", nation, "", seat), theme().look, width, ratio)
    label.setPixmap(made)
    return label
