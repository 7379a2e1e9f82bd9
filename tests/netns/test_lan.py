"""Two computers and what happens between them: late networks, pulled cables, firewalls, wrong addresses."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.tools.source import ROOT

pytestmark = pytest.mark.netns

Line = dict[str, Any]


def sh(command: str) -> None:
    """A command that must succeed: without namespaces these tests fail, they are not skipped."""
    done = subprocess.run(command.split(), check=False, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"`{command}` failed, expected a network namespace: {done.stderr.strip()}")


def lists(name: str) -> Callable[[Line], bool]:
    """Whether that name is on the list."""
    return lambda line: any(row["name"] == name for row in line["tables"])


class Program:
    """`tests.netns.end` on one computer; its lines are waited for, each with a limit."""

    def __init__(self, computer: str, *args: str) -> None:
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", computer, sys.executable, "-X", "dev", "-m", "tests.netns.end", *args],
            cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.lines = queue.Queue[Line | None]()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def until(
        self, event: str, wanted: Callable[[Line], object] = lambda _: True, within_s: float = 10
    ) -> Line:
        """The first line of this event that is as wanted."""
        end = time.monotonic() + within_s
        seen: list[Line | None] = []
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"no {event} as wanted within {within_s} s, only {seen}")
            if line is None:
                assert self.process.stderr is not None
                pytest.fail(f"ended instead of {event}: {self.process.stderr.read()}")
            if line["event"] == event and wanted(line):
                return line
            seen.append(line)

    def never(self, event: str, wanted: Callable[[Line], object], for_s: float) -> None:
        """No such line in this time."""
        end = time.monotonic() + for_s
        with contextlib.suppress(queue.Empty):
            while True:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
                assert line is not None
                assert not (line["event"] == event and wanted(line)), line

    def found(self, name: str, *, answering: bool = True, having: str = "", within_s: float = 10) -> Line:
        """The row of this name, once it is on the list, with an address that begins so."""

        def row(line: Line) -> list[Line]:
            return [
                row
                for row in line["tables"]
                if row["name"] == name and row["answering"] == answering
                if any(address.startswith(having) for address in row["addresses"])
            ]

        return row(self.until("tables", row, within_s))[0]

    def gone(self, name: str, within_s: float) -> None:
        """That name is off the list."""
        self.until("tables", lambda line: not lists(name)(line), within_s)

    def stop(self) -> tuple[Line, float]:
        """End it as Ctrl-C does; its last line, and how long that took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        last = self.until("ended")
        assert self.process.wait(10) == 0
        took = time.monotonic() - began
        assert self.process.stderr is not None
        assert self.process.stderr.read() == ""
        return last, took

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()
        self.reader.join()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()


class Lan:
    """Two computers, `a` and `b`, and the cables between them."""

    def __init__(self) -> None:
        tag = secrets.token_hex(3)
        self.a, self.b = f"mh{tag}a", f"mh{tag}b"
        self.programs: list[Program] = []
        for computer in (self.a, self.b):
            sh(f"ip netns add {computer}")
            sh(f"ip -n {computer} link set lo up")

    def cable(self, number: int = 0, *, up: bool = True) -> None:
        """A network of its own: 192.168.(77+n).1 is a, .2 is b."""
        sh(f"ip -n {self.a} link add e{number} type veth peer name e{number} netns {self.b}")
        if up:
            self.plug(number)

    def plug(self, number: int = 0) -> None:
        """Both ends get an address."""
        for computer, end in ((self.a, 1), (self.b, 2)):
            sh(f"ip -n {computer} addr add 192.168.{77 + number}.{end}/24 dev e{number}")
            sh(f"ip -n {computer} link set e{number} up")

    def pull(self, number: int = 0) -> None:
        """The cable is gone, and its adapters with it."""
        sh(f"ip -n {self.a} link del e{number}")

    def drop(self, computer: str, rule: str) -> None:
        """A firewall says nothing to what is not let through; without an address, for IPv6 too."""
        for tool in ("iptables",) if "-d " in rule else ("iptables", "ip6tables"):
            sh(f"ip netns exec {computer} {tool} -A INPUT {rule} -j DROP")

    def start(self, computer: str, *args: str) -> Program:
        """A program on this computer."""
        program = Program(computer, *args)
        self.programs.append(program)
        return program

    def close(self) -> None:
        """Take all down."""
        for program in self.programs:
            program.kill()
        for computer in (self.a, self.b):
            subprocess.run(["ip", "netns", "del", computer], check=False, capture_output=True)


@pytest.fixture
def lan() -> Iterator[Lan]:
    """Two computers without a cable."""
    with contextlib.closing(Lan()) as made:
        yield made


def test_found_within_two_seconds_and_gone_at_once(lan: Lan) -> None:
    """A host that was there before is listed within two seconds; LAN-15: its goodbye is heard."""
    lan.cable()
    host = lan.start(lan.b, "--host", "Friday game")
    host.until("beacon", lambda line: line["state"] == "listed")
    guest = lan.start(lan.a, "--find")
    guest.until("finding")
    row = guest.found("Friday game", within_s=2)
    assert "192.168.77.2" in row["addresses"]
    last, took = host.stop()
    assert took < 3 and last["threads"] == 1
    guest.gone("Friday game", within_s=2)


def test_LAN_02_a_network_that_comes_late(lan: Lan) -> None:
    """LAN-02: both programs start without a network; ten seconds after it is there, both list both."""
    lan.cable(up=False)
    ends = [lan.start(lan.a, "--host", "At a", "--find"), lan.start(lan.b, "--host", "At b", "--find")]
    for end, own, other in zip(ends, ("At a", "At b"), ("At b", "At a"), strict=True):
        end.until("beacon", lambda line: line["notice"] == "no_network")
        end.found(own)  # on one computer a table is found without any network
        end.never("tables", lists(other), 1)
    lan.plug()
    began = time.monotonic()
    for end, other in zip(ends, ("At b", "At a"), strict=True):
        end.found(other, within_s=10 - (time.monotonic() - began))


def test_LAN_02_a_network_that_goes_and_comes_back(lan: Lan) -> None:
    """LAN-02: the same cable again, with the same address."""
    lan.cable()
    lan.start(lan.b, "--host", "Friday game")
    guest = lan.start(lan.a, "--find")
    guest.found("Friday game")
    lan.pull()
    guest.until("tables", lambda line: line["notice"] == "no_network")
    guest.until("tables", lambda line: not line["tables"], within_s=20)
    lan.cable()
    guest.found("Friday game")


def test_LAN_04_one_name_on_two_computers(lan: Lan) -> None:
    """LAN-04: both start at once; both are listed, one with a number, and each row leads to its own host."""
    lan.cable()
    ends = [lan.start(lan.a, "--host", "Friday game"), lan.start(lan.b, "--host", "Friday game")]
    guest = lan.start(lan.a, "--find")
    for end in ends:
        end.until("beacon", lambda line: line["state"] == "listed")
    line = guest.until(
        "tables",
        lambda line: {row["name"] for row in line["tables"]} == {"Friday game", "Friday game (2)"},
        within_s=15,
    )
    hosts = {row["addresses"][0] for row in line["tables"]}
    assert hosts == {"192.168.77.1", "192.168.77.2"}


def test_LAN_06_killed_host(lan: Lan) -> None:
    """LAN-06: a killed host is marked and goes without anybody's click; started anew it is there at once."""
    lan.cable()
    host = lan.start(lan.b, "--host", "Friday game")
    guest = lan.start(lan.a, "--find")
    # IPv6 addresses come a moment later and the list is made anew with them: wait until that is over.
    row = guest.found("Friday game", having="fe80::")
    host.kill()
    dialler = lan.start(lan.a, "--dial", str(row["port"]), *row["addresses"])
    failed = dialler.until("dialled", within_s=8)
    assert failed["code"] == "refused" and failed["after_s"] < 5
    guest.found("Friday game", answering=False, within_s=20)
    guest.gone("Friday game", within_s=15)
    again = lan.start(lan.b, "--host", "Friday game")
    again.until("beacon", lambda line: line["state"] == "listed")
    assert guest.found("Friday game", within_s=3)["id"] != row["id"]


def test_LAN_08_several_networks(lan: Lan) -> None:
    """LAN-08: of three networks of the host only the last can be reached; it is found in time."""
    lan.cable()
    for address in ("172.17.0.1", "10.8.0.2"):
        sh(f"ip -n {lan.b} addr add {address}/24 dev lo")
        lan.drop(lan.b, f"-d {address}")
    sh(f"ip -n {lan.a} route add default via 192.168.77.2")
    host = lan.start(lan.b, "--host", "Friday game")
    told = host.until("listening")
    assert {"172.17.0.1", "10.8.0.2", "192.168.77.2"} <= set(told["addresses"])
    guest = lan.start(lan.a, "--find")
    row = guest.found("Friday game")
    assert {"172.17.0.1", "10.8.0.2", "192.168.77.2"} <= set(row["addresses"])
    dialler = lan.start(lan.a, "--dial", str(row["port"]), "172.17.0.1", "10.8.0.2", "192.168.77.2")
    reached = dialler.until("dialled")
    assert reached.get("address") == "192.168.77.2" and reached["after_s"] < 5


def test_LAN_08_none_answers(lan: Lan) -> None:
    """LAN-08: silence everywhere ends after five seconds in clear words."""
    lan.cable()
    lan.drop(lan.b, "-p tcp")
    dialler = lan.start(lan.a, "--dial", "24851", "192.168.77.2")
    failed = dialler.until("dialled")
    assert failed["code"] == "timeout" and 4 < failed["after_s"] < 6
    assert "192.168.77.2:24851" in failed["text"]


def test_LAN_09_two_cables_are_one_row(lan: Lan) -> None:
    """LAN-09: cable and Wi-Fi between the same two: one row with the addresses of both, and IPv6."""
    lan.cable(0)
    lan.cable(1)
    lan.start(lan.b, "--host", "Friday game")
    guest = lan.start(lan.a, "--find")
    line = guest.until(
        "tables",
        lambda line: any({"192.168.77.2", "192.168.78.2"} <= set(row["addresses"]) for row in line["tables"]),
    )
    assert [row["name"] for row in line["tables"]] == ["Friday game"]
    lan.pull(0)
    guest.found("Friday game")


def test_IPv6_alone(lan: Lan) -> None:
    """Link-local addresses and nothing else: found, and dialled with their adapter."""
    lan.cable(up=False)
    for computer in (lan.a, lan.b):
        sh(f"ip -n {computer} link set e0 addrgenmode eui64 up")
    lan.start(lan.b, "--host", "Friday game")
    guest = lan.start(lan.a, "--find")
    row = guest.found("Friday game", within_s=15)
    assert row["addresses"] and all(address.startswith("fe80::") for address in row["addresses"])
    dialler = lan.start(lan.a, "--dial", str(row["port"]), *row["addresses"])
    assert dialler.until("dialled").get("address", "").startswith("fe80::")


def test_LAN_15_the_cable_is_pulled_before_the_end(lan: Lan) -> None:
    """LAN-15: quitting while browsing and hosting without a network: three seconds, code 0, nothing said."""
    lan.cable()
    end = lan.start(lan.a, "--host", "Friday game", "--find")
    end.until("beacon", lambda line: line["state"] == "listed")
    end.found("Friday game")
    lan.pull()
    last, took = end.stop()
    assert took < 3 and last["threads"] == 1


def test_LAN_17_multicast_is_blocked(lan: Lan) -> None:
    """LAN-17: UDP 5353 is dropped: the list stays empty without an error, and the address still works."""
    lan.cable()
    for computer in (lan.a, lan.b):
        lan.drop(computer, "-p udp --dport 5353")
    host = lan.start(lan.b, "--host", "Friday game")
    told = host.until("listening")
    assert "192.168.77.2" in told["addresses"]
    host.until("beacon", lambda line: line["state"] == "listed")
    guest = lan.start(lan.a, "--find")
    guest.until("finding")
    # Long enough for the addresses of IPv6, which come a moment later.
    guest.never("tables", lambda line: line["tables"] or line["notice"], for_s=5)
    dialler = lan.start(lan.a, "--dial", str(told["port"]), "192.168.77.2")
    assert dialler.until("dialled").get("address") == "192.168.77.2"
