"""Errors that are the user's to mend, told apart from our own bugs."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal[
    "", "foreign", "damaged", "version", "charts", "busy", "exists", "missing", "barred", "full", "folder"
]
"""What is wrong with a file, for whoever says it in words of their own: it is of another kind, damaged, of
another version or other charts, open elsewhere, there already, not there, not ours to use; there is no room;
it is a folder."""

_KINDS: Final[Mapping[int, Kind]] = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EACCES: "barred",
    errno.EPERM: "barred",
    errno.EROFS: "barred",
    errno.ENOSPC: "full",
    errno.EEXIST: "exists",
    errno.EISDIR: "folder",
}


class UserError(Exception):
    """Something a person gave us cannot be used; the message is one clear line for that person.

    Everything else that is raised is a bug of ours and may show a traceback. `kind` and `file` tell the same
    of a file in short.
    """

    def __init__(self, message: str, kind: Kind = "", file: Path | None = None) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.file = file


def in_words(fault: Exception) -> str:
    """A fault as one line for a person: one of the system by what cannot be used and why, without numbers."""
    if not isinstance(fault, OSError) or not fault.strerror:
        return str(fault)
    return f"{fault.filename} cannot be used: {fault.strerror}" if fault.filename else fault.strerror


def of_system(fault: OSError) -> Kind:
    """What is wrong with a file the system does not let us use; "" something else."""
    return _KINDS.get(fault.errno or 0, "")
