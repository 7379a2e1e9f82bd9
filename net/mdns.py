"""One door to the network's directory (multicast DNS), kept in step with this computer's networks.

Networks come and go while the program runs: a cable, a Wi-Fi that wakes up late, a VPN. `Mdns` looks
at the addresses whenever it is asked to and opens the directory anew when they have changed. That a
directory cannot be opened is never an error, only a notice: tables are still joined by address.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import struct
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import zeroconf
from zeroconf import InterfaceChoice
from zeroconf.asyncio import AsyncZeroconf

from net.own import Own, adapters, is_up

SERVICE: Final = "_maharaja._tcp.local."
GROUP: Final = "224.0.0.251"
POLL_S: Final = 2.0
"""How often this computer's addresses are looked at."""
CLOSE_S: Final = 2.0
"""Longer a goodbye does not take, whatever the network does."""
MAX_ADDRESSES: Final = 16

Notice: TypeAlias = Literal["", "no_network", "one_network", "no_directory"]
"""All well; only this computer is reached; only its default network is; tables are not listed at all."""

FAULTS: Final = (OSError, RuntimeError, zeroconf.Error)
"""What a directory raises when a network is missing, changes or is odd."""


def networks() -> tuple[Own, ...]:
    """The addresses that can be sent from now; those of loopback only if there is no other."""
    usable = [own for own in adapters() if is_up(own) and _multicasts(own)]
    outside = tuple(own for own in usable if not own.ip.is_loopback)
    return outside or tuple(own for own in usable if own.ip.version == 4)


class Mdns:
    """The directory as it is open now, or not: `open` and `notice` say it."""

    def __init__(self, look: Callable[[], tuple[Own, ...]] = networks) -> None:
        self.open: AsyncZeroconf | None = None
        self.notice: Notice = ""
        self._look = look
        self._seen: tuple[Own, ...] = ()

    @property
    def addresses(self) -> list[str]:
        """What to advertise, without scopes: each end knows its own."""
        return list(dict.fromkeys(own.address for own in self._seen))[:MAX_ADDRESSES]

    async def refresh(self) -> bool:
        """Open anew if the networks have changed or it is not open; whether that was done."""
        seen = self._look()
        if seen == self._seen and self.open is not None:
            return False
        await self.close(goodbye=False)
        self._seen = seen
        if not seen:
            self.notice = "no_network"
            return False
        try:
            self.open = AsyncZeroconf(interfaces=_interfaces(seen))
            self.notice = "no_network" if all(own.ip.is_loopback for own in seen) else ""
        except FAULTS:
            try:
                self.open = AsyncZeroconf(interfaces=InterfaceChoice.Default)
                self.notice = "one_network"
            except FAULTS:
                self.notice = "no_directory"
        return self.open is not None

    async def close(self, *, goodbye: bool) -> None:
        """Close; with a goodbye the others forget at once what was advertised here."""
        directory, self.open = self.open, None
        if directory is None:
            return
        inner = directory.zeroconf
        if not goodbye:
            inner.registry.async_remove(inner.registry.async_get_service_infos())
        try:
            async with asyncio.timeout(CLOSE_S):
                await directory.async_close()
        except (TimeoutError, *FAULTS):
            inner.engine.close()


def _interfaces(seen: tuple[Own, ...]) -> list[str | int | tuple[tuple[str, int, int], int]]:
    """IPv4 is spoken from each address, IPv6 once on each adapter."""
    four = [own.address for own in seen if own.ip.version == 4]
    six = dict.fromkeys(own.index for own in seen if own.ip.version == 6 and not own.ip.is_loopback)
    return [*four, *six]


def _multicasts(own: Own) -> bool:
    """Whether the group can be joined there: one adapter where it cannot would fail all others."""
    four = own.ip.version == 4
    try:
        with socket.socket(socket.AF_INET if four else socket.AF_INET6, socket.SOCK_DGRAM) as sock:
            if four:
                member = socket.inet_aton(GROUP) + socket.inet_aton(own.address)
                sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
            else:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, struct.pack("@I", own.index))
    except OSError as fault:
        # A system may have no room for one more member and still be able to send.
        return fault.errno == errno.ENOBUFS
    return True
