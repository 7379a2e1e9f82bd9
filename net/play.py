"""The table while it is being played: whose answer counts, time, and the computer players' turns.

Nothing here sends or waits. `Ask`s are handed out for computer players; their answers come back through
`answered`, and one that is no longer wanted is dropped: exactly one answer counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from core.game import CLAIM, HOST, Drop, HostAction, Pause, Pending, Refusal, Resume, Return
from core.legal import Legal
from core.table import Accepted, Table
from net.earlier import Earlier
from net.messages import Rules, Waiting
from net.seats import Slot

AnyTable: TypeAlias = Table[Struct, Struct, Struct, Struct]
Step: TypeAlias = Accepted[Struct]

STAND_IN: Final = "random"
"""Makes a decision whose time is up when the host has named nobody else."""

STUCK: Final = "record-not-written"
"""The table takes nothing while its record cannot be written; that is nobody's fault."""
RETRY_MS: Final = 1_000
"""Until something is tried again that the table did not take."""
OWNER_MS: Final = 5_000
"""For an owner to come back with a lost choice, before whoever stands in makes another."""


class Ask(Struct, frozen=True, eq=False):
    """A question to a computer player: what it may see, what it may do, what is owed.

    With `lost` it is one it has answered, in that line, with a secret that went with the host's memory.
    """

    seat: int
    policy: str
    n: int
    view: bytes
    legal: Legal[Struct]
    pending: Pending
    lost: int = 0


class Play:
    """One table with its seats. `on_step` is told every step that was accepted, `on_seat`
    every seat that is played by somebody else now, and why."""

    def __init__(
        self,
        table: AnyTable,
        slots: Sequence[Slot],
        rules: Callable[[], Rules],
        on_step: Callable[[Step], None],
        on_seat: Callable[[int, str], None],
        rng: Random,
    ) -> None:
        self.table = table
        self.slots = slots
        self.paused = False
        self._paused_by = HOST
        self._held = False
        self._rules = rules
        self._on_step = on_step
        self._on_seat = on_seat
        self._rng = rng
        self._thinking: dict[int, Ask] = {}
        self._next_ai = 0
        self._not_before = 0
        self._since: dict[Pending, int] = {}
        self._spent: dict[Pending, int] = {}
        self._last_tick = self._began = table.now_ms
        self._earlier = Earlier(table)
        self.moved = table.n
        self._gone: set[int] = set()
        self._noted_at = 0
        self._look()

    # People.

    def submit(self, seat: int, decision: int, expected: int, action: bytes, salt: bytes) -> Step | Refusal:
        """An action of a person; see `Table.submit`."""
        if self.slots[seat].ai:
            return Refusal("seat-changed")
        decoded = self.decoded(action)
        if isinstance(decoded, Refusal):
            return decoded
        line = self._earlier.act(seat, decision, expected, decoded, salt)
        if line is not None:
            return Accepted(line, [])
        return self.done(self.table.submit(seat, decision, expected, decoded, salt or None))

    def undo(self, seat: int, expected: int) -> Step | Refusal:
        """The last step of this seat back, if nothing has moved since line `expected`."""
        line = self._earlier.undo(seat, expected)
        if line is not None:
            return Accepted(line, [])
        return Refusal("stale") if expected < self.moved else self.done(self.table.undo(seat))

    def resend(self, seat: int, handle: int, action: bytes, salt: bytes) -> Refusal | None:
        """A sealed choice again."""
        decoded = self.decoded(action)
        return decoded if isinstance(decoded, Refusal) else self.table.resend(seat, handle, decoded, salt)

    def decoded(self, action: bytes) -> Struct | Refusal:
        """An action of the game from bytes that anybody may have made."""
        try:
            return self.table.game.codec.action.decode(action)
        except (msgspec.MsgspecError, RecursionError):
            return Refusal("not-an-action")

    def done(self, answer: Step | Refusal, *, moves: bool = True) -> Step | Refusal:
        """Passes on what the table said to an action, an undo or a take-back."""
        if isinstance(answer, Accepted):
            if moves:
                self.moved = answer.n
            self._look()
            self._on_step(answer)
        return answer

    def host(self, action: HostAction) -> Step | Refusal:
        """Somebody is gone or back, clocks stop or run; games whose rules do not know it refuse it."""
        return self.done(self.table.host(action), moves=False)

    def pause(self, seat: int, *, stop: bool) -> Refusal | None:
        """Time stands still at this seat's wish (HOST: the owner's), or goes on. Where the game's own clocks
        run, its rules say whether they may be stopped, and for how long."""
        by = seat if stop or not self.paused else self._paused_by
        answer = self.host(Pause(by) if stop else Resume(by))
        still = self.table.deadline() is None
        if isinstance(answer, Refusal) and not still and not self.paused:
            return answer
        self.paused, self._paused_by = stop and still, by
        return None

    def hold(self) -> None:
        """The clocks of a game that is gone on with wait until all who play are here."""
        self._held = not isinstance(self.host(Pause(HOST)), Refusal)

    def _release(self) -> None:
        absent = (s.owner is not None and s.owner.gone_at >= 0 and not s.ai for s in self.slots)
        if self._held and not any(absent):
            self._held = False
            self.host(Resume(HOST))

    # Who plays a seat.

    def set_slot(self, seat: int, reason: str) -> Refusal | None:
        """Writes into the record who plays the seat now; whatever was being thought there is dropped."""
        self._thinking.pop(seat, None)
        slot = self.slots[seat]
        refusal = self.table.set_seat(seat, slot.label, reason, slot.key)
        self._on_seat(seat, reason)
        return refusal

    def stand_in(
        self, seat: int, policy: str, reason: str, *, away: bool = False, once: bool = False
    ) -> None:
        """A computer player takes the seat for its owner."""
        self.slots[seat].hand(self.slots[seat].owner, policy, away=away, once=once)
        self.set_slot(seat, reason)
        self._attended(seat)

    def give_back(self, seat: int) -> None:
        """The owner plays again."""
        if self.slots[seat].ai:
            self.slots[seat].hand(self.slots[seat].owner)
            self.set_slot(seat, "back")

    def dropped(self, seat: int) -> None:
        """The owner of this seat has no connection; while somebody stands in, the game need not know."""
        if not self.slots[seat].ai and not isinstance(self.host(Drop(seat)), Refusal):
            self._gone.add(seat)

    def returned(self, seat: int) -> None:
        """The owner is here again, and has the seat at once."""
        if self.slots[seat].away:
            self.give_back(seat)
        self._attended(seat)

    def _attended(self, seat: int) -> None:
        if seat in self._gone:
            self._gone.remove(seat)
            self.host(Return(seat))

    # Time.

    def tick(self) -> None:
        """Deadlines of the game and limits of the host, up to now."""
        now = self.table.now_ms
        passed, self._last_tick = now - self._last_tick, now
        if self.table.outcome is not None:
            return
        self._note_seats(now)
        self._release()
        while (due := self.table.deadline()) is not None and due[1] <= now:
            if isinstance(self.done(self.table.expire()), Refusal):
                break
        if self.paused:
            return
        limit = self._rules().limit_ms
        for pending in self.table.pending if limit else ():
            owner = self.slots[pending.seat].owner
            away = owner is None or owner.gone_at >= 0 or owner.unheard
            if away or self.slots[pending.seat].ai:
                continue
            self._spent[pending] = self._spent.get(pending, 0) + passed
            if self._spent[pending] >= limit:
                policy = self._rules().after_drop
                named = policy not in ("wait", "save")
                self.stand_in(pending.seat, policy if named else STAND_IN, "time", once=True)

    def _note_seats(self, now: int) -> None:
        """Writes down who plays the seats if the record could not take it at the time."""
        if now < self._noted_at or self.table.stuck:
            return
        for seat, slot in enumerate(self.slots):
            if (self.table.controllers[seat], self.table.position.keys[seat]) == (slot.label, slot.key):
                continue
            if self.table.set_seat(seat, slot.label, "late", slot.key) is not None:
                self._noted_at = now + RETRY_MS
                return

    def waiting(self) -> tuple[Waiting, ...]:
        """Every owed decision, since when, and what is left of its limit."""
        now, limit = self.table.now_ms, self._rules().limit_ms
        due = self.table.deadline()
        rows = []
        for p in self.table.pending:
            left = max(0, limit - self._spent.get(p, 0)) if limit else -1
            if due is not None and due[0] == p.seat:
                left = max(0, due[1] - now)
            rows.append(Waiting(p.seat, p.decision, p.kind, p.subject, now - self._since[p], left))
        return tuple(rows)

    # Computer players.

    def asks(self, *, paced: bool) -> list[Ask]:
        """Questions that computer players must be asked now."""
        now = self.table.now_ms
        self._end_overdue()
        if self.paused or self.table.stuck or now < self._not_before or (paced and now < self._next_ai):
            return []
        if owed := self.table.owed():
            return self._asks_again(owed)
        new = []
        for pending in self.table.pending:
            seat, slot = pending.seat, self.slots[pending.seat]
            old = self._thinking.get(seat)
            if not slot.ai or (old is not None and old.pending == pending and old.policy == slot.ai):
                continue
            view = self.table.game.codec.encode(self.table.view(seat))
            ask = Ask(seat, slot.ai, self.table.n, view, self.table.legal(seat), pending)
            self._thinking[seat] = ask
            new.append(ask)
        return new

    def _asks_again(self, owed: Mapping[int, int]) -> list[Ask]:
        """A computer player's secret is nobody's to send again: it chooses anew. That of an absent owner
        is, so for a while the one who stands in does nothing."""
        new = []
        for handle, seat in owed.items():
            slot = self.slots[seat]
            waits = slot.owner is not None and self.table.now_ms - self._began < OWNER_MS
            if not slot.ai or waits or seat in self._thinking:
                continue
            game, state = self.table.game, self.table.when_sealed(handle)
            pending = next(p for p in game.pending(state) if p.seat == seat)
            view = game.codec.encode(game.view(state, seat))
            legal = Legal(game.legal(state, seat).offers)
            self._thinking[seat] = ask = Ask(seat, slot.ai, self.table.n, view, legal, pending, handle)
            new.append(ask)
        return new

    def _end_overdue(self) -> None:
        """Gives a seat back whose question has gone while a computer player thought about it."""
        limit = self._rules().limit_ms
        for seat, slot in enumerate(self.slots):
            late = (self._spent.get(p, 0) >= limit for p in self.table.pending if p.seat == seat)
            if slot.once and not any(late):
                self.give_back(seat)

    def answered(self, ask: Ask, action: Struct) -> Refusal | None:
        """What a computer player chose. Dropped if the question is gone or the seat has changed hands."""
        if self._thinking.get(ask.seat) is not ask:
            return None
        del self._thinking[ask.seat]
        self._next_ai = self.table.now_ms + self._rules().pace_ms
        if ask.lost:
            return self._reseal(ask, action)
        if ask.pending not in self.table.pending:
            return None
        refusal = self._submit_ai(ask, action)
        if refusal is not None and refusal.code not in ("stale", STUCK):
            # It must not be asked the same for ever. If nothing is accepted, wait a little.
            again = self._submit_ai(ask, self.table.legal(ask.seat).sample(self._rng))
            self._not_before = self.table.now_ms + (RETRY_MS if again is not None else 0)
        if self.slots[ask.seat].once:
            self.give_back(ask.seat)
        return refusal

    def _reseal(self, ask: Ask, action: Struct) -> Refusal | None:
        refusal = self.table.reseal(ask.seat, ask.lost, action)
        if refusal is not None and refusal.code not in ("not-owed", STUCK):
            again = self.table.reseal(ask.seat, ask.lost, ask.legal.sample(self._rng))
            self._not_before = self.table.now_ms + (RETRY_MS if again is not None else 0)
        return refusal

    def _submit_ai(self, ask: Ask, action: Struct) -> Refusal | None:
        claim = isinstance(action, self.table.game.codec.claims)
        decision = CLAIM if claim else ask.pending.decision
        answer = self.done(self.table.submit(ask.seat, decision, ask.n, action))
        return answer if isinstance(answer, Refusal) else None

    def _look(self) -> None:
        now = self.table.now_ms
        self._since = {p: self._since.get(p, now) for p in self.table.pending}
        # Taking an answer back while others still owe theirs gives no new time.
        open_ = {p.decision for p in self.table.pending}
        self._spent = {p: ms for p, ms in self._spent.items() if p.decision in open_}
        for seat, ask in list(self._thinking.items()):
            if not ask.lost and ask.pending not in self._since:
                del self._thinking[seat]
