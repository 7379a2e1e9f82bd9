"""An answer drawn on the map: the way of a march, or the places it is about."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from core.game import Pending
from core.games.empires.actions import Action, Ally, AskLeave, March, Place, Retreat, Shift
from core.games.empires.view import View
from maharaja_qt.board.hand import Goal
from maharaja_qt.empires import lights
from maharaja_qt.empires.marches import strangers
from maharaja_qt.empires.spots import where

if TYPE_CHECKING:
    from core.games.empires.chart_types import Charts
    from maharaja_qt.empires.board import EmpiresBoard

_LEAVES: Final = frozenset({"withdrawal", "retreat", "fall-back", "landing"})
"""Questions whose second subject is the place that is left."""
_EDGE: Final = 40


class Advised(Struct, frozen=True):
    """`way`: the places of a march from its origin on; `staying`: how many end at which before the last;
    `lit`: places that are the goal or the answer itself; `nation`: whose it is."""

    nation: int
    way: tuple[int, ...] = ()
    staying: Mapping[int, int] = {}
    lit: tuple[tuple[int, Goal], ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """All of them."""
        return (*self.way, *(place for place, _ in self.lit if place not in self.way))


def advised(c: Charts, view: View, action: Action, asked: Pending) -> Advised:
    """What an answer to a question looks like on the map."""
    nation = asked.subject[0]
    left = asked.subject[1] if asked.kind in _LEAVES else -1
    match action:
        case March(origin, path, ends):
            staying = {place: armies for place, armies in zip(path[:-1], ends, strict=False) if armies}
            fights = strangers(view, nation, path[-1])
            goal = path[-1], Goal("battle" if fights else "quiet")
            return Advised(nation, (origin, *path), staying, (goal,))
        case Shift(origin, place):
            return Advised(nation, (origin, place), lit=((place, Goal("quiet")),))
        case Retreat(place) | Place(place) if left >= 0 and place != left:
            return Advised(nation, (left, place), lit=((place, Goal("quiet")),))
        case AskLeave(place) | Ally(_, place):
            return Advised(nation, lit=((place, Goal("quiet")),) if place >= 0 else ())
    return Advised(nation, lit=tuple(each for each in where(c, view, action, asked) if each[0] >= 0))


def bring_into_sight(board: EmpiresBoard, places: tuple[int, ...]) -> None:
    """Goes there if some of them cannot be seen; else nobody's view of the map moves."""
    centres = [board.map.shape(place).stack for place in places]
    inner = board.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    spots = [QPointF(*board.camera.to_view(*centre)).toPoint() for centre in centres]
    if all(inner.contains(spot) for spot in spots):
        return
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    wide, high = max(xs) - min(xs) + 2 * _EDGE, max(ys) - min(ys) + 2 * _EDGE
    scale = min(board.camera.scale, inner.width() / wide, inner.height() / high)
    board.fly((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, scale)


def paint_lit(board: EmpiresBoard, painter: QPainter, shown: Advised) -> None:
    """The places that are the answer, or where a march ends."""
    for place, goal in shown.lit:
        lights.paint_aimed(board, painter, place, goal)


def paint_way(board: EmpiresBoard, painter: QPainter, shown: Advised) -> None:
    """The arrow, with how many end where."""
    if len(shown.way) < 2 or board.view is None:
        return
    points = [QPointF(*board.camera.to_view(*board.map.shape(place).stack)) for place in shown.way]
    if any(a == b for a, b in pairwise(points)):
        return
    seat = board.layout_.seat(board.view, shown.nation)
    lights.paint_way(board, painter, shown.way, points, shown.staying, seat)
