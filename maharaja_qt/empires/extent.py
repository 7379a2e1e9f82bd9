"""How much of the sheet is India, and how large it is seen in a view of some size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF

from maharaja_qt.empires.counters import SIZES
from maharaja_qt.empires.geography import Map

ALL_NAMES: Final = 0.63
"""From this scale on the names of all areas fit (LOOK: names)."""
_MARGIN: Final = 12
_NAME: Final = 50, 6
"""Half of a name, across and up, in units."""


def _land(drawn: Map) -> QRectF:
    boxes = [shape.box for shape in drawn.shapes if shape.kind == "land"]
    corner = QPointF(min(box[0] for box in boxes), min(box[1] for box in boxes))
    return QRectF(corner, QPointF(max(box[2] for box in boxes), max(box[3] for box in boxes)))


def heart(drawn: Map) -> QRectF:
    """What matters: names and counters of all areas."""
    radius = SIZES["army"] / 2
    found = QRectF()
    for shape in drawn.shapes:
        if shape.kind == "land":
            (x, y), label = shape.stack, shape.label
            found |= QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
            found |= QRectF(label.x - _NAME[0], label.y - _NAME[1], 2 * _NAME[0], 2 * _NAME[1])
    return found


def india_in(
    drawn: Map, width: float, height: float, outside: Sequence[tuple[float, float]] = ()
) -> tuple[float, float, float]:
    """The middle and the scale at which a view of so many pixels shows India alone; where its names would not
    all fit then, only just all of them and the counters. Counters `outside` are in sight in any case."""
    box, inner = _land(drawn).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN), heart(drawn)
    size = SIZES["army"] + 2 * _MARGIN
    for x, y in outside:
        counter = QRectF(x - size / 2, y - size / 2, size, size)
        box, inner = box | counter, inner | counter
    whole, most = (min(width / each.width(), height / each.height()) for each in (box, inner))
    scale = max(whole, min(most, ALL_NAMES))
    middle = (box if scale == whole else inner).center()
    return middle.x(), middle.y(), scale
