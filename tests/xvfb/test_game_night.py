"""A game night as people have it: windows of real processes on one screen, with its mouse and keyboard."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.xvfb

PATIENCE_S = 40.0
TOOLS = ("Xvfb", "xdotool", "openbox")
PICTURES = os.environ.get("MAHARAJA_PICTURES", "")
"""A folder to keep pictures of the evening in."""


def until(what: Callable[[], Any], why: str) -> Any:
    """What comes of it, once it is something."""
    end = time.monotonic() + PATIENCE_S
    while not (found := what()):
        assert time.monotonic() < end, why
        time.sleep(0.05)
    return found


def _further(n: int, state: dict[str, Any]) -> bool:
    return bool(state["n"] > n or not state["asked"])


def _sits(seat: int, state: dict[str, Any]) -> bool:
    return state["mine"] == [seat] and not state["link"]


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


class Desk:
    """One person with one window."""

    def __init__(self, name: str, folder: Path, place: tuple[int, int], screen: dict[str, str]) -> None:
        self.name = name
        self._screen = screen
        folder.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "tests.xvfb.desk", name, str(folder), *map(str, place)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=screen
        )

    def ask(self, line: str) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.ask("state")
        return state

    def tool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._screen, check=True)

    def click(self, at: tuple[int, int]) -> None:
        self.tool("mousemove", "--sync", str(at[0]), str(at[1]), "click", "1")

    def press(self, text: str) -> None:
        self.click(until(lambda: self.ask(f"button {text}"), f"{self.name}: no button {text!r}"))

    def write(self, field: str, text: str) -> None:
        self.click(until(lambda: self.ask(f"field {field}"), f"{self.name}: no field {field!r}"))
        self.tool("type", "--delay", "5", text)
        self.tool("key", "Return")

    def wait(self, what: Callable[[dict[str, Any]], object], why: str) -> dict[str, Any]:
        def now() -> dict[str, Any] | None:
            state = self.state()
            return state if what(state) else None

        state: dict[str, Any] = until(now, f"{self.name}: {why}")
        return state

    def play(self) -> None:
        """Answers until somebody else is asked."""
        while self.state()["asked"]:
            before = self.state()["n"]
            at = until(
                lambda: self.ask("next") or not self.state()["asked"], f"{self.name}: nothing to press"
            )
            if at is not True:
                self.click(at)
                self.wait(partial(_further, before), "the table does not answer")

    def shot(self, name: str) -> None:
        if PICTURES:
            assert self.ask(f"shot {PICTURES}/{name}.png")

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def sit_down(screen: dict[str, str], tmp_path: Path) -> Iterator[Callable[[str], Desk]]:
    desks: list[Desk] = []
    places = {"Ann": (20, 40), "Bob": (1380, 40), "Cleo": (20, 900)}

    def open_(name: str) -> Desk:
        desks.append(Desk(name, tmp_path / name, places[name], screen))
        return desks[-1]

    yield open_
    for desk in desks:
        desk.end()


def test_host_find_join_play_drop_out_come_back_save_and_go_on(sit_down: Callable[[str], Desk]) -> None:
    ann, bob, cleo = sit_down("Ann"), sit_down("Bob"), sit_down("Cleo")
    ann.press("Host on network")
    ann.wait(lambda s: s["page"] == "lobby", "no lobby")
    for guest in (bob, cleo):
        guest.press("Join")
        guest.wait(lambda s: s["page"] == "lobby", "not in the lobby")
        guest.press("Ready")
    ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "Bob", "Cleo", ""], "not all are seated")
    cleo.write("What you say to the table", "Good evening")
    ann.shot("night-1-lobby")
    until(lambda: ann.ask("button Start"), "Start cannot be had")
    ann.press("Start")
    for desk in (ann, bob, cleo):
        desk.wait(lambda s: s["page"] == "table", "no board")
    played = set[str]()
    for _ in range(60):
        desk = until(
            lambda: next((d for d in (ann, bob, cleo) if d.state()["asked"]), None), "nobody is asked"
        )
        desk.shot(f"night-2-{desk.name}")
        desk.play()
        played.add(desk.name)
        if played == {"Ann", "Bob", "Cleo"}:
            break
    assert played == {"Ann", "Bob", "Cleo"}
    bob.end()
    ann.press("Let the AI play on")
    ann.shot("night-3-away")
    ann.tool("key", "Down", "Return")
    ann.wait(lambda s: s["seats"][1][0] == "Bob" and s["seats"][1][1], "no computer player stands in")
    bob = sit_down("Bob")
    bob.press("Come back")
    bob.wait(lambda s: s["mine"] == [1], "the seat is not his again")
    ann.wait(lambda s: s["seats"][1] == ["Bob", ""], "the computer player plays on")
    bob.shot("night-4-back")
    before = ann.state()["n"]
    ann.click(ann.ask("edge"))
    ann.tool("key", "ctrl+q")
    ann.press("Close the table")
    ann.process.wait(PATIENCE_S)
    for guest in (bob, cleo):
        guest.wait(lambda s: s["link"], "nothing is said of the end")
    bob.shot("night-5-ended")
    ann = sit_down("Ann")
    ann.press("Resume")
    ann.wait(lambda s: s["page"] == "table" and s["n"] >= before, "the game does not go on")
    for guest, seat in ((cleo, 2), (bob, 1)):
        guest.press("Join again")
        guest.wait(partial(_sits, seat), "not in the seat of before")
    state = ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "Bob", "Cleo", ""], "others")
    assert [bool(ai) for _, ai in state["seats"]] == [False, False, False, True]
    desk = until(lambda: next((d for d in (ann, bob, cleo) if d.state()["asked"]), None), "nobody is asked")
    desk.shot("night-6-on")
