"""A game being played: header, board, docks, status line. All that is particular is the presenter's."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from core.game import Refusal
from maharaja_qt.client import Client, Event, Position
from maharaja_qt.frame.board_page import BoardPage
from maharaja_qt.frame.choices import Choices
from maharaja_qt.frame.log import Chat
from maharaja_qt.frame.people import PeoplePanel
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button, plain
from net import messages as m

SAID_MS = 6_000


class TablePage(BoardPage):
    """Shows one table to whoever sits here; what is wanted goes to the client."""

    alert = Signal()
    """A decision has come to somebody here."""
    heights = {"order": 480, "card": 230, "score": 240, "decision": 150, "talk": 340}  # noqa: RUF012

    def __init__(
        self,
        client: Client,
        presenter: Presenter,
        sections: Sequence[tuple[str, str]],
        preferences: Preferences,
    ) -> None:
        super().__init__(presenter, sections, preferences)
        self.client = client
        self._position: Position | None = None
        self._busy = False
        self._undo_line = -1
        self._add_buttons()
        self.column.insertWidget(0, self._strip())
        self.choices = Choices(presenter)
        self.chat = Chat(self._texts)
        self.people = PeoplePanel(client, self._texts)
        self.add_presented()
        right = Qt.DockWidgetArea.RightDockWidgetArea
        self.add_dock("decision", self.tr("Decision"), right, self.choices)
        self.add_pages(
            self.tr("At the table"),
            (
                ("log", self.tr("Log"), self.log),
                ("chat", self.tr("Chat"), self.chat),
                ("people", self.tr("People"), self.people),
                ("rules", self.tr("Rules"), self.rules),
            ),
        )
        self._connect()

    # ------------------------------------------------------------------------------------------- parts

    def _add_buttons(self) -> None:
        self._undo = button(self.tr("Undo"))
        self._undo.setToolTip(self.tr("Ctrl+Z"))
        self._undo.clicked.connect(self.undo)
        self._done = button(self.tr("Done"), main=True)
        self._done.clicked.connect(self.done)
        self.header_row.addWidget(self._undo)
        self.header_row.addWidget(self._done)

    def _strip(self) -> QWidget:
        self._trouble = QFrame()
        self._trouble.setObjectName("strip")
        row = QHBoxLayout(self._trouble)
        row.setContentsMargins(16, 6, 16, 6)
        self._trouble_text = plain("", "", wrap=True)
        row.addWidget(self._trouble_text, 1)
        self._yes = button(self.tr("Agree"), quiet=True)
        self._no = button(self.tr("No"), quiet=True)
        self._yes.clicked.connect(lambda: self._vote(yes=True))
        self._no.clicked.connect(lambda: self._vote(yes=False))
        row.addWidget(self._yes)
        row.addWidget(self._no)
        self._trouble.hide()
        return self._trouble

    def _connect(self) -> None:
        client, presenter = self.client, self.presenter
        client.position_changed.connect(self._position_came)
        client.room_changed.connect(self.show_room)
        client.happened.connect(self._happened)
        client.undone.connect(self._took_back)
        client.chat.connect(self._chat)
        client.pointed.connect(self._pointed)
        presenter.wanted.connect(self.act)
        presenter.pointed.connect(client.point)
        self.choices.picked.connect(self.act)
        self.choices.considered.connect(presenter.light)
        self.chat.sent.connect(client.say)
        self.tabs.currentChanged.connect(lambda _: self._read())

    # ------------------------------------------------------------------------------------- what it shows

    def start(self) -> None:
        """All that came before this page was made."""
        if self.client.room is not None:
            self.show_room(self.client.room)
        for seat, events in self.client.told:
            self._happened(seat, events)
        for line in self.client.talk:
            self._chat(line)
        for position in list(self.client.positions.values()):
            self._position_came(position)

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        self.people.show_room(row)
        self._show_strip(row)
        self._refresh()

    def show_link(self, state: str, sentence: str) -> None:
        """The connection: a word over a board that stays readable."""
        lost = state != "in"
        self.presenter.board.setEnabled(not lost)
        if lost:
            self._say_strip(sentence)
        elif self.client.room is not None:
            self._show_strip(self.client.room)

    def _position_came(self, position: Position) -> None:
        seats = self.client.seats()
        asked = [p for p in self.client.positions.values() if p.asked and p.seat in seats]
        newest = max(p.n for p in self.client.positions.values())
        current = [
            p for p in self.client.positions.values() if p.n == newest and (p.seat in seats or not seats)
        ]
        chosen = (asked or current or [position])[0]
        was_asked = self._position is not None and bool(self._position.asked)
        self._position = chosen
        self._busy = False
        row = self.client.room
        if row is not None:
            self.presenter.show(chosen, row, seats)
        self._refresh()
        if chosen.asked and not was_asked:
            self.alert.emit()

    def _happened(self, seat: int, events: list[Event]) -> None:
        # With several seats at this screen the same step is told for each: once is enough.
        if seat != (self.client.seats() or [-1])[0]:
            return
        if events:
            self._undo_line = events[-1].n
        self.log.add(events)
        self.presenter.told(events)

    def _took_back(self, to: int) -> None:
        self.log.undo(to)
        self.presenter.undone(to)

    def _refresh(self) -> None:
        row, position = self.client.room, self._position
        if row is None or position is None:
            return
        heading = self.presenter.heading()
        self.show_heading(heading)
        self._done.setText(heading.done or self.tr("Done"))
        done = self.presenter.done()
        self._done.setVisible(bool(position.asked))
        self._done.setEnabled(done is not None and not self._busy)
        self._undo.setEnabled(bool(self.client.seats()) and row.phase == "playing")
        self.choices.show_position(position, self._waiting(row))

    def _waiting(self, row: m.RoomRow) -> str:
        if row.phase == "over":
            return self.tr("The game is over.")
        who = []
        for waiting in row.waiting:
            seat = row.seats[waiting.seat]
            who.append(seat.name or seat.ai or self.tr("an open seat"))
        return self.tr("Waiting for {names}").format(names=", ".join(dict.fromkeys(who)) or "…")

    def _show_strip(self, row: m.RoomRow) -> None:
        proposal = row.proposal
        self._yes.hide()
        self._no.hide()
        gone = next((s for s in row.seats if s.owner and not s.ai and self._away(row, s.owner)), None)
        if proposal is not None:
            seat = row.seats[proposal.seat].name if proposal.seat >= 0 else self.tr("The host")
            said = self._texts.say("proposal", proposal.kind, {"name": seat, "line": proposal.line + 1})
            self._say_strip(said)
            mine = set(self.client.seats())
            open_ = bool(mine - set(proposal.agreed))
            self._yes.setVisible(open_)
            self._no.setVisible(open_)
        elif row.paused:
            self._say_strip(self.tr("Paused."))
        elif gone is not None:
            left = f" ({gone.grace_ms // 1000} s)" if gone.grace_ms >= 0 else ""
            self._say_strip(
                self.tr("{name} has lost the connection; the seat is kept.{left}").format(
                    name=gone.name, left=left
                )
            )
        else:
            self._trouble.hide()

    def _say_strip(self, text: str) -> None:
        self._trouble_text.setText(text)
        self._trouble.show()

    def _away(self, row: m.RoomRow, no: int) -> bool:
        return any(p.no == no and p.away_ms >= 0 for p in row.people)

    def _chat(self, line: m.Chat) -> None:
        row = self.client.room
        names = {p.no: p.name for p in row.people} if row is not None else {}
        self.chat.add(line, names)
        if line.by and line.by != self.client.me and self.tabs.currentWidget() is not self.chat:
            self.chat.unread += 1
            self.tabs.setTabText(1, self.tr("Chat ({n})").format(n=self.chat.unread))

    def _read(self) -> None:
        if self.tabs.currentWidget() is self.chat:
            self.chat.unread = 0
            self.tabs.setTabText(1, self.tr("Chat"))

    def _pointed(self, by: int, place: tuple[int, ...]) -> None:
        self.presenter.show_place(place)
        row = self.client.room
        name = next((p.name for p in row.people if p.no == by), "") if row is not None else ""
        self.status.emit(self.tr("{name} points here").format(name=name))

    # ---------------------------------------------------------------------------------- what is wanted

    def act(self, action: Struct) -> None:
        """Submits an action for the position in sight; nothing changes until the table answers."""
        if self._position is None or self._busy:
            return
        self._busy = True
        self._done.setEnabled(False)
        self.client.act(self._position, action, self._answer)

    def done(self) -> None:
        """The main button."""
        action = self.presenter.done()
        if action is not None:
            self.act(action)

    def undo(self) -> None:
        """The last step back; if a barrier stands behind it, all others are asked."""
        seats = self.client.seats()
        if seats:
            seat = self._position.seat if self._position and self._position.seat in seats else seats[0]
            self.client.undo(seat, lambda answer: self._undone(seat, answer))

    def _undone(self, seat: int, answer: m.Answer) -> None:
        if answer.code == "barrier":
            line = dict(answer.params).get("line")
            self._answer(answer)
            if isinstance(line, int):
                self.client.propose("take-back", seat, line, then=self._answer)
        else:
            self._answer(answer)

    def _answer(self, answer: m.Answer) -> None:
        self._busy = False
        if answer.code:
            refusal = Refusal(answer.code, answer.rule, dict(answer.params))
            self.status.emit(self._texts.refusal(refusal))
            if self._position is not None and self.client.room is not None:
                self.presenter.show(self._position, self.client.room, self.client.seats())
        self._refresh()

    def _vote(self, *, yes: bool) -> None:
        row = self.client.room
        if row is not None and row.proposal is not None:
            self.client.vote(row.proposal.number, yes=yes)
