"""Programs that run while a test talks to them: what they say line by line, and what is typed to them."""

from __future__ import annotations

import asyncio
import json
import queue
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.cli.runner import START, TOY, environment
from tests.tools.proxy import Proxy

PATIENCE_S = 40.0
"""Only a test that fails waits so long for a line."""


class Live:
    """One running `maharaja WORDS`, after some Python of the test's own; its own things are in `home`.

    `before` are words of a command that starts it.
    """

    def __init__(
        self,
        home: Path,
        *words: str,
        prelude: str = "",
        stdout: int = subprocess.PIPE,
        before: Sequence[str] = (),
    ) -> None:
        self.words = words
        self.lines: list[str] = []
        self.complaint = ""
        self._news: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.process = subprocess.Popen(
            [*before, sys.executable, "-c", prelude + START, *words],
            cwd=home,
            env=environment(XDG_DATA_HOME=str(home)),
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self._news.put(line.rstrip("\n"))
        self._news.put(None)

    def until(self, *texts: str) -> str:
        """The next line with all these texts in it."""
        while True:
            try:
                line = self._news.get(timeout=PATIENCE_S)
            except queue.Empty:
                raise AssertionError(self._failed("did not say", texts)) from None
            if line is None:
                raise AssertionError(self._failed("ended and did not say", texts))
            self.lines.append(line)
            if all(text in line for text in texts):
                return line

    def hears(self, *texts: str) -> None:
        """Each of these texts in some line from here on, in whatever order they come."""
        missing = set(texts)
        while missing:
            line = self.until("")
            missing -= {text for text in missing if text in line}

    def event(self, name: str, *texts: str) -> dict[str, object]:
        """The next event of this name (and with these texts in its line) of a program with --json."""
        found: dict[str, object] = json.loads(self.until(f'"event": "{name}"', *texts))
        return found

    def type(self, *lines: str) -> None:
        """What a person types."""
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """As kill -9 does it; all it had said is there to be read."""
        self.process.kill()
        self.process.wait()
        self._reader.join(5)

    def interrupt(self) -> None:
        """As Ctrl-C does it."""
        self.process.send_signal(signal.SIGINT)

    def ends(self) -> int:
        """Its exit code, once all it says has been read into `lines` and `complaint`."""
        while (line := self._news.get(timeout=PATIENCE_S)) is not None:
            self.lines.append(line)
        assert self.process.stderr is not None
        self.complaint = self.process.stderr.read()
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        """Nothing of an ended program is left open."""
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def events(self) -> list[dict[str, object]]:
        """All it said so far; fails if a line is no JSON object with an event."""
        told = [json.loads(line) for line in self.lines]
        assert all(isinstance(row["event"], str) for row in told)
        return told

    def _failed(self, how: str, texts: tuple[str, ...]) -> str:
        self.process.kill()
        assert self.process.stderr is not None
        said = "\n".join([*self.lines, self.process.stderr.read()])
        return f"maharaja {' '.join(self.words)}: {how} {texts}; it said:\n{said}"


class Evening:
    """Everybody of one test."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        self._all: list[Live] = []

    def start(self, *words: str, home: Path | None = None, prelude: str = "") -> Live:
        """Any command."""
        live = Live(home or self.home, *words, prelude=prelude)
        self._all.append(live)
        return live

    def host(self, *words: str, game: str = TOY, json: bool = True, prelude: str = "") -> Live:
        """A host of a table, once it listens; headless if it speaks JSON."""
        how = ["--headless", "--json"] if json else []
        own = ["--as", "Ann", "--port", str(self.port)]
        live = self.start("host", game, *own, *how, *words, prelude=prelude)
        live.until('"listening"' if json else "is open on port")
        return live

    def join(self, name: str, *words: str, game: str = TOY, home: Path | None = None, port: int = 0) -> Live:
        """A person at a terminal, or with --policy a robot."""
        own = ["--game", game] if ":" in game else []
        return self.start("join", f"127.0.0.1:{port or self.port}", "--as", name, *own, *words, home=home)

    def robot(self, name: str, *words: str) -> Live:
        """A robot that speaks JSON, once it is in."""
        live = self.join(name, "--policy", "random", "--headless", "--json", *words)
        live.event("in")
        return live

    def person(self, name: str, *words: str, port: int = 0) -> Live:
        """A person at a terminal, once the room has been shown."""
        live = self.join(name, *words, port=port)
        live.until("/help lists")
        return live

    def record(self) -> Path:
        """The record of the one table there was."""
        (found,) = (self.home / "maharaja" / "games").glob("*.maharaja")
        return found

    def end(self) -> None:
        """Nothing is left running."""
        for live in self._all:
            live.kill()
            live.close()


@contextmanager
def evening(home: Path) -> Iterator[Evening]:
    """A test's programs, all ended at its end."""
    found = Evening(home)
    try:
        yield found
    finally:
        found.end()


@contextmanager
def cable(port: int) -> Iterator[tuple[Proxy, Callable[[], object]]]:
    """A way to a host that the test holds up, and what cuts it."""
    loop, proxy = asyncio.new_event_loop(), Proxy(port)
    loop.run_until_complete(proxy.start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield proxy, lambda: loop.call_soon_threadsafe(proxy.cut)
    finally:
        asyncio.run_coroutine_threadsafe(proxy.stop(), loop).result(PATIENCE_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def free_port() -> int:
    """A port that nobody listens on, and that no other test of this run is given soon."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
