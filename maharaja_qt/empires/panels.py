"""The Victory Point Card of a nation, and what panels share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.games.empires.chart_types import NONE, Charts, Objective
from core.games.empires.outlook import pays_now, title
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.counters import CounterLook, badge, picture
from maharaja_qt.empires.gazetteer import line_pays, line_words, spans
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.empires.usual import comes_in, when_it_scores
from maharaja_qt.frame.widgets import Scrolled, plain, rule
from maharaja_qt.theme import colour, panels, sans, step, theme

_BAR: Final = 6
_BADGE: Final = 44, 50
OURS: Final = "°"
"""Marks what a card says that is not printed anywhere; its foot says so in words."""


def mark_ours(label: QLabel, texts: Texts) -> None:
    """Marks the words of a label; who hears them hears no sign."""
    label.setAccessibleName(f"{label.text()}, {texts.say('panel', 'ours', {})}")
    label.setText(f"{label.text()} {OURS}")


def ours_foot(texts: Texts) -> QLabel:
    """What the mark means."""
    return plain(f"{OURS} {texts.say('panel', 'reconstructed', {})}", "aside", wrap=True)


def seat_points(c: Charts, view: View, seats: int) -> list[int]:
    """Points of each seat's nations together."""
    totals = [0] * seats
    for nation, points in enumerate(view.points):
        seat = c.setups[view.setup].owner[nation]
        if 0 <= seat < seats:
            totals[seat] += points
    return totals


def seat_nations(c: Charts, texts: Texts, setup: str, seat: int) -> QWidget:
    """The counters of a seat's nations in a set-up, each with name and first turn; when they score."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(10)
    look, ratio = theme().look, holder.devicePixelRatioF()
    for nation in c.setups[setup].played[seat]:
        column = QVBoxLayout()
        column.setSpacing(0)
        name, turn = texts.name("nation", nation), comes_in(c, setup, nation)[0]
        label = QLabel()
        label.setPixmap(badge(CounterLook("army", c.nations[nation].id, "", seat), look, 40, 46, ratio))
        label.setToolTip(name)
        for each in (label, plain(name, "note"), plain(texts.say("board", "comes", {"turn": turn}), "aside")):
            column.addWidget(each, alignment=Qt.AlignmentFlag.AlignCenter)
        column.addStretch()
        row.addLayout(column)
    when, nation = when_it_scores(c, setup, seat)
    said = plain(texts.say("panel", f"scores-{when}", {"nation": nation}), "small", wrap=True)
    said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
    said.setToolTip(texts.say("panel", "in-history-why", {}))
    row.addWidget(said, 1)
    return holder


class NationCard(Scrolled):
    """What a nation's Victory Point Card pays: this turn in bold, with a tick where it would now."""

    def __init__(self, c: Charts, texts: Texts) -> None:
        super().__init__(QWidget())
        self._c = c
        self._texts = texts
        self._shown: tuple[object, ...] = ()

    def show_nation(self, view: View, nation: int) -> None:
        """The card of this nation in this turn."""
        if nation < 0:
            return
        lines = [line for line in self._c.objectives if line.nation == nation]
        now = pays_now(self._c, view, nation)
        raj = any(line.kind == "raj" and line.turns[-1] >= view.turn for line in lines)
        ruled = title(self._c, view, nation) if raj else (0, 0)
        shown = (nation, view.turn, now, ruled)
        if self._shown == shown:
            return
        self._shown = shown
        say = self._texts.say
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(4)
        column.addWidget(plain(say("panel", "card", {"nation": nation}), "heading", wrap=True))
        total = say("panel", "pays-now", {"points": sum(now.values())})
        column.addWidget(plain(total, "small", wrap=True))
        column.addLayout(self._grid(lines, view.turn, now))
        if raj:
            seat = self._c.setups[view.setup].owner[nation]
            column.addWidget(RajBar(self._c, self._texts, seat, ruled))
        column.addWidget(rule())
        for note in self._c.notes[nation]:
            column.addWidget(plain(note, "aside", wrap=True))
        if any(self._c.sources.get(line.id) == "reconstructed" for line in lines):
            column.addWidget(ours_foot(self._texts))
        column.addStretch()
        self.show_inner(inner)

    def _grid(self, lines: Sequence[Objective], turn: int, now: dict[str, int]) -> QGridLayout:
        """A line each, under when it pays: tick, what for, how much. This turn first, then later, then past
        ones."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        say, head = self._texts.say, ""

        def order(line: Objective) -> tuple[bool, bool, tuple[int, ...]]:
            due = turn in line.turns
            return not due, line.turns[-1] < turn, () if due else line.turns

        for line in sorted(lines, key=order):
            due = turn in line.turns
            role = "strong" if due else "small" if line.turns[-1] > turn else "note"
            turns = say("place", "turns", {"turns": spans(line.turns), "several": len(line.turns) > 1})
            if head != (head := say("panel", "this-turn", {}) if due else turns):
                grid.addWidget(plain(head.upper(), "section"), grid.rowCount(), 0, 1, 3)
            row, ours = grid.rowCount(), self._c.sources.get(line.id) == "reconstructed"
            words = plain(line_words(self._c, self._texts, line), role, wrap=True)
            words.setToolTip(turns)
            pays = plain(line_pays(self._texts, line), role)
            if ours:
                mark_ours(pays, self._texts)
            grid.addWidget(
                plain("✓" if now.get(line.id) else "•" if due else "", role),
                row,
                0,
                Qt.AlignmentFlag.AlignTop,
            )
            grid.addWidget(words, row, 1)
            grid.addWidget(pays, row, 2, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        return grid


class RajBar(QWidget):
    """How many areas count for a nation's Raj, with a mark at each title (13.0)."""

    def __init__(self, c: Charts, texts: Texts, seat: int, ruled: tuple[int, int]) -> None:
        super().__init__()
        self._areas, points = ruled
        self._titles = [areas for areas, _ in c.titles]
        self._most = c.board.land
        self._seat = max(seat, 0)
        params = {"areas": self._areas, "most": self._most, "points": points}
        self._text = texts.say("panel", "raja", params)
        self.setAccessibleName(self._text)
        self.setFixedHeight(round(step(46)))

    def sizeHint(self) -> QSize:
        return QSize(180, round(step(46)))

    def paintEvent(self, event: QPaintEvent) -> None:
        c, p = panels(theme().look), QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        p.setPen(colour(c.text))
        p.setFont(sans(step(13)))
        p.drawText(QRectF(0, 0, self.width(), step(18)), Qt.AlignmentFlag.AlignLeft, self._text)
        wide, top = self.width() - 10, step(21)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(c.bar))
        p.drawRoundedRect(QRectF(0, top, wide, _BAR), 3, 3)
        p.setBrush(colour(seat_colours(theme().look, self._seat).ground))
        p.drawRoundedRect(QRectF(0, top, wide * self._areas / self._most, _BAR), 3, 3)
        p.setFont(sans(step(11)))
        for areas in self._titles:
            x = wide * areas / self._most
            p.setPen(QPen(colour(c.text), 1.5))
            p.drawLine(int(x), int(top - 3), int(x), int(top + _BAR + 3))
            p.setPen(colour(c.text2))
            p.drawText(QRectF(x - 16, top + _BAR + 2, 32, step(15)), Qt.AlignmentFlag.AlignCenter, str(areas))
        p.end()


def nation_badge(c: Charts, view: View, ratio: float) -> QPixmap | None:
    """The counter of the nation whose turn it is."""
    if view.nation == NONE:
        return None
    seat = c.setups[view.setup].owner[view.nation]
    look = CounterLook("army", c.nations[view.nation].id, c.names["nation"][view.nation], seat)
    return badge(look, theme().look, *_BADGE, ratio)


def counter_label(nation: str, seat: int, width: int, ratio: float) -> QLabel:
    """A counter as a widget, named for those who cannot see it."""
    label = QLabel()
    made: QPixmap = picture(CounterLook("army", nation, "", seat), theme().look, width, ratio)
    label.setPixmap(made)
    return label
