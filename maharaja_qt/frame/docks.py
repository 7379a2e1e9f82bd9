"""Panels beside the board: a header of small capitals, which is also what one drags them by."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.widgets import plain

_NARROW: Final = 120
"""Narrower than this, a header has one button and no name: a letter of it would say nothing."""


class _Head(QFrame):
    """The header. What it does not take, Qt takes: dragging, and floating by double click."""

    def __init__(self, dock: QDockWidget, title: str) -> None:
        super().__init__(dock)
        self.setObjectName("dock-head")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 4, 4)
        row.setSpacing(2)
        name = plain(title.upper(), "section")
        name.setToolTip(title)
        name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        name.setMinimumWidth(1)
        row.addWidget(name, 1)
        self._name = name
        out = self._tool("❐", self.tr("Take {title} out of the window, or put it back").format(title=title))
        out.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._out = out
        close = self._tool("✕", self.tr("Close {title}").format(title=title))
        close.clicked.connect(dock.close)
        row.addWidget(out)
        row.addWidget(close)

    def minimumSizeHint(self) -> QSize:
        """A button's width will do."""
        return QSize(44, super().minimumSizeHint().height())

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


class Dock(QDockWidget):
    """A panel that can be dragged, floated, closed and brought back."""

    def __init__(self, name: str, title: str, widget: QWidget, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.inside = widget
        self.usual_area = Qt.DockWidgetArea.RightDockWidgetArea
        self._head = _Head(self, title)
        self.setTitleBarWidget(self._head)
        holder = QFrame()
        holder.setObjectName("dock")
        column = QVBoxLayout(holder)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(widget)
        self.setWidget(holder)
        self.toggleViewAction().triggered.connect(self._chosen)

    def _chosen(self, shown: bool) -> None:
        """By its entry in the menu: among others in one place Qt would show it behind them."""
        if shown:
            self.raise_()

    def enter(self) -> None:
        """Shows it and gives it the keyboard."""
        self.show()
        self.raise_()
        self.first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def first(self) -> QWidget:
        """The first thing in it that takes the keyboard."""
        if self.inside.focusPolicy() & Qt.FocusPolicy.TabFocus:
            return self.inside
        for child in self.inside.findChildren(QWidget):
            takes = child.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and child.isVisibleTo(self) and child.isEnabled():
                return child
        return self.inside

    def has_keyboard(self) -> bool:
        """Is the keyboard somewhere in it?"""
        inside = (self if self.isFloating() else self.window()).focusWidget()
        return any(child is inside for child in self.findChildren(QWidget))


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
