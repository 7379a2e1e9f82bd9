"""What somebody here did, back and once more: the button, the barrier, and what was taken back."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from core.game import Refusal
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.client import Client
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

    answered = Signal(object)
    """`m.Answer`: what the table says to it."""

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
        self.redo = Redo()
        barrier.wanted.connect(self._ask_back)

    @property
    def can_undo(self) -> bool:
        """Was the last step that of somebody here? A barrier may still stand behind it."""
        return self._log.last_actor() in self._client.seats()

    def show(self, *, playing: bool) -> None:
        """Grey if nothing of whoever sits here came last; it keeps the keyboard, and a press says why."""
        button = self._button
        button.setEnabled(bool(self._client.seats()) and playing)
        why_not = "" if self.can_undo else self._texts.say("refusal", "nothing-to-undo", {})
        button.setToolTip(why_not or self.tr("Take your last step back (Ctrl+Z)"))
        button.setAccessibleDescription(why_not or button.key)
        if button.property(IDLE) != bool(why_not):
            button.setProperty(IDLE, bool(why_not))
            button.style().polish(button)

    def undo(self) -> None:
        """The last step back; if a barrier stands behind it, its reason is told."""
        seats, last = self._client.seats(), self._log.last_actor()
        if seats:
            seat = last if last in seats else seats[0]
            self._client.undo(seat, lambda answer: self._undone(seat, answer))

    def _undone(self, seat: int, answer: m.Answer) -> None:
        self.answered.emit(answer)
        line = dict(answer.params).get("line")
        if not answer.code:
            self.redo.undid(seat)
        elif answer.code == "barrier" and isinstance(line, int):
            reason = self._texts.refusal(Refusal(answer.code, "", dict(answer.params)))
            self._barrier.stand(reason, seat, line)

    def _ask_back(self, seat: int, line: int) -> None:
        """Beyond the barrier all others have to agree."""
        self._client.propose("take-back", seat, line, then=self.answered.emit)
