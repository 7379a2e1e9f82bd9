"""Whole evenings between two computers with the program's own commands, whatever becomes of their network."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.live import Live
from tests.cli.runner import START, TOY, environment
from tests.netns.test_lan import Lan, sh

pytestmark = pytest.mark.netns

PORT = 24851


class Computers(Lan):
    """The two computers, and the programs on them; each has its own folder."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.home = home
        self.live: list[Live] = []
        for computer in (self.a, self.b):
            (home / computer).mkdir()

    def run(self, computer: str, *words: str) -> Live:
        """A command of the program there, still running."""
        live = Live(self.home / computer, *words, before=("ip", "netns", "exec", computer))
        self.live.append(live)
        return live

    def find(self, computer: str, seconds: int = 2) -> list[dict[str, object]]:
        """What `find` lists there."""
        done = subprocess.run(
            ["ip", "netns", "exec", computer, sys.executable, "-c", START, "find", "--json", "--seconds",
             str(seconds)],
            cwd=self.home, env=environment(), capture_output=True, text=True, check=True,
        )  # fmt: skip
        rows: list[dict[str, object]] = json.loads(done.stdout)
        return rows

    def host(self, *words: str) -> Live:
        """A table on b, once it is listed."""
        live = self.run(
            self.b, "host", TOY, "--name", "Friday", "--as", "Ann", "--headless", "--json", "--option",
            "seconds=0", *words,
        )  # fmt: skip
        live.event("listed")
        return live

    def robot(self, computer: str, name: str, target: str, *words: str) -> Live:
        """A robot there, once it is in."""
        live = self.run(
            computer, "join", target, "--as", name, "--game", TOY, "--policy", "random", "--headless",
            "--json", *words,
        )  # fmt: skip
        live.event("in")
        return live

    def close(self) -> None:
        for live in self.live:
            live.kill()
            live.close()
        super().close()


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Computers]:
    """Two computers with a cable between them."""
    with contextlib.closing(Computers(tmp_path)) as made:
        made.cable()
        yield made


def test_a_game_between_two_computers(lan: Computers) -> None:
    """Found within two seconds of listening, joined by name, by address and by IPv6, played to the end."""
    host = lan.host()
    (row,) = lan.find(lan.a)
    assert (row["name"], row["host"], row["port"], row["seats_free"]) == ("Friday", "Ann", PORT, 3)
    fe80: list[str] = []
    while not fe80:  # such addresses come a moment later than others
        (row,) = lan.find(lan.a)
        assert isinstance(row["addresses"], list)
        fe80 = [str(address) for address in row["addresses"] if str(address).startswith("fe80")]
    targets = ("Friday", f"192.168.77.2:{PORT}", f"[{fe80[0]}]:{PORT}")
    robots = [lan.robot(lan.a, name, target) for name, target in zip("BCD", targets, strict=True)]
    assert host.event("ended")["reason"] == "played-out"
    assert [host.ends(), *(robot.ends() for robot in robots)] == [0, 0, 0, 0]


def test_the_cable_is_pulled_and_put_back_and_the_game_goes_on(lan: Computers) -> None:
    """Both sides notice by silence; the seat is kept and taken back without anybody doing anything."""
    host = lan.host("--seats", "open,open,ai:random")
    robot = lan.robot(lan.a, "B", "Friday")
    bea = lan.run(lan.b, "join", f"127.0.0.1:{PORT}", "--as", "Bea", "--game", TOY)
    bea.until("chooses a card")
    lan.pull()
    host.event("left", '"B"')
    robot.event("lost")
    lan.cable()
    robot.event("in")
    host.event("joined", '"B"')
    bea.type("/hand random")
    assert host.event("ended")["reason"] == "played-out"
    assert (host.ends(), robot.ends(), bea.ends()) == (0, 0, 0)


def test_the_host_gets_another_address_and_its_guests_find_it_again(lan: Computers) -> None:
    """As when a laptop goes to another network of the house, or its address runs out."""
    host = lan.host("--seats", "open,open,ai:random")
    robot = lan.robot(lan.a, "B", f"192.168.77.2:{PORT}")
    bea = lan.run(lan.b, "join", f"127.0.0.1:{PORT}", "--as", "Bea", "--game", TOY)
    bea.until("chooses a card")
    sh(f"ip -n {lan.b} addr del 192.168.77.2/24 dev e0")
    sh(f"ip -n {lan.b} addr add 192.168.77.9/24 dev e0")
    robot.event("lost")
    robot.event("in")
    bea.type("/hand random")
    host.event("ended")
    assert (host.ends(), robot.ends(), bea.ends()) == (0, 0, 0)


def test_ses_07_all_packets_of_one_connection_are_dropped_and_its_owner_comes_back(lan: Computers) -> None:
    """Half-open: the host cannot know yet that the old connection is dead when the new one takes the seat."""
    host = lan.host("--seats", "open,open,ai:random")
    robot = lan.robot(lan.a, "B", f"192.168.77.2:{PORT}")
    person = host.event("joined", '"B"')["person"]
    bea = lan.run(lan.b, "join", f"127.0.0.1:{PORT}", "--as", "Bea", "--game", TOY)
    bea.until("chooses a card")
    listed = subprocess.run(
        ["ip", "netns", "exec", lan.b, "ss", "-Htn", "state", "established"], capture_output=True, text=True,
        check=True,
    ).stdout  # fmt: skip
    (end,) = [word for word in listed.split() if word.startswith(("192.168.77.1:", "[::ffff:192.168.77.1]:"))]
    lan.drop(lan.b, f"-d 192.168.77.2 -p tcp --sport {end.rpartition(':')[2]}")
    again = lan.robot(lan.a, "B", f"192.168.77.2:{PORT}")
    assert host.event("joined", '"B"') == {"event": "joined", "name": "B", "person": person, "seats": [0]}
    bea.type("/who")
    shown = bea.until(" B ")
    assert "gone" not in shown
    bea.type("/hand random")
    host.event("ended")
    assert (host.ends(), again.ends(), bea.ends()) == (0, 0, 0)
    robot.kill()
