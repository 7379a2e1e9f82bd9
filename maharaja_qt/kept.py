"""What takes long to work out and always comes out the same: worked out once, then read from the cache."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar

import msgspec

from maharaja_qt.folders import cache_folder

T = TypeVar("T")

MOST: Final = 12
"""Files of one kind; the oldest go."""

_log = logging.getLogger(__name__)


def kept(name: str, kind: type[T], source: bytes, code: Sequence[Path], make: Callable[[], T]) -> T:
    """What `make` makes out of `source` with the code in these files: from the cache, else made.

    A file that cannot be read or written is made anew the next time.
    """
    parts = (source, *(each.read_bytes() for each in code))
    digest = blake2b(b"".join(parts), digest_size=12).hexdigest()
    file = cache_folder() / name / f"{digest}.msgpack"
    try:
        return msgspec.msgpack.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError):
        made = make()
        _write(file, msgspec.msgpack.encode(made))
        return made


def _write(file: Path, content: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, delete=False) as new:
            new.write(content)
        Path(new.name).replace(file)
        old = sorted(file.parent.glob("*.msgpack"), key=lambda each: each.stat().st_mtime, reverse=True)
        for each in old[MOST:]:
            each.unlink(missing_ok=True)
    except OSError as fault:
        _log.info("%s is not kept: %s", file, fault)
