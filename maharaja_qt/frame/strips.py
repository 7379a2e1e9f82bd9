"""Strips over a page: the connection, what is asked of all, who is gone, what happened meanwhile.

Each is made once and only changes its words, so that nobody else moves the keyboard's place.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QTimer, Signal
from PySide6.QtGui import QCursor, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenu, QPushButton, QWidget

from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.frame.players import fill_menu
from maharaja_qt.frame.showing import Showing
from maharaja_qt.frame.widgets import Button, dress, plain
from net import messages as m

TICK_MS: Final = 500
NEAR: Final = 8
"""So many pixels a pointer may tremble."""
SENT_AWAY: Final = frozenset({"removed", "banned"})
"""Ends of a connection after which no seat is kept."""


def clock(ms: float) -> str:
    """So many minutes and seconds."""
    minutes, seconds = divmod(max(0, int(ms)) // 1000, 60)
    return f"{minutes}:{seconds:02}"


class _Late(Button):
    """A button that may come to lie under a pointer that was about to press something else: such a press does
    not count."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._came: tuple[QPoint, QElapsedTimer] | None = None

    def showEvent(self, event: QShowEvent) -> None:
        """Where the pointer was when it came."""
        super().showEvent(event)
        since = QElapsedTimer()
        since.start()
        self._came = QCursor.pos(), since

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Counts if the pointer has come here since, or had the time to see it."""
        if self._came is not None:
            there, since = self._came
            near = (event.globalPosition().toPoint() - there).manhattanLength() <= NEAR
            if near and since.elapsed() < QApplication.doubleClickInterval():
                return
        super().mousePressEvent(event)


class Strip(QFrame):
    """A sentence across the page, with buttons; hidden while there is nothing to say."""

    passing: ClassVar[bool] = False
    """Does it wait for nothing, once it is read?"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.text = plain("", "small", wrap=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 6, 16, 6)
        self._row.addWidget(self.text, 1)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)
        self.hide()

    def add(self, text: str) -> QPushButton:
        """One more button."""
        made = _Late(text)
        dress(made, "quiet")
        made.setAutoDefault(False)
        self._row.addWidget(made)
        return made

    def say(self, text: str) -> None:
        """Shows a sentence; '' hides the strip."""
        if text != self.text.text():
            self.text.setText(text)
        if bool(text) == self.isHidden():
            self.setVisible(bool(text))
        self._soon.start()

    def resizeEvent(self, event: object) -> None:
        """Other lines."""
        self._soon.start()

    def changeEvent(self, event: QEvent) -> None:
        """Other type."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._soon.start()

    def _fit(self) -> None:
        """As high as its words are at this width."""
        row = self._row
        row.activate()
        if self.isHidden():
            return
        buttons = [each.sizeHint().height() for each in self.findChildren(QPushButton) if not each.isHidden()]
        words = self.text.heightForWidth(max(self.text.width(), 200))
        margins = row.contentsMargins()
        border = self.height() - self.contentsRect().height()
        high = max([words, *buttons]) + margins.top() + margins.bottom() + border
        if high != self.minimumHeight():
            self.setFixedHeight(high)
            self._soon.start()  # the words may have another width then


class LinkStrip(Strip):
    """The own connection: lost and being tried again, or gone for good."""

    again = Signal()
    left = Signal()

    def __init__(self, client: Client, *, board: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._board = board
        self.retry = self.add(self.tr("Join again"))
        self.retry.clicked.connect(self.again)
        self.leave = self.add(self.tr("Back to the start page"))
        self.leave.clicked.connect(self.left)

    def show_link(self, state: str, code: str, sentence: str) -> None:
        """A state of the connection and why, as a code and in words."""
        self.retry.setVisible(state == "out")
        if state == "lost":
            self.say(
                self.tr(
                    "Connection to {table} lost, trying again. What you see is the last that was heard."
                ).format(table=self._client.welcome.name if self._client.welcome is not None else "")
            )
        elif state == "out":
            said = [sentence]
            if self._board:
                said.append(self.tr("Board and log stay readable."))
                if self._client.seats() and code not in SENT_AWAY:
                    said.append(self.tr("Your seat is kept for when the game goes on."))
            self.say(" ".join(said))
        else:
            self.say("")

    def show_try(self, sentence: str, *, again: bool) -> None:
        """What becomes of a try to come back to a table that had ended."""
        self.retry.setVisible(again)
        self.say(sentence)


class VoteStrip(Strip):
    """What somebody asks all others to agree to."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._texts = texts
        self._number = 0
        self.yes = self.add(self.tr("Agree"))
        self.no = self.add(self.tr("No"))
        self.yes.clicked.connect(lambda: client.vote(self._number, yes=True))
        self.no.clicked.connect(lambda: client.vote(self._number, yes=False))

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        asked = row.proposal
        if asked is None:
            self.say("")
            return
        self._number = asked.number
        name = row.seats[asked.seat].name if 0 <= asked.seat < len(row.seats) else self.tr("The host")
        what = ""
        game = self._client.game
        if asked.action and game is not None:
            what = self._texts.action(game.codec.action.decode(asked.action))
        undone = self._undone(asked)
        kind = "take-back-of" if undone else asked.kind
        said = self._texts.say(
            "proposal", kind, {"name": name, "line": asked.line + 1, "what": undone or what}
        )
        missing = [
            seat.name
            for number, seat in enumerate(row.seats)
            if seat.owner and not seat.ai and number not in asked.agreed
        ]
        wait = self.tr("Still to answer: {names}.").format(names=", ".join(dict.fromkeys(missing)))
        self.say(f"{said} {wait}")
        open_ = bool(set(self._client.seats()) - set(asked.agreed))
        self.yes.setVisible(open_)
        self.no.setVisible(open_)

    def _undone(self, asked: m.ProposalRow) -> str:
        """What happened in the line that is to be taken back first: a log has no numbers."""
        if asked.kind != "take-back":
            return ""
        told = (each for _, events in self._client.told for each in events if each.n == asked.line)
        first = next(told, None)
        return self._texts.event(first.event) if first is not None else ""


class AwayStrip(Strip):
    """A seat whose owner has lost the connection, and what the host may do about it; or a pause."""

    def __init__(self, client: Client, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._texts = texts
        self._seat = -1
        self.play = self.add(self.tr("Let the AI play on"))
        self._policies = QMenu(self)
        self.play.setMenu(self._policies)
        self.wait = self.add(self.tr("Keep waiting"))
        self.wait.clicked.connect(lambda: client.ask("after-drop", 60_000, text="wait"))
        self.stop = self.add(self.tr("Save and stop"))
        self.stop.clicked.connect(lambda: client.ask("stop"))
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._count)

    def show_room(self, row: m.RoomRow) -> None:
        """The newest state of the room."""
        me = next((p for p in row.people if p.no == self._client.me), None)
        away = {p.no for p in row.people if p.away_ms >= 0}
        gone = [n for n, s in enumerate(row.seats) if s.owner in away and not s.ai]
        if row.phase != "playing" or not gone:
            self._seat = -1
            self._timer.stop()
            self.say(self.tr("Paused: no clock runs.") if row.paused else "")
            for each in (self.play, self.wait, self.stop):
                each.hide()
            return
        self._seat = gone[0]
        host = me is not None and me.host
        if host and self._policies.isEmpty() and self._client.game is not None:
            fill_menu(self._policies, self._client.game, self._texts, "{policy}", self._stand_in)
        for each in (self.play, self.stop):
            each.setVisible(host)
        self.wait.setVisible(host and row.seats[self._seat].grace_ms >= 0)
        self._count()
        self._timer.start()

    def pause(self) -> None:
        """Without a connection nothing is known of others."""
        self._seat = -1
        self._timer.stop()
        self.say("")

    def _stand_in(self, policy: str) -> None:
        self._client.ask("stand-in", self._seat, text=policy)

    def _count(self) -> None:
        row = self._client.room
        if row is None or not 0 <= self._seat < len(row.seats):
            return
        seat = row.seats[self._seat]
        said = self.tr("{name} ({seat}) has lost the connection. The seat is kept.").format(
            name=seat.name, seat=self._texts.name("seat", self._seat)
        )
        if seat.grace_ms >= 0:
            left = clock(seat.grace_ms - (time.monotonic() - self._client.room_at) * 1000)
            rule = row.rules.after_drop
            what = (
                self.tr("In {time} the game is saved and stopped.")
                if rule == "save"
                else self.tr("In {time} the AI ({policy}) plays on until they are back.")
            )
            said += " " + what.format(time=left, policy=self._texts.say("policy", rule, {}))
        self.say(said)


class StuckStrip(Strip):
    """The game cannot be saved, so it stands still; whoever hosts it may save a copy elsewhere meanwhile."""

    def __init__(self, client: Client, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self.elsewhere = self.add(self.tr("Save a copy elsewhere …"))
        self.elsewhere.hide()

    def hear(self, line: m.Chat) -> None:
        """What the table says of it."""
        if not line.by and line.code == "stuck":
            said = self.tr("The game cannot be saved: {why}. It stands still, and nothing is lost.")
            how = self.tr("It is tried again every second: make room, and it goes on by itself.")
            why, row = str(dict(line.params).get("why", "")), self._client.room
            hosting = row is not None and any(p.host and p.no == self._client.me for p in row.people)
            self.elsewhere.setVisible(hosting)
            self.say(f"{said.format(why=why)} {how if hosting else ''}".strip())
        elif not line.by and line.code == "unstuck":
            self.say("")


class BarrierStrip(Strip):
    """Why a step cannot simply be undone, and the way beyond: to ask the others."""

    passing = True
    wanted = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._of = (-1, -1)
        self.ask = self.add(self.tr("Ask the others to take it back"))
        self.ask.clicked.connect(self._ask)

    def stand(self, reason: str, seat: int, line: int, *, alone: bool) -> None:
        """This seat cannot go back before this line by itself; `alone`: nobody else has a say."""
        self._of = seat, line
        self.ask.setText(self.tr("Take it back") if alone else self.tr("Ask the others to take it back"))
        self.say(reason)

    def _ask(self) -> None:
        self.say("")
        self.wanted.emit(*self._of)


class StepStrip(Strip):
    """Whoever goes step by step reads here how much there is to be seen, and goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = ""
        """What was seen last of others, in a sentence."""
        self.next = self.add(self.tr("Next step"))
        self.next.setToolTip(self.tr("Shows the next thing that happened, and no more (.)"))
        self.rest = self.add(self.tr("Show the rest at once"))
        self.rest.setToolTip(self.tr("To the present, and from then on all as it comes (Ctrl+R)"))

    def show_steps(self, showing: Showing) -> None:
        """How many steps are left, and whether a decision comes after them."""
        left = showing.left
        if not showing.step_by_step:
            self.told = ""
            self.say("")
            return
        if left:
            said = self.tr("One step to be seen.") if left == 1 else self.tr("{n} steps to be seen.")
            said = said.format(n=left)
            if showing.due:
                said += " " + self.tr("Then you decide: the table waits for your answer.")
        elif showing.due:
            said = self.tr("You see the present, and it is you who decides.")
        elif showing.awaited:
            said = self.tr("The next step is shown as soon as there is one.")
        else:
            said = self.tr("You see the present: what happens next waits for you.")
        self.say(f"{self.told or self.tr('Step by step.')} {said}")


class NewsStrip(Strip):
    """What happened since somebody here was asked last."""

    passing = True
    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_log = self.add(self.tr("Log"))
        self.show_log.setToolTip(self.tr("Show all of it in the log"))
        self.show_log.clicked.connect(self.wanted)
        self.close_it = self.add(self.tr("Close"))
        self.close_it.clicked.connect(lambda: self.say(""))

    def tell(self, sentences: Sequence[str], of: int) -> None:
        """These, and how many there were."""
        more = self.tr("{n} more in the log.").format(n=of - len(sentences)) if of > len(sentences) else ""
        said = " ".join((*sentences, more)).strip()
        self.say(self.tr("While you waited: {said}").format(said=said) if sentences else "")
