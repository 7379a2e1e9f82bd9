"""Pictures of things, each made for the very pixels it is shown at.

To make one takes many times as long as to copy it. So a frame never waits for a size that is missing: it
shows the last size there was, stretched, and the right one is made before the next frame.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import perf_counter
from typing import Final, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap

T = TypeVar("T", bound=Hashable)
Key: TypeAlias = tuple[T, float, float]

_MOST: Final = 12_000_000
"""Pixels kept, of four bytes."""
_CLEAR: Final = b"\0"


class Pictures(Generic[T]):
    """Pictures in pixels of the screen. `make(what, size, ratio)` makes one for a size in those pixels;
    what is `alike` stands in for one another until it has."""

    def __init__(
        self, make: Callable[[T, float, float], QPixmap], alike: Callable[[T], Hashable] = lambda what: what
    ) -> None:
        self._make = make
        self._alike = alike
        self._made: dict[Key[T], QPixmap] = {}
        self._pixels = 0
        self._latest: dict[Hashable, tuple[QPixmap, float]] = {}
        self._stretched: dict[Hashable, tuple[Key[T], QPixmap]] = {}
        self._wanted: dict[Key[T], None] = {}

    @property
    def short(self) -> bool:
        """Was something shown stretched, or left out, since `begin`?"""
        return bool(self._wanted)

    def begin(self) -> None:
        """A frame begins: what earlier ones lacked is wanted no longer."""
        self._wanted.clear()

    def forget(self) -> None:
        """All are made anew (another theme)."""
        self._made.clear()
        self._latest.clear()
        self._stretched.clear()
        self._wanted.clear()
        self._pixels = 0

    def find(
        self, what: T, size: float, ratio: float, *, now: bool = True, sharp: bool = False
    ) -> QPixmap | None:
        """The picture, perhaps stretched unless it is to be `sharp`.

        What never had one gets it at once, or is None unless `now`.
        """
        key = what, size, ratio
        made = self._made.get(key)
        if made is not None:
            self._latest[self._alike(what)] = made, size
            return made
        last = self._latest.get(self._alike(what))
        if sharp or (last is None and now):
            return self._add(key)
        self._wanted[key] = None
        return None if last is None else self._stretch(key, *last)

    def make_some(self, until: float) -> bool:
        """Makes what is wanted, up to a time of `perf_counter`; whether there is anything new."""
        new = bool(self._wanted)
        while self._wanted:
            key, _ = self._wanted.popitem()
            self._add(key)
            if perf_counter() > until:
                break
        return new

    def _add(self, key: Key[T]) -> QPixmap:
        made = _trimmed(self._make(*key))
        self._made[key] = made
        self._latest[self._alike(key[0])] = made, key[1]
        self._pixels += made.width() * made.height()
        while self._pixels > _MOST and len(self._made) > 1:
            gone = self._made.pop(next(iter(self._made)))
            self._pixels -= gone.width() * gone.height()
        return made

    def _stretch(self, key: Key[T], last: QPixmap, size: float) -> QPixmap:
        """The last picture at another size: once for all that are alike."""
        alike = self._alike(key[0])
        known = self._stretched.get(alike)
        if known is not None and known[0] == key:
            return known[1]
        by = key[1] / size
        wanted = QSize(max(round(last.width() * by), 1), max(round(last.height() * by), 1))
        made = last.scaled(
            wanted, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        self._stretched[alike] = key, made
        return made


def _trimmed(picture: QPixmap) -> QPixmap:
    """Without what is clear at two opposite sides: its middle stays where it is."""
    image = picture.toImage()
    wide, high = image.width(), image.height()
    mask = image.convertToFormat(QImage.Format.Format_Alpha8)
    step, bits = mask.bytesPerLine(), bytes(mask.constBits())
    rows = [bits[y * step : y * step + wide] for y in range(high)]
    full = [y for y, row in enumerate(rows) if row.strip(_CLEAR)]
    if full:
        top = min(full[0], high - 1 - full[-1])
        left = min(wide - max(len(row.lstrip(_CLEAR)), len(row.rstrip(_CLEAR))) for row in rows)
        image = image.copy(left, top, wide - 2 * left, high - 2 * top)
    image.setDevicePixelRatio(1.0)
    return QPixmap.fromImage(image)
