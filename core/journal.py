"""The lines of one table, in memory and, if it has one, in its record file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from core import lines
from core.lines import Body, Line
from core.record import Mended, RecordError, RecordFile


class Journal:
    """Numbers lines and keeps their bytes; a line is in the file before `write` returns."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.mended: Mended | None = None
        """What was wrong with the record when it was gone on with."""
        self._file: RecordFile | None = None

    @property
    def n(self) -> int:
        """Number of the last line; -1 before the header."""
        return len(self.lines) - 1

    @property
    def path(self) -> Path | None:
        """Where the record is being written, or None."""
        return None if self._file is None else self._file.path

    def write(self, kind: str, at_ms: int, body: Body, *, sync: bool) -> None:
        """Adds a line; OSError if the file cannot take it, and then nothing is added."""
        data = lines.to_bytes(Line(len(self.lines), kind, at_ms, body))
        if len(data) >= lines.MAX_LINE:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        # Whatever interrupts this, memory and file have the line both or neither.
        self.lines.append(data)
        try:
            if self._file is not None:
                self._file.append(data, sync=sync)
        except BaseException:
            self.lines.pop()
            raise

    def has_room(self) -> bool:
        """Would the file, if there is one, take some more lines?"""
        return self._file is None or self._file.has_room()

    def save(self, path: Path, *, durable: bool = True) -> None:
        """From now on every line goes to a new file at `path`, which first gets those so far.

        Raises `RecordError`, leaving no file and the old one (if any) in use.
        """
        file = RecordFile.create(path, durable=durable)
        try:
            file.append(b"".join(self.lines), sync=True)
        except OSError as fault:
            file.discard()
            raise RecordError.of_system(path, "written", fault) from None
        except BaseException:
            file.discard()
            raise
        if self._file is not None:
            self._file.abandon()
        self._file = file

    def go_on(self, known: list[bytes], file: RecordFile | None) -> None:
        """Takes over the lines of a record that was read, and the file they stand in."""
        self.lines = known
        self._file = file

    def close(self) -> None:
        """Lets go of the file. Raises `RecordError` if its last lines may not be on the disk."""
        if self._file is not None:
            file, self._file = self._file, None
            file.close()
