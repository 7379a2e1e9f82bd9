"""Who is at a table: members, their proofs, and those who are kept out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from net import names, proof
from net.messages import MAX_PEOPLE, Answer

ANSWERS_KEPT: Final = 64
"""Answers a member may still ask for by sending the command again."""


@dataclass(eq=False)
class Person:
    """A member. `no` is its public number at this table, `address` where it came from last.

    `stored` checks its proofs; empty for somebody of a record that was played at one screen.
    `gone_at` is the time since which it has no connection, -1 while it has one. Only once it is `proved`
    (a sealed frame came) has it surely got its token.
    """

    no: int
    name: str
    stored: bytes
    proved: bool = True
    host: bool = False
    watch: bool = False
    robot: bool = False
    ready: bool = False
    muted: bool = False
    address: str = ""
    rtt: int = -1
    gone_at: int = -1
    answers: OrderedDict[int, Answer] = field(default_factory=OrderedDict)

    def remember(self, answer: Answer) -> None:
        """Keeps an answer in case the command comes again."""
        self.answers[answer.id] = answer
        while len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)


class People:
    """All members of a table by number, and the bans of this table."""

    def __init__(self) -> None:
        self._by_no: dict[int, Person] = {}
        self._last = 0
        self._banned: set[bytes] = set()
        self._banned_addresses: set[str] = set()

    def __iter__(self) -> Iterator[Person]:
        return iter(list(self._by_no.values()))

    def get(self, no: int) -> Person | None:
        """The member with this number."""
        return self._by_no.get(no)

    def here(self) -> list[Person]:
        """Those with a connection."""
        return [p for p in self._by_no.values() if p.gone_at < 0]

    def find(self, member: bytes) -> Person | None:
        """The member with this public id."""
        known = (p for p in self._by_no.values() if p.stored)
        return next((p for p in known if proof.member_id(p.stored) == member), None)

    def add(self, name: str, stored: bytes, *, proved: bool = True) -> Person | None:
        """A new member under a name of its own, or None if there are too many."""
        if len(self._by_no) >= MAX_PEOPLE:
            return None
        self._last += 1
        person = Person(self._last, names.person(name, [p.name for p in self]), stored, proved)
        self._by_no[person.no] = person
        return person

    def rename(self, person: Person, name: str) -> None:
        """Another name, still unlike all others."""
        person.name = names.person(name, [p.name for p in self if p is not person])

    def forget(self, person: Person) -> None:
        """No member any more."""
        self._by_no.pop(person.no, None)

    def ban(self, person: Person) -> None:
        """Keeps this member out by what it is and where it came from; its name plays no part."""
        self._banned.add(person.stored)
        if person.address:
            self._banned_addresses.add(person.address)

    def is_banned(self, address: str, stored: bytes = b"") -> bool:
        """Is whoever comes from there, or is this member, kept out?"""
        return address in self._banned_addresses or stored in self._banned
