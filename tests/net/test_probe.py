"""What a table says at its door to whoever only looks."""

from __future__ import annotations

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
