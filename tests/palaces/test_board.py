"""Section 12: the board, and what the checker says of one that cannot be played on."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files
from pathlib import Path

import pytest

from core.faults import UserError
from core.games.palaces import game
from core.games.palaces.board import load, shipped
from core.games.palaces.chart_check import check
from maharaja_qt.cli import main

OURS = (files("resources") / "palaces" / "board.toml").read_text(encoding="utf-8")


@pytest.mark.rule("12a")
def test_the_board_has_seven_cities_and_thirty_villages() -> None:
    board = shipped()
    assert (board.start, len(board.villages), board.places, len(board.roads)) == (7, 30, 38, 16)
    assert sorted(len(road.villages) for road in board.roads) == [1] * 2 + [2] * 14
    assert board.names[:8] == (
        "Bikaner", "Delhi", "Ahmadabad", "Gwalior", "Jodhpur", "Agra", "Jaipur", "the start place"
    )  # fmt: skip
    assert check(None) == []


@pytest.mark.rule("12b")
def test_three_to_five_roads_meet_in_each_place() -> None:
    board = shipped()
    assert [len(roads) for roads in board.at] == [3, 4, 4, 4, 4, 4, 4, 5]
    far = [min(len(board.roads[n].villages) for n in board.at[place]) for place in range(8)]
    assert far == [1, 1, 1, 1, 2, 2, 2, 2]
    for closed in range(len(board.roads)):
        for other in range(closed):
            reached, waiting = {board.start}, [board.start]
            while waiting:
                for number in board.at[waiting.pop()]:
                    new = set(board.roads[number].ends) - reached if number not in (closed, other) else set()
                    reached |= new
                    waiting += new
            assert len(reached) == 8, "three roads must close to cut a city off"


FAULTS = {
    "not TOML": (
        "format = 1", "format == 1",
        ["board.toml: line 10: not TOML: Invalid value, expected a TOML document"],
    ),
    "another format": ("format = 1", "format = 2", ["board.toml: format: is 2, expected 1"]),
    "unknown key": (
        'name = "Jaipur"\ncolour', 'name = "Jaipur"\nsize = 3\ncolour',
        ["board.toml: city[Jaipur].size: unknown key, expected one of name, colour, x, y"],
    ),
    "off the board": (
        "x = 70\ny = 50", "x = 170\ny = 50",
        ["board.toml: city[Agra].x: is 170, expected a whole number from 0 to 100"],
    ),
    "too few villages": (
        '"Churu", "Jhunjhunu"', '"Churu"',
        ["board.toml: road: 29 villages on all roads, expected 30 villages (1)"],
    ),
    "three on one road": (
        '"Churu", "Jhunjhunu"', '"Churu", "Jhunjhunu", "Sikar"',
        [
            "board.toml: road: 31 villages on all roads, expected 30 villages (1)",
            "board.toml: road[1].villages: 3 villages, expected one or two villages (12)",
        ],
    ),
    "one name twice": (
        '"Churu", "Jhunjhunu"', '"Churu", "Merta"',
        [
            "board.toml: road[1].villages: 'Merta' stands there 2 times, expected each name once",
            "board.toml: road[10].villages: 'Merta' stands there 2 times, expected each name once",
        ],
    ),
    "an empty name": (
        '"Churu", "Jhunjhunu"', '"Churu", " "',
        ["board.toml: road[1].villages: is empty, expected a name"],
    ),
    "one colour twice": (
        '"brown"', '"purple"',
        [
            f"board.toml: city[{city}].colour: 'purple' is the colour of 2 cities, "
            "expected another colour for each"
            for city in ("Bikaner", "Ahmadabad")
        ],
    ),
    "no such city": (
        'ends = ["Bikaner", "Delhi"]', 'ends = ["Bikaner", "Dehli"]',
        ["board.toml: road[1].ends: place 'Dehli' is unknown, "
         "expected one of the places (did you mean 'Delhi'?)"],
    ),
    "a road to itself": (
        'ends = ["Bikaner", "Delhi"]', 'ends = ["Bikaner", "Bikaner"]',
        ["board.toml: road[1].ends: both ends are 'Bikaner', expected two different places"],
    ),
    "a road without end": (
        'ends = ["Bikaner", "Delhi"]', 'ends = ["Bikaner"]',
        ["board.toml: road[1].ends: 1 ends, expected two ends"],
    ),
    "an eighth city": (
        '[[road]]\nends = ["Bikaner", "Delhi"]',
        '[[city]]\nname = "Kota"\ncolour = "white"\nx = 1\ny = 1\n\n[[road]]\nends = ["Bikaner", "Delhi"]',
        [
            "board.toml: city: 8 cities, expected 7 cities (1)",
            "board.toml: road: no road leads from 'the start place' to 'Kota', expected a way to each city",
        ],
    ),
}  # fmt: skip


@pytest.mark.rule("12a")
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_its_line(name: str, tmp_path: Path) -> None:
    old, new, lines = FAULTS[name]
    assert OURS.count(old) == 1
    (tmp_path / "board.toml").write_text(OURS.replace(old, new), encoding="utf-8")
    assert [str(fault) for fault in check(tmp_path)] == lines


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    names = ("another format", "unknown key", "off the board", "one colour twice", "no such city")
    text = OURS
    for name in names:
        text = text.replace(*FAULTS[name][:2])
    (tmp_path / "board.toml").write_text(text, encoding="utf-8")
    (tmp_path / "bord.toml").write_text("", encoding="utf-8")
    found = sorted(str(fault) for fault in check(tmp_path))
    assert found == sorted(
        [line for name in names for line in FAULTS[name][2]]
        + ["bord.toml: file: not a file of the board, expected board.toml (did you mean 'board.toml'?)"]
    )


@pytest.mark.parametrize("seed", range(30))
def test_whatever_the_file_says_the_checker_answers(seed: int, tmp_path: Path) -> None:
    """Lines lost, doubled or changed: faults, or a board that loads; never an exception."""
    rng = random.Random(seed)
    lines = OURS.split("\n")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(10, len(lines))
        words = list(re.finditer(r'"[^"]*"|\d+|[a-z_]+ =', lines[at]))
        if words and rng.random() < 0.7:
            word = rng.choice(words)
            junk = rng.choice(['"x"', "0", "-3", "true", "[]", "{}", "1.5", '[["a"]]', "x ="])
            lines[at] = lines[at][: word.start()] + junk + lines[at][word.end() :]
        elif rng.random() < 0.5:
            del lines[at]
        else:
            lines.insert(at, rng.choice(lines))
    (tmp_path / "board.toml").write_text("\n".join(lines), encoding="utf-8")
    if not check(tmp_path):
        load(tmp_path)


def test_the_command_lists_the_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, lines = FAULTS["three on one road"]
    (tmp_path / "board.toml").write_text(OURS.replace(old, new), encoding="utf-8")
    assert main(["charts", "check", str(tmp_path), "--game", "palaces"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == lines
    assert err == "2 faults in board.toml\n"
    assert main(["charts", "check", str(tmp_path), "--game", "palaces", "--json"]) == 1
    assert [fault["key"] for fault in json.loads(capsys.readouterr().out)["faults"]] == [
        "road", "road[1].villages"
    ]  # fmt: skip


def test_a_board_of_one_s_own_is_played_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, record = tmp_path / "board", str(tmp_path / "game.maharaja")
    board.mkdir()
    (board / "board.toml").write_text(OURS.replace("Churu", "Sikar"), encoding="utf-8")
    words = ["--charts", str(board)]
    assert main(["play", "palaces", "--seats", "random*2", "--seed", "1", "--record", record, *words]) == 0
    capsys.readouterr()
    assert main(["replay", record, *words]) == 0
    told = capsys.readouterr().out
    assert "Sikar" in told and "Churu" not in told
    assert main(["replay", record]) == 1, "it is another board than ours"


def test_a_board_with_faults_is_not_played_on(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"holds no board\.toml"):
        game.with_charts(tmp_path)
    old, new, _ = FAULTS["three on one road"]
    (tmp_path / "board.toml").write_text(OURS.replace(old, new), encoding="utf-8")
    with pytest.raises(UserError, match=r"31 villages.*and 1 more: run `maharaja charts check`"):
        game.with_charts(tmp_path)


def test_no_place_of_the_board_is_named_in_the_code() -> None:
    names = [name for name in shipped().names if name != "the start place"]
    for folder in ("core/games/palaces", "ai/palaces"):
        for path in (Path(__file__).parents[2] / folder).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert [name for name in names if re.search(rf"\b{name}\b", text)] == [], path


def test_a_game_without_charts_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["charts", "check", str(tmp_path), "--game", "whist"]) == 2
    assert "no charts of 'whist'; games with charts: empires, palaces" in capsys.readouterr().err
