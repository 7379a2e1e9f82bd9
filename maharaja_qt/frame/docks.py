"""Panels beside the board: a header of small capitals, which is also what one drags them by."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.drawer import Drawer
from maharaja_qt.frame.widgets import Line
from maharaja_qt.theme import step

READABLE: Final = 200
"""As wide at least is what a panel shows, at the usual size of type."""
_NARROW: Final = 120
"""Narrower than this, a header has one button and no name: a letter of it would say nothing."""


class _Head(QFrame):
    """The header. What it does not take, Qt takes: dragging, and floating by double click."""

    def __init__(self, dock: QDockWidget, title: str) -> None:
        super().__init__(dock)
        self.setObjectName("dock-head")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 4, 2)
        row.setSpacing(2)
        self._name = Line("section")
        self._name.setText(title.upper())
        self._name.setToolTip(title)
        row.addWidget(self._name, 1)
        out = self._tool("❐", self.tr("Take {title} out of the window, or put it back").format(title=title))
        out.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._out = out
        close = self._tool("✕", self.tr("Close {title}").format(title=title))
        close.clicked.connect(dock.close)
        row.addWidget(out)
        row.addWidget(close)
        self.closes = close.clicked
        self._gone = False

    def sizeHint(self) -> QSize:
        """Nothing above a rail."""
        return QSize(44, 0) if self._gone else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """A button's width will do."""
        return QSize(44, 0 if self._gone else super().minimumSizeHint().height())

    def go(self, *, gone: bool) -> None:
        """There is room for it, or none."""
        self._gone = gone
        self.setVisible(not gone)
        self.updateGeometry()

    def resizeEvent(self, event: object) -> None:
        self._out.setVisible(self.width() >= _NARROW)
        self._name.setVisible(self.width() >= _NARROW)

    def _tool(self, sign: str, name: str) -> QToolButton:
        made = QToolButton(self)
        made.setText(sign)
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setFixedSize(28, 24)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made


class _Holder(QFrame):
    """What a panel shows, in its frame. Its width is one that can be read; only a rail has less."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.setObjectName("dock")
        self.column = QVBoxLayout(self)
        self.column.addWidget(widget)
        self.make_thin(thin=False)

    def make_thin(self, *, thin: bool) -> None:
        """A rail has hardly any margins."""
        side = 2 if thin else 6
        self.column.setContentsMargins(side, 6, side, 6)
        self.setProperty("rail", thin)
        self.style().polish(self)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Whatever it shows makes no window wider."""
        least = super().minimumSizeHint()
        return least if self.property("rail") else QSize(round(step(READABLE)) + 14, least.height())


class Dock(QDockWidget):
    """A panel that can be dragged, floated, closed and brought back; in a small window it lies in a drawer
    over the map instead."""

    arranged = Signal()
    """Somebody, or the page, has put it somewhere or away."""

    def __init__(self, name: str, title: str, widget: QWidget, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.inside = widget
        self.tab = title
        """The word of its tab."""
        self.seldom = False
        """Is it looked up now and then, and else away?"""
        self.usual_area = Qt.DockWidgetArea.RightDockWidgetArea
        self._drawer: Drawer | None = None
        self._head = _Head(self, title)
        self.setTitleBarWidget(self._head)
        self._holder = _Holder(widget)
        self.setWidget(self._holder)
        self.action = QAction(title, self)
        """Shows it and puts it away."""
        self.action.setCheckable(True)
        self.action.triggered.connect(self._wanted)
        self._head.closes.connect(self.arranged)
        self.dockLocationChanged.connect(self.arranged)
        self.topLevelChanged.connect(self.arranged)
        self.visibilityChanged.connect(self._seen)

    # ------------------------------------------------------------------------- beside and over the map

    @property
    def drawer(self) -> Drawer | None:
        """Where it lies while the window is small."""
        return self._drawer

    def lie_in(self, drawer: Drawer, *, tab: bool) -> None:
        """Over the map from now on."""
        self._drawer = drawer
        drawer.add(self.objectName(), self.windowTitle(), self.inside, self.tab if tab else "")
        drawer.turned.connect(self._seen)
        self.hide()

    def stand(self) -> None:
        """Beside the map again."""
        if self._drawer is not None:
            self._drawer.turned.disconnect(self._seen)
            self._drawer = None
            self._holder.column.addWidget(self.inside)
            self.inside.show()
            self._seen()

    def make_thin(self, *, thin: bool) -> None:
        """A rail has no header and hardly any margins."""
        self._head.go(gone=thin)
        self._holder.make_thin(thin=thin)

    @property
    def in_sight(self) -> bool:
        """Is it seen, here or over the map?"""
        if self._drawer is not None:
            return self._drawer.current == self.objectName()
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def _seen(self) -> None:
        over = self._drawer is not None
        self.action.setChecked(self.in_sight if over else not self.isHidden())

    def _wanted(self, shown: bool) -> None:
        """By its entry in the menu: among others in one place Qt would show it behind them."""
        if self._drawer is None:
            self.setVisible(shown)
            if shown:
                self.raise_()
            self.arranged.emit()
        elif shown:
            self._drawer.open(self.objectName())
        else:
            self._drawer.shut()

    # --------------------------------------------------------------------------------------- keyboard

    def bring(self) -> None:
        """Brings it into sight."""
        if self._drawer is not None:
            self._drawer.open(self.objectName())
        else:
            self.show()
            self.raise_()

    def enter(self) -> None:
        """Shows it and gives it the keyboard."""
        self.bring()
        self.first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def first(self) -> QWidget:
        """The first thing in it that takes the keyboard."""
        if self.inside.focusPolicy() & Qt.FocusPolicy.TabFocus:
            return self.inside
        for child in self.inside.findChildren(QWidget):
            takes = child.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and child.isVisibleTo(self.inside) and child.isEnabled():
                return child
        return self.inside

    def has_keyboard(self) -> bool:
        """Is the keyboard somewhere in it?"""
        there = self.inside.window().focusWidget()
        return there is self.inside or self.inside.isAncestorOf(there) or self.isAncestorOf(there)


class Tabs(QTabWidget):
    """Pages of one panel; they never make the window grow."""

    def minimumSizeHint(self) -> QSize:
        """Enough for the tabs and a few lines."""
        return QSize(150, 96)


def squeeze(window: QMainWindow, share: float) -> None:
    """Keeps the middle of a main window at a share of its width, as far as its panels can be squeezed."""
    middle = window.centralWidget()
    if middle is None:
        return
    sides: dict[Qt.DockWidgetArea, int] = {}
    for dock in window.findChildren(QDockWidget):
        area = window.dockWidgetArea(dock)
        beside = area in (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
        if beside and dock.isVisible() and not dock.isFloating():
            sides[area] = max(sides.get(area, 0), dock.minimumSizeHint().width() + 8)
    wide = window.width()
    middle.setMinimumWidth(max(0, min(int(wide * share), wide - sum(sides.values()))))
