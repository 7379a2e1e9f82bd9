"""Asking a table what it is without coming in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from net import messages as m
from net import wire
from net.dial import dial
from net.finder import Details, Found


async def ask(addresses: Sequence[str], port: int) -> m.Welcome | m.Bye:
    """The first words of whoever listens there. Raises `DialError`, `BadFrame` or OSError."""
    sock = await dial(addresses, port)
    reader, writer = await asyncio.open_connection(sock=sock)
    try:
        writer.write(wire.framed(wire.pack(m.Hello(m.MAGIC, m.PROTOCOL))))
        frames = wire.Frames()
        while (frame := frames.next()) is None:
            data = await reader.read(wire.SMALL)
            if not data:
                raise wire.BadFrame("lost")
            frames.feed(data)
        answer = wire.unpack(frame, m.Welcome | m.Bye, wire.SHORT)
        assert isinstance(answer, m.Welcome | m.Bye)
        return answer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def details(found: Found) -> Details | None:
    """What a row of the finder does not tell; None if no table answers there (or another one does).
    Raises `DialError` or OSError."""
    try:
        answer = await ask(found.addresses, found.port)
    except wire.BadFrame:  # something else listens there by now
        return None
    if isinstance(answer, m.Bye):
        return Details(found.name, "", "", found.seats_free, found.locked, answer.protocol, answer.program)
    if answer.table != found.id:
        return None
    return Details(
        answer.name, answer.host, answer.title, answer.seats_free, answer.password or answer.locked,
        m.PROTOCOL, answer.program, answer.password and not answer.locked,
    )  # fmt: skip
