"""The process in which an AI seat thinks, without a host."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import pytest

from net import fence
from net.brain import Question, Setup, pack
from tests.cli.runner import ROOT, environment
from tests.net.thinking import GAME, LEGAL, LOADER, PENDING, SOON, VIEW, Beacon


@pytest.fixture
def brain() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-P", "-c", "from net.brain import main; main()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=pipe, stdout=pipe, **fence.APART
    ) as process:
        yield process
        process.kill()


def _tell(brain: subprocess.Popen[bytes], *messages: Setup | Question) -> None:
    assert brain.stdin is not None
    brain.stdin.write(b"".join(map(pack, messages)))
    brain.stdin.flush()


def test_it_ends_with_stdin_while_it_thinks(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    beacon = Beacon(monkeypatch)
    brain: subprocess.Popen[bytes] = request.getfixturevalue("brain")
    assert brain.stdin is not None
    _tell(brain, Setup("tests.toy:game", LOADER, "loop-lit", 0, b""))
    _tell(brain, Question(1, VIEW, GAME.codec.encode_legal(LEGAL), PENDING))
    asyncio.run(beacon.lit())
    brain.stdin.close()
    brain.wait(SOON)
    beacon.close()


@pytest.mark.parametrize("length", [0, 1, 4, 20])
def test_it_ends_with_stdin_in_the_middle_of_a_frame(brain: subprocess.Popen[bytes], length: int) -> None:
    assert brain.stdin is not None
    brain.stdin.write(pack(Setup("tests.toy:game", LOADER, "plain", 0, b""))[:length])
    brain.stdin.close()
    brain.wait(SOON)
