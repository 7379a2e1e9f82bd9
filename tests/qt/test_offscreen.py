"""The tests of the window on a machine without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.tools.source import ROOT

MADE = """
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class Broken(QWidget):
    def keyPressEvent(self, event):
        raise ValueError("said by the widget")


def test_a_widget_is_shown(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()


def test_a_fault_in_an_event_is_seen(qtbot):
    widget = Broken()
    qtbot.addWidget(widget)
    qtbot.keyClick(widget, Qt.Key.Key_A)
"""


def test_gui_17_without_a_display_widgets_are_shown_and_a_fault_in_an_event_fails_its_test(
    tmp_path: Path,
) -> None:
    made = tmp_path / "test_made.py"
    made.write_text(MADE)
    screens = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "MAHARAJA_TEST_DISPLAY"}
    env = {name: value for name, value in os.environ.items() if name not in screens}
    options = ["-q", "-n", "0", "--tb=short", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *options, made],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "1 failed, 1 passed" in ran.stdout, ran.stdout + ran.stderr
    told = [line for line in ran.stdout.splitlines() if line.startswith("E ")]
    assert any(line.endswith("said by the widget") for line in told), ran.stdout
