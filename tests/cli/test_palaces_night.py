"""The palace game over the network, with real processes: two, three and five seats, and a host that dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.live import Evening, evening
from tests.cli.runner import start


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as found:
        yield found


def verified(night: Evening) -> str:
    """The record proves right; what it tells."""
    done = start("replay", str(night.record()), "--verify", cwd=night.home)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return start("replay", str(night.record()), cwd=night.home).stdout


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (["open", "open"], []),
        (["open", "ai:basic", "open"], ["--option", "hidden_money=on"]),
        (
            ["open", "open", "ai:basic", "open", "ai:random"],
            ["--option", "advanced=on", "--option", "goal=5"],
        ),
    ],
    ids=["2", "3", "5"],
)
def test_a_whole_game_between_robots(night: Evening, seats: list[str], options: list[str]) -> None:
    host = night.host("--seats", ",".join(seats), *options, game="palaces")
    names = ["Bea", "Cleo", "Dan"][: seats.count("open")]
    policies = ["basic", "random", "basic"]
    players = [
        night.join(name, "--policy", policy, "--headless", "--json", game="palaces")
        for name, policy in zip(names, policies, strict=False)
    ]

    assert host.ends() == 0, host.complaint
    assert [player.ends() for player in players] == [0] * len(names)
    ended = next(event for event in host.events() if event["event"] == "ended")
    ranking = ended["ranking"]
    assert isinstance(ranking, list)
    assert sorted(seat for group in ranking for seat in group) == list(range(len(seats)))
    assert "won." in str(ended["text"])
    told = verified(night)
    assert "shows the plan" in told and "the game is over" in told


def test_after_a_crash_of_the_host_the_plans_are_sent_again(night: Evening) -> None:
    """That of the robot, who still has it; the host's own computer player chooses anew."""
    host = night.host("--seats", "open,open,ai:basic", game="palaces")
    bea = night.join("Bea", game="palaces")
    bea.until("/help lists")
    robot = night.join("C", "--policy", "basic", "--headless", "--json", game="palaces")
    robot.event("in")
    bea.until("? Black takes a character")
    bea.type("/do 1")
    for _ in range(4):
        bea.until("? Black places a house")
        bea.type("/list", "/do 1")
    bea.until("? Black plans two actions")
    bea.hears("Red has set a plan.", "Green has set a plan.")

    host.kill()
    robot.event("lost")
    bea.until("trying again")
    host = night.host("--resume", str(night.record()), game="palaces")
    robot.event("in")
    bea.until("The connection is back")
    bea.type("/hand random")

    host.event("ended")
    assert (host.ends(), robot.ends(), bea.ends()) == (0, 0, 0)
    assert verified(night).count("was lost") == 1
