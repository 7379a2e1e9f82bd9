"""Leaving the program from anywhere: at once, with exit code 0 and without a word (GUI-14)."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.runner import environment

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from maharaja_qt import app
place, begin = sys.argv[1], app.begin

def watched(window, start):
    begin(window, start)
    def look():
        ready = {
            "start": lambda: True,
            "dialog": lambda: window.open_settings() or True,
            "lobby": lambda: window.lobby is not None,
            "table": lambda: window.table is not None,
        }[place]
        if ready():
            window.watch.stop()
            QTimer.singleShot(100, window, window.close)
    window.watch = QTimer(window, interval=20)
    window.watch.timeout.connect(look)
    window.watch.start()

app.begin = watched
seats = ("ai:basic",) * 4 if place == "table" else ()
sys.exit(app.run(app.Start("empires" if place in ("lobby", "table") else "", seats)))
"""
PLACES = ["start", "dialog", "lobby", "table"]


@pytest.mark.parametrize(
    "place", [pytest.param(p, marks=[] if p == "table" else pytest.mark.heavy) for p in PLACES]
)
def test_GUI_14_the_program_ends_from_anywhere(tmp_path: Path, place: str) -> None:
    homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "CACHE", "CONFIG", "STATE")}
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, place],
        env=environment(**homes), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]
    assert (done.returncode, done.stdout, said) == (0, "", [])
    assert time.monotonic() - begun < 30
