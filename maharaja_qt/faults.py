"""Faults of files in one plain sentence; paths, lines and numbers are for whoever wants to know more."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from core.faults import UserError, in_words, of_system

_tr = partial(QCoreApplication.translate, "Faults")


class Said(Struct, frozen=True):
    """What is wrong, and all that is known of it ('' nothing more)."""

    sentence: str
    details: str = ""


def told(fault: Exception) -> Said:
    """A fault as a person is told of it."""
    all_of_it = in_words(fault)
    if isinstance(fault, UserError):
        kind, file = fault.kind, fault.file
    elif isinstance(fault, OSError):
        kind, file = of_system(fault), Path(fault.filename) if fault.filename else None
    else:
        return Said(_tr("Something went wrong in the program."), all_of_it)
    if file is None:
        return Said(all_of_it)
    return Said(_sentence(kind).format(file=file.name or str(file)), all_of_it)


def _sentence(kind: str) -> str:
    return {
        "": _tr("“{file}” cannot be used."),
        "foreign": _tr("“{file}” is not a saved game that can be opened here."),
        "damaged": _tr("“{file}” is damaged."),
        "version": _tr("“{file}” was made with another version of this program."),
        "charts": _tr("“{file}” was played with charts other than those of this program."),
        "busy": _tr("“{file}” is open in another window or program."),
        "exists": _tr("There is a file “{file}” already."),
        "missing": _tr("“{file}”: there is no such file or folder."),
        "barred": _tr("“{file}”: this file or its folder is not yours to use so."),
        "full": _tr("“{file}”: there is no room left on the disk."),
        "folder": _tr("“{file}” is a folder, not a file."),
    }[kind]
