"""The one window: pages, menus, and the table it is at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMainWindow,
    QMenu,
    QStackedWidget,
)

from core import texts as core_texts
from core.faults import UserError
from core.texts import common
from maharaja_qt.client import Client
from maharaja_qt.folders import keyring_file
from maharaja_qt.frame.lobby_page import LobbyPage
from maharaja_qt.frame.presenter import Presenter, presented
from maharaja_qt.frame.rules import sections_of
from maharaja_qt.frame.start_page import StartPage
from maharaja_qt.frame.status_line import StatusLine
from maharaja_qt.frame.table_page import SAID_MS, TablePage
from maharaja_qt.network import Network
from maharaja_qt.tables import Wish, open_table, own_copy, saved_games
from maharaja_qt.theme import Mode, theme
from net import messages as m
from net.dial import parse_target
from net.finder import Finder, Found
from net.guest_session import Who
from net.hosting import Hosted
from net.keyring import Keyring
from net.own import own_addresses
from net.probe import details

RECENT: Final = 5
SIZE: Final = (1280, 800)

_log = logging.getLogger(__name__)


class Window(QMainWindow):
    """Start page, lobby and table, one at a time."""

    _tables_changed = Signal()
    """From the network thread."""

    def __init__(self, settings: QSettings, keyring: Keyring | None = None) -> None:
        super().__init__()
        self.setWindowTitle("Maharaja")
        self.resize(*SIZE)
        self._settings = settings
        self._keyring = keyring or Keyring(keyring_file())
        self.network = Network(self)
        self._games = presented()
        self._words = common()
        self.client: Client | None = None
        self.hosted: Hosted | None = None
        self.presenter: Presenter | None = None
        self._finder: Finder | None = None
        self._wish: Wish | None = None
        self.pages = QStackedWidget()
        self.setCentralWidget(self.pages)
        self.start = StartPage(self._games)
        self.start.name.setText(str(settings.value("name", self._user())))
        self.lobby: LobbyPage | None = None
        self.table: TablePage | None = None
        self.pages.addWidget(self.start)
        self._menus()
        self._status()
        self._connect()
        geometry = settings.value("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        self._look_for_tables()
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
        self._entry(self._play, self.tr("Redo"), self._redo, "Ctrl+Y")
        self._pause = self._entry(self._play, self.tr("Pause or go on"), self._toggle_pause)
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
            action.setAutoRepeat(False)  # a key that is held down decides nothing
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
        self._said = StatusLine()
        self._said.setAccessibleName(self.tr("Status"))
        self.statusBar().addWidget(self._said, 1)
        self._quiet = QTimer(self, singleShot=True, interval=SAID_MS)
        self._quiet.timeout.connect(self._said.clear)
        self.say(self.tr("Every game is saved as it is played. Nothing leaves your network."))

    def _connect(self) -> None:
        start = self.start
        self._tables_changed.connect(self._found, Qt.ConnectionType.QueuedConnection)
        start.new_game.connect(self.new_game)
        start.host.connect(self.host)
        start.join.connect(self.join)
        start.resume.connect(lambda saved: self.resume(saved.path, saved.game))
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

    # --------------------------------------------------------------------------- tables on the network

    def _look_for_tables(self) -> None:
        async def look() -> None:
            finder = Finder(self._tables_changed.emit, probe=details)
            self._finder = finder
            await finder.start()

        self.network.run(look(), failed=lambda fault: self.start.show_tables((), str(fault)))

    def _found(self) -> None:
        if self._finder is not None:
            notice = self._words.say("network", self._finder.notice, {}) if self._finder.notice else ""
            self.start.show_tables([t for t in self._finder.tables if t.game in self._games], notice)

    def _look_for_games(self) -> None:
        def look() -> Any:
            from core.record import Record

            def glance(game: Any, read: Record) -> tuple[str, bool]:
                text, over = self._games[game.meta.id].glance(game, read)
                return text, over

            return saved_games(RECENT, glance)

        self.network.run(asyncio.to_thread(look), self.start.show_recent)

    # ------------------------------------------------------------------------------------ to a table

    def new_game(self, game: str) -> None:
        """A table for people of this computer and the program."""
        self._open(Wish(game, self.tr("A game at home"), self._name(), shared=False))

    def host(self, game: str) -> None:
        """A table that others on the network find."""
        self._open(Wish(game, self.tr("{name}’s table").format(name=self._name()), self._name(), shared=True))

    def resume(self, path: Path, game: str) -> None:
        """Goes on with a saved game."""
        self._open(Wish(game, path.stem, self._name(), shared=False, resume=path))

    def _name(self) -> str:
        return self.start.name.text().strip() or self._user()

    def _open(self, wish: Wish) -> None:
        self.leave()
        self._wish = wish
        self.say(self.tr("The table is being opened …"))
        self.network.run(open_table(wish, self._keyring), self._opened, self._not_opened)

    def _opened(self, hosted: Hosted) -> None:
        self.hosted = hosted
        self.say("")
        assert self._wish is not None
        self._go_in(("127.0.0.1",), hosted.port, Who(self._wish.host))

    def _not_opened(self, fault: Exception) -> None:
        if not isinstance(fault, UserError | OSError):
            _log.error("a table could not be opened", exc_info=fault)
        self.say(str(fault))

    def join(self, target: Found | str) -> None:
        """A table somebody else hosts, by its row or its address."""
        self.leave()
        if isinstance(target, Found):
            self._go_in(target.addresses, target.port, Who(self._name()))
            return
        try:
            where = parse_target(target)
        except UserError as fault:
            self.start.trouble(str(fault))
            return
        self._go_in((where.host,), where.port, Who(self._name()))

    def _go_in(self, addresses: tuple[str, ...], port: int, who: Who) -> None:
        self._where = addresses, port, who
        client = Client(self.network, addresses, port, who, self._keyring, own_copy, self)
        self.client = client
        client.linked.connect(self._linked)
        client.room_changed.connect(self._room)
        client.chat.connect(self._chat)
        client.start()
        self._show_menus()

    def _linked(self, state: str, code: str, params: m.Params) -> None:
        if self.sender() is not self.client or self.client is None:
            return
        sentence = self._words.say("bye", code, dict(params)) if code else ""
        if state == "in":
            self._came_in()
        elif state == "lost":
            self.say(self._words.say("network", "lost", {}))
        elif code == "password-needed" or code == "wrong-password":
            self._ask_password(sentence)
            return
        if self.table is not None:
            self.table.show_link(state, sentence)
        if state == "out":
            self.say(sentence)
            if self.table is None:
                self.start.trouble(sentence)
                self.leave()

    def _came_in(self) -> None:
        client = self.client
        assert client is not None
        if client.game is None or self.presenter is not None:
            return
        module = self._games[client.game.meta.id]
        self.presenter = module.present(client.game, core_texts.load(client.game), self)

    def _ask_password(self, sentence: str) -> None:
        addresses, port, who = self._where
        self.leave()
        text, ok = QInputDialog.getText(self, self.tr("Password"), sentence, QLineEdit.EchoMode.Password)
        if ok and text:
            self._go_in(addresses, port, Who(who.name, text))

    def _room(self, row: m.RoomRow) -> None:
        if self.sender() is not self.client or self.presenter is None:
            return
        if row.phase == "lobby":
            self._show_lobby(row)
        elif self.table is None:
            self._show_table()

    def _show_lobby(self, row: m.RoomRow) -> None:
        assert self.client is not None and self.presenter is not None
        if self.lobby is None:
            addresses: list[str] = []
            if self.hosted is not None and self._wish is not None and self._wish.shared:
                port = self.hosted.port
                addresses = [f"[{a}]:{port}" if ":" in a else f"{a}:{port}" for a in own_addresses()]
            self.lobby = LobbyPage(self.client, self.presenter, addresses)
            self.lobby.left.connect(self.leave)
            self.lobby.said.connect(self.say)
            self.pages.addWidget(self.lobby)
            self.pages.setCurrentWidget(self.lobby)
            if self.hosted is not None and self._wish is not None and not self._wish.shared:
                self._seat_the_others(row)
            for line in self.client.talk:
                self._chat(line)
        self.lobby.show_room(row)

    def _seat_the_others(self, row: m.RoomRow) -> None:
        """At home all seats but one begin with the program."""
        assert self.client is not None and self.presenter is not None
        from ai.registry import policy_names

        best = policy_names(self.presenter.game)[-1]
        for seat, free in enumerate(row.seats):
            if not free.owner and not free.ai:
                self.client.ask("seat", seat, text=f"ai:{best}")

    def _show_table(self) -> None:
        client, presenter = self.client, self.presenter
        assert client is not None and presenter is not None
        self.table = TablePage(client, presenter, sections_of(presenter.game))
        self.table.status.connect(self.say)
        self._said.rule_wanted.connect(self.table.open_rule)
        self.table.alert.connect(lambda: QApplication.alert(self))
        self.table.restore_layout(self._settings)
        self.pages.addWidget(self.table)
        self.pages.setCurrentWidget(self.table)
        if self.lobby is not None:
            self.pages.removeWidget(self.lobby)
            self.lobby.deleteLater()
            self.lobby = None
        for action in self.table.view_actions():
            self._docks.addAction(action)
        self.table.start()
        presenter.board.setFocus()
        self._show_menus()

    def _chat(self, line: m.Chat) -> None:
        if self.lobby is not None and self.client is not None:
            row = self.client.room
            self.lobby.chat.add(line, {p.no: p.name for p in row.people} if row is not None else {})

    def leave(self) -> None:
        """Away from the table, back to the start page. A table hosted here ends; its record has all."""
        if self.table is not None:
            self.table.keep_layout(self._settings)
            for action in self.table.view_actions():
                self._docks.removeAction(action)
        if self.client is not None:
            self.client.leave()
            self.client.deleteLater()
        if self.hosted is not None:
            self.network.run(self.hosted.close())
        for page in (self.lobby, self.table):
            if page is not None:
                self.pages.removeWidget(page)
                page.deleteLater()
        if self.presenter is not None:
            self.presenter.deleteLater()
        self.client = self.hosted = self.lobby = self.table = self.presenter = None
        self.pages.setCurrentWidget(self.start)
        self._look_for_games()
        self._show_menus()

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
        self.resume(path, game)

    def _save_copy(self) -> None:
        record = self.hosted.room.plan.record if self.hosted is not None else None
        if self._wish is not None and self._wish.resume is not None:
            record = self._wish.resume
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

    def _redo(self) -> None:
        if self.table is not None:
            self.table.redo()

    def _toggle_pause(self) -> None:
        if self.client is not None and self.client.room is not None:
            self.client.ask("pause", int(not self.client.room.paused))

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _about(self) -> None:
        from maharaja_qt.frame.about import About

        About(self).open()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Everything is saved already; the others are told."""
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("name", self.start.name.text())
        hosted, finder, client = self.hosted, self._finder, self.client
        if self.table is not None:
            self.table.keep_layout(self._settings)

        async def end() -> None:
            if hosted is not None:
                await hosted.close()
            if finder is not None:
                await finder.stop()

        if client is not None:
            client.leave()
        self.network.finish(end())
        event.accept()
