"""The functions of `moves` once more, compiled: for counts and searches of many positions.

The source is the same. Sets of squares become unsigned 64-bit numbers and lists become arrays. Without
compilation (NUMBA_DISABLE_JIT=1) the plain functions stand in. Nothing is loaded or compiled before the
first call; the first ever on a machine compiles for a while, which must not happen where somebody waits
for a picture. What was compiled is kept below NUMBA_CACHE_DIR, by default in this user's cache folder,
in a folder of its own for each version of the source.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Final, TypeVar, cast

from core.games.chess import moves, pieces, tables
from core.rules import MUTANT

if TYPE_CHECKING:
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature

F = TypeVar("F", bound=Callable[..., object])

PLAIN: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or bool(MUTANT)
"""Nothing is compiled: by wish, or because a rule is switched off."""


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
    return function if PLAIN else cast("F", _compiled(function.__module__)[function.__name__])


def is_compiled() -> bool:
    """Has this version of the source been compiled here before (or need not be)?"""
    return PLAIN or any(_folder().glob("*/*.nbi"))


def _array(values: Sequence[int], kind: str) -> list[int]:
    import numpy

    # Arrays index, slice and copy as lists do, and nothing else is done with them.
    return cast("list[int]", numpy.array(values, dtype=kind))


@cache
def _compiled(name: str) -> dict[str, object]:
    """The namespace of a module in which all functions are compiled."""
    import numba
    from numba import types

    module = sys.modules[name]
    keep = _usable(_folder())
    if keep:
        vars(numba.config)["CACHE_DIR"] = str(_folder())
    declared = {
        "int": types.int64, "Squares": types.uint64, "Bits": types.uint64[::1], "Numbers": types.int64[::1],
    }  # fmt: skip

    def compiled(plain: FunctionType) -> object:
        # For the declared types only: else a number written down in a call would make a version of its own.
        kinds = tuple(declared[kind] for name, kind in plain.__annotations__.items() if name != "return")
        return numba.njit([kinds], nogil=True, cache=keep)(plain)

    space: dict[str, object] = {"__builtins__": builtins, "__name__": name}
    for key, value in vars(module).items():
        if key.startswith("__"):
            continue
        if key in vars(tables) and key.isupper():
            space[key] = sets(value) if isinstance(value, list) else sets([value])[0]
        elif not isinstance(value, FunctionType) or value.__module__ not in (name, moves.__name__):
            space[key] = value
        elif value.__module__ != name:
            space[key] = _compiled(value.__module__)[key]
        elif module is moves and key in _OWN:
            space[key] = _OWN[key](compiled)
        else:
            plain = FunctionType(value.__code__, space, key)
            plain.__annotations__ = value.__annotations__
            space[key] = compiled(plain)
    return space


def _folder() -> Path:
    """Where this version of the source is kept: what is compiled of one file depends on the others."""
    import platformdirs

    digest = blake2b(digest_size=8)
    for module in (pieces, tables, moves, sys.modules[__name__]):
        digest.update(_source(module).read_bytes())
    base = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(base) if base else platformdirs.user_cache_path("maharaja", appauthor=False) / "compiled"
    return folder / digest.hexdigest()


def _source(module: ModuleType) -> Path:
    return Path(str(module.__file__))


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
