"""A record of a whole toy game in which every kind of line stands, and ways to spoil it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

from core.dice import SeededDice
from core.game import HOST, Pause, Resume
from core.replay import resume
from core.table import Accepted, open_table
from tests.toy import game
from tests.toy.kit import Clock, ToyTable
from tests.toy.pieces import Action, Choose, Stand, Withdraw

CONTROLLERS = ["Ann", "Bob", "ai:random"]


@dataclass
class Tale:
    """What the owners of the sealed choices know: handle, then seat, action and salt, newest last."""

    clock: Clock = field(default_factory=Clock)
    choices: dict[int, list[tuple[int, Action, bytes]]] = field(default_factory=dict)
    salts: int = 0

    def salt(self) -> bytes:
        """Another salt each time."""
        self.salts += 1
        return self.salts.to_bytes(2, "big") * 8

    def act(self, table: ToyTable, seat: int, action: Action) -> Accepted:  # type: ignore[type-arg]
        """An action that the table takes."""
        decision = 0
        if not isinstance(action, game.codec.claims):
            decision = next(p.decision for p in table.pending if p.seat == seat)
        salt = None
        if isinstance(action, Choose):
            salt = self.salt()
            self.choices[table.n + 1] = [(seat, action, salt)]
        self.clock.ms += 7
        answer = table.submit(seat, decision, table.n, action, salt)
        assert isinstance(answer, Accepted), answer
        return answer

    def go_on(self, path: Path, seed: bytes = b"later") -> ToyTable:
        """The record taken up again."""
        return resume(game, path, dice=SeededDice(seed), clock=self.clock, salts=self.salt)

    def send_again(self, table: ToyTable) -> None:
        """Every owner sends what it sealed."""
        for handle, seat in table.owed().items():
            mine = [choice[1:] for choice in self.choices[handle] if choice[0] == seat]
            answers = [table.resend(seat, handle, action, salt) for action, salt in mine]
            assert None in answers, f"nobody has the choice of line {handle + 1}"
        assert not table.owed()

    def play_to_end(self, table: ToyTable) -> None:
        """All answer with the first that is legal."""
        while table.pending:
            seat = table.pending[0].seat
            self.act(table, seat, table.legal(seat).first())

    def tell(self, path: Path) -> None:
        """Two sittings, with a crash between them."""
        table = open_table(
            game, {"cards": 4}, CONTROLLERS, table_id="tale", dice=SeededDice(b"first"), clock=self.clock,
            salts=self.salt, spec="tests.toy:game",
        )  # fmt: skip
        table.save(path)
        hands = table.position.state.hands
        self.act(table, 1, Stand(1))
        self.act(table, 0, Choose(hands[0][0]))
        self.act(table, 0, Withdraw())
        assert isinstance(table.undo(0), Accepted)
        self.act(table, 0, Withdraw())
        assert table.set_seat(2, "Cyd", "joined") is None
        for action in (Pause(0), Resume(0)):
            assert isinstance(table.host(action), Accepted)
        for seat in (0, 1, 2):
            self.act(table, seat, Choose(hands[seat][-1]))
        winner = table.pending[0].seat
        kept = self.act(table, winner, table.legal(winner).first())
        assert isinstance(table.take_back(winner, kept.n, [0, 1, 2]), Accepted)
        self.act(table, winner, table.legal(winner).offers[-1].nth(0))
        for seat in (0, 1):
            if any(p.seat == seat and p.kind == "answer" for p in table.pending):
                self.act(table, seat, table.legal(seat).first())
        hands = table.position.state.hands
        for seat in (0, 1):
            self.act(table, seat, Choose(hands[seat][0]))
        table.journal.close()  # a crash as others see it: no seed shown, plain choices gone

        self.clock.ms += 1000
        table = self.go_on(path, b"second")
        lost = dict(table.owed())
        assert sorted(lost.values()) == [0, 1]
        for handle, seat in lost.items():
            if seat == 0:
                assert table.resend(seat, handle, *self.choices[handle][0][1:]) is None
            else:
                other = (seat, Choose(hands[seat][1]), self.salt())
                assert table.reseal(seat, handle, *other[1:]) is None
                self.choices[handle].append(other)
        self.clock.ms += 60_000
        assert isinstance(table.expire(), Accepted)
        assert table.position.steps[-1].actor == HOST
        self.play_to_end(table)
        table.close()


def sum_up(line: bytes) -> bytes:
    """A line whose content somebody changed, with the checksum put right."""
    head = line.rstrip(b"\n").rpartition(b",")[0]
    return b"%b,%d]\n" % (head, crc32(head))


def change(raw: bytes, number: int, old: bytes, new: bytes) -> bytes:
    """The record with `old` in line `number` (from 0) replaced by `new`, checksum put right."""
    every = raw.splitlines(keepends=True)
    assert old in every[number], f"{old!r} is not in {every[number]!r}"
    every[number] = sum_up(every[number].replace(old, new, 1))
    return b"".join(every)


def write_save(path: str) -> None:
    """A new file for the saves folder."""
    Tale().tell(Path(path))
