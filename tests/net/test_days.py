"""A table that runs by itself for days while people come and go, on a clock that is moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.record import read
from core.replay import replay
from net import messages as m
from net.room import CHAT_KEPT
from net.telling import HASHES_KEPT
from tests.net import kit
from tests.net.hall import Hall
from tests.net.kit import toy
from tests.net.test_hostile import sizes

MINUTE = 60_000
LINES = 6
"""In the record, of one drop-out: gone, played for, perhaps an answer, and back."""


def run_for(hours: int, path: Path) -> None:
    """Every hour one of the two who play drops out for half an hour, and somebody new looks on."""
    rules = m.Rules(after_drop="random", grace_ms=MINUTE, limit_ms=0)
    hall = Hall(kit.plan(options={"seconds": 0}, record=path, rules=rules))
    others = [hall.caller("Bob"), hall.caller("Cleo")]
    players = [hall.ann, *others]
    hall.start()
    before: dict[str, int] = {}
    for hour in range(hours):
        gone = others[hour % 2]
        gone.cut()
        hall.tick(10 * MINUTE)
        hall.think()
        assert [slot.ai for slot in hall.room.slots if slot.ai] == ["random"]
        watcher = hall.caller(f"Watcher {hour}", watch=True, address=f"10.8.{hour % 250}.1")
        hall.tick(20 * MINUTE)
        watcher.cut()
        hall.callers.remove(watcher)
        gone.connect()
        hall.settle()
        assert gone.inside and gone.known == max(0, *hall.ann.told), "it has been told what happened since"
        hall.tick(30 * MINUTE)
        assert [player.inside for player in players] == [True] * 3
        assert [slot.owner.name for slot in hall.room.slots if slot.owner] == ["Ann", "Bob", "Cleo"]
        assert [slot.ai for slot in hall.room.slots] == ["", "", ""]
        if hour == 0:
            before = sizes(hall)
        for player in players:
            player.heard.clear()
    after = sizes(hall)
    full = {"chat": CHAT_KEPT, "hashes": HASHES_KEPT, "people": m.MAX_PEOPLE}
    assert all(after[what] <= most for what, most in full.items())
    grows = {"lines": 0, "steps": 0, **full}
    assert {**after, **grows} == {**before, **grows}
    assert after["lines"] - before["lines"] <= LINES * hours
    row = next(waiting for waiting in hall.room.row().waiting if waiting.seat == 0)
    assert row.since_ms >= hours * 59 * MINUTE and hall.ann.owes(0)
    assert hall.ann.act(0).code == ""
    hall.room.stop("host-ended")
    assert replay(toy, read(path)).position.outcome is None


def test_two_hours(tmp_path: Path):
    run_for(2, tmp_path / "game")


@pytest.mark.heavy
def test_four_days(tmp_path: Path):
    run_for(96, tmp_path / "game")
