"""Who is at the table, how well they are connected, and what can be done about a seat."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QMenu, QScrollArea, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.players import fill_box, fill_menu
from maharaja_qt.frame.widgets import button, plain, rule
from net import messages as m

SLOW_MS = 250
GRACE_MS = 60_000


class AfterDrop(QComboBox):
    """What becomes of a seat whose owner loses the connection."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self.setAccessibleName(self.tr("When somebody loses the connection"))
        self._client = client
        self._now = ""
        self.activated.connect(lambda i: client.ask("after-drop", GRACE_MS, text=str(self.itemData(i))))

    def showEvent(self, event: QShowEvent) -> None:
        """Looking for the computer players takes a while: not before somebody looks."""
        super().showEvent(event)
        game = self._client.game
        if not self.count() and game is not None:
            self.addItem(self.tr("keep the seat and wait"), "wait")
            self.addItem(self.tr("save and stop after a minute"), "save")
            fill_box(self, game, self._texts, self.tr("AI: {policy}, after a minute"))
            self.setCurrentIndex(max(0, self.findData(self._now)))

    def show_rule(self, rules: m.Rules) -> None:
        """The rule as it is."""
        self._now = rules.after_drop
        self.setCurrentIndex(max(0, self.findData(self._now)))


class PeoplePanel(QWidget):
    """Seats with their players, then the others. Rows are made once and change their words."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._seats: list[_SeatLine] = []
        self._texts = texts
        self._grid = QGridLayout()
        self._grid.setColumnStretch(0, 1)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(6)
        self.watching = plain("", "small", wrap=True)
        self._others = button(self.tr("People …"), quiet=True)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self._others.setMenu(self._menu)
        self._rule = rule()
        self._head = plain(self.tr("When somebody loses the connection"), "strong", wrap=True)
        self._after = AfterDrop(client, texts)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 4, 0)
        column.addLayout(self._grid)
        for widget in (self.watching, self._others, self._rule, self._head, self._after):
            column.addWidget(widget)
        column.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        people = {p.no: p for p in row.people}
        me = people.get(self._client.me)
        host = me is not None and me.host
        while len(self._seats) < len(row.seats):
            self._seats.append(_SeatLine(self._client, self._texts, len(self._seats), self._grid))
        for line, seat in zip(self._seats, row.seats, strict=True):
            line.show_seat(seat, people.get(seat.owner), me=self._client.me, host=host)
        owners = {seat.owner for seat in row.seats}
        names = [p.name for p in row.people if p.no not in owners and p.away_ms < 0]
        self.watching.setText(self.tr("Watching: {names}").format(names=", ".join(names)) if names else "")
        self.watching.setVisible(bool(names))
        self._others.setVisible(host and (any(not p.host for p in row.people) or bool(row.bans)))
        for widget in (self._rule, self._head, self._after):
            widget.setVisible(host)
        self._after.show_rule(row.rules)

    def _fill(self) -> None:
        """What the host can do about each of the others."""
        fill_people(self._menu, self._client)


def fill_people(menu: QMenu, client: Client) -> None:
    """An entry for each of the others at the table (mute, remove, ban), and for each who is banned."""
    menu.clear()
    row = client.room
    for p in row.people if row is not None else ():
        if p.host or p.no == client.me:
            continue
        inner = menu.addMenu(p.name.replace("&", "&&"))
        mute = menu.tr("Let speak again") if p.muted else menu.tr("Mute")
        inner.addAction(mute, partial(client.ask, "mute", p.no, int(not p.muted)))
        inner.addAction(menu.tr("Remove from the table"), partial(client.ask, "remove", p.no))
        inner.addAction(menu.tr("Ban from the table"), partial(client.ask, "ban", p.no))
    for ban in row.bans if row is not None else ():
        name = ban.name.replace("&", "&&")
        menu.addAction(
            menu.tr("Lift the ban of {name}").format(name=name), partial(client.ask, "unban", ban.no)
        )
        if ban.there:
            others = menu.tr("Let others come from where {name} came from").format(name=name)
            menu.addAction(others, partial(client.ask, "unban", ban.no, 1))


class _SeatLine:
    """One seat: who has it, how they are, and what can be done."""

    def __init__(self, client: Client, texts: Texts, number: int, grid: QGridLayout) -> None:
        self._client = client
        self._name = texts.name("seat", number)
        self._texts = texts
        self._tr = client.tr
        self.who: QLabel = plain("", "strong", wrap=True)
        self.note: QLabel = plain("", "aside", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.who)
        words.addWidget(self.note)
        self.back = button(self._tr("Take back"), quiet=True)
        self.back.clicked.connect(lambda: client.ask("hand-over", number))
        self.sit = button(self._tr("Sit here"), quiet=True)
        self.sit.clicked.connect(lambda: client.ask("sit", number))
        self.give = button(self._tr("Hand to the AI"), quiet=True)
        self._verb = "hand-over"
        menu = QMenu(self.give)
        menu.aboutToShow.connect(lambda: self._fill(menu, number))
        self.give.setMenu(menu)
        grid.addLayout(words, number, 0)
        for widget in (self.back, self.sit, self.give):
            grid.addWidget(widget, number, 1)

    def _fill(self, menu: QMenu, number: int) -> None:
        """Looking for the computer players takes a while: not before somebody looks."""
        game = self._client.game
        if menu.isEmpty() and game is not None:
            fill_menu(menu, game, self._texts, "{policy}", partial(self._ask, number))

    def _ask(self, number: int, policy: str) -> None:
        self._client.ask(self._verb, number, text=f"ai:{policy}" if self._verb == "seat" else policy)

    def show_seat(self, seat: m.SeatRow, person: m.PersonRow | None, *, me: int, host: bool) -> None:
        """The newest state of the seat."""
        mine = person is not None and person.no == me
        away = person is not None and person.away_ms >= 0
        who = person.name if person else self._tr("The AI") if seat.ai else self._tr("Open seat")
        self.who.setText(f"{who} ({self._name})")
        self.note.setText(self._note(seat, person))
        self.back.setVisible(mine and bool(seat.ai))
        self.sit.setVisible(person is None and not seat.ai and not self._client.seats())
        self._verb = "hand-over" if mine else "stand-in" if away else "seat"
        self.give.setText(
            self._tr("Another AI") if person is None and seat.ai else self._tr("Hand to the AI")
        )
        may = mine and not seat.ai
        self.give.setVisible(may or (host and away and not seat.ai) or (host and person is None))

    def _note(self, seat: m.SeatRow, person: m.PersonRow | None) -> str:
        if person is None:
            return self._texts.say("policy", seat.ai, {}) if seat.ai else ""
        words = []
        if person.away_ms >= 0:
            words.append(self._tr("connection lost"))
        elif person.rtt > SLOW_MS:
            words.append(self._tr("slow connection, {ms} ms").format(ms=person.rtt))
        elif person.rtt >= 0 and not person.host:
            words.append(self._tr("connected, {ms} ms").format(ms=person.rtt))
        if seat.ai:
            words.append(
                self._tr("AI ({policy}) plays").format(policy=self._texts.say("policy", seat.ai, {}))
            )
        if person.muted:
            words.append(self._tr("muted"))
        return ", ".join(words)
