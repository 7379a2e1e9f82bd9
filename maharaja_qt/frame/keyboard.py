"""Nobody else moves the keyboard: what goes from under it gives it to a place that stays."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget


class Keeper(QObject):
    """Watches a page. When the widget with the keyboard is hidden or greyed, Qt passes the keyboard on to
    whatever is next on the page; here it goes to `home` instead, which is told what went."""

    def __init__(self, page: QWidget, home: Callable[[QWidget], QWidget]) -> None:
        super().__init__(page)
        self._page = page
        self._home = home
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._changed)

    def _changed(self, old: QWidget | None, new: QWidget | None) -> None:
        page = self._page
        if old is None or new is None or not page.isVisible():
            return
        if not page.isAncestorOf(old) or not page.isAncestorOf(new):
            return
        if old.isHidden() or not old.isVisible() or not old.isEnabled():
            self._home(old).setFocus()
