"""The program as somebody runs it, on a screen, and a voice that says where things are.

    python -m tests.xvfb.desk NAME FOLDER X Y SERVICE [--slow] [--seed N]

Nothing is pressed from in here: whoever drives it asks by lines on stdin where a button is and what is
to be seen, and uses mouse and keyboard of the screen. SERVICE keeps tables of other runs out of the
list. --slow: to announce a table takes a minute and fails. --seed: of the dice of tables hosted here.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QObject, QPoint, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QTabBar,
    QWidget,
)
from zeroconf.asyncio import AsyncZeroconf

from maharaja_qt.empires.marches import EmpiresMoves
from maharaja_qt.empires.presenter import EmpiresPresenter
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from net import advert, finder


class Voice(QObject):
    """Answers each line of stdin with one line of JSON."""

    asked = Signal(str)

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._window = window
        self.asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._listen, daemon=True).start()
        self._longest, self._last = 0.0, time.perf_counter()
        heart = QTimer(self)
        heart.setTimerType(Qt.TimerType.PreciseTimer)
        heart.timeout.connect(self._tick)
        heart.start(10)

    def _listen(self) -> None:
        for line in sys.stdin:
            self.asked.emit(line.strip())

    def _answer(self, line: str) -> None:
        verb, _, what = line.partition(" ")
        answers: dict[str, Callable[[str], object]] = {
            "button": self._button, "field": self._field, "next": self._next, "state": self._state,
            "shot": self._shot, "edge": lambda _: _middle(self._window.statusBar()), "fold": self._fold,
            "entry": self._entry, "heart": self._beat, "menu": self._menu, "tab": self._tab,
            "place": self._place,
        }  # fmt: skip
        print(json.dumps(answers[verb](what)), flush=True)

    def _within_reach(self, inside: QWidget | None = None) -> list[QPushButton]:
        """Buttons that a click reaches: nothing lies over them."""
        pages = [inside] if inside is not None else QApplication.topLevelWidgets()
        found = [b for page in pages for b in page.findChildren(QPushButton)]
        shown = (b for b in found if b.isVisible() and b.isEnabled())
        return [b for b in shown if QApplication.widgetAt(QPoint(*_middle(b))) is b]

    def _button(self, text: str) -> object:
        found = self._within_reach()
        return next((_middle(b) for b in found if text in (b.text(), b.accessibleName())), None)

    def _field(self, name: str) -> object:
        fields = self._window.findChildren(QLineEdit)
        return next((_middle(f) for f in fields if f.isVisible() and f.accessibleName() == name), None)

    def _fold(self, _: str) -> object:
        """The button of the large panel that shows the map again."""
        table = self._window.table
        if table is None or table.cover is None or not table.cover.isVisible():
            return None
        quiet = [b for b in self._within_reach(table.cover.panel) if b.property("kind") == "quiet"]
        return _middle(quiet[0]) if quiet else None

    def _entry(self, text: str) -> object:
        """An entry of the menu that is open."""
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            return None
        action = next((each for each in menu.actions() if each.text() == text), None)
        at = None if action is None else menu.mapToGlobal(menu.actionGeometry(action).center())
        return None if at is None else (at.x(), at.y())

    def _menu(self, text: str) -> object:
        """A menu of the bar at the top."""
        bar = self._window.menuBar()
        action = next((each for each in bar.actions() if each.text().replace("&", "") == text), None)
        at = None if action is None else bar.mapToGlobal(bar.actionGeometry(action).center())
        return None if at is None else (at.x(), at.y())

    def _tab(self, text: str) -> object:
        """A tab; behind its name there may be more, such as a number."""
        for bar in self._window.findChildren(QTabBar):
            for n in range(bar.count()) if bar.isVisible() else ():
                if bar.tabText(n).startswith(text):
                    at = bar.mapToGlobal(bar.tabRect(n).center())
                    return at.x(), at.y()
        return None

    def _place(self, name: str) -> object:
        """A place of the map by its name."""
        presenter = self._window.presenter
        if not isinstance(presenter, EmpiresPresenter):
            return None
        found = presenter._board.search(name)
        return self._spot(found[0]) if found else None

    def _next(self, _: str) -> object:
        """What leads on at the table, and the position it leads on from: the main button, else the first
        answer; and from where to where armies can be carried."""
        table, presenter = self._window.table, self._window.presenter
        moving = isinstance(presenter, EmpiresPresenter) and presenter._board.motion.busy
        if table is None or table.deeds.busy or moving:
            return {**self._stand(), "at": None, "says": "", "march": None}
        at = self._onward(table)
        return {**self._stand(), "at": at, "says": _written_at(at), "march": self._march(table)}

    def _onward(self, table: TablePage) -> tuple[int, int] | None:
        if table.cover is not None and table.cover.isVisible():
            return self._answer_of(table.cover.panel)
        if table._done.isVisible() and table._done.isEnabled():
            return _middle(table._done)
        for scroll in table.choices.findChildren(QScrollArea):
            first = next(iter(b for b in table.choices.findChildren(QPushButton) if _answers(b)), None)
            if first is not None:
                scroll.ensureWidgetVisible(first)  # as one would turn the wheel
        return self._answer_of(table.choices) or self._lit(table)

    def _answer_of(self, panel: QWidget) -> tuple[int, int] | None:
        return next((_middle(b) for b in self._within_reach(panel) if _answers(b)), None)

    def _lit(self, table: TablePage) -> tuple[int, int] | None:
        """A lit place of the board."""
        board = table.presenter.board
        place = next(iter(getattr(board, "goals", {})), None)
        return None if place is None else self._spot(place)

    def _spot(self, place: int) -> tuple[int, int] | None:
        presenter = self._window.presenter
        spot = presenter.spot((place,)) if presenter is not None else None
        if presenter is None or spot is None:
            return None
        at = presenter.board.mapToGlobal(spot.toPoint())
        return at.x(), at.y()

    def _march(self, table: TablePage) -> object:
        """To an enemy if one is within reach. None: no more."""
        presenter = table.presenter
        if not isinstance(presenter, EmpiresPresenter) or (table.cover and table.cover.isVisible()):
            return None
        board = presenter._board
        if not isinstance(board.moves, EmpiresMoves):
            return None
        enemies = set(presenter.meant("enemies"))
        for origin in board.moves.marches:
            piece = next(
                (p for p in board.layer.pieces if p.place == origin and board.moves.movable(p)), None
            )
            hand = None if piece is None else board.moves.lift(piece, 0, along=True)
            if piece is None or hand is None or not hand.goals:
                continue
            at = board.mapToGlobal(board.layer.place(piece, board.camera).center().toPoint())
            quiet = {end for end in hand.goals if not board.moves.strangers(end)}
            return (at.x(), at.y()), self._spot(min(enemies & set(hand.goals) or quiet or hand.goals))
        return None

    def _state(self, _: str) -> object:
        window = self._window
        client, table = window.client, window.table
        row = client.room if client is not None else None
        page = table or window.lobby
        labels = window.start.tables.findChildren(QLabel)
        invite = window.lobby.invite if window.lobby is not None else None
        return {
            **self._stand(),
            "page": "table" if table is not None else "lobby" if window.lobby is not None else "start",
            "link": page is not None and page.notices.link.isVisible(),
            "tables": "\n".join(label.text() for label in labels if label.isVisible()),
            "invite": invite.state.text() if invite is not None else "",
            "log": table.log.text() if table is not None else "",
            "chat": [line.text for line in client.talk] if client is not None else [],
            "words": "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible()),
            "port": window.hosted.port if window.hosted is not None else 0,
            "mine": client.seats() if client is not None else [],
            "seats": [[s.name, s.ai] for s in row.seats] if row is not None else [],
        }

    def _stand(self) -> dict[str, object]:
        """The position in sight, and what is asked in it."""
        table = self._window.table
        position = table._position if table is not None else None
        return {
            "n": position.n if position is not None else -1,
            "asked": table is not None and table._asked,
            "kind": position.asked[0].kind if position is not None and position.asked else "",
            "panel": table is not None and table.cover is not None and table.cover.isVisible(),
        }

    def _beat(self, _: str) -> object:
        """The longest time in s since the last such question that the window could do nothing."""
        now = time.perf_counter()
        longest, self._longest, self._last = max(self._longest, now - self._last), 0.0, now
        return longest

    def _tick(self) -> None:
        now = time.perf_counter()
        self._longest, self._last = max(self._longest, now - self._last), now

    def _shot(self, path: str) -> object:
        return self._window.grab().save(path)


def _answers(made: QPushButton) -> bool:
    return made.property("kind") in ("plain", "main") and made.menu() is None


def _written_at(at: tuple[int, int] | None) -> str:
    """What the button says that is there."""
    there = QApplication.widgetAt(QPoint(*at)) if at is not None else None
    return there.text() if isinstance(there, QPushButton) else ""


def _middle(widget: QWidget) -> tuple[int, int]:
    at = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
    return at.x(), at.y()


async def _slow(*_: object, **more: object) -> None:
    await asyncio.sleep(60)
    raise OSError(errno.ENODEV, "gone")


def main(args: argparse.Namespace) -> int:
    """Runs until the window is closed."""
    if args.slow:
        setattr(AsyncZeroconf, "async_register_service", _slow)  # noqa: B010
    for module in (advert, finder):  # of this run alone
        setattr(module, "SERVICE", args.service)  # noqa: B010
    os.environ["XDG_DATA_HOME"] = str(args.folder)
    app = QApplication(["maharaja"])
    theme().apply()
    settings = QSettings(str(args.folder / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("name", args.name)
    window = Window(settings)
    arrive = window.visits.arrival.open
    if args.seed is not None:
        setattr(window.visits.arrival, "open", lambda wish: arrive(structs.replace(wish, seed=args.seed)))  # noqa: B010
    window.setGeometry(args.x, args.y, 1280, 800)
    window.show()
    voice = Voice(window)
    code = app.exec()
    del voice
    return code


if __name__ == "__main__":
    reads = argparse.ArgumentParser()
    reads.add_argument("name")
    reads.add_argument("folder", type=Path)
    reads.add_argument("x", type=int)
    reads.add_argument("y", type=int)
    reads.add_argument("service")
    reads.add_argument("--slow", action="store_true")
    reads.add_argument("--seed", type=int)
    sys.exit(main(reads.parse_args()))
