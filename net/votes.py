"""Things that need everybody's consent: a take-back, a correction, another secret choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from core.game import HOST, Refusal
from net.messages import ProposalRow, Propose
from net.people import Person
from net.play import Play

KINDS: Final = ("take-back", "correct", "reseal")
OF_ONE_SITTING: Final = 1 << 16
"""More numbers than a sitting has proposals; each sitting begins at a later line."""


@dataclass(eq=False)
class Proposal:
    """What one person asks of all others who play, after the move in line `n`.

    Who has agreed is kept with the seat: what somebody said does not bind another who has it now.
    """

    number: int
    by: Person
    what: Propose
    n: int
    agreed: dict[int, Person] = field(default_factory=dict)

    def row(self) -> ProposalRow:
        """As everybody sees it. A secret choice is not shown."""
        what = self.what
        action = b"" if what.kind == "reseal" else what.action
        return ProposalRow(self.number, what.seat, what.kind, what.line, action, tuple(sorted(self.agreed)))


class Votes:
    """At most one proposal at a time; it lapses when the game has gone on.

    Each sitting has numbers of its own, above all before: a vote that is sent again after the host has been
    killed must not count for what somebody else asks then.
    """

    def __init__(self, play: Play) -> None:
        self._play = play
        self._last = play.table.n * OF_ONE_SITTING
        self.open: Proposal | None = None

    def propose(self, by: Person, what: Propose) -> Refusal | None:
        """Puts something to the vote; carried out at once if nobody else has to agree."""
        if self.open is not None:
            return Refusal("proposal-open")
        refusal = self._impossible(by, what)
        if refusal is not None:
            return refusal
        self._last += 1
        self.open = Proposal(self._last, by, what, self._play.moved)
        self._agree(self.open, by)
        return self._settle()

    def vote(self, person: Person, number: int, *, yes: bool) -> Refusal | None:
        """A person's answer, for all its seats. One no is enough to end it."""
        proposal = self.open
        if proposal is None or proposal.number != number:
            return Refusal("no-proposal")
        if not self._seats_of(person):
            return Refusal("not-your-seat")
        if not yes:
            self.open = None
            return None
        self._agree(proposal, person)
        return self._settle()

    def lapse(self) -> bool:
        """Ends a proposal that the game has overtaken; was there one?"""
        gone = self.open is not None and self.open.n != self._play.moved
        if gone:
            self.open = None
        return gone

    def seats_changed(self) -> bool:
        """Somebody else plays a seat: a proposal may have lost its author, or nobody may be missing any
        more. Is it done with?"""
        proposal = self.open
        if proposal is None:
            return False
        proposal.agreed = {s: who for s, who in proposal.agreed.items() if self._play.slots[s].owner is who}
        if proposal.what.kind != "correct" and proposal.what.seat not in self._seats_of(proposal.by):
            self.open = None
        else:
            self._settle()
        return self.open is None

    def _agree(self, proposal: Proposal, person: Person) -> None:
        proposal.agreed |= dict.fromkeys(self._seats_of(person), person)

    def _settle(self) -> Refusal | None:
        proposal = self.open
        assert proposal is not None
        if self._needed() - set(proposal.agreed):
            return None
        self.open = None
        what, play = proposal.what, self._play
        agreed = sorted(proposal.agreed)
        if what.kind == "take-back":
            consent = [seat for seat in agreed if seat != what.seat]
            done = play.done(play.table.take_back(what.seat, what.line, consent))
            return done if isinstance(done, Refusal) else None
        action = play.decoded(what.action)
        if isinstance(action, Refusal):
            return action
        if what.kind == "correct":
            done = play.done(play.table.host(action, agreed))
            return done if isinstance(done, Refusal) else None
        return play.table.reseal(what.seat, what.line, action)

    def _impossible(self, by: Person, what: Propose) -> Refusal | None:
        table = self._play.table
        if what.kind not in KINDS:
            return Refusal("not-an-action")
        if what.kind == "correct":
            if not by.host:
                return Refusal("host-only")
            action = self._play.decoded(what.action)
            if isinstance(action, Refusal):
                return action
            return table.game.refuse(table.position.state, HOST, action)
        if what.seat not in self._seats_of(by):
            return Refusal("not-your-seat")
        if what.kind == "take-back" and not table.position.counts(what.line):
            return Refusal("no-such-action")
        if what.kind == "reseal" and table.owed().get(what.line) != what.seat:
            return Refusal("not-owed")
        return None

    def _needed(self) -> set[int]:
        # Computer players have no say; an absent person has, until one stands in for it.
        return {seat for seat, slot in enumerate(self._play.slots) if slot.owner is not None and not slot.ai}

    def _seats_of(self, person: Person) -> set[int]:
        return {seat for seat, slot in enumerate(self._play.slots) if slot.owner is person}
