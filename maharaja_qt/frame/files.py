"""What is read from and written to files that somebody chooses: games, logs, scores, pictures, reports."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from core import record, texts
from core.faults import UserError
from core.registry import find_game
from maharaja_qt.faults import Said, told
from maharaja_qt.folders import write
from maharaja_qt.frame.ask import Question
from maharaja_qt.frame.who_plays import WhoPlays, names_nobody
from maharaja_qt.reading import Scan

if TYPE_CHECKING:
    from maharaja_qt.frame.board_page import BoardPage
    from maharaja_qt.frame.window import Window

GAMES: Final = "Maharaja (*.maharaja)"
TEXT: Final = "Text (*.txt)"
NOT_IN_NAMES: Final = re.compile(r"[^\w ,.()-]")
"""Not every system has these in names of files."""


class _Wish(Struct, frozen=True):
    """What is to be saved: the title of the dialog, a name, the kinds of files, and what writes it."""

    title: str
    name: str
    kinds: tuple[str, ...]
    """Each as a dialog has it, "Text (*.txt)"."""
    put: Callable[[Path], None]

    def ending(self, kind: str = "") -> str:
        """The ending of names of this kind, or of the first."""
        chosen = kind if kind in self.kinds else self.kinds[0]
        return chosen[chosen.index("*") + 1 : -1]

    def complete(self, name: str, kind: str) -> Path:
        """A name with one of the endings there are: that of this kind, if it has none of them."""
        path = Path(name)
        if path.suffix.lower() in map(self.ending, self.kinds):
            return path
        return path.with_name(path.name.rstrip(".") + self.ending(kind))


class Files(QObject):
    """Asks for a name, then does it. What cannot be opened or saved is said until it has been dealt with."""

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
        self._window.faults.opening()
        try:
            found = record.read(path)
        except UserError as fault:
            self._window.faults.not_opened(told(fault))
            return
        game = found.header.game
        if game not in dict(self._window.titles()):
            words = self.tr("“{file}” is a game that has no board here")
            self._window.faults.not_opened(Said(words.format(file=path.name), f"{path}: {game}"))
            return
        self._window.look_through(found, lambda scan: self._open_scanned(path, game, scan))

    def _open_scanned(self, path: Path, game: str, scan: Scan) -> None:
        if scan.fault is None:
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
            self._window.faults.not_opened(scan.fault)
            return
        mend = Question(
            self.tr("This game can be read up to {where}. Open it there?").format(where=scan.where),
            scan.fault.sentence,
            self.tr("Open it there"),
            self.tr("Leave it as it is"),
            self._window,
            scan.fault.details,
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

        self._ask(_Wish(self.tr("Save a copy"), self._named(), (GAMES,), copy))

    def _named(self, what: str = "") -> str:
        """A name that tells a person what it is: the game, how far it has come, the day."""
        page = self._window.board_page()
        words = [dict(self._window.titles())[page.game], page.when] if page is not None else []
        words += [date.today().isoformat(), what]
        return NOT_IN_NAMES.sub(" ", ", ".join(filter(None, words)))

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
            self._ask(
                _Wish(
                    self.tr("Export the log"), self._named(self.tr("log")), (TEXT,), partial(write, data=data)
                )
            )

    def export_scores(self) -> None:
        """Every point with its reason."""
        page = self._page()
        if page is not None:
            rows = io.StringIO()
            csv.writer(rows).writerows(page.presenter.scores())
            put = partial(write, data=rows.getvalue().encode())
            self._ask(
                _Wish(self.tr("Export the scores"), self._named(self.tr("scores")), ("CSV (*.csv)",), put)
            )

    def export_picture(self) -> None:
        """The board as it stands."""
        page = self._page()
        if page is not None:
            kinds = "PNG (*.png)", "SVG (*.svg)"
            named = self._named(self.tr("board"))
            self._ask(_Wish(self.tr("Export the board"), named, kinds, page.presenter.export))

    def save_report(self) -> None:
        """What helps to find a fault."""
        from maharaja_qt.frame.report import report

        page = self._window.board_page()
        said = report(self._window.preferences, page.account() if page is not None else ())
        put = partial(write, data=said.encode("utf-8", "replace"))
        self._ask(_Wish(self.tr("Save a report"), self.tr("Maharaja report"), (TEXT,), put))

    def _ask(self, wish: _Wish, failed: tuple[Path, Said] | None = None) -> None:
        """Asks for a name and writes there; without a name, what `failed` before is told again."""
        named = wish.name + wish.ending() if failed is None else str(failed[0])
        name, kind = QFileDialog.getSaveFileName(self._window, wish.title, named, ";;".join(wish.kinds))
        if not name:
            if failed is not None:
                self._not_saved(wish, *failed)
            return
        path = wish.complete(name, kind)
        if str(path) == str(Path(name)) or not path.exists():  # of a whole name the dialog has asked itself
            self._write(wish, path)
            return
        replace = Question(
            self.tr("There is a file “{file}” already. Replace it?").format(file=path.name),
            self.tr("What is in it now will be lost."),
            self.tr("Replace it"),
            self.tr("Choose another name"),
            self._window,
        )
        replace.agreed.connect(lambda: self._write(wish, path))
        replace.rejected.connect(lambda: self._ask(structs.replace(wish, name=path.stem), failed))
        replace.open()

    def _write(self, wish: _Wish, path: Path) -> None:
        try:
            wish.put(path)
        except (UserError, OSError) as fault:
            self._not_saved(wish, path, told(fault))
        else:
            self._window.say(self.tr("Saved as {name}").format(name=path))

    def _not_saved(self, wish: _Wish, path: Path, why: Said) -> None:
        self._window.faults.not_saved(
            why, lambda: self._write(wish, path), lambda: self._ask(wish, (path, why))
        )
