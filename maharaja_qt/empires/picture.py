"""The map as a picture file, drawn without a display."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImageWriter, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from core.faults import UserError, of_system
from core.games.empires import game as ours
from core.games.empires.rules import Empires
from core.games.empires.view import View
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.geography import read_map

SIZE = (2080, 2024)
"""Twice the units of the sheet: the picture is the sheet and nothing else."""


def save_picture(
    view: View,
    path: Path,
    size: tuple[int, int] = SIZE,
    game: Empires | None = None,
    charts: Path | None = None,
) -> None:
    """Draws a position of a game (the one on our charts, if none is given) to a file, SVG or else PNG.
    `charts`: the folder of its charts, where it may have a map of its own.

    Where no program with windows runs, this makes one that needs no display. `UserError` if the file
    cannot be written.
    """
    if path.suffix.casefold() not in ("", ".png", ".svg"):
        raise UserError(f"{path}: a picture is kept as .png or .svg")
    try:
        path.touch()
    except OSError as fault:
        raise UserError(f"{path}: {fault.strerror}", of_system(fault), path) from None
    offscreen()
    board = _board(view, size, game, charts)
    try:
        picture = board.whole_picture()
        if path.suffix.casefold() == ".svg":
            _save_svg(board, path)
            return
        writer = QImageWriter(str(path), b"png")
        if not writer.write(picture.toImage()):
            raise UserError(f"{path}: {writer.errorString()}", "", path)
    finally:
        board.deleteLater()


def offscreen() -> None:
    """Makes a program that needs no display, where no program with windows runs."""
    if QApplication.instance() is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        _applications.append(QApplication(["maharaja"]))


def draw(
    view: View,
    size: tuple[int, int],
    game: Empires | None = None,
    charts: Path | None = None,
    counters: float = 1.0,
) -> QPixmap:
    """The same as a pixmap, in the colours of the theme; `counters`: so many times as large as usual."""
    board = _board(view, size, game, charts)
    board.set_counter_size(counters)
    picture = board.whole_picture()
    board.deleteLater()
    return picture


def _board(view: View, size: tuple[int, int], game: Empires | None, charts: Path | None) -> EmpiresBoard:
    game = game or ours
    board = EmpiresBoard(game, drawn=read_map(game.charts, charts))
    board.motion.off = True
    board.resize(*size)
    board.show(view)
    return board


def _save_svg(board: EmpiresBoard, path: Path) -> None:
    """Lines and areas as vectors; counters, names and soft edges as pictures of this size."""
    made = QSvgGenerator()
    made.setFileName(str(path))
    made.setSize(QSize(board.width(), board.height()))
    made.setViewBox(QRectF(0, 0, board.width(), board.height()))
    made.setTitle(board.words.say("board", "title", {}))
    painter = QPainter(made)
    try:
        board.draw_vectors(painter)
    finally:
        painter.end()


_applications: list[QApplication] = []
"""Kept: Qt ends its application with the last reference."""
