"""The table: who may do what when, what undo may cross, and what happens when something fails."""

from __future__ import annotations

import logging
from random import Random

import pytest

from core.game import CLAIM, HOST, Expire, Pause, Refusal, Sealed
from core.kit import check
from core.options import parse
from core.replay import replay
from core.table import Accepted
from core.vault import Choice
from tests.toy import game
from tests.toy.kit import Toy, new_table, toy
from tests.toy.pieces import Answer, Choose, Dealt, Give, Keep, Resign, Stand, State, Stood, Withdraw

HANDS = [(3, 9, 11), (1, 20, 12), (6, 17, 18)]


def code(answer: object) -> str:
    """The refusal's code; '' if accepted."""
    assert isinstance(answer, Refusal | Accepted | None)
    return answer.code if isinstance(answer, Refusal) else ""


# Who may act.


def test_another_seats_answer_does_not_make_mine_stale() -> None:
    """Simultaneous choices: all answers are made for the same position."""
    table = toy(HANDS).table
    known, decision = table.n, table.pending[0].decision
    for seat, card in ((2, 6), (0, 3)):
        assert code(table.submit(seat, decision, known, Choose(card))) == ""


def test_an_answer_sent_twice_counts_once() -> None:
    table = toy(HANDS).table
    known, decision = table.n, table.pending[0].decision
    assert code(table.submit(0, decision, known, Choose(3))) == ""
    before = table.position.digest
    assert code(table.submit(0, decision, known, Choose(3))) == "not-your-decision"
    assert table.position.digest == before


def test_an_answer_made_for_a_position_since_undone_is_refused() -> None:
    """The same decision is open again after an undo; the late answer was made for what is gone."""
    table = toy(HANDS).table
    decision = table.pending[0].decision
    table.submit(0, decision, table.n, Choose(3))
    known = table.n
    table.submit(1, decision, table.n, Choose(1))
    table.undo(1)
    assert code(table.submit(1, decision, known, Choose(20))) == "stale"
    assert code(table.submit(1, decision, table.n, Choose(20))) == ""


@pytest.mark.parametrize(
    ("actor", "wanted"), [(3, "unknown-seat"), (HOST, "unknown-seat"), (1, "not-your-decision")]
)
def test_only_the_asked_seat_answers(actor: int, wanted: str) -> None:
    table = toy(HANDS, [2, 3])
    table.choose(3, 1, 18)
    owed = table.table.pending[0]
    assert owed.seat == 2
    assert code(table.table.submit(actor, owed.decision, table.table.n, Keep())) == wanted


def test_a_claim_is_no_answer_and_an_answer_no_claim() -> None:
    table = toy(HANDS).table
    assert code(table.submit(0, CLAIM, table.n, Choose(3))) == "not-your-decision"
    assert code(table.submit(0, table.pending[0].decision, table.n, Stand(1))) == "not-your-decision"


def test_a_claim_needs_no_turn_and_leaves_questions_open() -> None:
    table = toy(HANDS, [2, 3])
    table.choose(3, 1, 18)
    asked = table.table.pending
    assert code(table.act(0, Stand(1))) == ""
    assert table.table.pending == asked


def test_nothing_is_accepted_after_the_end() -> None:
    table = toy([(3, 9), (1, 20)])
    table.act(0, Resign())
    assert table.table.outcome is not None
    assert code(table.act(1, Resign())) == "over"
    assert code(table.table.host(Pause(0))) == "over"
    table.table.close()
    assert code(table.act(1, Resign())) == "closed"


def test_nobody_but_the_host_acts_for_the_host() -> None:
    table = toy(HANDS)
    assert code(table.table.submit(0, 1, table.table.n, Expire(1))) != ""  # type: ignore[arg-type]
    assert game.refuse(table.state, 0, Expire(1)) == Refusal("host-only")


# RUL-01: undo.


def test_rul_01_undo_is_last_in_first_out_and_exact() -> None:
    table = toy(HANDS, [2, 3])
    seen = [table.table.position.bytes]
    for seat, action in ((0, Choose(3)), (0, Withdraw()), (0, Choose(9)), (0, Stand(1)), (0, Stand(2))):
        assert code(table.act(seat, action)) == ""
        seen.append(table.table.position.bytes)
    for before in reversed(seen[:-1]):
        assert code(table.table.undo(1)) == "nothing-to-undo"
        assert code(table.table.undo(0)) == ""
        assert table.table.position.bytes == before
    assert code(table.table.undo(0)) == "nothing-to-undo"
    table.choose(11, 20, 17)
    check.check_replay(table.table)


# RUL-02: undo shows nothing new.


def give_and_wait() -> Toy:
    table = toy(HANDS, [2, 3, 1, 1])
    table.choose(3, 1, 18)
    return table


@pytest.mark.parametrize(
    ("barrier", "seat"), [("dice", 2), ("hand-over", 2), ("host", HOST), ("out", 0), ("end", 1)]
)
def test_rul_02_undo_stops_and_says_why(barrier: str, seat: int) -> None:
    table = give_and_wait()
    match barrier:
        case "hand-over":
            table.act(2, Give(0, 4))
        case "host":
            table.table.host(Pause(0))
        case "out":
            table.act(0, Resign())
        case "end":
            table.act(0, Resign())
            table.act(1, Resign())
    line = table.table.position.steps[-1].n
    before = table.table.position.digest
    assert table.table.position.steps[-1].barrier == barrier
    answer = table.table.undo(seat)
    assert answer == Refusal("barrier", params={"barrier": barrier, "line": line})
    assert table.table.position.digest == before


def test_rul_02_a_judged_secret_is_a_barrier() -> None:
    """Learning that all cards were small is learning something."""
    table = toy([(3, 9, 11), (1, 20, 12)])
    table.choose(3, 1)
    assert code(table.table.undo(1)) == "barrier"


def test_rul_02_going_further_needs_all_people_and_is_logged() -> None:
    table = give_and_wait()
    table.table.set_seat(1, "ai:random", "left")
    table.act(2, Keep())
    assert table.table.take_back(2, 1, [2]) == Refusal("consent-missing", params={"seats": (0,)})
    assert code(table.table.take_back(2, 99, [0])) == "nothing-to-undo"
    assert code(table.table.take_back(2, 1, [0])) == ""
    assert [p.seat for p in table.table.pending] == [0, 1, 2]
    assert b'"undo"' in table.table.journal.lines[-1]
    assert b"[2,1,[0]," in table.table.journal.lines[-1]
    check.check_replay(table.table)


def test_dice_are_new_after_a_take_back() -> None:
    """The generator goes on: nobody gets the roll again that was taken back."""
    table = toy(HANDS, [2, 3, 6, 6])
    table.choose(3, 1, 18)
    table.table.take_back(0, 1, [0, 1, 2])
    table.choose(3, 1, 18)
    assert table.state.pot == 12


# RUL-08, RUL-10, RUL-14, RUL-18.


@pytest.mark.parametrize("seed", range(5))
def test_rul_08_a_position_is_over_or_somebody_can_act(seed: int) -> None:
    table = new_table(seed)
    play = check.RandomPlay(table, Random(seed), claims=100)
    while table.pending:
        for owed in table.pending:
            assert table.legal(owed.seat).count() > 0
        play.step()
    assert table.outcome is not None


def test_rul_10_choices_of_a_round_do_not_reach_the_next() -> None:
    table = give_and_wait()
    table.act(2, Keep())
    assert table.state.sealed == [0, 0, 0]
    assert not table.state.voided
    assert table.table.view(0).ready == (False, False, False)


def test_rul_14_looking_back_leaves_the_game_alone() -> None:
    table = give_and_wait()
    before = table.table.position.digest, table.table.n
    again = check.check_replay(table.table)
    again.position.go_back(99, 1, again.position.before(1, 0))
    assert (table.table.position.digest, table.table.n) == before
    assert [step.undone for step in table.table.position.steps] == [False] * 3


def test_rul_18_the_round_goes_on_without_a_seat_that_left() -> None:
    table = give_and_wait()
    table.act(2, Give(0, 4))
    table.act(0, Resign())
    assert {p.seat for p in table.table.pending} == {1, 2}
    assert code(table.act(0, Answer(True))) == "not-your-decision"


# RUL-04: trust in the dice.


def test_rul_04_rolls_are_in_the_record_and_follow_from_the_seed_committed_to() -> None:
    table = new_table(4)
    check.RandomPlay(table, Random(1)).run(2000)
    table.close()
    again = replay(game, check.record_of(table))
    assert again.unchecked == 0


# When something fails.


def test_a_fault_in_the_rules_changes_nothing_and_tells_no_secret(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = toy(HANDS, [4, 4])
    table.act(0, Choose(3))
    table.act(1, Choose(1))
    before = (table.table.position.bytes, table.table.position.digest, table.table.n, table.table.pending)

    def broken(state: State, *_: object) -> None:
        hands = str(state.hands)
        state.hands.clear()
        raise ZeroDivisionError(hands)

    monkeypatch.setattr(game, "_reveal", broken)
    with caplog.at_level(logging.ERROR):
        assert code(table.act(2, Choose(6))) == "engine-fault"
    assert "the rules failed after line 2: Sealed by 2: ZeroDivisionError" in caplog.text
    assert "[" not in caplog.text.split("ZeroDivisionError", 1)[1]
    monkeypatch.undo()
    now = (table.table.position.bytes, table.table.position.digest, table.table.n, table.table.pending)
    assert now == before
    table.table.check()
    assert code(table.act(2, Choose(17))) == "", "the table goes on"


def test_a_fault_while_looking_at_the_new_position_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = toy(HANDS)
    before = table.table.position.bytes
    fails = iter([True])
    outcome = game.outcome

    def broken(state: State) -> object:
        if next(fails, False):
            raise RuntimeError
        return outcome(state)

    monkeypatch.setattr(game, "outcome", broken)
    assert code(table.act(0, Choose(3))) == "engine-fault"
    monkeypatch.undo()
    assert table.table.position.bytes == before
    assert not table.table.vault.choices
    assert code(table.act(0, Choose(3))) == ""


# Options.


def test_options_of_the_toy_from_words() -> None:
    assert parse(game.meta.options, ["cards=3", "gifts=off"]) == {"cards": 3, "seconds": 60, "gifts": False}


# Faults that a stranger's program or a hurried host could try.


def test_no_view_of_a_seat_that_is_not_there() -> None:
    """A negative seat would otherwise count from the end and show that seat's hand."""
    table = toy(HANDS).table
    for look in (table.view, table.legal, table.history):
        for seat in (HOST, 3):
            with pytest.raises(ValueError, match="no seat"):
                look(seat)


def test_history_carries_nothing_but_what_the_seat_may_see() -> None:
    table = toy(HANDS)
    table.act(1, Stand(2))
    (told,) = table.table.history(0, 0)
    assert (told.actor, told.events) == (1, [])
    assert not hasattr(told, "before")


def test_the_barrier_behind_a_step_is_told_to_its_maker_alone() -> None:
    table = toy(HANDS, rolls=[1, 2])
    for seat, card in enumerate((3, 1, 6)):
        table.act(seat, Choose(card))
    told = {seat: [step.barrier for step in table.table.history(seat, 0)] for seat in (0, 1, 2, None)}
    refused = table.table.undo(2)
    assert isinstance(refused, Refusal) and told[2][-1] == dict(refused.params)["barrier"] != ""
    assert told[0] == told[1] == told[None] == [""] * len(told[2])


def test_history_begins_with_the_set_up() -> None:
    table = toy(HANDS)
    table.act(0, Choose(3))
    opening, first = table.table.history(1)
    assert (opening.n, opening.actor, opening.events) == (0, HOST, [Dealt(3)])
    assert first.n == 1
    assert table.table.history(1, 0) == [first]


def test_of_the_set_up_a_seat_is_told_what_it_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    table = toy(HANDS)
    monkeypatch.setattr(table.table.position, "opening", [Dealt(3), Stood(0, 1)])
    assert [len(table.table.history(seat)[0].events) for seat in (0, 1, None)] == [2, 1, 1]


def test_a_closed_table_stays_as_it_is() -> None:
    table = toy(HANDS)
    table.act(0, Choose(3))
    table.table.close()
    before = (table.table.n, table.table.position.digest)
    assert code(table.table.undo(0)) == "closed"
    assert code(table.table.take_back(0, 1, [1, 2])) == "closed"
    assert code(table.table.set_seat(0, "Eve", "took-over")) == "closed"
    assert code(table.table.host(Pause(0))) == "closed"
    assert (table.table.n, table.table.position.digest) == before


def test_a_take_back_is_between_the_seats_of_the_table() -> None:
    table = toy(HANDS)
    table.act(0, Choose(3))
    assert code(table.table.take_back(99, 1, [0, 1, 2])) == "unknown-seat"
    assert code(table.table.take_back(0, 1, [1, 2, 77])) == "unknown-seat"


def test_nobody_hands_in_a_sealed_choice_of_another() -> None:
    table = toy(HANDS)
    table.act(0, Choose(3))
    forged = table.table.submit(1, table.table.pending[0].decision, table.table.n, Sealed(1))  # type: ignore[arg-type]
    assert code(forged) == "not-your-decision"


def test_undo_gives_the_time_back() -> None:
    table = toy(HANDS, seconds=60)
    table.clock.ms = 50_000
    table.act(0, Choose(3))
    table.clock.ms = 100_000
    assert code(table.table.undo(0)) == ""
    assert table.table.deadline() == (0, 110_000)


def test_a_pause_or_a_strangers_claim_leaves_an_answer_under_way_good() -> None:
    table = toy(HANDS, [2, 3])
    table.choose(3, 1, 18)
    known, owed = table.table.n, table.table.pending[0]
    table.act(0, Stand(1))
    table.table.host(Pause(0))
    assert code(table.table.submit(2, owed.decision, known, Keep())) == ""


def test_an_interrupt_while_writing_leaves_neither_half_a_line_nor_half_an_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = toy(HANDS)
    before = (table.table.n, table.table.position.digest, len(table.table.position.steps))

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(table.table.journal, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        table.act(0, Choose(3))
    monkeypatch.undo()
    assert (table.table.n, table.table.position.digest, len(table.table.position.steps)) == before
    assert code(table.act(0, Choose(9))) == ""
    check.check_replay(table.table)


def test_a_lost_choice_is_replaced_only_by_one_that_can_be() -> None:
    """And nobody else waits for it before it is needed."""
    table = toy(HANDS, [2, 2])
    table.act(0, Choose(3))
    choices = table.table.vault.choices
    choices[1] = Choice(0, choices[1].commitment)
    assert table.table.owed() == {1: 0}
    assert code(table.act(1, Choose(1))) == ""
    assert code(table.act(2, Choose(17))) == "choice-owed"
    assert code(table.table.reseal(0, 1, Choose(99))) == "not-in-hand"
    assert code(table.table.reseal(0, 1, Keep())) == "not-the-choice-made"
    assert code(table.table.reseal(1, 1, Choose(9))) == "not-owed"
    assert code(table.table.reseal(0, 1, Choose(9))) == ""
    assert code(table.act(2, Choose(17))) == ""


def test_nobody_waits_for_the_lost_choice_of_a_seat_that_left() -> None:
    table = toy(HANDS, [2, 2])
    table.act(0, Choose(3))
    table.act(0, Resign())
    choices = table.table.vault.choices
    choices[1] = Choice(0, choices[1].commitment)
    assert table.table.owed() == {}
    table.choose(1, 17)
    assert [p.kind for p in table.table.pending] == ["give"]
