"""A disk that is full or fails: the action is refused, nothing is lost, and later it succeeds."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.dice import SeededDice
from core.game import Refusal
from core.record import RecordError, RecordFile, read
from core.replay import replay
from core.table import Accepted, open_table
from tests.core.record_kit import Tale
from tests.core.test_record_damage import one_line
from tests.toy import game
from tests.toy.kit import ToyTable
from tests.toy.pieces import Action, Choose

ROOT = Path(__file__).parents[2]


def new_table(tale: Tale, cards: int = 3) -> ToyTable:
    return open_table(
        game, {"cards": cards}, ["Ann", "Bob"], table_id="t", dice=SeededDice(b"disk"), clock=tale.clock,
        salts=tale.salt, spec="tests.toy:game",
    )  # fmt: skip


class Disk:
    """What the operating system answers from now on; it counts the failures."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.failures = 0

    def _fail(self, code: int) -> None:
        self.failures += 1
        raise OSError(code, os.strerror(code))

    def full_after(self, room: int, *, cut: bool = True) -> None:
        """Takes so many bytes more, at the end a part of what is asked, as a real disk does.

        Without `cut` files cannot be cut either.
        """
        write, left = os.write, room

        def some(fd: int, data: bytes) -> int:
            nonlocal left
            if not left:
                self._fail(errno.ENOSPC)
            done = write(fd, bytes(data)[:left])
            left -= done
            return done

        self.patch.setattr(os, "write", some)
        if not cut:
            self.patch.setattr(os, "ftruncate", lambda *_: self._fail(errno.EIO))

    def zero(self) -> None:
        """Takes nothing and says so without an error."""

        def none(_: int, __: bytes) -> int:
            self.failures += 1
            return 0

        self.patch.setattr(os, "write", none)

    def no_sync(self) -> None:
        """Forcing data to the disk fails."""
        self.patch.setattr(os, "fsync", lambda _: self._fail(errno.EIO))

    def in_pieces(self) -> None:
        """Takes a few bytes at a time, without any error."""
        write = os.write
        self.patch.setattr(os, "write", lambda fd, data: write(fd, bytes(data)[:7]))


@pytest.fixture
def disk() -> Iterator[Disk]:
    """A disk that can be spoilt, and is well again after `undo`."""
    with pytest.MonkeyPatch.context() as patch:
        yield Disk(patch)


SPOIL: list[tuple[str, Callable[[Disk], object]]] = [
    ("nothing fits", lambda d: d.full_after(0)),
    ("a byte fits", lambda d: d.full_after(1)),
    ("half a line fits", lambda d: d.full_after(60)),
    ("no error", lambda d: d.zero()),
    ("no sync", lambda d: d.no_sync()),
    ("half fits and no cutting", lambda d: d.full_after(60, cut=False)),
]
spoilt = pytest.mark.parametrize("spoil", [s for _, s in SPOIL], ids=[name for name, _ in SPOIL])


def picture(table: ToyTable) -> object:
    """All a user can see of the table."""
    views = [table.view(seat) for seat in (0, 1, None)]
    legal = [table.game.codec.encode_legal(table.legal(seat)) for seat in (0, 1)]
    position = table.position
    return (views, legal, table.pending, table.n, position.bytes, position.digest, position.opened_at,
            len(position.steps), table.controllers, table.outcome, table.owed())  # fmt: skip


def attempt(table: ToyTable, seat: int, action: Action) -> Accepted | Refusal:  # type: ignore[type-arg]
    decision = next(p.decision for p in table.pending if p.seat == seat)
    return table.submit(seat, decision, table.n, action, b"s" * 16 if isinstance(action, Choose) else None)


@spoilt
def test_refused_and_later_taken(tmp_path: Path, disk: Disk, spoil: Callable[[Disk], object]) -> None:
    """Every action of a game fails once, and is taken when there is room again."""
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    failed = 0
    while table.pending:
        seat = table.pending[0].seat
        action = table.legal(seat).first()
        intact, before = path.read_bytes(), picture(table)
        disk.failures = 0
        spoil(disk)
        answer = attempt(table, seat, action)
        disk.patch.undo()
        if isinstance(answer, Refusal):
            failed += 1
            assert disk.failures
            assert answer.code == "record-not-written"
            assert answer.params["why"]
            assert picture(table) == before
            # If not even cutting works the rest of the line stays until the next one is written.
            assert path.read_bytes().startswith(intact)
            assert [line.n for line in read(path).lines] == list(range(table.n + 1))
            if not isinstance(action, Choose):
                assert table.sealed_of(seat) == {}
            answer = attempt(table, seat, action)
        assert isinstance(answer, Accepted), answer
        assert path.read_bytes().startswith(intact)
        assert path.read_bytes().count(b"\n") == table.n + 1
    assert failed
    table.close()
    played = replay(game, read(path))
    assert played.position.outcome == table.outcome
    assert played.unchecked == 0


@spoilt
def test_other_lines(tmp_path: Path, disk: Disk, spoil: Callable[[Disk], object]) -> None:
    """Undo, take-back, seat changes and resealing are refused as well, and change nothing."""
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    for seat in (0, 1):
        tale.act(table, seat, table.legal(seat).first())
    winner = table.pending[0].seat
    kept = tale.act(table, winner, table.legal(winner).first())
    tries: list[Callable[[], object]] = [
        lambda: table.take_back(winner, kept.n, [0, 1]),
        lambda: table.set_seat(0, "Cyd", "joined"),
        lambda: table.submit(0, 0, table.n, game.codec.action_json.decode(b'["stand",1]')),
    ]
    refused = 0
    for trial in tries:
        before, intact = picture(table), path.read_bytes()
        spoil(disk)
        answer = trial()
        disk.patch.undo()
        if isinstance(answer, Refusal):
            refused += 1
            assert answer.code == "record-not-written"
            assert picture(table) == before
            assert path.read_bytes().startswith(intact)
            answer = trial()
        assert not isinstance(answer, Refusal)
    assert refused
    tale.play_to_end(table)
    table.close()
    assert replay(game, read(path)).position.outcome == table.outcome


def test_written_in_pieces(tmp_path: Path, disk: Disk) -> None:
    """A write call may take less than all; that is no error."""
    disk.in_pieces()
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    tale.play_to_end(table)
    table.close()
    assert path.read_bytes() == b"".join(table.journal.lines)
    assert replay(game, read(path)).position.outcome == table.outcome


@spoilt
def test_saving_fails(tmp_path: Path, disk: Disk, spoil: Callable[[Disk], object]) -> None:
    """No new file is left, and the old one is still in use."""
    old, new, tale = tmp_path / "old", tmp_path / "new", Tale()
    table = new_table(tale)
    table.save(old)
    spoil(disk)
    with pytest.raises(RecordError, match="cannot be written: ") as fault:
        table.save(new)
    disk.patch.undo()
    one_line(fault.value, new, None)
    assert [p.name for p in tmp_path.iterdir()] == ["old"]
    seat = table.pending[0].seat
    tale.act(table, seat, table.legal(seat).first())
    assert old.read_bytes().count(b"\n") == 2
    table.save(new)
    tale.play_to_end(table)
    table.close()
    assert old.read_bytes().count(b"\n") == 2
    assert new.read_bytes() == b"".join(table.journal.lines)
    Tale().go_on(old).close()  # nobody holds it any more


def test_saving_where_nothing_can_be(tmp_path: Path) -> None:
    table = new_table(Tale())
    taken = tmp_path / "taken"
    taken.write_bytes(b"mine")
    for path in (taken, tmp_path, tmp_path / "no" / "folder", tmp_path / ("n" * 300), taken / "x"):
        with pytest.raises(RecordError) as fault:
            table.save(path)
        one_line(fault.value, path, None)
    assert taken.read_bytes() == b"mine"
    assert [p.name for p in tmp_path.iterdir()] == ["taken"]


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import core.record as module

    def no_locks(_: int) -> bool:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    table = new_table(Tale())
    table.save(tmp_path / "old")
    table.close()
    monkeypatch.setattr(module, "lock", no_locks)
    with pytest.raises(RecordError, match="cannot be locked: No locks available"):
        new_table(Tale()).save(tmp_path / "new")
    with pytest.raises(RecordError, match="cannot be locked: No locks available"):
        Tale().go_on(tmp_path / "old")
    assert [p.name for p in tmp_path.iterdir()] == ["old"]


def test_no_room_for_the_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its copy a damaged file is not cut."""
    path, tale = tmp_path / "game", Tale()
    tale.tell(path)
    damaged = path.read_bytes()[:-5]
    path.write_bytes(damaged)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(RecordError, match="No space left on device") as fault:
            tale.go_on(path)
    one_line(fault.value, path, None)
    assert path.read_bytes() == damaged
    assert [p.name for p in tmp_path.iterdir()] == ["game"]
    tale.go_on(path).close()
    assert (tmp_path / "game.bak").read_bytes() == damaged


@spoilt
def test_going_on_fails(tmp_path: Path, disk: Disk, spoil: Callable[[Disk], object]) -> None:
    """A record that cannot grow is not opened; all of it stays and can be opened later."""
    path, tale = tmp_path / "game", Tale()
    tale.tell(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])  # its last newline is missing
    spoil(disk)
    with pytest.raises(RecordError) as fault:
        tale.go_on(path)
    disk.patch.undo()
    one_line(fault.value, path, None)
    assert path.read_bytes().startswith(whole[:-1])
    assert len(read(path).lines) >= whole.count(b"\n")
    tale.go_on(path).close()
    assert path.read_bytes().startswith(whole)


def test_closing_fails(tmp_path: Path, disk: Disk) -> None:
    """The last lines may be lost: that is told, and the file is let go all the same."""
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    disk.no_sync()
    with pytest.raises(RecordError, match="the end cannot be written: Input/output error") as fault:
        table.close()
    disk.patch.undo()
    one_line(fault.value, path, None)
    table.close()
    tale.go_on(path).close()


def test_a_line_too_long_to_be_read_again(tmp_path: Path) -> None:
    path, tale = tmp_path / "game", Tale()
    table = new_table(tale)
    table.save(path)
    refusal = table.set_seat(0, "A" * (1 << 20), "joined")
    assert refusal is not None
    assert refusal.code == "record-not-written"
    assert table.controllers[0] == "Ann"
    assert table.set_seat(0, "A" * ((1 << 20) - 200), "joined") is None
    table.close()
    assert read(path).damage is None


FILL = """
import sys
from pathlib import Path
from core.game import Refusal
from core.record import RecordError, read
from core.replay import replay
from tests.core.record_kit import Tale
from tests.core.test_record_disk import attempt, new_table, picture
from tests.toy import game

if sys.argv[2] == "limit":
    import resource
    def room(size):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    less, more = lambda: room(path.stat().st_size + 900), lambda: room(resource.RLIM_INFINITY)
else:
    filler = Path(sys.argv[1]).with_name("filler")
    def less():
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass
    more = filler.unlink

path, tale = Path(sys.argv[1]), Tale()
table = new_table(tale, 5)
table.save(path)
for _ in range(3):
    # Small disks give room by 4 KiB; the game is to ask for more.
    assert table.set_seat(0, "A" * 1000, "joined") is None
less()
failed = 0
while table.pending:
    seat = table.pending[0].seat
    action = table.legal(seat).first()
    before, intact = picture(table), path.read_bytes()
    answer = attempt(table, seat, action)
    if isinstance(answer, Refusal):
        assert answer.code == "record-not-written", answer
        assert picture(table) == before
        assert path.read_bytes() == intact
        assert read(path).damage is None
        if sys.argv[2] != "limit":
            try:
                table.save(path.with_name("other"))
            except RecordError as fault:
                assert "No space left" in str(fault), fault
            assert not path.with_name("other").exists()
        more()
        assert not isinstance(attempt(table, seat, action), Refusal)
        failed += 1
        if sys.argv[2] != "limit" and failed < 3:
            less()
table.close()
assert replay(game, read(path)).position.outcome == table.outcome
print(failed)
"""


def fill(path: Path, how: str) -> int:
    """How often the game met a full disk."""
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(path), how], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit for the size of files")
def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    assert fill(tmp_path / "game", "limit") == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room, where this user may make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "none", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full(small_disk: Path) -> None:
    assert fill(small_disk / "game", "disk") >= 1
    damaged = (small_disk / "game").read_bytes()[:-5]
    (small_disk / "game").write_bytes(damaged)
    with pytest.raises(OSError, match="No space left on device"):
        (small_disk / "filler").write_bytes(bytes(1 << 20))
    with pytest.raises(RecordError, match="No space left on device"):
        Tale().go_on(small_disk / "game")
    assert (small_disk / "game").read_bytes() == damaged
    assert not (small_disk / "game.bak").exists()
    (small_disk / "filler").unlink()
    Tale().go_on(small_disk / "game").close()
    assert (small_disk / "game.bak").read_bytes() == damaged


def test_a_stopped_save_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RecordFile, "append", stop)
    with pytest.raises(KeyboardInterrupt):
        new_table(Tale()).save(tmp_path / "game")
    assert list(tmp_path.iterdir()) == []
