"""Whatever happens at a table, in any order: the table and a plain model of it always agree."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.dice import SeededDice
from core.game import CLAIM, Refusal
from core.kit import check
from core.replay import resume
from core.table import Accepted, open_table
from tests.toy import game
from tests.toy.kit import Clock, ToyTable
from tests.toy.pieces import Action, Choose

SALTS = [bytes([n]) * 16 for n in range(256)]


@dataclass
class Known:
    """What the model keeps of one line of the record: what the table must be after it."""

    snapshot: bytes
    controllers: tuple[str, ...]
    counting: tuple[int, ...] = ()
    actor: int | None = None
    barrier: str = ""


class TableMachine(RuleBasedStateMachine):
    """The model: after which line the position had which bytes, and which lines still count."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clock = Clock()
        self.table: ToyTable
        self.known: list[Known] = []
        self.choices: dict[int, tuple[int, Action, bytes]] = {}
        self.files = 0

    def teardown(self) -> None:
        if self.known:
            check.check_replay(self.table)
            self.table.close()
        shutil.rmtree(self.folder)

    @initialize(
        seats=st.integers(2, 4), cards=st.integers(2, 5), gifts=st.booleans(), seed=st.binary(max_size=4)
    )
    def open(self, seats: int, cards: int, gifts: bool, seed: bytes) -> None:
        options = {"cards": cards, "gifts": gifts}
        self.table = open_table(
            game, options, ["Ann", "ai:random", "open", "Bob"][:seats], table_id="t", dice=SeededDice(seed),
            clock=self.clock, salts=lambda: SALTS[self.table.n % 256], spec="tests.toy:game",
        )  # fmt: skip
        self.table.save(self.next_path(), durable=False)
        self.note(self.counting)

    def next_path(self) -> Path:
        self.files += 1
        return self.folder / f"{self.files}.maharaja"

    def note(self, counting: tuple[int, ...], actor: int | None = None, barrier: str = "") -> None:
        """Every new line of the journal is known with what the table is after it."""
        table = self.table
        while len(self.known) <= table.n:
            self.known.append(Known(table.position.bytes, table.controllers, counting, actor, barrier))
            actor = None

    def accept(self, answer: object, actor: int) -> None:
        assert isinstance(answer, Accepted), answer
        line = len(self.known)
        self.note((*self.counting, line), actor, self.table.position.steps[-1].barrier)

    @property
    def counting(self) -> tuple[int, ...]:
        """The lines that changed the position and have not been undone."""
        return self.known[-1].counting if self.known else ()

    def current(self) -> bytes:
        return self.known[-1].snapshot

    # What may happen.

    @precondition(lambda self: self.table.pending)
    @rule(data=st.data())
    def submit(self, data: st.DataObject) -> None:
        owed = data.draw(st.sampled_from(self.table.pending))
        actions = self.table.legal(owed.seat).expand(60)
        action = data.draw(st.sampled_from(actions))
        n = self.table.n + 1
        salt = SALTS[n % 256] if isinstance(action, Choose) else None
        if salt is not None:
            self.choices[n] = (owed.seat, action, salt)
        self.accept(self.table.submit(owed.seat, owed.decision, self.table.n, action, salt), owed.seat)

    @precondition(lambda self: self.table.pending)
    @rule(data=st.data())
    def claim(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, len(self.table.controllers) - 1))
        claims = self.table.legal(seat).claims
        if claims:
            action = data.draw(st.sampled_from(claims)).nth(0)
            self.accept(self.table.submit(seat, CLAIM, self.table.n, action), seat)

    @precondition(lambda self: self.table.pending)
    @rule(back=st.integers(1, 5))
    def stale(self, back: int) -> None:
        """An answer for an older position, or to somebody else's question, changes nothing."""
        owed = self.table.pending[0]
        since = self.table.position.opened_at[owed]
        action = self.table.legal(owed.seat).first()
        if since - back >= 0:
            answer = self.table.submit(owed.seat, owed.decision, since - back, action)
            assert answer == Refusal("stale")
        others = [
            s for s in range(len(self.table.controllers)) if all(p.seat != s for p in self.table.pending)
        ]
        for other in others:
            answer = self.table.submit(other, owed.decision, self.table.n, action)
            assert isinstance(answer, Refusal)

    @rule(seat=st.integers(0, 3))
    def undo(self, seat: int) -> None:
        answer = self.table.undo(seat)
        last = self.known[self.counting[-1]] if self.counting else None
        if last is None or last.actor != seat or last.barrier:
            assert isinstance(answer, Refusal)
            return
        assert isinstance(answer, Accepted)
        self.gone_back(self.counting[-1])

    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        to = data.draw(st.integers(1, self.table.n + 1))
        everybody = list(range(len(self.table.controllers)))
        consent = data.draw(st.sampled_from([[], [0], everybody]))
        answer = self.table.take_back(0, to, consent)
        people = {s for s, who in enumerate(self.table.controllers) if who in ("Ann", "Bob")}
        if to not in self.counting or not people <= {0, *consent}:
            assert isinstance(answer, Refusal)
            return
        assert isinstance(answer, Accepted)
        self.gone_back(to)

    def gone_back(self, to: int) -> None:
        """The position is, to the byte, the one before line `to`."""
        decode = game.codec.state.decode
        was, now = (decode(data) for data in (self.known[to - 1].snapshot, self.table.position.bytes))
        assert now.due_ms >= was.due_ms, "time to think was lost"
        now.due_ms = was.due_ms
        assert now == was
        self.note(tuple(n for n in self.counting if n < to))
        # A choice that had been withdrawn when the program stopped may be needed again.
        self.send_again(True)

    @precondition(lambda self: self.table.pending)
    @rule(ms=st.integers(0, 70_000))
    def expire(self, ms: int) -> None:
        self.clock.ms += ms
        deadline = self.table.deadline()
        answer = self.table.expire()
        if deadline is None or deadline[1] > self.table.now_ms:
            assert answer == Refusal("not-expired")
        else:
            self.accept(answer, -1)

    @rule(seat=st.integers(-1, 4), controller=st.sampled_from(["Ann", "ai:random", "open", "Bob"]))
    def change_seat(self, seat: int, controller: str) -> None:
        refusal = self.table.set_seat(seat, controller, "hand-over")
        assert (refusal is None) == (0 <= seat < len(self.table.controllers))
        self.note(self.counting)

    @rule()
    def save(self) -> None:
        """Goes on in another file; the old one is let go."""
        self.table.save(self.next_path(), durable=False)

    @rule(own=st.booleans())
    def load(self, own: bool) -> None:
        """The program stops without a word and is started again."""
        self.table.journal.close()
        self.reopen(own)

    @rule(data=st.data())
    def damage(self, data: st.DataObject) -> None:
        """The file is cut in the middle of a line, or one of its bytes is changed."""
        path = self.table.journal.path
        assert path is not None
        self.table.journal.close()
        raw = path.read_bytes()
        first = raw.index(b"\n") + 1
        if first == len(raw):
            self.reopen(True)
            return
        at = data.draw(st.integers(first, len(raw) - 1))
        if data.draw(st.booleans()):
            path.write_bytes(raw[:at])
        else:
            path.write_bytes(raw[:at] + bytes([raw[at] ^ 0x15]) + raw[at + 1 :])
        intact = raw.count(b"\n", 0, at)
        if raw[at : at + 1] == b"\n" and len(path.read_bytes()) == at:
            intact += 1  # only the newline is missing
        del self.known[intact:]
        self.choices = {n: choice for n, choice in self.choices.items() if n < intact}
        self.reopen(True)

    def reopen(self, own: bool) -> None:
        path = self.folder / f"{self.files}.maharaja"
        self.table = resume(
            game, path, dice=SeededDice(b"again"), clock=self.clock, salts=lambda: SALTS[self.table.n % 256]
        )
        assert self.table.position.bytes == self.current(), "another position than before the stop"
        self.note(self.counting)
        self.send_again(own)

    def send_again(self, own: bool) -> None:
        """What the host lost its owners send again, or choose anew."""
        for handle, seat in self.table.owed().items():
            mine, action, salt = self.choices[handle]
            assert mine == seat
            if own:
                assert self.table.resend(seat, handle, action, bytes(16)) is not None or salt == bytes(16)
                assert self.table.resend(seat, handle, action, salt) is None
            else:
                assert self.table.reseal(seat, handle, action, salt) is None
                self.note(self.counting)
        assert not self.table.owed()

    @invariant()
    def agree(self) -> None:
        if self.known:
            assert self.table.position.bytes == self.current()
            assert self.table.controllers == self.known[-1].controllers
            assert len(self.known) == self.table.n + 1
            self.table.check()
            last = self.table.position.last()
            assert (last.n if last else 0) == (self.counting[-1] if self.counting else 0)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
