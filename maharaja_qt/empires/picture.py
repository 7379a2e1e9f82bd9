"""The map as a picture file, drawn without a display."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImageWriter, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from core.faults import UserError
from core.games.empires.rules import Empires
from core.games.empires.view import View
from maharaja_qt.empires.board import EmpiresBoard

SIZE = (2080, 2024)
"""Twice the units of the sheet: the picture is the sheet and nothing else."""


def save_picture(view: View, path: Path, size: tuple[int, int] = SIZE, game: Empires | None = None) -> None:
    """Draws a position of a game (the one on our charts, if none is given) to a file, SVG or else PNG.

    Where no program with windows runs, this makes one that needs no display. `UserError` if the file
    cannot be written.
    """
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        _applications.append(QApplication(["maharaja"]))
    if path.suffix.casefold() == ".svg":
        _save_svg(view, path, size, game)
        return
    picture = draw(view, size, game)
    writer = QImageWriter(str(path), b"png")
    if not writer.write(picture.toImage()):
        raise UserError(f"{path}: {writer.errorString()}")


def draw(view: View, size: tuple[int, int], game: Empires | None = None) -> QPixmap:
    """The same as a pixmap, in the colours of the theme."""
    board = _board(view, size, game)
    picture = board.whole_picture()
    board.deleteLater()
    return picture


def _board(view: View, size: tuple[int, int], game: Empires | None) -> EmpiresBoard:
    from core.games.empires import game as ours

    board = EmpiresBoard(ours if game is None else game)
    board.motion.off = True
    board.resize(*size)
    board.show(view)
    return board


def _save_svg(view: View, path: Path, size: tuple[int, int], game: Empires | None) -> None:
    """Lines and areas as vectors; counters, names and soft edges as pictures of this size."""
    try:
        path.touch()
    except OSError as fault:
        raise UserError(f"{path}: {fault.strerror}") from None
    board = _board(view, size, game)
    board.whole_picture()  # so that every piece has its picture
    made = QSvgGenerator()
    made.setFileName(str(path))
    made.setSize(QSize(*size))
    made.setViewBox(QRectF(0, 0, *size))
    made.setTitle("Maharaja")
    painter = QPainter(made)
    try:
        board.draw_vectors(painter)
    finally:
        painter.end()
        board.deleteLater()


_applications: list[QApplication] = []
"""Kept: Qt ends its application with the last reference."""
