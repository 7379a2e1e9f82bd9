"""The palace game meets the contract, in whole games of all kinds; whatever is done to a table, it stands."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.games.palaces import game
from core.games.palaces.actions import Plan, Withdraw
from core.games.palaces.events import Revealed
from core.kit import check
from core.table import Accepted
from tests.palaces.kit import PalaceTable, new_table, plain_answers, substitute


@pytest.mark.parametrize("seed", range(10))
def test_whole_games_meet_the_contract(seed: int) -> None:
    table, rng = new_table(seed), Random(seed)
    seats = len(table.controllers)
    play = check.RandomPlay(table, rng)
    while table.pending:
        assert table.n < 2000, "stuck"
        play.step()
        state = table.position.state
        if rng.random() < 0.1:
            check.check_pure(game, state, seats)
            for seat in range(seats):
                check.check_legal(game, state, seat, rng, 3)
                check.check_secrecy(game, state, seat, substitute)
            check.check_secrecy(game, state, None, substitute)
            owing = [pending.seat for pending in table.pending]
            if owing and rng.random() < 0.2:
                check.check_factored(game, state, rng.choice(owing), plain_answers)
    check.check_replay(table)


def test_a_plan_changes_no_byte_for_anybody_until_it_is_shown() -> None:
    """EUR-01: state, snapshot, views, events and digest of two games that differ in one sealed plan alone."""
    tables = [new_table(3, 3, auction="off") for _ in range(2)]
    rng = Random(1)
    while tables[0].pending[0].kind != "plan":
        owed = tables[0].pending[0]
        action = tables[0].legal(owed.seat).sample(rng)
        for table in tables:
            assert isinstance(table.submit(owed.seat, owed.decision, table.n, action), Accepted)
    for table, plan in zip(tables, (Plan(0, 0), Plan(5, 8)), strict=True):
        owed = table.pending[0]
        assert isinstance(table.submit(0, owed.decision, table.n, plan), Accepted)
    one, other = tables
    assert one.position.bytes == other.position.bytes
    assert one.position.digest == other.position.digest
    for seat in (0, 1, 2, None):
        assert game.codec.encode(one.view(seat)) == game.codec.encode(other.view(seat))
        assert one.history(seat) == other.history(seat)
    assert one.sealed_of(0) != other.sealed_of(0), "its owner knows it"
    assert one.sealed_of(1) == other.sealed_of(1) == {}


class AnyTable(RuleBasedStateMachine):
    """Answers, claims, undo, wrong answers, going on from the record: the position is always sound."""

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed: int) -> None:
        self.table: PalaceTable = new_table(seed)
        self.rng = Random(seed)
        self.shown: list[int] = []

    @property
    def going(self) -> bool:
        return bool(self.table.pending)

    @rule(pick=st.integers(0, 1 << 30), times=st.integers(1, 12))
    def answer(self, pick: int, times: int) -> None:
        rng = Random(pick)
        for _ in range(times):
            if not self.table.pending:
                return
            owed = rng.choice(self.table.pending)
            action = self.table.legal(owed.seat).sample(rng)
            answer = self.table.submit(owed.seat, owed.decision, self.table.n, action)
            assert isinstance(answer, Accepted), answer
            self.shown = [event.seat for event in answer.events if isinstance(event, Revealed)]

    @precondition(lambda self: self.going)
    @rule(seat=st.integers(0, 4))
    def take_back(self, seat: int) -> None:
        if seat < len(self.table.controllers):
            planning = self.table.pending[0].kind == "plan"
            mine = self.table.position.state.sealed[seat] > 0
            answer = self.table.submit(seat, 0, self.table.n, Withdraw())
            assert isinstance(answer, Accepted) == (planning and mine)

    @precondition(lambda self: self.going)
    @rule(seat=st.integers(0, 4))
    def undo(self, seat: int) -> None:
        last = self.table.position.last()
        if seat < len(self.table.controllers) and last is not None:
            answer = self.table.undo(seat)
            assert isinstance(answer, Accepted) == (last.actor == seat and not last.barrier)
            assert not (isinstance(answer, Accepted) and any(isinstance(e, Revealed) for e in last.events))

    @precondition(lambda self: self.going)
    @rule(pick=st.integers(0, 1 << 30), change=st.integers(0, 40))
    def wrong(self, pick: int, change: int) -> None:
        """One field away from a legal answer: `refuse` and the list agree, and nothing happens."""
        owed = self.table.pending[0]
        action = self.table.legal(owed.seat).sample(Random(pick))
        others = list(check.mutations(game, action))
        if others:
            other = others[change % len(others)]
            before = self.table.position.bytes
            refusal = game.refuse(self.table.position.state, owed.seat, other)
            assert self.table.legal(owed.seat).contains(other) == (refusal is None)
            assert self.table.position.bytes == before

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "table"):
            self.table.check()

    def teardown(self) -> None:
        if hasattr(self, "table"):
            check.check_replay(self.table)


AnyTable.TestCase.settings = settings(
    max_examples=12, stateful_step_count=20, suppress_health_check=[HealthCheck.too_slow]
)
TestAnyTable = AnyTable.TestCase
