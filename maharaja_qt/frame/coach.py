"""The coach of a lesson: one thing at a time, under the header, and rings and frames around what it means.

It follows the game and never leads it: whatever is legal may be done, and the coach goes with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from maharaja_qt.frame.lesson import NEXT, Lesson, Step
from maharaja_qt.frame.pointer import Around, Ring
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button, plain

KEY: Final = "F2"
RINGS: Final = 6
"""So many places are ringed at most."""
END: Final = "end"
"""The id of the step after which there is no more to learn."""
_LINES: Final = 3
_TITLE: Final = 168


class Coach(QFrame):
    """`facts` says what is so at the table, `part` where a thing of the page is."""

    left = Signal()
    """Whoever learns wants to play without it, or has learned enough."""
    away = Signal()
    """Back to the start page."""

    def __init__(
        self,
        lesson: Lesson,
        presenter: Presenter,
        facts: Callable[[], frozenset[str]],
        part: Callable[[str], QWidget | None],
        page: QWidget,
    ) -> None:
        super().__init__()
        self.setObjectName("coach")
        self.setAccessibleName(self.tr("The lesson"))
        self._lesson = lesson
        self._presenter = presenter
        self._facts = facts
        self._part = part
        self.step: Step | None = None
        self.over: set[str] = set()
        self._title = plain("", "heading", wrap=True)
        self._text = plain("", "", wrap=True)
        self._keys = plain("", "small", wrap=True)
        self.next = button(self.tr("Next ({key})").format(key=KEY), quiet=True)
        self.next.clicked.connect(self._read)
        self.back = button(self.tr("Back to the start page"), quiet=True)
        self.back.clicked.connect(self.away)
        self.leave = button(self.tr("Leave the lesson"), quiet=True)
        self.leave.clicked.connect(self.left)
        self._lay_out()
        self.rings = [Ring(presenter.board) for _ in range(RINGS)]
        self.around = Around(page)
        page.installEventFilter(self)
        shortcut = QShortcut(QKeySequence(KEY), page)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._read)
        self._shortcut = shortcut
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._say)
        presenter.handled.connect(self.saw)
        self.saw("")

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 8)
        row.setSpacing(20)
        top = Qt.AlignmentFlag.AlignTop
        self._title.setFixedWidth(_TITLE)
        row.addWidget(self._title, alignment=top)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._text)
        words.addWidget(self._keys)
        words.addStretch()
        row.addLayout(words, 1)
        for each in (self.next, self.back, self.leave):
            row.addWidget(each, alignment=top)

    # ----------------------------------------------------------------------------------- what it sees

    def did(self, kind: str, action: Struct) -> None:
        """Whoever learns gave this answer (the sign KIND-TAG), and the table took it."""
        self.saw(f"{kind}-{action.__struct_config__.tag}")

    def undone(self, _: int) -> None:
        """A step was taken back."""
        self.saw("undone")

    def folded(self, folded: bool) -> None:
        """The large panel went away, or came."""
        self.saw("folded" if folded else "")

    def look(self, _: object) -> None:
        """There is something newer."""
        self.saw("")

    def saw(self, sign: str) -> None:
        """Something happened; '' if it is of no meaning but that things may be elsewhere now."""
        if sign == NEXT:
            self.over |= {self.step.id} if self.step is not None else set()
        elif sign:
            # Also what was not said yet: whoever has done it needs not be told.
            self.over |= {step.id for step in self._lesson.step if sign in step.until}
        self._soon.start()

    def _read(self) -> None:
        """The step has been read; the keyboard goes back to the board."""
        step = self.step
        if step is None or NEXT not in step.until:
            return
        if self.isAncestorOf(self.window().focusWidget()):
            self._presenter.board.setFocus(Qt.FocusReason.OtherFocusReason)
        if step.id == END:
            self.left.emit()
        else:
            self.saw(NEXT)

    # --------------------------------------------------------------------------------- what it says

    def _say(self) -> None:
        step = self._lesson.now(self._facts(), self.over)
        self.step = step
        texts, terms = self._presenter.texts, self._presenter.terms()
        for label, template in (
            (self._title, step.title if step else ""),
            (self._text, step.text if step else ""),
            (self._keys, step.keys if step else ""),
        ):
            said = texts.fill(template, terms)
            if said != label.text():
                label.setText(said)
            label.setVisible(bool(said))
        ends = step is not None and step.id == END
        self.next.setText(self.tr("Play on") if ends else self.tr("Next ({key})").format(key=KEY))
        self.next.setVisible(step is not None and NEXT in step.until)
        self.back.setVisible(ends)
        self.leave.setVisible(not ends)
        self.setAccessibleDescription(self._text.text())
        self._fit()
        self._point()

    def _fit(self) -> None:
        """At least three lines, so that the map does not jump from step to step; more for many words."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        line, wide = self._text.fontMetrics().height(), max(self._text.width(), 200)
        words = self._text.heightForWidth(wide)
        if not self._keys.isHidden():
            words += self._keys.heightForWidth(wide) + 2
        margins, border = layout.contentsMargins(), self.height() - self.contentsRect().height()
        high = max(words, _LINES * line, self._title.heightForWidth(_TITLE))
        high += margins.top() + margins.bottom() + border
        if high != self.minimumHeight():
            self.setFixedHeight(high)
            self._soon.start()  # the words may have another width then

    def _point(self) -> None:
        """Rings on the board, or a frame around a part of the page."""
        what = self.step.show if self.step is not None else ""
        part = self._part(what) if what else None
        self.around.show_around(part)
        spots = [self._presenter.spot((place,)) for place in self._presenter.meant(what)] if what else []
        inside = [
            at for at in spots if at is not None and self._presenter.board.rect().contains(at.toPoint())
        ]
        for n, ring in enumerate(self.rings):
            ring.show_at(inside[n] if n < len(inside) else None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is pointed at moves with the page."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._soon.start()
        return False

    def resizeEvent(self, event: object) -> None:
        """Other lines."""
        self._soon.start()

    def stop(self) -> None:
        """Nothing is said and pointed at any more."""
        self._presenter.handled.disconnect(self.saw)
        self._soon.stop()
        self._shortcut.setEnabled(False)
        self.hide()
        for mark in (*self.rings, self.around):
            mark.hide()
            mark.deleteLater()
        self.deleteLater()
