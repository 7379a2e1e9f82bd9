"""A game night as people have it: windows of real processes on one screen, with its mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.xvfb.people import PATIENCE_S, Desk, asked

pytestmark = pytest.mark.xvfb

OWN = ("growth", "move", "factories")
"""What is asked in a nation's own turn."""


def test_host_find_join_play_drop_out_come_back_save_and_go_on(sit_down: Callable[[str], Desk]) -> None:
    ann, bob, cleo = sit_down("Ann"), sit_down("Bob"), sit_down("Cleo")
    ann.press("Host on network")
    ann.wait(lambda s: s["page"] == "lobby", "no lobby")
    for guest in (bob, cleo):
        guest.press("Join")
        guest.wait(lambda s: s["page"] == "lobby", "not in the lobby")
        guest.press("Ready")
    ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "Bob", "Cleo", ""], "not all are seated")
    cleo.write("What you say to the table", "Good evening")
    ann.shot("night-1-lobby")
    ann.press("Start")
    for desk in (ann, bob, cleo):
        desk.wait(lambda s: s["page"] == "table", "no board")
    played = set[str]()
    # Until it is Bob's own turn; he is gone in the middle of it.
    while (desk := asked((ann, bob, cleo))) is not bob or bob.state()["kind"] not in OWN:
        if desk.name not in played:
            desk.shot(f"night-2-{desk.name}")
        desk.answer()
        played.add(desk.name)
    assert {"Ann", "Cleo"} <= played
    bob.answer()
    bob.end()
    ann.press("Let the AI play on")
    ann.shot("night-3-away")
    ann.pick("easy")
    ann.wait(lambda s: s["seats"][1][0] == "Bob" and s["seats"][1][1], "no computer player stands in")
    bob = sit_down("Bob")
    bob.press("Come back")
    bob.wait(lambda s: s["mine"] == [1], "the seat is not his again")
    ann.wait(lambda s: s["seats"][1] == ["Bob", ""], "the computer player plays on")
    bob.shot("night-4-back")
    while "Turn 2 begins" not in ann.state()["log"]:
        asked((ann, bob, cleo)).answer()
    before = ann.state()["n"]
    ann.click(ann.ask("edge"))
    ann.tool("key", "ctrl+q")
    ann.press("Close the table")
    ann.process.wait(PATIENCE_S)
    for guest in (bob, cleo):
        guest.wait(lambda s: s["link"], "nothing is said of the end")
    bob.shot("night-5-ended")
    ann = sit_down("Ann")
    ann.press("Resume")
    ann.wait(lambda s: s["page"] == "table" and s["n"] >= before, "the game does not go on")
    for guest, seat in ((cleo, 2), (bob, 1)):
        guest.come_back(seat)
    state = ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "Bob", "Cleo", ""], "others")
    assert [bool(ai) for _, ai in state["seats"]] == [False, False, False, True]
    desk = asked((ann, bob, cleo))
    desk.answer()
    desk.shot("night-6-on")
