"""What has to be compiled is compiled before anybody waits, by one process, and kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.game import Tell
from core.games.chess import compiled, moves
from core.games.chess.locked import never_mates
from core.lock import lock, unlock
from core.registry import find_game
from maharaja_qt.cli.preparing import told
from tests.chess import small
from tests.cli.live import free_port
from tests.cli.runner import START, environment, start

pytestmark = pytest.mark.skipif(compiled.PLAIN, reason="nothing is compiled")
SMALL = small.__name__
ONCE = "Maharajah chess is being compiled, once: that takes up to half a minute\n"


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder in which nothing is yet; the move generator itself is loaded already."""
    compiled.fast(moves.perft)
    compiled._spaces.pop(SMALL, None)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    yield tmp_path
    compiled._spaces.pop(SMALL, None)


def prepared(*, load: bool = False) -> list[tuple[int, int]]:
    """What is told meanwhile."""
    seen: list[tuple[int, int]] = []
    compiled.prepare(small.second, lambda *at: seen.append(at), load=load)
    return seen


def test_the_first_time_is_told_and_the_second_is_not() -> None:
    assert prepared() == [(1, 1)]
    assert compiled.fast(small.second)(*compiled.sets([0b1010])) == 3
    compiled._spaces.pop(SMALL)
    assert prepared() == []
    assert SMALL not in compiled._spaces
    # Loaded from the folder: nothing is compiled, so nothing is told.
    assert prepared(load=True) == []
    assert SMALL in compiled._spaces


def test_while_another_process_compiles_this_one_waits_and_says_so() -> None:
    folder = compiled._folder()
    folder.mkdir(parents=True)
    waits = threading.Event()
    seen: list[tuple[int, int]] = []

    def tell(done: int, of: int) -> None:
        seen.append((done, of))
        waits.set()

    with (folder / "lock").open("ab") as other:
        assert lock(other.fileno())
        work = threading.Thread(target=compiled.prepare, args=(small.second, tell), kwargs={"load": False})
        work.start()
        assert waits.wait(20) and SMALL not in compiled._spaces
        unlock(other.fileno())
    work.join(20)
    assert seen[0] == (0, 0) and seen[-1] == (1, 1)


def test_where_nothing_can_be_kept_this_run_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert prepared() == [(1, 1)]
    own = Path(os.environ["NUMBA_CACHE_DIR"])
    assert own != tmp_path / "file" and compiled._mark(SMALL).is_relative_to(own)
    assert compiled._mark(SMALL).exists()


def test_a_source_that_has_changed_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled._mark(SMALL)
    compiled._version.cache_clear()
    monkeypatch.setattr(small, "__file__", __file__)
    assert compiled._mark(SMALL) != before
    compiled._version.cache_clear()


@pytest.mark.parametrize("minutes", [0, 5])
def test_with_clocks_the_search_at_the_fall_of_a_flag_is_loaded(
    minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, bool]] = []
    monkeypatch.setattr("core.games.chess.rules.prepare", lambda what, _, *, load: asked.append((what, load)))
    find_game("chess").prepare({"setup": "hidden", "minutes": minutes, "increment": 0}, lambda *_: None)
    assert asked == [(never_mates, minutes > 0)]


def test_who_waits_reads_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("chess")
    told("maharaja host", game, lambda tell: None)
    assert capsys.readouterr().err == ""

    def work(tell: Tell) -> None:
        tell(1, 2)
        tell(2, 2)

    told("maharaja host", game, work)
    assert capsys.readouterr().err == f"maharaja host: {ONCE}"


@pytest.mark.heavy
def test_two_programs_that_begin_with_an_empty_folder_compile_once(tmp_path: Path) -> None:
    """The whole of it, as on a new computer: 6 to 25 seconds."""
    cache = str(tmp_path / "new")
    words = ["simulate", "chess", "--seats", "basic,random", "--json", "-n", "1"]
    both = [
        subprocess.Popen(
            [sys.executable, "-c", START, *words], cwd=tmp_path, env=environment(NUMBA_CACHE_DIR=cache),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    for program in both:
        out, err = program.communicate(timeout=300)
        assert json.loads(out)["finished"] == 1
        assert err.startswith(f"maharaja simulate: {ONCE}")
    again = start(*words, cwd=tmp_path, NUMBA_CACHE_DIR=cache)
    assert (again.returncode, again.stderr) == (0, "")
    (folder,) = (tmp_path / "new").iterdir()
    assert len(list(folder.glob("*.whole"))) == 3


@pytest.mark.heavy
def test_computer_players_of_a_table_on_a_new_computer_play_from_the_first_move(tmp_path: Path) -> None:
    words = ["host", "chess", "--as", "Ann", "--port", str(free_port()), "--headless", "--json"]
    words += ["--seats", "ai:basic,ai:random", "--option", "minutes=60", "--option", "setup=classic"]
    done = subprocess.run(
        [sys.executable, "-c", START, *words], cwd=tmp_path, env=environment(XDG_DATA_HOME=str(tmp_path)),
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert done.stderr.startswith(f"maharaja host: {ONCE}")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told[0]["event"] == "listening"
    ended = next(row for row in told if row["event"] == "ended")
    assert (ended["reason"], ended["ranking"]) == ("checkmate", [[0], [1]])
