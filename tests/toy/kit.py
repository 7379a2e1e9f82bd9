"""Small tables of the toy game with written-down dice and a clock set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from core.dice import ScriptedDice, SeededDice
from core.game import CLAIM, Refusal
from core.options import OptionValue
from core.table import Accepted, Table, open_table
from tests.toy import game
from tests.toy.pieces import Action, Choose, Event, Resign, Stand, State, View, Withdraw

ToyTable = Table[State, Action, Event, View]


class Script(SeededDice):
    """Dice whose results a test writes down."""

    def __init__(self, rolls: Sequence[int], deal: Sequence[int]) -> None:
        super().__init__(b"script")
        rest = [card for card in range(20) if card not in deal]
        self._script = ScriptedDice(rolls, [[*deal, *rest]])

    def roll(self, count: int, sides: int) -> list[int]:
        return self._script.roll(count, sides)

    def shuffle(self, size: int) -> list[int]:
        return self._script.shuffle(size)


@dataclass
class Clock:
    """Table time in ms, moved by hand."""

    ms: int = 0

    def __call__(self) -> int:
        return self.ms


@dataclass
class Toy:
    """A table and short words for what the seats do."""

    table: ToyTable
    clock: Clock

    def act(self, seat: int, action: Action) -> Accepted[Event] | Refusal:
        """Submits an answer to the seat's open decision, or a claim."""
        claim = isinstance(action, (Withdraw, Stand, Resign))
        mine = [p.decision for p in self.table.pending if p.seat == seat]
        decision = CLAIM if claim else mine[0] if mine else 1
        return self.table.submit(seat, decision, self.table.n, action)

    def choose(self, *cards: int) -> list[Event]:
        """All seats that owe a card seal these in turn; the events of the last."""
        events: list[Event] = []
        for pending, card in zip(self.table.pending, cards, strict=True):
            answer = self.act(pending.seat, Choose(card))
            assert isinstance(answer, Accepted), answer
            events = answer.events
        return events

    @property
    def state(self) -> State:
        return self.table.position.state


def toy(
    hands: Sequence[Sequence[int]],
    rolls: Sequence[int] = (),
    controllers: Sequence[str] | None = None,
    **options: OptionValue,
) -> Toy:
    """A table with these hands; `rolls` are all dice to come."""
    clock = Clock()
    deal = [card - 1 for hand in hands for card in hand]
    table = open_table(
        game,
        {"cards": len(hands[0]), **options},
        controllers or ["person"] * len(hands),
        table_id="t",
        dice=Script(rolls, deal),
        clock=clock,
        salts=iter(bytes([n]) * 16 for n in range(1, 200)).__next__,
        spec="tests.toy:game",
    )
    return Toy(table, clock)


def new_table(seed: int) -> ToyTable:
    """Another kind of table for each seed, with real dice; every look at the clock takes 0.7 s."""
    options = {"cards": 2 + seed % 4, "gifts": seed % 3 > 0, "seconds": 20 * (seed % 2)}
    return open_table(
        game, options, ["person"] * (2 + seed % 3), table_id=f"t{seed}", dice=SeededDice(b"%d" % seed),
        clock=count(0, 700).__next__, salts=lambda: bytes(16), spec="tests.toy:game",
    )  # fmt: skip
