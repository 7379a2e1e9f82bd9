"""The window: from the start of the process to a painted start page, and to a painted board.

Runs without a screen, each start in a process of its own, after one that is not counted: as for whoever
installed the program, its modules are compiled and its cache is filled. The bar is 1.5 s on the clock of a
machine that does nothing else; the time of the processor beside it is that of the window's own thread.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BAR = 1.5
CHILD = """
import os, sys, time
from PySide6.QtCore import QEvent, QObject, QTimer
from maharaja_qt import app
from maharaja_qt.frame.window import Window

class Watch(QObject):
    def __init__(self, window):
        super().__init__(window)
        self.window = window
        window.startTimer(2)
        window.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Timer:
            self.look()
        return False

    def look(self):
        window, wanted = self.window, sys.argv[1]
        page = window.pages.currentWidget()
        if wanted == "start" and page is window.start and page.isVisible():
            self.done()
        if wanted == "board" and window.table is page and window.table._position is not None:
            board = window.table.presenter.board
            board.repaint()
            if board.sharp and not board.short():
                self.done()

    def done(self):
        self.window.repaint()
        print(time.time() - float(sys.argv[2]), time.thread_time(), flush=True)
        os._exit(0)

begin = app.begin
def watched(window, start):
    begin(window, start)
    window.watch = Watch(window)
app.begin = watched
seats = ("open",) + ("ai:basic",) * 3
sys.exit(app.run(app.Start("empires" if sys.argv[1] == "board" else "", seats)))
"""


def measure(what: str, folder: Path) -> tuple[float, float]:
    """Seconds from the start of a process to the page: on the clock, and of the processor."""
    homes = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CACHE", "CONFIG", "STATE")}
    root = str(Path(__file__).parents[2])
    surroundings = {**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": root}
    surroundings |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, what, str(time.time())],
        env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    clock, processor = done.stdout.split()[-2:]
    return float(clock), float(processor)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        for what, name in (("start", "start page"), ("board", "board, in a game")):
            measure(what, Path(folder))
            times = [measure(what, Path(folder)) for _ in range(runs)]
            clock, processor = (sorted(each) for each in zip(*times, strict=True))
            slow |= clock[runs // 2] > BAR
            print(
                f"start to painted {name}: {clock[0]:.2f} s best, {clock[runs // 2]:.2f} s middle, "
                f"bar {BAR} s; processor {processor[0]:.2f} s best, {processor[runs // 2]:.2f} s middle"
            )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
