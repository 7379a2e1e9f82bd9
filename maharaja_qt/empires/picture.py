"""The map as a picture file, drawn without a display."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtGui import QImageWriter, QPixmap
from PySide6.QtWidgets import QApplication

from core.faults import UserError
from core.games.empires.rules import Empires
from core.games.empires.view import View

SIZE = (2080, 2024)
"""Twice the units of the sheet: the picture is the sheet and nothing else."""


def save_picture(
    view: View,
    path: Path,
    size: tuple[int, int] = SIZE,
    game: Empires | None = None,
    charts: Path | None = None,
) -> None:
    """Draws a position of a game (the one on our charts, if none is given) to a PNG file. `charts`: the
    folder of its charts, where it may have a map of its own.

    Where no program with windows runs, this makes one that needs no display. `UserError` if the file
    cannot be written.
    """
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        _applications.append(QApplication(["maharaja"]))
    picture = draw(view, size, game, charts)
    writer = QImageWriter(str(path), b"png")
    if not writer.write(picture.toImage()):
        raise UserError(f"{path}: {writer.errorString()}")


def draw(
    view: View, size: tuple[int, int], game: Empires | None = None, charts: Path | None = None
) -> QPixmap:
    """The same as a pixmap, in the colours of the theme."""
    from core.games.empires import game as ours
    from maharaja_qt.empires.board import EmpiresBoard
    from maharaja_qt.empires.geography import read_map

    game = game or ours
    board = EmpiresBoard(game, drawn=read_map(game.charts, charts))
    board.motion.off = True
    board.resize(*size)
    board.show(view)
    picture = board.whole_picture()
    board.deleteLater()
    return picture


_applications: list[QApplication] = []
"""Kept: Qt ends its application with the last reference."""
