"""One writer per record, other programs, and a program that is killed in mid-game."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import core.lock
from core.dice import SeededDice
from core.game import Refusal
from core.lines import Act
from core.record import RecordError, RecordFile, read
from core.replay import replay
from core.table import open_table
from tests.core.record_kit import Tale
from tests.core.test_record_damage import one_line
from tests.toy import game
from tests.toy.kit import ToyTable
from tests.toy.pieces import Choose

ROOT = Path(__file__).parents[2]


def child(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Another program; it says what it does on its standard output."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def said(program: subprocess.Popen[str]) -> str:
    """Its next line; it must have one."""
    assert program.stdout is not None
    line = program.stdout.readline()
    assert line, "the other program ended"
    return line.rstrip("\n")


def new_table(path: Path, tale: Tale) -> ToyTable:
    table = open_table(
        game, {}, ["Ann", "Bob"], table_id="t", dice=SeededDice(b"x"), clock=tale.clock, salts=tale.salt,
        spec="tests.toy:game",
    )  # fmt: skip
    table.save(path)
    return table


def no_other(path: Path) -> None:
    """Nobody else can write the file; the message names it."""
    before = path.read_bytes()
    with pytest.raises(RecordError, match="another program has this game open") as fault:
        Tale().go_on(path)
    one_line(fault.value, path, None)
    with pytest.raises(RecordError, match="there is a file of this name already"):
        RecordFile.create(path)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_the_same_program_twice(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = new_table(path, tale)
    no_other(path)
    assert read(path).damage is None  # looking is allowed
    tale.play_to_end(table)
    no_other(path)
    table.close()
    assert replay(game, read(path)).position.outcome == table.outcome
    Tale().go_on(path).close()


def test_a_torn_file_in_use_is_not_cut(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = new_table(path, tale)
    with path.open("ab") as file:
        file.write(b"[1,")
    no_other(path)
    table.close()


TRY = """
import sys
from pathlib import Path
from core.record import RecordError
from tests.core.record_kit import Tale
try:
    table = Tale().go_on(Path(sys.argv[1]))
except RecordError as fault:
    print(fault, flush=True)
else:
    print("open", flush=True)
    sys.stdin.read()
"""


def test_a_second_program(tmp_path: Path) -> None:
    """It is turned away while we play, and we are while it plays; killed, it holds nothing."""
    path, tale = tmp_path / "game", Tale()
    table = new_table(path, tale)
    seat = table.pending[0].seat
    tale.act(table, seat, table.legal(seat).first())
    with child(TRY, path) as other:
        assert said(other) == f"{path}: another program has this game open"
    tale.play_to_end(table)
    table.close()
    assert replay(game, read(path)).position.outcome is not None

    held = subprocess.Popen(
        [sys.executable, "-c", TRY, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    with held:
        assert said(held) == "open"
        no_other(path)
        held.kill()
        held.wait()
        Tale().go_on(path).close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forked children exist on POSIX only")
def test_a_forked_worker_does_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "game"
    table = new_table(path, Tale())
    ours, theirs = os.pipe()
    worker = os.fork()
    if not worker:
        os.close(theirs)
        os.read(ours, 1)  # until the parent closes its end
        os._exit(0)
    try:
        table.close()
        Tale().go_on(path).close()
    finally:
        os.close(theirs)
        os.close(ours)
        assert os.waitpid(worker, 0)[1] == 0


PLAY = """
import sys
from itertools import count
from pathlib import Path
from random import Random
from core.dice import SeededDice
from core.table import open_table
from tests.core.record_kit import Tale
from tests.toy import game

rng = Random(int(sys.argv[2]))
for number in count():
    tale = Tale()
    table = open_table(game, {"cards": 5}, ["A", "B", "C", "D"], table_id="t",
                       dice=SeededDice(rng.randbytes(8)), clock=tale.clock, salts=tale.salt,
                       spec="tests.toy:game")
    path = Path(sys.argv[1]) / f"{number}.maharaja"
    table.save(path)
    print("game", path, flush=True)
    while table.pending:
        seat = rng.choice(table.pending).seat
        action = table.legal(seat).sample(rng)
        card = getattr(action, "card", 0)
        salt = (tale.salts + 1).to_bytes(2, "big") * 8
        print("make", table.n + 1, seat, card, salt.hex(), flush=True)
        tale.act(table, seat, action)
        print("told", table.n, flush=True)
    table.close()
"""


@pytest.mark.parametrize("after", [2, 5, 11, 40, 97, 150, 201, 260, 333, 400])
def test_killed_in_mid_game(tmp_path: Path, after: int) -> None:
    """What anybody was told is in the record, no sealed choice is, and the game goes on."""
    with child(PLAY, tmp_path, after) as other:
        heard = [said(other) for _ in range(after)]
        other.kill()
        assert other.stdout is not None
        rest = other.stdout.read()
        heard += rest[: rest.rfind("\n") + 1].splitlines()
        assert other.wait() != 0
    start = max(n for n, line in enumerate(heard) if line.startswith("game"))
    path = Path(heard[start].removeprefix("game "))
    told, tale = 0, Tale(salts=10_000)
    for what, number, *choice in (line.split() for line in heard[start + 1 :]):
        if what == "told":
            told = int(number)
        elif choice[1] != "0":
            seat, card, salt = int(choice[0]), int(choice[1]), bytes.fromhex(choice[2])
            tale.choices[int(number)] = [(seat, Choose(card), salt)]

    record, text = read(path), path.read_text()
    assert len(record.lines) > told
    opened = {o.handle for line in record.lines if isinstance(line.body, Act) for o in line.body.opened}
    for handle, [(_, _, salt)] in tale.choices.items():
        assert (salt.hex() in text) == (handle in opened)
    assert text.count('"choose"') == len(opened)

    table = tale.go_on(path)
    owed = table.owed()
    assert opened.isdisjoint(owed)
    for turn, (handle, seat) in enumerate(owed.items()):
        mine, action, salt = tale.choices[handle][0]
        assert mine == seat
        # The first has forgotten what it was, the others send it again.
        if turn == 0:
            another = Choose(table.position.state.hands[seat][0])
            assert table.resend(seat, handle, Choose(99), salt) == Refusal("not-the-choice-made")
            assert table.reseal(seat, handle, another) is None
        else:
            assert table.resend(seat, handle, action, salt) is None
    assert not table.owed()
    tale.play_to_end(table)
    table.close()
    assert replay(game, read(path)).position.outcome == table.outcome
    assert path.read_text().startswith(text[: text.rfind("\n") + 1])


def test_the_windows_lock_lies_behind_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There locked bytes cannot be read, and locking works where the file stands."""
    calls: list[tuple[int, int]] = []

    def locking(fd: int, mode: int, count: int) -> None:
        assert count == 1
        calls.append((mode, os.lseek(fd, 0, os.SEEK_CUR)))
        if len(calls) == 2:
            raise OSError(13, "busy")

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2, LK_UNLCK=0))
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("windows_lock", core.lock.__file__)
    assert spec is not None
    assert spec.loader is not None
    windows = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(windows)
    with (tmp_path / "game").open("w+b", buffering=0) as file:
        file.write(b"four")
        assert windows.lock(file.fileno()) is True
        assert windows.lock(file.fileno()) is False
        windows.unlock(file.fileno())
        windows.sync_folder(str(tmp_path))
        file.write(b"more")
    assert (tmp_path / "game").read_bytes() == b"fourmore"
    assert [mode for mode, _ in calls] == [2, 2, 0]
    assert all(place > 1 << 39 for _, place in calls)
