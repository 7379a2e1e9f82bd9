"""The reference counts, compiled and plain (6.1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.games.chess import compiled, counts, moves
from core.games.chess.fen import read_fen, write_fen
from tests.cli.runner import start
from tests.tools.source import ROOT

TABLE = Path(__file__).with_name("perft.tsv")
MOST = 2_500_000
"""Nodes that are counted by default, compiled."""
PLAIN_MOST = 12_000
"""The same by the plain functions."""
SLOW_PLAIN = 120_000
HEAVY = pytest.mark.heavy


def rows() -> list[tuple[str, str, int, int]]:
    """(id, FEN, depth, nodes)."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    split = [line.split("\t") for line in lines]
    return [
        (name, fen, *(int(number) for number in pair.split(":")))  # type: ignore[misc]
        for name, fen, pairs, *_ in split
        for pair in pairs.split()
    ]


ROWS = rows()


@pytest.mark.rule("6.1a")
@pytest.mark.parametrize(
    ("name", "fen", "depth", "nodes"),
    [pytest.param(*row, marks=[HEAVY] if row[3] > MOST else [], id=f"{row[0]}-{row[2]}") for row in ROWS],
)
def test_compiled_counts(name: str, fen: str, depth: int, nodes: int) -> None:
    position, _ = read_fen(fen, playable=False)
    assert counts.count_sequences(position, depth) == nodes


@pytest.mark.rule("6.1a")
@pytest.mark.parametrize(
    ("name", "fen", "depth", "nodes"),
    [
        pytest.param(*row, marks=[HEAVY] if row[3] > PLAIN_MOST else [], id=f"{row[0]}-{row[2]}")
        for row in ROWS
        if row[2] <= 3 and row[3] <= SLOW_PLAIN
    ],
)
def test_plain_counts(name: str, fen: str, depth: int, nodes: int) -> None:
    position, _ = read_fen(fen, playable=False)
    assert moves.perft(position.bits, position.info, depth) == nodes


def test_every_row_of_the_table_is_read() -> None:
    assert len({name for name, *_ in ROWS}) == 34
    assert sum(nodes <= MOST for *_, nodes in ROWS) > 100


def maharaja(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as a user starts it."""
    return start(*words, cwd=ROOT)


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.rule("6.1a")
def test_without_compilation_the_command_counts_the_same_and_loads_no_numba() -> None:
    fen = next(fen for name, fen, *_ in ROWS if name == "V03")
    prelude = "import sys; sys.modules['numba'] = None\n"
    done = start("perft", fen, "2", "--json", cwd=ROOT, prelude=prelude, NUMBA_DISABLE_JIT="1")
    assert done.stderr == ""
    assert json.loads(done.stdout)["nodes"] == 2100


def test_the_command_divides_by_first_moves() -> None:
    done = maharaja("perft", START, "3", "--divide")
    *lines, total = done.stdout.splitlines()
    assert (done.returncode, done.stderr, total) == (0, "", "8902")
    assert len(lines) == 20
    assert "e2e4: 600" in lines
    assert sum(int(line.split(": ")[1]) for line in lines) == 8902


def test_the_command_says_what_it_left_out_and_what_is_wrong() -> None:
    done = start(
        "perft", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "1", "--json", cwd=ROOT, NUMBA_DISABLE_JIT="1"
    )  # fmt: skip
    assert "castling K is left out" in done.stderr
    assert json.loads(done.stdout) == {"fen": "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "depth": 1, "nodes": 5}
    done = maharaja("perft", "4k3/8/8/8/8/8/8/8 w - - 0 1", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "maharaja perft: FEN field 1 (pieces): White has no king\n"


def test_nothing_long_is_loaded_to_play() -> None:
    """Neither the program nor a game of chess without a computer player needs numba."""
    code = (
        "import sys; from core.registry import find_game; g = find_game('chess'); find_game('empires');"
        "import maharaja_qt.cli; from core.games.chess.fen import read_fen, START;"
        "assert len(read_fen(START)[0].legal()) == 20; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100, check=True,
    )  # fmt: skip
    assert not {"numba", "numpy", "llvmlite"} & set(done.stdout.split())


def test_what_was_compiled_is_kept_and_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    assert any(compiled._folder().glob("*/*.nbi"))
    blocked = tmp_path / "file"
    blocked.touch()
    assert not compiled._usable(blocked / "folder")


def test_fens_of_the_table_are_written_as_they_were_read() -> None:
    for name, fen, *_ in ROWS:
        position, notices = read_fen(fen, playable=False)
        assert (notices == []) == (name != "P05")
        again, none = read_fen(write_fen(position), playable=False)
        assert (again, none) == (position, [])
