"""The record file: written line by line, locked, and read whatever has happened to it.

A line is in the file (one write call) before anybody is told of it. Lines that others may act upon
(barriers, hand-overs, the end) are also forced to the disk at once, others at most once a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import Struct

from core import lines
from core.faults import UserError
from core.lines import BadLine, Header, Line
from core.lock import lock, sync_folder

_SYNC_SECONDS: Final = 1.0


class RecordError(UserError):
    """A record that cannot be read or written; names the file and, where there is one, the line."""


class Damage(Struct, frozen=True):
    """Where a record stops being readable: line number from 1, offset in bytes, and why."""

    line: int
    offset: int
    why: str


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
        raise RecordError(f"{path}: cannot be read: {fault.strerror}") from None


def _read(path: Path, file: BinaryIO) -> Record:
    first = file.readline(lines.MAX_LINE)
    if not first:
        raise RecordError(f"{path}: the file is empty")
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
        raise RecordError(f"{path}: line 1: this is not a Maharaja record")
    try:
        body = lines.from_bytes(data, 0).body
    except BadLine as fault:
        version = _version(data)
        if version is not None and version > lines.FORMAT:
            raise RecordError(
                f"{path}: line 1: the record has format {version} and this program reads up to "
                f"{lines.FORMAT}; open it with a newer version"
            ) from None
        raise RecordError(f"{path}: line 1: the header is damaged: {fault}") from None
    if not isinstance(body, Header):
        raise RecordError(f"{path}: line 1: this is not a Maharaja record")
    if body.format != lines.FORMAT:
        raise RecordError(
            f"{path}: line 1: the record has format {body.format} and this program reads {lines.FORMAT}"
        )
    return body


def _version(data: bytes) -> int | None:
    # A later format may have another header; its first field stays the format number.
    words = data[len(b'[0,"open",0,[') :].split(b",", 1)
    return int(words[0]) if words[0].isdigit() and len(words[0]) < 9 else None


def _rest(file: BinaryIO) -> Iterator[bytes]:
    while data := file.readline(lines.MAX_LINE):
        yield data


class RecordFile:
    """A record open for writing. Only one program at a time can hold it."""

    def __init__(self, path: Path, fd: int, size: int, durable: bool) -> None:
        self.path = path
        self._fd = fd
        self._size = size
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
            raise RecordError(f"{path}: there is a file of this name already") from None
        except OSError as fault:
            raise RecordError(f"{path}: cannot be written: {fault.strerror}") from None
        lock(fd)
        sync_folder(str(path.parent))
        return cls(path, fd, 0, durable)

    @classmethod
    def resume(cls, path: Path) -> tuple[Record, RecordFile]:
        """Opens a record to go on with it. A damaged tail is cut off, after a copy to `.bak`."""
        try:
            fd = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as fault:
            raise RecordError(f"{path}: cannot be opened: {fault.strerror}") from None
        try:
            if not lock(fd):
                raise RecordError(f"{path}: another program has this game open")
            record = read(path)
            if record.damage is not None:
                _back_up(path)
                os.ftruncate(fd, record.damage.offset)
            size = os.lseek(fd, 0, os.SEEK_END)
            file = cls(path, fd, size, durable=True)
            os.lseek(fd, size - 1, os.SEEK_SET)
            if os.read(fd, 1) != b"\n":
                file.append(b"\n", sync=False)
        except OSError as fault:
            os.close(fd)
            raise RecordError(f"{path}: cannot be mended: {fault.strerror}") from None
        except BaseException:
            os.close(fd)
            raise
        return record, file

    def append(self, data: bytes, *, sync: bool) -> None:
        """Writes a line whole or not at all; OSError if it cannot, and the file is as before."""
        try:
            if os.write(self._fd, data) != len(data):
                raise OSError(28, os.strerror(28))
            if self._durable and (sync or time.monotonic() - self._synced >= _SYNC_SECONDS):
                os.fsync(self._fd)
                self._synced = time.monotonic()
        except OSError:
            os.ftruncate(self._fd, self._size)
            os.lseek(self._fd, self._size, os.SEEK_SET)
            raise
        self._size += len(data)

    def close(self) -> None:
        """Forces everything to the disk and lets go of the lock; twice does no harm."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            try:
                os.fsync(fd)
            finally:
                os.close(fd)


def _back_up(path: Path) -> None:
    """Copies the file beside itself under a free name, so that cutting it loses nothing."""
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        try:
            with copy.open("xb") as out, path.open("rb") as source:
                while block := source.read(1 << 20):
                    out.write(block)
                out.flush()
                os.fsync(out.fileno())
        except FileExistsError:
            number += 1
            continue
        except BaseException:
            # Half a copy would look like the whole one.
            copy.unlink(missing_ok=True)
            raise
        return
