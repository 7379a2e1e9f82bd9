"""What a row says of times goes on while nobody sends a newer one."""

from __future__ import annotations

from net import messages as m
from net.aged import aged


def row(*, paused: bool = False) -> m.RoomRow:
    people = (
        m.PersonRow(1, "Ann", True, False, False, True, False, -1, -1),
        m.PersonRow(2, "Ben", False, False, False, True, False, -1, 2_000),
    )
    seats = (m.SeatRow(1, "Ann", ""), m.SeatRow(2, "Ben", "", 3_000))
    waiting = (m.Waiting(1, 7, "move", (), 1_000, 60_000),)
    return m.RoomRow("playing", "T", m.Rules(), False, (), people, seats, waiting, None, 9, paused)


def test_who_is_gone_is_gone_for_longer_and_clocks_run_down() -> None:
    later = aged(row(), 2_500)
    assert [p.away_ms for p in later.people] == [-1, 4_500]
    assert [s.grace_ms for s in later.seats] == [-1, 500]
    assert (later.waiting[0].since_ms, later.waiting[0].left_ms) == (3_500, 57_500)
    assert aged(row(), 10**6).seats[1].grace_ms == 0


def test_while_the_game_is_paused_no_clock_runs() -> None:
    later = aged(row(paused=True), 2_500)
    assert later.waiting == row().waiting
    assert later.people[1].away_ms == 4_500
