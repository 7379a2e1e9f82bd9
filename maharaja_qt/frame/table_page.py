"""A game being played: header, board, docks, status line. All that is particular is the presenter's."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec import Struct, structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from core.game import Outcome
from core.legal import Legal
from maharaja_qt.client import Client, Event, Position
from maharaja_qt.frame.advice import Advisor
from maharaja_qt.frame.answer_button import AnswerButton
from maharaja_qt.frame.board_page import BoardPage
from maharaja_qt.frame.chat import Chat
from maharaja_qt.frame.choices import Choices
from maharaja_qt.frame.cover import Cover
from maharaja_qt.frame.deeds import Deeds
from maharaja_qt.frame.handover import HandOver
from maharaja_qt.frame.key_button import KeyButton
from maharaja_qt.frame.notices import TableNotices
from maharaja_qt.frame.people import PeoplePanel
from maharaja_qt.frame.ping import Ping
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.showing import Showing
from maharaja_qt.frame.taking_back import TakingBack
from maharaja_qt.frame.waiting import WaitingFor
from net import messages as m

SAID_MS = 6_000
MEANWHILE = 200
"""So much of what happened is kept while others play."""
WORTH_TELLING = 6
"""Of fewer the log is enough."""


def _decisions(position: Position) -> list[int]:
    return [each.decision for each in position.asked]


class TablePage(BoardPage):
    """Shows one table to whoever sits here; what is wanted goes to the client."""

    alert = Signal()
    """A decision has come to somebody here."""
    left = Signal()
    again = Signal()
    heights: ClassVar[dict[str, int]] = {
        "order": 480, "card": 230, "score": 180, "decision": 380, "talk": 300,
    }  # fmt: skip

    def __init__(
        self,
        client: Client,
        presenter: Presenter,
        preferences: Preferences,
        advisor: Advisor | None = None,
    ) -> None:
        super().__init__(presenter, preferences, advisor)
        self.client = client
        self.showing = Showing(client, presenter.chapters, self)
        self._position: Position | None = None
        self._live = True
        self._asked = False
        self._due = False
        """Has somebody here to decide, be it seen or not?"""
        self._eyes = -1
        self._played = False
        """Has somebody here played already? Before that there is nothing to have missed."""
        self._players: list[tuple[int, str, str]] = []
        self._meanwhile: list[Struct] = []
        self._add_buttons()
        self.notices = TableNotices(client, presenter)
        self.column.insertWidget(0, self.notices)
        self.header_row.insertWidget(self.header_row.indexOf(self.waiting), self.notices.unfold)
        self.choices = Choices(presenter)
        self.chat = Chat(presenter)
        self.people = PeoplePanel(client, self._texts)
        self.add_presented()
        self.add_dock("decision", self.tr("Decision"), Qt.DockWidgetArea.RightDockWidgetArea, self.choices)
        self.add_pages(
            self.tr("At the table"),
            (
                ("log", self.tr("Log"), self.log),
                ("chat", self.tr("Chat"), self.chat),
                ("people", self.tr("People"), self.people),
                ("rules", self.tr("Rules"), self.rules),
            ),
        )
        self.hand_over = HandOver(self)
        self.hand_over.taken.connect(self._taken)
        self.cover = (
            Cover(self, self.header, presenter.sheet, self.notices) if presenter.sheet is not None else None
        )
        self.taking_back = TakingBack(client, self._texts, self.log, self._undo, self.notices.barrier, self)
        back, shown = self.taking_back, self.showing
        self.deeds = Deeds(client, self._texts, shown, back, lambda: self._position, self._may_decide, self)
        self._undo.clicked.connect(self.deeds.undo)
        self._connect()

    # ------------------------------------------------------------------------------------------- parts

    def _add_buttons(self) -> None:
        self._sheet = AnswerButton("", lines=2)
        self._sheet.clicked.connect(self._want_sheet)
        self._sheet.setAccessibleName(self.tr("The large panel"))
        self._sheet.hide()
        self._hint = KeyButton(self.tr("Hint"), "Ctrl+H")
        self._hint.setToolTip(self.tr("What a strong player would do here, and why (Ctrl+H)"))
        self._hint.clicked.connect(self.hint)
        self._hint.setVisible(self.hints)
        self._undo = KeyButton(self.tr("Undo"), "Ctrl+Z")
        self._done = KeyButton(self.tr("Done"), "Ctrl+Enter", main=True)
        self._done.room_for((self.tr("Done"), *self._texts.every("done")))
        self._done.clicked.connect(self.done)
        self._done.setEnabled(False)
        self.waiting = WaitingFor(self.client, self._texts)
        for widget in (self.waiting, self._sheet, self._hint, self._undo, self._done):
            self.header_row.addWidget(widget, alignment=Qt.AlignmentFlag.AlignVCenter)

    def _connect(self) -> None:
        client, presenter, showing = self.client, self.presenter, self.showing
        showing.position_changed.connect(self._position_came)
        showing.room_changed.connect(self.show_room)
        showing.happened.connect(self._happened)
        showing.unfolded.connect(self._unfolded)
        showing.undone.connect(self._took_back)
        showing.changed.connect(self._steps_changed)
        client.chat.connect(self._chat)
        client.pointed.connect(self._pointed)
        notices = self.notices
        notices.link.left.connect(self.left)
        notices.link.again.connect(self.again)
        notices.steps.next.clicked.connect(showing.next)
        notices.steps.rest.clicked.connect(showing.rest)
        self.deeds.changed.connect(self._refresh)
        self.deeds.refused.connect(self._refused)
        self.deeds.said.connect(self.status)
        notices.news.wanted.connect(lambda: self.enter("log"))
        presenter.wanted.connect(self.deeds.act)
        presenter.pointed.connect(client.point)
        presenter.doubted.connect(self.deeds.why_not)
        presenter.undecided.connect(self._how_on)
        presenter.sheet_changed.connect(self._show_sheet)
        if self.cover is not None:
            notices.give_way(self.cover)
            presenter.sheet_closed.connect(self.cover.fold)
            self.cover.folded.connect(self._fold_changed)
        self.choices.came.connect(partial(self.over.ask, self.dock("decision")))
        self.choices.shown.connect(lambda: presenter.show_place(presenter.about()))
        self.choices.picked.connect(self.deeds.act)
        self.choices.place_wanted.connect(presenter.show_place)
        self.choices.place_pointed.connect(presenter.light_place)
        presenter.todo_changed.connect(self._show_todo)
        self.choices.considered.connect(presenter.light)
        self.chat.sent.connect(client.say)
        self.tabs.currentChanged.connect(lambda _: self._read())
        if self.advice is not None:
            self.advice.known.connect(lambda: self._hint.setVisible(self.hints))

    # ------------------------------------------------------------------------------------- what it shows

    def start(self) -> None:
        """All that came before this page was made."""
        self.showing.start()
        for line in self.client.talk:
            self._chat(line)

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        self.people.show_room(row)
        self.notices.vote.show_room(row)
        self.notices.away.show_room(row)
        self.notices.open_seat.show_room(row)
        self._show_waiting()
        players = [(seat.owner, seat.name, seat.ai) for seat in row.seats]
        if self._players != players:
            self._players = players
            self._choose()
        self._refresh()

    def _show_waiting(self) -> None:
        """A clock runs, be it seen or not."""
        row = self.client.room
        if row is not None and self._live:
            self.waiting.show_room(row, unseen=bool(self.showing.left))

    def show_link(self, state: str, code: str, sentence: str) -> None:
        """The connection: a word over a board that stays readable."""
        self.notices.link.show_link(state, code, sentence)
        self._live = self.chat.live = state == "in"
        for widget in (self.notices.vote, self.notices.away, self.notices.open_seat, self.waiting):
            widget.setEnabled(self._live)
        if not self._live:
            self.notices.vote.say("")
            self.notices.open_seat.say("")
            self.notices.away.pause()
            self.waiting.hide()
        self.deeds.drop()
        self._show_position()
        self._refresh()

    def _position_came(self, position: Position) -> None:
        self.deeds.came()
        self.notices.barrier.say("")
        self._choose()
        self.deeds.go_on()

    def _choose(self) -> None:
        """Of several seats here the one that is asked is shown, else the newest."""
        seats, deciding = self.client.seats(), self.showing.deciding()
        known = [p for p in self.showing.positions.values() if p.seat in seats or not seats]
        if not known:
            return
        newest = max(p.n for p in known)
        asked = [p for p in known if p.asked and p.seat in deciding]
        chosen = (asked or [p for p in known if p.n == newest])[0]
        was_asked, self._asked = self._asked, bool(asked)
        before, self._position = self._position, chosen
        if before is not None and _decisions(before) != _decisions(chosen):
            self.status.emit("")  # what was said was about another question
        self._show_position()
        self._refresh()
        if asked and not was_asked:
            if self._played and not self.showing.step_by_step and len(self._meanwhile) >= WORTH_TELLING:
                told = self.presenter.headlines(self._meanwhile)
                self.notices.news.tell([self._texts.event(event) for event in told], len(self._meanwhile))
            self._meanwhile = []
            self.alert.emit()
        elif was_asked and not asked:
            self._played = True
            self.notices.news.say("")

    def _show_position(self) -> None:
        """On the board; without a connection it can be looked at, and nothing can be done."""
        row, position = self.showing.room, self._position
        if row is None or position is None:
            return
        covered = self._covered(position)
        if covered or not self._may_decide(position):
            position = structs.replace(position, legal=Legal(()), asked=())
        if self.advice is not None:
            self.advice.moved_on(position if position.asked else None)
        if not covered:
            self.presenter.stepping = self.showing.step_by_step
            self.presenter.show(position, row, self.client.seats())

    def _may_decide(self, position: Position) -> bool:
        return self._live and not self.showing.left and position.seat in self.showing.deciding()

    def _covered(self, position: Position) -> bool:
        """Must the screen be handed over before this is seen?"""
        seats = self.client.seats()
        if not self.presenter.game.meta.hidden or len(seats) < 2 or position.seat not in seats:
            return False
        if self._eyes in (-1, position.seat):
            self._eyes = position.seat
            return False
        if position.asked and not self.hand_over.isVisible():
            self.hand_over.cover(self._texts.name("seat", position.seat))
        return True

    def _taken(self) -> None:
        """Whoever plays now sits here."""
        if self._position is not None:
            self._eyes = self._position.seat
            self._show_position()
            self._refresh()
            self.presenter.board.setFocus()

    def correct(self) -> None:
        """Asks everybody to put something right."""
        dialog = self.presenter.correction()
        if dialog is None:
            return
        dialog.setParent(self, dialog.windowFlags())
        dialog.proposed.connect(  # type: ignore[attr-defined]  # a presenter's dialog has it
            lambda action: self.client.propose("correct", -1, 0, action, then=self.deeds.answer)
        )
        dialog.open()

    def _happened(self, seat: int, events: list[Event]) -> None:
        # With several seats at this screen the same step is told for each: once is enough.
        if seat != (self.client.seats() or [-1])[0]:
            return
        self.log.add(events)
        if events:
            self.choices.tell(self._texts.event(events[-1].event))
        mine = self.client.seats()
        others = [e.event for e in events if e.actor not in mine]
        self._meanwhile += others
        if self.showing.step_by_step:
            first = self.presenter.headlines(others) or others[:1]
            self.notices.steps.told = " ".join(self._texts.event(event) for event in first)
        del self._meanwhile[:-MEANWHILE]
        self.presenter.told(events)

    def _unfolded(self, events: list[Event]) -> None:
        self.presenter.unfold([event.event for event in events])
        self._refresh()

    def _took_back(self, to: int) -> None:
        self.log.undo(to)
        newest = self.log.newest()
        self.choices.tell("" if newest is None else self._texts.event(newest.event))
        self.presenter.undone(to)

    def _refresh(self) -> None:
        row, position = self.showing.room, self._position
        if row is None or position is None:
            return
        heading = self.presenter.heading()
        self.show_heading(heading)
        self._done.setText(heading.done or self.tr("Done"))
        done = self.presenter.done()
        worth = (each.text for each in self.presenter.todo())
        left = "\n• ".join(filter(None, (self.presenter.left(), *worth)))
        self._done.setToolTip(left or self.tr("Ctrl+Enter"))
        may = bool(position.asked) and self._may_decide(position)
        self._done.setVisible(may and self._folded and bool(heading.done))
        self._done.setEnabled(done is not None and not self.deeds.busy)
        self._hint.setEnabled(may)
        self.taking_back.show(row, live=self._live, unseen=self.showing.why_wait)
        shown = position if self._may_decide(position) else None
        self.choices.show_position(shown, self._waiting(row))

    def _show_todo(self) -> None:
        self.choices.show_todo(self.presenter.todo())
        self._refresh()

    def _waiting(self, row: m.RoomRow) -> str:
        if row.result is not None:
            return self._texts.outcome(Outcome(row.result.ranking, row.result.scores, row.result.reason))
        who = [
            self.tr("Waiting: {what}").format(what=self.presenter.awaits(row, each)) for each in row.waiting
        ]
        return "\n".join(dict.fromkeys(who)) or self.tr("The table is at work.")

    def _chat(self, line: m.Chat) -> None:
        self.chat.add(line, self.client.room)
        self.notices.stuck.hear(line)
        if line.by and line.by != self.client.me and self.tabs.currentWidget() is not self.chat:
            self.chat.unread += 1
            self.over.mark(self.dock("talk"))
            self.tabs.setTabText(1, self.tr("Chat ({n})").format(n=self.chat.unread))

    def _read(self) -> None:
        if self.tabs.currentWidget() is self.chat:
            self.chat.unread = 0
            self.tabs.setTabText(1, self.tr("Chat"))

    def _pointed(self, by: int, place: tuple[int, ...]) -> None:
        """Rings and a name on the board; what is in sight stays where it is."""
        row = self.client.room
        name = next((p.name for p in row.people if p.no == by), "") if row is not None else ""
        if self.presenter.spot(place) is not None:
            Ping(self.presenter.board, name, lambda: self.presenter.spot(place))
            self.status.emit(self.tr("{name} points at a place").format(name=name))

    def act(self, action: Struct) -> None:
        """Submits an action for the position in sight."""
        self.deeds.act(action)

    def _refused(self) -> None:
        self._show_position()
        self._refresh()

    def home(self, gone: QWidget) -> QWidget:
        """The board, or the large panel while that lies over it."""
        return super().home(gone) if self.cover is None or self._folded else self.cover.panel

    def talk(self) -> None:
        """The keyboard goes to the chat."""
        self.dock("talk").bring()
        self.tabs.setCurrentWidget(self.chat)
        self.chat.focus_line()

    # ---------------------------------------------------------------------------------- what is wanted

    @property
    def hints(self) -> bool:
        """Has this game a computer player who can say why?"""
        return self.advice is not None and self.advice.hints

    def hint(self) -> None:
        """What a strong player would do here, and why."""
        position = self._position
        if self.deeds.unseen():
            return
        if self.advice is None or position is None or not position.asked or not self._may_decide(position):
            self.status.emit(self.tr("Nothing is asked of you now."))
        elif not self._covered(position):
            self.advice.hint(position)

    # ----------------------------------------------------------------------------------- step by step

    def _steps_changed(self) -> None:
        showing = self.showing
        due = showing.due
        if showing.left and due and not self._due:
            self.alert.emit()
        self._due = due
        self.notices.steps.show_steps(showing)
        self._show_waiting()
        self._refresh()

    # ------------------------------------------------------------------------------- the large panel

    def _show_sheet(self) -> None:
        """The button that brings it back, and the panel itself if it wants to be seen."""
        title = self.presenter.sheet_title()
        self._sheet.setText(title)
        self._sheet.setVisible(bool(title))
        if self.cover is None:
            return
        focus = self.window().focusWidget()
        # Who writes or looks something up is not interrupted: the button tells.
        board = self.presenter.board
        free = focus in (None, board, self._done) or self.choices.isAncestorOf(focus)
        if not title:
            self.cover.fold()
        elif self.presenter.sheet_opens() and free:
            self.open_sheet()

    def open_sheet(self, why: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Unfolds the large panel."""
        if self.cover is not None and self.presenter.sheet_title():
            self.cover.unfold()
            self.cover.panel.setFocus(why)

    def _want_sheet(self) -> None:
        """Somebody opens it to answer there: the keyboard goes to the first answer."""
        self.open_sheet(Qt.FocusReason.ShortcutFocusReason)

    def uncover(self) -> None:
        """The large panel is folded; its button brings it back."""
        if self.cover is not None:
            self.cover.fold()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """R leads to the large panel, where it is what one answers with."""
        back = event.key() == Qt.Key.Key_R and not event.modifiers() and not event.isAutoRepeat()
        if back and self._folded and self.cover is not None:
            self._want_sheet()
        else:
            super().keyPressEvent(event)

    @property
    def _folded(self) -> bool:
        """Does the large panel, if there is one, leave the board in sight?"""
        return self.cover is None or not self.cover.isVisible()

    def _fold_changed(self, folded: bool) -> None:
        if folded:
            self.presenter.sheet_folded()
            self.presenter.board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._sheet.setVisible(bool(self.presenter.sheet_title()))
        self._refresh()

    def done(self) -> None:
        """The main button. Under the large panel nobody sees what it would end."""
        action = self.presenter.done()
        if action is not None and self._folded:
            self.act(action)

    def _how_on(self) -> None:
        """What is left, the key that takes it up, and that of the main button."""
        if self.presenter.done() is not None and self._folded and not self.deeds.busy:
            how = self.tr("{key}: {done}").format(key=self._done.key, done=self._done.text())
            left = self.presenter.left()
            tab = self.tr("Tab takes up the next") if left else ""
            self.status.emit(" · ".join(filter(None, (left, tab, how))))
