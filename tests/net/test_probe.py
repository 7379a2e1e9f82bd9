"""What a table says at its door to whoever only looks."""

from __future__ import annotations

import asyncio

import pytest

from net import messages as m
from net.finder import Found
from net.probe import details
from tests.net.kit import plan, room, run, serving


@pytest.mark.parametrize("password", ["", "kings"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_password_is_told_from_a_door_that_lets_nobody_in(password: str, closed: bool) -> None:
    async def story() -> None:
        what = room(plan(password=password, rules=m.Rules(locked=closed)))
        async with serving(what) as (_, port):
            row = Found("t" * 32, "Friday game", "toy", ("127.0.0.1",), port, 3, m.PROTOCOL, locked=False)
            found = await details(row)
        assert found is not None
        assert found.locked == (closed or bool(password))
        assert found.password == (bool(password) and not closed)

    run(story)


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\0", b"\0\0\0\1\xc1"])
def test_what_is_no_table_is_none_whatever_it_says(said: bytes) -> None:
    async def story() -> None:
        async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(said)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            row = Found("t" * 32, "A printer", "toy", ("127.0.0.1",), port, 3, m.PROTOCOL, locked=False)
            assert await details(row) is None

    run(story)
