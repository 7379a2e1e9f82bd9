"""Screens whose pixels are small: Qt reads the scale once, so each has a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(("scale", "width", "height"), [("1.5", 2560, 1440), ("3", 3840, 2160)])
def test_gui_18_map_and_dialogs_are_sharp_and_fit_on_a_scaled_screen(
    tmp_path: Path, scale: str, width: int, height: int
) -> None:
    screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height}
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    folders = {f"XDG_{name}_HOME": str(tmp_path) for name in ("DATA", "CACHE", "CONFIG", "STATE")}
    surroundings = {
        **os.environ, **folders, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}",
        "QT_SCALE_FACTOR": scale, "PYTHONPATH": str(Path(__file__).parents[2]),
    }  # fmt: skip

    done = subprocess.run(
        [sys.executable, "-m", "tests.qt.scaled_screen", scale, str(tmp_path / "settings.ini")],
        env=surroundings, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stdout.split("\n")) == (0, ["", ""]), done.stderr
