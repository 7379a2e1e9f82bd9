"""The log: what happened, in sentences, each with its rule; and the chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Event
from maharaja_qt.frame.widgets import button, plain
from maharaja_qt.theme import panels, sans, theme
from net import messages as m

LINES: Final = 4_000
"""As many lines of a log are kept in sight; the record has all."""


class _Pages(QTextBrowser):
    """Text with links that never leave the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setObjectName("log")
        self.setFont(sans(13))
        self.viewport().setAutoFillBackground(False)
        self.document().setMaximumBlockCount(LINES)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched."""
        return None

    def add(self, html: str) -> None:
        """One paragraph, at the end; what is read further up stays where it is."""
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 4
        self.append(html)
        if at_end:
            bar.setValue(bar.maximum())


class Log(QWidget):
    """What happened. A click on a rule opens it, one on a line shows where it was."""

    rule_wanted = Signal(str)
    place_wanted = Signal(object)

    def __init__(
        self, texts: Texts, places: Callable[[Struct], tuple[int, ...]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._texts = texts
        self._places = places
        self._events: list[Event] = []
        self._undone: set[int] = set()
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(self.tr("Show only lines with …"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._again)
        self._pages = _Pages()
        self._pages.anchorClicked.connect(self._clicked)
        self._last: tuple[int, str] = (-1, "")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._filter)
        column.addWidget(self._pages)
        theme().changed.connect(self._again)

    def add(self, events: Sequence[Event]) -> None:
        """More that happened."""
        for event in events:
            self._events.append(event)
            self._write(len(self._events) - 1)

    def undo(self, to: int) -> None:
        """What happened from this line on no longer counts."""
        self._undone |= {event.n for event in self._events if event.n >= to}
        self._again()

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
        for index in range(len(self._events)):
            self._write(index)

    def _write(self, index: int) -> None:
        event = self._events[index]
        sentence = self._texts.event(event.event)
        if self._filter.text().casefold() not in sentence.casefold():
            return
        colours = panels(theme().look)
        rule = self._texts.section(event.event)
        words = escape(sentence)
        if event.n in self._undone:
            words = f'<s style="color:{colours.text2}">{words}</s>'
        where = f'<a href="place:{index}" style="color:{colours.text}; text-decoration:none">{words}</a>'
        section = (
            f' &nbsp;<a href="rule:{escape(rule)}" style="color:{colours.focus}; text-decoration:none">§ '
            f"{escape(rule)}</a>"
            if rule
            else ""
        )
        self._pages.add(where + section)

    def _clicked(self, link: QUrl) -> None:
        kind, _, what = link.toString().partition(":")
        if kind == "rule":
            self.rule_wanted.emit(what)
        elif kind == "place" and what.isdigit():
            self.place_wanted.emit(self._places(self._events[int(what)].event))


class Chat(QWidget):
    """What people say, and what the room tells."""

    sent = Signal(str)

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._pages = _Pages()
        self._line = QLineEdit()
        self._line.setMaxLength(m.MAX_TEXT)
        self._line.setPlaceholderText(self.tr("Say something to the table"))
        self._line.returnPressed.connect(self._send)
        send = button(self.tr("Send"))
        send.clicked.connect(self._send)
        self.unread = 0
        row = QHBoxLayout()
        row.addWidget(self._line, 1)
        row.addWidget(send)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages, 1)
        column.addLayout(row)

    def add(self, line: m.Chat, names: dict[int, str]) -> None:
        """A line somebody said, or a notice."""
        colours = panels(theme().look)
        if line.by:
            name = escape(names.get(line.by, "?"))
            self._pages.add(f"<b>{name}</b> &nbsp;{escape(line.text)}")
        else:
            notice = self._texts.say("notice", line.code, dict(line.params))
            self._pages.add(f'<i style="color:{colours.text2}">{escape(notice)}</i>')

    def has_focus(self) -> bool:
        """Is somebody about to say something?"""
        return self.window().focusWidget() is self._line

    def take_over(self, other: Chat) -> None:
        """What is half said there is half said here."""
        self._line.setText(other._line.text())
        self._line.setCursorPosition(other._line.cursorPosition())

    def focus_line(self) -> None:
        """The keyboard goes to the line to write in."""
        self._line.setFocus()

    def _send(self) -> None:
        text = self._line.text().strip()
        if text:
            self.sent.emit(text)
            self._line.clear()


class RuleBook(QWidget):
    """The sections of the rules with what each says, and a search in them."""

    def __init__(self, sections: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sections = sections
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Search the rules"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._fill)
        self._pages = _Pages()
        self._none = plain(self.tr("No rule speaks of that."), "aside")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._search)
        column.addWidget(self._none)
        column.addWidget(self._pages, 1)
        theme().changed.connect(self._fill)
        self._fill()

    def open(self, section: str) -> None:
        """Shows this section."""
        self._search.clear()
        known = [name for name, _ in self._sections]
        while section and section not in known:
            section = section[:-1]  # "5.12a" stands in section 5.12
        self._pages.scrollToAnchor(section)

    def _fill(self) -> None:
        wanted = self._search.text().casefold()
        colours = panels(theme().look)
        found = [(n, t) for n, t in self._sections if wanted in f"{n} {t}".casefold()]
        self._none.setVisible(not found)
        self._pages.setHtml(
            "".join(
                f'<p><a name="{escape(name)}"></a><b style="color:{colours.focus}">§ {escape(name)}</b> '
                f"&nbsp;{escape(text)}</p>"
                for name, text in found
            )
        )
