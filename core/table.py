"""A table: one game being played, and the only door to its position.

`submit` is the only way in for a person at this screen, a person across the network and an AI.
An accepted action is applied, chained into the digest and in the record before anybody hears of it;
if the rules raise or the disk is full, the position is as before, and the table goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from traceback import format_tb
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct, structs

from core import lines, vault
from core.ctx import Ctx, NotSent
from core.decided import Decided, decided
from core.dice import SeededDice, commitment
from core.game import CLAIM, HOST, HOST_ACTIONS, Expire, Game, HostAction, Outcome, Pending, Refusal, Sealed
from core.journal import Journal
from core.legal import Legal
from core.lines import Body
from core.options import OptionValue, complete
from core.position import Position
from core.vault import SALT_BYTES, Vault

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)

OPEN_SEAT: Final = "open"
"""The controller of a seat that nobody plays; those of AI begin with `ai:`, all others are people."""

_log = logging.getLogger(__name__)
_json = msgspec.json.Encoder().encode


class Accepted(Struct, Generic[E], frozen=True):
    """What was applied: the line number and all events, not yet redacted.

    An undo has no events; `undone` is the first line that no longer counts.
    """

    n: int
    events: list[E]
    undone: int = -1


class Told(Struct, Generic[E], frozen=True):
    """A step as one seat may know it: who acted (and who played that seat then), and what was seen. Whoever
    made it is told the `barrier` behind it, if there is one."""

    n: int
    at_ms: int
    actor: int
    controller: str
    events: list[E]
    barrier: str = ""


class Table(Generic[S, A, E, V]):
    """One game in progress: a position, the sealed choices, the journal, and who may do what.

    Made by `open_table`, or from a record by `core.replay.resume`. `clock` gives whole ms since the
    table opened, `salts` salts of 16 bytes for sealed choices.
    """

    def __init__(
        self,
        position: Position[S, A, E, V],
        dice: SeededDice,
        clock: Callable[[], int],
        salts: Callable[[], bytes],
        journal: Journal,
        choices: Vault[A],
    ) -> None:
        self.game = position.game
        self.position = position
        self.journal = journal
        self.vault = choices
        self._dice = dice
        self._clock = clock
        self._salts = salts
        self._now = 0
        self._closed = False
        self.stuck = ""
        """Why nothing can be written to the record just now; '' if all is well."""

    # What may be asked.

    @property
    def n(self) -> int:
        """The number of the last line."""
        return self.journal.n

    @property
    def now_ms(self) -> int:
        """Table time; never goes back."""
        self._now = max(self._now, self._clock())
        return self._now

    @property
    def controllers(self) -> tuple[str, ...]:
        """Who answers for each seat."""
        return tuple(self.position.controllers)

    @property
    def pending(self) -> tuple[Pending, ...]:
        """Who owes what; empty when the game is over."""
        return self.position.pending

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.position.outcome

    def legal(self, seat: int) -> Legal[A]:
        """What the seat may do now."""
        self._known(seat)
        return self.game.legal(self.position.state, seat)

    def view(self, seat: int | None) -> V:
        """What the seat (None: a watcher) may see of the position."""
        self._known(seat)
        return self.game.view(self.position.state, seat)

    def deadline(self) -> tuple[int, int] | None:
        """(seat, table time in ms) from which `expire` must be called, or None."""
        return self.game.deadline(self.position.state)

    def history(self, seat: int | None, since: int = -1) -> list[Told[E]]:
        """The steps after line `since` that still count, each with the events this seat may see.

        Line 0 is the set-up, told as a deed of the host.
        """
        redact = self.game.redact
        self._known(seat)
        told = [Told(0, 0, HOST, "host", self.position.opening)] if since < 0 else []
        told += [
            Told(
                step.n,
                step.at_ms,
                step.actor,
                step.controller,
                step.events,
                step.barrier if step.actor == seat else "",
            )
            for step in self.position.steps
            if step.n > since and not step.undone
        ]
        return [
            structs.replace(
                each, events=[seen for event in each.events if (seen := redact(event, seat)) is not None]
            )
            for each in told
        ]

    def decided(self, n: int) -> Decided[V, A] | None:
        """The decision that line `n` tells of; None if it tells of none. What its maker saw is in it."""
        if not 0 < n <= self.n:
            return None
        return decided(self.position, self.vault, lines.from_bytes(self.journal.lines[n], n))

    def check(self) -> None:
        """AssertionError if the position is corrupt; for tests and the fuzzer."""
        self.game.invariants(self.position.state)
        assert self.game.codec.encode(self.position.state) == self.position.bytes, "changed outside of apply"
        assert bool(self.pending) == (self.outcome is None), "over, and somebody still owes an answer"

    # Ways in.

    def submit(
        self, actor: int, decision: int, expected: int, action: A, salt: bytes | None = None
    ) -> Accepted[E] | Refusal:
        """An action of a seat, in answer to `decision` or as a CLAIM.

        `expected` is the last line its sender knew: an answer made for an older position is refused,
        as is whatever is not owed or against the rules. `salt` is for a sealed choice whose owner
        keeps it to send it again; without one the table makes it.
        """
        refusal = self._unfit(actor, decision, expected, action) or self.game.refuse(
            self.position.state, actor, action
        )
        if refusal is not None:
            return refusal
        if salt is not None and len(salt) != SALT_BYTES:
            return Refusal("bad-salt")
        if not isinstance(action, self.game.codec.sealed):
            return self._apply("act", actor, decision, action, Raw(_json(action)))
        handle = self.n + 1
        choice = vault.commit(actor, action, salt or self._salts())
        self.vault.choices[handle] = choice
        answer = self._apply("act", actor, decision, Sealed(handle), lines.sealed_action(choice.commitment))
        if isinstance(answer, Refusal):
            del self.vault.choices[handle]
        return answer

    def host(self, action: A | HostAction, consent: Sequence[int] = ()) -> Accepted[E] | Refusal:
        """An action of the table's owner, where the game's rules know such a one.

        For those the game lists in `Codec.consent` all people must have agreed, and the record shows it.
        """
        agreed = sorted(set(consent)) if isinstance(action, self.game.codec.consent) else None
        refusal = self._ended() or self.game.refuse(self.position.state, HOST, action)
        if refusal is None and agreed is not None:
            refusal = self._unasked(agreed)
        if refusal is not None:
            return refusal
        if isinstance(action, Expire):
            deadline = self.deadline()
            if deadline is None or deadline[0] != action.seat or deadline[1] > self.now_ms:
                return Refusal("not-expired")
        kind = "host" if agreed is None else "agreed"
        return self._apply(kind, HOST, CLAIM, action, Raw(_json(action)), agreed)

    def expire(self) -> Accepted[E] | Refusal:
        """The deadline, if it has passed; refused as `not-expired` if it has not."""
        deadline = self.deadline()
        return self.host(Expire(deadline[0])) if deadline else Refusal("not-expired")

    def set_seat(self, seat: int, controller: str, reason: str, key: str = "") -> Refusal | None:
        """Notes who answers for a seat from now on, why it changed (a code) and its owner's key (hex)."""
        if not 0 <= seat < len(self.controllers):
            return Refusal("unknown-seat", params={"number": seat})
        if any("\ud800" <= letter <= "\udfff" for letter in controller):
            return Refusal("bad-name")
        refusal = self._write("seat", lines.Seat(seat, controller, reason, key), sync=True)
        if refusal is None:
            self.position.controllers[seat] = controller
            self.position.keys[seat] = key
        return refusal

    def undo(self, seat: int) -> Accepted[E] | Refusal:
        """Takes back the last step, if it is this seat's and no barrier stands behind it."""
        step = self.position.last()
        if step is None or step.actor != seat:
            return Refusal("nothing-to-undo")
        if step.barrier:
            return Refusal("barrier", params={"barrier": step.barrier, "line": step.n})
        return self._go_back(seat, step.n, [])

    def take_back(self, seat: int, to: int, consent: Sequence[int]) -> Accepted[E] | Refusal:
        """Back to before line `to`, across any barrier; all other people must have agreed."""
        if not self.position.counts(to):
            return Refusal("nothing-to-undo")
        agreed = sorted(set(consent))
        return self._unasked([seat, *agreed]) or self._go_back(seat, to, agreed)

    # Sealed choices whose plain form went with the host's memory.

    def owed(self) -> dict[int, int]:
        """Handles the position still needs but nobody has in plain, and the seat that made each."""
        return self.vault.lost(self.game.holds(self.position.state))

    def sealed_of(self, seat: int) -> dict[int, A]:
        """The choices this seat has sealed and not yet shown, by handle; for that seat alone."""
        held = ((h, self.vault.choices[h]) for h in self.game.holds(self.position.state))
        return {h: c.action for h, c in held if c.seat == seat and c.action is not None}

    def when_sealed(self, handle: int) -> S:
        """A copy of the position in which the choice of this line was made."""
        before = next(step.before for step in self.position.steps if step.n == handle)
        return self.game.codec.state.decode(before)

    def resend(self, seat: int, handle: int, action: A, salt: bytes) -> Refusal | None:
        """A choice sent again; None if it is the very one that was committed to."""
        if self.owed().get(handle) != seat:
            return Refusal("not-owed")
        if len(salt) != SALT_BYTES:
            return Refusal("bad-salt")
        again = vault.commit(seat, action, salt)
        if again.commitment != self.vault.choices[handle].commitment:
            return Refusal("not-the-choice-made")
        self.vault.choices[handle] = again
        return None

    def reseal(self, seat: int, handle: int, action: A, salt: bytes | None = None) -> Refusal | None:
        """Another choice in the place of one lost for good. The record shows it; ask the others first."""
        if self.owed().get(handle) != seat:
            return Refusal("not-owed")
        if salt is not None and len(salt) != SALT_BYTES:
            return Refusal("bad-salt")
        if not isinstance(action, self.game.codec.sealed):
            return Refusal("not-the-choice-made")
        refusal = self.game.refuse_reseal(self.position.state, seat, action)
        if refusal is not None:
            return refusal
        other = vault.commit(seat, action, salt or self._salts())
        refusal = self._write("reseal", lines.Reseal(handle, other.commitment), sync=True)
        if refusal is None:
            self.vault.choices[handle] = other
        return refusal

    # The record.

    def save(self, path: Path, *, durable: bool = True) -> None:
        """Writes the record so far to a new file and goes on there. Raises `RecordError`.

        Without `durable` lines reach the disk for certain only at `close`.
        """
        self.journal.save(path, durable=durable)

    def note_house(self, house: lines.House) -> Refusal | None:
        """Notes what the host has set, so that it holds as well when the record is gone on with."""
        return self._write("house", house, sync=True)

    def look_for_room(self) -> None:
        """Is the record to be written again? Then the table is `stuck` no longer."""
        if self.stuck and self.journal.has_room():
            self.stuck = ""

    def begin_again(self) -> Refusal | None:
        """The first lines of another sitting: new dice and, for a finished game, the result."""
        refusal = self._write("dice", lines.DiceSeed("", commitment(self._dice.seed)), sync=True)
        if refusal is None and self.outcome is not None:
            refusal = self._write("end", lines.End(self.outcome), sync=True)
        return refusal

    def close(self) -> None:
        """Ends this sitting: shows the dice seed, so that the rolls can be checked, and frees the file.

        No action is taken after it.
        """
        if not self._closed:
            self._write("dice", lines.DiceSeed(self._dice.seed.hex(), ""), sync=True)
            self._closed = True
            self.journal.close()

    # Inside.

    def _unfit(self, actor: int, decision: int, expected: int, action: A) -> Refusal | None:
        if not 0 <= actor < len(self.controllers):
            return Refusal("unknown-seat", params={"number": actor})
        if not 0 <= expected <= self.n:
            return Refusal("stale")
        claim = isinstance(action, self.game.codec.claims)
        if isinstance(action, (Sealed, *HOST_ACTIONS)):
            return Refusal("not-your-decision")
        if claim != (decision == CLAIM):
            return Refusal("not-your-decision")
        if not claim:
            opened_at = self.position.opened_at
            since = [opened_at[p] for p in self.pending if p.seat == actor and p.decision == decision]
            if not since and self.outcome is None:
                return Refusal("not-your-decision")
            if since and expected < since[0]:
                return Refusal("stale")
        return self._ended()

    def _ended(self) -> Refusal | None:
        if self._closed:
            return Refusal("closed")
        return None if self.outcome is None else Refusal("over")

    def _unasked(self, agreed: Sequence[int]) -> Refusal | None:
        for stranger in set(agreed) - set(range(len(self.controllers))):
            return Refusal("unknown-seat", params={"number": stranger})
        missing = unasked(self.controllers, agreed)
        return Refusal("consent-missing", params={"seats": missing}) if missing else None

    def _known(self, seat: int | None) -> None:
        # A negative number would count seats from the end and show another one's secrets.
        if seat is not None and not 0 <= seat < len(self.controllers):
            raise ValueError(f"there is no seat {seat}")

    def _apply(
        self,
        kind: str,
        actor: int,
        decision: int,
        action: A | Sealed | HostAction,
        written: Raw,
        agreed: list[int] | None = None,
    ) -> Accepted[E] | Refusal:
        position, n = self.position, self.n + 1
        ctx = Ctx(self.now_ms, self._dice, self.vault)
        # What comes to nothing has rolled nothing: the same action finds the same dice again.
        mark, dice = position.mark(), self._dice.mark()
        try:
            step = position.advance(n, actor, action, ctx)
        except NotSent as missing:
            self._dice.reset(dice)
            return Refusal("choice-owed", params={"seats": (self.vault.choices[missing.handle].seat,)})
        except Exception as fault:
            self._dice.reset(dice)
            # The record holds the position and how it came about. Secrets do not belong in a log,
            # so neither values nor the fault's own words go there.
            where = "".join(format_tb(fault.__traceback__))
            _log.error(
                "%s: the rules failed after line %d: %s by %d: %s\n%s",
                self._name(), self.n, type(action).__name__, actor, type(fault).__name__, where,
            )  # fmt: skip
            return Refusal("engine-fault")
        opened = [self.vault.choices[handle].opened(handle) for handle in ctx.opened]
        digest = position.digest.hex()
        act = (actor, decision, written, ctx.rolls, opened, ctx.judgements, digest)
        body = lines.Act(*act) if agreed is None else lines.Agreed(*act, agreed)
        try:
            refusal = self._write(kind, body, sync=bool(step.barrier), at_ms=ctx.now_ms)
        except BaseException:
            position.reset(mark)
            self._dice.reset(dice)
            raise
        if refusal is not None:
            position.reset(mark)
            self._dice.reset(dice)
            return refusal
        if position.outcome is not None:
            # If this fails the game has ended all the same: resuming the record writes the line.
            self._write("end", lines.End(position.outcome), sync=True)
        return Accepted(n, step.events)

    def _go_back(self, seat: int, to: int, consent: list[int]) -> Accepted[E] | Refusal:
        now = self.now_ms
        snapshot = self.position.before(to, now)
        digest = self.position.digest_with(snapshot).hex()
        refusal = self._write("undo", lines.Undo(seat, to, consent, digest), sync=bool(consent), at_ms=now)
        if refusal is not None:
            return refusal
        self.position.go_back(self.n, to, snapshot)
        return Accepted(self.n, [], to)

    def _write(self, kind: str, body: Body, *, sync: bool, at_ms: int | None = None) -> Refusal | None:
        if self._closed:
            return Refusal("closed")
        try:
            self.journal.write(kind, self.now_ms if at_ms is None else at_ms, body, sync=sync)
        except OSError as fault:
            why = fault.strerror or type(fault).__name__
            if not self.stuck:
                _log.error("%s: the record cannot be written: %s", self._name(), why)
            self.stuck = why
            return Refusal("record-not-written", params={"why": why})
        self.stuck = ""
        return None

    def _name(self) -> str:
        return self.game.meta.id if self.journal.path is None else str(self.journal.path)


def is_person(controller: str) -> bool:
    """Is this controller a person, at this screen or elsewhere?"""
    return controller != OPEN_SEAT and not controller.startswith("ai:")


def unasked(controllers: Sequence[str], agreed: Collection[int]) -> tuple[int, ...]:
    """The seats of people that are not among these."""
    return tuple(s for s, who in enumerate(controllers) if is_person(who) and s not in agreed)


def open_table(
    game: Game[S, A, E, V],
    options: Mapping[str, OptionValue],
    controllers: Sequence[str],
    *,
    table_id: str,
    dice: SeededDice,
    clock: Callable[[], int],
    salts: Callable[[], bytes],
    spec: str = "",
) -> Table[S, A, E, V]:
    """A new table. `spec` is how the game is found again (its id, or module:object).

    Raises `UserError` for options or a number of seats that do not fit.
    """
    complete_options = complete(game.meta.options, options)
    ctx: Ctx[A] = Ctx(0, dice, Vault())
    position = Position(game, complete_options, controllers, ctx)
    journal = Journal()
    header = lines.Header(
        lines.FORMAT,
        spec or game.meta.id,
        game.meta.rules_version,
        game.edition,
        table_id,
        complete_options,
        list(controllers),
        commitment(dice.seed),
        ctx.rolls,
        position.digest.hex(),
    )
    journal.write("open", 0, header, sync=True)
    return Table(position, dice, clock, salts, journal, Vault())
