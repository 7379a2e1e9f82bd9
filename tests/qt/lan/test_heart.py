"""The window answers whoever sits there while computer players think and a crowd comes in."""

from __future__ import annotations

from tests.bench.bench_lan_window import thinking_and_joining


def test_four_seats_think_and_watchers_join_and_the_window_answers(sit_down, settle):
    ann = sit_down("Ann")
    settle.host(ann)
    settle.press(ann, "Start")  # the program has the open seats
    settle.until(lambda: ann.table is not None and ann.table._asked)
    heart = thinking_and_joining(ann, watchers=12, seconds=2)
    # `make bench` prints the figure for 30; here the machine has other tests to run, so a generous bound.
    assert len(heart.gaps) > 20
    assert heart.longest < 1.5
