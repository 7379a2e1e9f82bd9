"""A fast game is no flood, and a lost choice of a computer player stops no table."""

from itertools import count
from pathlib import Path
from random import Random
from typing import cast

from core.dice import SeededDice
from core.replay import resume
from net.play import AnyTable
from net.rate import Rate
from net.reseal import reseal_for_computers
from tests.cli.sittings import choose, opened
from tests.toy import game as toy


def test_what_is_granted_may_be_taken_and_is_never_more_than_the_most() -> None:
    rate = Rate(3, 1_000, 0)
    assert [rate.take(0) for _ in range(4)] == [True, True, True, False]

    rate.grant(2)
    assert [rate.take(0) for _ in range(3)] == [True, True, False]
    rate.grant(9)
    assert [rate.take(0) for _ in range(4)] == [True, True, True, False]


def test_only_what_a_computer_player_had_sealed_is_chosen_again(tmp_path: Path) -> None:
    table = opened(tmp_path / "game")  # Ann, Ben and a computer player
    for seat in (0, 2):
        choose(table, seat)
    table.journal.close()
    clock = count(0, 500).__next__
    again = resume(toy, tmp_path / "game", dice=SeededDice(b"e" * 32), clock=clock, salts=lambda: b"t" * 16)
    assert sorted(again.owed().values()) == [0, 2]

    reseal_for_computers(cast("AnyTable", again), Random(1))

    assert list(again.owed().values()) == [0]
