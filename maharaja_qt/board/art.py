"""Drawings from SVG files, in any colours, drawn by the pixel they are shown at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

_INK: Final = re.compile(r'(<svg[^>]*\bcolor=")[^"]*(")')
_TONE: Final = re.compile(r"\.(\w+?)(-line)?\{(fill|stroke):[^}]*\}")


@cache
def _source(folder: str, name: str) -> str:
    return (files("resources") / folder / "svg" / f"{name}.svg").read_text(encoding="utf-8")


@cache
def _renderer(folder: str, name: str, ink: str, tones: tuple[tuple[str, str], ...]) -> QSvgRenderer:
    text = _source(folder, name)
    if ink:
        text = _INK.sub(rf"\g<1>{ink}\g<2>", text, count=1)
    wanted = dict(tones)
    text = _TONE.sub(
        lambda m: f".{m[1]}{m[2] or ''}{{{m[3]}:{wanted[m[1]]}}}" if m[1] in wanted else m[0], text
    )
    return QSvgRenderer(QByteArray(text.encode()))


class Art:
    """The drawings of one game: `resources/FOLDER/svg`."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def has(self, name: str) -> bool:
        """Is there such a drawing?"""
        return (files("resources") / self._folder / "svg" / f"{name}.svg").is_file()

    def draw(
        self,
        painter: QPainter,
        name: str,
        at: QPointF,
        unit: float,
        ink: str = "",
        tones: Mapping[str, str] | None = None,
    ) -> None:
        """Draws with the origin of the file at `at`, `unit` units of the painter to one of the file."""
        made = _renderer(self._folder, name, ink, tuple(sorted((tones or {}).items())))
        box = made.viewBoxF()
        made.render(
            painter,
            QRectF(at.x() + box.x() * unit, at.y() + box.y() * unit, box.width() * unit, box.height() * unit),
        )
