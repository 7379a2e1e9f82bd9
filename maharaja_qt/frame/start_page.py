"""The start page: the games, tables on the network, games played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.cards import GameCard, Lotus
from maharaja_qt.frame.recent import RecentPanel
from maharaja_qt.frame.widgets import Panel, button, empty, plain
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
    """A `Saved` game to go on with."""
    replay = Signal(object)
    """A `Saved` game to look at."""
    settings = Signal()

    def __init__(self, cards: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        page = QVBoxLayout(self)
        page.setContentsMargins(32, 24, 32, 16)
        page.setSpacing(16)
        page.addLayout(self._head())
        row = QHBoxLayout()
        row.setSpacing(16)
        self.cards: dict[str, GameCard] = {}
        for game, module in cards.items():
            card = GameCard(module.CARD, alone=len(cards) == 1)
            card.new.clicked.connect(lambda _=False, game=game: self.new_game.emit(game))
            card.share.clicked.connect(lambda _=False, game=game: self.host.emit(game))
            self.cards[game] = card
            row.addWidget(card, 1)
        page.addLayout(row, 5)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(self._tables(), 2)
        self.recent = RecentPanel()
        self.recent.resume.connect(self.resume)
        self.recent.replay.connect(self.replay)
        below.addWidget(self.recent, 1)
        page.addLayout(below, 4)
        self.show_tables((), "")
        for key, what in (("N", self._new), ("J", self._join), ("R", self.recent.go)):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(what)

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(Lotus())
        words = QVBoxLayout()
        words.setSpacing(0)
        title = plain("MAHARAJA", "display")
        title.setObjectName("display")
        words.addWidget(title)
        words.addWidget(
            plain(
                self.tr("Games of India for one table: this screen, the local network, or the program in any seat."),
                "lead",
            )
        )
        head.addLayout(words, 1)
        named = QVBoxLayout()
        named.setSpacing(2)
        named.addStretch()
        named.addWidget(plain(self.tr("Playing as"), "note"))
        row = QHBoxLayout()
        row.setSpacing(8)
        self.name = QLineEdit()
        self.name.setMaxLength(MAX_NAME)
        self.name.setMinimumWidth(190)
        self.name.setMinimumHeight(36)
        self.name.setAccessibleName(self.tr("Your name"))
        row.addWidget(self.name)
        wish = button(self.tr("Settings"))
        wish.clicked.connect(self.settings)
        row.addWidget(wish)
        named.addLayout(row)
        head.addLayout(named)
        return head

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

    # ------------------------------------------------------------------------------------ what it shows

    def focus_first(self) -> None:
        """The keyboard begins at the first game."""
        for card in list(self.cards.values())[:1]:
            card.new.setFocus(Qt.FocusReason.OtherFocusReason)

    def _new(self) -> None:
        for game in list(self.cards)[:1]:
            self.new_game.emit(game)

    def _join(self) -> None:
        """The first table there is, else the field for an address."""
        tables = (b for b in self.findChildren(QPushButton) if b.property("table") is not None)
        go = next((b for b in tables if b.isVisible()), None)
        if go is not None:
            go.click()
        else:
            self.address.setFocus(Qt.FocusReason.ShortcutFocusReason)

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

    def trouble(self, text: str) -> None:
        """What was wrong with the address; '' takes it away."""
        self.address_note.setText(text)
        self.address_note.setVisible(bool(text))
        self.address_note.setStyleSheet(f"color: {colour(panels(theme().look).warning).name()}")

    def _connect(self) -> None:
        self.trouble("")
        if self.address.text().strip():
            self.join.emit(self.address.text())
