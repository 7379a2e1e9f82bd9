"""What somebody here did, back and once more: the button, the barrier, and what was taken back."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from core.game import Refusal
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.client import Client, Position
from maharaja_qt.frame.key_button import KeyButton
from maharaja_qt.frame.log import Log
from maharaja_qt.frame.strips import BarrierStrip
from net import messages as m

IDLE: Final = "idle"
"""Property of a button that looks grey, and says why when it is pressed."""


class Redo:
    """Remembers what somebody here did and took back, per seat. Anything else done empties it."""

    def __init__(self) -> None:
        self._done: list[tuple[int, Struct]] = []
        self._undone: list[tuple[int, Struct]] = []

    def did(self, seat: int, action: Struct) -> None:
        """An action was carried out."""
        if self._undone and self._undone[-1] == (seat, action):
            self._undone.pop()
        else:
            self._undone.clear()
        self._done.append((seat, action))

    def undid(self, seat: int) -> None:
        """The last step of a seat was taken back."""
        if self._done and self._done[-1][0] == seat:
            self._undone.append(self._done.pop())

    def next(self, seat: int, legal: Legal[Struct]) -> Struct | None:
        """What a seat would do again now."""
        if not self._undone or self._undone[-1][0] != seat:
            return None
        action = self._undone[-1][1]
        return action if legal.contains(action) else None


class TakingBack(QObject):
    """Asks the table for it; what stands in the way is told on a strip."""

    asked = Signal()
    """The table has been asked to take a step back; `answered` comes."""
    answered = Signal(object)
    """`m.Answer`: what the table says to it."""
    said = Signal(str)
    """A sentence for the status line."""

    def __init__(
        self,
        client: Client,
        texts: Texts,
        log: Log,
        button: KeyButton,
        barrier: BarrierStrip,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._texts, self._log = client, texts, log
        self._button, self._barrier = button, barrier
        self.why_not = ""
        """Why no press of the button takes a step back at once; '' if it does."""
        self.redo = Redo()
        barrier.wanted.connect(self._ask_back)

    def show(self, row: m.RoomRow, *, live: bool, unseen: str) -> None:
        """Lit where a press takes a step back at once; else grey, with the reason as its tip. It keeps the
        keyboard, and a press says why too, unless nothing at all can come of one."""
        button, own = self._button, self._client.seats()
        self.why_not = why_not = self._reason(row, live=live, unseen=unseen)
        button.setEnabled(bool(own) and live and row.phase == "playing")
        button.setToolTip(why_not or self.tr("Take your last step back (Ctrl+Z)"))
        button.setAccessibleDescription(why_not or button.key)
        if button.property(IDLE) != bool(why_not):
            button.setProperty(IDLE, bool(why_not))
            button.style().polish(button)

    def _reason(self, row: m.RoomRow, *, live: bool, unseen: str) -> str:
        own, newest = self._client.seats(), self._log.newest()
        if not own:
            return self.tr("You look on: there is nothing of yours to undo.")
        if not live:
            return self.tr("Without a connection to the table nothing can be undone.")
        if row.phase != "playing":
            return self.tr("The game is over: nothing is undone any more.")
        if unseen:
            return unseen
        if newest is None or newest.actor < 0:
            return self.tr("Nothing has been done yet that could be undone.")
        if newest.actor not in own:
            return self._texts.say("refusal", "nothing-to-undo", {})
        if row.seats[newest.actor].ai:
            return self.tr("The computer player did this for you: take the seat back first.")
        if newest.barrier and row.proposal is not None:
            return self.tr("All are being asked something: wait for their answers.")
        return self._barred(newest.barrier) if newest.barrier else ""

    def _barred(self, barrier: str) -> str:
        if self._alone():
            why = self._texts.say("barrier", barrier, {})
            return self.tr("{why}: that is not simply undone.").format(why=why[:1].upper() + why[1:])
        return self._texts.refusal(Refusal("barrier", "", {"barrier": barrier}))

    def _alone(self) -> bool:
        """Has nobody else a say?"""
        row = self._client.room
        return row is not None and all(s.owner in (0, self._client.me) or s.ai for s in row.seats)

    def again(self, position: Position) -> Struct | None:
        """What was taken back last, if it can be done again; else that is said."""
        action = self.redo.next(position.seat, position.legal)
        if action is None:
            self.said.emit(self.tr("There is nothing to do again."))
        return action

    def undo(self) -> None:
        """The last step back; if a barrier stands behind it, its reason is told."""
        row, seats, last = self._client.room, self._client.seats(), self._log.last_actor()
        if row is not None and row.proposal is not None and self.why_not:
            self.said.emit(self.why_not)
        elif seats:
            seat = last if last in seats else seats[0]
            self.asked.emit()
            self._client.undo(seat, lambda answer: self._undone(seat, answer))

    def _undone(self, seat: int, answer: m.Answer) -> None:
        params = dict(answer.params)
        line, barrier = params.get("line"), params.get("barrier")
        if not answer.code:
            self.redo.undid(seat)
        self.answered.emit(answer)
        if answer.code == "barrier" and isinstance(line, int):
            self._barrier.stand(self._barred(str(barrier)), seat, line, alone=self._alone())

    def _ask_back(self, seat: int, line: int) -> None:
        """Beyond the barrier all others have to agree."""
        self._client.propose("take-back", seat, line, then=self.answered.emit)
