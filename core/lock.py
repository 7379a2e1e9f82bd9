"""One writer per file. The only module of core that differs between operating systems."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

if sys.platform == "win32":
    import msvcrt

    # Windows locks bytes against reading too, so the locked byte lies far behind any content.
    _FAR = 1 << 40

    def lock(fd: int) -> bool:
        """Takes the exclusive lock of an open file; False if another has it."""
        return _far(fd, msvcrt.LK_NBLCK)

    def unlock(fd: int) -> None:
        """Lets go at once; closing the file alone would do it at some later moment."""
        _far(fd, msvcrt.LK_UNLCK)

    def _far(fd: int, mode: int) -> bool:
        # `locking` works where the file stands, and the next write must not go there.
        place = os.lseek(fd, 0, os.SEEK_CUR)
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, mode, 1)
        except OSError:
            return False
        finally:
            os.lseek(fd, place, os.SEEK_SET)
        return True

    def sync_folder(folder: str) -> None:
        """Nothing to do: Windows keeps folder entries by itself."""

else:
    import fcntl

    def lock(fd: int) -> bool:
        """Takes the exclusive lock of an open file; False if another has it."""
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(fd: int) -> None:
        """Lets go at once, also of what a forked child still holds."""
        fcntl.flock(fd, fcntl.LOCK_UN)

    def sync_folder(folder: str) -> None:
        """Makes a new file's name survive a power cut, where the folder can be opened for that."""
        # Some folders may be written and not read, some file systems cannot do it.
        with suppress(OSError):
            fd = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(fd)
            finally:
                os.close(fd)
