"""What is read from and written to files that somebody chooses: games, logs, scores, pictures, reports."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from core import record
from core.faults import UserError, in_words
from maharaja_qt.frame.ask import Question
from maharaja_qt.reading import Scan

if TYPE_CHECKING:
    from maharaja_qt.frame.board_page import BoardPage
    from maharaja_qt.frame.window import Window

GAMES: Final = "Maharaja (*.maharaja)"


def write(path: Path, data: bytes) -> None:
    """Writes all of it or nothing. Raises `UserError`."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as fault:
        temporary.unlink(missing_ok=True)
        raise UserError(f"{path}: {fault.strerror}") from None


class Files(QObject):
    """Asks for a name, then does it. What goes wrong is said in the status line."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window

    # ------------------------------------------------------------------------------------------ opening

    def open_saved(self) -> None:
        """A game to go on with."""
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open a saved game"), "", GAMES)
        if name:
            self.open_path(Path(name))

    def open_replay(self) -> None:
        """A game to look at."""
        name, _ = QFileDialog.getOpenFileName(self._window, self.tr("Replay a saved game"), "", GAMES)
        if name:
            self._window.replay(Path(name))

    def open_path(self, path: Path) -> None:
        """Goes on with a game; if only part of it can be read, asks whether to go on from there."""
        try:
            found = record.read(path)
        except UserError as fault:
            self._window.say(str(fault))
            return
        game = found.header.game
        if game not in dict(self._window.titles()):
            words = self.tr("{file} is a game of {game}, which has no board here")
            self._window.say(words.format(file=path.name, game=game))
            return
        self._window.look_through(found, lambda scan: self._open_scanned(path, game, scan))

    def _open_scanned(self, path: Path, game: str, scan: Scan) -> None:
        if not scan.fault:
            if scan.over:
                self._window.replay(path)
            else:
                self._window.resume(path, game)
            return
        if scan.good < 0:
            self._window.say(scan.fault)
            return
        asked = Question(
            self.tr("This game can be read up to {where}. Open it there?").format(where=scan.where),
            scan.fault,
            self.tr("Open it there"),
            self.tr("Leave it as it is"),
            self._window,
        )
        asked.agreed.connect(lambda: self._window.branch(path, scan.good))
        asked.open()

    # ------------------------------------------------------------------------------------------ writing

    def save_copy(self) -> None:
        """The record as it is now."""
        source = self._window.record_file()
        if source is None:
            self._window.say(self.tr("The host keeps the record of this game."))
            return
        name, _ = QFileDialog.getSaveFileName(self._window, self.tr("Save a copy"), source.name, GAMES)
        if name and Path(name).resolve() != source.resolve():
            try:
                data = source.read_bytes()
            except OSError as fault:
                self._window.say(in_words(fault))
            else:
                self._keep(Path(name), data)

    def _page(self) -> BoardPage | None:
        """The board in sight; before there is anything on it, that is said and no file is asked for."""
        page = self._window.board_page()
        if page is not None and not page.begun:
            self._window.say(self.tr("There is nothing to export yet: the game has not reached this window."))
            return None
        return page

    def export_log(self) -> None:
        """The log in sentences."""
        page = self._page()
        if page is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export the log"), "log.txt", "Text (*.txt)"
        )
        if name:
            self._keep(Path(name), page.log.text().encode("utf-8", "replace"))

    def export_scores(self) -> None:
        """Every point with its reason."""
        page = self._page()
        if page is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export the scores"), "scores.csv", "CSV (*.csv)"
        )
        if name:
            rows = io.StringIO()
            csv.writer(rows).writerows(page.presenter.scores())
            self._keep(Path(name), rows.getvalue().encode())

    def export_picture(self) -> None:
        """The board as it stands."""
        page = self._page()
        if page is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export the board"), "board.png", "PNG (*.png);;SVG (*.svg)"
        )
        if name:
            try:
                page.presenter.export(Path(name))
            except UserError as fault:
                self._window.say(str(fault))
            else:
                self._saved(Path(name))

    def save_report(self) -> None:
        """What helps to find a fault."""
        from maharaja_qt.frame.report import report

        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Save a report"), "maharaja-report.txt", "Text (*.txt)"
        )
        if name:
            page = self._window.board_page()
            said = report(self._window.preferences, page.account() if page is not None else ())
            self._keep(Path(name), said.encode("utf-8", "replace"))

    def _keep(self, path: Path, data: bytes) -> None:
        try:
            write(path, data)
        except UserError as fault:
            self._window.say(str(fault))
        else:
            self._saved(path)

    def _saved(self, path: Path) -> None:
        self._window.say(self.tr("Saved as {name}").format(name=path))
