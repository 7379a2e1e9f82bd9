"""One writer per file. The only module that differs between operating systems."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    # Windows locks bytes against reading too, so the locked byte lies far behind any content.
    _FAR = 1 << 40

    def lock(fd: int) -> bool:
        """Takes the exclusive lock of an open file until it is closed; False if another has it."""
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def sync_folder(folder: str) -> None:
        """Nothing to do: Windows keeps folder entries by itself."""

else:
    import fcntl

    def lock(fd: int) -> bool:
        """Takes the exclusive lock of an open file until it is closed; False if another has it."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def sync_folder(folder: str) -> None:
        """Makes a new file's name survive a power cut."""
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
