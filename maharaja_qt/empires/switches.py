"""Standing answers: for each own nation one switch for each thing it can be asked again and again (16.0)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from core.games.empires.actions import Stand
from core.games.empires.chart_types import Charts
from core.games.empires.standing import ASK, NEVER, NO, SUBMISSION, YES, answers_of
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.frame.widgets import Picker, Scrolled, empty, plain


class Switches(Scrolled):
    """`wanted` tells the change somebody asks for; the switches follow the view."""

    wanted = Signal(object)

    def __init__(self, c: Charts, texts: Texts) -> None:
        inner = QWidget()
        super().__init__(inner)
        self._c = c
        self._texts = texts
        self._nations: tuple[int, ...] = (-1,)
        self._boxes: dict[tuple[int, int], Picker] = {}
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(6)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its switches have it

    def show_view(self, view: View, mine: Sequence[int]) -> None:
        """The newest position, for whoever has these seats."""
        owner = self._c.setups[view.setup].owner
        nations = tuple(
            nation
            for nation, seat in enumerate(owner)
            if seat in mine and answers_of(self._c, nation) and (view.armies[nation] or nation == view.nation)
        )
        if nations != self._nations:
            self._nations = nations
            self._make()
            self.updateGeometry()
        standing = {(nation, topic): answer for nation, topic, answer in view.standing}
        for key, box in self._boxes.items():
            at = box.findData(standing.get(key, ASK))
            if at != box.currentIndex():
                box.setCurrentIndex(at)

    def _make(self) -> None:
        empty(self._column)
        self._boxes = {}
        say, name = self._texts.say, self._texts.name
        if not self._nations:
            self._column.addWidget(plain(say("switch", "none", {}), "aside", wrap=True))
            self._column.addStretch()
            return
        self._column.addWidget(plain(say("switch", "note", {}), "note", wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        row = 0
        for nation in self._nations:
            grid.addWidget(plain(name("nation", nation), "strong"), row, 0, 1, 2)
            row += 1
            for topic, answers in answers_of(self._c, nation).items():
                what = say("switch", f"topic-{topic}", {})
                box = Picker()
                box.setAccessibleName(f"{name('nation', nation)}: {what}")
                for answer in answers:
                    box.addItem(self._word(topic, answer), answer)
                box.activated.connect(lambda at, n=nation, t=topic, b=box: self._chosen(n, t, b.itemData(at)))
                grid.addWidget(plain(what, "small", wrap=True), row, 0)
                grid.addWidget(box, row, 1)
                self._boxes[nation, topic] = box
                row += 1
        self._column.addLayout(grid)
        self._column.addStretch()

    def _word(self, topic: int, answer: int) -> str:
        say = self._texts.say
        if topic == SUBMISSION and answer not in (ASK, NEVER):
            return say("switch", "at", {"areas": answer})
        return say("switch", {ASK: "ask", YES: "yes", NO: "no", NEVER: "never"}[answer], {})

    def _chosen(self, nation: int, topic: int, answer: object) -> None:
        assert isinstance(answer, int)
        self.wanted.emit(Stand(nation, topic, answer))
