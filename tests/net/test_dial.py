"""Reading addresses, connecting to the first of many that answers, and ports of one's own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import ifaddr
import pytest
from hypothesis import given
from hypothesis import strategies as st

import net.dial
import net.own
from core.faults import UserError
from net.dial import DEFAULT_PORT, NEXT_PORTS, DialError, Target, dial, listen, parse_target
from net.own import Own, own_addresses
from tests.net.lan import run

SILENT = ("192.0.2.77", "198.51.100.1", "203.0.113.1")
"""Addresses kept for documentation: where they lead anywhere, nobody answers."""


@contextlib.contextmanager
def deaf() -> Iterator[int]:
    """A port on 127.0.0.1 that lets nobody in any more and refuses nobody: its queue is full."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.socket())
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        for _ in range(4):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(server.getsockname())
        yield server.getsockname()[1]


GOOD = {
    "table.local": Target("table.local", 7),
    " 192.168.1.20 ": Target("192.168.1.20", 7),
    "192.168.1.20:5": Target("192.168.1.20", 5),
    "localhost:65535": Target("localhost", 65535),
    "[::1]:5": Target("::1", 5),
    "[::1]": Target("::1", 7),
    "::1": Target("::1", 7),
    "FE80::0001%eth0": Target("fe80::1%eth0", 7),
    "[fe80::1%eth0]:5": Target("fe80::1%eth0", 5),
    "m\u00fcller.local:5": Target("xn--mller-kva.local", 5),
    "\u092d\u093e\u0930\u0924.local": Target("xn--h2brj9c.local", 7),
    "anns-pc.": Target("anns-pc.", 7),
}


@pytest.mark.parametrize("text", GOOD)
def test_addresses(text: str) -> None:
    """What people type and paste."""
    assert parse_target(text, 7) == GOOD[text]


BAD = {
    "": "needed",
    "  ": "needed",
    "host:": "port",
    "host:0": "port",
    "host:65536": "port",
    "host:+5": "port",
    "host:\u0665": "port",
    "host:99999999999": "port",
    "1.2.3": "IPv4",
    "256.1.1.1": "IPv4",
    "1.2.3.4.5": "IPv4",
    "[::1": "IPv6",
    "[::1]5": "IPv6",
    "[host]:5": "IPv6",
    "::1::": "IPv6",
    "fe80::1%": "adapter",
    "fe80::1%eth 0": "adapter",
    "two words": "name",
    "-x": "name",
    "a..b": "name",
    "http://host": "port",
    "host/x": "name",
    ":5": "name",
    "a" * 64: "name",
    ".".join(["abc"] * 70): "name",
    "\x1b[2J": "name",
}


@pytest.mark.parametrize("text", BAD)
def test_no_addresses(text: str) -> None:
    """One line that says what was expected, and quotes nothing raw."""
    with pytest.raises(UserError, match=BAD[text]) as fault:
        parse_target(text, 7)
    assert str(fault.value).isprintable()


@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    """Read or refused."""
    with contextlib.suppress(UserError):
        target = parse_target(text, 7)
        assert target.host and target.host.isascii() and 1 <= target.port <= 65535


def test_LAN_08_the_one_that_answers_wins() -> None:
    """LAN-08: of three addresses, in any place, the one that answers is reached in time."""

    async def main() -> None:
        listening = await listen(0)
        for addresses in (
            (*SILENT, "127.0.0.1"),
            ("127.0.0.1", *SILENT),
            (SILENT[0], "127.0.0.1", SILENT[1]),
        ):
            before = time.perf_counter()
            sock = await dial(addresses, listening.port)
            assert sock.getpeername() == ("127.0.0.1", listening.port)
            assert time.perf_counter() - before < 5
            sock.close()
        listening.close()

    run(main())


def test_LAN_08_silence_is_passed_over() -> None:
    """LAN-08: an address that says nothing holds the next one up for a moment only."""

    async def main() -> None:
        listening = await listen(0)
        with deaf() as port:
            forward = socket.socket()
            forward.bind(("127.0.0.2", port))
            forward.listen()
            before = time.perf_counter()
            sock = await dial(["127.0.0.1", "127.0.0.2"], port, stagger_s=0.1)
            assert 0.1 <= time.perf_counter() - before < 2
            assert sock.getpeername()[0] == "127.0.0.2"
            sock.close()
            forward.close()
        listening.close()

    run(main())


def test_losers_are_closed() -> None:
    """Several answer: one connection stays, all others are closed by us."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        listening = await listen(0)
        server = listening.sockets[0]
        sock = await dial(["127.0.0.1", "127.0.0.2", "127.0.0.3"], listening.port, stagger_s=0.0)
        accepted: list[socket.socket] = []
        with contextlib.suppress(BlockingIOError):
            while True:
                accepted.append(server.accept()[0])
        for other in accepted:
            other.setblocking(False)
        kept = [other for other in accepted if other.getpeername() == sock.getsockname()]
        assert len(kept) == 1
        await loop.sock_sendall(sock, b"here")
        async with asyncio.timeout(5):
            assert [await loop.sock_recv(other, 9) for other in accepted] == [
                b"here" if other in kept else b"" for other in accepted
            ]
        for done in (sock, *accepted):
            done.close()
        listening.close()

    run(main())


def test_errors_are_told_apart() -> None:
    """Refused, silent, unknown: each in its own words."""

    async def main() -> dict[str, DialError]:
        told: dict[str, DialError] = {}

        async def fails(*addresses: str, port: int = 9) -> None:
            with pytest.raises(DialError) as fault:
                await dial(addresses, port, timeout_s=0.5)
            told[addresses[0] if addresses else ""] = fault.value

        listening = await listen(0)
        listening.close()
        await fails("127.0.0.1", port=listening.port)
        await fails("fe80::1%nosuch0")
        await fails()
        with deaf() as port:
            with pytest.raises(DialError) as fault:
                await dial(["127.0.0.1", "127.0.0.1"], port, timeout_s=0.3)
            told["deaf"] = fault.value
        return told

    told = run(main())
    assert {key: fault.code for key, fault in told.items()} == {
        "127.0.0.1": "refused",
        "fe80::1%nosuch0": "unreachable",
        "": "unreachable",
        "deaf": "timeout",
    }
    assert "[fe80::1%nosuch0]:9" in str(told["fe80::1%nosuch0"])
    assert "(and 1 more)" in told["deaf"].params["where"]


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is looked up, all its addresses are tried; an unknown one is told as such."""
    real = socket.getaddrinfo

    def answers(host: str, port: int, **more: int) -> object:
        if host == "ann.test":
            return [*real("127.0.0.9", port, **more), *real("127.0.0.1", port, **more)]
        if host == "nobody.test":
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return real(host, port, **more)

    monkeypatch.setattr("socket.getaddrinfo", answers)

    async def main() -> None:
        server = socket.socket()
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        sock = await dial(["ann.test"], port)
        assert sock.getpeername() == ("127.0.0.1", port)
        sock.close()
        server.close()
        with pytest.raises(DialError, match=r"nobody\.test") as fault:
            await dial(["nobody.test"], port)
        assert fault.value.code == "unknown_name"

    run(main())


def test_a_lookup_that_hangs_holds_nobody() -> None:
    """A name server that never answers: an error in time, and the program can end."""
    program = (
        "import asyncio, socket, threading\n"
        "from net.dial import DialError, dial\n"
        "socket.getaddrinfo = lambda *_, **__: threading.Event().wait()\n"
        "try:\n"
        "    asyncio.run(dial(['slow.test'], 9, timeout_s=0.2))\n"
        "except DialError as fault:\n"
        "    print(fault.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True
    )
    assert done.stdout == "timeout\n"


def test_cancelling_closes_everything() -> None:
    """Somebody changes his mind while dialling."""

    async def main() -> None:
        with deaf() as port:
            task = asyncio.create_task(dial(["127.0.0.1"], port))
            async with asyncio.timeout(5):
                while len(asyncio.all_tasks()) < 3:
                    await asyncio.wait([task], timeout=0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    run(main())


def test_own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those to read aloud: never loopback, IPv4 first, link-local last and with its adapter."""
    ips = [ifaddr.IP(address, 24, "eth0") for address in ("169.254.1.1", "192.168.1.20", "127.0.0.1")]
    six = [ifaddr.IP((address, 0, 0), 64, "eth0") for address in ("fe80::1", "2001:db8::1", "::1")]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: [ifaddr.Adapter("eth0", "eth0", [*six, *ips], 2)])
    monkeypatch.setattr("net.own.is_up", lambda own: True)
    scoped = "fe80::1%2" if sys.platform == "win32" else "fe80::1%eth0"
    assert own_addresses() == ("192.168.1.20", "169.254.1.1", "2001:db8::1", scoped)
    assert Own("127.0.0.1", "eth0", 2) in net.own.adapters()


def test_own_addresses_when_the_system_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """None, and no error."""

    def broken() -> object:
        raise OSError("getifaddrs")

    monkeypatch.setattr("ifaddr.get_adapters", broken)
    assert own_addresses() == ()


def test_LAN_19_explicit_port_that_is_used() -> None:
    """LAN-19: an error that names the port; never shared, in either family."""

    async def main() -> None:
        first = await listen(0)
        with pytest.raises(UserError, match=rf"port {first.port} "):
            await listen(first.port)
        only_six = [sock for sock in first.sockets if sock.family == socket.AF_INET6]
        for sock in first.sockets:
            if sock not in only_six:
                sock.close()
        if only_six:
            with pytest.raises(UserError, match=rf"port {first.port} "):
                await listen(first.port)
        first.close()
        again = await listen(first.port)
        assert again.port == first.port
        again.close()

    run(main())


def test_LAN_19_two_hosts_on_one_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """LAN-19: the default port is used: the next free one is taken; all used: an error names them."""

    async def main() -> None:
        base = await listen(0)
        base.close()
        monkeypatch.setattr(net.dial, "DEFAULT_PORT", min(base.port, 65535 - NEXT_PORTS))
        hosts = [await listen()]
        with contextlib.suppress(UserError):
            while True:
                hosts.append(await listen())
        ports = [host.port for host in hosts]
        assert len(set(ports)) == len(ports) > 1
        assert all(net.dial.DEFAULT_PORT <= port <= net.dial.DEFAULT_PORT + NEXT_PORTS for port in ports)
        with pytest.raises(
            UserError, match=rf"{net.dial.DEFAULT_PORT} to {net.dial.DEFAULT_PORT + NEXT_PORTS}"
        ):
            await listen()
        for host in hosts:
            sock = await dial(["127.0.0.1"], host.port)
            assert sock.getpeername()[1] == host.port
            sock.close()
            host.close()

    run(main())


def test_both_families_listen() -> None:
    """A guest may come by IPv4 or by IPv6, where there is such a thing."""
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
        six = True
    except OSError:
        six = False

    async def main() -> None:
        listening = await listen(0)
        assert len(listening.sockets) == 1 + six
        for address in ["127.0.0.1", *(["::1"] if six else [])]:
            (await dial([address], listening.port)).close()
        listening.close()

    run(main())


def test_the_port_is_below_those_systems_hand_out() -> None:
    """Nobody's outgoing connection has our port by chance."""
    assert 1024 < DEFAULT_PORT < DEFAULT_PORT + NEXT_PORTS < 32768


def test_LAN_19_windows_never_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """LAN-19: on Windows SO_REUSEADDR would let two programs listen on one port."""
    asked: list[int] = []

    class Socket(socket.socket):
        def setsockopt(self, level: int, option: int, value: object, length: object = None) -> None:
            asked.append(option)

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("socket.SO_EXCLUSIVEADDRUSE", -5, raising=False)
    with Socket(socket.AF_INET) as sock:
        net.dial._alone(sock)
    assert asked == [-5]
