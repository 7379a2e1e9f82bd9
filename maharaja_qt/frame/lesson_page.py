"""A table with a coach beside it, for whoever learns the game."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from maharaja_qt.frame.coach import Coach
from maharaja_qt.frame.lesson import Lesson
from maharaja_qt.frame.table_page import TablePage


class LessonPage(TablePage):
    """Like any table, until and after the lesson is left."""

    coach: Coach | None = None

    def teach(self, lesson: Lesson) -> None:
        """A coach under the header, until it is left."""
        self.coach = coach = Coach(lesson, self.presenter, self._facts, self._part, self)
        self.head.addWidget(coach)
        self.deeds.did.connect(coach.did)
        self.showing.undone.connect(coach.undone)
        self.showing.position_changed.connect(coach.look)
        self.showing.room_changed.connect(coach.look)
        if self.cover is not None:
            self.cover.folded.connect(coach.folded)
        coach.left.connect(self._taught)
        coach.away.connect(self.left)

    def _taught(self) -> None:
        if self.coach is not None:
            self.coach.stop()
            self.coach = None
            self.presenter.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _facts(self) -> frozenset[str]:
        """What is so at the table, for the lesson."""
        position, row = self._position, self.showing.room
        asked = position.asked if position is not None and self._may_decide(position) else ()
        facts = {"asked", asked[0].kind} if asked else {"waiting"}
        if row is not None and row.phase == "over":
            facts.add("over")
        if self.cover is not None and self.cover.isVisible():
            facts.add("sheet")
        return self.presenter.facts() | facts

    def _part(self, name: str) -> QWidget | None:
        """A part of the page by the name a lesson has for it."""
        parts: dict[str, QWidget] = {"prompt": self._prompt, "undo": self._undo, "done": self._done}
        if self.cover is not None:
            parts["sheet"] = self.cover.panel
        return parts.get(name) or (self.dock(name) if self.has_dock(name) else None)
