"""A game to look at: the board as it was after any line of the record, and nothing of the live table."""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec import structs
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider

from core.legal import Legal
from maharaja_qt.client import Event, Position
from maharaja_qt.frame.advice import Advisor
from maharaja_qt.frame.board_page import BoardPage
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button, plain
from maharaja_qt.reading import Recording
from net.messages import Result, RoomRow, Rules, SeatRow

STEP_MS: Final = 700
LOG_MS: Final = 80
"""How long the slider rests before the log is written anew."""


class ReplayPage(BoardPage):
    """The slider goes over all lines both ways. The board is read-only, in a frame that says so."""

    left = Signal()
    continued = Signal(int)
    """A new game is wanted that goes on after this line."""
    heights: ClassVar[dict[str, int]] = {"order": 480, "card": 230, "score": 240, "talk": 340}

    def __init__(
        self,
        recording: Recording,
        presenter: Presenter,
        preferences: Preferences,
        advisor: Advisor | None = None,
    ) -> None:
        super().__init__(presenter, preferences, advisor)
        self.recording = recording
        self.at = -1
        self._room = _room(recording)
        self._frame()
        self.add_presented()
        self.add_pages(
            self.tr("The game"),
            (("log", self.tr("Log"), self.log), ("rules", self.tr("Rules"), self.rules)),
        )
        leave = button(self.tr("Close replay"))
        leave.clicked.connect(self.left)
        self.go_on = button(self.tr("Continue from here as a new game"))
        self.go_on.clicked.connect(lambda: self.continued.emit(recording.stills[self.at].n))
        self.header_row.addWidget(self.go_on)
        self.header_row.addWidget(leave)
        self._log_soon = QTimer(self, interval=LOG_MS, singleShot=True)
        self._log_soon.timeout.connect(lambda: self.log.show(self._told(self.at)))
        self._timer = QTimer(self, interval=STEP_MS)
        self._timer.timeout.connect(self._next)
        presenter.time_wanted.connect(self._go_to)

    def _frame(self) -> None:
        frame = QFrame()
        frame.setObjectName("frozen")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        row.addWidget(plain(self.tr("Replay"), "heading"))
        self.play = button(self.tr("Play"), quiet=True)
        self.play.clicked.connect(self.toggle)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Step of the game"))
        self.slider.setRange(0, len(self.recording.stills) - 1)
        self.slider.setPageStep(10)
        self.slider.valueChanged.connect(self.show_still)
        self._where = plain("", "small")
        for sign, name, by in (("◀", self.tr("One step back"), -1), ("▶", self.tr("One step on"), 1)):
            step = button(sign, quiet=True)
            step.setAccessibleName(name)
            step.setToolTip(name)
            step.clicked.connect(lambda _=False, by=by: self.slider.setValue(self.slider.value() + by))
            row.addWidget(step)
        row.addWidget(self.play)
        row.addWidget(self.slider, 1)
        row.addWidget(self._where)
        self.column.addWidget(frame)

    def start(self) -> None:
        """Shows the end; the beginning of the way back."""
        self.zoom(Qt.Key.Key_0)  # all of the sheet, until somebody looks closer
        self.slider.setValue(self.slider.maximum())
        self.show_still(self.slider.value())

    def show_still(self, at: int) -> None:
        """The position after a line; the same whichever way one has come."""
        if at == self.at:
            return
        stills = self.recording.stills
        still = stills[at]
        forward = at == self.at + 1
        self.at = at
        told = self._told(at)
        if forward and not self._log_soon.isActive():
            self.log.show(told)
        else:
            self._log_soon.start()
        self.presenter.told(told[-len(still.events) :] if forward and still.events else [])
        self.presenter.count(told)
        end = self.recording.outcome if at == len(stills) - 1 else None
        result = Result(end.ranking, end.scores, end.reason) if end is not None else None
        room = structs.replace(self._room, result=result)
        self.presenter.show(Position(-1, still.n, still.view, Legal(()), ()), room, ())
        if self.advice is not None:
            self.advice.moved_on(None)
        self.show_heading(self.presenter.heading())
        self._where.setText(
            self.tr("Step {n} of {all}").format(n=still.n + 1, all=self.recording.stills[-1].n + 1)
        )
        self.go_on.setEnabled(not (self.recording.over and at == len(stills) - 1))

    def _go_to(self, time: int) -> None:
        """Where a turn begins, if the game came so far."""
        stills = enumerate(self.recording.stills)
        at = next((at for at, still in stills if self.presenter.time(still.view) >= time), None)
        if at is not None:
            self.slider.setValue(at)

    def _told(self, at: int) -> list[Event]:
        """What had happened up to there, without what had been taken back by then."""
        told: list[Event] = []
        for still in self.recording.stills[: at + 1]:
            if still.undoes >= 0:
                told = [event for event in told if event.n < still.undoes]
            told += still.events
        return told

    def stop(self) -> None:
        """Nothing comes any more."""
        self._timer.stop()
        self._log_soon.stop()
        if self.advice is not None:
            self.advice.close()

    def toggle(self) -> None:
        """Plays from here on, or stops; from the end it begins anew."""
        if self._timer.isActive():
            self._timer.stop()
        else:
            if self.slider.value() == self.slider.maximum():
                self.slider.setValue(0)
            self._timer.start()
        self._say_play()

    def _next(self) -> None:
        self.slider.setValue(self.slider.value() + 1)
        if self.slider.value() == self.slider.maximum():
            self._timer.stop()
            self._say_play()

    def _say_play(self) -> None:
        self.play.setText(self.tr("Pause") if self._timer.isActive() else self.tr("Play"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """`[` and `]` step, Space plays and pauses."""
        if event.text() in ("[", "]"):
            self.slider.setValue(self.slider.value() + (1 if event.text() == "]" else -1))
        elif event.key() == Qt.Key.Key_Space:
            self.toggle()
        else:
            super().keyPressEvent(event)


def _room(recording: Recording) -> RoomRow:
    """The table as it would be told of, if it were one."""
    seats = []
    for label in recording.labels:
        ai = label.removeprefix("ai:") if label.startswith("ai:") else ""
        seats.append(SeatRow(0, "" if ai else label, ai))
    return RoomRow(
        "over" if recording.over else "playing", "", Rules(), False, recording.options, (), tuple(seats),
        (), None, recording.stills[-1].n, True,
    )  # fmt: skip
