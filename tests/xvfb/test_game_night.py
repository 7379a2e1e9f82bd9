"""*A game night in five minutes* of the README, word for word: windows of real processes on one screen,
with its mouse and keyboard."""

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
    ann.shot("night-1-lobby")
    ann.press("Start")
    for desk in (ann, bob, cleo):
        desk.wait(lambda s: s["page"] == "table", "no board")
    talk_point_and_look(ann, bob, cleo)
    hand_over_and_take_back(ann, cleo)
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
    ann.turn_to("menu", "Game")
    ann.pick("Leave the table")
    ann.press("Close the table")
    ann.wait(lambda s: s["page"] == "start", "the table is not left")
    for guest in (bob, cleo):
        guest.wait(lambda s: s["link"], "nothing is said of the end")
    bob.shot("night-5-ended")
    for desk in (ann, cleo):  # the next day; Bob has left it open
        desk.click(desk.ask("edge"))
        desk.tool("key", "ctrl+q")
        desk.process.wait(PATIENCE_S)
    ann, cleo = sit_down("Ann"), sit_down("Cleo")
    ann.press("Resume")
    ann.wait(lambda s: s["page"] == "table" and s["n"] >= before, "the game does not go on")
    cleo.press("Come back")
    cleo.wait(lambda s: s["mine"] == [2], "the seat is not hers again")
    bob.come_back(1)
    state = ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "Bob", "Cleo", ""], "others")
    assert [bool(ai) for _, ai in state["seats"]] == [False, False, False, True]
    desk = asked((ann, bob, cleo))
    desk.answer()
    desk.shot("night-6-on")


def talk_point_and_look(ann: Desk, bob: Desk, cleo: Desk) -> None:
    """What is said in the chat, a place shown to all, and the card of an area."""
    cleo.turn_to("tab", "Chat")
    cleo.write("What you say to the table", "Good evening")
    bob.turn_to("tab", "Chat (1)")
    bob.wait(lambda s: "Good evening" in s["chat"], "nothing was said")
    delhi = bob.ask("place Delhi")
    bob.tool("mousemove", *map(str, delhi))
    bob.click(bob.ask("edge"))  # his keyboard
    bob.tool("mousemove", *map(str, delhi), "key", "p")
    ann.wait(lambda s: "Bob points at a place" in s["words"], "nothing is shown")
    bob.tool("mousemove", *map(str, delhi), "click", "--repeat", "2", "1")
    bob.wait(lambda s: "Delhi" in s["words"].split("\n"), "no card of the area")
    bob.tool("key", "Escape")


def hand_over_and_take_back(ann: Desk, cleo: Desk) -> None:
    """Somebody is away for a while."""
    cleo.turn_to("tab", "People")
    cleo.press("Hand to the AI")
    cleo.pick("easy")
    ann.wait(lambda s: s["seats"][2] == ["Cleo", "easy"], "nobody plays for her")
    cleo.press("Take back")
    ann.wait(lambda s: s["seats"][2] == ["Cleo", ""], "the seat is not hers again")
