"""`maharaja play` as its user sees it."""

from pathlib import Path

import pytest

from maharaja_qt.cli import main
from tests.cli.runner import TOY, start


def test_one_game_ends_in_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["play", TOY, "--seed", "4", "--seats", "random*4"]) == 0

    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0].startswith("Bazaar: seed 4, ")
    assert lines[2].split() == ["place", "seat", "player", "score"]
    rows = [line.split() for line in lines[3:7]]
    assert {row[1] for row in rows} == {"Red", "Blue", "Green", "Gold"}
    scores = [int(row[3]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert len({len(line) for line in lines[2:7]}) == 1
    assert f"All cards are played: {rows[0][1]}" in out
    assert "The last events:\n  " in out
    assert "Not recorded; --record keeps the game." in out
    assert list(tmp_path.iterdir()) == []


def test_equal_seats_share_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    places: set[str] = set()
    for seed in range(60):
        main(["play", TOY, "--seed", str(seed), "--option", "cards=2", "--option", "gifts=off"])
        places |= {line.split()[0] for line in capsys.readouterr().out.splitlines()[3:6]}
    assert {"1", "2", "3", "2="} <= places


def test_the_record_is_named_after_game_and_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["play", TOY, "--seed", "4", "--record"]) == 0

    assert "Record: toy-4.maharaja" in capsys.readouterr().out
    assert main(["replay", "toy-4.maharaja", "--verify", "--game", TOY]) == 0


def test_without_a_seed_each_game_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", TOY])
    main(["play", TOY])
    first, second = (out for out in capsys.readouterr().out.split("Bazaar: seed ") if out)
    assert first.split(",")[0] != second.split(",")[0]


def test_ctrl_c_leaves_the_record_so_far(tmp_path: Path) -> None:
    words = ["play", TOY, "--seats", "tests.cli.players:now,random", "--record", "a.maharaja"]

    done = start(*words, cwd=tmp_path)

    assert done.returncode == 130
    assert done.stderr == "maharaja play: stopped; the game so far is in a.maharaja\n"
    told = start("replay", "a.maharaja", "--game", TOY, cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")


def test_rules_that_fail_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "a.maharaja"

    assert main(["play", "tests.cli.players:broken", "--seed", "0", "--record", str(record)]) == 1

    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "KeyError: 'lost piece'" in err
    assert err.endswith(f"; the game so far is in {record}\n")
