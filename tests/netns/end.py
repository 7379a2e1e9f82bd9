"""One computer's program, for `tests.netns`: hosts a table, finds tables, or both, and tells in JSON lines.

`python -m tests.netns.end [--host NAME] [--find] [--dial PORT ADDRESS...]`; ends by SIGINT.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import secrets
import signal
import threading
import time

import msgspec

from net.advert import Advert, Beacon
from net.dial import DialError, dial, listen
from net.finder import Details, Finder, Found
from net.own import own_addresses


def tell(event: str, **what: object) -> None:
    """One line."""
    print(json.dumps({"event": event, **what}), flush=True)


async def probe(found: Found) -> Details | None:
    """Is it still this table that answers there?"""
    sock = await dial(found.addresses, found.port)
    reader, writer = await asyncio.open_connection(sock=sock)
    try:
        answer = await reader.read(32)
    finally:
        await _closed(writer)
    if answer.decode() != found.id:
        return None
    return Details(found.name, "host", "game", found.seats_free, found.locked, found.protocol, "0")


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


async def main(args: argparse.Namespace) -> None:
    """Do what was asked for until a signal comes."""
    over = asyncio.Event()
    # A computer that is busy otherwise is no fault of ours.
    asyncio.get_running_loop().slow_callback_duration = 10.0
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, over.set)
    beacon: Beacon | None = None
    finder: Finder | None = None
    servers: list[asyncio.Server] = []
    if args.host:
        listening = await listen()
        table_id = secrets.token_hex(16)

        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(table_id.encode())
            await _closed(writer)

        servers = [await asyncio.start_server(answer, sock=sock) for sock in listening.sockets]
        tell("listening", port=listening.port, addresses=own_addresses())

        def changed() -> None:
            assert beacon is not None
            tell("beacon", state=beacon.state, notice=beacon.notice, shown_name=beacon.shown_name)

        beacon = Beacon(changed)
        await beacon.start(Advert(table_id, args.host, listening.port, 1, "toy", 2, False))
    if args.find:

        def listed() -> None:
            assert finder is not None
            rows = [msgspec.structs.asdict(found) for found in finder.tables]
            tell("tables", notice=finder.notice, tables=rows, after_s=time.monotonic() - began)

        began = time.monotonic()
        finder = Finder(listed, probe=probe)
        await finder.start()
        tell("finding")
    if args.dial:
        port, *addresses = args.dial
        began = time.monotonic()
        try:
            sock = await dial(addresses, int(port))
            tell("dialled", address=sock.getpeername()[0], after_s=time.monotonic() - began)
            sock.close()
        except DialError as fault:
            tell("dialled", code=fault.code, text=str(fault), after_s=time.monotonic() - began)
    await over.wait()
    began = time.monotonic()
    await asyncio.gather(*(each.stop() for each in (beacon, finder) if each is not None))
    for server in servers:
        server.close()
    tell("ended", threads=threading.active_count(), after_s=time.monotonic() - began)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--host")
    parser.add_argument("--find", action="store_true")
    parser.add_argument("--dial", nargs="+")
    asyncio.run(main(parser.parse_args()))
