"""A game night on a bad day: firewalls, pulled cables, a host who is gone; real windows, real networks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tests.netns.test_lan import Lan
from tests.xvfb.people import Desk, State, asked, sits

pytestmark = pytest.mark.xvfb

BATTLE = ("retreat", "fall-back", "battle-loss")


def test_LAN_17_without_multicast_and_SES_13_without_a_cable(lan: Lan, sit_down: Callable[..., Desk]) -> None:
    """LAN-17: the empty list explains itself, the host reads an address out, it works. SES-13 (c): the
    cable is pulled."""
    lan.cable()
    for computer in (lan.a, lan.b):
        lan.drop(computer, "-p udp --dport 5353")
    ann, bob = sit_down("Ann", lan.b), sit_down("Bob", lan.a)
    ann.press("Host on network")
    ann.wait(lambda s: s["page"] == "lobby", "no lobby")
    bob.wait(lambda s: "type an address" in s["tables"], "the empty list does not explain itself")
    assert "Ann" not in bob.state()["tables"]
    bob.shot("bad-1-no-list")
    ann.press("Copy 192.168.77.2:24851")
    ann.shot("bad-2-host")
    bob.write("Address of a table", "192.168.77.2")
    bob.wait(lambda s: s["page"] == "lobby", "the address leads nowhere")
    bob.press("Ready")
    ann.press("Start")
    bob.wait(lambda s: s["page"] == "table" and not s["link"], "no board")
    lan.pull()
    bob.wait(lambda s: s["link"], "nothing is said of the cable")
    assert bob.state()["page"] == "table" and "Turn 1 begins" in bob.state()["log"]
    bob.shot("bad-3-no-cable")
    bob.press("Back to the start page")
    bob.wait(lambda s: s["page"] == "start", "there is no way out")


def test_LAN_14_a_slow_directory_freezes_nothing(sit_down: Callable[..., Desk]) -> None:
    ann, bob = sit_down("Ann", "", "--slow"), sit_down("Bob")
    ann.press("Host on network")
    ann.wait(lambda s: "being announced" in s["invite"], "it is not said that the table is being announced")
    ann.ask("heart")
    port = ann.state()["port"]
    bob.write("Address of a table", f"127.0.0.1:{port}")
    bob.wait(lambda s: s["page"] == "lobby", "nobody can join before it is announced")
    assert "being announced" in ann.state()["invite"]
    ann.press("Leave the table")
    ann.press("Close the table")
    ann.wait(lambda s: s["page"] == "start", "leaving waits for the announcement")
    longest = ann.ask("heart")
    print(f"longest gap {longest * 1000:.0f} ms")
    assert longest < 1


def test_SES_13_SES_14_the_host_is_killed_in_mid_battle(sit_down: Callable[..., Desk]) -> None:
    # With these dice nobody falls in the first round: the defender is asked.
    ann, bob = sit_down("Ann", "", "--seed", "10"), sit_down("Bob")
    ann.press("Host on network")
    bob.press("Join")
    bob.wait(lambda s: s["page"] == "lobby", "not in the lobby")
    ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "Bob", "", ""], "not seated")
    ann.press("What to do about Blue")
    ann.pick("Swap with Purple")
    ann.wait(lambda s: [name for name, _ in s["seats"]] == ["Ann", "", "Bob", ""], "seats are as they were")
    bob.press("Ready")
    ann.press("Start")
    for desk in (ann, bob):
        desk.wait(lambda s: s["page"] == "table", "no board")
    while (desk := asked((ann, bob))).state()["kind"] not in BATTLE:
        march = desk.march() if desk.state()["kind"] == "move" else None
        before = desk.state()
        if march is None:
            desk.answer()
        else:
            desk.drag(*march)
            desk.wait(partial(_further, before), "nothing came of a drag")
    before = desk.state()
    ann.end()
    bob.wait(lambda s: s["link"], "nothing is said of the host")
    bob.shot("bad-4-host-killed")
    ann = sit_down("Ann")
    ann.press("Resume")
    bob.come_back(2)
    state = ann.wait(partial(sits, 0), "the host has not their seat")
    assert [bool(ai) for _, ai in state["seats"]] == [False, True, False, True]
    assert [name for name, _ in state["seats"]] == ["Ann", "", "Bob", ""]
    again = asked((ann, bob))
    now = again.state()
    assert again.name == desk.name and now["kind"] == before["kind"]
    assert now["log"].count("Round ") == before["log"].count("Round ")
    again.answer()


def _further(before: State, state: State) -> bool:
    return bool(state["n"] > before["n"])
