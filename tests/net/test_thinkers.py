"""AI seats in processes of their own: whatever those do, the table gets a legal action in time."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import cast

import pytest
from msgspec import Struct

from ai.random_play import RandomPlay
from core.legal import Just, Legal
from core.play import play_out
from core.policy import Policy
from core.table import Accepted
from net.thinkers import MAX_CLAIMS, PATIENCE, RETRY, Choice
from tests.cli.runner import ROOT, environment
from tests.net.rogues import LIVES
from tests.net.thinking import GAME, HIGHEST, LEGAL, LOWEST, SHORT, Beacon, ask, exists, thinkers
from tests.toy.kit import new_table
from tests.toy.pieces import Action, Stand, View

posix = pytest.mark.skipif(os.name != "posix", reason="has to do with signals, groups or fork of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory, ends with its parent")


@pytest.fixture
def beacon(monkeypatch: pytest.MonkeyPatch) -> Iterator[Beacon]:
    light = Beacon(monkeypatch)
    yield light
    light.close()


@pytest.fixture
def lives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(LIVES, str(tmp_path))
    return tmp_path


async def _play(policy: str, loader: str) -> list[Action]:
    """A whole game between three AI seats."""
    table = new_table(1)
    played: list[Action] = []
    async with thinkers(2) as made:
        seats = [made.seat(policy, loader=loader, seed=b"%d" % seat) for seat in range(3)]
        while table.pending:
            owed = table.pending[0]
            view = GAME.codec.encode(table.view(owed.seat))
            legal = cast("Legal[Struct]", table.legal(owed.seat))
            choice = await seats[owed.seat].choose(view, legal, owed)
            assert choice.how == "policy"
            action = cast("Action", choice.action)
            assert isinstance(table.submit(owed.seat, owed.decision, table.n, action), Accepted)
            played.append(action)
    return played


def test_a_policy_plays_as_it_would_in_this_process() -> None:
    there = asyncio.run(_play("random", "ai.registry:find_policy"))
    table = new_table(1)
    here: list[Action] = []

    class Noted:
        def __init__(self, seat: int) -> None:
            self._policy = RandomPlay(Random(b"%d" % seat))

        def choose(self, *question: object) -> Action:
            here.append(cast("Action", self._policy.choose(*question)))  # type: ignore[arg-type]
            return here[-1]

    play_out(table, [cast("Policy[Action, View]", Noted(seat)) for seat in range(3)], limit=1000)
    assert table.outcome is not None and there == here


def test_the_same_seed_plays_the_same_also_with_hashes() -> None:
    async def answers(seed: bytes) -> list[Struct]:
        async with thinkers() as made:
            thinker = made.seat("hash", seed=seed)
            return [(await ask(thinker)).action for _ in range(30)]

    first = asyncio.run(answers(b"7"))
    assert asyncio.run(answers(b"7")) == first
    assert asyncio.run(answers(b"8")) != first


@pytest.mark.parametrize(
    ("policy", "why", "trouble"),
    [
        ("loop", "late", "late"),
        ("die", "died", "died"),
        ("close-all", "died", "died"),
        ("exit", "error", "error: SystemExit (rogues.py"),
        ("raise", "error", "error: ZeroDivisionError (rogues.py"),
        ("giant", "garbage", "garbage"),
        ("flood", "garbage", "garbage"),
        ("not-msgpack", "garbage", "garbage"),
        ("not-asked", "garbage", "garbage"),
        ("long", "garbage", "garbage"),
        ("cheat", "illegal", "illegal: Choose"),
        ("none", "illegal", "illegal"),
        ("text", "illegal", "illegal"),
        ("object", "error", "error: TypeError"),
        ("exit-at-start", "no-start", "no-start: SystemExit (rogues.py"),
        ("unheard-of", "no-start", "no-start: KeyError"),
    ],
)
def test_a_random_answer_stands_in(policy: str, why: str, trouble: str) -> None:
    """CASES RUL-20: whatever a computer player does wrong, the game goes on and the host is told."""

    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat(policy, SHORT if why == "late" else 10)
            choice = await ask(thinker)
            assert (choice.how, choice.why) == ("fallback", why)
            assert choice.action == LEGAL.sample(Random(b"2/fallback")) != LEGAL.first()
            assert thinker.trouble.startswith(trouble)
            assert "hand" not in thinker.trouble, "what a policy says may be secret"

    asyncio.run(run())


@linux
def test_a_policy_cannot_take_all_memory() -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("eat")
            assert (await ask(thinker)).why == "error"
            assert thinker.trouble.startswith("error: MemoryError")

    asyncio.run(run())


def test_a_loader_that_is_not_there() -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("random", loader="tests.net.rogues:missing")
            assert (await ask(thinker)).why == "no-start"
            assert "loader of policies 'tests.net.rogues:missing' cannot be loaded" in thinker.trouble

    asyncio.run(run())


@pytest.mark.parametrize("policy", ["print", pytest.param("interrupt", marks=posix)])
def test_what_does_not_matter(policy: str) -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat(policy)
            assert [await ask(thinker) for _ in range(2)] == [Choice(LOWEST, "policy")] * 2

    asyncio.run(run())


def test_the_answer_to_an_old_question_is_nothing() -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("old")
            assert [await ask(thinker) for _ in range(3)] == [Choice(HIGHEST, "policy")] * 3

    asyncio.run(run())


def test_a_late_one_starts_anew(lives: Path) -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("late-once", 1.0)
            assert (await ask(thinker)).why == "late"
            assert await ask(thinker) == Choice(LOWEST, "policy")
            assert not thinker.broken

    asyncio.run(run())
    assert len(list(lives.iterdir())) == 2


def test_a_seat_breaks_and_mends(lives: Path) -> None:
    async def run() -> list[str]:
        told: list[str] = []
        async with thinkers() as made:
            thinker = made.seat("raise-thrice")
            for number in range(1, PATIENCE + RETRY + 2):
                choice = await ask(thinker)
                told.append(choice.why or choice.how)
                assert thinker.broken == (PATIENCE <= number < PATIENCE + RETRY)
        return told

    assert asyncio.run(run()) == ["error"] * PATIENCE + ["broken"] * (RETRY - 1) + ["policy"] * 2
    assert len(list(lives.iterdir())) == PATIENCE + 1


def test_a_forced_answer_bothers_nobody() -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("unheard-of")
            forced = Legal[Struct]((Just(HIGHEST),))
            assert await ask(thinker, forced) == Choice(HIGHEST, "forced")
            with_claim = Legal[Struct](forced.offers, (Just(Stand(1)),))
            assert (await ask(thinker, with_claim)).why == "no-start"

    asyncio.run(run())


def test_claims_without_end() -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("claim")
            told = [await ask(thinker) for _ in range(MAX_CLAIMS + 1)]
            assert told[:-1] == [Choice(Stand(1), "policy")] * MAX_CLAIMS
            assert told[-1].why == "claims" and not isinstance(told[-1].action, GAME.codec.claims)

    asyncio.run(run())


def test_cancelled_while_thinking(beacon: Beacon, lives: Path) -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("loop-once")
            asked = asyncio.create_task(ask(thinker))
            lit = await beacon.lit()
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert lit.is_out() and not exists(lit.pid)
            assert await ask(thinker) == Choice(LOWEST, "policy")

    asyncio.run(run())


def test_closed_while_thinking(beacon: Beacon) -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("loop-lit")
            asked = asyncio.create_task(ask(thinker))
            lit = await beacon.lit()
            begun = monotonic()
            await thinker.close()
            assert monotonic() - begun < 1
            assert lit.is_out() and not exists(lit.pid)
            assert (await asked).why == "closed"
            assert (await ask(thinker)).why == "closed"
            await thinker.close()

    asyncio.run(run())


@pytest.mark.parametrize("moments", [1, 2, 3, 5, 8, 13])
def test_closed_or_cancelled_while_starting(moments: int) -> None:
    async def run() -> None:
        async with thinkers(2) as made:
            closed, cancelled = made.seat("plain"), made.seat("plain")
            asked = [asyncio.create_task(ask(thinker)) for thinker in (closed, cancelled)]
            for _ in range(moments):
                await asyncio.sleep(0)
            asked[1].cancel()
            await closed.close()
            assert (await asked[0]).why == "closed"
            with pytest.raises(asyncio.CancelledError):
                await asked[1]
            assert await ask(cancelled) == Choice(LOWEST, "policy")

    asyncio.run(run())


@posix
def test_what_a_policy_has_started_ends_with_it(beacon: Beacon) -> None:
    async def run() -> None:
        async with thinkers() as made:
            asked = asyncio.create_task(ask(made.seat("orphan")))
            lit = await beacon.lit()
            assert (await asked).why == "died"
            await lit.out()

    asyncio.run(run())


@posix
def test_killed_between_two_questions(beacon: Beacon) -> None:
    async def run() -> None:
        async with thinkers() as made:
            thinker = made.seat("lit")
            for _ in range(2):
                assert await ask(thinker) == Choice(LOWEST, "policy")
                lit = await beacon.lit()
                os.kill(lit.pid, signal.SIGKILL)
                while exists(lit.pid):
                    await asyncio.sleep(0)
                for _ in range(10):  # its pipes have ended, this loop has to see that
                    await asyncio.sleep(0)
            assert await ask(thinker) == Choice(LOWEST, "policy")

    asyncio.run(run())


def test_no_more_think_at_once_than_may(beacon: Beacon) -> None:
    async def run() -> None:
        async with thinkers(1) as made:
            asked = [asyncio.create_task(ask(made.seat("loop-lit", SHORT))) for _ in range(2)]
            first = await beacon.lit()
            await beacon.lit()
            assert first.is_out()
            assert [choice.why for choice in await asyncio.gather(*asked)] == ["late", "late"]

    asyncio.run(run())


@pytest.mark.parametrize("policy", ["loop-lit", pytest.param("stuck", marks=linux)])
def test_nobody_thinks_for_a_host_that_was_killed(beacon: Beacon, policy: str) -> None:
    async def run() -> None:
        host = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.net.thinking", policy], cwd=ROOT, env=environment()
        )
        try:
            lit = await beacon.lit()
        finally:
            host.kill()
            host.wait()
        await lit.out()

    asyncio.run(run())
