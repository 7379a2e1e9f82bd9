"""How others find a table that is hosted here: by its name in their list, or by an address read aloud.

A word keeps strangers out.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from core.texts import Texts
from maharaja_qt.arrival import Listing
from maharaja_qt.frame.widgets import Panel, button, plain
from net.messages import MAX_TEXT

MOST: Final = 6
_THINGS: Final = (
    "banyan",
    "bell",
    "bridge",
    "cloud",
    "drum",
    "elephant",
    "flute",
    "garden",
    "heron",
    "island",
    "jasmine",
    "kite",
    "lamp",
    "lotus",
    "mango",
    "market",
    "monsoon",
    "moon",
    "mountain",
    "palace",
    "palm",
    "peacock",
    "pearl",
    "river",
    "saffron",
    "sail",
    "silk",
    "swallow",
    "tiger",
    "turban",
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ONES: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def table_word() -> str:
    """A word that is easily read aloud, as nobody guesses it in the few tries a table allows."""
    return "-".join(secrets.choice(part) for part in (_THINGS, _THINGS, _TENS, _ONES))


def to_read_aloud(addresses: Sequence[str]) -> tuple[str, ...]:
    """Those that somebody can type: addresses of a single cable only if there are no others."""
    usual = [each for each in addresses if not ipaddress.ip_address(each.partition("%")[0]).is_link_local]
    return tuple(usual or addresses)


class Invitation(Struct, frozen=True):
    """All addresses of this computer with the port, and how the table stands in the network's list."""

    addresses: tuple[str, ...]
    port: int
    listing: Listing


class InvitePanel(Panel):
    """Addresses with a button to copy each, the word of the table, and what is to be known of the list."""

    worded = Signal(str)
    """Whoever wants to come in must know this word; '' none."""

    def __init__(self, invitation: Invitation, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Invite"), parent=parent)
        self._texts = texts
        self.copies: list[QPushButton] = []
        self.state = plain("", "small", wrap=True)
        self.body.addWidget(self.state)
        if invitation.addresses:
            self.body.addWidget(
                plain(self.tr("Who does not see it types this computer’s address:"), "small", wrap=True)
            )
        else:
            self.body.addWidget(
                plain(
                    self.tr("This computer has no network now. On it, others join at port {port}.").format(
                        port=invitation.port
                    ),
                    "small",
                    wrap=True,
                )
            )
        for number, address in enumerate(invitation.addresses[:MOST]):
            self._address(address, first=number == 0)
        self._add_word()
        self.show_listing(invitation.listing)

    def _address(self, address: str, *, first: bool) -> None:
        line = QHBoxLayout()
        shown = plain(address, "strong" if first else "small", wrap=True)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(shown, 1)
        copy = button(self.tr("Copy"), quiet=True)
        copy.setAccessibleName(self.tr("Copy {address}").format(address=address))
        copy.clicked.connect(lambda: self._copy(copy, address))
        self.copies.append(copy)
        line.addWidget(copy)
        self.body.addLayout(line)

    def _add_word(self) -> None:
        self._asked = ""
        line = QHBoxLayout()
        self.word = QLineEdit()
        self.word.setPlaceholderText(self.tr("none: anybody may come in"))
        self.word.setAccessibleName(self.tr("Table word, the password of the table"))
        self.word.setMaxLength(MAX_TEXT)
        self.word.editingFinished.connect(self._set_word)
        self.make = button(self.tr("Make one"), quiet=True)
        self.make.setAccessibleName(self.tr("Make a table word"))
        self.make.clicked.connect(self._make_word)
        line.addWidget(self.word, 1)
        line.addWidget(self.make)
        self.body.addWidget(plain(self.tr("Table word"), "strong"))
        self.body.addLayout(line)
        self._why = plain(self.tr("Read both aloud; the word keeps strangers out."), "aside", wrap=True)
        self._why.hide()
        self.body.addWidget(self._why)

    def _make_word(self) -> None:
        self.word.setText(table_word())
        self._set_word()

    def _set_word(self) -> None:
        word = self.word.text()
        self._why.setVisible(bool(word))
        if word != self._asked:
            self._asked = word
            self.worded.emit(word)

    def _copy(self, pressed: QPushButton, address: str) -> None:
        QGuiApplication.clipboard().setText(address)
        for each in self.copies:
            each.setText(self.tr("✓ Copied") if each is pressed else self.tr("Copy"))

    def show_listing(self, listing: Listing) -> None:
        """The newest state of its entry in the list."""
        words = {
            "opening": self.tr("The table is being announced on this network …"),
            "listed": self.tr("On this network others find the table by its name."),
        }.get(listing.state, "")
        notice = self._texts.say("network", listing.notice, {}) if listing.notice else ""
        renamed = self._texts.say("network", "renamed", {"name": listing.renamed}) if listing.renamed else ""
        self.state.setText(" ".join(filter(None, (notice or words, renamed))))
        self.state.setVisible(bool(self.state.text()))
