"""Before a game: who sits where, what is played, and, on the network, who is coming."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ai.registry import usual_policy
from core.options import Option
from maharaja_qt.arrival import Listing
from maharaja_qt.client import Client
from maharaja_qt.frame.chat import Chat
from maharaja_qt.frame.invite import Invitation, InvitePanel
from maharaja_qt.frame.keyboard import Keeper
from maharaja_qt.frame.notices import LobbyNotices
from maharaja_qt.frame.people import AfterDrop, fill_people
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.seat_card import SeatCard
from maharaja_qt.frame.widgets import Number, Panel, Picker, Segments, Toggle, button, plain, setting
from maharaja_qt.theme import step, theme
from net import messages as m
from net.names import MAX_TABLE_NAME

MINUTE_MS = 60_000
NARROW = 1200
_COLUMN = 288
_SIDE = 300
CHANGED = ("options-changed", "seats-changed")
"""Notices of the room after which everybody must look again."""


class _Column(QScrollArea):
    """As wide as its words need at the size of type chosen; what is too high is scrolled."""

    def __init__(self, wide: int, inside: QWidget) -> None:
        super().__init__()
        self._wide = wide
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inside)
        theme().changed.connect(self._resized)
        self._resized()

    def _resized(self) -> None:
        self.setFixedWidth(round(step(self._wide)))


class LobbyPage(QWidget):
    """Shows the newest row of a room that has not begun. `invitation`: it is hosted here for others too."""

    left = Signal()
    again = Signal()
    said = Signal(str)

    def __init__(
        self,
        client: Client,
        presenter: Presenter,
        invitation: Invitation | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._presenter = presenter
        self._shown: m.RoomRow | None = None
        self._why_unready = ""
        self._has_side = invitation is not None
        self._setters: list[Callable[[m.RoomRow], None]] = []
        self._cards: list[SeatCard] = []
        self.chat = Chat(presenter)
        self.chat.sent.connect(client.say)
        client.chat.connect(self._heard)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, inside = self._head(), QWidget()
        column.addWidget(head)
        body = QHBoxLayout(inside)
        body.setContentsMargins(12, 12, 12, 12)
        body.setSpacing(12)
        self._left = self._game_panel(shared=invitation is not None)
        self._pages = QTabWidget()
        self._pages.hide()
        for widget in (self._left, self._pages):
            body.addWidget(widget)
        body.addWidget(self._seat_list(), 1)
        body.addWidget(self._beside(invitation))
        self._body = body
        self.notices = LobbyNotices(client)
        column.addWidget(self.notices)
        column.addWidget(inside, 1)
        self._head_row.insertWidget(1, self.notices.unfold)
        self.notices.link.left.connect(self.left)
        self.notices.link.again.connect(self.again)
        # No button in place of the one that went: a key meant for that would press it.
        Keeper(self, lambda gone: self)

    # ------------------------------------------------------------------------------------------- parts

    def _head(self) -> QWidget:
        bar = QFrame()
        bar.setObjectName("header")
        self._head_row = row = QHBoxLayout(bar)
        row.setContentsMargins(24, 10, 24, 10)
        words = QVBoxLayout()
        words.setSpacing(0)
        self._name = plain("", "title")
        self.name = QLineEdit()
        self.name.setObjectName("title")
        self.name.setFont(self._name.font())
        self.name.setMaxLength(MAX_TABLE_NAME)
        self.name.setAccessibleName(self.tr("Name of the table"))
        self.name.editingFinished.connect(self._rename)
        self._about = plain("", "small")
        words.addWidget(self._name)
        words.addWidget(self.name)
        words.addWidget(self._about)
        row.addLayout(words, 1)
        close = button(self.tr("Leave the table"))
        close.clicked.connect(self.left)
        self.ready = button(self.tr("Ready"), main=True)
        self.ready.clicked.connect(self._be_ready)
        self.start = button(self.tr("Start"), main=True)
        self.start.clicked.connect(self._begin)
        self.why = plain("", "aside")
        right = QVBoxLayout()
        buttons = QHBoxLayout()
        buttons.addStretch()
        for each in (close, self.ready, self.start):
            buttons.addWidget(each)
        right.addLayout(buttons)
        right.addWidget(self.why, alignment=Qt.AlignmentFlag.AlignRight)
        row.addLayout(right)
        return bar

    def _seat_list(self) -> QWidget:
        self._middle = inner = QWidget()
        self._seats = QVBoxLayout(inner)
        self._seats.setContentsMargins(0, 0, 0, 0)
        self._seats.setSpacing(12)
        watch = QHBoxLayout()
        self.watching = plain("", "small", wrap=True)
        self._others = button(self.tr("People …"), quiet=True)
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: fill_people(menu, self._client))
        self._others.setMenu(menu)
        self.mix = button(self.tr("Draw seats by lot"), quiet=True)
        self.mix.clicked.connect(lambda: self._ask("mix"))
        watch.addWidget(self.watching, 1)
        watch.addWidget(self.mix)
        watch.addWidget(self._others)
        self._seats.addLayout(watch)
        self._seats.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroll

    def _beside(self, invitation: Invitation | None) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.invite: InvitePanel | None = None
        if invitation is not None:
            self.invite = InvitePanel(invitation, self._presenter.texts)
            self.invite.worded.connect(lambda word: self._ask("password", text=word))
            column.addWidget(self.invite)
        self._talk = Panel(self.tr("Chat"))
        self._talk.body.addWidget(self.chat, 1)
        column.addWidget(self._talk, 1)
        self._side = _Column(_SIDE, side)
        return self._side

    def _game_panel(self, *, shared: bool) -> QWidget:
        panel = Panel(self.tr("Game"))
        body = panel.body
        body.setSpacing(5)
        meta = self._presenter.game.meta
        counts = sorted(meta.seats)
        if len(counts) > 1:
            body.addWidget(plain(self.tr("Players"), "strong"))
            players = Segments([(count, str(count)) for count in counts])
            players.chosen.connect(lambda count: self._ask("players", int(count)))
            self._setters.append(lambda row: players.show_value(len(row.seats)))
            body.addWidget(players)
        for option in meta.options:
            self._option(body, option)
        body.addWidget(plain(self.tr("Time for a decision"), "strong"))
        limit = Segments(
            [(0, self.tr("None"))] + [(n * MINUTE_MS, self.tr("{n} min").format(n=n)) for n in (1, 3, 10)]
        )
        limit.chosen.connect(lambda ms: self._ask("limit", int(ms)))
        self._setters.append(lambda row: limit.show_value(row.rules.limit_ms))
        body.addWidget(limit)
        self._shared: list[QWidget] = []
        if shared:
            self._for_others(body)
        body.addStretch()
        self._game = panel
        return _Column(_COLUMN, panel)

    def _for_others(self, body: QVBoxLayout) -> None:
        """What matters only if somebody comes from elsewhere."""
        body.addWidget(plain(self.tr("When somebody drops out"), "strong"))
        after = AfterDrop(self._client, self._presenter.texts)
        self._setters.append(lambda row: after.show_rule(row.rules))
        body.addWidget(after)
        watch = Toggle(self.tr("Watchers"))
        watch.clicked.connect(lambda on: self._ask("watchers", int(on)))
        self._setters.append(lambda row: watch.setChecked(row.rules.watchers))
        body.addLayout(setting(self.tr("Watchers"), self.tr("may join and see the board"), watch))
        lock = Toggle(self.tr("Locked"))
        lock.clicked.connect(lambda on: self._ask("lock", int(on)))
        self._setters.append(lambda row: lock.setChecked(row.rules.locked))
        body.addLayout(setting(self.tr("Locked"), self.tr("nobody else comes in"), lock))

    def _option(self, body: QVBoxLayout, option: Option) -> None:
        texts = self._presenter.texts
        name = texts.say("option", option.name, {}) if texts.has("option", option.name) else option.name
        note = (
            texts.say("option-note", option.name, {})
            if texts.has("option-note", option.name)
            else option.help
        )

        def value(row: m.RoomRow) -> object:
            return dict(row.options).get(option.name, option.default)

        if isinstance(option.default, bool):
            toggle = Toggle(name)
            toggle.clicked.connect(
                lambda on: self._ask("option", text=f"{option.name}={'on' if on else 'off'}")
            )
            self._setters.append(lambda row: toggle.setChecked(bool(value(row))))
            body.addLayout(setting(name, note, toggle))
        elif isinstance(option.default, str):
            box = Picker()
            for choice in option.choices:
                code = f"{option.name}-{choice}"
                known = texts.has("option-choice", code)
                box.addItem(texts.say("option-choice", code, {}) if known else choice, choice)
            box.setAccessibleName(name)
            box.activated.connect(lambda at: self._ask("option", text=f"{option.name}={box.itemData(at)}"))
            self._setters.append(lambda row: box.setCurrentIndex(box.findData(value(row))))
            body.addLayout(setting(name, note, box))
        else:
            spin = Number()
            spin.setRange(option.low, option.high)
            spin.setAccessibleName(name)
            spin.editingFinished.connect(lambda: self._ask("option", text=f"{option.name}={spin.value()}"))
            self._setters.append(lambda row: None if spin.hasFocus() else spin.setValue(int(str(value(row)))))
            body.addLayout(setting(name, note, spin))

    # ------------------------------------------------------------------------------------ what it shows

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        me = next((p for p in row.people if p.no == self._client.me), None)
        if me is None:
            return
        host, before, self._shown = me.host, self._shown, row
        self._name.setText(row.name)
        self._name.setVisible(not host)
        self.name.setVisible(host)
        if not self.name.hasFocus():
            self.name.setText(row.name)
        whose = self.tr("you are the host") if host else self.tr("the host begins")
        self._about.setText(f"{self._presenter.game.meta.title}  ·  {whose}")
        self._talk.setVisible(self.invite is not None or not host)
        self._talk.aside.setText(self.tr("%n at the table", "", len(row.people)))
        self._has_side = self.invite is not None or not host
        self._arrange()
        if before is None or (before.options, before.rules, len(before.seats)) != (
            row.options, row.rules, len(row.seats)
        ):  # fmt: skip
            for show in self._setters:
                show(row)
            self._game.setEnabled(host)
            self.mix.setVisible(host)
        self._show_seats(row, host=host)
        self._show_start(row, me)

    def _show_seats(self, row: m.RoomRow, *, host: bool) -> None:
        while len(self._cards) > len(row.seats):
            gone = self._cards.pop()
            gone.hide()
            gone.deleteLater()
        while len(self._cards) < len(row.seats):
            card = SeatCard(self._client, self._presenter, len(self._cards))
            card.asked.connect(self._ask)
            self._seats.insertWidget(len(self._cards), card)
            self._cards.append(card)
        for card in self._cards:
            card.show_seat(row, host=host)
        owners = {seat.owner for seat in row.seats}
        names = [p.name for p in row.people if p.no not in owners]
        self.watching.setText(self.tr("Watching: {names}").format(names=", ".join(names)) if names else "")
        self._others.setVisible(host and (any(not p.host for p in row.people) or bool(row.bans)))

    def _show_start(self, row: m.RoomRow, me: m.PersonRow) -> None:
        """Start is to be had exactly when all who sit here are ready."""
        seated = {seat.owner for seat in row.seats}
        waiting = [p.name for p in row.people if p.no in seated and not (p.ready or p.host or p.robot)]
        free = sum(not seat.owner and not seat.ai for seat in row.seats)
        sits = me.no in seated
        self.start.setVisible(me.host)
        self.start.setEnabled(not waiting)
        self.ready.setVisible(not me.host and sits)
        self.ready.setText(self.tr("Not ready") if me.ready else self.tr("Ready"))
        why = "" if me.ready else self._why_unready
        if me.host and waiting:
            why = self.tr("Waiting for {names} to be ready").format(names=", ".join(waiting))
        elif me.host and free:
            why = self.tr("The AI ({policy}) plays %n open seat(s)", "", free)
            why = why.replace("(s)", "" if free == 1 else "s").format(
                policy=self._presenter.texts.say("policy", self._usual(), {})
            )
        elif not me.host and not sits:
            why = self.tr("You watch; sit down on an open seat to play")
        elif not me.host and not why:
            why = self.tr("The host begins when everybody is ready")
        self.why.setText(why)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See `_arrange`."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Where there is no room for three columns, two of them take turns."""
        narrow = self._has_side and self.width() * 100 // max(theme().percent, 100) < NARROW
        if not narrow:
            self._side.setVisible(self._has_side)
        if narrow == bool(self._pages.count()):
            return
        self._pages.setVisible(narrow)
        if narrow:
            self._pages.setFixedWidth(max(self._left.width(), self._side.width()))
            self._pages.addTab(self._side, self.tr("Invite and chat") if self.invite else self.tr("Chat"))
            self._pages.addTab(self._left, self.tr("Game"))
        else:
            self._pages.clear()
            self._body.insertWidget(0, self._left)
            self._body.addWidget(self._side)
            self._left.show()
            self._side.show()

    def _heard(self, line: m.Chat) -> None:
        if line.code in CHANGED:
            self._why_unready = self._presenter.texts.say("notice", line.code, dict(line.params))
            if self._shown is not None:
                self.show_room(self._shown)

    def show_link(self, state: str, code: str, sentence: str) -> None:
        """The own connection; what is being typed stays, and nothing can be done without one."""
        self.notices.link.show_link(state, code, sentence)
        self.chat.live = state == "in"
        for each in (self._middle, self.ready):
            each.setEnabled(self.chat.live)
        self.why.setVisible(self.chat.live)

    def show_listing(self, listing: Listing) -> None:
        """How the table stands in the network's list."""
        if self.invite is not None:
            self.invite.show_listing(listing)

    def focus_first(self) -> None:
        """The keyboard begins at the button that leads on."""
        for first in (self.start, self.ready):
            if first.isVisibleTo(self):
                first.setFocus()

    # ----------------------------------------------------------------------------------------- what it asks

    def _usual(self) -> str:
        return usual_policy(self._presenter.game)

    def _begin(self) -> None:
        row = self._shown
        free = row is not None and any(not s.owner and not s.ai for s in row.seats)
        self._ask("start", text=self._usual() if free else "")

    def _rename(self) -> None:
        text = self.name.text().strip()
        if self._shown is not None and text and text != self._shown.name:
            self._ask("rename", text=text)

    def _ask(self, verb: str, number: int = 0, other: int = 0, text: str = "") -> None:
        self._client.ask(verb, number, other, text, then=self._answered)

    def _answered(self, answer: m.Answer) -> None:
        if answer.code:
            self.said.emit(self._presenter.texts.say("refusal", answer.code, dict(answer.params)))

    def _be_ready(self) -> None:
        self._why_unready = ""
        me = next((p for p in self._shown.people if p.no == self._client.me), None) if self._shown else None
        self._ask("ready", int(me is None or not me.ready))
