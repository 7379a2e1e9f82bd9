"""Which networks are spoken on, and when the directory is opened anew."""

from __future__ import annotations

import errno
import socket

import pytest

from net.mdns import MAX_ADDRESSES, Mdns, networks
from net.own import Own, adapters, is_up
from tests.net.lan import LOOPBACK, run

CABLE = Own("192.168.1.20", "eth0", 2)
UNPLUGGED = Own("192.0.2.201", "eth1", 3)
SIX = Own("::1", "lo", 1)


def has(monkeypatch: pytest.MonkeyPatch, *owns: Own) -> None:
    """A computer with these addresses, of which only the unplugged one does not work."""
    monkeypatch.setattr("net.mdns.adapters", lambda: owns)
    monkeypatch.setattr("net.mdns.is_up", lambda own: own != UNPLUGGED)
    monkeypatch.setattr("net.mdns._multicasts", lambda own: True)


def test_LAN_01_dead_adapters_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """LAN-01: an adapter without a cable costs nothing."""
    has(monkeypatch, *LOOPBACK, CABLE, UNPLUGGED)
    assert networks() == (CABLE,)


def test_loopback_if_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two programs on one computer find each other without any network."""
    has(monkeypatch, *LOOPBACK, SIX, UNPLUGGED)
    assert networks() == LOOPBACK
    has(monkeypatch)
    assert networks() == ()


def test_what_is_up() -> None:
    """An address of this computer is; one that no adapter has is not."""
    assert is_up(LOOPBACK[0])
    assert not is_up(UNPLUGGED)
    assert not is_up(Own("0.0.0.0", "lo", 1))
    assert set(networks()) <= set(adapters())


@pytest.mark.parametrize(("number", "usable"), [(errno.ENODEV, False), (errno.ENOBUFS, True)])
def test_groups_that_cannot_be_joined(monkeypatch: pytest.MonkeyPatch, number: int, usable: bool) -> None:
    """No such device: left out. No room for one more member: the adapter still sends."""

    def fails(sock: socket.socket, level: int, option: int, value: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr("net.mdns.adapters", lambda: LOOPBACK)
    monkeypatch.setattr("net.mdns.socket.socket", type("Socket", (socket.socket,), {"setsockopt": fails}))
    assert bool(networks()) == usable


def test_it_is_opened_anew_only_when_networks_change() -> None:
    """The same again changes nothing; an adapter that comes back under another number does."""
    here: list[tuple[Own, ...]] = [LOOPBACK]

    async def main() -> None:
        mdns = Mdns(lambda: here[0])
        assert await mdns.refresh()
        first = mdns.open
        assert not await mdns.refresh()
        assert mdns.open is first
        here[0] = (Own("127.0.0.1", "lo", 9),)
        assert await mdns.refresh()
        assert mdns.open is not first
        here[0] = ()
        assert not await mdns.refresh()
        assert mdns.open is None and mdns.notice == "no_network"
        await mdns.close(goodbye=True)

    run(main())


def test_not_every_address_is_told() -> None:
    """A computer with many virtual networks tells so many of them as fit."""
    many = tuple(Own(f"127.0.0.{number}", "lo", 1) for number in range(1, 40))

    async def main() -> None:
        mdns = Mdns(lambda: many)
        await mdns.refresh()
        assert len(mdns.addresses) == MAX_ADDRESSES
        await mdns.close(goodbye=True)

    run(main())
