"""A panel over the map of a small window: closed but for its tabs, as high as what it shows when open."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.widgets import Line, button
from maharaja_qt.theme import role_font, step, theme

WIDE: Final = 280
_EDGE: Final = 8
_SIDE: Final = 8
_LAYS: Final = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class Drawer(QFrame):
    """Pages by name, one of them or none in sight. What has a tab is a click away; the others have their name
    above them. Opening one moves no keyboard."""

    turned = Signal()
    """Another page is in sight, or none."""

    def __init__(self, over: QWidget, *, right: bool) -> None:
        super().__init__(over.parentWidget())
        self.setObjectName("drawer")
        self._over, self._right = over, right
        self._pages: dict[str, QWidget] = {}
        self._titles: dict[str, str] = {}
        self._tabs: dict[str, QPushButton] = {}
        self._news: set[str] = set()
        self._aside = False
        self.current = ""
        self._title = Line("section")
        self._close = QToolButton()
        self._close.setText("✕")
        self._close.setFixedSize(28, 28)
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(self.shut)
        self._row = QHBoxLayout()
        self._row.setContentsMargins(4, 0, 4, 0)
        self._row.setSpacing(0)
        self._title.setContentsMargins(8, 0, 0, 0)
        self._row.addWidget(self._title, 1)
        self._row.addStretch()
        self._row.addWidget(self._close)
        self._stack = QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._row)
        column.addWidget(self._stack, 1)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._lay)
        over.installEventFilter(self)
        self.installEventFilter(self)
        theme().changed.connect(self._soon.start)
        self._show()

    # ---------------------------------------------------------------------------------------- pages

    def add(self, name: str, title: str, page: QWidget, tab: str = "") -> None:
        """A page; with a `tab` of this word it has one."""
        self._pages[name], self._titles[name] = page, title
        holder = QFrame()
        column = QVBoxLayout(holder)
        column.setContentsMargins(_SIDE, _SIDE, _SIDE, _SIDE)
        column.addWidget(page)
        page.show()
        self._stack.addWidget(holder)
        if tab:
            made = button(tab)
            made.setProperty("kind", "tab")
            made.setProperty("role", "segment")
            made.setFont(role_font("segment"))
            made.setMinimumHeight(0)
            made.setCheckable(True)
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            made.clicked.connect(lambda: self.shut() if self.current == name else self.open(name))
            self._row.insertWidget(len(self._tabs), made)
            self._tabs[name] = made
        self._show()

    def clear(self) -> None:
        """No pages any more; whoever lent them takes them back first."""
        for made in self._tabs.values():
            self._row.removeWidget(made)
            made.deleteLater()
        while (holder := self._stack.widget(0)) is not None:
            self._stack.removeWidget(holder)
            holder.deleteLater()
        self._pages, self._titles, self._tabs = {}, {}, {}
        self._news, self.current = set(), ""
        self._show()

    def open(self, name: str) -> None:
        """Shows this page."""
        self.current = name
        self._news.discard(name)
        self._show()
        self.raise_()
        self.turned.emit()

    def shut(self) -> None:
        """Shows the map again."""
        if self.current:
            self.current = ""
            self._show()
            self.turned.emit()

    def turn(self, name: str) -> None:
        """Shows this page, or with '' none."""
        if name in self._pages:
            self.open(name)
        else:
            self.shut()

    def mark(self, name: str) -> None:
        """There is something new on a page that is not in sight."""
        if name in self._pages and name != self.current:
            self._news.add(name)
            self._show()

    def stand_aside(self, aside: bool) -> None:
        """Out of the way for a while, tabs and all."""
        if aside != self._aside:
            self._aside = aside
            self._show()

    def has_keyboard(self) -> bool:
        """Is the keyboard in it?"""
        return self.isAncestorOf(self.window().focusWidget())

    # ------------------------------------------------------------------------------------- in sight

    def _show(self) -> None:
        for name, tab in self._tabs.items():
            tab.setChecked(name == self.current)
            tab.setProperty("news", name in self._news)
            tab.setText(tab.text().removesuffix(" •") + (" •" if name in self._news else ""))
            said = self.tr("{title}, something new") if name in self._news else "{title}"
            tab.setAccessibleName(said.format(title=self._titles[name]))
            tab.style().polish(tab)
        shown = self._pages.get(self.current)
        named = shown is not None and self.current not in self._tabs
        self._title.setVisible(named or not self._tabs)
        self._title.setText(self._titles.get(self.current, "").upper())
        for tab in self._tabs.values():
            tab.setVisible(not named)
        self._close.setVisible(shown is not None)
        closes = self.tr("Close {title}").format(title=self._titles.get(self.current, ""))
        self._close.setAccessibleName(closes)
        self._close.setToolTip(closes)
        self._stack.setVisible(shown is not None)
        if shown is not None and (holder := shown.parentWidget()) is not None:
            self._stack.setCurrentWidget(holder)
        self.setVisible(not self._aside and (bool(self._tabs) or shown is not None))
        self._lay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place over the map; what it shows may need another height."""
        if event.type() in _LAYS and watched is not self:
            self._lay()
        elif event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return False

    def _lay(self) -> None:
        room = self._over.geometry().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        size = self.sizeHint()
        if self.current:
            size = QSize(round(step(WIDE)), self._high(self.current, room))
        size = size.boundedTo(room.size())
        left = room.right() + 1 - size.width() if self._right else room.left()
        self.setGeometry(QRect(left, room.top(), size.width(), size.height()))

    def share(self, name: str) -> float:
        """How much of the height of the map a page would take."""
        room = self._over.geometry()
        return self._high(name, room) / max(room.height(), 1)

    def _high(self, name: str, room: QRect) -> int:
        """As much as the page asks for; all there is for one that takes what it gets."""
        page = self._pages[name]
        if page.sizePolicy().expandingDirections() & Qt.Orientation.Vertical:
            return room.height()
        hint = page.sizeHint().height()
        if page.hasHeightForWidth():
            hint = page.heightForWidth(round(step(WIDE)) - 2 * _SIDE - 2)
        return self._row.sizeHint().height() + hint + 2 * _SIDE + 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape and self.current and not event.isAutoRepeat():
            self.shut()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: object) -> None:
        """A click beside what it shows is not one on the map."""
