"""A whole turn of a nation on the map, with the hand of a person: armies are dragged, places clicked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.xvfb.people import Desk

pytestmark = pytest.mark.xvfb

OVER = "end their turn. [4.0]"
"""How the log ends a nation's turn."""


def test_a_nation_marches_attacks_and_is_done_by_mouse(sit_down: Callable[[str], Desk]) -> None:
    ann = sit_down("Ann")
    ann.press("New game")
    ann.wait(lambda s: s["page"] == "lobby", "no lobby")
    ann.press("Start")
    ann.wait(lambda s: s["kind"] == "move", "nothing is to be moved")
    marched = 0
    while ann.state()["kind"] == "move":
        at = ann.march()
        if at is None:
            break
        before = ann.state()["n"]
        ann.shot(f"turn-1-{marched}")
        ann.drag(*at)
        ann.wait(lambda s: s["n"] > before, "nothing came of a drag")  # noqa: B023 - waits at once
        marched += 1
    assert marched >= 2
    while OVER not in ann.state()["log"]:
        ann.wait(lambda s: s["asked"] or OVER in s["log"], "nobody goes on")
        ann.play()
    ann.shot("turn-2-over")
    log = ann.state()["log"]
    assert log.count(" march: ") >= marched and " attack the " in log and "Round 1" in log
