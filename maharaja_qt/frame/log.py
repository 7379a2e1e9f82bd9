"""The log: what happened, in sentences, each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QAction, QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Event
from maharaja_qt.frame.pages import LINES, ROW, Pages, Part, Signs
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.theme import colour, panels, role_font, step, theme

SLICE: Final = 120
"""So many events are written at once; between two slices the window answers whoever types."""


class Log(QWidget):
    """What happened, a paragraph for each deed, the newest at the bottom.

    A click on a rule opens it, one on a sentence shows where it was; the pointer over it lights the place.
    """

    rule_wanted = Signal(str)
    place_wanted = Signal(object)
    place_pointed = Signal(object)
    """The place of the sentence under the pointer, or ()."""
    why_wanted = Signal(object)
    """Why a computer player did this `Event`."""
    said = Signal(str)
    """A sentence for the status line."""

    def __init__(self, texts: Texts, presenter: Presenter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._presenter = presenter
        self._events: list[Event] = []
        self._undone: set[int] = set()
        self._sentences: dict[int, str] = {}
        """Of the events that were read already, by their place among all."""
        self._written = 0
        """So many events stand on the page, or were passed over."""
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._write_more)
        self.whether: Callable[[Event], str | None] = lambda _: None
        """Can be asked why something was done? '' yes; else why not, or None: no program decided it."""
        self.by = QComboBox()
        self.by.setAccessibleName(self.tr("Whose deeds"))
        self.by.addItem(self.tr("All"), -1)
        self._names = dict(presenter.parties())
        for number, name in self._names.items():
            self.by.addItem(name, number)
        self.by.setVisible(self.by.count() > 1)
        self.by.currentIndexChanged.connect(self._again)
        self.words = QLineEdit()
        self.words.setPlaceholderText(self.tr("Find"))
        self.words.setAccessibleName(self.tr("Show only lines with these words"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._again)
        self._pages = Pages(signs=self._signs)
        self._pages.setAccessibleName(self.tr("Log"))
        self._pages.anchorClicked.connect(self._clicked)
        self._pages.highlighted.connect(self._hovered)
        self._pages.menu_wanted.connect(self._menu)
        self._pages.why_wanted.connect(self._ask_why)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.by, 1)
        row.addWidget(self.words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self._pages)
        theme().changed.connect(self._again)

    def add(self, events: Sequence[Event]) -> None:
        """More that happened."""
        self._events += events
        if not self._more.isActive():
            self._write_more()

    def show(self, events: Sequence[Event]) -> None:  # type: ignore[override]  # of a log, not a widget
        """These and no others happened. Rows that stand already are not written again."""
        known = len(self._events)
        if known and not self._undone and list(events[:known]) == self._events:
            self.add(events[known:])
            return
        self._events = list(events)
        self._undone = set()
        self._sentences = {}
        self._again()

    def undo(self, to: int) -> None:
        """What happened from this line on no longer counts."""
        self._undone |= {event.n for event in self._events if event.n >= to}
        self._again()

    def last_actor(self) -> int:
        """The seat that took the last step that still counts; -1: none."""
        newest = self.newest()
        return -1 if newest is None else newest.actor

    def newest(self) -> Event | None:
        """What happened last and still counts."""
        return next((event for event in reversed(self._events) if event.n not in self._undone), None)

    def text(self) -> str:
        """The whole log as plain text."""
        lines = []
        for event in self._events:
            rule = self._texts.section(event.event)
            gone = "(undone) " if event.n in self._undone else ""
            lines.append(
                f"{event.n + 1}\t{gone}{self._texts.event(event.event)}{f' [{rule}]' if rule else ''}"
            )
        return "\n".join(lines) + "\n"

    def _again(self) -> None:
        self._pages.clear()
        self._written = max(0, len(self._events) - LINES)
        self._write_more()

    def _write_more(self) -> None:
        """The next slice; what one line of the record brought about is not torn."""
        first, known = self._written, len(self._events)
        end = min(first + SLICE, known)
        while end < known and self._events[end].n == self._events[end - 1].n:
            end += 1
        with self._pages.at_once():
            self._write(first, end)
        self._written = end
        if end < known and not self._more.isActive():
            self._more.start()
        elif end == known:
            self._more.stop()

    def _write(self, first: int, end: int) -> None:
        """A paragraph for all that one line of the record brought about for one party."""
        at = first
        while at < end:
            event = self._events[at]
            party = self._presenter.party(event.event)
            to = at + 1
            while to < end and (
                self._events[to].n == event.n and self._presenter.party(self._events[to].event) == party
            ):
                to += 1
            self._deed(party, at, to)
            at = to

    def _deed(self, party: int, first: int, end: int) -> None:
        chosen = self.by.currentData()
        if chosen not in (-1, None, party):
            return
        wanted = self.words.text().casefold()
        shown = [index for index in range(first, end) if wanted in self._said(index).casefold()]
        if not shown:
            return
        begins = not first or self._events[first - 1].n != self._events[first].n
        asks = begins and self.whether(self._events[first]) == ""
        for opens, run in groupby(shown, lambda index: self._presenter.opens(self._events[index].event)):
            inside = list(run)
            if opens:
                self._title(inside)
            else:
                self._paragraph(party, inside, first if asks and inside[-1] == shown[-1] else -1)

    def _title(self, inside: Sequence[int]) -> None:
        """What opens a part of the game, across the page."""
        block = QTextBlockFormat()
        block.setTopMargin(step(10))
        block.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        ink = panels(theme().look).warning
        parts = [
            Part(self._said(index), self._link(f"place:{index}", ink, "lead", index)) for index in inside
        ]
        self._pages.add_parts(parts, block)

    def _paragraph(self, party: int, inside: Sequence[int], why: int) -> None:
        """A head with the party and the rule in a column at the right, then the sentences."""
        colours = panels(theme().look)
        name = self._names.get(party, "")
        rules = [self._texts.section(self._events[index].event) for index in inside]
        column = next(filter(None, rules), "")
        lines: list[list[Part]] = [[]]
        if name:
            lines[0].append(Part(name, self._link(f"place:{inside[0]}", colours.text, "segment", inside[0])))
            lines[0] += self._rule(column, "\t")
            lines.append([])
        subject = self._texts.say("log", "subject", {"name": name}) if name else ""
        for at, index in enumerate(inside):
            sentence = self._said(index)
            rest = sentence.removeprefix(subject)  # who does it stands above
            words = rest[:1].upper() + rest[1:]
            lines[-1].append(
                Part(" " * bool(at) + words, self._link(f"place:{index}", colours.text, "small", index))
            )
            if rules[at] not in rules[:at] and (rules[at] != column or not name):
                lines[-1] += self._rule(rules[at], " " if at else "\t")
        if why >= 0:
            look = self._link(f"why:{why}", colours.text2, "aside")
            lines[-1].append(Part(f" {self.tr('Why?')}", look))
        for number, parts in enumerate(lines):
            block = QTextBlockFormat()
            block.setTopMargin(step(6) if not number else 0)
            last = number + 1 == len(lines)
            block.setBottomMargin(step(ROW) if last and self._beside(inside).row else 0)
            self._pages.add_parts(parts, block)

    def _said(self, index: int) -> str:
        if index not in self._sentences:
            self._sentences[index] = self._texts.event(self._events[index].event)
        return self._sentences[index]

    def _rule(self, section: str, before: str) -> list[Part]:
        look = self._link(f"rule:{section}", panels(theme().look).focus, "note")
        return [Part(before, QTextCharFormat()), Part(f"§\u00a0{section}", look)] if section else []

    def _link(self, to: str, ink: str, role: str, index: int = -1) -> QTextCharFormat:
        """Words that lead somewhere; struck out if what they tell was taken back."""
        look = QTextCharFormat()
        look.setFont(role_font(role))
        look.setAnchor(True)
        look.setAnchorHref(to)
        gone = index >= 0 and self._events[index].n in self._undone
        look.setForeground(colour(panels(theme().look).text2 if gone else ink))
        look.setFontStrikeOut(gone)
        return look

    def _beside(self, inside: Sequence[int]) -> Signs:
        """The mark of the first event, and what the others have for a row."""
        signs = [self._presenter.signs(self._events[index].event) for index in inside]
        return Signs(signs[0].mark, tuple(each for sign in signs for each in sign.row))

    def _signs(self, block: QTextBlock) -> Signs | None:
        """The mark stands by the first line, the row below the last."""
        inside = list(dict.fromkeys(n for kind, n in _links(block) if kind == "place"))
        if not inside or self._presenter.opens(self._events[inside[0]].event):
            return None
        signs = self._beside(inside)
        first, last = block.blockFormat().topMargin() > 0, block.blockFormat().bottomMargin() > 0
        return Signs(signs.mark if first else None, signs.row if last else ())

    def _clicked(self, link: QUrl) -> None:
        kind, _, what = link.toString().partition(":")
        if kind == "rule":
            self.rule_wanted.emit(what)
        elif kind == "why":
            self.why_wanted.emit(self._events[int(what)])
        elif place := self._place(link):
            self.place_wanted.emit(place)

    def _hovered(self, link: QUrl) -> None:
        self.place_pointed.emit(self._place(link))

    def _place(self, link: QUrl) -> tuple[int, ...]:
        kind, _, what = link.toString().partition(":")
        known = kind == "place" and what.isdigit() and int(what) < len(self._events)
        return self._presenter.places(self._events[int(what)].event) if known else ()

    def _menu(self, cursor: QTextCursor, at: QPoint) -> None:
        """Why, where a computer player decided; then what any text offers."""
        menu = self._pages.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        event = self._event_in(cursor.block())
        why_not = self.whether(event) if event is not None else None
        if event is not None and why_not is not None:
            menu.setToolTipsVisible(True)
            action = QAction(self.tr("Why?\tW"), menu)
            action.setEnabled(not why_not)
            action.setToolTip(why_not or self.tr("Why the computer player did this"))
            action.triggered.connect(lambda: self.why_wanted.emit(event))
            menu.insertAction(menu.actions()[0], action)
            menu.insertSeparator(menu.actions()[1])
        menu.popup(at)

    def _ask_why(self, cursor: QTextCursor) -> None:
        """Of the line the keyboard has gone to, else of the last decision that can be asked about."""
        event = self._event_in(cursor.block()) if cursor.hasSelection() else None
        if event is None or self.whether(event) is None:
            known = [e for e in reversed(self._events) if self.whether(e) is not None]
            event = next((e for e in known if not self.whether(e)), known[0] if known else None)
        why_not = self.whether(event) if event is not None else self.tr("No computer player decided that.")
        if why_not:
            self.said.emit(why_not)
        else:
            self.why_wanted.emit(event)

    def _event_in(self, block: QTextBlock) -> Event | None:
        """The first event a paragraph tells of."""
        return next((self._events[n] for _, n in _links(block)), None)


def _links(block: QTextBlock) -> Iterator[tuple[str, int]]:
    """The links of a paragraph to events: `place` or `why`, and which."""
    parts = block.begin()
    while not parts.atEnd():
        kind, _, what = parts.fragment().charFormat().anchorHref().partition(":")
        if kind in ("place", "why"):
            yield kind, int(what)
        parts += 1
