"""Who is let in: proofs, bans, passwords and places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net import messages as m
from net import proof
from net.rate import Rate

if TYPE_CHECKING:
    from net.people import Person
    from net.room import Room

WRONG_PASSWORDS: Final = 5
"""As many guesses an address has in a minute."""
NEWCOMERS: Final = 60
"""As many new members come from one address in a minute; a hall behind one router is let in."""
RETURNS: Final = 30
"""As often a member comes back in a row, and in half a minute."""
ADDRESSES_KEPT: Final = 1_000


class NotLetIn(Exception):
    """Why somebody stays outside (a code)."""


class Door:
    """Decides for one room who comes in."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.verifier = room.plan.verifier
        """Checks proofs of the password; empty if newcomers need none."""
        if room.plan.password:
            self.set_password(room.plan.password)
        self._guesses: dict[str, Rate] = {}
        self._newcomers: dict[str, Rate] = {}

    def set_password(self, password: str) -> None:
        """Newcomers need this one from now on; '' for none."""
        key = proof.password_key(password, self._room.plan.table_id) if password else b""
        self.verifier = proof.stored_key(key) if key else b""

    def admit(self, wish: m.Enter, nonces: bytes, address: str) -> tuple[Person, bytes, bytes]:
        """The person that asks to come in, its token if it is new (else empty), and its key. `NotLetIn`.

        A member that proves itself is let in whatever has been locked since; a newcomer needs the
        password and a place. Of several programs of one member the newest speaks for it; for a host who
        sits at the table, only the program that hosts. A member is judged by what it is, a newcomer by
        where it comes from.
        """
        room = self._room
        person = room.people.find(wish.member) if wish.member else None
        key = proof.check(person.stored, wish.proof, nonces) if person else None
        if person is not None and key is None:
            raise NotLetIn("bad-proof")
        if room.bans.keep_out(wish.member):
            raise NotLetIn("banned")
        if person is None and room.bans.keep_out_from(address):
            raise NotLetIn("banned-from-there")
        if wish.rules != room.game.meta.rules_version or wish.edition != room.game.edition:
            raise NotLetIn("other-edition")
        if person is not None and key is not None:
            if person.host and room.host_visit not in (0, wish.visit):
                raise NotLetIn("host-place")
            if wish.visit and wish.visit in person.past:
                raise NotLetIn("replaced")
            if not person.may(m.Enter, RETURNS, 30_000, room.now):
                raise NotLetIn("too-often")
            if room.phase == "lobby" or not room.seats_of(person):
                room.people.rename(person, wish.name, room.lasting())
            return person, b"", key
        self._check_password(wish, nonces, address)
        self._has_place(wish)
        if not self._rate(self._newcomers, address, NEWCOMERS).take(room.now):
            raise NotLetIn("try-later")
        token = room.random(proof.TOKEN_BYTES)
        key = proof.client_key(token, room.plan.table_id)
        person = room.people.add(wish.name, proof.stored_key(key), room.lasting(), proved=False)
        if person is None:
            raise NotLetIn("full")
        return person, token, key

    def _check_password(self, wish: m.Enter, nonces: bytes, address: str) -> None:
        if not self.verifier:
            return
        if not wish.password:
            raise NotLetIn("password-needed")
        now = self._room.now
        rate = self._rate(self._guesses, address, WRONG_PASSWORDS)
        if not rate.left(now):
            raise NotLetIn("try-later")
        if proof.check(self.verifier, wish.password, nonces) is None:
            rate.take(now)
            raise NotLetIn("wrong-password")

    def _rate(self, kept: dict[str, Rate], address: str, most: int) -> Rate:
        rate = kept.setdefault(address, Rate(most, 60_000, self._room.now))
        if len(kept) > ADDRESSES_KEPT:
            del kept[next(iter(kept))]
        return rate

    def _has_place(self, wish: m.Enter) -> None:
        rules = self._room.rules
        if rules.locked:
            raise NotLetIn("locked")
        if wish.watch and not rules.watchers:
            raise NotLetIn("no-watchers")
        if not wish.watch and not self._room.seats_free() and not rules.watchers:
            raise NotLetIn("no-seat")
