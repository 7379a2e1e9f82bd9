"""Windows of several people in one process, each with its own network thread, settings and tokens."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.parting import Parting
from maharaja_qt.frame.window import Window
from net.dial import NEXT_PORTS
from tests.qt.lan.people import Settler, person

_NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def own_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests announce at the same time is not seen."""
    service = f"_m{next(_NUMBERS)}-{os.getpid()}._tcp.local."
    for module in ("advert", "finder"):
        monkeypatch.setattr(f"net.{module}.SERVICE", service)


@pytest.fixture(autouse=True)
def own_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one table was, no table of another test is found."""
    monkeypatch.setattr("net.dial.DEFAULT_PORT", 20_000 + os.getpid() % 1_000 * (NEXT_PORTS + 1))


@pytest.fixture(autouse=True)
def quick_timing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On loopback nobody is far away: shorter pauses before a name is taken and announced."""
    monkeypatch.setattr("zeroconf._core._PROBE_RANDOM_DELAY_INTERVAL", (30, 60))
    for pause in ("_CHECK_TIME", "_REGISTER_TIME", "_UNREGISTER_TIME"):
        monkeypatch.setattr(f"zeroconf._core.{pause}", 40)


@pytest.fixture
def sit_down(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Window]]:
    """A new window for somebody; the same name again is the same person at the same computer."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made: list[Window] = []

    def open_(name: str, width: int = 1280, height: int = 800) -> Window:
        made.append(person(name, tmp_path, width, height))
        return made[-1]

    yield open_
    for window in made:
        window._quitting = True
        window.close()
        for asked in window.findChildren(Parting):
            asked.deleteLater()


@pytest.fixture
def settle(qtbot: QtBot) -> Settler:
    return Settler(qtbot)
