"""The record file: written line by line, locked, and read whatever has happened to it.

A line is in the file (one write call) before anybody is told of it. Lines that others may act upon
(barriers, hand-overs, the end) are also forced to the disk at once, others at most once a second.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from core import lines
from core.faults import Kind, UserError, of_system
from core.lines import BadLine, Header, Line
from core.lock import lock, sync_folder, unlock

_SYNC_SECONDS: Final = 1.0
_LONGEST: Final = 1000
_ROOM: Final = 8 * 1024


class RecordError(UserError):
    """A record that cannot be read or written; names the file and, where there is one, the line.

    Whatever a damaged or foreign file puts into the message, it stays one line of bearable length.
    """

    def __init__(self, message: str, kind: Kind = "", file: Path | None = None) -> None:
        plain = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in message)
        super().__init__(plain if len(plain) <= _LONGEST else plain[:_LONGEST] + "...", kind, file)

    @classmethod
    def of_system(cls, path: Path, what: str, fault: OSError) -> RecordError:
        """The system does not let a record be `what`: read, written, opened, locked, mended."""
        return cls(f"{path}: cannot be {what}: {fault.strerror}", of_system(fault), path)


class Damage(Struct, frozen=True):
    """Where a record stops being readable: line number from 1, offset in bytes, and why."""

    line: int
    offset: int
    why: str


class Mended(Struct, frozen=True):
    """What was left out of a damaged record: how many lines, from which on, and the whole file's copy."""

    lines: int
    first: int
    copy: Path


class Record(Struct, frozen=True):
    """All intact lines from the start of a file, and what comes after them if it is damaged."""

    path: Path
    header: Header
    lines: list[Line]
    damage: Damage | None

    def describe_damage(self) -> str:
        """One line that names file and line, or '' for an intact record."""
        if self.damage is None:
            return ""
        return f"{self.path}: line {self.damage.line}: {self.damage.why}; the lines before it are intact"


def read(path: Path) -> Record:
    """Reads a record up to its first damaged line. Raises `RecordError` if there is not even a header."""
    try:
        with path.open("rb") as file:
            return _read(path, file)
    except OSError as fault:
        raise RecordError.of_system(path, "read", fault) from None


def _read(path: Path, file: BinaryIO) -> Record:
    first = file.readline(lines.MAX_LINE)
    if not first:
        raise RecordError(f"{path}: the file is empty", "foreign", path)
    header = _header(path, first)
    found = [Line(0, "open", 0, header)]
    damage = None
    offset = len(first)
    for data in _rest(file):
        try:
            if len(data) >= lines.MAX_LINE:
                raise BadLine("it is too long")
            line = lines.from_bytes(data, len(found))
            if line.at_ms < found[-1].at_ms:
                raise BadLine("its time is before the line above")
        except BadLine as fault:
            damage = Damage(len(found) + 1, offset, str(fault))
            break
        found.append(line)
        offset += len(data)
    return Record(path, header, found, damage)


def _header(path: Path, data: bytes) -> Header:
    if not data.startswith(b'[0,"open",'):
        raise RecordError(f"{path}: line 1: this is not a Maharaja record", "foreign", path)
    try:
        version = lines.format_of(data)
        if version == lines.FORMAT:
            body = lines.from_bytes(data, 0).body
            assert isinstance(body, Header)
            return body
    except BadLine as fault:
        raise RecordError(f"{path}: line 1: the header is damaged: {fault}", "damaged", path) from None
    program = "a newer" if version > lines.FORMAT else "an older"
    raise RecordError(
        f"{path}: line 1: the record has format {version} and this program reads format {lines.FORMAT}; "
        f"open it with {program} version of the program",
        "version",
        path,
    )


def _rest(file: BinaryIO) -> Iterator[bytes]:
    while data := file.readline(lines.MAX_LINE):
        yield data


class RecordFile:
    """A record open for writing. Only one program at a time can hold it."""

    def __init__(self, path: Path, fd: int, record: Record | None, durable: bool) -> None:
        self.path = path
        self._fd = fd
        self._size = 0
        self._torn = False
        self._record = record
        self._durable = durable
        self._synced = time.monotonic()

    @classmethod
    def create(cls, path: Path, *, durable: bool = True) -> RecordFile:
        """A new file; an existing one is never overwritten. Raises `RecordError`.

        Without `durable` only `close` forces lines to the disk: for many games that can be made again.
        """
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o644)
        except FileExistsError:
            raise RecordError(f"{path}: there is a file of this name already", "exists", path) from None
        except OSError as fault:
            raise RecordError.of_system(path, "written", fault) from None
        file = cls(path, fd, None, durable)
        try:
            if not lock(fd):
                raise RecordError(f"{path}: another program has this game open", "busy", path)
        except OSError as fault:
            file.discard()
            raise RecordError.of_system(path, "locked", fault) from None
        except RecordError:
            file.abandon()
            raise
        sync_folder(str(path.parent))
        return file

    @classmethod
    def resume(cls, path: Path) -> tuple[Record, RecordFile]:
        """Opens a record to go on with it: look at its lines, then `mend` it and `append`."""
        try:
            fd = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as fault:
            raise RecordError.of_system(path, "opened", fault) from None
        try:
            if not lock(fd):
                raise RecordError(f"{path}: another program has this game open", "busy", path)
            record = read(path)
        except OSError as fault:
            os.close(fd)
            raise RecordError.of_system(path, "locked", fault) from None
        except BaseException:
            os.close(fd)
            raise
        return record, cls(path, fd, record, durable=True)

    def mend(self) -> Mended | None:
        """Cuts a damaged tail off, after a copy to `.bak`; None if there was none. Raises `RecordError`."""
        assert self._record is not None
        damage, self._record = self._record.damage, None
        mended = None
        try:
            if damage is not None:
                copy = back_up(self.path)
                with copy.open("rb") as whole:
                    whole.seek(damage.offset)
                    mended = Mended(sum(1 for _ in whole), damage.line, copy)
                os.ftruncate(self._fd, damage.offset)
            self._size = os.lseek(self._fd, 0, os.SEEK_END)
            os.lseek(self._fd, self._size - 1, os.SEEK_SET)
            if os.read(self._fd, 1) != b"\n":
                self.append(b"\n", sync=False)
        except OSError as fault:
            raise RecordError.of_system(self.path, "mended", fault) from None
        return mended

    def append(self, data: bytes, *, sync: bool) -> None:
        """Writes a line whole or not at all; OSError if it cannot, and the file is as before."""
        assert self._record is None, "not mended yet"
        if self._torn:
            self._cut_back()
        try:
            written = os.write(self._fd, data)
            while written < len(data):
                # A file system that has no room says so only when asked for the rest.
                more = os.write(self._fd, data[written:])
                if not more:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                written += more
            if self._durable and (sync or time.monotonic() - self._synced >= _SYNC_SECONDS):
                os.fsync(self._fd)
                self._synced = time.monotonic()
            self._size += len(data)
        except BaseException:
            # If not even cutting works now, it is done before the next line.
            self._torn = True
            with suppress(OSError):
                self._cut_back()
            raise

    def has_room(self) -> bool:
        """Would some more lines fit? Nothing of the try stays."""
        try:
            self.append(b" " * _ROOM, sync=False)
            self._size -= _ROOM
            self._torn = True
            self._cut_back()
        except OSError:
            return False
        return True

    def _cut_back(self) -> None:
        os.ftruncate(self._fd, self._size)
        os.lseek(self._fd, self._size, os.SEEK_SET)
        self._torn = False

    def close(self) -> None:
        """Forces everything to the disk and lets go of the lock; twice does no harm.

        Raises `RecordError` if the last lines may not be on the disk; the file is closed all the same.
        """
        if self._fd < 0:
            return
        try:
            if self._torn:
                self._cut_back()
            os.fsync(self._fd)
        except OSError as fault:
            raise RecordError(f"{self.path}: the end cannot be written: {fault.strerror}") from None
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Lets go of the file as it is."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with suppress(OSError):
                unlock(fd)
            os.close(fd)

    def discard(self) -> None:
        """Lets go of the file and deletes it: it was ours from the start and never came to be."""
        self.abandon()
        self.path.unlink(missing_ok=True)


def back_up(path: Path) -> Path:
    """Copies the file beside itself, so that changing it loses nothing; returns the copy, of a free name."""
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        try:
            out = copy.open("xb")
        except FileExistsError:
            number += 1
            continue
        try:
            with out, path.open("rb") as source:
                while block := source.read(1 << 20):
                    out.write(block)
                out.flush()
                os.fsync(out.fileno())
        except BaseException:
            # Half a copy would look like the whole one.
            copy.unlink(missing_ok=True)
            raise
        sync_folder(str(path.parent))
        return copy
