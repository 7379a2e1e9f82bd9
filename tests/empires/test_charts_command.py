"""`maharaja charts check DIR`."""

from __future__ import annotations

import argparse
import json
from importlib.resources import files
from pathlib import Path

import pytest

from maharaja_qt.cli.charts import add_parser


def call(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    args = parser.parse_args(["charts", "check", *words])
    code: int = args.run(args)
    return code


def write(folder: Path, old: str, new: str) -> None:
    text = (files("resources") / "empires" / "leaders.toml").read_text(encoding="utf-8")
    assert old in text
    (folder / "leaders.toml").write_text(text.replace(old, new), encoding="utf-8")


def test_clean_charts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "# of Mewar", "# from Mewar")
    assert call(str(tmp_path)) == 0
    assert capsys.readouterr() == ("", "no fault in leaders.toml\n")


def test_faults_are_printed_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, 'name = "Timur"', 'name = "Tamerlane"')
    assert call(str(tmp_path)) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "turns.toml: turn[11].event[3].name: leader 'Timur' is unknown, expected one of the leaders",
        "turns.toml: turn[11].event[4].leader: leader 'Timur' is unknown, expected one of the leaders",
        "leaders.toml: leader[Tamerlane]: never comes, expected one leader entry in turns.toml",
        "leaders.toml: leader[Tamerlane].removal: 'nation turn end' but 0 removals in turns.toml, "
        "expected one removal",
    ]
    assert err == "4 faults in leaders.toml\n"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "format = 1", "format = 2")
    assert call(str(tmp_path), "--json") == 1
    assert json.loads(capsys.readouterr().out) == {
        "game": "empires",
        "files": ["leaders.toml"],
        "faults": [{"file": "leaders.toml", "key": "format", "wrong": "is 2", "expected": "1"}],
    }


def test_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(str(tmp_path / "none")) == 2
    assert call(str(tmp_path)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        f"maharaja charts check: {tmp_path / 'none'} is not a folder",
        f"maharaja charts check: {tmp_path} holds none of areas.toml, nations.toml, turns.toml, "
        "leaders.toml, cards.toml, map.geojson",
    ]
