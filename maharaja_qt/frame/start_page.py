"""The start page: the games, tables on the network, games played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.presenter import Card
from maharaja_qt.frame.tables_panel import TablesPanel
from maharaja_qt.frame.widgets import Panel, button, empty, plain, rule
from maharaja_qt.tables import Saved
from net.names import MAX_NAME


class StartPage(QWidget):
    """Says what somebody wants to do; does nothing itself."""

    new_game = Signal(str)
    host = Signal(str)
    resume = Signal(object)
    """A `Saved` game."""
    settings = Signal()

    def __init__(self, cards: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page = QVBoxLayout(self)
        page.setContentsMargins(32, 24, 32, 16)
        page.setSpacing(16)
        page.addLayout(self._head())
        row = QHBoxLayout()
        row.setSpacing(16)
        self.pictures: dict[str, QLabel] = {}
        self._first: QWidget | None = None
        for game, module in cards.items():
            row.addWidget(self._card(game, module.CARD, module))
        page.addLayout(row, 5)
        below = QHBoxLayout()
        below.setSpacing(16)
        self.tables = TablesPanel()
        below.addWidget(self.tables, 2)
        below.addWidget(self._recent(), 1)
        page.addLayout(below, 4)
        self.show_recent(())

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(0)
        title = plain("MAHARAJA", "display")
        title.setObjectName("display")
        words.addWidget(title)
        words.addWidget(
            plain(
                self.tr("For one table: this screen, the local network, or the program in any seat."),
                "heading",
            )
        )
        head.addLayout(words, 1)
        named = QVBoxLayout()
        named.addWidget(plain(self.tr("Playing as"), "note"))
        self.name = QLineEdit()
        self.name.setMaxLength(MAX_NAME)
        self.name.setMinimumWidth(190)
        self.name.setAccessibleName(self.tr("Your name"))
        named.addWidget(self.name)
        head.addLayout(named)
        wish = button(self.tr("Settings"))
        wish.clicked.connect(self.settings)
        head.addWidget(wish, alignment=Qt.AlignmentFlag.AlignBottom)
        return head

    def _card(self, game: str, card: Card, module: Any) -> QWidget:
        panel = Panel()
        panel.body.setContentsMargins(0, 0, 0, 16)
        picture = QLabel()
        picture.setObjectName("picture")
        picture.setMinimumHeight(120)
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pictures[game] = picture
        panel.body.addWidget(picture, 1)
        inside = QVBoxLayout()
        inside.setContentsMargins(20, 4, 20, 0)
        head = QHBoxLayout()
        head.addWidget(plain(card.title, "title"), 1)
        head.addWidget(plain(card.year, "aside"))
        inside.addLayout(head)
        inside.addWidget(plain(card.about, wrap=True))
        chips = QHBoxLayout()
        for text in card.chips:
            chip = plain(text, "note")
            chip.setObjectName("chip")
            chips.addWidget(chip)
        chips.addStretch()
        inside.addLayout(chips)
        buttons = QHBoxLayout()
        new = button(self.tr("New game"), main=self._first is None)
        self._first = self._first or new
        new.clicked.connect(lambda: self.new_game.emit(game))
        share = button(self.tr("Host on network"))
        share.clicked.connect(lambda: self.host.emit(game))
        buttons.addWidget(new)
        buttons.addWidget(share)
        buttons.addStretch()
        inside.addLayout(buttons)
        panel.body.addLayout(inside)
        return panel

    def _recent(self) -> QWidget:
        panel = Panel(self.tr("Recent games"))
        self._games = QVBoxLayout()
        self._games.setSpacing(4)
        inner = QWidget()
        around = QVBoxLayout(inner)
        around.setContentsMargins(0, 0, 0, 0)
        around.addLayout(self._games)
        around.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        panel.body.addWidget(scroll)
        return panel

    # ------------------------------------------------------------------------------------ what it shows

    def focus_first(self) -> None:
        """The keyboard begins at the first game."""
        if self._first is not None:
            self._first.setFocus()

    def show_recent(self, games: Sequence[Saved]) -> None:
        """The games played last."""
        empty(self._games)
        if not games:
            self._games.addWidget(
                plain(self.tr("Your games will be kept here as you play them."), "small", wrap=True)
            )
        for game in games:
            row = QHBoxLayout()
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addWidget(plain(game.text, "strong"))
            when = datetime.fromtimestamp(game.seconds).strftime("%d %b, %H:%M")
            words.addWidget(plain(when, "aside"))
            row.addLayout(words, 1)
            go = button(self.tr("Look") if game.over else self.tr("Resume"), quiet=True)
            go.clicked.connect(lambda _=False, game=game: self.resume.emit(game))
            row.addWidget(go)
            self._games.addLayout(row)
            self._games.addWidget(rule())

    def show_picture(self, game: str, picture: QPixmap) -> None:
        """The picture on a game's card."""
        self.pictures[game].setPixmap(picture)

    def picture_size(self, game: str) -> QSize:
        """How large it is to be."""
        return self.pictures[game].size()
