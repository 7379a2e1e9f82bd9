"""The palace game on the command line: whole games, the same again, options, the story of one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from maharaja_qt.cli import main


def test_many_games_with_options_are_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, said = [], []
    for number in "12":
        folder = tmp_path / number
        words = ["--seats", "basic,random*2", "--seed", "4", "--json", "--record", str(folder)]
        options = ["--option", "advanced=on", "--option", "hidden_money=on", "--option", "goal=5"]
        assert main(["simulate", "palaces", "-n", "2", *words, *options]) == 0
        said.append(json.loads(capsys.readouterr().out)["seats"])
        told.append([(path.name, path.read_bytes()) for path in sorted(folder.rglob("*.maharaja"))])
    assert told[0] == told[1]
    assert said[0] == said[1]
    assert len(told[0]) == 2


def test_a_wrong_option_names_what_is_possible(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "palaces", "-n", "1", "--option", "goal=4"]) == 2
    assert "option goal: 4 is not a whole number from 5 to 7" in capsys.readouterr().err
    assert main(["simulate", "palaces", "-n", "1", "--seats", "random*6"]) == 2
    assert "is for 2, 3, 4 or 5 seats, not 6" in capsys.readouterr().err


def test_the_story_of_a_game_and_a_position_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(tmp_path / "game.maharaja")
    words = ["--seats", "basic,basic", "--seed", "2", "--option", "hidden_money=on", "--record", record]
    assert main(["play", "palaces", "--terminal", *words]) == 0
    assert "the game is over" in capsys.readouterr().out
    assert main(["replay", record, "--verify"]) == 0
    assert main(["replay", record, "--seat", "1", "--at", "30"]) == 0
    told = capsys.readouterr().out
    assert "hidden gold" in told
    assert "Red, " in told
