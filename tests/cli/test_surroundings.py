"""What the program needs around it, and what it does when that goes away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from maharaja_qt.cli.progress import Progress
from tests.cli.runner import START, TOY, environment, start

BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in (
            'PySide6', 'distributed', 'numpy', 'zeroconf', 'matplotlib', 'msgpack', 'numba'
        ):
            raise ImportError(name + ' is not installed')
sys.meta_path.insert(0, Block())
"""
LIST_MODULES = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
"""


def test_commands_run_where_nothing_of_the_window_is_installed(tmp_path: Path) -> None:
    for words in (
        ["--help"],
        ["play", TOY, "--seed", "1", "--record", "a.maharaja"],
        ["simulate", TOY, "-n", "3", "--study", "s"],
        ["arena", TOY, "--a", "random", "--b", "random", "-n", "6", "--jobs", "1"],
        ["replay", "a.maharaja", "--game", TOY],
    ):
        done = start(*words, cwd=tmp_path, prelude=BLOCK)
        assert (done.returncode, done.stderr) == (0, ""), words


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    done = start("--help", cwd=tmp_path, prelude=LIST_MODULES)

    loaded = set(done.stderr.split())
    assert "maharaja_qt.cli.play" in loaded
    heavy = {
        "asyncio",
        "msgspec",
        "zeroconf",
        "tqdm",
        "numpy",
        "PySide6",
        "concurrent.futures",
        "core.table",
        "importlib.metadata",
    }
    assert not loaded & heavy


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    start("simulate", TOY, "--record", ".", cwd=tmp_path)
    read, write = os.pipe()
    os.close(read)

    done = start("replay", "game-00001.maharaja", "--game", TOY, cwd=tmp_path, stdout=write)

    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


COMMANDS = [
    (["play", TOY, "--seed", "1"], 0),
    (["simulate", TOY, "-n", "9", "--jobs", "2", "--record", "r"], 0),
    (["--help"], 0),
    ([], 2),
    (["play", "nosuch"], 2),
]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), COMMANDS, ids=str)
def test_closed_streams_are_no_error(tmp_path: Path, words: list[str], code: int, closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", START, *words],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == (closed == "2>&-" and code == 0)
    assert bool(done.stderr) == (closed == ">&-" and code != 0)
    if "simulate" in words:
        assert len(list((tmp_path / "r").iterdir())) == 9


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_complaint_that_cannot_be_written_leaves_the_exit_code(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = start("play", "nosuch", cwd=tmp_path, stderr=full.fileno())

    assert done.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_under_the_output_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = start("simulate", TOY, cwd=tmp_path, stdout=full.fileno())

    assert done.returncode == 1
    assert done.stderr == "maharaja simulate: No space left on device\n"


def test_a_terminal_without_the_letters_gets_their_numbers(tmp_path: Path) -> None:
    done = start("replay", "मह", cwd=tmp_path, PYTHONIOENCODING="ascii")

    assert done.stderr == "maharaja replay: \\u092e\\u0939: there is no such file\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
@pytest.mark.parametrize(
    "words",
    [
        ["play", TOY],
        ["play", "empires", "--seats", "random*4"],
        ["simulate", TOY, "-n", "40"],
        ["arena", TOY, "--a", "random", "--b", "random", "-n", "30", "--jobs", "1"],
    ],
)
def test_a_terminal_shows_a_bar(tmp_path: Path, words: list[str]) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", START, *words],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 4096):
            shown += block
    except OSError:  # Linux says so when the other end is closed
        pass
    os.close(ours)

    assert process.wait() == 0
    assert f"maharaja {words[0]}".encode() in shown
    if words == ["play", TOY]:
        assert b"chooses a card" in shown
    elif words[0] == "play":  # it is known how long it lasts
        assert b"0/16" in shown
        assert b"15/16" in shown


def test_long_work_says_a_line_now_and_then_where_no_bar_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr("maharaja_qt.cli.progress.time.monotonic", lambda: now)
    with Progress("maharaja simulate", "games", 5000, 1000) as progress:
        for now in (1.0, 9.0, 10.0, 11.0, 19.0, 21.0):  # noqa: B007 - read by the clock above
            progress.step(100, "Red thinks")

    assert capsys.readouterr().err.splitlines() == [
        "maharaja simulate: 1,300 of 5,000 games: Red thinks",
        "maharaja simulate: 1,600 of 5,000 games: Red thinks",
    ]
