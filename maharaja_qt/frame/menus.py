"""The menus. Every entry does something; what cannot be done now is grey."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from maharaja_qt.frame.window import Window


class Menus(QObject):
    """Made once for a window, whose methods the entries call."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._at_table: list[QAction] = []
        self._at_board: list[QAction] = []
        self._docks: list[QAction] = []
        bar = window.menuBar()
        self._game(bar.addMenu(self.tr("&Game")))
        self._play = bar.addMenu(self.tr("&Play"))
        self._fill_play(self._play)
        self._view = bar.addMenu(self.tr("&View"))
        self._fill_view(self._view)
        self._help(bar.addMenu(self.tr("&Help")))

    def _entry(self, menu: QMenu, text: str, what: Callable[[], object], key: str = "") -> QAction:
        action = QAction(text, self._window)
        action.triggered.connect(lambda _=False: what())
        if key:
            action.setShortcut(QKeySequence(key))
            action.setAutoRepeat(False)  # a key that is held down decides nothing
        menu.addAction(action)
        return action

    def _game(self, menu: QMenu) -> None:
        window, files = self._window, self._window.files
        for number, (name, title) in enumerate(window.titles()):
            self._entry(
                menu,
                self.tr("New game of {title}").format(title=title),
                partial(window.new_game, name),
                "Ctrl+N" if not number else "",
            )
        self._entry(menu, self.tr("Open a saved game …"), files.open_saved, "Ctrl+O")
        self._entry(menu, self.tr("Replay a saved game …"), files.open_replay)
        menu.addSeparator()
        self._replay = self._entry(menu, self.tr("Replay this game"), window.replay_live)
        self._save = self._entry(menu, self.tr("Save a copy …"), files.save_copy, "Ctrl+S")
        self._at_board += [
            self._entry(menu, self.tr("Export the log …"), files.export_log),
            self._entry(menu, self.tr("Export the scores …"), files.export_scores),
            self._entry(menu, self.tr("Export the board as a picture …"), files.export_picture),
        ]
        menu.addSeparator()
        self._entry(menu, self.tr("Settings"), window.open_settings, "Ctrl+,")
        self._leave = self._entry(menu, self.tr("Leave the table"), window.leave)
        self._entry(menu, self.tr("Quit"), window.close, "Ctrl+Q")

    def _fill_play(self, menu: QMenu) -> None:
        window = self._window
        self._undo = self._entry(menu, self.tr("Undo"), window.undo, "Ctrl+Z")
        self._at_table += [
            self._entry(menu, self.tr("Done"), window.done, "Ctrl+Return"),
            self._undo,
            self._entry(menu, self.tr("Redo"), window.redo, "Ctrl+Y"),
            self._entry(menu, self.tr("Pause or go on"), window.toggle_pause),
            self._entry(menu, self.tr("Put the position right …"), window.correct),
        ]
        self._hint = self._entry(menu, self.tr("Hint"), window.hint, "Ctrl+H")
        menu.addSeparator()
        self._at_table.append(self._entry(menu, self.tr("Next step"), window.next_step, "."))
        self._rest = self._entry(menu, self.tr("Show the rest at once"), window.show_rest, "Ctrl+R")
        self._at_table.append(self._rest)
        # Grey in sight only: the keys tell why there is nothing to undo, and do nothing where nothing waits.
        menu.aboutToShow.connect(self._play_opens)
        for each in (self._undo, self._rest):
            menu.aboutToHide.connect(partial(each.setEnabled, True))

    def _play_opens(self) -> None:
        table = self._window.table
        self._undo.setEnabled(table is not None and not table.taking_back.why_not)
        self._rest.setEnabled(table is not None and table.showing.step_by_step)

    def _fill_view(self, menu: QMenu) -> None:
        window = self._window
        self._at_board += [
            self._entry(menu, self.tr("Next panel"), window.next_dock, "F6"),
            self._entry(menu, self.tr("Find a place\t/"), window.find_place),
            self._entry(menu, self.tr("Zoom in\t+"), partial(window.zoom, Qt.Key.Key_Plus)),
            self._entry(menu, self.tr("Zoom out\t−"), partial(window.zoom, Qt.Key.Key_Minus)),
            self._entry(menu, self.tr("Whole map\t0"), partial(window.zoom, Qt.Key.Key_0)),
            self._entry(menu, self.tr("Panels as in the beginning"), window.usual_layout),
        ]
        self._alone = self._entry(menu, self.tr("Map alone"), window.map_alone, "F11")
        self._alone.setCheckable(True)
        self._at_board.append(self._alone)
        overview = self._entry(
            menu, self.tr("Overview map"), lambda: window.preferences.choose("overview", overview.isChecked())
        )
        overview.setCheckable(True)
        self._overview = overview
        self._preferred("overview")
        window.preferences.changed.connect(self._preferred)
        full = self._entry(menu, self.tr("Full screen"), window.full_screen, "Shift+F11")
        full.setCheckable(True)
        menu.addSeparator()

    def _preferred(self, name: str) -> None:
        if name == "overview":
            self._overview.setChecked(bool(self._window.preferences.get("overview")))

    def _help(self, menu: QMenu) -> None:
        window = self._window
        self._at_board.append(self._entry(menu, self.tr("The rule that applies now"), window.rule_now, "F1"))
        self._entry(menu, self.tr("Save a report …"), window.files.save_report)
        menu.addSeparator()
        self._entry(menu, self.tr("About Maharaja"), window.about)

    def show_docks(self, docks: Sequence[QAction]) -> None:
        """The panels that can be shown and hidden now."""
        for action in self._docks:
            self._view.removeAction(action)
        self._docks = list(docks)
        self._view.addActions(self._docks)

    def show_state(self, *, client: bool, table: bool, board: bool, record: bool, hints: bool) -> None:
        """What can be done where one is."""
        for action in self._at_table:
            action.setEnabled(table)
        for action in self._at_board:
            action.setEnabled(board)
        self._hint.setEnabled(table and hints)
        self._save.setEnabled(table and record)
        self._replay.setEnabled(table and record)
        self._leave.setEnabled(client or board)
        self._play.setEnabled(table)
        if not board:
            self._alone.setChecked(False)
