"""What whoever sits at a table wants done: one thing at a time goes to the table, and undo and redo that are
pressed meanwhile come after it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from core.game import Refusal
from core.texts import Texts
from maharaja_qt.client import Client, Position
from maharaja_qt.frame.showing import Showing
from maharaja_qt.frame.taking_back import TakingBack
from net import messages as m


class Deeds(QObject):
    """Actions, undo and redo. Nothing changes until the table answers, and nothing new is sent before what
    came of it is in sight."""

    changed = Signal()
    """`busy` may be another."""
    refused = Signal()
    said = Signal(str)
    """A sentence for the status line."""
    did = Signal(str, object)
    """Somebody here gave this answer to a question of this kind, and the table took it."""

    def __init__(
        self,
        client: Client,
        texts: Texts,
        showing: Showing,
        back: TakingBack,
        in_sight: Callable[[], Position | None],
        may_decide: Callable[[Position], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client, self._texts, self._showing, self._back = client, texts, showing, back
        self._in_sight, self._may_decide = in_sight, may_decide
        self._asked = False
        """Is an answer of the table awaited?"""
        self._until = -1
        """What the table has done comes into sight with this line; -1: it is."""
        self._queue: list[Callable[[], None]] = []
        back.asked.connect(self._ask)
        back.answered.connect(self.answer)
        back.said.connect(self.said)

    @property
    def busy(self) -> bool:
        """Is something on its way?"""
        return self._asked or self._until >= 0

    def _ask(self) -> None:
        self._asked = True
        self.changed.emit()

    def came(self) -> None:
        """A position is in sight."""
        if not self._asked:
            self._until = -1

    def go_on(self) -> None:
        """What was pressed meanwhile, now that the position in sight is the one it was meant for."""
        while self._queue and not self.busy:
            self._queue.pop(0)()

    def drop(self) -> None:
        """No answer comes any more."""
        self._asked, self._until = False, -1
        self._queue.clear()

    def answer(self, answer: m.Answer) -> None:
        """What the table says to something that was wanted."""
        # What was done is in sight with the next position: until then the old one is not answered again.
        newest = max((p.n for p in self._showing.positions.values()), default=-1)
        self._asked = False
        self._until = answer.n if not answer.code and answer.n > newest else -1
        if answer.code:
            self._queue.clear()
            self.said.emit(self._texts.refusal(Refusal(answer.code, answer.rule, dict(answer.params))))
            self.refused.emit()
        self.changed.emit()
        self.go_on()

    # --------------------------------------------------------------------------------------- actions

    def act(self, action: Struct) -> None:
        """Submits an action for the position in sight."""
        position = self._fits(action)
        if self.unseen() or position is None or self.busy or not self._may_decide(position):
            return

        def acted(answer: m.Answer) -> None:
            if not answer.code:
                self._back.redo.did(position.seat, action)
                self.did.emit(position.asked[0].kind if position.asked else "", action)
            self.answer(answer)

        self._ask()
        self._client.act(position, action, acted)

    def _fits(self, action: Struct) -> Position | None:
        """The position an action is for: the one in sight, or that of another seat of whoever sits here."""
        mine = [p for p in self._showing.positions.values() if p.seat in self._showing.deciding()]
        shown = self._in_sight()
        known = mine if shown is None else [shown, *mine]
        return next((p for p in known if p.legal.contains(action)), shown)

    def why_not(self, action: Struct) -> None:
        """Asks the table why something is not legal: it is refused, with the rule."""
        position = self._in_sight()
        if position is None or not position.asked or self.busy or not self._may_decide(position):
            return
        if position.legal.contains(action):
            return

        def told(answer: m.Answer) -> None:
            if answer.rule:
                self.said.emit(self._texts.refusal(Refusal(answer.code, answer.rule, dict(answer.params))))

        self._client.act(position, action, told)

    # --------------------------------------------------------------------------------- back and again

    def undo(self) -> None:
        """The last step of somebody here back."""
        if self.busy:
            self._queue.append(self.undo)
        elif not self.unseen():
            self._back.undo()

    def redo(self) -> None:
        """What was taken back last, again."""
        if self.busy:
            self._queue.append(self.redo)
            return
        position = self._in_sight()
        if self.unseen() or position is None:
            return
        action = self._back.again(position)
        if action is None:
            self._queue.clear()
        else:
            self.act(action)

    def unseen(self) -> bool:
        """Is there something to be seen before anybody here does anything? Then it is said."""
        why = self._showing.why_wait
        if why:
            self._queue.clear()
            self.said.emit(why)
        return bool(why)
