"""The one window: pages, menus, and the table it is at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QByteArray, QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMainWindow

from core.faults import UserError
from core.record import Record
from core.registry import find_game
from maharaja_qt import reading, tables
from maharaja_qt.client import Client
from maharaja_qt.faults import told
from maharaja_qt.folders import keyring_file
from maharaja_qt.frame.board_page import BoardPage
from maharaja_qt.frame.covers import Covers
from maharaja_qt.frame.file_faults import FileFaults
from maharaja_qt.frame.files import Files
from maharaja_qt.frame.fitting import fitting
from maharaja_qt.frame.glance import Glance
from maharaja_qt.frame.light import NetworkLight
from maharaja_qt.frame.lobby_page import LobbyPage
from maharaja_qt.frame.menus import Menus
from maharaja_qt.frame.parting import Parting
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Presenter, presented
from maharaja_qt.frame.status_line import Lent, StatusLine
from maharaja_qt.frame.table_page import SAID_MS, TablePage
from maharaja_qt.frame.visits import OPEN, Visits
from maharaja_qt.frame.widgets import plain
from maharaja_qt.moment import moment
from maharaja_qt.network import Network
from maharaja_qt.theme import theme
from net.hosting import Hosted
from net.keyring import Keyring

RECENT: Final = 6
SIZE: Final = (1280, 800)
WARM_MS: Final = 300
"""After the start page is shown."""

_log = logging.getLogger(__name__)


class Window(QMainWindow):
    """Start page, lobby, table and replay, one at a time."""

    def __init__(self, settings: QSettings, keyring: Keyring | None = None) -> None:
        super().__init__()
        self.setWindowTitle("Maharaja")
        self._settings = settings
        self._keyring = keyring or Keyring(keyring_file())
        self.preferences = Preferences(settings, self)
        self.network = Network(self)
        self._games = presented()
        self._cold = list(self._games.values())
        self.visits = Visits(self.network, self._keyring, self._games, settings, self.preferences, self)
        self.start, self.pages = self.visits.start, self.visits.pages
        self.setCentralWidget(self.pages)
        self.start.name.setText(str(settings.value("name", self._user())))
        self._crashed = str(settings.value(OPEN, "") or "")
        self._waited_for = False
        self._quitting = False
        self._begun = self._settled = False
        self._opening: QLabel | None = None
        self._lent = Lent(self.statusBar())
        self._closed = False
        self.files = Files(self)
        self.faults = FileFaults(self.pages)
        self.menus = Menus(self)
        self._covers = Covers(
            self._games, {name: card.picture for name, card in self.start.cards.items()}, self
        )
        self._status()
        self.light = NetworkLight(self.visits)
        self.menuBar().setCornerWidget(self.light)
        self._connect()
        self._restore_geometry()
        self._page_changed()

    # ------------------------------------------------------------------------------------------- parts

    def _user(self) -> str:
        from maharaja_qt.cli.net_common import user_name

        return user_name().capitalize()

    def _status(self) -> None:
        self._said = StatusLine()
        self._said.setAccessibleName(self.tr("Status"))
        self.statusBar().addWidget(self._said, 1)
        self._quiet = QTimer(self, singleShot=True, interval=SAID_MS)
        self._quiet.timeout.connect(self._said.clear)
        keys = QLabel(self.tr("N new game · L learn · J join · R resume"))
        keys.setTextFormat(Qt.TextFormat.PlainText)
        self._keys = keys
        self.statusBar().addPermanentWidget(keys)
        self.statusBar().setSizeGripEnabled(False)
        self.say(self.tr("Every game is saved as it is played. Nothing leaves your network."))

    def _connect(self) -> None:
        start, visits = self.start, self.visits
        visits.said.connect(self.say)
        self._said.rule_wanted.connect(visits.rule_wanted)
        visits.changed.connect(self._page_changed)
        visits.alert.connect(self._alert)
        visits.named.connect(lambda _: self._show_title())
        visits.leaving.connect(self.leave)
        visits.back.connect(self._look_for_games)
        visits.continued.connect(self.branch)
        visits.copy_wanted.connect(self.files.save_copy)
        start.resume.connect(lambda saved: self.files.open_path(saved.path))
        start.replay.connect(lambda saved: self.replay(saved.path))
        start.settings.connect(self.open_settings)
        self.preferences.changed.connect(self._preferred)
        start.name.editingFinished.connect(lambda: self._settings.setValue("name", start.name.text()))

    def say(self, text: str) -> None:
        """A sentence in the status line."""
        self._said.setText(text)
        self._quiet.start()

    def _page_changed(self) -> None:
        """Menus and title fit what is shown; panels of a board can be shown and hidden."""
        page = self.board_page()
        self.menus.show_docks(page.view_actions() if page is not None else ())
        self.menus.show_state(
            client=self.client is not None,
            table=self.table is not None and page is self.table,
            board=page is not None,
            record=self.record_file() is not None,
            hints=self.table is not None and self.table.hints,
        )
        self._keys.setVisible(self.pages.currentWidget() is self.start)
        self._lent.show(None if page is None else page.presenter.zoom, page)
        self._put_opening_away()
        if self._begun and not self._settled:
            QTimer.singleShot(0, self, self._settle)
        self._show_title()

    def _put_opening_away(self) -> None:
        opening = self._opening
        if opening is None:
            return
        if self.visits.arrival.state == "opening":
            opening.setText(self.visits.arrival.sentence)
        if self.visits.arrival.state == "failed":  # why stands on the start page
            self.pages.setCurrentWidget(self.start)
        if self.pages.currentWidget() is not opening:
            self._opening = None
            self.pages.removeWidget(opening)
            opening.deleteLater()

    def _preferred(self, name: str) -> None:
        """The table's own pace, where it is ours to set."""
        if name == "pace" and self.hosted is not None and self.client is not None:
            self.client.ask("pace", self.preferences.number("pace"))

    def showEvent(self, event: object) -> None:
        """What takes a while is begun once the page is painted."""
        super().showEvent(event)  # type: ignore[arg-type]  # handed on as it comes
        if not self._begun:
            self._begun = True
            self.start.focus_first()
            QTimer.singleShot(0, self, self._settle)

    def _settle(self) -> None:
        """The start page fills; who goes straight to a table does not wait for that."""
        if not self._settled and self.pages.currentWidget() is self.start and not self.visits.arrival.busy:
            self._settled = True
            self.visits.look_for_tables()
            self._look_for_games()
            self._covers.begin()
            QTimer.singleShot(WARM_MS, self, self._idle)

    def _idle(self) -> None:
        """Whoever looks at the start page does not notice what is made ready meanwhile."""

        def find_players() -> None:
            from ai.registry import policy_names

            for name in self._games:
                policy_names(find_game(name))

        if self._cold:
            self._warm()
            self.network.run(asyncio.to_thread(find_players))

    def _warm(self) -> None:
        """What the games' boards need is worked out in another thread, before it is wanted."""
        modules, self._cold = self._cold, []
        for module in modules:
            if hasattr(module, "warm"):
                self.network.run(asyncio.to_thread(module.warm, theme().look))

    # --------------------------------------------------------------------------------------- geometry

    def _restore_geometry(self) -> None:
        """Where the window was the last time, brought onto a screen there is."""
        self.resize(*SIZE)
        kept = self._settings.value("geometry")
        if isinstance(kept, QByteArray):
            self.restoreGeometry(kept)
        self.setGeometry(fitting(self.geometry(), [s.availableGeometry() for s in QGuiApplication.screens()]))

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

    def titles(self) -> Sequence[tuple[str, str]]:
        """The games that have a board: id and title."""
        return [(name, module.CARD.title) for name, module in self._games.items()]

    def board_page(self) -> BoardPage | None:
        """The board that is shown."""
        page = self.pages.currentWidget()
        return page if isinstance(page, BoardPage) else None

    def record_file(self) -> Path | None:
        """The record of the table, if it is written here and has begun."""
        hosted = self.hosted
        return hosted.room.plan.record if hosted is not None and self.table is not None else None

    def new_game(self, game: str) -> None:
        """A table for people of this computer and the program."""
        self._away(lambda: self.visits.new_game(game))

    def play(self, wish: Callable[[tables.Wish], tables.Wish], game: str) -> None:
        """A table as the command line wants it: nobody waits for a start page first."""
        self._warm()
        self.visits.open(wish(self.visits.home(game)))
        self._opening = plain(self.tr("The table is being opened …"), "prompt")
        self._opening.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pages.addWidget(self._opening)
        self.pages.setCurrentWidget(self._opening)

    def resume(self, path: Path, game: str, seats: Sequence[str] = ()) -> None:
        """Goes on with a saved game; see `Wish.seats`."""
        self._away(lambda: self.visits.resume(path, game, seats))

    def look_through(self, found: Record, then: Callable[[reading.Scan], None]) -> None:
        """Finds out how far a record is good."""
        module = self._games[found.header.game]

        def scan() -> reading.Scan:
            game = find_game(found.header.game)
            return reading.scan(game, found, lambda view: module.where(game, view))

        self.network.run(asyncio.to_thread(scan), then, self._failed)

    def replay(self, path: Path) -> None:
        """Shows a record from beginning to end."""

        def read() -> reading.Recording:
            from core import record

            game = record.read(path).header.game
            if game not in self._games:
                raise UserError(f"{path}: {game} has no board here", "foreign", path)
            return reading.read_recording(find_game(game), path)

        self.faults.opening()
        self.say(self.tr("The game is being read …"))
        self.network.run(asyncio.to_thread(read), self._look_at, self._failed)

    def _look_at(self, recording: reading.Recording) -> None:
        self.say("")
        self.visits.look_at(recording)

    def replay_live(self) -> None:
        """The game of this table up to now, apart from the table itself."""
        file = self.record_file()
        if file is not None:
            self.replay(file)

    def branch(self, path: Path, n: int) -> None:
        """A new game with the lines of a record up to `n`."""
        try:
            file = tables.continue_as_new(path, n)
        except (UserError, OSError) as fault:
            self.faults.not_saved(told(fault), lambda: self.branch(path, n))
            return
        self.files.open_path(file)

    def _failed(self, fault: Exception) -> None:
        if not isinstance(fault, UserError | OSError):
            _log.error("something could not be read", exc_info=fault)
        self.say("")
        self.faults.not_opened(told(fault))

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
        crashed = self._crashed

        def look() -> tuple[Sequence[tables.Saved], Path | None]:
            def glance(game: Any, read: Record) -> Glance:
                found: Glance = self._games[game.meta.id].glance(game, read)
                return found

            lost = Path(crashed) if crashed and tables.crashed_game(Path(crashed)) else None
            return tables.saved_games(RECENT, list(self._games), glance), lost

        self.network.run(asyncio.to_thread(look), self._found_games)

    def _found_games(self, found: tuple[Sequence[tables.Saved], Path | None]) -> None:
        games, lost = found
        crashed = next((game for game in games if game.path == lost and not game.glance.over), None)
        self.start.recent.show_games(games, crashed)

    # ------------------------------------------------------------------------------ when one is waited for

    def _alert(self) -> None:
        """Says so where other windows are in front, and takes nothing from them."""
        if not self.isActiveWindow():
            QApplication.alert(self)
            if self.preferences.get("sound") == "bell":
                QApplication.beep()
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

    def open_settings(self) -> None:
        """The settings, over whatever is shown."""
        from maharaja_qt.frame.settings import SettingsDialog

        self._show_dialog(SettingsDialog(self.preferences, self))

    def about(self) -> None:
        """What the program is."""
        from maharaja_qt.frame.about import About

        self._show_dialog(About(self))

    def _show_dialog(self, dialog: QDialog) -> None:
        area = self.screen().availableGeometry()
        dialog.resize(dialog.size().boundedTo(area.size()))
        dialog.open()

    def done(self) -> None:
        """The main button of the table."""
        if moment().meant():
            self._with_table(TablePage.done)

    def undo(self) -> None:
        """The last step back."""
        self._with_table(lambda table: table.deeds.undo())

    def redo(self) -> None:
        """What was taken back last, again."""
        self._with_table(lambda table: table.deeds.redo())

    def hint(self) -> None:
        """What a strong player would do."""
        self._with_table(TablePage.hint)

    def next_step(self) -> None:
        """One thing more of what others do."""
        self._with_table(lambda table: table.showing.next())

    def show_rest(self) -> None:
        """The present of the table."""
        self._with_table(lambda table: table.showing.rest())

    def toggle_pause(self) -> None:
        """The table stands still, or goes on."""
        if self.client is not None and self.client.room is not None:
            self.client.ask("pause", int(not self.client.room.paused))

    def correct(self) -> None:
        """The position is put right, if all agree."""
        self._with_table(TablePage.correct)

    def _with_table(self, do: Callable[[TablePage], object]) -> None:
        """With the table, unless a replay lies before it."""
        page = self.board_page()
        if isinstance(page, TablePage):
            do(page)

    def next_dock(self) -> None:
        """The keyboard goes to the next panel."""
        self._with_board(BoardPage.next_dock)

    def map_alone(self) -> None:
        """The board without panels, or with them again."""
        self._with_board(BoardPage.map_alone)

    def usual_layout(self) -> None:
        """The panels where they were in the beginning."""
        self._with_board(BoardPage.usual_layout)

    def zoom(self, key: Qt.Key) -> None:
        """What this key does on the board."""
        self._with_board(lambda page: page.zoom(key))

    def rule_now(self) -> None:
        """The rule that applies."""
        self._with_board(BoardPage.rule_now)

    def find_place(self) -> None:
        """A place by its name."""
        self._with_board(BoardPage.find_place)

    def _with_board(self, do: Callable[[BoardPage], object]) -> None:
        page = self.board_page()
        if page is not None:
            do(page)

    def full_screen(self) -> None:
        """All of the screen, or the window again."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Everything is saved already; the others are named, then told."""
        if self._closed:
            event.accept()
            return
        if self.visits.guests() and not self._quitting:
            event.ignore()
            self._away(self._quit)
            return
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("name", self.start.name.text())
        self._closed = True
        self.visits.close_replay()
        if self.table is not None:
            self.table.keep_layout(self._settings)
        self.visits.arrival.stop()
        self._settings.remove(OPEN)
        self.network.finish(self.visits.end())
        event.accept()

    def _quit(self) -> None:
        self._quitting = True
        self.close()
