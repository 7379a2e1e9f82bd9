"""`maharaja simulate` as its user sees it."""

import json
import sys
from pathlib import Path

import pytest

from core.faults import UserError
from core.lock import lock
from maharaja_qt.cli import main
from maharaja_qt.cli.folder import held
from tests.cli.runner import TOY, start


def records(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def simulate(*words: str) -> int:
    """Runs the command here."""
    return main(["simulate", TOY, *words])


def test_the_summary_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "12", "--seats", "random*2", "--json", "--record", str(tmp_path / "r")) == 0

    out, err = capsys.readouterr()
    summary = json.loads(out)
    assert err == ""
    assert list(summary) == [
        "game", "games", "finished", "seconds", "actions", "decisions",
        "games_per_s", "actions_per_s", "seats", "records", "study",
    ]  # fmt: skip
    assert (summary["game"], summary["games"], summary["finished"]) == (TOY, 12, 12)
    assert (summary["records"], summary["study"]) == (str(tmp_path / "r"), None)
    assert [list(seat) for seat in summary["seats"]] == [["seat", "policy", "mean_score", "wins"]] * 2
    assert sum(seat["wins"] for seat in summary["seats"]) == pytest.approx(12, abs=0.01)
    lines = [json.loads(line) for data in records(tmp_path / "r").values() for line in data.splitlines()]
    assert summary["actions"] == sum(line[1] == "act" for line in lines)
    assert summary["seconds"] >= 0


def test_a_shared_win_counts_as_a_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "200", "--seats", "random*3", "--option", "cards=2", "--json") == 0

    wins = [seat["wins"] for seat in json.loads(capsys.readouterr().out)["seats"]]
    assert sum(wins) == pytest.approx(200)
    assert any(win % 1 for win in wins)


def test_claims_are_actions_but_no_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "tests.cli.players:resigning,random*2"
    assert simulate("-n", "5", "--seats", seats, "--json") == 0

    summary = json.loads(capsys.readouterr().out)
    assert summary["actions"] == summary["decisions"] + 5


def test_the_summary_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("-n", "4", "--seats", "random*4") == 0

    out = capsys.readouterr().out
    assert "Bazaar: 4 of 4 games finished" in out
    assert [line.split()[0] for line in out.splitlines()[5:]] == ["Red", "Blue", "Green", "Gold"]


def test_records_are_the_same_whatever_jobs_is(tmp_path: Path) -> None:
    for jobs in ("1", "2", "3"):
        assert simulate("-n", "24", "--seed", "5", "--jobs", jobs, "--record", str(tmp_path / jobs)) == 0

    one = records(tmp_path / "1")
    assert list(one) == [f"game-{number:05}.maharaja" for number in range(1, 25)]
    assert records(tmp_path / "2") == one
    assert records(tmp_path / "3") == one


def test_games_differ_by_number_and_by_seed(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        simulate("-n", "3", "--seed", seed, "--record", str(tmp_path / seed))

    games = [*records(tmp_path / "1").values(), *records(tmp_path / "2").values()]
    assert len(set(games)) == 6


def test_play_with_the_same_seed_is_the_first_game(tmp_path: Path) -> None:
    simulate("--seed", "8", "--record", str(tmp_path / "many"))
    main(["play", TOY, "--seed", "8", "--record", str(tmp_path / "one")])

    assert (tmp_path / "one").read_bytes() == (tmp_path / "many" / "game-00001.maharaja").read_bytes()


def test_a_run_that_was_killed_is_resumed_to_the_same_records(tmp_path: Path) -> None:
    words = ["simulate", TOY, "-n", "9", "--seats", "tests.cli.players:dying,random", "--record"]
    assert start(*words, "whole", cwd=tmp_path).returncode == 0
    assert start(*words, "killed", cwd=tmp_path, DIE="yes").returncode == 9
    left = records(tmp_path / "killed")
    assert 0 < len(left) < 9
    assert sum(name.endswith(".part") for name in left) == 1

    refused = start(*words, "killed", cwd=tmp_path)
    resumed = start(*words, "killed", "--resume", "--json", cwd=tmp_path)
    again = start(*words, "killed", "--resume", "--json", "--jobs", "2", cwd=tmp_path)

    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "there are records already (game-00001.maharaja)" in refused.stderr
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert records(tmp_path / "killed") == records(tmp_path / "whole")
    first, second = json.loads(resumed.stdout), json.loads(again.stdout)
    assert first["finished"] == second["finished"] == 9
    assert (first["actions"], first["seats"]) == (second["actions"], second["seats"])
    assert second["games_per_s"] == 0


def test_a_damaged_record_is_kept_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("-n", "3", "--record", str(tmp_path))
    simulate(*words)
    whole = records(tmp_path)
    cut = {
        "game-00001.maharaja": whole["game-00001.maharaja"][:-20],
        "game-00002.maharaja": b"".join(whole["game-00002.maharaja"].splitlines(keepends=True)[:3]),
    }
    for name, data in cut.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "game-00001.maharaja.bak").write_bytes(b"an earlier copy")
    capsys.readouterr()

    assert simulate(*words, "--resume") == 0
    assert records(tmp_path) == whole | {
        "game-00001.maharaja.bak": b"an earlier copy",
        "game-00001.maharaja.bak2": cut["game-00001.maharaja"],
        "game-00002.maharaja.bak": cut["game-00002.maharaja"],
    }
    assert capsys.readouterr().err.splitlines() == [
        f"maharaja simulate: {tmp_path / name}: the record is not whole: kept as {copy}, "
        "the game is played again"
        for name, copy in (
            ("game-00001.maharaja", "game-00001.maharaja.bak2"),
            ("game-00002.maharaja", "game-00002.maharaja.bak"),
        )
    ]


@pytest.mark.parametrize("kind", ["noise", "empty", "folder"])
def test_what_is_no_record_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    words = ("-n", "2", "--record", str(tmp_path / "r"))
    simulate(*words)
    broken, strange = (tmp_path / "r" / f"game-0000{n}.maharaja" for n in (1, 2))
    broken.write_bytes(broken.read_bytes()[:-20])
    strange.unlink()
    if kind == "folder":
        strange.mkdir()
    else:
        strange.write_bytes(b"my diary" if kind == "noise" else b"")
    before = sorted((path.name, path.is_file() and path.read_bytes()) for path in (tmp_path / "r").iterdir())
    capsys.readouterr()

    assert simulate(*words, "--resume") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(strange) in line
    assert line.endswith("; move the file away, or name another folder")
    after = sorted((path.name, path.is_file() and path.read_bytes()) for path in (tmp_path / "r").iterdir())
    assert after == before


def test_records_of_another_run_are_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    simulate("--seed", "1", "--record", str(tmp_path))
    capsys.readouterr()

    assert simulate("--seed", "2", "--record", str(tmp_path), "--resume") == 2
    assert "it is of another run" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_the_finished_games_and_says_how_many(tmp_path: Path, jobs: str) -> None:
    policy = "interrupting" if jobs == "1" else "interrupting_parent"
    words = ["simulate", TOY, "-n", "3000", "--seats", f"tests.cli.players:{policy},random", "--jobs", jobs]

    done = start(*words, "--record", "r", "--json", cwd=tmp_path)

    assert done.returncode == 130
    assert done.stderr.count("\n") == 1
    finished = [name for name in records(tmp_path / "r") if name.endswith(".maharaja")]
    assert 0 < len(finished) < 3000
    assert done.stderr == (
        f"maharaja simulate: stopped: {len(finished)} of 3000 games are finished; --resume goes on\n"
    )
    assert json.loads(done.stdout)["finished"] == len(finished)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_policy_that_fails_is_named_with_its_game(
    tmp_path: Path, jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = start(
        "simulate", TOY, "-n", "40", "--seats", "tests.cli.players:failing,random", "--seed", "3",
        "--jobs", jobs, "--record", "r", cwd=tmp_path,
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "ZeroDivisionError: no idea (players.py, line " in done.stderr
    assert " (seed 3): " in done.stderr
    part = done.stderr.strip().rpartition(" ")[2]
    assert part.endswith(".maharaja.part")
    assert main(["replay", str(tmp_path / part), "--game", TOY]) == 0
    # With two processes it may be the first question of its game that failed.
    assert "Bazaar begins" in capsys.readouterr().out


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_policy_that_ends_the_program_is_one_line(tmp_path: Path, jobs: str) -> None:
    seats = "tests.cli.players:leaving,random"

    done = start("simulate", TOY, "-n", "40", "--seats", seats, "--jobs", jobs, cwd=tmp_path)

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "(seed 0): SystemExit: bye (players.py, line " in done.stderr


def test_a_folder_is_written_to_by_one_run_at_a_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("-n", "2", "--record", str(tmp_path / "r"))
    with held(tmp_path / "r"):
        for more in ([], ["--resume"]):
            assert simulate(*words, *more) == 2
            out, err = capsys.readouterr()
            assert (out, err.count("\n")) == ("", 1)
            assert "another run is writing records there" in err
    assert records(tmp_path / "r") == {}

    (tmp_path / "r" / ".lock").touch()  # as a killed run leaves it
    assert simulate(*words) == 0
    assert list(records(tmp_path / "r")) == ["game-00001.maharaja", "game-00002.maharaja"]


def test_a_lock_on_a_removed_file_is_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run before removes its file after the next one has opened and before it has locked it."""
    path, locked = tmp_path / ".lock", 0

    def late(fd: int) -> bool:
        nonlocal locked
        locked += 1
        if locked == 1:
            path.unlink()
        return lock(fd)

    monkeypatch.setattr("maharaja_qt.cli.folder.lock", late)
    with held(tmp_path):
        assert locked == 2
        with pytest.raises(UserError, match="another run"), held(tmp_path):
            pass
    assert not path.exists()


def test_a_process_that_dies_is_one_line(tmp_path: Path) -> None:
    seats = "tests.cli.players:dying,random"

    done = start("simulate", TOY, "-n", "400", "--seats", seats, "--jobs", "2", cwd=tmp_path, DIE="yes")

    assert done.returncode == 1
    assert done.stderr == "maharaja simulate: a process that played died\n"


def test_rules_that_fail_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "tests.cli.players:broken"]) == 1

    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("maharaja simulate: game 1 (seed 0): KeyError: 'lost piece' (players.py, line ")


def test_an_illegal_answer_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate("--seats", "tests.cli.players:cheating,random") == 1

    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "seat 0 answers choose with Choose: not-in-hand 2.1" in err


FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit for the size of files")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    done = start("simulate", TOY, "-n", "3", "--record", "r", cwd=tmp_path, prelude=FULL_DISK)

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "game-00001.maharaja.part: the record cannot be written: " in done.stderr
