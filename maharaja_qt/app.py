"""The program with its window."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from maharaja_qt.theme import theme

NAME = "maharaja"


def run(*, game: str = "", reset: bool = False, arguments: Sequence[str] = ()) -> int:
    """Opens the window and returns the exit code. With `game` a new table of it is opened at once."""
    from maharaja_qt.frame.window import Window

    app = QApplication.instance() or QApplication(["maharaja", *arguments])
    assert isinstance(app, QApplication)
    app.setApplicationName(NAME)
    app.setDesktopFileName(NAME)
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)
    if reset:
        settings.clear()
    theme().apply()
    window = Window(settings)
    window.setWindowIcon(QIcon())
    window.show()
    window.start.focus_first()
    if game:
        window.new_game(game)
    return app.exec()


if __name__ == "__main__":
    sys.exit(run())
