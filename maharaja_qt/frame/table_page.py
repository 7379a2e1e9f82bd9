"""A game being played: header, board, docks, status line. All that is particular is the presenter's."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QByteArray, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QSizePolicy,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.game import Refusal
from maharaja_qt.client import Client, Event, Position
from maharaja_qt.frame.choices import Choices
from maharaja_qt.frame.cover import Cover
from maharaja_qt.frame.log import Chat, Log, RuleBook
from maharaja_qt.frame.people import PeoplePanel
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.redo import Redo
from maharaja_qt.frame.widgets import button, empty, plain
from net import messages as m

SAID_MS = 6_000


class TablePage(QMainWindow):
    """Shows one table to whoever sits here; what is wanted goes to the client."""

    status = Signal(str)
    alert = Signal()
    """A decision has come to somebody here."""

    def __init__(self, client: Client, presenter: Presenter, sections: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.client = client
        self.presenter = presenter
        self._texts = presenter.texts
        self._position: Position | None = None
        self._busy = False
        self._eyes = -1
        self._undo_line = -1
        self._answered: tuple[int, tuple[object, ...]] = (-1, ())
        self.setDockNestingEnabled(True)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        header = self._header()
        column.addWidget(header)
        column.addWidget(self._strip())
        column.addWidget(presenter.board, 1)
        self.setCentralWidget(centre)
        self.cover = Cover(self, header, presenter.sheet) if presenter.sheet is not None else None
        self._redo = Redo()
        self._barrier: tuple[int, str] | None = None
        self._docks: list[QDockWidget] = []
        self.choices = Choices(presenter)
        self.log = Log(self._texts, presenter.places)
        self.chat = Chat(self._texts)
        self.rules = RuleBook(sections)
        self.people = PeoplePanel(client, self._texts)
        self._make_docks()
        self._connect()

    # ------------------------------------------------------------------------------------------- parts

    def _header(self) -> QWidget:
        bar = QFrame()
        bar.setObjectName("header")
        row = QHBoxLayout(bar)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(16)
        when = QVBoxLayout()
        when.setSpacing(0)
        self._title = plain("", "prompt")
        self._note = plain("", "note")
        when.addWidget(self._title)
        when.addWidget(self._note)
        row.addLayout(when)
        what = QVBoxLayout()
        what.setSpacing(2)
        self._prompt = plain("", "prompt")
        # A long question must not widen the window; the panel of the decision has it whole.
        self._prompt.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        strip = QWidget()
        strip.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._phases = QHBoxLayout(strip)
        self._phases.setContentsMargins(0, 0, 0, 0)
        self._phases.setSpacing(8)
        what.addWidget(self._prompt)
        what.addWidget(strip)
        row.addLayout(what, 1)
        self._sheet = button("")
        self._sheet.clicked.connect(self.open_sheet)
        self._sheet.hide()
        row.addWidget(self._sheet)
        self._undo = button(self.tr("Undo"))
        self._undo.setToolTip(self.tr("Ctrl+Z"))
        self._undo.clicked.connect(self.undo)
        self._done = button("", main=True)
        self._done.clicked.connect(self.done)
        row.addWidget(self._undo)
        row.addWidget(self._done)
        return bar

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
        self._back = button(self.tr("Ask the others to take it back"), quiet=True)
        self._back.clicked.connect(self._ask_back)
        row.addWidget(self._back)
        row.addWidget(self._yes)
        row.addWidget(self._no)
        self._trouble.hide()
        return self._trouble

    def _make_docks(self) -> None:
        right = Qt.DockWidgetArea.RightDockWidgetArea
        for dock in self.presenter.docks():
            self._dock(dock.id, dock.title, dock.area, dock.widget, dock.behind)
        self._dock("decision", self.tr("Decision"), right, self.choices)
        self.tabs = QTabWidget()
        for title, widget in (
            (self.tr("Log"), self.log), (self.tr("Chat"), self.chat), (self.tr("People"), self.people),
            (self.tr("Rules"), self.rules),
        ):  # fmt: skip
            self.tabs.addTab(widget, title)
        self._dock("talk", self.tr("Log, chat, people and rules"), right, self.tabs)

    def _dock(
        self, name: str, title: str, area: Qt.DockWidgetArea, widget: QWidget, behind: str = ""
    ) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        holder = QFrame()
        holder.setObjectName("panel")
        column = QVBoxLayout(holder)
        column.setContentsMargins(12, 8, 12, 12)
        column.addWidget(widget)
        dock.setWidget(holder)
        self.addDockWidget(area, dock)
        self._docks.append(dock)
        first = next((each for each in self._docks if each.objectName() == behind), None)
        if first is not None:
            self.tabifyDockWidget(first, dock)
            first.raise_()

    def _connect(self) -> None:
        client, presenter = self.client, self.presenter
        client.position_changed.connect(self._position_came)
        client.room_changed.connect(self.show_room)
        client.happened.connect(self._happened)
        client.undone.connect(self.log.undo)
        client.undone.connect(presenter.undone)
        client.chat.connect(self._chat)
        client.pointed.connect(self._pointed)
        presenter.wanted.connect(self.act)
        presenter.said.connect(self.status)
        presenter.rule_wanted.connect(self.open_rule)
        presenter.pointed.connect(client.point)
        presenter.doubted.connect(self.why_not)
        presenter.finished.connect(self.done)
        presenter.sheet_changed.connect(self._show_sheet)
        if self.cover is not None:
            presenter.sheet_closed.connect(self.cover.fold)
            self.cover.folded.connect(self._folded)
        self.choices.shown.connect(lambda: presenter.show_place(presenter.about()))
        self.choices.picked.connect(self.act)
        self.choices.considered.connect(presenter.light)
        self.log.rule_wanted.connect(self.open_rule)
        self.log.place_wanted.connect(presenter.show_place)
        self.chat.sent.connect(client.say)
        self.tabs.currentChanged.connect(lambda _: self._read())

    def view_actions(self) -> list[QAction]:
        """Menu entries that show and hide the docks."""
        return [dock.toggleViewAction() for dock in self._docks]

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
        self._barrier = None
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
            self.choices.tell(self._texts.event(events[-1].event))
        self.log.add(events)
        self.presenter.told(events)

    def _refresh(self) -> None:
        row, position = self.client.room, self._position
        if row is None or position is None:
            return
        heading = self.presenter.heading()
        self._title.setText(heading.title)
        self._note.setText(heading.note)
        self._prompt.setText(heading.prompt)
        self._done.setText(heading.done or self.tr("Done"))
        done = self.presenter.done()
        self._done.setToolTip(self.presenter.left() or self.tr("Ctrl+Enter"))
        folded = self.cover is None or not self.cover.isVisible()
        self._done.setVisible(bool(position.asked) and folded and bool(heading.done))
        self._done.setEnabled(done is not None and not self._busy)
        self._undo.setEnabled(bool(self.client.seats()) and row.phase == "playing")
        self._show_phases(heading.phases)
        self.choices.show_position(position, self._waiting(row))

    def _show_phases(self, phases: Sequence[tuple[str, str]]) -> None:
        empty(self._phases)
        for name, state in phases:
            label = plain(f"✓ {name}" if state == "past" else name, "note")
            label.setProperty("phase", state)
            self._phases.addWidget(label)
        self._phases.addStretch()

    def _waiting(self, row: m.RoomRow) -> str:
        if row.phase == "over":
            return self.tr("The game is over.")
        who = []
        for waiting in row.waiting:
            seat = row.seats[waiting.seat]
            name = seat.name or self._texts.name("seat", waiting.seat)
            what = self.presenter.waited(waiting.kind, waiting.subject)
            who.append(self.tr("Waiting for: {name} ({what})").format(name=name, what=what))
        return "\n".join(dict.fromkeys(who)) or self.tr("The table is at work.")

    def _show_strip(self, row: m.RoomRow) -> None:
        proposal = row.proposal
        for each in (self._yes, self._no, self._back):
            each.hide()
        gone = next((s for s in row.seats if s.owner and not s.ai and self._away(row, s.owner)), None)
        if proposal is not None:
            seat = row.seats[proposal.seat].name if proposal.seat >= 0 else self.tr("The host")
            said = self._texts.say("proposal", proposal.kind, {"name": seat, "line": proposal.line + 1})
            self._say_strip(said)
            mine = set(self.client.seats())
            open_ = bool(mine - set(proposal.agreed))
            self._yes.setVisible(open_)
            self._no.setVisible(open_)
        elif self._barrier is not None:
            self._say_strip(self._barrier[1])
            self._back.show()
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

    def open_rule(self, section: str) -> None:
        """Opens the rules at this section."""
        self.tabs.setCurrentWidget(self.rules)
        self.rules.open(section)

    # ---------------------------------------------------------------------------------- what is wanted

    def act(self, action: Struct) -> None:
        """Submits an action for the position in sight; nothing changes until the table answers."""
        position = self._fits(action)
        if position is None or self._busy:
            return
        self._busy = True
        self._done.setEnabled(False)

        def acted(answer: m.Answer) -> None:
            if not answer.code:
                self._redo.did(position.seat, action)
            self._answer(answer)

        self.client.act(position, action, acted)

    def _fits(self, action: Struct) -> Position | None:
        """The position an action is for: the one in sight, or that of another seat of whoever sits here."""
        mine = [p for p in self.client.positions.values() if p.seat in self.client.seats()]
        known = mine if self._position is None else [self._position, *mine]
        return next((p for p in known if p.legal.contains(action)), self._position)

    def why_not(self, action: Struct) -> None:
        """Asks the table why something is not legal: it is refused, with the rule."""
        position = self._position
        if position is None or not position.asked or self._busy or position.legal.contains(action):
            return

        def told(answer: m.Answer) -> None:
            if answer.rule:
                self.status.emit(self._texts.refusal(Refusal(answer.code, answer.rule, dict(answer.params))))

        self.client.act(position, action, told)

    def redo(self) -> None:
        """What was taken back last, again."""
        position = self._position
        action = self._redo.next(position.seat, position.legal) if position is not None else None
        if action is not None:
            self.act(action)
        else:
            self.status.emit(self.tr("There is nothing to do again."))

    # ------------------------------------------------------------------------------- the large panel

    def _show_sheet(self) -> None:
        """The button that brings it back, and the panel itself if it wants to be seen."""
        title = self.presenter.sheet_title()
        self._sheet.setText(title)
        self._sheet.setVisible(bool(title))
        if self.cover is None:
            return
        focus = QApplication.focusWidget()
        # Who writes or looks something up is not interrupted: the button tells.
        board = self.presenter.board
        free = focus is None or focus is board or self.choices.isAncestorOf(focus) or focus is self._done
        if not title:
            self.cover.fold()
        elif self.presenter.sheet_opens() and free:
            self.open_sheet()

    def open_sheet(self) -> None:
        """Unfolds the large panel."""
        if self.cover is not None and self.presenter.sheet_title():
            self.cover.unfold()
            self.cover.panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def _folded(self, folded: bool) -> None:
        if folded:
            self.presenter.sheet_folded()
            self.presenter.board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._sheet.setVisible(bool(self.presenter.sheet_title()))
        self._refresh()

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
        self._answer(answer)
        line = dict(answer.params).get("line")
        if not answer.code:
            self._redo.undid(seat)
        elif answer.code == "barrier" and isinstance(line, int) and self.client.room is not None:
            self._barrier = line, self._texts.refusal(Refusal(answer.code, "", dict(answer.params)))
            self._show_strip(self.client.room)

    def _ask_back(self) -> None:
        """Beyond the barrier all others have to agree."""
        if self._barrier is not None and self._position is not None:
            self.client.propose("take-back", self._position.seat, self._barrier[0], then=self._answer)
            self._barrier = None

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

    # ------------------------------------------------------------------------------------------- kept

    def keep_layout(self, settings: QSettings) -> None:
        """Where the docks are, for the next time."""
        settings.setValue(f"docks/{self.presenter.game.meta.id}", self.saveState())

    def restore_layout(self, settings: QSettings) -> None:
        """Where the docks were the last time; else sizes that suit most screens."""
        sizes = {"order": 480, "card": 230, "score": 200, "decision": 250, "talk": 280}
        known = [dock for dock in self._docks if dock.objectName() in sizes]
        self.resizeDocks(known, [sizes[d.objectName()] for d in known], Qt.Orientation.Vertical)
        wide = [232 if self.dockWidgetArea(d) == Qt.DockWidgetArea.LeftDockWidgetArea else 268 for d in known]
        self.resizeDocks(known, wide, Qt.Orientation.Horizontal)
        state = settings.value(f"docks/{self.presenter.game.meta.id}")
        if isinstance(state, QByteArray):
            QTimer.singleShot(0, self, lambda: self.restoreState(state))
