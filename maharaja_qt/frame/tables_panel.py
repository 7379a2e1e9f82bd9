"""The tables on the network, as they come and go; an address by hand; and what becomes of a try to join."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.widgets import Panel, button, empty, plain
from net.dial import DEFAULT_PORT
from net.finder import Found
from net.messages import MAX_TEXT, PROGRAM, PROTOCOL

LOOKING_MS: Final = 5_000
"""After so long an empty list explains itself."""
ROW: Final = 40


class TablesPanel(Panel):
    """Says what somebody wants; rows that stay keep their widgets, and so the keyboard its place."""

    join = Signal(object, bool)
    """A `Found` table, and whether only to watch."""
    connect_to = Signal(str)
    """An address as it was typed."""
    cancelled = Signal()
    password_given = Signal(str)
    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Tables on this network"), parent=parent)
        self.known: Callable[[str], bool] = lambda _: False
        """Has whoever sits here been at the table with this id before?"""
        self._rows: dict[str, _Row] = {}
        self._waited = False
        self._notice = ""
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 3)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(2, 2)
        self._heads = [
            plain(text, "note")
            for text in (self.tr("Table"), self.tr("Game"), self.tr("Host"), self.tr("Seats"))
        ]
        for column, head in enumerate(self._heads):
            self._grid.addWidget(head, 0, column)
        self.none = plain("", "small", wrap=True)
        inner = QWidget()
        around = QVBoxLayout(inner)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self.none)
        around.addLayout(self._grid)
        around.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body.addWidget(scroll, 1)
        self.progress = Progress()
        self.body.addWidget(self.progress)
        self.body.addLayout(self._by_hand())
        self._recent = QHBoxLayout()
        self._recent.setSpacing(6)
        self.body.addLayout(self._recent)
        self._looking = QTimer(self, singleShot=True, interval=LOOKING_MS)
        self._looking.timeout.connect(self._explain)
        self._looking.start()
        self.progress.cancelled.connect(self.cancelled)
        self.progress.password_given.connect(self.password_given)
        self.progress.again.connect(self.again)
        self.show_tables((), "")

    def _by_hand(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(plain(self.tr("Table not listed?"), "small"))
        self.address = QLineEdit()
        self.address.setMaxLength(300)
        self.address.setPlaceholderText(
            self.tr("The host’s address, such as 192.168.1.20:{port}").format(port=DEFAULT_PORT)
        )
        self.address.setAccessibleName(self.tr("Address of a table"))
        self.address.setMinimumWidth(300)
        connect = button(self.tr("Connect"))
        self.address.returnPressed.connect(self._connect)
        connect.clicked.connect(self._connect)
        row.addWidget(self.address)
        row.addWidget(connect)
        row.addStretch()
        return row

    def _connect(self) -> None:
        if self.address.text().strip():
            self.connect_to.emit(self.address.text().strip())

    def first(self) -> QPushButton | None:
        """The button that goes to the first table one can join."""
        buttons = (row.go() for row in self._rows.values())
        return next((go for go in buttons if go is not None), None)

    @property
    def found(self) -> int:
        """How many tables are listed."""
        return len(self._rows)

    # ------------------------------------------------------------------------------------ what it shows

    def show_tables(self, tables: Sequence[Found], notice: str) -> None:
        """The tables there are now. Who was there first stays first: nothing slips under the pointer."""
        self._notice = notice
        there = {table.id: table for table in tables}
        for gone in [known for known in self._rows if known not in there]:
            self._rows.pop(gone).remove()
        new = [table for table in tables if table.id not in self._rows]
        for table in new:
            self._rows[table.id] = _Row(self)
        for line, (known, row) in enumerate(self._rows.items(), 1):
            row.show_table(there[known])
            row.place(self._grid, line)
        for head in self._heads:
            head.setVisible(bool(tables))
        self.aside.setText(notice if tables else "")
        self.none.setVisible(not tables)
        self._explain_none()

    def _explain(self) -> None:
        self._waited = True
        self._explain_none()

    def _explain_none(self) -> None:
        if not self._waited:
            text = self.tr("Looking for tables on this network …")
        else:
            text = self.tr(
                "No tables on this network yet. Host one, or type an address: some networks and firewalls do "
                "not let tables be announced, but let people in. The host sees the address at the table; "
                "without a port it is {port}."
            ).format(port=DEFAULT_PORT)
        self.none.setText(f"{self._notice}\n{text}" if self._notice else text)

    def show_recent(self, addresses: Sequence[str]) -> None:
        """The addresses typed last, to be had again by a click."""
        empty(self._recent)
        if not addresses:
            return
        self._recent.addWidget(plain(self.tr("Lately:"), "note"))
        for address in addresses:
            again = button(address, quiet=True)
            again.setAutoDefault(True)
            again.setAccessibleName(self.tr("Connect to {address}").format(address=address))
            again.clicked.connect(lambda _=False, address=address: self.connect_to.emit(address))
            self._recent.addWidget(again)
        self._recent.addStretch()


class _Row:
    """One table: its words and its two buttons."""

    def __init__(self, panel: TablesPanel) -> None:
        self._panel = panel
        self._table: Found | None = None
        self._mine = False
        self._line = -1
        self._name = plain("", "heading")
        self._game, self._host = plain(), plain()
        self._seats = plain("", "aside")
        self._why = plain("", "aside", wrap=True)
        self._join = self._button(watch=False)
        self._watch = self._button(watch=True)
        self._go = QWidget()
        buttons = QHBoxLayout(self._go)
        buttons.setContentsMargins(0, 4, 4, 4)
        for each in (self._why, self._watch, self._join):
            buttons.addWidget(each)
        self._words: tuple[QLabel, ...] = (self._name, self._game, self._host, self._seats)
        self._name.setMinimumHeight(ROW)

    def _button(self, *, watch: bool) -> QPushButton:
        panel = self._panel
        made = button(panel.tr("Watch") if watch else panel.tr("Join"), quiet=True)
        made.setAutoDefault(True)  # Enter does what Space does
        made.clicked.connect(lambda: panel.join.emit(self._table, watch))
        return made

    def show_table(self, table: Found) -> None:
        """Its newest state."""
        if (table, self._panel.known(table.id)) == (self._table, self._mine):
            return
        self._mine = self._panel.known(table.id)
        self._table = table
        panel = self._panel
        self._name.setText(table.name)
        self._game.setText(table.game_title or table.game)
        self._host.setText(table.host)
        free = panel.tr("%n free", "", table.seats_free) if table.seats_free else panel.tr("full")
        door = panel.tr("{free}, with a table word") if table.password else panel.tr("{free}, locked")
        self._seats.setText(door.format(free=free) if table.locked else free)
        self._why.setText(self._reason(table))
        usable = not self._why.text()
        mine = panel.known(table.id)
        self._join.setText(panel.tr("Come back") if mine else panel.tr("Join"))
        self._why.setVisible(not usable)
        self._join.setVisible(usable and (mine or table.seats_free > 0))
        self._watch.setVisible(usable and not mine)
        self._join.setAccessibleName(panel.tr("Join {name}").format(name=table.name))
        self._watch.setAccessibleName(panel.tr("Watch {name}").format(name=table.name))
        for label in self._words:
            label.setEnabled(usable)

    def _reason(self, table: Found) -> str:
        """Why it cannot be joined, '' if it can."""
        tr = self._panel.tr
        if table.protocol != PROTOCOL:
            theirs = table.version or tr("another")
            words = tr("It has version {theirs} of the program, you have {mine}. {who}")
            newer = (
                tr("You need the newer one.") if table.protocol > PROTOCOL else tr("The host needs yours.")
            )
            return words.format(theirs=theirs, mine=PROGRAM, who=newer)
        return "" if table.answering else tr("not answering")

    def go(self) -> QPushButton | None:
        """The button that leads there, if one does."""
        return next((b for b in (self._join, self._watch) if not b.isHidden()), None)

    def place(self, grid: QGridLayout, line: int) -> None:
        """Puts it in a line of the list."""
        if line != self._line:
            self._line = line
            for column, widget in enumerate((*self._words, self._go)):
                grid.addWidget(widget, line, column)

    def remove(self) -> None:
        """Takes it off the list; a click may still be on its way."""
        for widget in (*self._words, self._go):
            widget.hide()
            widget.deleteLater()


class Progress(QFrame):
    """What becomes of a try to open or to join: being tried, asked for a password, failed."""

    cancelled = Signal()
    password_given = Signal(str)
    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.text = plain("", "", wrap=True)
        self.password = QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setMaxLength(MAX_TEXT)
        self.password.setAccessibleName(self.tr("Table word, the password of the table"))
        self.password.returnPressed.connect(self._give)
        self.enter = button(self.tr("Join"), quiet=True)
        self.enter.clicked.connect(self._give)
        self.retry = button(self.tr("Try again"), quiet=True)
        self.retry.clicked.connect(self.again)
        self.cancel = button(self.tr("Cancel"), quiet=True)
        self.cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.addWidget(self.text, 1)
        for widget in (self.password, self.enter, self.retry, self.cancel):
            row.addWidget(widget)
        self.show_state("away", "")

    def show_state(self, state: str, sentence: str, *, again: bool = False) -> None:
        """A state of `Arrival`. The keyboard goes to a field that appears only if nobody is typing; while a
        password is tried, its field stays: the letters of who types on mean nothing else."""
        shown = state in ("opening", "connecting", "password", "failed")
        asked = state == "password" or (state == "connecting" and not self.password.isHidden())
        typing = isinstance(QApplication.focusWidget(), QLineEdit)
        self.setVisible(shown)
        self.text.setText(sentence)
        self.password.setVisible(asked)
        self.enter.setVisible(asked)
        self.retry.setVisible(state == "failed" and again)
        self.cancel.setText(self.tr("Close") if state == "failed" else self.tr("Cancel"))
        if state != "password":
            self.password.clear()
        elif not typing:
            self.password.setFocus()

    def _give(self) -> None:
        if self.password.text():
            self.password_given.emit(self.password.text())
