"""The functions of `moves` once more, compiled: for counts and searches of many positions.

The source is the same. Sets of squares become unsigned 64-bit numbers and lists become arrays. Without
compilation (NUMBA_DISABLE_JIT=1) the plain functions stand in. Nothing is loaded or compiled before the
first call; the first ever on a machine compiles for a while, so whoever opens a table calls `prepare`
before. What was compiled is kept below NUMBA_CACHE_DIR, by default in this user's cache folder, in a
folder of its own for each version of the source; one process of a machine compiles at a time.
"""

from __future__ import annotations

import atexit
import builtins
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import TYPE_CHECKING, Final, TypeVar, cast

from core.game import Tell
from core.games.chess import moves, pieces, tables
from core.lock import lock
from core.rules import MUTANT

if TYPE_CHECKING:
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext
    from numba.core.dispatcher import Dispatcher
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature

F = TypeVar("F", bound=Callable[..., object])

PLAIN: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or bool(MUTANT)
"""Nothing is compiled: by wish, or because a rule is switched off."""
_LOOK_S: Final = 0.1
"""How often is looked whether another process has finished compiling."""

_spaces: dict[str, dict[str, object]] = {}
_one_thread = RLock()


def sets(values: Sequence[int]) -> list[int]:
    """Sets of squares as the compiled functions take them."""
    return list(values) if PLAIN else _array(values, "uint64")


def numbers(values: Sequence[int]) -> list[int]:
    """Small numbers as the compiled functions take them."""
    return list(values) if PLAIN else _array(values, "int64")


def fast(function: F) -> F:
    """A function of `moves`, or of a module written like it, as it runs compiled.

    It takes what `sets` and `numbers` make of lists.
    """
    assert isinstance(function, FunctionType)
    return function if PLAIN else cast("F", _compiled(function.__module__, _nobody)[function.__name__])


def prepare(function: Callable[..., object], tell: Tell, *, load: bool) -> None:
    """Sees to it that `fast` need not compile for this function, here or in another process of this machine;
    with `load` it costs no time any more in this one. For what `tell` is told see `Game.prepare`.
    """
    if PLAIN or not (load or not _mark(function.__module__).exists()):
        return
    if not _usable(_folder()):
        # For this process and those it starts.
        os.environ["NUMBA_CACHE_DIR"] = own = tempfile.mkdtemp(prefix="maharaja-")
        atexit.register(shutil.rmtree, own, ignore_errors=True)
    _compiled(function.__module__, tell)


def _nobody(done: int, of: int) -> None:
    """Nobody is told."""


def _array(values: Sequence[int], kind: str) -> list[int]:
    import numpy

    # Arrays index, slice and copy as lists do, and nothing else is done with them.
    return cast("list[int]", numpy.array(values, dtype=kind))


def _compiled(name: str, tell: Tell) -> dict[str, object]:
    """The namespace of a module in which all functions are compiled."""
    with _one_thread:
        if name not in _spaces:
            if name != moves.__name__:
                _compiled(moves.__name__, tell)
            with _alone(name, tell):
                _spaces[name] = _space(name, tell)
        return _spaces[name]


@contextmanager
def _alone(name: str, tell: Tell) -> Iterator[None]:
    """No other process compiles meanwhile; what was compiled in the block is kept, and that is noted."""
    mark = _mark(name)
    if mark.exists() or not _usable(_folder()):
        yield
        return
    with (_folder() / "lock").open("ab") as file:
        while not _locked(file.fileno()):
            tell(0, 0)
            time.sleep(_LOOK_S)
        yield
        mark.touch()


def _locked(fd: int) -> bool:
    try:
        return lock(fd)
    except OSError:  # some file systems have no locks
        return True


def _space(name: str, tell: Tell) -> dict[str, object]:
    import numba
    from numba import types

    module = sys.modules[name]
    keep = _usable(_folder())
    if keep:
        vars(numba.config)["CACHE_DIR"] = str(_folder())
    declared = {
        "int": types.int64, "Squares": types.uint64, "Bits": types.uint64[::1], "Numbers": types.int64[::1],
    }  # fmt: skip
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == name]
    of, done = sum(isinstance(value, FunctionType) for value in own), 0

    def compiled(plain: FunctionType) -> object:
        # For the declared types only: else a number written down in a call would make a version of its own.
        kinds = tuple(declared[kind] for name, kind in plain.__annotations__.items() if name != "return")
        found: Dispatcher = numba.njit([kinds], nogil=True, cache=keep)(plain)
        if any(found.stats.cache_misses.values()):
            tell(done, of)
        return found

    space: dict[str, object] = {"__builtins__": builtins, "__name__": name}
    for key, value in vars(module).items():
        if key.startswith("__"):
            continue
        if key in vars(tables) and key.isupper():
            space[key] = sets(value) if isinstance(value, list) else sets([value])[0]
        elif not isinstance(value, FunctionType) or value.__module__ not in (name, moves.__name__):
            space[key] = value
        elif value.__module__ != name:
            space[key] = _spaces[value.__module__][key]
        else:
            done += 1
            if module is moves and key in _OWN:
                space[key] = _OWN[key](compiled)
                continue
            plain = FunctionType(value.__code__, space, key)
            plain.__annotations__ = value.__annotations__
            space[key] = compiled(plain)
    return space


def _folder() -> Path:
    """Where this version of the source is kept: what is compiled of one file depends on the others."""
    import platformdirs

    base = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(base) if base else platformdirs.user_cache_path("maharaja", appauthor=False) / "compiled"
    return folder / _version(pieces.__name__, tables.__name__, moves.__name__, __name__)


def _mark(name: str) -> Path:
    """Is there when all of a module has been compiled and is kept."""
    return _folder() / f"{_version(name)}.whole"


@cache
def _version(*names: str) -> str:
    """Tells apart whatever makes it necessary to compile anew: sources (numba looks at their times), Python,
    numba."""
    digest = blake2b(f"{sys.implementation.cache_tag} {metadata.version('numba')}".encode(), digest_size=8)
    for name in names:
        path = Path(str(sys.modules[name].__file__))
        digest.update(path.read_bytes() + str(path.stat().st_mtime_ns).encode())
    return digest.hexdigest()


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


# What has another form when compiled.


def _lsb(_: object) -> object:
    """The processor's own instruction."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def typed(typing: TypingContext, squares: object) -> tuple[Signature, object]:
        def code(_: BaseContext, builder: IRBuilder, __: Signature, arguments: tuple[Value]) -> Value:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return types.int64(types.uint64), code

    return intrinsic(typed)


def _room(compiled: Callable[[Callable[[], object]], object]) -> object:
    import numpy

    most = moves.MOST

    def room() -> object:
        return numpy.empty(most, numpy.int64)

    return compiled(room)


_OWN: Final[dict[str, Callable[..., object]]] = {"lsb": _lsb, "room": _room}
