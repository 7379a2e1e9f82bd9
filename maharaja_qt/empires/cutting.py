"""A piece of the map round one place, as a picture: the ways in, and the ways out or closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
    QTransform,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.games.empires.chart_types import NONE
from maharaja_qt.board.camera import Camera
from maharaja_qt.board.pieces import Layer, counter_scale
from maharaja_qt.empires.counters import SIZES
from maharaja_qt.empires.lights import arrow
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.theme import colour, panels, theme

if TYPE_CHECKING:
    from core.games.empires.view import View
    from maharaja_qt.empires.board import EmpiresBoard

_SPAN: Final = 240.0
"""Board units seen from left to right."""
_WIDE, _HIGH = (200, 440), (140, 340)
"""How small and how large it may be, in pixels."""
_SHAPE: Final = 1.32
"""Its width to its height."""


class CutOut(QWidget):
    """Such a picture, as large as there is room for. It takes a while to draw, so it is drawn for those who
    look, once it has its size."""

    def __init__(self) -> None:
        super().__init__()
        self._make: Callable[[int, int], QPixmap] | None = None
        self._made = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_HIGH[0])
        self.setMaximumHeight(_HIGH[1])
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._draw)

    def show_map(self, make: Callable[[int, int], QPixmap]) -> None:
        """Another picture: how it is made in a width and a height."""
        self._make = make
        self._soon.start()

    def sizeHint(self) -> QSize:
        """As wide as suits its height."""
        return QSize(self.width_for(self.height()), _HIGH[0])

    @staticmethod
    def width_for(high: int) -> int:
        """How wide it is when it is so high."""
        return round(min(max(high * _SHAPE, _WIDE[0]), _WIDE[1]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().height() != event.oldSize().height():
            self.updateGeometry()
        self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        self._soon.start()

    def _draw(self) -> None:
        if self._make is not None and self.isVisible():
            self._made = self._make(self.width(), self.height())
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.setClipPath(shape)
        painter.drawPixmap(0, 0, self._made)
        painter.setClipping(False)
        painter.setPen(QPen(colour(panels(theme().look).line), 1))
        painter.drawPath(shape)
        painter.end()


def cutting(
    board: EmpiresBoard, view: View, place: int, wide: int, high: int, ins: Iterable[int],
    outs: Iterable[int], closed: Iterable[int],
) -> QPixmap:  # fmt: skip
    """The map round a place in a position, with arrows from `ins`, ticks at `outs` and crosses at what is
    `closed`. The position may be a past one, the board has another then."""
    ratio = board.devicePixelRatioF()
    made = QPixmap(round(wide * ratio), round(high * ratio))
    made.setDevicePixelRatio(ratio)
    camera = Camera((-200.0, -200.0, board.map.width + 400, board.map.height + 400))
    camera.resize(wide, high)
    x, y = board.map.shape(place).stack
    camera.look(x, y, wide / _SPAN)
    painter = QPainter(made)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    with _held_as_in(board, view):
        _ground(board, painter, camera, ratio)
    seat = seat_colours(board.look, board.layout_.seat(view, view.nation))
    unit = counter_scale(camera.scale, 1.0)
    end = QPointF(*camera.to_view(x, y))
    for origin in ins:
        start = QPointF(*camera.to_view(*board.map.shape(origin).stack))
        shape = arrow([start, end], 2.6, SIZES["army"] * unit)  # two stacks stand there side by side
        painter.strokePath(shape, QPen(colour("#FFF6E3"), 3))
        painter.fillPath(shape, colour(seat.edge))
    # One that would be cut at the edge says nothing.
    layer, seen = _layer(board, view), QRectF(*camera.seen())
    names = board.names.again()
    names.keep_off(layer.pieces, layer.size)
    for shown, box in names.boxes(camera.scale).items():
        if seen.contains(box):
            names.paint(painter, camera, ratio, only=shown)
    for standing in {piece.place for piece in layer.pieces if piece.place >= 0}:
        layer.paint_at(painter, camera, ratio, standing, sharp=True)
    for goals, good in ((outs, True), (closed, False)):
        for goal in goals:
            sx, sy = camera.to_view(*board.map.shape(goal).stack)
            _sign(painter, QPointF(sx - 15 * unit, sy - 12 * unit), good=good)
    painter.end()
    return made


@contextmanager
def _held_as_in(board: EmpiresBoard, view: View) -> Iterator[None]:
    """The board's ground with the tints of another position."""
    tint, now = board.ground.tint, board.view

    def hold(shown: View | None) -> None:
        if shown is not None:
            for place, seat in enumerate(board.layout_.holders(shown)):
                tint.hold(place, seat if board.tinted else NONE)

    hold(view)
    try:
        yield
    finally:
        hold(now)


def _layer(board: EmpiresBoard, view: View) -> Layer:
    """The counters of a position, with the pictures the board has of them."""
    made = Layer(board.motion, board.picture)
    made.pictures, made.size = board.layer.pictures, board.layer.size
    names = board.names.kept(board.camera.least)
    made.show(board.layout_.pieces(view, (), names, made.size), {})
    return made


def _ground(board: EmpiresBoard, painter: QPainter, camera: Camera, ratio: float) -> None:
    left, top, wide, high = camera.seen()
    painter.fillRect(QRectF(0, 0, *camera.view), board.background())
    painter.save()
    ox, oy = camera.to_view(0, 0)
    painter.setTransform(QTransform(camera.scale, 0, 0, camera.scale, ox, oy), True)
    seen = QRectF(left, top, wide, high).intersected(board.sheet.frame)
    painter.setClipRect(seen)
    board.ground.paint(painter, seen, camera.scale * ratio)
    painter.restore()


def _sign(painter: QPainter, at: QPointF, *, good: bool) -> None:
    """A tick or a cross on a small disc."""
    painter.setPen(QPen(colour("#FFF6E3"), 1.4))
    painter.setBrush(colour("#3F6B3C" if good else "#66563F"))
    painter.drawEllipse(at, 8, 8)
    painter.setPen(QPen(colour("#FFF6E3"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    lines = ((-3.5, 0, -1, 3), (-1, 3, 4, -3)) if good else ((-3, -3, 3, 3), (-3, 3, 3, -3))
    for a, b, c, d in lines:
        painter.drawLine(at + QPointF(a, b), at + QPointF(c, d))
    painter.setBrush(Qt.BrushStyle.NoBrush)
