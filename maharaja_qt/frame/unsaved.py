"""What could not be saved: said over the foot of the window until it has been dealt with."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from maharaja_qt.frame.strips import Strip


class _Case(Struct, frozen=True, eq=False):
    why: str
    again: Callable[[], None]
    elsewhere: Callable[[], None] | None


class Unsaved(Strip):
    """The newest case is shown; once that is dealt with, the one before it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._cases: list[_Case] = []
        self.again = self.add(self.tr("Try again"))
        self.again.clicked.connect(lambda: self._next(self._cases[-1].again))
        self.elsewhere = self.add(self.tr("Save elsewhere …"))
        self.elsewhere.clicked.connect(self._elsewhere)
        self.let_be = self.add(self.tr("Let it be"))
        self.let_be.clicked.connect(lambda: self._next(lambda: None))
        over.installEventFilter(self)
        self.installEventFilter(self)

    def tell(self, why: str, again: Callable[[], None], elsewhere: Callable[[], None] | None = None) -> None:
        """This was not saved. `again` tries the same, `elsewhere` asks where to; both tell what still goes
        wrong."""
        self._cases.append(_Case(why, again, elsewhere))
        self._show()

    def _next(self, do: Callable[[], None]) -> None:
        self._cases.pop()
        do()
        self._show()

    def _elsewhere(self) -> None:
        elsewhere = self._cases[-1].elsewhere
        if elsewhere is not None:
            self._next(elsewhere)

    def _show(self) -> None:
        case = self._cases[-1] if self._cases else None
        self.elsewhere.setVisible(case is not None and case.elsewhere is not None)
        self.say(
            self.tr("Not saved: {why}. Nothing of the game is lost.").format(why=case.why) if case else ""
        )
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.setGeometry(0, self._over.height() - self.height(), self._over.width(), self.height())
        return False
