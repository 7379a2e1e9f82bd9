"""A seat in the lobby: its colour, what it means in this game, who sits there, what can be done about it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from maharaja_qt.client import Client
from maharaja_qt.frame.players import PlayerBox, fill_box, fill_menu
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button, plain
from net import messages as m


class SeatCard(QFrame):
    """Made once for each seat; only its words change."""

    asked = Signal(str, int, int, str)
    """A command of the room: verb, two numbers, text."""

    def __init__(
        self, client: Client, presenter: Presenter, number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("seat")
        self._client = client
        self._presenter = presenter
        self._number = number
        self._name = presenter.texts.name("seat", number)
        self._meaning: tuple[object, ...] = ()
        self._panel: QWidget | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 16, 0)
        line.setSpacing(16)
        line.addWidget(self._flag())
        self._middle = QVBoxLayout()
        self._middle.setContentsMargins(0, 8, 0, 6)
        self._middle.setSpacing(2)
        self._middle.addLayout(self._top())
        line.addLayout(self._middle, 1)

    def _flag(self) -> QWidget:
        ground, pale, _ = self._presenter.seat_colours(self._number)
        flag = QFrame()
        flag.setFixedWidth(118)
        flag.setStyleSheet(f"background: {pale}; border-left: 6px solid {ground}; border-radius: 0")
        inside = QVBoxLayout(flag)
        inside.setSpacing(0)
        inside.setContentsMargins(6, 6, 6, 6)
        inside.addStretch()
        self.about = plain("", "note", wrap=True)
        for words in (plain(self._name, "heading"), self.about):
            words.setStyleSheet("border: none")
            words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            inside.addWidget(words)
        inside.addStretch()
        return flag

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.who = plain("", "prompt")
        self.note = plain("", "aside", wrap=True)
        self.mark = plain(self.tr("✓ Ready"), "note")
        self.mark.setObjectName("ready")
        row.addWidget(self.who)
        row.addSpacing(4)
        row.addWidget(self.note, 1)
        row.addWidget(self.mark)
        self.sit = button(self.tr("Sit here"), quiet=True)
        self.sit.clicked.connect(lambda: self._ask("sit", 1))
        self.stand = button(self.tr("Stand up"), quiet=True)
        self.stand.clicked.connect(lambda: self._ask("stand"))
        self.player = PlayerBox()
        self.player.setAccessibleName(self.tr("Who plays {seat}").format(seat=self._name))
        self.player.addItem(self.tr("Open seat"), "open")
        presenter = self._presenter
        fill_box(self.player, presenter.game, presenter.texts, self.tr("AI: {policy}"), "ai:")
        self.player.activated.connect(lambda i: self._ask("seat", 0, str(self.player.itemData(i))))
        self.more = button(self.tr("Seat …"), quiet=True)
        self.more.setAccessibleName(self.tr("What to do about {seat}").format(seat=self._name))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.more.setMenu(self._menu)
        for widget in (self.sit, self.stand, self.player, self.more):
            row.addWidget(widget)
        return row

    def show_seat(self, row: m.RoomRow, *, host: bool) -> None:
        """The newest state of the room."""
        seat = row.seats[self._number]
        person = next((p for p in row.people if p.no == seat.owner), None)
        mine = person is not None and person.no == self._client.me
        open_ = person is None and not seat.ai
        who = person.name if person else self.tr("The AI") if seat.ai else self.tr("Open seat")
        self.who.setText(who)
        note = self.tr("you") if mine else ""
        if seat.ai and not host:
            note = self._presenter.texts.say("policy", seat.ai, {})
        elif open_ and not host:  # whose box says so
            note = self.tr("waiting for somebody")
        self.note.setText(note)
        self.mark.setVisible(person is not None and person.ready and not person.host)
        alone = not self._client.seats()
        self.sit.setText(self.tr("Sit here") if alone else self.tr("Play this seat too"))
        self.sit.setVisible(open_)
        self.stand.setVisible(mine and (host or row.rules.watchers))
        self.player.setVisible(host and person is None)
        self.player.setCurrentIndex(max(0, self.player.findData(f"ai:{seat.ai}" if seat.ai else "open")))
        self.more.setVisible(host)
        self.setProperty("open", open_)
        self._show_meaning(row)

    def _show_meaning(self, row: m.RoomRow) -> None:
        meaning = (row.options, len(row.seats))
        if meaning == self._meaning:
            return
        self._meaning = meaning
        if self._panel is not None:
            self._panel.hide()
            self._panel.deleteLater()
        options = dict(row.options)
        self.about.setText(self._presenter.seat_note(self._number, options, len(row.seats)))
        self._panel = self._presenter.seat_panel(self._number, options, len(row.seats))
        self._middle.addWidget(self._panel)

    def _fill(self) -> None:
        """What the host may do, as things are when the menu opens."""
        menu, row = self._menu, self._client.room
        menu.clear()
        if row is None or self._number >= len(row.seats):
            return
        seat = row.seats[self._number]
        if seat.owner:
            menu.addAction(self.tr("Make it an open seat"), lambda: self._ask("seat", 0, "open"))
            fill_menu(
                menu, self._presenter.game, self._presenter.texts, self.tr("Give it to the AI: {policy}"),
                lambda name: self._ask("seat", 0, f"ai:{name}"),
            )  # fmt: skip
            menu.addSeparator()
        for other in range(len(row.seats)):
            if other != self._number:
                text = self.tr("Swap with {seat}").format(seat=self._presenter.texts.name("seat", other))
                menu.addAction(text, partial(self._ask, "swap", other))
        menu.addSeparator()
        for p in row.people:
            if p.away_ms < 0 and p.no != seat.owner:
                text = self.tr("Seat {name} here").format(name=p.name).replace("&", "&&")
                menu.addAction(text, partial(self._ask, "assign", p.no))
        person = next((p for p in row.people if p.no == seat.owner), None)
        if person is not None and not person.host:
            menu.addSeparator()
            name = person.name.replace("&", "&&")
            for text, verb in (
                (self.tr("Remove {name} from the table").format(name=name), "remove"),
                (self.tr("Ban {name} from the table").format(name=name), "ban"),
            ):
                menu.addAction(text, partial(self.asked.emit, verb, person.no, 0, ""))

    def _ask(self, verb: str, other: int = 0, text: str = "") -> None:
        self.asked.emit(verb, self._number, other, text)
