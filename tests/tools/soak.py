"""Tables over loopback with everything breaking all the time, until so much has been broken.

A host, three guests and a computer player, each a process; between host and guests a proxy that cuts
connections. Guests and host are killed (-9) and started again, the guests with their keyrings, the host
with `--resume` on its port. Every game must come to its end, every action that was confirmed must
stand once in the record, no decision may be answered twice, and all records must verify. What fails
leaves its folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO, Final

from core.game import CLAIM
from core.lines import Act
from core.record import read
from core.registry import find_game
from core.replay import replay
from maharaja_qt.cli.common import Parser, complain, some_path, whole
from maharaja_qt.cli.progress import Progress
from tests.tools.proxy import Proxy

NAME: Final = "python -m tests.tools.soak"
PATIENCE_S: Final = 90.0
"""A table where nothing is written for so long is stuck."""
GUESTS: Final = ("Ann", "Bob", "Cleo")
BACK_S: Final = 5.0
"""Longer nobody may take to be in again when a socket was all that broke."""
SHORT_S: Final = 0.3
"""Between two breaks, at most."""

HOST: Final = "from maharaja_qt.cli import main; import sys; sys.exit(main())"


class Stuck(Exception):
    """Something that must not be."""


class Process:
    """A program that prints JSON lines. `events` are all of them, `lives` how often it was started."""

    def __init__(self, name: str, folder: Path, on_event: Callable[[], None]) -> None:
        self.name = name
        self.events: list[dict[str, object]] = []
        self.code: int | None = None
        self.lives = 0
        self._folder = folder
        self._on_event = on_event
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._log: IO[bytes] | None = None

    async def start(self, *command: str) -> None:
        """Runs Python with these arguments."""
        self.lives += 1
        self.code = None
        if self._log is None:
            self._log = (self._folder / f"{self.name}.log").open("ab")
        env = os.environ | {"XDG_DATA_HOME": str(self._folder), "HOME": str(self._folder)}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=self._log,
            env=env | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )  # fmt: skip
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None and self._log is not None
        async for line in process.stdout:
            self._log.write(line)
            self._log.flush()
            with contextlib.suppress(ValueError):  # half a line of somebody killed
                event = json.loads(line)
                self.events.append({**event, "life": self.lives, "at": time.monotonic()})
            self._on_event()
        self.code = await process.wait()
        self._on_event()

    def said(self, event: str) -> int:
        """How often it has told that event in this life."""
        return sum(e["event"] == event and e["life"] == self.lives for e in self.events)

    async def kill(self) -> None:
        """Ends it at once."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        if self._reading is not None:
            await self._reading

    async def end(self) -> None:
        """Kills it for good."""
        await self.kill()
        if self._log is not None:
            self._log.close()


@dataclass
class Wanted:
    """What is still to be broken."""

    cuts: int
    kills: int
    hosts: int
    until: float
    done: Counter[str] = field(default_factory=Counter)
    returns: list[float] = field(default_factory=list)

    def left(self) -> dict[str, int]:
        """How often each."""
        wanted = {"cuts": self.cuts, "kills": self.kills, "hosts": self.hosts}
        return {kind: n - self.done[kind] for kind, n in wanted.items() if n > self.done[kind]}

    @property
    def over(self) -> bool:
        """Is everything broken, or the time up?"""
        return not self.left() or time.monotonic() > self.until


class Evening:
    """One game from an empty table to its verified record."""

    def __init__(
        self, spec: str, folder: Path, wanted: Wanted, rng: Random, step: Callable[[], None]
    ) -> None:
        self._spec = spec
        self._folder = folder
        self._wanted = wanted
        self._rng = rng
        self._step = step
        self._cuts: list[tuple[Process, int, float]] = []
        self._deaths: list[float] = []
        self._news = asyncio.Event()
        self.port = _free_port()
        self.host = Process("host", folder, self._news.set)
        self.guests = [Process(name, folder, self._news.set) for name in GUESTS]
        self.proxies = [Proxy(self.port) for _ in GUESTS]

    async def play(self) -> None:
        """Raises `Stuck`."""
        try:
            for proxy in self.proxies:
                await proxy.start()
            await self._start_host()
            await self._until("the host to listen", lambda: self.host.said("listening") > 0)
            for index in range(len(self.guests)):
                await self._start_guest(index)
            await self._until("the game to begin", lambda: self.host.said("started") > 0)
            await self._break_things()
            await self._until("the end", lambda: self._ended and self.host.code is not None)
            if self.host.said("ended"):
                # Else it was killed between the last line and saying so: nobody is there to be heard.
                await self._until("everybody to hear how it ended", self._all_out)
        finally:
            for process in (self.host, *self.guests):
                await process.end()
            for proxy in self.proxies:
                await proxy.stop()
        self._judge()

    @property
    def _ended(self) -> bool:
        """Is the result in the record?"""
        return any(b'"end",' in path.read_bytes()[-2_000:] for path in self._folder.glob("*.maharaja"))

    def _all_out(self) -> bool:
        return all(guest.code is not None for guest in self.guests)

    async def _break_things(self) -> None:
        while not self._ended:
            if self._wanted.over:
                await self._until("the end", lambda: self._ended)
                return
            await self._wait(self._rng.random() * SHORT_S)
            await self._restart_guests()
            if not self._ended:
                await self._break_one()

    async def _break_one(self) -> None:
        left = self._wanted.left()
        kind = self._rng.choices(list(left), weights=list(left.values()))[0]
        index = self._rng.randrange(len(self.guests))
        guest = self.guests[index]
        match kind:
            case "cuts":
                if not self.proxies[index].cut():
                    return
                self._cuts.append((guest, guest.lives, time.monotonic()))
            case "kills":
                if guest.code is not None or not guest.said("in"):
                    return
                await guest.kill()
                await self._start_guest(index)
            case _:
                if not self.host.said("listening"):
                    return
                self._deaths.append(time.monotonic())
                await self.host.kill()
                await self._start_host(resume=True)
        self._wanted.done[kind] += 1
        self._step()

    async def _start_host(self, *, resume: bool = False) -> None:
        seats = ",".join(["open"] * len(self.guests) + ["ai:random"])
        command = ["host", self._spec, "--headless", "--json", "--port", str(self.port), "--as", "Host"]
        command += (
            ["--resume", str(self._record())] if resume else ["--seats", seats, "--record", str(self._folder)]
        )
        await self.host.start("-c", HOST, *command)

    async def _start_guest(self, index: int) -> None:
        name = GUESTS[index]
        keyring = self._folder / f"{name}.json"
        port = str(self.proxies[index].port)
        await self.guests[index].start("-m", "tests.tools.soak_guest", port, name, self._spec, str(keyring))

    def _record(self) -> Path:
        (found,) = self._folder.glob("*.maharaja")
        return found

    async def _restart_guests(self) -> None:
        """Whoever finds nobody there when it starts gives up soon, and tries again a little later."""
        for index, guest in enumerate(self.guests):
            if guest.lives and guest.code not in (None, 0) and not self._ended:
                await self._start_guest(index)

    async def _wait(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    self._news.clear()
                    await self._news.wait()

    async def _until(self, what: str, done: Callable[[], bool]) -> None:
        """Waits as long as anything happens."""
        size, since = -1, time.monotonic()
        while not done():
            await self._wait(0.1)
            await self._restart_guests()
            records = list(self._folder.glob("*.maharaja"))
            now = records[0].stat().st_size if records else 0
            if now != size:
                size, since = now, time.monotonic()
            elif time.monotonic() - since > PATIENCE_S:
                raise Stuck(f"waited {PATIENCE_S:.0f} s for {what}")

    def returns(self) -> list[float]:
        """Seconds from each cut to being in again, where nothing else broke meanwhile."""
        found = []
        for number, (guest, life, at) in enumerate(self._cuts):
            back = [e["at"] for e in guest.events if e["event"] == "in" and e["life"] == life]
            came = min((t for t in back if isinstance(t, float) and t > at), default=None)
            others = self._deaths + [t for g, _, t in self._cuts[number + 1 :] if g is guest]
            # A host that has been killed listens again after a second or two.
            if came is not None and not any(at - BACK_S < t < came for t in others):
                found.append(came - at)
        return found

    def _judge(self) -> None:
        """The record against what the guests were told."""
        record = read(self._record())
        played = replay(find_game(self._spec), record)
        if record.damage is not None or played.position.outcome is None:
            raise Stuck(f"the record is damaged or not of a whole game: {record.describe_damage()}")
        acts = {
            line.n: line.body for line in record.lines if line.kind == "act" and isinstance(line.body, Act)
        }
        stand = [step.n for step in played.position.steps if step.n in acts and not step.undone]
        answered = Counter((acts[n].actor, acts[n].decision) for n in stand if acts[n].decision != CLAIM)
        twice = [question for question, count in answered.items() if count > 1]
        if twice:
            raise Stuck(f"decisions answered twice (seat, decision): {twice}")
        sent, confirmed = set[tuple[object, object]](), 0
        for guest in self.guests:
            for event in guest.events:
                question = event.get("seat"), event.get("decision")
                if event["event"] == "sent":
                    sent.add(question)
                elif event["event"] == "acked" and not event["code"]:
                    n = event["n"]
                    act = acts.get(n) if isinstance(n, int) else None
                    if act is None or (act.actor, act.decision) != question:
                        raise Stuck(f"{guest.name} was told that line {n} is its answer to {question}")
                    confirmed += 1
        unknown = [q for q in answered if q[0] < len(GUESTS) and q not in sent]
        if unknown:
            raise Stuck(f"answers that nobody gave (seat, decision): {unknown}")
        self._wanted.done["actions"] += len(acts)
        self._wanted.done["confirmed"] += confirmed
        self._wanted.done["resealed"] += sum(line.kind == "reseal" for line in record.lines)
        self._wanted.done["taken back"] += sum(line.kind == "undo" for line in record.lines)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port: int = sock.getsockname()[1]
        return port


async def _soak(specs: list[str], folder: Path, wanted: Wanted, rng: Random) -> str:
    """Games until enough is broken; '' or what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    total = sum(wanted.left().values())
    with Progress(NAME, "breaks", total) as progress:
        while not wanted.over:
            number = wanted.done["games"]
            here = folder / f"game-{number:04}"
            here.mkdir()
            evening = Evening(
                specs[number % len(specs)], here, wanted, rng,
                lambda: progress.step(note=f"game {wanted.done['games'] + 1}"),
            )  # fmt: skip
            try:
                await evening.play()
            except Exception as fault:
                return f"{here}: {type(fault).__name__}: {fault}"
            wanted.returns += evening.returns()
            wanted.done["games"] += 1
            shutil.rmtree(here)
    return ""


def main(argv: list[str] | None = None) -> int:
    """0: nothing was lost; 1: something was, and where its logs and record are."""
    parser = Parser(prog=NAME, description=__doc__)
    parser.add_argument(
        "--minutes", type=whole(1, 10_000), help="stop after this time (default: when all is done)"
    )
    parser.add_argument("--cuts", type=whole(0, 10**6), default=800, help="connections to cut")
    parser.add_argument("--kills", type=whole(0, 10**6), default=200, help="guests to kill")
    parser.add_argument("--hosts", type=whole(0, 10**6), default=50, help="hosts to kill")
    parser.add_argument("--seed", type=whole(0, 2**53), default=0, help="of what is broken when")
    parser.add_argument("--game", action="append", help="games in turn (default: the toy game)")
    parser.add_argument("--folder", type=some_path, default=Path("soak-failures"))
    args = parser.parse_args(argv)
    began = time.monotonic()
    until = began + args.minutes * 60 if args.minutes else float("inf")
    wanted = Wanted(args.cuts, args.kills, args.hosts, until)
    folder = args.folder.absolute() / f"{int(time.time())}"
    fault = asyncio.run(_soak(args.game or ["tests.toy:game"], folder, wanted, Random(args.seed)))
    done = wanted.done
    print(
        f"{done['games']} games with {done['actions']} actions ({done['confirmed']} confirmed to guests), "
        f"{done['cuts']} sockets cut, {done['kills']} guests and {done['hosts']} hosts killed, "
        f"{done['resealed']} lost secrets chosen anew and {done['taken back']} asked for again, "
        f"in {time.monotonic() - began:.0f} s"
    )
    if wanted.returns:
        usual, late = (sorted(wanted.returns)[int(len(wanted.returns) * part)] for part in (0.5, 0.99))
        print(f"back after a cut alone: median {usual * 1000:.0f} ms, p99 {late * 1000:.0f} ms")
        if late > BACK_S:
            fault = fault or f"a guest took {late:.1f} s to come back"
    if fault or not done["games"]:
        complain(NAME, fault or "no game was over in that time")
        return 1
    with contextlib.suppress(OSError):
        folder.rmdir()
        args.folder.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
