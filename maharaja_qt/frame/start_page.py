"""The start page: the games, tables on the network, games played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.presenter import Card
from maharaja_qt.frame.widgets import Panel, button, empty, plain, rule
from maharaja_qt.tables import Saved
from maharaja_qt.theme import colour, panels, theme
from net.finder import Found
from net.messages import PROTOCOL
from net.names import MAX_NAME


class StartPage(QWidget):
    """Says what somebody wants to do; does nothing itself."""

    new_game = Signal(str)
    host = Signal(str)
    join = Signal(object)
    """A `Found` table, or an address as it was typed."""
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
        below.addWidget(self._tables(), 2)
        below.addWidget(self._recent(), 1)
        page.addLayout(below, 4)
        self.show_tables((), "")
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

    def _tables(self) -> QWidget:
        self._tables_panel = Panel(self.tr("Tables on this network"))
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(16)
        inner = QWidget()
        around = QVBoxLayout(inner)
        around.setContentsMargins(0, 0, 0, 0)
        around.addLayout(self._rows)
        around.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        self._tables_panel.body.addWidget(scroll, 1)
        by_hand = QHBoxLayout()
        by_hand.addWidget(plain(self.tr("Table not listed?"), "small"))
        self.address = QLineEdit()
        self.address.setPlaceholderText(self.tr("Address and port, as the host reads it out"))
        self.address.setAccessibleName(self.tr("Address of a table"))
        self.address.setMinimumWidth(280)
        connect = button(self.tr("Connect"))
        for signal in (self.address.returnPressed, connect.clicked):
            signal.connect(self._connect)
        by_hand.addWidget(self.address)
        by_hand.addWidget(connect)
        by_hand.addStretch()
        self.address_note = plain("", "note")
        self._tables_panel.body.addLayout(by_hand)
        self._tables_panel.body.addWidget(self.address_note)
        self.address_note.hide()
        return self._tables_panel

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

    def show_tables(self, tables: Sequence[Found], notice: str) -> None:
        """The tables there are now. A row that stays keeps its button, and the keyboard its place."""
        kept = next((b.property("table") for b in self.findChildren(QPushButton) if b.hasFocus()), None)
        empty(self._rows)
        if not tables:
            text = notice or self.tr("No tables on this network yet. Host one, or type an address.")
            self._rows.addWidget(plain(text, "small", wrap=True), 0, 0)
            return
        for column, text in enumerate((self.tr("Table"), self.tr("Game"), self.tr("Host"), self.tr("Seats"))):
            self._rows.addWidget(plain(text, "note"), 0, column)
        for line, table in enumerate(tables, 1):
            self._row(line, table, focus=table.id == kept)

    def _row(self, line: int, table: Found, *, focus: bool) -> None:
        free = self.tr("%n free", "", table.seats_free) if table.seats_free else self.tr("full")
        for column, (text, role) in enumerate(
            ((table.name, "heading"), (table.game_title or table.game, ""), (table.host, ""), (free, "aside"))
        ):
            self._rows.addWidget(plain(text, role), line, column)
        same = table.protocol == PROTOCOL
        if same and table.answering:
            go = button(self.tr("Join") if table.seats_free else self.tr("Watch"), quiet=True)
            go.setProperty("table", table.id)
            go.setAccessibleName(self.tr("Join {name}").format(name=table.name))
            go.clicked.connect(lambda: self.join.emit(table))
            self._rows.addWidget(go, line, 4)
            if focus:
                go.setFocus()
            return
        why = self.tr("not answering")
        if not same:
            why = self.tr("protocol {theirs}, yours is {ours}").format(theirs=table.protocol, ours=PROTOCOL)
        self._rows.addWidget(plain(why, "aside"), line, 4)

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

    def trouble(self, text: str) -> None:
        """What was wrong with the address; '' takes it away."""
        self.address_note.setText(text)
        self.address_note.setVisible(bool(text))
        self.address_note.setStyleSheet(f"color: {colour(panels(theme().look).warning).name()}")

    def _connect(self) -> None:
        self.trouble("")
        if self.address.text().strip():
            self.join.emit(self.address.text())
