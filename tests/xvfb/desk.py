"""The program as somebody runs it, on a screen, and a voice that says where things are.

    python -m tests.xvfb.desk NAME FOLDER X Y

Nothing is pressed from in here: whoever drives it asks by lines on stdin where a button is and what is
to be seen, and uses mouse and keyboard of the screen.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QScrollArea, QWidget

from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme


class Voice(QObject):
    """Answers each line of stdin with one line of JSON."""

    asked = Signal(str)

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._window = window
        self.asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            self.asked.emit(line.strip())

    def _answer(self, line: str) -> None:
        verb, _, what = line.partition(" ")
        answers: dict[str, Callable[[str], object]] = {
            "button": self._button, "field": self._field, "next": self._next, "state": self._state,
            "shot": self._shot, "edge": lambda _: _middle(self._window.statusBar()),
        }  # fmt: skip
        print(json.dumps(answers[verb](what)), flush=True)

    def _visible(self) -> list[QPushButton]:
        pages = QApplication.topLevelWidgets()
        found = [b for page in pages for b in page.findChildren(QPushButton)]
        return [b for b in found if b.isVisible() and b.isEnabled()]

    def _button(self, text: str) -> object:
        return next((_middle(b) for b in self._visible() if b.text() == text), None)

    def _field(self, name: str) -> object:
        fields = self._window.findChildren(QLineEdit)
        return next((_middle(f) for f in fields if f.isVisible() and f.accessibleName() == name), None)

    def _next(self, _: str) -> object:
        """The button that leads on at the table: the main one, else the first answer."""
        table = self._window.table
        if table is None or table._busy:
            return None
        if table.cover is not None and table.cover.isVisible():
            answers = [b for b in table.cover.panel.findChildren(QPushButton) if b in self._visible()]
            at_stake = [b for b in answers if b.property("kind") in ("plain", "main") and b.menu() is None]
            return _middle(at_stake[0]) if at_stake else None
        if table._done.isVisible() and table._done.isEnabled():
            return _middle(table._done)
        answers = [b for b in table.choices.findChildren(QPushButton) if b in self._visible()]
        first = next((b for b in answers if b.property("kind") == "plain" and b.menu() is None), None)
        if first is None:
            return self._lit(table)
        for scroll in table.choices.findChildren(QScrollArea):
            scroll.ensureWidgetVisible(first)  # as one would turn the wheel
        return _middle(first)

    def _lit(self, table: TablePage) -> object:
        """A lit place of the board."""
        board = table.presenter.board
        place = next(iter(getattr(board, "goals", {})), None)
        spot = None if place is None else table.presenter.spot((place,))
        if spot is None:
            return None
        at = board.mapToGlobal(spot.toPoint())
        return at.x(), at.y()

    def _state(self, _: str) -> object:
        window = self._window
        client, table = window.client, window.table
        row = client.room if client is not None else None
        return {
            "page": "table" if table is not None else "lobby" if window.lobby is not None else "start",
            "asked": table is not None and table._asked,
            "link": table is not None and table.link.isVisible(),
            "n": row.n if row is not None else -1,
            "mine": client.seats() if client is not None else [],
            "seats": [[s.name, s.ai] for s in row.seats] if row is not None else [],
        }

    def _shot(self, path: str) -> object:
        return self._window.grab().save(path)


def _middle(widget: QWidget) -> tuple[int, int]:
    at = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
    return at.x(), at.y()


def main(name: str, folder: Path, x: int, y: int) -> int:
    """Runs until the window is closed."""
    os.environ["XDG_DATA_HOME"] = str(folder)
    app = QApplication(["maharaja"])
    theme().apply()
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("name", name)
    window = Window(settings)
    window.setGeometry(x, y, 1280, 800)
    window.show()
    voice = Voice(window)
    code = app.exec()
    del voice
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
