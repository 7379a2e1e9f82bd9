"""What is read from and written to files that somebody chooses: games, logs, scores, pictures, reports."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from core import record, texts
from core.faults import UserError, in_words
from core.registry import find_game
from maharaja_qt.frame.ask import Question
from maharaja_qt.frame.who_plays import WhoPlays, names_nobody
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


class _Wish(Struct, frozen=True):
    """What is to be saved: the title of the dialog, a name, the kinds of files, and what writes it."""

    title: str
    name: str
    kinds: str
    put: Callable[[Path], None]


class Files(QObject):
    """Asks for a name, then does it. What cannot be opened is said in the status line; what cannot be saved
    is said until it has been dealt with."""

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
            elif names_nobody(scan.labels):
                made = find_game(game)
                asked = WhoPlays(made, texts.load(made), scan.labels, scan.asked, self._window)
                asked.chosen.connect(lambda seats: self._window.resume(path, game, tuple(seats)))
                asked.open()
            else:
                self._window.resume(path, game)
            return
        if scan.good < 0:
            self._window.say(scan.fault)
            return
        mend = Question(
            self.tr("This game can be read up to {where}. Open it there?").format(where=scan.where),
            scan.fault,
            self.tr("Open it there"),
            self.tr("Leave it as it is"),
            self._window,
        )
        mend.agreed.connect(lambda: self._window.branch(path, scan.good))
        mend.open()

    # ------------------------------------------------------------------------------------------ writing

    def save_copy(self) -> None:
        """The record as it is now."""
        source = self._window.record_file()
        if source is None:
            self._window.say(self.tr("The host keeps the record of this game."))
            return

        def copy(path: Path) -> None:
            if path.resolve() != source.resolve():
                write(path, source.read_bytes())

        self._ask(_Wish(self.tr("Save a copy"), source.name, GAMES, copy))

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
        if page is not None:
            data = page.log.text().encode("utf-8", "replace")
            self._ask(_Wish(self.tr("Export the log"), "log.txt", "Text (*.txt)", partial(write, data=data)))

    def export_scores(self) -> None:
        """Every point with its reason."""
        page = self._page()
        if page is not None:
            rows = io.StringIO()
            csv.writer(rows).writerows(page.presenter.scores())
            put = partial(write, data=rows.getvalue().encode())
            self._ask(_Wish(self.tr("Export the scores"), "scores.csv", "CSV (*.csv)", put))

    def export_picture(self) -> None:
        """The board as it stands."""
        page = self._page()
        if page is not None:
            kinds = "PNG (*.png);;SVG (*.svg)"
            self._ask(_Wish(self.tr("Export the board"), "board.png", kinds, page.presenter.export))

    def save_report(self) -> None:
        """What helps to find a fault."""
        from maharaja_qt.frame.report import report

        page = self._window.board_page()
        said = report(self._window.preferences, page.account() if page is not None else ())
        put = partial(write, data=said.encode("utf-8", "replace"))
        self._ask(_Wish(self.tr("Save a report"), "maharaja-report.txt", "Text (*.txt)", put))

    def _ask(self, wish: _Wish, failed: Path | None = None, why: str = "") -> None:
        """Asks for a name and writes there; without a name, what `failed` before is told again."""
        named = wish.name if failed is None else str(failed)
        name, _ = QFileDialog.getSaveFileName(self._window, wish.title, named, wish.kinds)
        if name:
            self._write(wish, Path(name))
        elif failed is not None:
            self._not_saved(wish, failed, why)

    def _write(self, wish: _Wish, path: Path) -> None:
        try:
            wish.put(path)
        except (UserError, OSError) as fault:
            self._not_saved(wish, path, in_words(fault))
        else:
            self._window.say(self.tr("Saved as {name}").format(name=path))

    def _not_saved(self, wish: _Wish, path: Path, why: str) -> None:
        self._window.unsaved.tell(
            why.removesuffix("."), lambda: self._write(wish, path), lambda: self._ask(wish, path, why)
        )
