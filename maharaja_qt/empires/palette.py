"""The colours of the map and of the seats (`resources/empires/palette.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec
from PySide6.QtGui import QColor

from maharaja_qt.theme import Look

_SEEN: Final = 3.0
"""The contrast at which a line is seen by everybody."""


class MapColours(msgspec.Struct, frozen=True):
    """The map's, by role."""

    land: str
    hiland: str
    hill: str
    foreign: str
    foreign_name: str
    sea_far: str
    sea_near: str
    sea_ink: str
    ripple: str
    border: str
    region: str
    coast: str
    name: str
    halo: str
    margin: str
    frame: str
    lettering: str
    box: str
    past: str
    gilt: str
    table: str
    may_move: str
    veil: str
    veil_percent: int
    tint_percent: int


class SeatColours(msgspec.Struct, frozen=True):
    """A seat's: ground, edge and pale ground, ink, and the pattern of the rim."""

    ground: str
    edge: str
    pale: str
    ink: str
    rim: Literal["solid", "dashed", "dotted", "double", "dash-dot"]


class _File(msgspec.Struct, frozen=True):
    light: MapColours
    dark: MapColours
    seats: tuple[SeatColours, ...]
    safe_seats: tuple[SeatColours, ...]


@cache
def _file() -> _File:
    text = (files("resources") / "empires" / "palette.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File)


@cache
def map_colours(look: Look) -> MapColours:
    """The map's colours. In the colour-safe set hilands have the colour of land: their hills tell them."""
    plain = _file().dark if look.dark else _file().light
    return msgspec.structs.replace(plain, hiland=plain.land) if look.colour_safe else plain


def seat_colours(look: Look, seat: int) -> SeatColours:
    """A seat's colours; more seats than colours begin anew."""
    seats = _file().safe_seats if look.colour_safe else _file().seats
    return seats[seat % len(seats)]


@cache
def seat_line(look: Look, seat: int, ground: str) -> str:
    """The colour of a seat's lines: its own, as much darker, or in the dark lighter, as the ground needs."""
    made = QColor(seat_colours(look, seat).ground)
    while _contrast(made, QColor(ground)) < _SEEN:
        made = made.lighter(106) if look.dark else made.darker(106)
    return made.name()


def _contrast(one: QColor, other: QColor) -> float:
    """As of the Web Content Accessibility Guidelines."""
    less, more = sorted((_luminance(one), _luminance(other)))
    return (more + 0.05) / (less + 0.05)


def _luminance(ink: QColor) -> float:
    channels = ink.redF(), ink.greenF(), ink.blueF()
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2])
