"""A new game out of an old one."""

from pathlib import Path

import pytest

from core import record
from core.branch import branch
from core.lines import Seat
from core.record import RecordError
from core.registry import find_game
from core.replay import replay
from maharaja_qt.cli.match import Match, play_match

TOY = "tests.toy:game"
game = find_game(TOY)


@pytest.fixture
def played(tmp_path: Path) -> record.Record:
    file = tmp_path / "old.maharaja"
    play_match(Match(TOY, {}, ["random"] * 3, 3, None), game, 1, file)
    return record.read(file)


def test_it_holds_the_lines_up_to_there_under_another_table(played: record.Record, tmp_path: Path) -> None:
    half = len(played.lines) // 2
    branch(played, half, tmp_path / "new.maharaja", "a" * 32)
    anew = record.read(tmp_path / "new.maharaja")
    assert anew.damage is None
    assert anew.header.table == "a" * 32 != played.header.table
    assert [line.n for line in anew.lines] == list(range(half + 1))
    here = replay(game, anew).position
    assert here.bytes == replay(game, played, upto=half).position.bytes


def test_nobody_has_to_prove_who_sat_there(played: record.Record, tmp_path: Path) -> None:
    branch(played, len(played.lines), tmp_path / "new.maharaja", "a" * 32)
    bodies = [line.body for line in record.read(tmp_path / "new.maharaja").lines]
    assert all(body.key == "" for body in bodies if isinstance(body, Seat))


def test_it_never_writes_over_a_file(played: record.Record, tmp_path: Path) -> None:
    there = tmp_path / "there.maharaja"
    there.write_text("mine")
    with pytest.raises(RecordError, match="already"):
        branch(played, 1, there, "a" * 32)
    assert there.read_text() == "mine"
