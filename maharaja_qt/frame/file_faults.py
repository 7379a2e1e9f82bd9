"""What could not be saved or opened: said over the foot of the window until it has been dealt with."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from maharaja_qt.faults import Said
from maharaja_qt.frame.strips import Strip

_log = logging.getLogger(__name__)


class _Case(Struct, frozen=True, eq=False):
    said: Said
    again: Callable[[], None] | None = None
    elsewhere: Callable[[], None] | None = None

    @property
    def saving(self) -> bool:
        return self.again is not None


class FileFaults(Strip):
    """The newest case is shown; once that is dealt with, the one before it. Of each there is one sentence;
    paths and lines stand behind *More*, and in the log of the program."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._cases: list[_Case] = []
        self.more = self.add(self.tr("More"))
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda _: self._tell())
        self.again = self.add(self.tr("Try again"))
        self.again.clicked.connect(lambda: self._next(self._cases[-1].again))
        self.elsewhere = self.add(self.tr("Save elsewhere …"))
        self.elsewhere.clicked.connect(lambda: self._next(self._cases[-1].elsewhere))
        self.let_be = self.add(self.tr("Close"))
        self.let_be.clicked.connect(lambda: self._next(None))
        over.installEventFilter(self)
        self.installEventFilter(self)

    def not_saved(
        self, said: Said, again: Callable[[], None], elsewhere: Callable[[], None] | None = None
    ) -> None:
        """`again` tries the same, `elsewhere` asks where to; both tell what still goes wrong."""
        self._came(_Case(said, again, elsewhere))

    def not_opened(self, said: Said) -> None:
        """A file that cannot be read: a newer try takes the place of an older one."""
        self._cases = [case for case in self._cases if case.saving]
        self._came(_Case(said))

    def opening(self) -> None:
        """Somebody tries another file: what is wrong with the last one is of no interest any more."""
        self._cases = [case for case in self._cases if case.saving]
        self._show()

    def _came(self, case: _Case) -> None:
        if case.said.details:
            _log.warning("%s", case.said.details)
        self._cases.append(case)
        self._show()

    def _next(self, do: Callable[[], None] | None) -> None:
        self._cases.pop()
        if do is not None:
            do()
        self._show()

    def _show(self) -> None:
        case = self._cases[-1] if self._cases else None
        self.more.setChecked(False)
        self.more.setVisible(case is not None and bool(case.said.details))
        self.again.setVisible(case is not None and case.saving)
        self.elsewhere.setVisible(case is not None and case.elsewhere is not None)
        self.let_be.setText(self.tr("Let it be") if case is not None and case.saving else self.tr("Close"))
        self._tell()
        self.raise_()

    def _tell(self) -> None:
        case = self._cases[-1] if self._cases else None
        if case is None:
            self.say("")
            return
        said = case.said.sentence.removesuffix(".")
        if case.saving:
            said = self.tr("Not saved: {why}. Nothing of the game is lost.").format(why=said)
        else:
            said = self.tr("Not opened: {why}.").format(why=said)
        self.text.setToolTip(case.said.details)
        self.say("\n".join(filter(None, (said, case.said.details if self.more.isChecked() else ""))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.setGeometry(0, self._over.height() - self.height(), self._over.width(), self.height())
        return False
