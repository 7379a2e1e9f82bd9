"""Whole games over real sockets."""

import asyncio

from net.guest_session import Who
from tests.net.kit import Player, plan, room, run, serving


def test_three_robots_play_a_whole_game():
    async def story():
        what = room(plan(auto_start=True))
        async with serving(what) as (_, port):
            players = [Player(port, Who(name, robot=True), plays=True) for name in ("Ann", "Bob", "Cleo")]
            await asyncio.gather(*(p.come_in() for p in players))
            await players[0].ear.until(lambda: players[0].ear.rows[-1].phase == "over")
            assert what.play and what.play.table.outcome is not None
            assert {a.code for p in players for a in p.actions} <= {"", "stale", "not-your-decision"}

    run(story)
