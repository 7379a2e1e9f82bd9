"""The rules, with a search in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from maharaja_qt.frame.pages import Pages
from maharaja_qt.frame.widgets import plain
from maharaja_qt.theme import panels, theme


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
        self._pages = Pages()
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
