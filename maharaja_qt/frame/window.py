"""The one window: pages, menus, and the table it is at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMainWindow,
    QMenu,
)

from core.faults import UserError
from maharaja_qt.client import Client
from maharaja_qt.folders import keyring_file
from maharaja_qt.frame.lobby_page import LobbyPage
from maharaja_qt.frame.parting import Parting
from maharaja_qt.frame.presenter import Presenter, presented
from maharaja_qt.frame.table_page import SAID_MS, TablePage
from maharaja_qt.frame.visits import Visits
from maharaja_qt.network import Network
from maharaja_qt.tables import saved_games
from maharaja_qt.theme import Mode, theme
from net.hosting import Hosted
from net.keyring import Keyring

RECENT: Final = 5
SIZE: Final = (1280, 800)

_log = logging.getLogger(__name__)


class Window(QMainWindow):
    """Start page, lobby and table, one at a time."""

    def __init__(self, settings: QSettings, keyring: Keyring | None = None) -> None:
        super().__init__()
        self.setWindowTitle("Maharaja")
        self.resize(*SIZE)
        self._settings = settings
        self._keyring = keyring or Keyring(keyring_file())
        self.network = Network(self)
        self._games = presented()
        self.visits = Visits(self.network, self._keyring, self._games, settings, self)
        self.start, self.pages = self.visits.start, self.visits.pages
        self.setCentralWidget(self.pages)
        self.start.name.setText(str(settings.value("name", self._user())))
        self._dock_actions: list[QAction] = []
        self._waited_for = False
        self._quitting = False
        self._menus()
        self._status()
        self._connect()
        geometry = settings.value("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        self._look_for_games()

    # ------------------------------------------------------------------------------------------- parts

    def _user(self) -> str:
        from maharaja_qt.cli.net_common import user_name

        return user_name().capitalize()

    def _menus(self) -> None:
        bar = self.menuBar()
        game = bar.addMenu(self.tr("&Game"))
        for name, module in self._games.items():
            self._entry(
                game,
                self.tr("New game of {title}").format(title=module.CARD.title),
                partial(self.new_game, name),
                "Ctrl+N",
            )
        self._entry(game, self.tr("Open a saved game …"), self._open_file, "Ctrl+O")
        self._save = self._entry(game, self.tr("Save a copy …"), self._save_copy, "Ctrl+S")
        self._log = self._entry(game, self.tr("Export the log …"), self._export_log)
        self._map = self._entry(game, self.tr("Export the board as a picture …"), self._export_picture)
        game.addSeparator()
        self._leave = self._entry(game, self.tr("Leave the table"), self.leave)
        self._entry(game, self.tr("Quit"), self.close, "Ctrl+Q")
        self._play = bar.addMenu(self.tr("&Play"))
        self._entry(self._play, self.tr("Done"), self._done, "Ctrl+Return")
        self._entry(self._play, self.tr("Undo"), self._undo, "Ctrl+Z")
        self._pause = self._entry(self._play, self.tr("Pause or go on"), self._toggle_pause)
        self._entry(self._play, self.tr("Put the position right …"), self._correct)
        self._docks = bar.addMenu(self.tr("&Window"))
        self._themes(self._docks)
        full = self._entry(self._docks, self.tr("Full screen"), self._full_screen, "F11")
        full.setCheckable(True)
        self._docks.addSeparator()
        about = bar.addMenu(self.tr("&Help"))
        self._entry(about, self.tr("About Maharaja"), self._about)
        self._show_menus()

    def _entry(self, menu: QMenu, text: str, what: Callable[[], object], key: str = "") -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda _=False: what())
        if key:
            action.setShortcut(QKeySequence(key))
        menu.addAction(action)
        return action

    def _themes(self, menu: QMenu) -> None:
        group = QActionGroup(self)
        modes: tuple[tuple[str, Mode], ...] = (
            (self.tr("As the system"), "system"), (self.tr("Light"), "light"), (self.tr("Dark"), "dark"),
        )  # fmt: skip
        kept = str(self._settings.value("theme", "system"))
        for text, mode in modes:
            action = QAction(text, self)
            action.setCheckable(True)
            action.setChecked(mode == kept)
            action.triggered.connect(lambda _=False, mode=mode: self._choose_theme(mode))
            group.addAction(action)
            menu.addAction(action)
        safe = QAction(self.tr("Colours for colour-blind eyes"), self)
        safe.setCheckable(True)
        safe.setChecked(self._settings.value("colour_safe", False, bool) is True)
        safe.triggered.connect(self._choose_safe)
        menu.addAction(safe)
        self._choose_theme(kept if kept in ("light", "dark") else "system")  # type: ignore[arg-type]
        theme().choose(colour_safe=safe.isChecked())

    def _choose_theme(self, mode: Mode) -> None:
        self._settings.setValue("theme", mode)
        theme().choose(mode)

    def _choose_safe(self, on: bool) -> None:
        self._settings.setValue("colour_safe", on)
        theme().choose(colour_safe=on)

    def _status(self) -> None:
        self._said = QLabel()
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setAccessibleName(self.tr("Status"))
        self.statusBar().addWidget(self._said, 1)
        self._quiet = QTimer(self, singleShot=True, interval=SAID_MS)
        self._quiet.timeout.connect(self._said.clear)
        self.say(self.tr("Every game is saved as it is played. Nothing leaves your network."))

    def _connect(self) -> None:
        start, visits = self.start, self.visits
        visits.said.connect(self.say)
        visits.changed.connect(self._page_changed)
        visits.alert.connect(self._alert)
        visits.named.connect(lambda _: self._show_title())
        visits.leaving.connect(self.leave)
        visits.back.connect(self._look_for_games)
        start.resume.connect(lambda saved: visits.resume(saved.path, saved.game))
        start.settings.connect(lambda: self._docks.popup(self.start.mapToGlobal(self.start.rect().center())))
        start.name.editingFinished.connect(lambda: self._settings.setValue("name", start.name.text()))

    def say(self, text: str) -> None:
        """A sentence in the status line."""
        self._said.setText(text)
        self._quiet.start()

    def _show_menus(self) -> None:
        at_table = self.table is not None
        for action in (self._save, self._log, self._map, self._pause):
            action.setEnabled(at_table)
        self._leave.setEnabled(self.client is not None)
        self._play.setEnabled(at_table)

    def _page_changed(self) -> None:
        """Menus and title fit what is shown; a table's docks can be shown and hidden."""
        for action in self._dock_actions:
            self._docks.removeAction(action)
        self._dock_actions = self.table.view_actions() if self.table is not None else []
        for action in self._dock_actions:
            self._docks.addAction(action)
        self._show_menus()
        self._show_title()

    # ------------------------------------------------------------------------------------ to a table

    @property
    def client(self) -> Client | None:
        """The connection to the table."""
        return self.visits.client

    @property
    def hosted(self) -> Hosted | None:
        """The table, if it is hosted here."""
        return self.visits.hosted

    @property
    def presenter(self) -> Presenter | None:
        """The game of the table."""
        return self.visits.presenter

    @property
    def lobby(self) -> LobbyPage | None:
        """The page of a table that has not begun."""
        return self.visits.lobby

    @property
    def table(self) -> TablePage | None:
        """The page of a table that has."""
        return self.visits.table

    def new_game(self, game: str) -> None:
        """A table for people of this computer and the program."""
        self._away(lambda: self.visits.new_game(game))

    def leave(self) -> None:
        """Away from the table; who would be left behind is named first."""
        self._away(self.visits.leave)

    def _away(self, then: Callable[[], None]) -> None:
        """Does it at once, unless others are at a table hosted here: then it is asked first."""
        names = self.visits.guests()
        if not names:
            then()
            return
        saved = self.table is not None
        asked = Parting(names, saved=saved, parent=self)
        asked.accepted.connect(then)
        asked.open()

    def _look_for_games(self) -> None:
        def look() -> Any:
            from core.record import Record

            def glance(game: Any, read: Record) -> tuple[str, bool]:
                text, over = self._games[game.meta.id].glance(game, read)
                return text, over

            return saved_games(RECENT, glance)

        self.network.run(asyncio.to_thread(look), self.start.show_recent)

    # ------------------------------------------------------------------------------ when one is waited for

    def _alert(self) -> None:
        """Says so where other windows are in front, and takes nothing from them."""
        if not self.isActiveWindow():
            QApplication.alert(self)
            self._waited_for = True
            self._show_title()

    def changeEvent(self, event: QEvent) -> None:
        """Who looks here has seen it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self._waited_for:
            self._waited_for = False
            self._show_title()

    def _show_title(self) -> None:
        client = self.client
        name = client.room.name if client is not None and client.room is not None else ""
        title = self.tr("{table} · Maharaja").format(table=name) if name else "Maharaja"
        self.setWindowTitle(
            self.tr("● Your turn · {title}").format(title=title) if self._waited_for else title
        )

    # ---------------------------------------------------------------------------------------- entries

    def _open_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Open a saved game"), "", "Maharaja (*.maharaja)")
        if name:
            self._open_path(Path(name))

    def _open_path(self, path: Path) -> None:
        from core import record

        try:
            game = record.read(path).header.game
        except UserError as fault:
            self.say(str(fault))
            return
        if game not in self._games:
            self.say(
                self.tr("{file} is a game of {game}, which has no board here").format(
                    file=path.name, game=game
                )
            )
            return
        self._away(lambda: self.visits.resume(path, game))

    def _save_copy(self) -> None:
        record = self.hosted.room.plan.record if self.hosted is not None else None
        if record is None:
            self.say(self.tr("The host keeps the record of this game."))
            return
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Save a copy"), record.name, "Maharaja (*.maharaja)"
        )
        if name:
            self._write(Path(name), record.read_bytes())

    def _export_log(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export the log"), "log.txt", "Text (*.txt)")
        if name and self.table is not None:
            self._write(Path(name), self.table.log.text().encode("utf-8", "replace"))

    def _export_picture(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export the board"), "board.png", "PNG (*.png)")
        if name and self.presenter is not None:
            picture = self.presenter.picture(2080, 2024, 1.0)
            self.say(
                self.tr("Saved as {name}").format(name=name)
                if picture.save(name, "PNG")
                else self.tr("{name} cannot be written").format(name=name)
            )

    def _write(self, path: Path, data: bytes) -> None:
        temporary = path.with_name(path.name + ".part")
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as fault:
            temporary.unlink(missing_ok=True)
            self.say(f"{path}: {fault.strerror}")
            return
        self.say(self.tr("Saved as {name}").format(name=path))

    def _done(self) -> None:
        if self.table is not None:
            self.table.done()

    def _undo(self) -> None:
        if self.table is not None:
            self.table.undo()

    def _toggle_pause(self) -> None:
        if self.client is not None and self.client.room is not None:
            self.client.ask("pause", int(not self.client.room.paused))

    def _correct(self) -> None:
        if self.table is not None:
            self.table.correct()

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _about(self) -> None:
        from maharaja_qt.frame.about import About

        About(self).open()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Everything is saved already; the others are named, then told."""
        if self.visits.guests() and not self._quitting:
            event.ignore()
            self._away(self._quit)
            return
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("name", self.start.name.text())
        if self.table is not None:
            self.table.keep_layout(self._settings)
        self.visits.arrival.stop()
        self.network.finish(self.visits.end())
        event.accept()

    def _quit(self) -> None:
        self._quitting = True
        self.close()
