"""Who is kept out of a table: by what they are for good, and by where they came from if they are new.

Several people may come from one address: a router's, or that of one computer. Whoever is known at the table
by a token of their own stays welcome when another from there is banned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

KEPT: Final = 64
"""Bans of one table; the oldest are forgotten."""


class Ban(Struct, frozen=True):
    """`member` is the public id of somebody (empty: they never proved themselves), `addresses` where they
    were seen; `spared` are names and stored keys of others from there who were at the table."""

    name: str
    member: bytes = b""
    addresses: frozenset[str] = frozenset()
    spared: tuple[tuple[str, bytes], ...] = ()


class Bans:
    """The bans of a table by number. A name plays no part in them, but for people to read."""

    def __init__(self, bans: Iterable[Ban] = ()) -> None:
        self._by_no: dict[int, Ban] = {}
        self._last = 0
        for ban in bans:
            self.add(ban)

    def __iter__(self) -> Iterator[tuple[int, Ban]]:
        return iter(list(self._by_no.items()))

    def add(self, ban: Ban) -> None:
        """One more."""
        self._last += 1
        self._by_no[self._last] = ban
        if len(self._by_no) > KEPT:
            del self._by_no[next(iter(self._by_no))]

    def lift(self, number: int) -> Ban | None:
        """Takes one away; None if there is none of this number."""
        return self._by_no.pop(number, None)

    def lift_there(self, number: int) -> Ban | None:
        """Of this one only its member stays out: others who come from there may come again."""
        ban = self._by_no.get(number)
        if ban is not None:
            self._by_no[number] = replace(ban, addresses=frozenset(), spared=())
        return ban

    def keep_out(self, member: bytes) -> bool:
        """Is the member with this public id kept out, wherever it comes from?"""
        return bool(member) and any(ban.member == member for ban in self._by_no.values())

    def keep_out_from(self, address: str) -> bool:
        """Is somebody new kept out who comes from there?"""
        return any(address in ban.addresses for ban in self._by_no.values())
