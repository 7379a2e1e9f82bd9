"""The checker says of each wrong chart set exactly what is wrong; chart_faults.toml is the table."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from core.games.empires.chart_check import check
from core.games.empires.chart_files import CHART_FILES
from core.games.empires.charts import load

OURS = {name: (files("resources") / "empires" / name).read_text(encoding="utf-8") for name in CHART_FILES}
TABLE = tomllib.loads(Path(__file__).with_name("chart_faults.toml").read_text(encoding="utf-8"))


class Edit(msgspec.Struct):
    file: str
    new: str
    old: str | None = None


class Case(msgspec.Struct):
    name: str
    edits: list[Edit]
    lines: list[str]


CASES = msgspec.convert(TABLE["case"], list[Case])


def edited(folder: Path, edits: Iterable[Edit]) -> Path:
    """A folder that holds the edited files only."""
    texts: dict[str, str] = {}
    for edit in edits:
        text = texts.get(edit.file, OURS.get(edit.file, ""))
        if edit.old is None:
            text = edit.new
        else:
            assert text.count(edit.old) == 1, f"{edit.file} must hold {edit.old!r} once"
            text = text.replace(edit.old, edit.new)
        texts[edit.file] = text
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_fault_has_its_line(case: Case, tmp_path: Path) -> None:
    assert [str(fault) for fault in check(edited(tmp_path, case.edits))] == case.lines


def test_faults_of_several_cases_are_reported_together(tmp_path: Path) -> None:
    names = ("one-way border", "counters over the mix", "sum of arrivals", "format", "four coasts")
    cases = [case for case in CASES if case.name in names]
    edited(tmp_path, [edit for case in cases for edit in case.edits])
    found = [str(fault) for fault in check(tmp_path)]
    assert sorted(found) == sorted(line for case in cases for line in case.lines)
    assert len(found) == len(names)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "leaders.toml").write_bytes(b"format = 1\n\xff\xfe")
    assert [str(f) for f in check(tmp_path)] == ["leaders.toml: byte 11: not UTF-8, expected UTF-8 text"]


def test_a_number_of_thousands_of_digits_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "leaders.toml").write_text("format = " + "1" * 5000, encoding="utf-8")
    (tmp_path / "map.geojson").write_text("[" + "1" * 5000 + "]", encoding="utf-8")
    assert [str(f) for f in check(tmp_path)] == [
        f"{name}: file: a number in it has thousands of digits, expected shorter numbers"
        for name in ("leaders.toml", "map.geojson")
    ]


def test_a_byte_order_mark_is_told_in_words(tmp_path: Path) -> None:
    for name in ("leaders.toml", "map.geojson"):
        (tmp_path / name).write_text(OURS[name], encoding="utf-8-sig")
    assert [str(f) for f in check(tmp_path)] == [
        f"{name}: line 1: begins with a byte order mark, expected UTF-8 text without one"
        for name in ("leaders.toml", "map.geojson")
    ]


def test_more_land_and_sea_than_a_position_has_numbers_for(tmp_path: Path) -> None:
    """Foreign areas are numbered from 64 on, so no place of the board may reach that number."""
    more = "".join(f'\n[areas.X{n}]\nregion = "Ceylon"\nborders = []\n' for n in range(26))
    areas = 36 + 26
    (tmp_path / "areas.toml").write_text(OURS["areas.toml"] + more, encoding="utf-8")
    found = [str(fault) for fault in check(tmp_path) if fault.key == "areas"]
    assert found == [f"areas.toml: areas: {areas + 3} land areas and seas, expected at most 64 together"]


@pytest.mark.parametrize(("more", "fits"), [(16, True), (17, False)])
def test_more_leaders_than_a_position_has_numbers_for(more: int, fits: bool, tmp_path: Path) -> None:
    """Arms are numbered from 32 on, so no leader may reach that number."""
    names = [f"L{n}" for n in range(more)]
    leaders = "".join(
        f'\n[[leader]]\nname = "{name}"\nnation = "mauryans"\nremoval = "next nation turn"\n'
        'removal_source = "x"\n'
        for name in names
    )
    events = "".join(f'  {{ type = "leader", name = "{name}", source = "x" }},\n' for name in names)
    mauryans = '  { type = "leader", name = "Ashoka"'
    edits = [
        Edit("leaders.toml", OURS["leaders.toml"] + leaders),
        Edit("turns.toml", events + mauryans, mauryans),
        Edit("nations.toml", "leaders = 60", "leaders = 16"),
    ]
    lines = [str(fault) for fault in check(edited(tmp_path, edits))]
    assert lines == ([] if fits else ["leaders.toml: leader: 33 leaders, expected at most 32"])


def test_names_from_a_strange_file_cannot_break_the_line_or_the_terminal(tmp_path: Path) -> None:
    text = OURS["areas.toml"].replace('"Arabian Sea" = ["Indian Ocean"]', '"Arabian\\u001b[2J\\nSea" = []')
    (tmp_path / "areas.toml").write_text(text, encoding="utf-8")
    lines = [str(fault) for fault in check(tmp_path)]
    assert lines
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_the_files_say_the_checker_answers(seed: int, tmp_path: Path) -> None:
    """Lines lost, doubled or changed: faults, or charts that load; never an exception."""
    rng = random.Random(seed)
    name = rng.choice([each for each in CHART_FILES if each.endswith(".toml")])
    lines = OURS[name].split("\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(lines))
        words = list(re.finditer(r'"[^"]*"|\d+|true|false|[a-z_]+ =', lines[at]))
        if words and rng.random() < 0.7:
            word = rng.choice(words)
            junk = rng.choice(['"x"', "0", "17", "-3", "true", "[]", "{}", "1.5", "9" * 30, '[["a"]]', "x ="])
            lines[at] = lines[at][: word.start()] + junk + lines[at][word.end() :]
        elif rng.random() < 0.5:
            del lines[at]
        else:
            lines.insert(at, rng.choice(lines))
    (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    if not check(tmp_path):
        load(tmp_path)
