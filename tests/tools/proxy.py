"""A way from a guest to its host that can be held up and cut."""

from __future__ import annotations

import asyncio
from typing import Final

LINGER_S: Final = 3.0
"""After one side has ended: for the last word of the other."""


class Proxy:
    """Carries bytes between guests and a host of this machine; while `held`, what the host says is lost."""

    def __init__(self, host_port: int) -> None:
        self.held = False
        self.port = 0
        self._host_port = host_port
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listens."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cuts everything and listens no more."""
        if self._server is not None:
            self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> bool:
        """Breaks the connections, wherever in a frame they are; were there any?"""
        was = bool(self._open)
        for writer in list(self._open):
            writer.transport.abort()
        self._open.clear()
        return was

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._host_port)
        except OSError:
            writer.transport.abort()
            return
        pair = {writer, far_writer}
        self._open |= pair
        to_host = asyncio.create_task(self._carry(reader, far_writer))
        to_guest = asyncio.create_task(self._carry(far_reader, writer, may_hold=True))
        ways = {to_host, to_guest}
        self._tasks |= ways
        try:
            _, others = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            if others:
                await asyncio.wait(others, timeout=LINGER_S)
        finally:
            for way in ways:
                way.cancel()
            self._tasks -= ways
            self._open -= pair
            for end in pair:
                end.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, may_hold: bool = False
    ) -> None:
        try:
            while data := await reader.read(1 << 14):
                if not (may_hold and self.held):
                    writer.write(data)
                    await writer.drain()
            # A last word must arrive, also where the other is just writing.
            writer.write_eof()
        except OSError:
            writer.transport.abort()
