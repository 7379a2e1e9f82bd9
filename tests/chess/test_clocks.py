"""Clocks, pauses, drops and flags, with a clock set by hand (5.1 to 5.6)."""

from __future__ import annotations

import pytest

from core.game import HOST, Outcome, Pause
from core.games.chess.actions import AcceptDraw, Action, OfferDraw, Resign
from core.games.chess.events import Ended, FlagFell, Held, Moved, Paused, Released, WentOn
from tests.chess.board import MARSHALS, Sitting, army

MINUTE = 60_000


def begun(**options: int) -> Sitting:
    """A timed game in which both have moved in no time; White is to move."""
    sitting = Sitting(**{"minutes": 1, **options})
    sitting.play("e2e4", "e7e5")
    return sitting


@pytest.mark.rule("5.1a")
def test_a_move_costs_its_time_and_brings_the_increment() -> None:
    sitting = Sitting(minutes=1, increment=2)
    assert sitting.table.deadline() == (0, MINUTE)
    (moved,) = sitting.play("e2e4", each=3_500)
    assert isinstance(moved, Moved) and moved.left == 58_500
    assert sitting.table.deadline() == (1, 3_500 + MINUTE)
    sitting.play("e7e5", "g1f3", each=1_000)
    assert sitting.left() == (59_500, 61_000)
    assert sitting.table.deadline() == (1, 5_500 + 61_000)


@pytest.mark.rule("5.1a")
def test_the_clock_of_a_hidden_game_starts_with_the_reveal() -> None:
    sitting = Sitting(setup="hidden", minutes=1)
    sitting.does(0, army(MARSHALS))
    sitting.ms = 500_000
    assert sitting.table.deadline() is None
    sitting.does(1, army(MARSHALS))
    assert sitting.table.deadline() == (0, 500_000 + MINUTE)


@pytest.mark.rule("5.1b")
def test_the_flag_falls_at_its_moment_and_once() -> None:
    sitting = begun()
    sitting.ms = MINUTE - 1
    assert sitting.expire() == "not-expired"
    sitting.ms = MINUTE
    assert sitting.expire() == [FlagFell(0), Ended(1, "time")]
    assert sitting.expire() == "not-expired"
    assert sitting.table.outcome == Outcome(((1,), (0,)), (0, 2), "time")


@pytest.mark.rule("5.1b")
def test_a_move_after_the_fall_of_the_flag_comes_too_late() -> None:
    in_time = begun()
    in_time.ms = MINUTE - 1
    assert isinstance(in_time.play("g1f3")[0], Moved)
    sitting = begun()
    sitting.ms = MINUTE
    assert sitting.play("g1f3") == [FlagFell(0), Ended(1, "time")]
    assert sitting.fen.endswith("w KQkq e6 0 2 -")


@pytest.mark.rule("5.1b")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("claim", [Resign(), OfferDraw(), AcceptDraw()])
def test_nothing_that_is_declared_after_the_fall_of_the_flag_counts(seat: int, claim: Action) -> None:
    sitting = begun()
    if claim == AcceptDraw():
        sitting.does(1 - seat, OfferDraw())
    sitting.ms = MINUTE
    assert sitting.does(seat, claim) == [FlagFell(0), Ended(1, "time")]


@pytest.mark.rule("5.1b")
def test_no_pause_comes_after_the_fall_of_the_flag() -> None:
    for stop in (Sitting.pause, Sitting.drop):
        sitting = begun()
        sitting.ms = MINUTE
        assert stop(sitting, 0) == [FlagFell(0), Ended(1, "time")]


@pytest.mark.rule("2.7a", "5.1b")
def test_a_flag_against_a_bare_king_is_a_draw() -> None:
    sitting = Sitting.at("6k1/8/2r5/8/8/8/4K3/8 b - - 0 1", minutes=1)
    sitting.ms = 10 * MINUTE
    assert sitting.expire() == [FlagFell(1), Ended(-1, "time-draw")]
    assert sitting.table.outcome == Outcome(((0, 1),), (1, 1), "time-draw")


@pytest.mark.rule("5.1c")
def test_after_a_take_back_the_clocks_show_what_they_showed() -> None:
    sitting = begun()
    sitting.play("g1f3", each=10_000)
    line = sitting.table.n
    sitting.ms += 7_000
    sitting.table.take_back(0, line, [1])
    # As when White moved: ten seconds are gone, and what came after costs nobody anything.
    assert sitting.table.deadline() == (0, 17_000 + 50_000)


@pytest.mark.rule("5.1c")
def test_nothing_in_play_is_undone_alone() -> None:
    """Else a draw offer taken back would give back the time spent on it."""
    sitting = begun()
    sitting.does(0, OfferDraw())
    assert not hasattr(sitting.table.undo(0), "events")


@pytest.mark.rule("5.2a")
def test_a_pause_stops_both_clocks_until_its_player_goes_on() -> None:
    sitting = begun()
    sitting.ms = 10_000
    assert sitting.pause(1) == [Paused(1, MINUTE, False)]
    sitting.ms = 40_000
    assert sitting.table.deadline() == (1, 10_000 + MINUTE)
    assert sitting.resume(0) == "not-paused"
    assert sitting.resume(1) == [WentOn(1, False)]
    assert sitting.left() == (50_000, MINUTE)
    assert sitting.table.deadline() == (0, 40_000 + 50_000)


@pytest.mark.rule("5.2a")
def test_a_pause_ends_by_itself_after_a_minute() -> None:
    sitting = begun()
    sitting.ms = 10_000
    sitting.pause(0)
    sitting.ms = 10_000 + MINUTE
    assert sitting.expire() == [WentOn(0, True)]
    assert sitting.table.deadline() == (0, sitting.ms + 50_000)


@pytest.mark.rule("5.2a")
def test_moves_in_a_pause() -> None:
    sitting = begun()
    sitting.ms = 10_000
    sitting.pause(1)
    sitting.ms = 20_000
    # The other side may move, in no time; the pause goes on.
    sitting.play("g1f3")
    assert sitting.left() == (50_000, MINUTE)
    sitting.ms = 30_000
    assert sitting.table.deadline() == (1, 10_000 + MINUTE)
    # Its own move ends the pause.
    assert sitting.play("b8c6")[0] == WentOn(1, False)
    assert sitting.left() == (50_000, MINUTE)
    assert sitting.table.deadline() == (0, 30_000 + 50_000)


@pytest.mark.rule("5.2b")
def test_one_pause_a_player_a_game_and_one_at_a_time() -> None:
    sitting = begun()
    sitting.pause(0)
    assert sitting.pause(1) == "paused-already"
    sitting.resume(0)
    assert sitting.pause(0) == "pause-spent"
    assert sitting.table.view(None).pauses == (False, True)
    assert isinstance(sitting.pause(1), list)


@pytest.mark.rule("5.2b")
def test_without_clocks_there_is_no_pause() -> None:
    assert Sitting().pause(0) == "no-clock"
    assert Sitting(setup="hidden", minutes=1).pause(0) == "no-clock"
    assert begun().host(Pause(2)) == "unknown-seat"


@pytest.mark.rule("5.3a", "5.3b")
def test_CHS_01_a_drop_of_ten_seconds_before_the_flag() -> None:
    for away, events in (
        (3_000, [WentOn(0, False)]),
        (15_000, [WentOn(0, False)]),
    ):
        sitting = begun()
        sitting.ms = 50_000
        assert sitting.drop(0) == [Paused(0, MINUTE, True)]
        sitting.ms += away
        assert sitting.expire() == "not-expired"
        assert sitting.back(0) == events
        assert sitting.table.deadline() == (0, sitting.ms + 10_000)
    # Gone for longer than the pause: the clock runs again, and the flag falls whoever is there.
    sitting = begun()
    sitting.ms = 50_000
    sitting.drop(0)
    sitting.ms = 110_000
    assert sitting.expire() == [WentOn(0, True)]
    sitting.ms = 120_000
    assert sitting.expire() == [FlagFell(0), Ended(1, "time")]


@pytest.mark.rule("5.3b")
def test_with_the_pause_spent_the_clock_runs_on() -> None:
    sitting = begun()
    sitting.pause(0)
    sitting.resume(0)
    sitting.ms = 50_000
    assert sitting.drop(0) == "drop-no-matter"
    assert sitting.table.deadline() == (0, MINUTE)
    assert sitting.back(0) == "not-paused"


@pytest.mark.rule("5.3a")
def test_a_drop_while_the_other_clock_runs_touches_nothing() -> None:
    sitting = begun()
    assert sitting.drop(1) == "drop-no-matter"
    assert Sitting().drop(0) == "drop-no-matter"
    assert sitting.table.view(None).pauses == (True, True)


@pytest.mark.rule("5.4a")
@pytest.mark.parametrize(
    ("moves", "events"),
    [
        ((), [FlagFell(0), Ended(-1, "aborted")]),
        (("e2e4",), [FlagFell(1), Ended(-1, "aborted")]),
        (("e2e4", "e7e5"), [FlagFell(0), Ended(1, "time")]),
    ],
)
def test_before_the_own_first_move_a_flag_ends_the_game_without_result(
    moves: tuple[str, ...], events: list[object]
) -> None:
    sitting = Sitting(minutes=1)
    sitting.play(*moves)
    sitting.ms = 2 * MINUTE
    assert sitting.expire() == events
    if events[-1] == Ended(-1, "aborted"):
        assert sitting.table.outcome == Outcome(((0, 1),), (0, 0), "aborted")


@pytest.mark.rule("5.6a")
def test_a_held_table_holds_clock_and_pause() -> None:
    sitting = begun()
    sitting.ms = 3_200
    sitting.pause(0)
    sitting.ms = 13_200
    assert sitting.hold() == [Held()]
    sitting.ms = 3_600_000
    assert sitting.table.deadline() is None
    assert sitting.resume(HOST) == [Released()]
    # Ten of the sixty seconds of the pause are gone.
    assert sitting.table.deadline() == (0, 3_600_000 + 50_000)
    assert sitting.resume(0) == [WentOn(0, False)]
    assert sitting.left() == (MINUTE - 3_200, MINUTE)


@pytest.mark.rule("5.6a")
def test_a_held_clock_goes_on_where_it_stood() -> None:
    sitting = begun()
    sitting.ms = 20_000
    assert sitting.hold() == [Held()]
    assert sitting.hold() == "held"
    assert sitting.pause(0) == "paused-already"
    assert sitting.drop(0) == "drop-no-matter"
    sitting.ms = 100_000
    assert sitting.resume(HOST) == [Released()]
    assert sitting.table.deadline() == (0, 100_000 + 40_000)
    assert sitting.resume(HOST) == "not-paused"


def test_seats_cannot_say_what_the_owner_says() -> None:
    sitting = begun()
    refusal = sitting.table.game.refuse(sitting.state, 0, Pause(0))
    assert refusal is not None and refusal.code == "host-only"
