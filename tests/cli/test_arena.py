"""`maharaja arena` as its user sees it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maharaja_qt.cli import main
from tests.cli.cluster import cluster
from tests.cli.runner import TOY, start

RESIGNING = "tests.cli.players:resigning"


def arena(*words: str) -> int:
    """Runs the command here, and the games too if the words do not say where."""
    here = () if {"--jobs", "--scheduler"} & set(words) else ("--jobs", "1")
    return main(["arena", TOY, *words, *here])


@pytest.fixture
def standing(capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    """Runs the command and gives what it says as JSON, less what a clock says."""

    def found(*words: str) -> dict[str, Any]:
        assert arena("--json", *words) == 0
        return timeless(capsys.readouterr().out)

    return found


def timeless(out: str) -> dict[str, Any]:
    """A result without the figures that differ from run to run."""
    data: dict[str, Any] = json.loads(out)
    for name in ("seconds", "games_per_s"):
        del data[name]
    for side in ("a", "b"):
        del data[side]["mean_ms"], data[side]["p99_ms"]
    return data


def test_the_result_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("--a", "random", "--b", RESIGNING, "-n", "12", "--json") == 0

    out, err = capsys.readouterr()
    data = json.loads(out)
    assert err == ""
    assert list(data) == [
        "game", "games", "finished", "seconds", "games_per_s", "players", "even", "a", "b", "seats",
    ]  # fmt: skip
    assert (data["games"], data["finished"], data["players"], data["even"]) == (12, 12, 3, 0.3333)
    assert (data["a"]["policy"], data["a"]["seats"]) == ("random", 1)
    assert (data["b"]["policy"], data["b"]["seats"]) == (RESIGNING, 2)
    assert data["a"]["decisions"] > 0
    assert 0 <= data["a"]["mean_ms"] <= data["a"]["p99_ms"]
    assert [at["seat"] for at in data["seats"]] == [0, 1, 2]


def test_a_side_is_credited_with_its_own_wins_in_every_seat(standing: Callable[..., dict[str, Any]]) -> None:
    won = standing("--a", "random", "--b", RESIGNING, "-n", "30")
    lost = standing("--a", RESIGNING, "--b", "random", "-n", "30")

    assert (won["a"]["share"], won["b"]["share"]) == (1, 0)
    assert [(at["games"], at["wins"]) for at in won["seats"]] == [(10, 10)] * 3
    assert (lost["a"]["share"], lost["b"]["share"]) == (0, 0.5)
    assert [(at["games"], at["wins"]) for at in lost["seats"]] == [(10, 0)] * 3
    assert won["a"]["share_interval"][0] > won["even"]
    assert lost["a"]["share_interval"][1] < lost["even"]


def test_scores_and_shared_wins_add_up(standing: Callable[..., dict[str, Any]]) -> None:
    found = standing("--a", "random", "--b", "tests.cli.players:last", "-n", "150", "--option", "cards=2")

    wins = sum(at["wins"] for at in found["seats"])
    assert any(at["wins"] % 1 for at in found["seats"])
    assert found["a"]["share"] == pytest.approx(wins / 150, abs=1e-4)
    assert found["a"]["share"] + 2 * found["b"]["share"] == pytest.approx(1, abs=1e-3)
    low, high = found["a"]["mean_score_interval"]
    assert low < found["a"]["mean_score"] < high
    assert found["a"]["mean_score"] == pytest.approx(
        sum(at["mean_score"] for at in found["seats"]) / 3, abs=1e-3
    )


def test_the_result_is_the_same_whatever_jobs_is(standing: Callable[..., dict[str, Any]]) -> None:
    words = ("--a", "random", "--b", RESIGNING, "-n", "24", "--seed", "5", "--players", "4")

    one = standing(*words, "--jobs", "1")
    assert standing(*words, "--jobs", "3") == one
    assert len(one["seats"]) == 4


def test_the_result_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert arena("--a", "random", "--b", RESIGNING, "-n", "30") == 0

    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Bazaar: 30 of 30 games finished"
    assert out[3].split()[:2] == ["player", "wins"]
    assert out[4].startswith("A random ")
    assert out[5].startswith(f"B {RESIGNING}, each of 2 ")
    assert [line.split()[0] for line in out[8:11]] == ["Red", "Blue", "Green"]
    assert out[-1] == "A wins more than its even share of 33.3 %."


def test_its_games_are_those_of_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    arena("--a", "random", "--b", RESIGNING, "-n", "12", "--seed", "3", "--json")
    ours = json.loads(capsys.readouterr().out)["seats"]
    for seat in range(3):
        seats = [RESIGNING] * 3
        seats[seat] = "random"
        main(["simulate", TOY, "-n", "4", "--seed", "3", "--seats", ",".join(seats), "--json"])
        theirs = json.loads(capsys.readouterr().out)["seats"][seat]
        assert (ours[seat]["wins"], ours[seat]["mean_score"]) == (theirs["wins"], theirs["mean_score"])


# Going on.


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_the_finished_games_and_says_how_to_go_on(tmp_path: Path, jobs: str) -> None:
    policy = "interrupting" if jobs == "1" else "interrupting_parent"
    # `interrupted` tells the second kind that it has happened.
    words = [
        "arena", TOY, "--a", f"tests.cli.players:{policy}", "--b", "random", "-n", "600", "--jobs", jobs,
        "--json", "--resume", "kept",
    ]  # fmt: skip

    stopped = start(*words, cwd=tmp_path)

    assert stopped.returncode == 130
    done = json.loads(stopped.stdout)["finished"]
    assert 0 < done < 600
    assert stopped.stderr == (
        f"maharaja arena: stopped: {done} of 600 games are finished; the same command goes on\n"
    )
    kept = (tmp_path / "kept" / "arena.jsonl").read_bytes()
    assert kept.count(b"\n") == done + 1


def test_a_run_that_was_killed_goes_on_to_the_same_result(tmp_path: Path) -> None:
    words = ["arena", TOY, "--a", "tests.cli.players:dying", "--b", "random", "-n", "90", "--jobs", "1"]
    whole = start(*words, "--json", "--resume", "whole", cwd=tmp_path)
    killed = start(*words, "--json", "--resume", "killed", cwd=tmp_path, DIE="yes")
    left = tmp_path / "killed" / "arena.jsonl"
    assert killed.returncode == 9
    games = left.read_bytes().count(b"\n") - 1
    assert 0 < games < 90
    with left.open("ab") as file:  # and a line that it was writing
        file.write(b'{"game":90,"resu')

    resumed = start(*words, "--json", "--resume", "killed", cwd=tmp_path)
    again = start(*words, "--json", "--resume", "killed", cwd=tmp_path)

    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert timeless(resumed.stdout) == timeless(whole.stdout) == timeless(again.stdout)
    assert json.loads(again.stdout)["games_per_s"] == 0


def test_more_games_go_on_with_fewer(tmp_path: Path, standing: Callable[..., dict[str, Any]]) -> None:
    words = ("--a", "random", "--b", RESIGNING, "--resume", str(tmp_path))

    few = standing(*words, "-n", "6")
    assert standing(*words, "-n", "12") == standing("--a", "random", "--b", RESIGNING, "-n", "12")
    assert standing(*words, "-n", "6") == few


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--seed", "2"), "it is of another run"),
        (("--a", "tests.cli.players:last"), "it is of another run"),
        (("--option", "cards=2"), "it is of another run"),
    ],
)
def test_results_of_another_run_are_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], said: str
) -> None:
    words = ["--b", "random", "-n", "3", "--resume", str(tmp_path)]
    assert arena("--a", "random", *words) == 0
    before = (tmp_path / "arena.jsonl").read_bytes()
    capsys.readouterr()

    assert arena("--a", "random", *words, *change) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert (tmp_path / "arena.jsonl").read_bytes() == before


def test_a_damaged_line_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--a", "random", "--b", "random", "-n", "3", "--resume", str(tmp_path))
    arena(*words)
    file = tmp_path / "arena.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"nonsense\n", *lines[3:]]))
    capsys.readouterr()

    assert arena(*words) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"{file}: line 3 cannot be used" in err


# What is wrong.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--a", "random"), "the following arguments are required: --b"),
        (("--a", "random", "--b", "clever"), "there is no policy 'clever' for Bazaar"),
        (("--a", "random", "--b", "random", "-n", "10"), "10 games do not give 3 seats a turn each: take 12"),
        (("--a", "random", "--b", "random", "-n", "0"), "'0' is not a whole number from 1"),
        (("--a", "random", "--b", "random", "--players", "9"), "is for 2, 3, 4 players, not 9"),
        (("--a", "random", "--b", "random", "--option", "cards=99"), "option cards: 99 is not"),
        (("--a", "random", "--b", "random", "--resume", "/dev/null/x"), "cannot be used"),
        (("--a", "random", "--b", "random", "--scheduler", "nowhere"), "--scheduler nowhere: there is no"),
        (("--a", "random", "--b", "random", "--jobs", "2", "--scheduler", "x:1"), "not allowed with"),
    ],
)
def test_a_wrong_command_is_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(*words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("maharaja arena: ")
    assert said in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_policy_that_fails_is_one_line(tmp_path: Path, jobs: str) -> None:
    done = start(
        "arena", TOY, "--a", "tests.cli.players:failing", "--b", "random", "-n", "60", "--jobs", jobs,
        "--json", cwd=tmp_path,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "ZeroDivisionError: no idea (players.py, line " in done.stderr
    seats = done.stderr.strip().rpartition("; seats ")[2].split(",")
    assert sorted(seats) == ["random", "random", "tests.cli.players:failing"]
    assert json.loads(done.stdout)["finished"] < 60


def test_without_distributed_a_scheduler_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    assert arena("--a", "random", "--b", "random", "--scheduler", "127.0.0.1:8786") == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "is not installed; it comes with the extra `arena`" in err


# A cluster.


def test_a_cluster_loses_no_game_when_a_worker_is_killed(
    tmp_path: Path, standing: Callable[..., dict[str, Any]]
) -> None:
    words = ("--a", "tests.cli.players:dying_once", "--b", "random", "-n", "60")
    marker = tmp_path / "a worker was killed"

    with cluster(tmp_path, DIE_ONCE=str(marker)) as address:
        together = start(
            "arena", TOY, *words, "--json", "--scheduler", address, "--resume", "kept", cwd=tmp_path
        )
        failing = start(
            "arena", TOY, "--a", "tests.cli.players:failing", "--b", "random", "-n", "60",
            "--scheduler", address, cwd=tmp_path,
        )  # fmt: skip

    assert marker.exists()
    assert (together.returncode, together.stderr) == (0, "")
    assert timeless(together.stdout) == standing(*words)
    assert timeless(together.stdout)["finished"] == 60
    kept = [json.loads(line) for line in (tmp_path / "kept" / "arena.jsonl").read_bytes().splitlines()]
    assert sorted(line["game"] for line in kept[1:]) == list(range(1, 61))
    assert failing.returncode == 1
    assert failing.stderr.count("\n") == 1
    assert "ZeroDivisionError: no idea" in failing.stderr
