"""One run at a time writes records to a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from core.faults import UserError
from core.lock import lock

_LOCK: Final = ".lock"


@contextmanager
def held(folder: Path | None) -> Iterator[None]:
    """Makes the folder and keeps other runs out of it. Raises `UserError` if one is there already.

    The lock file is removed at the end; one that a killed run leaves behind does no harm.
    """
    with ExitStack() as stack:
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                alone = _take(folder / _LOCK, stack)
            except OSError as fault:
                raise UserError(f"{folder}: cannot be used: {fault.strerror}") from None
            if not alone:
                raise UserError(f"{folder}: another run is writing records there; name another folder")
        yield


def _take(path: Path, stack: ExitStack) -> bool:
    while True:
        file = stack.enter_context(path.open("ab"))
        if not lock(file.fileno()):
            return False
        # The run before may have removed the file between our opening and our locking it.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                stack.callback(_remove, path)
                return True


def _remove(path: Path) -> None:
    with suppress(OSError):  # Windows removes no open file; then it stays
        path.unlink()
