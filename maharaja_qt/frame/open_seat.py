"""A running game that waits for a seat nobody has: who is waited for, and what can be done about it."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.players import fill_menu
from maharaja_qt.frame.strips import Strip
from net import messages as m


class OpenSeatStrip(Strip):
    """The host may give the seat to the program; who has none may take it; others may be invited."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client, self._texts = client, texts
        self._seat = -1
        self.address = ""
        """Where others on the network reach this table; '' nobody is told here."""
        self.give = self.add(self.tr("Give it to the AI"))
        self._policies = QMenu(self)
        self.give.setMenu(self._policies)
        self.sit = self.add(self.tr("Play it myself"))
        self.sit.clicked.connect(lambda: client.ask("sit", self._seat))

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        seats = enumerate(row.seats)
        open_ = {number for number, seat in seats if not seat.owner and not seat.ai}
        waited = [w.seat for w in row.waiting if w.seat in open_]
        if row.phase != "playing" or not waited:
            self.say("")
            return
        self._seat = waited[0]
        host = any(p.no == self._client.me and p.host for p in row.people)
        if host and self._policies.isEmpty() and self._client.game is not None:
            fill_menu(self._policies, self._client.game, self._texts, "{policy}", self._give)
        self.give.setVisible(host)
        self.sit.setVisible(not self._client.seats())
        said = [self.tr("The game waits for {seat}: nobody has this seat.").format(seat=self._name())]
        if not host:
            said.append(self.tr("The host can give it to the AI."))
        elif self.address:
            how = self.tr("Others may take it: they find the table in their list, or at {address}.")
            said.append(how.format(address=self.address))
        self.say(" ".join(said))

    def _name(self) -> str:
        return self._texts.name("seat", self._seat)

    def _give(self, policy: str) -> None:
        self._client.ask("seat", self._seat, text=f"ai:{policy}")
