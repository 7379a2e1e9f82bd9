"""From an address, or several, to one connection; and the port a table listens on."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import itertools
import os
import re
import socket
import sys
import threading
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from core.faults import UserError
from net.own import bare

DEFAULT_PORT: Final = 24851
"""Registered for nothing, and below the ports that systems hand out to outgoing connections."""
NEXT_PORTS: Final = 10
"""How many ports after the default one are tried."""

DialCode: TypeAlias = Literal["refused", "unreachable", "timeout", "unknown_name"]

_WORDS: Final[dict[str, str]] = {
    "refused": "nobody hosts a table at {where}",
    "unreachable": "{where} cannot be reached; is this computer on the same network?",
    "timeout": "no answer from {where}; is it switched on, and does its firewall let the table through?",
    "unknown_name": "no computer is known by the name {where}",
}
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE)
# A family that this system does not have.
_NO_FAMILY: Final = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT}

_SockAddr: TypeAlias = tuple[str, int] | tuple[str, int, int, int]
_End: TypeAlias = tuple[socket.AddressFamily, _SockAddr]


class Target(Struct, frozen=True):
    """Where somebody wants to go."""

    host: str
    port: int


class DialError(UserError):
    """No connection came about. `code` and `params` are for a text of one's own."""

    def __init__(self, code: DialCode, where: str) -> None:
        super().__init__(_WORDS[code].format(where=where))
        self.code: Final = code
        self.params: Final = {"where": where}


class Listening(Struct, frozen=True):
    """Sockets that already listen, at most one for each family, all on one port."""

    port: int
    sockets: tuple[socket.socket, ...]

    def close(self) -> None:
        """Free the port, if nothing else has taken the sockets over."""
        for sock in self.sockets:
            sock.close()


# --- reading an address ---------------------------------------------------------------------------


def parse_target(text: str, default_port: int = DEFAULT_PORT) -> Target:
    """`host`, `host:port`, `1.2.3.4:5`, `[::1]:5`, `fe80::1%eth0`; names of any script."""
    given = text.strip()
    if not given:
        raise UserError("an address is needed, such as 192.168.1.20 or 192.168.1.20:24851")
    if given.startswith("["):
        inside, bracket, after = given[1:].partition("]")
        if not bracket or (after and not after.startswith(":")) or ":" not in inside:
            raise UserError(f"{text!r} is no address; IPv6 with a port looks like [fe80::1%eth0]:24851")
        host, port = inside, after[1:] if after else None
    elif given.count(":") > 1:
        host, port = given, None
    else:
        host, colon, after = given.partition(":")
        port = after if colon else None
    return Target(_host(host, text), default_port if port is None else _port(port, text))


def _port(port: str, text: str) -> int:
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise UserError(f"{text!r} has {port!r} for a port, expected a number from 1 to 65535")
    return int(port)


def _host(host: str, text: str) -> str:
    if ":" in host:
        address, percent, scope = host.partition("%")
        try:
            whole = str(ipaddress.IPv6Address(address))
        except ValueError:
            raise UserError(f"{text!r} is no IPv6 address") from None
        if percent and not re.fullmatch(r"[\w.-]{1,32}", scope, re.ASCII):
            raise UserError(f"{text!r} has {scope!r} for a network adapter, expected a name such as eth0")
        return whole + percent + scope
    if re.fullmatch(r"[0-9.]+", host):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError:
            raise UserError(f"{text!r} is no IPv4 address, expected four numbers up to 255") from None
    try:
        name = host.encode("idna").decode("ascii")
    except UnicodeError:
        raise UserError(f"{text!r} is no name of a computer") from None
    labels = name.removesuffix(".").split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise UserError(f"{text!r} is no name of a computer; an address looks like 192.168.1.20:24851")
    return name


# --- connecting -----------------------------------------------------------------------------------


async def dial(
    addresses: Sequence[str], port: int, *, timeout_s: float = 5.0, stagger_s: float = 0.25
) -> socket.socket:
    """A connected socket to the first that answers, in `timeout_s` altogether.

    The next address starts when the one before has failed or has been silent for `stagger_s`; the
    losers are closed. Addresses are literals, with a scope if link-local, or names.
    """
    where = _where(addresses, port)
    try:
        async with asyncio.timeout(timeout_s):
            ends = await _resolved(addresses, port)
            if not ends and addresses and not any(map(_literal, addresses)):
                raise DialError("unknown_name", _where(addresses, None))
            return await _race(ends, stagger_s, where)
    except TimeoutError:
        raise DialError("timeout", where) from None


def _where(addresses: Sequence[str], port: int | None) -> str:
    first = addresses[0] if addresses else "nowhere"
    if port is not None:
        first = f"[{first}]:{port}" if ":" in first else f"{first}:{port}"
    more = len(addresses) - 1
    return first if more < 1 else f"{first} (and {more} more)"


async def _race(ends: Sequence[_End], stagger_s: float, where: str) -> socket.socket:
    waiting = list(ends)
    running = set[asyncio.Task[socket.socket]]()
    won: socket.socket | None = None
    refused = False
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(_connected(*waiting.pop(0))))
            done, running = await asyncio.wait(
                running, timeout=stagger_s if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                fault = task.exception()
                if fault is None and won is None:
                    won = task.result()
                elif fault is None:
                    task.result().close()
                else:
                    refused |= isinstance(fault, ConnectionRefusedError)
            if won is not None:
                return won
        raise DialError("refused" if refused else "unreachable", where)
    finally:
        for task in running:
            task.cancel()
        try:
            for late in await asyncio.gather(*running, return_exceptions=True):
                if isinstance(late, socket.socket):
                    late.close()
        except asyncio.CancelledError:
            if won is not None:
                won.close()
            raise


async def _connected(family: socket.AddressFamily, address: _SockAddr) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, address)
    except BaseException:
        sock.close()
        raise
    return sock


async def _resolved(addresses: Sequence[str], port: int) -> list[_End]:
    """What all addresses stand for, each once, the families in turn."""
    answers = await asyncio.gather(*(_lookup(address, port) for address in addresses))
    ends = list(dict.fromkeys(itertools.chain.from_iterable(answers)))
    first = [end for end in ends if end[0] == ends[0][0]]
    other = [end for end in ends if end[0] != ends[0][0]]
    pairs = itertools.zip_longest(first, other)
    return [end for pair in pairs for end in pair if end is not None]


def _literal(address: str) -> bool:
    try:
        ipaddress.ip_address(bare(address))
    except ValueError:
        return False
    return True


async def _lookup(address: str, port: int) -> list[_End]:
    try:
        return (
            _ends(address, port, socket.AI_NUMERICHOST) if _literal(address) else await _asked(address, port)
        )
    except (OSError, UnicodeError):
        return []


def _ends(address: str, port: int, flags: int) -> list[_End]:
    found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=flags | socket.AI_NUMERICSERV)
    return [(family, _plain(end)) for family, _, _, _, end in found]


def _plain(end: tuple[object, ...]) -> _SockAddr:
    """The scope as a number alone: asyncio would look a written one up again."""
    host, port, *rest = end
    assert isinstance(host, str)
    assert isinstance(port, int)
    if not rest:
        return (host, port)
    flow, scope = rest
    assert isinstance(flow, int)
    assert isinstance(scope, int)
    return (bare(host), port, flow, scope)


async def _asked(name: str, port: int) -> list[_End]:
    """The system's answer, from a thread that may hang without anybody waiting for it at the end."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[_End]] = loop.create_future()

    def tell(found: list[_End] | None, fault: Exception | None) -> None:
        if answer.done():
            return
        if fault is not None:
            answer.set_exception(fault)
        else:
            answer.set_result(found or [])

    def ask() -> None:
        found: list[_End] | None = None
        fault: Exception | None = None
        try:
            found = _ends(name, port, 0)
        except (OSError, UnicodeError) as error:
            fault = error
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(tell, found, fault)

    threading.Thread(target=ask, name=f"lookup {name}", daemon=True).start()
    return await answer


# --- listening ------------------------------------------------------------------------------------


async def listen(port: int | None = None) -> Listening:
    """Listen on this port, or if `None` on the default one or the next free of those after it.

    Both families where the system has them. A port that another program has is never shared.
    """
    if port is not None:
        # With 0 the system chooses; that the other family has its choice free is likely, not certain.
        tries = 1 if port else NEXT_PORTS
        found = next(filter(None, (_listening(port) for _ in range(tries))), None)
        if found is None:
            raise UserError(f"port {port} is already used by another program")
        return found
    last = DEFAULT_PORT + NEXT_PORTS
    for candidate in range(DEFAULT_PORT, last + 1):
        found = _listening(candidate)
        if found is not None:
            return found
    raise UserError(f"ports {DEFAULT_PORT} to {last} are all used by other programs; choose one with --port")


def _listening(port: int) -> Listening | None:
    """`None` if another program has the port, in either family."""
    sockets: list[socket.socket] = []
    try:
        for family, anywhere in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
            try:
                sock = socket.socket(family, socket.SOCK_STREAM)
            except OSError:
                continue
            sockets.append(sock)
            _alone(sock)
            try:
                # With port 0 the second family takes what the first was given.
                sock.bind((anywhere, sockets[0].getsockname()[1] if port == 0 and len(sockets) > 1 else port))
            except OSError as fault:
                if fault.errno not in _NO_FAMILY:
                    raise
                sockets.pop().close()
                continue
            sock.listen(64)
            sock.setblocking(False)
    except OSError as fault:
        for sock in sockets:
            sock.close()
        # Windows says EACCES of a port that somebody holds for himself alone.
        if fault.errno == errno.EADDRINUSE or (sys.platform == "win32" and fault.errno == errno.EACCES):
            return None
        raise UserError(f"cannot listen on port {port}: {os.strerror(fault.errno or 0)}") from fault
    if not sockets:
        raise UserError(f"cannot listen on port {port}: this computer has no network at all")
    return Listening(sockets[0].getsockname()[1], tuple(sockets))


def _alone(sock: socket.socket) -> None:
    if sys.platform == "win32":
        # There SO_REUSEADDR would let two programs have one port.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        # Here it lets a host that has just ended open again, and never two at once.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sock.family == socket.AF_INET6:
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
