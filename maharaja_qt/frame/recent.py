"""Games played last: what they are, whose turn it is, when; to go on with or to look at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QLocale, QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from maharaja_qt.frame.widgets import Panel, button, empty, plain, rule
from maharaja_qt.tables import Saved
from maharaja_qt.theme import colour


class Dots(QWidget):
    """The colours of the seats."""

    def __init__(self, colours: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colours = colours
        self.setFixedSize(28, 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, name in enumerate(self._colours[:6]):
            painter.setBrush(colour(name))
            columns = 2 if len(self._colours) <= 4 else 3
            painter.drawEllipse(QPointF(8 + 12 * (number % columns), 8 + 12 * (number // columns)), 5, 5)
        painter.end()


class RecentPanel(Panel):
    """Rows of games, the newest first; above them the one that ended without being left."""

    resume = Signal(object)
    replay = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        head = QHBoxLayout()
        head.addWidget(plain(self.tr("Recent games").upper(), "section"))
        head.addStretch()
        self.body.addLayout(head)
        self.body.addWidget(rule())
        inner = QWidget()
        around = QVBoxLayout(inner)
        around.setContentsMargins(0, 0, 0, 0)
        self._games = QVBoxLayout()
        self._games.setSpacing(4)
        around.addLayout(self._games)
        around.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        self.body.addWidget(scroll)
        self._first: QPushButton | None = None
        self.show_games(())

    def show_games(self, games: Sequence[Saved], crashed: Saved | None = None) -> None:
        """These games; `crashed` was going on when the program ended."""
        empty(self._games)
        self._first = None
        if not games:
            words = self.tr("Your games will be kept here as you play them.")
            self._games.addWidget(plain(words, "small", wrap=True))
        if crashed is not None:
            self._games.addWidget(self._notice(crashed))
        for game in games:
            if crashed is None or game.path != crashed.path:
                self._games.addLayout(self._row(game))
                self._games.addWidget(rule())

    def _notice(self, game: Saved) -> QWidget:
        frame = QFrame()
        frame.setObjectName("notice")
        column = QVBoxLayout(frame)
        column.setContentsMargins(10, 8, 10, 8)
        column.addWidget(
            plain(
                self.tr("The program ended in the middle of this game. Nothing is lost."), "small", wrap=True
            )
        )
        column.addLayout(self._row(game))
        return frame

    def _row(self, game: Saved) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(Dots(game.glance.colours), alignment=Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(plain(game.glance.title, "strong", wrap=True))
        words.addWidget(plain(game.glance.note, "note", wrap=True))
        words.addWidget(plain(self._when(game.seconds), "aside"))
        row.addLayout(words, 1)
        over = game.glance.over
        go = button(self.tr("Replay") if over else self.tr("Resume"), quiet=True)
        go.setAccessibleName(f"{go.text()}: {game.glance.title}, {self._when(game.seconds)}")
        go.clicked.connect(lambda: (self.replay if over else self.resume).emit(game))
        row.addWidget(go, alignment=Qt.AlignmentFlag.AlignTop)
        if self._first is None and not over:
            self._first = go
        return row

    def go(self) -> None:
        """Goes on with the newest game that can be gone on with."""
        if self._first is not None:
            self._first.click()

    def _when(self, seconds: float) -> str:
        """A date as people say it: today, yesterday, a day of the week, or the date."""
        then, now = datetime.fromtimestamp(seconds), datetime.now()
        days = (now.date() - then.date()).days
        time = then.strftime("%H:%M")
        if days == 0:
            return self.tr("Today, {time}").format(time=time)
        if days == 1:
            return self.tr("Yesterday, {time}").format(time=time)
        if 1 < days < 7:
            return f"{QLocale('en').dayName(then.isoweekday())}, {time}"
        return f"{then.day} {QLocale('en').monthName(then.month)} {then.year}, {time}"
