"""A correction put to the vote: once all have agreed it is made, and the record says who agreed."""

from __future__ import annotations

from random import Random

from core.dice import SeededDice
from core.game import Refusal
from core.games.empires.actions import Action, CorrectPoints
from core.games.empires.charts import shipped
from core.games.empires.events import Event
from core.games.empires.rules import Empires
from core.games.empires.state import State
from core.games.empires.view import View
from core.lines import Agreed, from_bytes
from core.table import Table, open_table
from net import messages as m
from net.people import Person
from net.play import Play
from net.seats import Slot
from net.votes import Votes

GAME = Empires(shipped())


def at_a_move(slots: list[Slot]) -> Table[State, Action, Event, View]:
    table = open_table(
        GAME, {}, [slot.label for slot in slots], table_id="t", dice=SeededDice(b"1"), clock=lambda: 0,
        salts=lambda: bytes(16),
    )  # fmt: skip
    while table.pending[0].kind != "move":
        owed = table.pending[0]
        table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).first())
    return table


def test_a_correction_waits_for_all_and_the_record_names_them() -> None:
    ann, ben = Person(1, "Ann", b"", host=True), Person(2, "Ben", b"")
    slots = [Slot(ann), Slot(ben), Slot(ben), Slot(None, "random")]
    table = at_a_move(slots)
    play = Play(table, slots, m.Rules, lambda _: None, lambda *_: None, Random(1))  # type: ignore[arg-type]  # of any game
    votes = Votes(play)
    wanted = m.Propose(1, 0, "correct", 0, GAME.codec.encode(CorrectPoints(0, 2)))
    line = table.n

    assert votes.propose(ben, wanted) == Refusal("host-only")
    assert votes.propose(ann, wanted) is None
    assert (table.n, table.position.state.points[0]) == (line, 0)
    assert votes.open is not None
    assert votes.vote(ben, votes.open.number, yes=True) is None
    assert (table.n, table.position.state.points[0]) == (line + 1, 2)
    body = from_bytes(table.journal.lines[-1], table.n).body
    assert isinstance(body, Agreed)
    assert body.consent == [0, 1, 2]
    assert votes.open is None
