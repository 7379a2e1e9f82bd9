"""A hosted table over loopback, beside a bare asyncio and MessagePack echo in the same run.

The host is a process of its own; the people (as many seats as the game has, up to five, and 30 watchers)
share this one. So an action to all costs: the host's work, 35 sockets, and 35 times the work of a guest
that in truth is done on 35 machines; each is shown apart. The echo sends every frame to all 35 peers,
of as many bytes as the table sends on average: what is left when nothing is checked, sealed or decided.
Found: from the host's first word on the directory to a row in a finder that was listening before.

Run with `make bench` or `python tests/bench/bench_net.py [--actions N]`.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import secrets
import socket
import time
from multiprocessing.connection import Connection
from random import Random
from typing import Final

import msgpack
from msgspec import Struct

from core.game import AnyGame
from core.registry import find_game
from net import messages as m
from net.advert import Advert, Beacon
from net.clock import RoomClock, mono_ms, wall_ms
from net.finder import Finder
from net.guest import Guest
from net.guest_session import Who
from net.keyring import Keyring
from net.plan import Plan
from net.room import Room
from net.seats import Slot
from net.server import Mind, Server

WATCHERS: Final = 30
RETURNS: Final = 40
BAR_MS: Final = 200.0
LOOK_S: Final = 10.0


def no_mind(seat: int, policy: str) -> Mind:
    """No computer players here."""
    raise NotImplementedError


def slot_count(game: AnyGame) -> int:
    """Seats in this bench."""
    return max(count for count in game.meta.seats if count <= 5)


# The other process.


def host_process(pipe: Connection) -> None:
    """Hosts whatever it is told to."""
    asyncio.run(_hosting(pipe))


async def _hosting(pipe: Connection) -> None:
    loop = asyncio.get_running_loop()
    servers: list[Server] = []
    echoes: list[asyncio.Server] = []
    beacon = Beacon()
    while True:
        word, *more = await loop.run_in_executor(None, pipe.recv)
        match word:
            case "table":
                game = find_game(more[0])
                slots = [Slot() for _ in range(slot_count(game))]
                plan = Plan(game, more[0], "Bench", "Host", secrets.token_hex(16), {}, slots, auto_start=True)
                server = Server(Room(plan, RoomClock(mono_ms, wall_ms), os.urandom, lambda _: None), no_mind)
                sock = socket.create_server(("127.0.0.1", 0))
                await server.start([sock])
                servers.append(server)
                pipe.send(sock.getsockname()[1])
            case "echo":
                echoes.append(await echoing())
                pipe.send(echoes[-1].sockets[0].getsockname()[1])
            case "cpu":
                pipe.send(time.process_time_ns())
            case "advertise":
                pipe.send(time.monotonic_ns())
                await beacon.start(Advert(more[0], "Bench", 24851, m.PROTOCOL, "toy", 3, False))
            case _:
                await asyncio.gather(beacon.stop(), *(server.close("host-ended") for server in servers))
                for echo in echoes:
                    echo.close()
                return


async def echoing() -> asyncio.Server:
    """A server whose peers all hear each other."""
    peers: set[asyncio.Transport] = set()
    return await asyncio.get_running_loop().create_server(lambda: Echo(peers), "127.0.0.1", 0)


class Echo(asyncio.Protocol):
    """The floor: unpacks a frame, packs it again, sends it to everybody."""

    def __init__(self, peers: set[asyncio.Transport]) -> None:
        self._peers = peers
        self._data = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._peers.add(transport)

    def data_received(self, data: bytes) -> None:
        self._data += data
        while len(self._data) >= 4:
            end = 4 + int.from_bytes(self._data[:4], "big")
            if len(self._data) < end:
                return
            content = msgpack.packb(msgpack.unpackb(bytes(self._data[4:end])))
            frame = len(content).to_bytes(4, "big") + content
            del self._data[:end]
            for peer in self._peers:
                peer.write(frame)


# This process.


class Ear:
    """A guest that notes when it has which position."""

    def __init__(self, port: int, who: Who, game: AnyGame, keyring: Keyring) -> None:
        self.bytes_in = 0
        self.at: dict[int, int] = {}
        self.news = asyncio.Event()
        self.over = False
        self.began = time.perf_counter_ns()
        self._port = port
        self._writer: asyncio.StreamWriter | None = None
        self.guest = Guest(self._dial, who, self, lambda _: game, keyring)
        self.running = asyncio.ensure_future(self.guest.run())

    async def _dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        feed = reader.feed_data

        def counted(data: bytes) -> None:
            self.bytes_in += len(data)
            feed(data)

        setattr(reader, "feed_data", counted)  # noqa: B010 - one stream, not the class
        return reader, self._writer

    def cut(self) -> None:
        """The socket dies."""
        assert self._writer is not None
        self._writer.transport.abort()

    def link(self, state: str, code: str, params: m.Params) -> None:
        pass

    def room(self, row: m.RoomRow) -> None:
        self.over = row.phase == "over"
        self.news.set()

    def update(self, update: m.Update) -> None:
        self.at[update.n] = time.perf_counter_ns()
        self.news.set()

    def heard(self, message: Struct) -> None:
        pass

    async def has(self, n: int) -> int:
        """When it had the position of line `n` or a later one."""
        while not self.at or max(self.at) < n:
            self.news.clear()
            await self.news.wait()
        return min(at for line, at in self.at.items() if line >= n)


def percentile(times: list[float], part: float) -> float:
    """Of sorted or unsorted times."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


class Figures:
    """All that was measured at one kind of table, in ms."""

    def __init__(self) -> None:
        self.joins: list[float] = []
        self.all: list[float] = []
        self.own: list[float] = []
        self.returns: list[float] = []
        self.host_ms = 0.0
        self.guests_ms = 0.0
        self.bytes = 0
        self.actions = 0


async def play(pipe: Connection, spec: str, actions: int, figures: Figures) -> None:
    """One game, or as many actions of it."""
    game, rng = find_game(spec), Random(1)
    pipe.send(("table", spec))
    port = int(pipe.recv())
    seats = slot_count(game)
    players = [Ear(port, Who(f"P{seat}", robot=True, seat=seat), game, Keyring()) for seat in range(seats)]
    await asyncio.gather(*(player.has(0) for player in players))
    everybody = list(players)
    for number in range(WATCHERS):
        ear = Ear(port, Who(f"W{number}", watch=True), game, Keyring())
        figures.joins.append((await ear.has(0) - ear.began) / 1e6)
        everybody.append(ear)
    figures.bytes -= sum(ear.bytes_in for ear in everybody)
    pipe.send(("cpu",))
    figures.host_ms -= int(pipe.recv()) / 1e6
    figures.guests_ms -= time.process_time_ns() / 1e6
    while figures.actions < actions and not any(ear.over for ear in players):
        newest = max(max(player.at) for player in players)
        for player in players:
            await player.has(newest)
        asked = [p for p in players if any(u.asked for seat, u in p.guest.updates.items() if seat >= 0)]
        if not asked:
            break
        seat, update = next((s, u) for s, u in asked[0].guest.updates.items() if u.asked)
        action = game.codec.decode_legal(update.legal).sample(rng)
        began = time.perf_counter_ns()
        answer = await asked[0].guest.act(seat, update.asked[0].decision, action, update.n)
        assert not answer.code, answer
        times = [(await ear.has(answer.n) - began) / 1e6 for ear in everybody]
        figures.own.append(min(times))
        figures.all.append(max(times))
        figures.actions += 1
    figures.guests_ms += time.process_time_ns() / 1e6
    pipe.send(("cpu",))
    figures.host_ms += int(pipe.recv()) / 1e6
    figures.bytes += sum(ear.bytes_in for ear in everybody)
    if not any(ear.over for ear in players):
        for number in range(RETURNS):
            ear = everybody[number % seats]
            ear.at.clear()
            cut = time.perf_counter_ns()
            ear.cut()
            figures.returns.append((await ear.has(0) - cut) / 1e6)
    for ear in everybody:
        ear.guest.leave()
    await asyncio.gather(*(ear.running for ear in everybody))


class Floor(Struct):
    """Joins with two round trips, a frame to all, and the echo's processor for one; in ms."""

    joins: list[float]
    all: list[float]
    host_ms: float


async def echo(pipe: Connection, peers: int, size: int, rounds: int) -> Floor:
    """The same with an echo."""
    pipe.send(("echo",))
    port = int(pipe.recv())
    content = msgpack.packb([1, 2, bytes(max(1, size - 10))])
    frame = len(content).to_bytes(4, "big") + content
    ends: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    joins: list[float] = []
    for _ in range(peers):
        began = time.perf_counter_ns()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(frame)
            await reader.readexactly(len(frame))
        joins.append((time.perf_counter_ns() - began) / 1e6)
        for other, _ in ends:
            await other.readexactly(2 * len(frame))
        ends.append((reader, writer))
    times: list[float] = []

    async def receive(reader: asyncio.StreamReader) -> int:
        got = await reader.readexactly(len(frame))
        msgpack.unpackb(got[4:])
        return time.perf_counter_ns()

    pipe.send(("cpu",))
    spent = -int(pipe.recv())
    for number in range(rounds):
        began = time.perf_counter_ns()
        ends[number % len(ends)][1].write(frame)
        times.append((max(await asyncio.gather(*(receive(reader) for reader, _ in ends))) - began) / 1e6)
    pipe.send(("cpu",))
    spent += int(pipe.recv())
    for _, writer in ends:
        writer.close()
    return Floor(joins, times, spent / rounds / 1e6)


async def found(pipe: Connection) -> float | None:
    """Ms from the host's first word to a row; None where nothing travels on this machine's networks."""
    news = asyncio.Event()
    finder = Finder(news.set)
    await finder.start()
    table = secrets.token_hex(16)
    try:
        pipe.send(("advertise", table))
        began = int(pipe.recv())
        async with asyncio.timeout(LOOK_S):
            while not any(row.id == table for row in finder.tables):
                news.clear()
                await news.wait()
        return (time.monotonic_ns() - began) / 1e6
    except TimeoutError:
        return None
    finally:
        await finder.stop()


def report(spec: str, figures: Figures, floor: Floor, peers: int) -> None:
    """One kind of table beside the floor."""
    count = figures.actions

    def line(what: str, text: str) -> None:
        print(f"  {what:32} {text}")

    print(f"{spec}: {count} actions, {peers} people")
    ours, less = percentile(figures.joins, 0.5), percentile(floor.joins, 0.5)
    line("join to first view, median", f"{ours:7.2f} ms   echo, two round trips {less:6.2f} ms")
    for label, part in (("median", 0.5), ("p99", 0.99)):
        ours, less = percentile(figures.all, part), percentile(floor.all, part)
        line(f"action to all, {label}", f"{ours:7.2f} ms   echo {less:6.2f} ms   {ours / less:5.1f} times")
    line("action to the first, median", f"{percentile(figures.own, 0.5):7.2f} ms")
    line("host's processor, an action", f"{figures.host_ms / count:7.2f} ms   echo {floor.host_ms:6.2f} ms")
    line("all guests' processor, an action", f"{figures.guests_ms / count:7.2f} ms")
    line(
        "bytes, an action", f"{figures.bytes / count:7.0f} to all, {figures.bytes / count / peers:.0f} a head"
    )
    usual, late, worst = (percentile(figures.returns, part) for part in (0.5, 0.95, 1.0))
    verdict = "met" if late <= BAR_MS else "MISSED"
    line(
        "return after a killed socket",
        f"{usual:7.2f} ms median, p95 {late:.1f} (bar {BAR_MS:.0f}: {verdict}), {worst:.1f} at most",
    )


async def bench(pipe: Connection, actions: int) -> None:
    """Everything, in one run."""
    for spec in ("tests.toy:game", "empires"):
        figures = Figures()
        while figures.actions < actions or not figures.returns:
            wanted = min(actions, figures.actions + 12) if spec != "empires" else actions
            await play(pipe, spec, max(wanted, 1), figures)
        peers = slot_count(find_game(spec)) + WATCHERS
        size = figures.bytes // figures.actions // peers
        floor = await echo(pipe, peers, size, actions)
        report(spec, figures, floor, peers)
    ms = await found(pipe)
    print("listening to found: " + ("nothing travels here" if ms is None else f"{ms:.0f} ms, bar 2000 ms"))


def main() -> None:
    """Prints figures; judges only the bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=300, help="actions at each kind of table")
    args = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe()
    host = context.Process(target=host_process, args=(other,), daemon=True)
    host.start()
    try:
        asyncio.run(bench(pipe, args.actions))
        pipe.send(("end",))
    finally:
        host.join(5)


if __name__ == "__main__":
    main()
