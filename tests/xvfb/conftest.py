"""A screen of its own, and people who sit down at it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.netns.test_lan import Lan
from tests.xvfb.people import Desk

TOOLS = ("Xvfb", "xdotool", "openbox")


@pytest.fixture
def screen() -> Iterator[dict[str, str]]:
    """A screen with a window manager; the environment for programs on it."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    assert not missing, f"{', '.join(missing)} are needed: make xvfb installs them as root"
    read, write = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "2720x1760x24"], pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as server:  # fmt: skip
        os.close(write)
        with os.fdopen(read) as pipe:
            display = f":{pipe.readline().strip()}"
        environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        with subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL) as manager:
            yield environment
            manager.kill()
        server.kill()


@pytest.fixture
def sit_down(screen: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []
    places = {"Ann": (20, 40), "Bob": (1380, 40), "Cleo": (20, 900)}

    def open_(name: str, computer: str = "", *more: str) -> Desk:
        desks.append(Desk(name, tmp_path / name, places[name], screen, computer, *more))
        return desks[-1]

    yield open_
    for desk in desks:
        if desk.process.poll() is None:
            desk.shot(f"last-{desk.name}")
        desk.end()


@pytest.fixture
def lan() -> Iterator[Lan]:
    """Two computers without a cable."""
    with contextlib.closing(Lan()) as made:
        yield made
