"""The panel of a decision: what is asked, and its answers as buttons when they are few."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QPushButton, QScrollArea, QVBoxLayout, QWidget

from maharaja_qt.client import Position
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button, empty, plain

MOST = 40
"""More answers of one kind than this are found on the board alone."""


class Choices(QWidget):
    """Tells the answer that somebody picks, and the one under the pointer or the keyboard."""

    picked = Signal(object)
    considered = Signal(object)

    def __init__(self, presenter: Presenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._texts = presenter.texts
        self._prompt = plain("", "prompt", wrap=True)
        self._hint = plain("", "small", wrap=True)
        inner = QWidget()
        self._list = QVBoxLayout(inner)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(6)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._prompt)
        column.addWidget(self._hint)
        column.addWidget(scroll, 1)
        self._actions: dict[QObject, Struct] = {}
        self._shown: tuple[object, ...] = ()

    def show_position(self, position: Position | None, waiting: str) -> None:
        """The question of this position, or who is waited for."""
        asked = position.asked if position is not None else ()
        shown = (position.seat, position.n, asked) if position is not None and asked else (waiting,)
        if shown == self._shown:
            return
        self._shown = shown
        self._clear()
        if position is None or not asked:
            self._prompt.setText(waiting)
            self._hint.setText("")
            return
        kind = asked[0].kind
        subject = {f"subject{i}": value for i, value in enumerate(asked[0].subject)}
        self._prompt.setText(self._texts.say("prompt", kind, subject))
        self._hint.setText(self._presenter.hint(kind))
        self._hint.setVisible(bool(self._hint.text()))
        for offers, quiet in ((position.legal.offers, False), (position.legal.claims, True)):
            for offer in offers:
                for index in range(min(offer.count(), MOST)):
                    action = offer.nth(index)
                    if not self._presenter.listed(action, kind):
                        break
                    self._add(action, kind, quiet=quiet)
        self._list.addStretch()

    def first(self) -> QPushButton | None:
        """The first answer, for the keyboard."""
        return next((w for w in self._actions if isinstance(w, QPushButton)), None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pointer and keyboard say what is being considered."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.considered.emit(self._actions.get(watched))
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self.considered.emit(None)
        return False

    def _add(self, action: Struct, kind: str, *, quiet: bool = False) -> None:
        made = button(self._texts.action(action, kind), quiet=quiet)
        made.installEventFilter(self)
        made.clicked.connect(lambda: self.picked.emit(action))
        self._actions[made] = action
        self._list.addWidget(made)

    def _clear(self) -> None:
        self._actions = {}
        empty(self._list)
