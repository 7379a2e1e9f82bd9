"""Hosts that are killed, in processes of their own."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from net.guest_session import Who
from tests.cli.runner import ROOT, environment
from tests.net.kit import PATIENCE_S, Player, run, toy
from tests.toy.pieces import View


class Process:
    """The host of `tests.net.hosted`."""

    def __init__(self, record: Path, *more: str) -> None:
        self._words = [sys.executable, "-m", "tests.net.hosted", str(record), *more]

    async def __aenter__(self) -> Process:
        self._process = await asyncio.create_subprocess_exec(
            *self._words, cwd=ROOT, env=environment(), stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE_S * 3):
            self.port = int(await self._process.stdout.readline())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.kill()
        await self._process.wait()


def ready(player: Player, seat: int) -> list[bool]:
    held = player.guest.held.get(seat)
    return list(held.ready) if isinstance(held, View) else []


def test_ses_14_a_killed_host_goes_on_where_it_was(tmp_path: Path):
    record = tmp_path / "game"

    async def story() -> None:
        async with Process(record) as first:
            ann = await Player(first.port, Who("Ann")).come_in()
            cleo = await Player(first.port, Who("Cleo")).come_in()
            await ann.ear.until(lambda: 0 in ann.guest.updates and ready(ann, 0)[1])
            update = ann.guest.updates[0]
            card = toy.codec.decode_legal(update.legal).first()
            answer = await ann.guest.act(0, update.asked[0].decision, card)
            assert answer.code == ""
            await cleo.ear.until(lambda: ready(cleo, 2) == [True, True, False])
        # Killed. Cleo comes back first; the computer's secret card is gone with it, Ann sends hers again.
        async with Process(record, "again") as second:
            cleo.port = second.port
            await cleo.ear.until(lambda: [s for s, _ in cleo.ear.links].count("in") == 2)
            ann.port = second.port
            await ann.ear.until(lambda: [s for s, _ in ann.ear.links].count("in") == 2)
            row = cleo.ear.rows[-1]
            assert [(seat.name, seat.ai) for seat in row.seats] == [("Ann", ""), ("", "random"), ("Cleo", "")]
            assert row.phase == "playing"
            await cleo.ear.until(lambda: bool(cleo.guest.updates[2].asked))
            assert ready(cleo, 2)[0], "Ann's choice stands"
            await ann.ear.until(lambda: not ann.guest.updates[0].owed)
            update = cleo.guest.updates[2]
            card = toy.codec.decode_legal(update.legal).first()
            answer = await cleo.guest.act(2, update.asked[0].decision, card)
            assert answer.code == "" or answer.code == "choice-owed"
            await ann.ear.until(lambda: ready(ann, 0) != [True, True, False])
            await asyncio.gather(ann.end(), cleo.end())

    run(story)
    assert b"reseal" in record.read_bytes(), "for the computer's choice alone"
    assert record.read_bytes().count(b'"reseal"') == 1
