"""The start page: the games, tables on the network, games played last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from maharaja_qt.frame.cards import GameCard, Lotus, Picture
from maharaja_qt.frame.lesson import has_lesson
from maharaja_qt.frame.recent import RecentPanel
from maharaja_qt.frame.tables_panel import TablesPanel
from maharaja_qt.frame.widgets import button, plain
from net.names import MAX_NAME


class StartPage(QWidget):
    """Says what somebody wants to do; does nothing itself."""

    new_game = Signal(str)
    host = Signal(str)
    learn = Signal(str)
    resume = Signal(object)
    """A `Saved` game to go on with."""
    replay = Signal(object)
    """A `Saved` game to look at."""
    settings = Signal()

    def __init__(self, cards: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inner, scroll = QWidget(), QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inner)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)
        page = QVBoxLayout(inner)
        page.setContentsMargins(32, 24, 32, 16)
        page.setSpacing(16)
        page.addLayout(self._head())
        row = QHBoxLayout()
        row.setSpacing(16)
        self.cards: dict[str, GameCard] = {}
        for game, module in cards.items():
            card = GameCard(module.CARD, alone=len(cards) == 1, lesson=has_lesson(game))
            card.new.clicked.connect(lambda _=False, game=game: self.new_game.emit(game))
            card.share.clicked.connect(lambda _=False, game=game: self.host.emit(game))
            card.learn.clicked.connect(lambda _=False, game=game: self.learn.emit(game))
            self.cards[game] = card
            row.addWidget(card, 1)
        page.addLayout(row, 5)
        below = QHBoxLayout()
        below.setSpacing(16)
        self.tables = TablesPanel()
        below.addWidget(self.tables, 2)
        self.recent = RecentPanel()
        self.recent.resume.connect(self.resume)
        self.recent.replay.connect(self.replay)
        below.addWidget(self.recent, 1)
        page.addLayout(below, 4)
        for key, what in (("N", self._new), ("L", self._learn), ("J", self._join), ("R", self.recent.go)):
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
                self.tr(
                    "Games of India for one table: this screen, the local network, or the program in a seat."
                ),
                "lead",
                wrap=True,
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

    # ------------------------------------------------------------------------------------ what it shows

    def focus_first(self) -> None:
        """The keyboard begins at the first game."""
        for card in list(self.cards.values())[:1]:
            card.new.setFocus(Qt.FocusReason.OtherFocusReason)

    def pictures(self) -> dict[str, Picture]:
        """Where the picture of each game is to be shown."""
        return {game: card.picture for game, card in self.cards.items()}

    def _new(self) -> None:
        for game in list(self.cards)[:1]:
            self.new_game.emit(game)

    def _learn(self) -> None:
        for game in [game for game in self.cards if has_lesson(game)][:1]:
            self.learn.emit(game)

    def _join(self) -> None:
        """The first table there is, else the field for an address."""
        first = self.tables.first()
        if first is not None:
            first.click()
        else:
            self.tables.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
