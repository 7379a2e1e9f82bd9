"""What a window feels of an evening: from a click on Join to the painted board, and how long it stands.

Two figures: the time from the click to the first frame with the position on it, over loopback; and the
longest time the window could not answer while four computer players think and thirty watchers come in.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from tests.qt.lan.people import Heart, person

JOINS = 7
WATCHERS = 30
BAR_S = 1.0


def until(what: Callable[[], object], patience_s: float = 60) -> None:
    """Lets the windows live until it is so."""
    end = time.monotonic() + patience_s
    while not what():
        if time.monotonic() > end:
            raise SystemExit("something that was waited for did not happen")
        loop = QEventLoop()
        QTimer.singleShot(1, loop.quit)
        loop.exec()


def hosted(name: str, folder: Path) -> Window:
    """A window that hosts a game of four, three of them the program's."""
    window = person(name, folder, 1280, 800)
    window.visits.host("empires")
    until(lambda: window.lobby is not None)
    return window


def begin(window: Window) -> None:
    """Gives all open seats to the program and begins."""
    assert window.client is not None
    window.client.ask("start", text="random")
    until(lambda: window.table is not None and window.table._position is not None)


def join(port: int, number: int, folder: Path) -> float:
    """Seconds from the click to the painted board."""
    window = person(f"Guest {number}", folder, 1280, 800)
    until(window.start.isVisible)
    window.start.tables.address.setText(f"127.0.0.1:{port}")
    begun = time.perf_counter()
    window.start.tables.address.returnPressed.emit()
    until(lambda: window.table is not None and window.table._position is not None)
    assert window.presenter is not None
    window.presenter.board.repaint()
    taken = time.perf_counter() - begun
    window.close()
    return taken


def thinking_and_joining(host: Window, watchers: int = WATCHERS, seconds: float = 5) -> Heart:
    """Four seats think and so many watchers come in, from another process, while a heart beats."""
    assert host.client is not None and host.hosted is not None
    room, before = host.hosted.room, len(host.hosted.room.people.here())
    command = [sys.executable, "-m", "tests.bench.watchers", str(host.hosted.port), str(watchers)]
    with subprocess.Popen(command) as crowd, Heart() as heart:
        try:
            host.client.ask("hand-over", 0, text="random")
            until(lambda: len(room.people.here()) >= before + watchers)
            end = time.monotonic() + seconds
            until(lambda: time.monotonic() > end)
        finally:
            crowd.kill()
    return heart


def main() -> int:
    """Prints both."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = Path(tempfile.mkdtemp(prefix="maharaja-bench-"))
    os.environ["XDG_DATA_HOME"] = str(folder)
    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme().apply()
    host = hosted("Ann", folder)
    begin(host)
    assert host.hosted is not None
    times = [join(host.hosted.port, n, folder) for n in range(JOINS)]
    later = times[1:]
    print(
        f"join to painted board: first {times[0] * 1000:.0f} ms, then median "
        f"{statistics.median(later) * 1000:.0f} ms, worst {max(later) * 1000:.0f} ms "
        f"(bar {BAR_S * 1000:.0f} ms)"
    )
    heart = thinking_and_joining(host)
    gaps = sorted(heart.gaps)
    over = sum(gap > 0.05 for gap in gaps)
    print(
        f"window while 4 AI seats play and {WATCHERS} watchers join: longest gap "
        f"{heart.longest * 1000:.0f} ms, p99 {gaps[int(len(gaps) * 0.99)] * 1000:.0f} ms, "
        f"{over} of {len(gaps)} beats over 50 ms"
    )
    host._quitting = True
    host.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
