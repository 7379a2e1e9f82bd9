"""The tokens by which this program's owner is known at tables, kept in a file of its own."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from core.lock import lock

KEPT: Final = 200
"""Tables remembered; the oldest are forgotten."""
KEPT_OF_ONE: Final = 3
"""Tokens of one person at one table: who passes for its host gives a new one, and takes none away."""
_LONGEST: Final = 64
_TRIES: Final = 50
_WAIT_S: Final = 0.01


class _Key(Struct, array_like=True, frozen=True):
    table: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=_LONGEST)]
    token: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]


class Keyring:
    """Tokens by table and the name used there, so that several people of one machine stay apart.

    Without a path they last as long as the program. A file that cannot be read is as good as none: its
    owner is somebody new at each table and the host can give the seat back.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._keys = self._read()

    def get(self, table: str, name: str) -> bytes:
        """The newest token, or nothing."""
        return next(iter(self.all(table, name)), b"")

    def all(self, table: str, name: str) -> tuple[bytes, ...]:
        """All tokens, the newest first."""
        return self._keys.get((table, name[:_LONGEST]), ())

    def known_as(self, table: str, name: str) -> str:
        """The name under which one is known at a table: this one, or else the last used there."""
        names = [known for at, known in self._keys if at == table]
        return name if not names or name[:_LONGEST] in names else names[-1]

    def put(self, table: str, name: str, token: bytes) -> None:
        """Keeps a token as the newest; if the disk does not take it, until the program ends."""
        mine = (table, name[:_LONGEST])
        if self._path is None:
            self._keys[mine] = _first(token, self.all(table, name))
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(self._path.with_name(f"{self._path.name}.lock")):
            # Others of this machine may have come in since: theirs are kept.
            kept = {**self._keys, **self._read()}
            kept[mine] = _first(token, kept.pop(mine, ()))
            self._keys = dict(list(kept.items())[-KEPT:])
            with suppress(OSError):
                self._write(self._path)

    def _read(self) -> dict[tuple[str, str], tuple[bytes, ...]]:
        if self._path is None:
            return {}
        keys: dict[tuple[str, str], tuple[bytes, ...]] = {}
        with suppress(OSError, msgspec.MsgspecError, ValueError):
            for row in msgspec.json.decode(self._path.read_bytes(), type=list[_Key]):
                mine = (row.table, row.name)
                keys[mine] = _first(bytes.fromhex(row.token), keys.get(mine, ()))
            return keys
        return {}

    def _write(self, path: Path) -> None:
        rows = [
            _Key(table, name, token.hex())
            for (table, name), tokens in self._keys.items()
            for token in reversed(tokens)
        ]
        # mkstemp makes files that only their owner may read.
        fd, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(msgspec.json.encode(rows))
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def _first(token: bytes, others: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return (token, *(other for other in others if other != token))[:KEPT_OF_ONE]


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Waits a little for other programs that have the lock; it is better to write than to wait long."""
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield
        return
    try:
        for _ in range(_TRIES):
            if lock(fd):
                break
            time.sleep(_WAIT_S)
        yield
    finally:
        os.close(fd)
