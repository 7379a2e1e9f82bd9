"""Who is at the table, how well they are connected, and what can be done about a seat."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from ai.registry import policy_names
from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.widgets import button, empty, plain, rule
from net import messages as m


class PeoplePanel(QWidget):
    """Seats with their players, then the others."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._texts = texts
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._rows)
        column.addStretch()
        self._shown: tuple[object, ...] = ()

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room. Built anew only when somebody came, went or changed seats."""
        shown = (
            row.seats,
            tuple((p.no, p.name, p.away_ms >= 0, p.muted, p.rtt // 100) for p in row.people),
            row.rules,
        )
        if shown == self._shown:
            return
        self._shown = shown
        empty(self._rows)
        people = {p.no: p for p in row.people}
        me = people.get(self._client.me)
        host = me is not None and me.host
        for number, seat in enumerate(row.seats):
            self._seat(number, seat, people.get(seat.owner), host=host)
        watching = [p for p in row.people if not any(s.owner == p.no for s in row.seats)]
        for person in watching:
            self._rows.addWidget(plain(self.tr("{name} watches").format(name=person.name), "small"))
        if host:
            self._rows.addWidget(rule())
            self._after_drop(row)

    def _seat(self, number: int, seat: m.SeatRow, person: m.PersonRow | None, *, host: bool) -> None:
        line = QHBoxLayout()
        who = person.name if person else self.tr("The program") if seat.ai else self.tr("Open seat")
        line.addWidget(plain(f"{self._texts.name('seat', number)}: {who}", "strong"))
        line.addWidget(plain(self._note(seat, person), "aside"))
        line.addStretch()
        mine = person is not None and person.no == self._client.me
        if mine and seat.ai:
            back = button(self.tr("Take back"), quiet=True)
            back.clicked.connect(lambda: self._client.ask("hand-over", number))
            line.addWidget(back)
        elif mine or (host and person is None) or (host and person is not None and person.away_ms >= 0):
            line.addWidget(self._policies(number, mine=mine))
        elif not person and not seat.ai and not self._client.seats():
            sit = button(self.tr("Sit here"), quiet=True)
            sit.clicked.connect(lambda: self._client.ask("sit", number))
            line.addWidget(sit)
        if host and person is not None and not mine and person.away_ms < 0:
            mute = button(self.tr("Let speak") if person.muted else self.tr("Mute"), quiet=True)
            mute.clicked.connect(lambda: self._client.ask("mute", person.no, int(not person.muted)))
            line.addWidget(mute)
        self._rows.addLayout(line)

    def _note(self, seat: m.SeatRow, person: m.PersonRow | None) -> str:
        if person is not None and person.away_ms >= 0:
            return self.tr("gone; {policy} plays").format(policy=seat.ai) if seat.ai else self.tr("gone")
        if person is not None and seat.ai:
            return self.tr("{policy} plays").format(policy=seat.ai)
        if person is not None and person.rtt > 250:
            return self.tr("slow connection, {ms} ms").format(ms=person.rtt)
        return seat.ai

    def _policies(self, number: int, *, mine: bool) -> QComboBox:
        box = QComboBox()
        box.addItem(self.tr("Hand to …") if mine else self.tr("Give to …"))
        game = self._client.game
        box.addItems(policy_names(game) if game is not None else [])
        box.setAccessibleName(self.tr("Computer player"))
        verb = "hand-over" if mine else "seat"
        prefix = "" if mine else "ai:"

        def chosen(index: int) -> None:
            if index:
                self._client.ask(verb, number, text=prefix + box.itemText(index))

        box.activated.connect(chosen)
        return box

    def _after_drop(self, row: m.RoomRow) -> None:
        self._rows.addWidget(plain(self.tr("When somebody loses the connection"), "strong"))
        box = QComboBox()
        game = self._client.game
        names = policy_names(game) if game is not None else []
        box.addItem(self.tr("keep the seat and wait"), "wait")
        box.addItem(self.tr("save and stop after a minute"), "save")
        for name in names:
            box.addItem(self.tr("{policy} plays after a minute").format(policy=name), name)
        box.setCurrentIndex(max(0, box.findData(row.rules.after_drop)))
        box.activated.connect(lambda i: self._client.ask("after-drop", 60_000, text=str(box.itemData(i))))
        self._rows.addWidget(box)
