"""A room: people, seats, chat and, once it has begun, the table. The one authority of a hosted game.

It has no socket: each member's connection is a `Link`, which is told what to send and when a newer view
is to be had. All changes come in through `joined`, `leave`, `answered` and `tick`; what members send
comes through `net.desk`.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from core.dice import SeededDice
from core.faults import UserError
from core.game import Refusal
from core.options import complete
from core.record import RecordError
from core.table import OPEN_SEAT, open_table
from core.vault import SALT_BYTES
from net import messages as m
from net import names, proof, wire
from net.bans import Bans
from net.clock import RoomClock
from net.door import Door
from net.earlier import reasons
from net.house import Keeper
from net.link import Link
from net.people import People, Person
from net.plan import Plan
from net.play import STUCK, AnyTable, Ask, Play, Step
from net.seats import Slot, recorded
from net.shown import Shown, row_of
from net.telling import Telling
from net.votes import Votes

_log = logging.getLogger(__name__)

CHAT_KEPT: Final = 50
"""Lines of chat that somebody who comes in is shown."""
TOLD: Final = 6
"""As often in a row, and in a minute, the going of one member is told at once ..."""
QUIET_MS: Final = 5_000
"""... and then only when it has lasted so long: to the people, to the game and in the record."""


class Room:
    """One room. `random` gives so many random bytes; `policy` raises `UserError` for an unknown one."""

    def __init__(
        self,
        plan: Plan,
        clock: RoomClock,
        random: Callable[[int], bytes],
        policy: Callable[[str], object],
        table: AnyTable | None = None,
    ) -> None:
        self.plan = plan
        self.game = plan.game
        self.called = ""
        self.name = ""
        self.rename(plan.name)
        self.rules = plan.rules
        self.options = complete(plan.game.meta.options, plan.options)
        self.slots = plan.slots
        self.people = People()
        self.bans = Bans(plan.bans)
        self.links: dict[Person, Link] = {}
        self.play: Play | None = None
        self.shown = Shown(self)
        self.votes: Votes | None = None
        self.closed = ""
        self.check_policy = policy
        self._clock = clock
        self.random = random
        self._rng = Random(random(16))
        self._chat: deque[m.Chat] = deque(maxlen=CHAT_KEPT)
        self._said = 0
        self._auto_start = plan.auto_start
        self.door = Door(self)
        self.keeper = Keeper(self)
        self.host_visit = 0
        """Of the program that hosts and is a guest of its own table; 0: the host only looks after it."""
        self.on_change: Callable[[str, Mapping[str, object]], None] = lambda *_: None
        if table is not None:
            self._go_on(table)
        for _, ban in self.bans:
            for name, stored in ban.spared:
                self.people.remember(name, stored, self.now)

    # What anybody may know.

    @property
    def phase(self) -> str:
        """`lobby`, `playing`, `over` or `closed`."""
        if self.closed:
            return "closed"
        if self.play is None:
            return "lobby"
        return "playing" if self.play.table.outcome is None else "over"

    @property
    def now(self) -> int:
        """Time of the room, in ms."""
        return self._clock()

    def rename(self, text: str) -> None:
        """Calls the table so. `name` may get a number besides if another table is `called` the same."""
        called = names.cleaned(text, names.MAX_TABLE_NAME, "Maharaja")
        if called != self.called:
            self.name = self.called = called

    def seats_free(self) -> int:
        """Seats that somebody who comes in could have."""
        return sum(slot.open for slot in self.slots)

    def row(self) -> m.RoomRow:
        """The room as everybody sees it."""
        return row_of(self)

    def seats_of(self, person: Person) -> list[int]:
        """The seats this person owns."""
        return [seat for seat, slot in enumerate(self.slots) if slot.owner is person]

    def lasting(self) -> list[Person]:
        """Those who are here or have something here; others who were are only remembered."""
        return [p for p in self.people if p.gone_at < 0 or p.host or self.seats_of(p)]

    def eyes_of(self, person: Person) -> list[int]:
        """Whose views it gets: its seats', or a watcher's (-1)."""
        return self.seats_of(person) or [-1]

    # Coming and going.

    def admit_host(self, token: bytes) -> Person:
        """Whoever proves this token is the host. Called before anybody is here."""
        stored = proof.stored_key(proof.client_key(token, self.plan.table_id))
        person = next((p for p in self.people if p.stored == stored), None)
        if person is None:
            person = self.people.add(self.plan.host, stored, self.lasting())
            assert person is not None
            person.gone_at, person.watch = self.now, True
        person.host = True
        return person

    def joined(self, person: Person, link: Link, wish: m.Enter, address: str) -> None:
        """The connection of a person who was let in stands; an older one of the same person ends."""
        old = self.links.pop(person, None)
        if old is not None:
            old.close("replaced")
        person.came_with(wish.visit)
        came_back = self.play is not None and bool(self.seats_of(person))
        self.links[person] = link
        person.gone_at, person.unheard = -1, False
        person.came_from(address)
        # Who has a seat in a game plays, whatever it asks for: all wait for it.
        person.watch, person.robot = wish.watch and not self.seats_of(person), wish.robot
        person.ready = wish.robot
        if not wish.watch and not self.seats_of(person) and self.phase != "over":
            self._seat_newcomer(person, wish.seat)
        for line in self._chat:
            link.send(line)
        if self.play is not None:
            link.send_history(self.telling.history(self.eyes_of(person), wish.known))
            for seat in self.seats_of(person):
                self.play.returned(seat)
            for choice in self.telling.kept(self.seats_of(person)):
                link.send(choice)
            link.position_changed(self.eyes_of(person), anew=True)
        if not person.quiet:
            facts = {"name": person.name, "person": person.no, "seats": self.seats_of(person)}
            self.notice("came-back" if came_back else "joined", {"name": person.name})
            self.on_change("joined", facts)
        person.quiet = False
        self.changed()

    def leave(self, person: Person, link: Link) -> None:
        """This connection of a person has ended; nothing happens if it has a newer one."""
        if self.links.get(person) is not link:
            return
        del self.links[person]
        person.gone_at, person.ready, person.rtt = self.now, False, -1
        person.quiet = not person.may(m.Bye, TOLD, 60_000, self.now)
        for seat in self.seats_of(person):
            # Whose token may never have arrived cannot come back for its seat.
            if self.play is None or not person.proved:
                self.slots[seat].hand(None)
                if self.play is not None:
                    self.play.set_slot(seat, "left")
        if not person.quiet:
            self._tell_gone(person)
        self.changed()

    def _tell_gone(self, person: Person) -> None:
        person.quiet = False
        seats = self.seats_of(person)
        if self.play is not None:
            for seat in seats:
                self.play.dropped(seat)
        self.notice("left", {"name": person.name})
        self.on_change("left", {"name": person.name, "person": person.no, "seats": seats})

    def send_away(self, person: Person, code: str) -> None:
        """Removes a member: its seats stay as they are and are free for another."""
        link = self.links.pop(person, None)
        if link is not None:
            link.close(code)
        seats = self.seats_of(person)
        for seat in seats:
            self.slots[seat].hand(None)
        self.people.forget(person)
        if self.play is not None:
            for seat in seats:
                self.play.set_slot(seat, code)
        self.notice(code, {"name": person.name})
        self.on_change("left", {"name": person.name, "person": person.no, "seats": []})
        self.changed()

    # The table.

    def start(self, fill: str = "") -> Refusal | None:
        """Opens the table; open seats go to the policy `fill`, or stay open."""
        began = self.now
        try:
            table: AnyTable = open_table(
                self.game,
                self.options,
                [OPEN_SEAT] * len(self.slots),
                table_id=self.plan.table_id,
                dice=SeededDice(self.plan.dice or self.random(32)),
                clock=lambda: self.now - began,
                salts=lambda: self.random(SALT_BYTES),
                spec=self.plan.spec,
            )
            if self.plan.record is not None:
                table.save(self.plan.record)
        except UserError as fault:
            return Refusal("cannot-start", params={"why": str(fault)})
        for slot in self.slots:
            if slot.open:
                slot.hand(None, fill)
        self._begin(table)
        assert self.play is not None
        for seat, slot in enumerate(self.slots):
            if not slot.open:
                self.play.set_slot(seat, "seated")
        self.keeper.keep()
        self.on_change("started", {"record": str(self.plan.record or "")})
        for person, link in self.links.items():
            link.send_history(self.telling.history(self.eyes_of(person), -1))
        self.notice("started", {})
        self.positions_changed()
        self.changed()
        return None

    def _go_on(self, table: AnyTable) -> None:
        def owner(name: str, stored: bytes) -> Person:
            person = self.people.remember(name, stored, self.now)
            assert person is not None
            return person

        seats = zip(table.controllers, table.position.keys, reasons(table), strict=True)
        self.slots = [recorded(label, key, reason, owner) for label, key, reason in seats]
        self._begin(table)
        assert self.play is not None
        if self.game.meta.timed:
            self.play.hold()
        for seat in range(len(self.slots)):
            if self.slots[seat].owner is not None:
                self.play.dropped(seat)
        if (mended := table.journal.mended) is not None:
            self.notice("mended", {"lines": mended.lines, "first": mended.first, "copy": mended.copy.name})

    def _begin(self, table: AnyTable) -> None:
        self.play = Play(table, self.slots, lambda: self.rules, self._on_step, self._on_seat, self._rng)
        self.votes = Votes(self.play)
        self._recorded = table.journal.path is not None
        self.telling = Telling(table)

    def _on_step(self, step: Step) -> None:
        assert self.play is not None and self.votes is not None
        if self.votes.lapse():
            self.notice("proposal-lapsed", {})
            self.changed()
        for person, link in self.links.items():
            for seat in self.eyes_of(person):
                for content in self.telling.told(step, seat):
                    link.send_packed(content)
        self.positions_changed()
        self.moved()
        if self.play.table.outcome is not None:
            self.changed()
            self._close_table()
            self.on_change("ended", asdict(self.play.table.outcome))

    def _close_table(self) -> bool:
        """Is the whole game in a file?"""
        assert self.play is not None
        try:
            self.play.table.close()
        except RecordError as fault:
            _log.error("%s: %s", self.name, fault)
            return False
        return self._recorded

    def _on_seat(self, seat: int, reason: str) -> None:
        if self.votes is not None and self.votes.seats_changed():
            self.positions_changed()
        self.on_change("seat", {"seat": seat, "player": self.slots[seat].label, "reason": reason})
        self.changed()

    def asks(self) -> list[Ask]:
        """Questions for computer players."""
        if self.play is None or self.phase != "playing":
            return []
        watched = any(not p.robot for p in self.people.here())
        return self.play.asks(paced=watched and self.rules.pace_ms > 0)

    def answered(self, ask: Ask, action: Struct, trouble: str) -> None:
        """A computer player has chosen; `trouble` says why it was not the policy that did, or ''."""
        if self.play is None or self.phase != "playing":
            return
        refusal = self.play.answered(ask, action)
        if ask.lost:
            self.owed_changed()
        if not trouble and refusal is not None and refusal.code not in ("stale", STUCK):
            trouble = "error" if refusal.code == "engine-fault" else "illegal"
        if trouble:
            _log.warning("%s: the policy of seat %d failed: %s", self.name, ask.seat, trouble)
            self.notice("ai-failed", {"seat": ask.seat, "why": trouble})

    def tick(self) -> bool:
        """Everything that happens because time passes. Called several times a second.

        True if the machine slept since the last call: that is nobody's silence.
        """
        slept = self._clock.look()
        if slept:
            self.notice("host-slept", {})
        for person in self.people:
            if person.quiet and 0 <= person.gone_at <= self.now - QUIET_MS:
                self._tell_gone(person)
        if self.phase == "lobby" and self._auto_start and not self.seats_free():
            refusal = self.start()
            if refusal is not None:
                self._auto_start = False
                self.notice(refusal.code, dict(m.bounded(refusal.params)))
                self.on_change("failed", {"code": refusal.code, **refusal.params})
        elif self.phase == "playing":
            self._tick_play()
        return slept

    def _tick_play(self) -> None:
        assert self.play is not None
        self.keeper.look()
        self.keeper.keep()
        before = self.play.table.n
        self.play.tick()
        for seat, slot in enumerate(self.slots):
            if slot.owner is None or slot.ai or self.grace(slot) != 0:
                continue
            if self.rules.after_drop == "save":
                self.stop("saved-after-drop")
                return
            self.stand_in(seat, self.rules.after_drop)
        if self.play.table.n != before:
            self.changed()

    def stand_in(self, seat: int, policy: str) -> None:
        """A computer player plays for an absent owner until they are back."""
        owner = self.slots[seat].owner
        assert self.play is not None and owner is not None
        self.play.stand_in(seat, policy, "away", away=True)
        self.notice("stands-in", {"seat": seat, "name": owner.name})

    def reseated(self, seat: int, reason: str) -> None:
        """A seat has changed hands: in the record, once there is one, and in the views people get."""
        if self.play is None:
            self.unready("seats-changed")
            self._on_seat(seat, reason)
            return
        self.play.set_slot(seat, reason)
        for person, link in self.links.items():
            for choice in self.telling.kept([seat]) if person is self.slots[seat].owner else ():
                link.send(choice)
            link.position_changed(self.eyes_of(person), anew=True)

    def shuffle_seats(self) -> None:
        """People and computer players change seats by chance."""
        self._rng.shuffle(self.slots)
        self.unready("seats-changed")

    def stop(self, code: str) -> None:
        """Ends the room; the record, if there is one, has everything."""
        if self.closed:
            return
        self.closed = code
        saved = self.play is not None and self._close_table()
        links = list(self.links.values())
        self.links.clear()
        for link in links:
            link.close(code, (("saved", saved),))

    # Telling.

    def notice(self, code: str, params: Mapping[str, m.Value]) -> None:
        """Something of the room's that everybody is told, in the chat."""
        self.send_chat(m.Chat(0, "", code, m.bounded(params)))

    def send_all(self, message: Struct) -> None:
        """One message to all members who are here."""
        content = wire.pack(message)
        for link in self.links.values():
            link.send_packed(content)

    def changed(self) -> None:
        """The room's row has changed."""
        self.shown.changed()
        for link in self.links.values():
            link.room_changed()

    def moved(self) -> None:
        """The game has gone on, and the rest of the row is as it was."""
        self.shown.changed()
        for link in self.links.values():
            link.turn_changed()

    def owed_changed(self) -> None:
        """A lost choice is there again, or another in its place: what was refused for it may be tried."""
        self.telling.forget()
        for person, link in self.links.items():
            link.position_changed(self.eyes_of(person), anew=True)

    def positions_changed(self) -> None:
        """The views have changed."""
        for person, link in self.links.items():
            link.position_changed(self.eyes_of(person))

    def unready(self, code: str) -> None:
        """What was agreed has changed: everybody must look again."""
        had = any(p.ready and not p.robot for p in self.people)
        for person in self.people:
            person.ready = person.robot
        if had:
            self.notice(code, {})

    # Inside.

    def send_chat(self, line: m.Chat) -> None:
        self._said += 1
        line = replace(line, n=self._said)
        self._chat.append(line)
        self.send_all(line)

    def grace(self, slot: Slot) -> int:
        """Ms until somebody else plays for an absent owner; -1 if nobody will."""
        gone = slot.owner is not None and slot.owner.gone_at >= 0 and not slot.ai
        if not gone or self.play is None or self.rules.after_drop == "wait" or slot.owner is None:
            return -1
        # A router that starts anew must not have the evening played by nobody.
        here = any(p.gone_at < 0 and (p.host or self.seats_of(p)) for p in self.people)
        if not (here or self.rules.after_drop == "save"):
            return -1
        return max(0, slot.owner.gone_at + self.rules.grace_ms - self.now)

    def _seat_newcomer(self, person: Person, wish: int) -> None:
        free = [seat for seat, slot in enumerate(self.slots) if slot.open]
        if not free:
            person.watch = True
            return
        seat = wish if wish in free else free[0]
        self.slots[seat].hand(person)
        if self.play is not None:
            self.play.set_slot(seat, "joined")
