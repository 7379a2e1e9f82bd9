"""The program with its window."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from msgspec import Struct, structs
from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QApplication

from maharaja_qt import quick as quick  # noqa: PLC0414 - before all others
from maharaja_qt.frame.window import Window
from maharaja_qt.logs import keep_log
from maharaja_qt.tables import Wish
from maharaja_qt.theme import theme

NAME = "maharaja"


class Start(Struct, frozen=True):
    """What the command line asks for: a table of `game`, or the record `load`."""

    game: str = ""
    seats: tuple[str, ...] = ()
    options: tuple[tuple[str, bool | int | str], ...] = ()
    seed: int | None = None
    load: Path | None = None
    reset: bool = False


def run(start: Start) -> int:
    """Opens the window and returns the exit code."""
    app = QApplication.instance() or QApplication([NAME])
    assert isinstance(app, QApplication)
    app.setApplicationName(NAME)
    app.setDesktopFileName(NAME)
    settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, NAME, NAME)
    if start.reset:
        settings.clear()
    icon = QPixmap()
    icon.loadFromData((files("resources") / "common" / "svg" / "icon.svg").read_bytes(), "SVG")
    app.setWindowIcon(QIcon(icon))
    theme().apply()
    window = Window(settings)
    log = keep_log(window.say)
    begin(window, start)
    window.show()
    code = app.exec()
    if log is not None:
        log.close()
    return code


def begin(window: Window, start: Start) -> None:
    """Goes where the command line wants to."""
    if start.load is not None:
        window.files.open_path(start.load)
    elif start.game:

        def wish(usual: Wish) -> Wish:
            return structs.replace(usual, seats=start.seats, options=start.options, seed=start.seed)

        window.play(wish, start.game)


if __name__ == "__main__":
    sys.exit(run(Start()))
