"""A report for whoever mends the program: versions, screen, settings, the game in sight, the end of the log.

It has no secrets.
"""

from __future__ import annotations

import getpass
import platform
import re
import socket
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from maharaja_qt.frame.about import PARTS
from maharaja_qt.frame.preferences import CHOICES, Preferences
from maharaja_qt.logs import log_file

_LINES: Final = 400
_HIDDEN: Final = (
    (re.compile(r"\b[0-9a-fA-F]{12,}\b"), "(key)"),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"), "(address)"),
    (re.compile(r"\b(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}\b"), "(address)"),
)


def report(preferences: Preferences, game: Sequence[str] = ()) -> str:
    """The whole of it as text; `game`: lines about the game in sight."""
    parts = ["Maharaja report", ""]
    parts += [f"{name} {_version(name)}" for name in ("maharaja", *PARTS)]
    parts += [
        f"Python {sys.version.split()[0]}, Qt {qVersion()}, {platform.system()} {platform.release()} "
        f"{platform.machine()}, {QGuiApplication.platformName()}"
    ]
    parts += [
        f"Screen {screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    ]
    parts += [f"{name}: {preferences.get(name)}" for name in CHOICES]
    parts += ["", "The game in sight:", *(hide("\n".join(game)).splitlines() or ["(none)"])]
    parts += ["", "The end of the program's log:", *_log()]
    return "\n".join(parts) + "\n"


def _log() -> list[str]:
    try:
        text = log_file().read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ["(none)"]
    return hide(text).splitlines()[-_LINES:]


def hide(text: str) -> str:
    """The text without what is nobody's business: keys, addresses, folders and names of this computer."""
    text = text.replace(str(Path.home()), "~")
    for private in {socket.gethostname(), _user()} - {"", "root", "localhost"}:
        text = re.sub(rf"\b{re.escape(private)}\b", "(name)", text)
    for pattern, instead in _HIDDEN:
        text = pattern.sub(instead, text)
    return text


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "(not installed)"
