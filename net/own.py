"""This computer's own addresses."""

from __future__ import annotations

import ipaddress
import socket
import sys

import ifaddr
from msgspec import Struct


class Own(Struct, frozen=True, order=True):
    """One address of one adapter; `address` is bare, without a scope."""

    address: str
    adapter: str
    index: int

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
        """The address as a number."""
        return ipaddress.ip_address(self.address)

    @property
    def scoped(self) -> str:
        """The address as it is dialled from this computer: link-local ones need their adapter."""
        if self.ip.version == 4 or not self.ip.is_link_local:
            return self.address
        return f"{self.address}%{self.index if sys.platform == 'win32' else self.adapter}"


def adapters() -> tuple[Own, ...]:
    """Every address of every adapter, loopback included; nothing if the system does not tell."""
    try:
        found = [
            Own(bare(ip.ip if isinstance(ip.ip, str) else ip.ip[0]), adapter.name, adapter.index or 0)
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
        ]
    except OSError:
        return ()
    return tuple(sorted(found, key=lambda own: order(own.address)))


def own_addresses() -> tuple[str, ...]:
    """The addresses to read aloud to somebody who wants to join, the likeliest first."""
    usable = (own for own in adapters() if not own.ip.is_loopback and is_up(own))
    return tuple(dict.fromkeys(own.scoped for own in usable))


def is_up(own: Own) -> bool:
    """Whether its adapter is connected: that it has an address does not say so."""
    if own.ip.is_unspecified:
        return False
    four = own.ip.version == 4
    try:
        with socket.socket(socket.AF_INET if four else socket.AF_INET6, socket.SOCK_DGRAM) as sock:
            sock.bind((own.address, 0) if four else (own.address, 0, 0, own.index))
    except OSError:
        return False
    return True


def bare(address: str) -> str:
    """Without its scope."""
    return address.partition("%")[0]


def order(address: str) -> tuple[int, bool, int, str]:
    """Sorts addresses: IPv4 first, those that only work on one cable last."""
    ip = ipaddress.ip_address(bare(address))
    return (ip.version, ip.is_link_local, int(ip), address)
