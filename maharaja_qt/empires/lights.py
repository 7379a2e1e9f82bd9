"""What is lit while something is held: the veil, the goals, the way there, and how many go."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from maharaja_qt.board.hand import Goal, Hand
from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.board.pieces import counter_scale
from maharaja_qt.board.pill import pill, pill_box
from maharaja_qt.empires.counters import SIZES
from maharaja_qt.empires.ground import ART
from maharaja_qt.empires.palette import map_colours, seat_colours
from maharaja_qt.theme import colour, step

if TYPE_CHECKING:
    from maharaja_qt.empires.board import EmpiresBoard

_BATTLE: Final = "#9C2F24"
_QUIET: Final = "#7A5A12"
_LIFT_PERCENT: Final = 45
_CORNERS: Final = (-1, -1), (-1, 1), (1, -1)
"""Of a stack: at the fourth it has its number."""


def paint_goals(board: EmpiresBoard, painter: QPainter, goals: Mapping[int, Goal], origin: int) -> None:
    """Veils the map but for the goals and the place they come from (-1: none); lights the goals."""
    c = map_colours(board.look)
    areas = {place: _outline(board, place) for place in {*goals, origin} if place >= 0}
    veil = QPainterPath()
    veil.addRect(QRectF(board.rect()))
    for path in areas.values():
        veil.addPath(path)
    painter.fillPath(veil, colour(c.veil, c.veil_percent))
    # Those of a battle last, so that their border is never under a neighbour's.
    for place, goal in sorted(goals.items(), key=lambda each: (each[1].kind == "battle", each[0])):
        _light(board, painter, place, areas[place], goal)


def paint_found(board: EmpiresBoard, painter: QPainter, place: int) -> None:
    """One place shown by its border."""
    c = map_colours(board.look)
    path = _outline(board, place)
    painter.strokePath(path, QPen(colour(c.gilt, 45), 8))
    painter.strokePath(path, QPen(colour(c.may_move), 2.4))


def paint_aimed(board: EmpiresBoard, painter: QPainter, place: int, goal: Goal) -> None:
    """The goal under the pointer: a gilt wash and a stronger border."""
    c = map_colours(board.look)
    path = _outline(board, place)
    painter.fillPath(path, colour("#FFFCF2", 10 if board.look.dark else 35))
    painter.fillPath(path, colour(c.gilt, 38))
    painter.strokePath(path, _border(board, goal, 2.6))


def _outline(board: EmpiresBoard, place: int) -> QPainterPath:
    """The outline of a place in the view."""
    return board.board_transform().map(board.atlas.area(place).path)


def _border(board: EmpiresBoard, goal: Goal, width: float) -> QPen:
    """Solid red round a battle; dashed round own or empty land, so that colour is not the only sign."""
    c = map_colours(board.look)
    if goal.kind == "battle":
        return QPen(colour(c.region), width)
    pen = QPen(colour("#FFF6E3" if board.look.dark else _QUIET), width)
    pen.setDashPattern([4, 3])
    return pen


def _light(board: EmpiresBoard, painter: QPainter, place: int, path: QPainterPath, goal: Goal) -> None:
    painter.fillPath(path, colour("#FFFCF2", 12 if board.look.dark else _LIFT_PERCENT))
    if place in board.ground.lit_places:
        quiet = map_colours(board.look).frame if board.look.dark else "#FFFFFF"
        ink = _BATTLE if goal.kind == "battle" else quiet
        where, glow = board.ground.tint.edge(place, ink)
        painter.save()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        painter.drawImage(board.board_transform().mapRect(where), glow)
        painter.restore()
    painter.strokePath(path, _border(board, goal, 1.8))


def badge_spot(board: EmpiresBoard, place: int) -> tuple[QPointF, float]:
    """Where the badge of a goal has its middle, and its radius: at the first corner of its stack that is
    clear of names."""
    unit = counter_scale(board.camera.scale, board.layer.size)
    r = max(7.0, 6.4 * min(unit, 1.6))
    x, y = board.camera.to_view(*board.map.shape(place).stack)
    if not any(piece.place == place for piece in board.layer.pieces):
        return QPointF(x, y), r
    aside = 0.8 * SIZES["army"] / 2 * unit
    spots = [QPointF(x + dx * aside, y + dy * aside) for dx, dy in _CORNERS]
    scale = board.camera.scale

    def named(at: QPointF) -> bool:
        return board.names.over(*board.camera.to_board(at.x(), at.y()), r / scale, scale)

    return next((at for at in spots if not named(at)), spots[0]), r


def paint_badge(board: EmpiresBoard, painter: QPainter, place: int, goal: Goal) -> None:
    """On a goal: swords, or how many would come."""
    at, r = badge_spot(board, place)
    if goal.kind == "battle":
        ART.draw(painter, "battle", at, r / 100)
        return
    painter.setPen(QPen(colour("#FFF6E3"), 1.2))
    painter.setBrush(colour(seat_colours(board.look, _seat(board)).edge))
    painter.drawEllipse(at, r, r)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    size = 1.15 * r
    face = Face(size, face="sans", weight=700)
    draw(painter, face.word(goal.badge, at.x(), at.y() + 0.34 * size), "#FFF6E3")


def _seat(board: EmpiresBoard) -> int:
    """The seat that decides."""
    return board.layout_.seat(board.view, board.nation) if board.view is not None else 0


def paint_route(board: EmpiresBoard, painter: QPainter, hand: Hand[Any], pointer: QPointF) -> None:
    """An arrow over every area passed, with how many stay at each."""
    path = hand.route(board.aimed) if board.aimed >= 0 else ()
    if not path:
        return
    places = [hand.origin, *path]
    points = [QPointF(*board.camera.to_view(*board.map.shape(place).stack)) for place in places]
    if board.dragging:
        points[-1] = pointer
    ends = getattr(hand, "ends", None)
    staying = ends(path[-1]) if ends is not None else {}
    paint_way(board, painter, places, points, staying, _seat(board))


def paint_way(
    board: EmpiresBoard,
    painter: QPainter,
    places: Sequence[int],
    points: Sequence[QPointF],
    staying: Mapping[int, int],
    seat: int,
) -> None:
    """An arrow in the colour of a seat through points, with how many stay at the places between."""
    unit = counter_scale(board.camera.scale, board.layer.size)
    shape = arrow(points, 2.2 * max(min(unit, 2.0), 1.2), SIZES["army"] / 2 * unit * 0.9)
    painter.strokePath(shape, QPen(colour("#FFF6E3"), 3.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                                   Qt.PenJoinStyle.RoundJoin))  # fmt: skip
    painter.fillPath(shape, colour(seat_colours(board.look, seat).edge))
    for place, point in zip(places[1:-1], points[1:-1], strict=True):
        if staying.get(place):
            text = f"{staying[place]}"
            pill(painter, pill_box(QPointF(point.x(), point.y() - 16 * max(unit, 1)), text), text)


def arrow(points: Sequence[QPointF], width: float, short: float) -> QPainterPath:
    """A bent arrow through points, its head short of the last one."""
    line = QPainterPath(points[0])
    for n in range(1, len(points) - 1):
        middle = (points[n] + points[n + 1]) / 2 if n < len(points) - 2 else points[n]
        line.quadTo(points[n], middle) if n < len(points) - 2 else line.lineTo(points[n])
    if len(points) == 2:
        a, b = points
        bow = QPointF((a.y() - b.y()) * 0.12, (b.x() - a.x()) * 0.12)
        line.quadTo((a + b) / 2 + bow, b)
    else:
        line.lineTo(points[-1])
    way = _Way(line)
    keep = max(way.length - short, way.length * 0.5)
    tip, before = way.at(keep), way.at(keep - 5 * width)
    begin, end = min(short, keep / 3), max(keep - 3.2 * width, 0)
    shaft = QPainterPath(way.at(begin))
    steps = 24
    for n in range(1, steps + 1):
        shaft.lineTo(way.at(begin + (end - begin) * n / steps))
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    whole = stroker.createStroke(shaft)
    turn = atan2(tip.y() - before.y(), tip.x() - before.x())
    back, side = 4.4 * width, 2.1 * width
    head = QPolygonF(
        [tip]
        + [
            tip - QPointF(back * cos(turn) - s * side * sin(turn), back * sin(turn) + s * side * cos(turn))
            for s in (1, -1)
        ]
    )
    whole.addPolygon(head)
    whole.closeSubpath()
    whole.setFillRule(Qt.FillRule.WindingFill)
    return whole.simplified() if hypot(tip.x() - before.x(), tip.y() - before.y()) > 0 else whole


class _Way:
    """A line as short straight pieces: a path of Qt measures itself anew for every point of it."""

    def __init__(self, line: QPainterPath) -> None:
        parts = line.toSubpathPolygons()
        self._points = parts[0].toList() if parts else [line.currentPosition()] * 2
        lengths = (hypot(b.x() - a.x(), b.y() - a.y()) for a, b in pairwise(self._points))
        self._ends = [0.0, *accumulate(lengths)]
        self.length = self._ends[-1]

    def at(self, far: float) -> QPointF:
        """The point so far along it."""
        n = min(max(bisect(self._ends, far), 1), len(self._ends) - 1)
        a, b = self._points[n - 1], self._points[n]
        side = self._ends[n] - self._ends[n - 1]
        return a + (b - a) * (min(max(far - self._ends[n - 1], 0), side) / side) if side else a


def paint_label(board: EmpiresBoard, painter: QPainter, pointer: QPointF, *texts: str) -> None:
    """Dark pills under what is held, beside the odds: how many of how many, and what it is worth."""
    for row, text in enumerate(filter(None, texts)):
        pill(painter, label_box(board, pointer, text).translated(0, step(25) * row), text)


def label_box(board: EmpiresBoard, pointer: QPointF, text: str) -> QRectF:
    """Where it lies."""
    unit = counter_scale(board.camera.scale, board.layer.size)
    under = QPointF(pointer.x(), pointer.y() + SIZES["army"] / 2 * unit * 1.3 + 16)
    return pill_box(under, text, QRectF(board.rect()), board.bubble.box)
