"""What people do with their windows, with real clicks and keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.window import Window
from net.finder import Found
from net.keyring import Keyring
from net.messages import PROTOCOL

PATIENCE_MS = 20_000


def person(name: str, folder: Path, width: int = 1280, height: int = 800) -> Window:
    """A window of its own, as on a computer of its own."""
    settings = QSettings(str(folder / f"{name}.ini"), QSettings.Format.IniFormat)
    settings.setValue("name", name)
    window = Window(settings, Keyring(folder / f"{name}.json"))
    window.resize(width, height)
    window.show()
    return window


def row(**fields: object) -> Found:
    """A row of the list of tables."""
    usual: dict[str, object] = {
        "id": "f" * 32, "name": "Friday game", "game": "empires", "addresses": ("127.0.0.1",), "port": 1,
        "seats_free": 2, "protocol": PROTOCOL, "locked": False,
    }  # fmt: skip
    return Found(**{**usual, **fields})  # type: ignore[arg-type]


class Heart:
    """Beats in the GUI thread; `longest` is the longest time in s it could not."""

    def __init__(self, every_ms: int = 10) -> None:
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(every_ms)
        self._timer.timeout.connect(self._beat)
        self.gaps: list[float] = []

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append(now - self._last)
        self._last = now

    @property
    def longest(self) -> float:
        return max(self.gaps)

    def __enter__(self) -> Heart:
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.stop()


class Settler:
    """Waits for things, and presses what is there."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot

    def until(self, what: Callable[[], object], ms: int = PATIENCE_MS) -> None:
        self._qtbot.waitUntil(lambda: bool(what()), timeout=ms)

    def button(self, page: QWidget, text: str) -> QPushButton:
        """The button with these words that can be pressed, once there is one."""

        def found() -> QPushButton | None:
            shown = (b for b in page.findChildren(QPushButton) if b.isVisible() and b.isEnabled())
            return next((b for b in shown if b.text() == text), None)

        self.until(found)
        made = found()
        assert made is not None
        return made

    def press(self, page: QWidget, text: str) -> None:
        self.click(self.button(page, text))

    def click(self, widget: QWidget) -> None:
        self._qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def type(self, widget: QWidget, text: str, *, enter: bool = True) -> None:
        self.click(widget)
        self._qtbot.keyClicks(widget, text)
        if enter:
            self._qtbot.keyClick(widget, Qt.Key.Key_Return)

    def host(self, window: Window) -> int:
        """Hosts on the network; the port."""
        self.press(window, "Host on network")
        self.until(lambda: window.lobby is not None)
        assert window.hosted is not None
        return window.hosted.port

    def join(self, window: Window, port: int) -> None:
        """Joins by address."""
        window.start.tables.address.clear()
        self.type(window.start.tables.address, f"127.0.0.1:{port}")
        self.until(lambda: window.lobby is not None or window.table is not None)

    def begin(self, host: Window, *others: Window) -> None:
        """All are ready, the host starts, and everybody sees the board."""
        for window in others:
            assert window.lobby is not None
            self.press(window, "Ready")
        self.until(lambda: host.lobby is not None and host.lobby.start.isEnabled())
        self.press(host, "Start")
        for window in (host, *others):
            self.until(lambda window=window: window.table is not None and window.table._position is not None)

    def at_the_table(self, host: Window, *others: Window, players: int = 3) -> None:
        """A game of three; the host takes the seats that nobody else has."""
        port = self.host(host)
        assert host.client is not None
        host.client.ask("players", players)
        self.until(lambda: host.client and host.client.room and len(host.client.room.seats) == players)
        for window in others:
            self.join(window, port)
        for seat in range(1 + len(others), players):
            host.client.ask("sit", seat, 1)
            self.until(lambda seat=seat: host.client and seat in host.client.seats())
        self.begin(host, *others)
