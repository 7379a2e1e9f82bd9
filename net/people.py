"""Who is at a table: members and their proofs."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from net import names, proof
from net.bans import Ban
from net.messages import MAX_PEOPLE, Answer
from net.rate import Rate

ADDRESSES_KEPT: Final = 32
"""Addresses remembered of one member, for a ban."""
VISITS_KEPT: Final = 32
"""Programs of one member that another has taken the place of."""
ANSWERS_KEPT: Final = 64
"""Answers a member may still ask for by sending the command again."""


@dataclass(eq=False)
class Person:
    """A member. `no` is its public number at this table, `addresses` where it has come from.

    `stored` checks its proofs; empty for somebody of a record that was played at one screen.
    `visit` is the number of the program it came with last, `past` are those of earlier ones.
    `unheard`: nothing has come from it for a while, though its connection stands.
    `quiet`: it comes and goes so often that its going has not been told yet.
    `seen` is the newest line whose position it has confirmed.
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
    addresses: set[str] = field(default_factory=set)
    rtt: int = -1
    seen: int = -1
    gone_at: int = -1
    unheard: bool = False
    quiet: bool = False
    visit: int = 0
    past: deque[int] = field(default_factory=lambda: deque(maxlen=VISITS_KEPT))
    rates: dict[type, Rate] = field(default_factory=dict)
    answers: OrderedDict[int, Answer] = field(default_factory=OrderedDict)

    def may(self, kind: type, most: int, per_ms: int, now: int) -> bool:
        """One more thing of this kind, if it is not too often."""
        return self.rates.setdefault(kind, Rate(most, per_ms, now)).take(now)

    def came_with(self, visit: int) -> None:
        """This program speaks for it now, and the one before no more."""
        if visit != self.visit:
            self.past.append(self.visit)
            self.visit = visit

    def came_from(self, address: str) -> None:
        """One more address it has been seen at."""
        if len(self.addresses) < ADDRESSES_KEPT:
            self.addresses.add(address)

    def remember(self, answer: Answer) -> None:
        """Keeps an answer in case the command comes again."""
        self.answers[answer.id] = answer
        while len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)


class People:
    """All members of a table by number."""

    def __init__(self) -> None:
        self._by_no: dict[int, Person] = {}
        self._last = 0

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

    def add(
        self, name: str, stored: bytes, lasting: Collection[Person], *, proved: bool = True
    ) -> Person | None:
        """A new member under a name of its own, or None if there are too many.

        Whoever is gone and not of the lasting ones is only remembered, as long as there is room.
        """
        if len(self._by_no) >= MAX_PEOPLE:
            rest = [p for p in self if p.gone_at >= 0 and p not in lasting]
            if not rest:
                return None
            self.forget(min(rest, key=lambda p: p.gone_at))
        self._last += 1
        person = Person(self._last, names.person(name, [p.name for p in lasting]), stored, proved)
        self._by_no[person.no] = person
        return person

    def remember(self, name: str, stored: bytes, now: int) -> Person | None:
        """A member of an earlier sitting, who is not back yet; None if there is no room for them."""
        known = next((p for p in self if stored and p.stored == stored), None)
        person = known or self.add(name, stored, list(self))
        if person is not None:
            person.gone_at = now
        return person

    def rename(self, person: Person, name: str, lasting: Collection[Person]) -> None:
        """Another name, still unlike all others."""
        person.name = names.person(name, [p.name for p in lasting if p is not person])

    def forget(self, person: Person) -> None:
        """No member any more."""
        self._by_no.pop(person.no, None)

    def ban_of(self, person: Person) -> Ban:
        """What keeps this member out, and none of the others who come from where it came from."""
        member = proof.member_id(person.stored) if person.stored else b""
        others = (p for p in self if p is not person and p.stored and p.addresses & person.addresses)
        spared = tuple((p.name, p.stored) for p in others)
        return Ban(person.name, member, frozenset(person.addresses), spared)
