"""How others find a table that is hosted here: by its name in their list, or by an address read aloud."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from core.texts import Texts
from maharaja_qt.arrival import Listing
from maharaja_qt.frame.widgets import Panel, button, plain

MOST = 6


class Invitation(Struct, frozen=True):
    """All addresses of this computer with the port, and how the table stands in the network's list."""

    addresses: tuple[str, ...]
    port: int
    listing: Listing


class InvitePanel(Panel):
    """Addresses with a button to copy each, and what is to be known of the list."""

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
