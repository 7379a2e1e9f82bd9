"""The panel of a decision: what is asked, and its answers as buttons when they are few."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.client import Position
from maharaja_qt.frame.answer_button import AnswerButton
from maharaja_qt.frame.presenter import Choice, Presenter, Todo
from maharaja_qt.frame.todo_line import TodoLine
from maharaja_qt.frame.widgets import button, empty, plain, unscrolled
from maharaja_qt.moment import moment

_GAP: Final = 6


class Choices(QWidget):
    """Tells the answer that somebody picks, and the one under the pointer or the keyboard."""

    picked = Signal(object)
    considered = Signal(object)
    came = Signal(int)
    """Another question, with so many answers to press; or none any more."""
    place_wanted = Signal(object)
    """This place is to be shown on the board."""
    place_pointed = Signal(object)
    """This place is meant by what is under the pointer; (): none any more."""
    shown = Signal()
    """The place the question is about is to be shown on the board."""

    def __init__(self, presenter: Presenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._presenter = presenter
        self._texts = presenter.texts
        self._prompt = plain("", "heading", wrap=True)
        self._hint = plain("", "small", wrap=True)
        self._left = plain("", "note", wrap=True)
        self._news = plain("", "aside", wrap=True)
        self._where = button(self.tr("Show on the board"), quiet=True)
        self._where.clicked.connect(self.shown)
        self._inner = inner = QWidget()
        within = QVBoxLayout(inner)
        within.setContentsMargins(0, 0, 4, 0)
        within.setSpacing(_GAP)
        self._list = QVBoxLayout()
        self._list.setSpacing(_GAP)
        within.addWidget(self._prompt)
        within.addWidget(self._hint)
        within.addLayout(self._list)
        within.addWidget(self._where)
        self._todo = QVBoxLayout()
        self._todo.setSpacing(0)
        self._worth = plain(self.tr("Still worth doing:"), "note")
        self._worth.hide()
        within.addWidget(self._worth)
        within.addLayout(self._todo)
        within.addWidget(self._left)
        within.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP)
        column.addWidget(scroll, 1)
        column.addWidget(self._news)
        self._news.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._actions: dict[QObject, Struct] = {}
        self._shown: tuple[object, ...] = ()
        self._question: tuple[object, ...] | None = None
        self._todos: Sequence[Todo] = ()

    def hasHeightForWidth(self) -> bool:
        """Words that are wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:
        """All of it, without scrolling."""
        news = self._news.heightForWidth(width) + _GAP if self._news.text() else 0
        return unscrolled(self._inner, width) + news

    def show_position(self, position: Position | None, waiting: str) -> None:
        """The question of this position, or who is waited for."""
        asked = position.asked if position is not None else ()
        shown = (position.seat, position.n, asked) if position is not None and asked else (waiting,)
        if shown == self._shown:
            return
        self._shown = shown
        inside = QApplication.focusWidget()
        had_focus = inside is not None and self.isAncestorOf(inside)
        self._clear()
        if position is None or not asked:
            self._question = None
            self._prompt.setText(waiting)
            for label in (self._hint, self._left):
                self._say(label, "")
            self._where.hide()
            self.show_todo(())
            self.updateGeometry()
            self.came.emit(0)
            return
        kind = asked[0].kind
        question = position.seat, kind, asked[0].subject
        if question != self._question:  # a march more is the same question
            self._question = question
            moment().came()
        subject = {f"subject{i}": value for i, value in enumerate(asked[0].subject)}
        self._prompt.setText(self._texts.say("prompt", kind, subject))
        self._say(self._hint, self._presenter.hint(kind))
        self._say(self._left, self._presenter.left())
        self._where.setVisible(bool(self._presenter.about()))
        choices = self._presenter.choices(position)
        for choice in choices:
            self._add(choice, kind)
        self.updateGeometry()
        self.came.emit(sum(not choice.quiet for choice in choices))
        if had_focus:
            (self.first() or self).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_todo(self, todo: Sequence[Todo]) -> None:
        """What is worth doing; a click on one shows where."""
        if todo == self._todos:
            return
        self._todos = todo
        empty(self._todo)
        self._worth.setVisible(bool(todo))
        for each in todo:
            made = TodoLine(each.text)
            made.clicked.connect(partial(self.place_wanted.emit, each.place))
            made.pointed.connect(partial(self.place_pointed.emit, each.place))
            made.left.connect(partial(self.place_pointed.emit, ()))
            self._todo.addWidget(made)
            made.show()
        self.updateGeometry()

    def tell(self, sentence: str) -> None:
        """What happened last: what is forced passes by with a word."""
        self._say(self._news, sentence)

    def _say(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

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

    def _add(self, choice: Choice, kind: str) -> None:
        made = AnswerButton(choice.text, quiet=choice.quiet)
        made.installEventFilter(self)
        self._actions[made] = choice.actions[0]
        if len(choice.actions) == 1:
            made.clicked.connect(lambda: self.picked.emit(choice.actions[0]))
        else:
            menu = QMenu(made)
            for action in choice.actions:
                menu.addAction(self._presenter.word(action, kind), partial(self.picked.emit, action))
            made.setMenu(menu)
        self._list.addWidget(made)
        made.show()  # at once, so that it counts for the height

    def _clear(self) -> None:
        self._actions = {}
        empty(self._list)
