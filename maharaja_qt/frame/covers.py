"""The pictures on the cards: made after the page is painted, kept in the cache for the next start."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPixmap

from maharaja_qt.folders import cache_folder
from maharaja_qt.frame.cards import Picture
from maharaja_qt.theme import theme

REST_MS: Final = 150
"""How long a card keeps its size before a picture is made for it."""
KEPT: Final = 24

_log = logging.getLogger(__name__)


class Covers(QObject):
    """Makes one picture at a time; a card that changes its size gets another."""

    def __init__(self, games: Mapping[str, Any], places: Mapping[str, Picture], parent: QObject) -> None:
        super().__init__(parent)
        self._games = games
        self._places = places
        self._begun = False
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._make)
        for place in places.values():
            place.wanted.connect(self._soon)
        theme().changed.connect(self._again)

    def begin(self) -> None:
        """The first are made as soon as everything else is done."""
        self._begun = True
        QTimer.singleShot(0, self, self._make)

    def _soon(self) -> None:
        if self._begun:
            self._timer.start()

    def _again(self) -> None:
        for place in self._places.values():
            place.show_picture(QPixmap())
        self._soon()

    def _make(self) -> None:
        for game, place in self._places.items():
            if place.isVisible() and not place.fits(place.size()):
                place.show_picture(self._picture(game, place))
                self._soon()  # another, after whatever waits
                return

    def _picture(self, game: str, place: Picture) -> QPixmap:
        ratio = place.devicePixelRatioF()
        file = _file(game, place.width(), place.height(), ratio)
        kept = QPixmap(str(file)) if file.is_file() else QPixmap()
        if not kept.isNull():
            kept.setDevicePixelRatio(ratio)
            return kept
        made: QPixmap = self._games[game].cover(place.width(), place.height())
        _keep(made, file)
        return made


def _file(game: str, wide: int, high: int, ratio: float) -> Path:
    """Where the picture for this size, theme and version is."""
    from importlib import metadata  # not before there is a start page to look at

    try:
        version = metadata.version("maharaja")
    except metadata.PackageNotFoundError:
        version = ""
    look = theme().look
    name = f"{version}/{game}/{wide}x{high}/{ratio}/{look.dark}/{look.colour_safe}"
    return cache_folder() / "covers" / f"{blake2b(name.encode(), digest_size=12).hexdigest()}.png"


def _keep(picture: QPixmap, file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        picture.save(str(file), "PNG")
        old = sorted(file.parent.glob("*.png"), key=lambda each: each.stat().st_mtime, reverse=True)
        for each in old[KEPT:]:
            each.unlink(missing_ok=True)
    except OSError as fault:
        _log.info("the picture of a card is not kept: %s", fault)  # it is made anew the next time
