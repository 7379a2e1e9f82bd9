"""People at windows of real processes on one screen, with its mouse and keyboard."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.tools.source import ROOT

PATIENCE_S = 60.0
PICTURES = os.environ.get("MAHARAJA_PICTURES", "")
"""A folder to keep pictures in."""
State = dict[str, Any]


def until(what: Callable[[], Any], why: str) -> Any:
    """What comes of it, once it is something."""
    end = time.monotonic() + PATIENCE_S
    while not (found := what()):
        assert time.monotonic() < end, why
        time.sleep(0.05)
    return found


def asked(desks: Sequence[Desk]) -> Desk:
    """Whoever is to decide, once it is one of these."""
    found: Desk = until(lambda: next((d for d in desks if d.state()["asked"]), None), "nobody is asked")
    return found


def sits(seat: int, state: State) -> bool:
    """Has whoever looks this seat, and a connection?"""
    return state["mine"] == [seat] and not state["link"]


def _further(before: State, state: State) -> bool:
    read = before["panel"] and (not state["panel"] or state["says"] not in ("", before["says"]))
    return bool(state["n"] > before["n"] or not state["asked"] or read)


class Desk:
    """One person with one window."""

    def __init__(
        self,
        name: str,
        folder: Path,
        place: tuple[int, int],
        screen: dict[str, str],
        computer: str,
        *more: str,
    ) -> None:
        self.name = name
        self._screen = screen
        self._aside = 0
        folder.mkdir(exist_ok=True)
        # What other runs announce at the same time is not seen.
        service = f"_x{os.getpid()}._tcp.local."
        there = ["ip", "netns", "exec", computer] if computer else []
        program = [
            sys.executable,
            "-m",
            "tests.xvfb.desk",
            name,
            str(folder),
            *map(str, place),
            service,
            *more,
        ]
        self.process = subprocess.Popen(
            there + program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=screen, cwd=ROOT
        )

    def ask(self, line: str) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def state(self) -> State:
        state: State = self.ask("state")
        return state

    def tool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._screen, check=True)

    def click(self, at: tuple[int, int]) -> None:
        """Never quite where the last click was: two of them are no double click, however fast they come."""
        self._aside = 7 - self._aside
        self.tool("mousemove", str(at[0] + self._aside), str(at[1]), "click", "1")

    def press(self, text: str) -> None:
        """A button, once there is one; a panel that lies over it is folded first."""

        def found() -> Any:
            at = self.ask(f"button {text}")
            over = self.ask("fold") if at is None else None
            if over is not None:
                self.click(over)
            return at

        self.click(until(found, f"{self.name}: no button {text!r}"))

    def come_back(self, seat: int) -> None:
        """To the seat of before, as soon as the table is there again; if it is offered, asks for it."""

        def there() -> bool:
            at = self.ask("button Join again")
            if at is not None:
                self.click(at)
            return sits(seat, self.state())

        until(there, f"{self.name}: not in the seat of before")

    def turn_to(self, kind: str, text: str) -> None:
        """A `menu` of the bar, a `tab` or a `place` of the map is clicked."""
        self.click(until(lambda: self.ask(f"{kind} {text}"), f"{self.name}: no {kind} {text!r}"))

    def pick(self, text: str) -> None:
        """An entry of the menu that is open."""
        self.click(until(lambda: self.ask(f"entry {text}"), f"{self.name}: no entry {text!r}"))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """As a hand does: down, some steps, up."""
        steps = [
            (start[0] + (end[0] - start[0]) * i // 6, start[1] + (end[1] - start[1]) * i // 6)
            for i in range(1, 7)
        ]
        moves = [word for x, y in steps for word in ("mousemove", str(x), str(y))]
        self.tool("mousemove", *map(str, start), "mousedown", "1", *moves, "mouseup", "1")

    def write(self, field: str, text: str) -> None:
        self.click(until(lambda: self.ask(f"field {field}"), f"{self.name}: no field {field!r}"))
        self.tool("type", "--delay", "5", text)
        self.tool("key", "Return")

    def wait(self, what: Callable[[State], object], why: str) -> State:
        def now() -> State | None:
            state = self.state()
            return state if what(state) else None

        state: State = until(now, f"{self.name}: {why}")
        return state

    def play(self) -> None:
        """Answers until somebody else is asked."""
        while self.state()["asked"]:
            self.answer()

    def answer(self) -> None:
        """One answer, whatever is asked; also what is only to be read is pressed away."""
        place = self.rest()
        if not place["asked"]:
            return
        if place["at"] is not None:
            self.click(place["at"])
        else:
            self.drag(*place["march"])
        until(lambda: _further(place, self.ask("next")), f"{self.name}: the table does not answer")

    def rest(self) -> State:
        """What there is to press or to carry, once nothing moves on the page any more."""
        seen: list[State] = []

        def still() -> State | None:
            seen.append(self.ask("next"))
            now = seen[-1]
            free = now["at"] is not None or now["march"] is not None or not now["asked"]
            return now if free and seen[-2:-1] == [now] else None

        state: State = until(still, f"{self.name}: nothing to press")
        return state

    def march(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """From where to where armies can still be carried."""
        found = self.rest()["march"]
        return None if found is None else (tuple(found[0]), tuple(found[1]))

    def shot(self, name: str) -> None:
        if PICTURES:
            assert self.ask(f"shot {PICTURES}/{name}.png")

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.communicate()
