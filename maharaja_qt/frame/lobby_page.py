"""Before a game: who sits where, what is played, and, on the network, who is coming."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ai.registry import policy_names
from core.options import Option
from maharaja_qt.client import Client
from maharaja_qt.frame.log import Chat
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import Panel, Segments, Toggle, button, empty, plain, setting
from net import messages as m

LIMITS: tuple[tuple[int, str], ...] = (
    (0, "None"),
    (60_000, "1 min"),
    (180_000, "3 min"),
    (600_000, "10 min"),
)


class LobbyPage(QWidget):
    """Shows the newest row of a room that has not begun."""

    left = Signal()
    said = Signal(str)

    def __init__(
        self, client: Client, presenter: Presenter, addresses: Sequence[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._presenter = presenter
        self._shown: m.RoomRow | None = None
        self.chat = Chat(presenter.texts)
        self.chat.sent.connect(client.say)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        body = QHBoxLayout()
        body.setContentsMargins(12, 12, 12, 12)
        body.setSpacing(12)
        self._game = Panel(self.tr("Game"))
        self._game.setFixedWidth(288)
        body.addWidget(self._game)
        inner = QWidget()
        self._seats = QVBoxLayout(inner)
        self._seats.setContentsMargins(0, 0, 0, 0)
        self._seats.setSpacing(12)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        body.addWidget(scroll, 1)
        self._side = self._invite(addresses)
        body.addWidget(self._side)
        column.addLayout(body, 1)

    def _head(self) -> QWidget:
        bar = QFrame()
        bar.setObjectName("header")
        row = QHBoxLayout(bar)
        row.setContentsMargins(24, 10, 24, 10)
        words = QVBoxLayout()
        words.setSpacing(0)
        self._name = plain("", "title")
        self._about = plain("", "small")
        words.addWidget(self._name)
        words.addWidget(self._about)
        row.addLayout(words, 1)
        close = button(self.tr("Close table"))
        close.clicked.connect(self.left)
        self._ready = button(self.tr("Ready"), main=True)
        self._ready.clicked.connect(self._be_ready)
        self._start = button(self.tr("Start"), main=True)
        self._start.clicked.connect(lambda: self._ask("start"))
        self._why = plain("", "aside")
        right = QVBoxLayout()
        buttons = QHBoxLayout()
        for each in (close, self._ready, self._start):
            buttons.addWidget(each)
        right.addLayout(buttons)
        right.addWidget(self._why, alignment=Qt.AlignmentFlag.AlignRight)
        row.addLayout(right)
        return bar

    def _invite(self, addresses: Sequence[str]) -> QWidget:
        side = QWidget()
        side.setFixedWidth(310)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        if addresses:
            panel = Panel(self.tr("Invite"))
            panel.body.addWidget(
                plain(
                    self.tr(
                        "On this network others find the table by its name. Anyone else types an address:"
                    ),
                    "small",
                    wrap=True,
                )
            )
            for number, address in enumerate(addresses[:4]):
                line = QHBoxLayout()
                shown = plain(address, "strong" if number == 0 else "small")
                shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                line.addWidget(shown, 1)
                copy = button(self.tr("Copy"), quiet=True)
                copy.setAccessibleName(self.tr("Copy {address}").format(address=address))
                copy.clicked.connect(
                    lambda _=False, address=address: QGuiApplication.clipboard().setText(address)
                )
                line.addWidget(copy)
                panel.body.addLayout(line)
            column.addWidget(panel)
        talk = Panel(self.tr("Chat"))
        talk.body.addWidget(self.chat, 1)
        self._present = talk.aside
        column.addWidget(talk, 1)
        return side

    # ------------------------------------------------------------------------------------ what it shows

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        me = next((p for p in row.people if p.no == self._client.me), None)
        if me is None:
            return
        host = me.host
        self._name.setText(row.name)
        whose = self.tr("you are the host") if host else self.tr("the host begins")
        self._about.setText(f"{self._presenter.game.meta.title}  ·  {whose}")
        waiting = [p.name for p in row.people if not (p.ready or p.host or p.robot or p.watch)]
        free = [seat for seat in row.seats if not seat.owner and not seat.ai]
        self._start.setVisible(host)
        self._start.setEnabled(not waiting and not free)
        self._ready.setVisible(not host and not me.watch)
        self._ready.setText(self.tr("Not ready") if me.ready else self.tr("Ready"))
        why = ""
        if free and host:
            why = self.tr("Starts when every seat is filled; give the open ones to the AI")
        elif waiting and host:
            why = self.tr("Waiting for {names}").format(names=", ".join(waiting))
        self._why.setText(why)
        self._present.setText(self.tr("%n at the table", "", len(row.people)))
        before = self._shown
        self._shown = row
        if (
            before is None
            or before.options != row.options
            or before.rules != row.rules
            or len(before.seats) != len(row.seats)
        ):
            self._show_game(row, host)
        if (
            before is None
            or before.seats != row.seats
            or before.people != row.people
            or before.options != row.options
        ):
            self._show_seats(row, host)

    def _show_game(self, row: m.RoomRow, host: bool) -> None:
        body = self._game.body
        empty(body, 2)
        meta = self._presenter.game.meta
        counts = sorted(meta.seats)
        if len(counts) > 1:
            body.addWidget(plain(self.tr("Players"), "strong"))
            players = Segments([(count, str(count)) for count in counts])
            players.show_value(len(row.seats))
            players.setEnabled(host)
            players.chosen.connect(lambda count: self._ask("players", int(count)))
            body.addWidget(players)
        values = dict(row.options)
        for option in meta.options:
            self._option(option, values.get(option.name, option.default), host)
        body.addWidget(plain(self.tr("Time for a decision"), "strong"))
        limit = Segments([(ms, self.tr(text)) for ms, text in LIMITS])
        limit.show_value(row.rules.limit_ms)
        limit.setEnabled(host)
        limit.chosen.connect(lambda ms: self._ask("limit", int(ms)))
        body.addWidget(limit)
        watch = Toggle(self.tr("Watchers"))
        watch.setChecked(row.rules.watchers)
        watch.setEnabled(host)
        watch.clicked.connect(lambda on: self._ask("watchers", int(on)))
        body.addLayout(setting(self.tr("Watchers"), self.tr("may join and see the board"), watch))
        lock = Toggle(self.tr("Locked"))
        lock.setChecked(row.rules.locked)
        lock.setEnabled(host)
        lock.clicked.connect(lambda on: self._ask("lock", int(on)))
        body.addLayout(setting(self.tr("Locked"), self.tr("nobody else comes in"), lock))
        if host:
            mix = button(self.tr("Draw seats by lot"))
            mix.clicked.connect(lambda: self._ask("mix"))
            body.addWidget(mix)
        body.addStretch()

    def _option(self, option: Option, value: object, host: bool) -> None:
        body = self._game.body
        name = option.name.replace("_", " ").capitalize()
        if isinstance(option.default, bool):
            toggle = Toggle(name)
            toggle.setChecked(bool(value))
            toggle.setEnabled(host)
            toggle.clicked.connect(
                lambda on: self._ask("option", text=f"{option.name}={'on' if on else 'off'}")
            )
            body.addLayout(setting(name, option.help, toggle))
        elif isinstance(option.default, str):
            box = QComboBox()
            box.addItems(list(option.choices))
            box.setCurrentText(str(value))
            box.setEnabled(host)
            box.setAccessibleName(name)
            box.textActivated.connect(lambda text: self._ask("option", text=f"{option.name}={text}"))
            body.addLayout(setting(name, option.help, box))
        else:
            spin = QSpinBox()
            spin.setRange(option.low, option.high)
            spin.setValue(int(str(value)))
            spin.setEnabled(host)
            spin.setAccessibleName(name)
            spin.editingFinished.connect(lambda: self._ask("option", text=f"{option.name}={spin.value()}"))
            body.addLayout(setting(name, option.help, spin))

    def _show_seats(self, row: m.RoomRow, host: bool) -> None:
        empty(self._seats)
        for number, seat in enumerate(row.seats):
            self._seats.addWidget(self._seat(row, number, seat, host))
        self._seats.addStretch()

    def _seat(self, row: m.RoomRow, number: int, seat: m.SeatRow, host: bool) -> QWidget:
        panel = QFrame()
        panel.setObjectName("seat")
        ground, pale, _ = self._presenter.seat_colours(number)
        line = QHBoxLayout(panel)
        line.setContentsMargins(0, 0, 16, 0)
        line.setSpacing(16)
        flag = QFrame()
        flag.setFixedWidth(128)
        flag.setStyleSheet(f"background: {pale}; border-left: 6px solid {ground}; border-radius: 0")
        names = QVBoxLayout(flag)
        colour = plain(self._presenter.texts.name("seat", number), "heading")
        colour.setStyleSheet("color: #2A2118; border: none")
        names.addWidget(colour, alignment=Qt.AlignmentFlag.AlignCenter)
        line.addWidget(flag)
        middle = QVBoxLayout()
        middle.setContentsMargins(0, 8, 0, 6)
        middle.setSpacing(2)
        top = QHBoxLayout()
        person = next((p for p in row.people if p.no == seat.owner), None)
        mine = person is not None and person.no == self._client.me
        who = person.name if person else self.tr("The program") if seat.ai else self.tr("Open seat")
        top.addWidget(plain(who, "prompt"))
        note = (
            self.tr("you") if mine else self.tr("plays: {policy}").format(policy=seat.ai) if seat.ai else ""
        )
        if not person and not seat.ai:
            note = self.tr("waiting for somebody, or give it to the AI")
        top.addSpacing(10)
        top.addWidget(plain(note, "aside"))
        top.addStretch()
        if person is not None and person.ready and not person.host:
            chip = plain(self.tr("✓ Ready"), "note")
            chip.setObjectName("ready")
            top.addWidget(chip)
        top.addLayout(self._seat_buttons(number, seat, person, mine=mine, host=host))
        middle.addLayout(top)
        middle.addWidget(self._presenter.seat_panel(number, dict(row.options), len(row.seats)))
        line.addLayout(middle, 1)
        return panel

    def _seat_buttons(
        self, number: int, seat: m.SeatRow, person: m.PersonRow | None, *, mine: bool, host: bool
    ) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        if person is None and not seat.ai:
            alone = not self._client.seats()
            take = button(self.tr("Sit here") if alone else self.tr("Sit here too"), quiet=True)
            take.clicked.connect(lambda: self._ask("sit", number, 1))
            row.addWidget(take)
        if host:
            if not seat.ai:
                box = QComboBox()
                box.addItem(self.tr("Give to the AI …"))
                box.addItems(policy_names(self._presenter.game))
                box.setAccessibleName(self.tr("Computer player"))
                box.activated.connect(partial(self._give, box, number))
                row.addWidget(box)
            if person is not None or seat.ai:
                free = button(self.tr("Open seat"), quiet=True)
                free.clicked.connect(lambda: self._ask("seat", number, text="open"))
                row.addWidget(free)
            if person is not None and not mine:
                away = button(self.tr("Remove"), quiet=True)
                away.clicked.connect(lambda: self._ask("remove", person.no))
                ban = button(self.tr("Ban"), quiet=True)
                ban.clicked.connect(lambda: self._ask("ban", person.no))
                row.addWidget(away)
                row.addWidget(ban)
        return row

    # ----------------------------------------------------------------------------------------- what it asks

    def _give(self, box: QComboBox, seat: int, index: int) -> None:
        if index:
            self._ask("seat", seat, text=f"ai:{box.itemText(index)}")

    def _ask(self, verb: str, number: int = 0, other: int = 0, text: str = "") -> None:
        self._client.ask(verb, number, other, text, then=self._answered)

    def _answered(self, answer: m.Answer) -> None:
        if answer.code:
            self.said.emit(self._presenter.texts.say("refusal", answer.code, dict(answer.params)))

    def _be_ready(self) -> None:
        me = next((p for p in self._shown.people if p.no == self._client.me), None) if self._shown else None
        self._ask("ready", int(me is None or not me.ready))
