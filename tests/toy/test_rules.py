"""The toy game's sections, each proven on a small position set by hand."""

from __future__ import annotations

import pytest

from core.faults import UserError
from core.game import Drop, Pause, Refusal, Resume
from core.table import Accepted, open_table
from tests.toy import game
from tests.toy.kit import Script, toy
from tests.toy.pieces import (
    Answer,
    Answered,
    Choose,
    Give,
    Keep,
    Kept,
    Out,
    Resign,
    Rolled,
    Shown,
    Stand,
    Stood,
    TimeUp,
    Void,
    Withdraw,
)


def refused(answer: object, code: str) -> bool:
    return isinstance(answer, Refusal) and answer.code == code


@pytest.mark.rule("1.1a")
def test_cards_are_dealt_once_each() -> None:
    table = toy([(5, 9), (1, 20), (7, 3)])
    assert table.state.hands == [[5, 9], [1, 20], [3, 7]]


@pytest.mark.rule("1.1b")
@pytest.mark.parametrize("seats", [1, 5])
def test_one_seat_or_five_cannot_play(seats: int) -> None:
    with pytest.raises(UserError, match="2 to 4 seats"):
        open_table(game, {}, ["p"] * seats, table_id="t", dice=Script([], range(20)), clock=int, salts=bytes)


@pytest.mark.rule("1.2a")
def test_hand_and_standing_answer_are_for_their_owner() -> None:
    table = toy([(5, 9), (1, 20)])
    answer = table.act(1, Stand(2))
    assert isinstance(answer, Accepted) and answer.events == [Stood(1, 2)]
    assert game.redact(Stood(1, 2), 0) is None
    assert game.redact(Stood(1, 2), None) is None
    assert game.redact(Stood(1, 2), 1) == Stood(1, 2)
    assert table.table.view(0).hand == (5, 9)
    assert table.table.view(0).standing == 0
    assert table.table.view(None).hand == ()


@pytest.mark.rule("2.1a")
def test_a_card_not_in_the_hand_is_refused() -> None:
    assert refused(toy([(5, 9), (1, 20)]).act(0, Choose(20)), "not-in-hand")


@pytest.mark.rule("2.1b")
def test_an_answer_to_another_question_is_refused() -> None:
    table = toy([(5, 9, 11), (1, 20, 12)], [2, 2])
    assert refused(table.act(0, Keep()), "not-asked")
    table.choose(5, 20)
    assert refused(table.act(1, Choose(1)), "not-asked")
    assert refused(table.act(1, Answer(True)), "not-asked")
    assert table.state.points == [0, 0]


@pytest.mark.rule("2.2a")
def test_a_sealed_card_is_taken_back_until_the_reveal() -> None:
    table = toy([(5, 9, 11), (1, 20, 12)], [2, 2])
    assert refused(table.act(0, Withdraw()), "nothing-to-withdraw")
    table.act(0, Choose(5))
    assert [p.seat for p in table.table.pending] == [1]
    table.act(0, Withdraw())
    assert [p.seat for p in table.table.pending] == [0, 1]
    assert Shown(0, 9) in table.choose(9, 20)
    assert refused(table.act(0, Withdraw()), "nothing-to-withdraw")


@pytest.mark.rule("2.3a")
def test_the_last_cards_are_played_unasked() -> None:
    table = toy([(5, 9), (1, 20)], [2, 2, 3, 4])
    table.choose(9, 20)
    answer = table.act(1, Keep())
    assert isinstance(answer, Accepted)
    assert answer.events == [Kept(1, 4), Shown(0, 5), Shown(1, 1), Rolled(0, (3, 4))]
    assert [(p.seat, p.kind) for p in table.table.pending] == [(0, "give")]


@pytest.mark.rule("2.4a")
def test_who_does_not_choose_in_time_plays_the_lowest_card() -> None:
    table = toy([(5, 9, 11), (1, 20, 12)], [2, 2], seconds=60)
    table.act(1, Choose(20))
    table.clock.ms = 59_999
    assert refused(table.table.expire(), "not-expired")
    table.clock.ms = 60_000
    answer = table.table.expire()
    assert isinstance(answer, Accepted)
    assert answer.events[:2] == [TimeUp(0), Shown(0, 5)]


@pytest.mark.rule("2.4b")
@pytest.mark.parametrize("stop", [Pause(0), Drop(0)])
def test_a_pause_stops_the_clock(stop: Pause | Drop) -> None:
    table = toy([(5, 9, 11), (1, 20, 12)], seconds=60)
    table.clock.ms = 50_000
    table.table.host(stop)
    table.clock.ms = 500_000
    assert table.table.deadline() is None
    table.table.host(Resume(0))
    assert table.table.deadline() == (0, 510_000)


@pytest.mark.rule("3.1a")
def test_the_highest_card_wins_the_roll() -> None:
    table = toy([(5, 9, 11), (1, 20, 12), (6, 17, 18)], [6, 1])
    assert Rolled(2, (6, 1)) in table.choose(5, 1, 17)


@pytest.mark.rule("3.1b")
def test_small_cards_alone_are_chosen_again_unseen() -> None:
    table = toy([(3, 9, 11), (1, 20, 12)], [1, 1])
    table.choose(3, 1)
    assert table.table.position.steps[-1].events[-1] == Void()
    assert not any(isinstance(event, Shown) for event in table.table.position.steps[-1].events)
    # Once a round only.
    assert Shown(1, 1) in table.choose(3, 1)


@pytest.mark.rule("3.2a")
@pytest.mark.parametrize(("to", "points"), [(1, 1), (0, 5), (0, 0), (2, 1), (-1, 1)])
def test_gifts_that_cannot_be(to: int, points: int) -> None:
    table = toy([(3, 9, 11), (1, 20, 12)], [1, 3])
    table.choose(9, 20)
    assert refused(table.act(1, Give(to, points)), "no-such-gift")


@pytest.mark.rule("3.2a")
def test_without_the_option_nobody_is_asked_about_gifts() -> None:
    table = toy([(3, 9, 11), (1, 20, 12)], [1, 3], gifts=False)
    assert Kept(1, 4) in table.choose(9, 20)
    assert {p.kind for p in table.table.pending} == {"choose"}


@pytest.mark.rule("3.3a")
@pytest.mark.parametrize(("yes", "points"), [(True, [3, 1]), (False, [0, 4])])
def test_an_offer_is_accepted_or_declined(yes: bool, points: list[int]) -> None:
    table = toy([(3, 9, 11), (1, 20, 12)], [1, 3])
    table.choose(9, 20)
    table.act(1, Give(0, 3))
    assert [(p.seat, p.kind, p.subject) for p in table.table.pending] == [(0, "answer", (1, 3))]
    table.act(0, Answer(yes))
    assert table.state.points == points


@pytest.mark.rule("3.3b")
@pytest.mark.parametrize(("standing", "points"), [(1, [3, 1]), (2, [0, 4])])
def test_a_standing_answer_is_used_unasked(standing: int, points: list[int]) -> None:
    table = toy([(3, 9, 11), (1, 20, 12)], [1, 3])
    table.act(0, Stand(standing))
    table.choose(9, 20)
    answer = table.act(1, Give(0, 3))
    assert isinstance(answer, Accepted)
    assert Answered(0, standing == 1, True) in answer.events
    assert table.state.points == points


@pytest.mark.rule("4.1a")
def test_nobody_waits_for_a_seat_that_left() -> None:
    table = toy([(3, 9, 11), (1, 20, 12), (6, 17, 18)], [1, 3])
    table.act(0, Choose(3))
    table.act(2, Choose(17))
    answer = table.act(1, Resign())
    assert isinstance(answer, Accepted)
    assert answer.events[0] == Out(1)
    assert Rolled(2, (1, 3)) in answer.events
    assert refused(table.act(1, Resign()), "not-playing")


@pytest.mark.rule("4.1a")
def test_a_seat_that_leaves_with_an_open_question_declines() -> None:
    table = toy([(3, 9, 11), (1, 20, 12), (6, 17, 18)], [1, 3])
    table.choose(9, 20, 17)
    table.act(1, Give(0, 3))
    table.act(0, Resign())
    assert table.state.points == [0, 4, 0]
    assert [p.seat for p in table.table.pending] == [1, 2]


@pytest.mark.rule("4.2a")
def test_equal_points_share_a_place() -> None:
    table = toy([(5, 9), (1, 20)], [2, 2, 1, 3])
    table.choose(9, 20)
    table.act(1, Keep())
    table.act(0, Keep())
    assert table.table.outcome is not None
    assert table.table.outcome.ranking == ((0, 1),)
