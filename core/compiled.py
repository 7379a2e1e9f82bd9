"""Rules that `make setup` has compiled are loaded in place of their Python, as long as they are the same.

The compiled modules stand in the environment, in a folder named by the digest of the sources they were
made from (see `folder_of`). So what is changed in a source is what runs: without its compiled form, until
the rules are compiled anew. MAHARAJA_COMPILED=no leaves them aside.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

SOURCES = Path(__file__).parent
COMPILED = Path(sys.prefix) / "compiled"
SUFFIX = EXTENSION_SUFFIXES[0]


def folder_of(sources: Path = SOURCES, compiled: Path = COMPILED) -> Path:
    """Where the compiled modules of just these sources and this Python are, if there are any."""
    digest = blake2b(sys.version.encode(), digest_size=16)
    for file in sorted(sources.rglob("*.py")):
        digest.update(b"\0%s\0" % file.relative_to(sources).as_posix().encode())
        digest.update(file.read_bytes())
    return compiled / digest.hexdigest()


class Compiled(MetaPathFinder):
    """Finds the modules that have a compiled form in a folder; `modules`: module -> its file."""

    def __init__(self, folder: Path) -> None:
        self.modules = {
            ".".join(file.relative_to(folder).parts).removesuffix(SUFFIX): file
            for file in folder.rglob(f"*{SUFFIX}")
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The compiled module; None, and the next finder is asked, if there is none of this name."""
        file = self.modules.get(fullname)
        return spec_from_file_location(fullname, file) if file else None


def use_compiled() -> None:
    """From now on imports find the compiled modules first."""
    if COMPILED.is_dir() and os.environ.get("MAHARAJA_COMPILED") != "no":
        sys.meta_path.insert(0, Compiled(folder_of()))
