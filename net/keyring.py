"""The tokens by which this program's owner is known at tables, kept in a file of its own."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

KEPT: Final = 200
"""Tables remembered; the oldest are forgotten."""


class _Key(Struct, array_like=True, frozen=True):
    table: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")]


class Keyring:
    """Tokens by table and the name used there, so that several people of one machine stay apart.

    Without a path they last as long as the program. A file that cannot be read is as good as none: its
    owner is somebody new at each table and the host can give the seat back.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._keys: dict[tuple[str, str], bytes] = {}
        if path is not None:
            with suppress(OSError, msgspec.MsgspecError, ValueError):
                for key in msgspec.json.decode(path.read_bytes(), type=list[_Key]):
                    self._keys[key.table, key.name] = bytes.fromhex(key.token)

    def get(self, table: str, name: str) -> bytes:
        """The token, or nothing."""
        return self._keys.get((table, name), b"")

    def put(self, table: str, name: str, token: bytes) -> None:
        """Keeps a token; if the disk does not take it, until the program ends."""
        self._keys.pop((table, name), None)
        self._keys[table, name] = token
        while len(self._keys) > KEPT:
            del self._keys[next(iter(self._keys))]
        if self._path is not None:
            with suppress(OSError):
                self._write(self._path)

    def _write(self, path: Path) -> None:
        rows = [_Key(table, name, token.hex()) for (table, name), token in self._keys.items()]
        path.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp makes files that only their owner may read.
        fd, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        try:
            with os.fdopen(fd, "wb") as file:
                file.write(msgspec.json.encode(rows))
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
