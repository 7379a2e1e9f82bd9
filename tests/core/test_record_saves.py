"""Records that earlier versions of the program wrote load for ever.

A new one, whenever the format or the toy game's record changes (the old ones stay as they are):

    python -c "from tests.core.record_kit import write_save; write_save('tests/golden/saves/NAME.maharaja')"
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.lines import End
from core.record import read
from core.registry import find_game
from core.replay import replay
from tests.core.record_kit import Tale
from tests.toy import game
from tests.toy.pieces import Choose

SAVES = Path(__file__).parents[1] / "golden" / "saves"
FILES = sorted(SAVES.glob("*.maharaja"))


def test_there_are_saves() -> None:
    assert len(FILES) >= 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_old_save_loads(path: Path) -> None:
    """All its lines are intact, play out as they did, and give the result that stands in it."""
    record = read(path)
    assert record.describe_damage() == ""
    played = replay(find_game(record.header.game), record)
    results = [line.body.outcome for line in record.lines if isinstance(line.body, End)]
    assert results == [played.position.outcome]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_old_save_is_gone_on_with(path: Path, tmp_path: Path) -> None:
    """From any of its lines on."""
    raw = path.read_bytes()
    for number in range(1, raw.count(b"\n")):
        copy = tmp_path / str(number)
        shutil.copy(path, copy)
        with copy.open("r+b") as file:
            file.truncate(sum(len(line) for line in raw.splitlines(keepends=True)[:number]))
        tale = Tale(salts=1000)
        table = tale.go_on(copy)
        for handle, seat in table.owed().items():
            card = Choose(table.position.state.hands[seat][0])  # the lost choice is made anew
            assert table.reseal(seat, handle, card) is None
        tale.play_to_end(table)
        table.close()
        assert replay(game, read(copy)).position.outcome == table.outcome
