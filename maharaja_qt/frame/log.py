"""The log: what happened, in sentences, each with its rule; and the chat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QShowEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from core.texts import Texts
from maharaja_qt.client import Event
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.widgets import button, plain
from maharaja_qt.theme import panels, role_font, theme
from net import messages as m

LINES: Final = 4_000
"""As many lines of a log are kept in sight; the record has all."""


class _Pages(QTextBrowser):
    """Text with links that never leave the program."""

    menu_wanted = Signal(QTextCursor, QPoint)
    """The menu of what the cursor is in, at this point of the screen."""
    why_wanted = Signal(QTextCursor)
    """W was pressed with the keyboard here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setObjectName("log")
        self.setProperty("role", "small")
        self.setFont(role_font("small"))
        self.viewport().setAutoFillBackground(False)
        self.document().setMaximumBlockCount(LINES)
        self._at_end = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._grown)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever fetched."""
        return None

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of the line under the pointer, or of the one the keyboard is at."""
        at = self.viewport().mapFrom(self, event.pos())
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_wanted.emit(self.textCursor() if by_key else self.cursorForPosition(at), event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """W asks why; the others scroll, go from link to link and follow one."""
        if event.key() == Qt.Key.Key_W and not event.modifiers() and not event.isAutoRepeat():
            self.why_wanted.emit(self.textCursor())
        else:
            super().keyPressEvent(event)

    def add(self, html: str) -> None:
        """One paragraph, at the end; what is read further up stays where it is."""
        self.append(html)

    def _scrolled(self, value: int) -> None:
        self._at_end = value >= self.verticalScrollBar().maximum() - 4

    def _grown(self, _: int, end: int) -> None:
        """The end stays in sight, also when the lines become longer by a narrower page or larger type."""
        if self._at_end:
            self.verticalScrollBar().setValue(end)


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
        self.whether: Callable[[Event], str | None] = lambda _: None
        """Can be asked why something was done? '' yes; else why not, or None: no program decided it."""
        self.by = QComboBox()
        self.by.setAccessibleName(self.tr("Whose deeds"))
        self.by.addItem(self.tr("All"), -1)
        for number, name in presenter.parties():
            self.by.addItem(name, number)
        self.by.setVisible(self.by.count() > 1)
        self.by.currentIndexChanged.connect(self._again)
        self.words = QLineEdit()
        self.words.setPlaceholderText(self.tr("Lines with …"))
        self.words.setAccessibleName(self.tr("Show only lines with these words"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._again)
        self._pages = _Pages()
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
        first = len(self._events)
        self._events += events
        self._write(first, len(self._events))

    def show(self, events: Sequence[Event]) -> None:  # type: ignore[override]  # of a log, not a widget
        """These and no others happened."""
        self._events = list(events)
        self._undone = set()
        self._again()

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
        self._write(max(0, len(self._events) - LINES), len(self._events))

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
        colours = panels(theme().look)
        chosen = self.by.currentData()
        if chosen not in (-1, None, party):
            return
        wanted = self.words.text().casefold()
        said: list[str] = []
        rule = ""
        for index in range(first, end):
            event = self._events[index]
            sentence = self._texts.event(event.event)
            if wanted not in sentence.casefold():
                continue
            words = escape(sentence)
            if event.n in self._undone:
                words = f'<s style="color:{colours.text2}">{words}</s>'
            here = self._texts.section(event.event)
            link = ""
            if here and here != rule:
                rule = here
                link = (
                    f' <a href="rule:{escape(here)}" style="color:{colours.focus}; text-decoration:none">'
                    f"§&nbsp;{escape(here)}</a>"
                )
            style = f"color:{colours.text}; text-decoration:none"
            said.append(f'<a href="place:{index}" style="{style}">{words}</a>{link}')
        begins = not first or self._events[first - 1].n != self._events[first].n
        if said and begins and self.whether(self._events[first]) == "":
            style = f"color:{colours.text2}; text-decoration:none"
            said.append(f'<a href="why:{first}" style="{style}"><i>{self.tr("Why?")}</i></a>')
        if said:
            self._pages.add(f'<p style="margin-top:5px; margin-bottom:0">{" ".join(said)}</p>')

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
        parts = block.begin()
        while not parts.atEnd():
            kind, _, what = parts.fragment().charFormat().anchorHref().partition(":")
            if kind in ("place", "why"):
                return self._events[int(what)]
            parts += 1
        return None


class _Line(QLineEdit):
    """A line to write in: Ctrl and Enter send it, and end nobody's move meanwhile."""

    def event(self, event: QEvent) -> bool:
        """Before a shortcut of the menus takes that key."""
        enter = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


class Chat(QWidget):
    """What people say, and what the room tells."""

    sent = Signal(str)

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._pages = _Pages()
        self._pages.setAccessibleName(self.tr("Chat"))
        self._line = _Line()
        self._line.setMaxLength(m.MAX_TEXT)
        self._line.setPlaceholderText(self.tr("Say something to the table"))
        self._line.setAccessibleName(self.tr("What you say to the table"))
        self._line.returnPressed.connect(self._send)
        send = button(self.tr("Send"))
        send.clicked.connect(self._send)
        self.unread = 0
        self.live = True
        """Does anybody hear? If not, what is written stays in the line."""
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
            name = escape(names.get(line.by, line.name))
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
        if text and self.live:
            self.sent.emit(text)
            self._line.clear()


class RuleBook(QWidget):
    """The sections of the rules with what each says, and a search in them."""

    def __init__(self, read: Callable[[], Sequence[tuple[str, str]]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._sections: Sequence[tuple[str, str]] = ()
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Search the rules"))
        self._search.setAccessibleName(self.tr("Search the rules"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._fill)
        self._pages = _Pages()
        self._pages.setAccessibleName(self.tr("Rules"))
        self._none = plain(self.tr("No rule speaks of that."), "aside")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._search)
        column.addWidget(self._none)
        column.addWidget(self._pages, 1)
        theme().changed.connect(self._fill)

    def showEvent(self, event: QShowEvent) -> None:
        """Reading them takes a while: not before somebody looks."""
        super().showEvent(event)
        self._begin()

    def _begin(self) -> None:
        if not self._sections:
            self._sections = self._read()
            self._fill()

    def open(self, section: str) -> None:
        """Shows this section."""
        self._begin()
        self._search.clear()
        known = [name for name, _ in self._sections]
        chapter = section.partition(".")[0]
        while section and section not in known:
            section = section[:-1]  # "5.12a" stands in section 5.12
        if not section:
            section = next((name for name in known if name.partition(".")[0] == chapter), "")
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
