"""A board one can zoom and pan: camera, tiles, and the wheel, gestures, buttons and keys that move them.

The board paints itself instead of using a scene of items: nothing of Qt's has to outlive anything, the
camera is exact where scroll bars round, and a frame is a few pictures copied.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from time import perf_counter
from typing import Final
from weakref import ref

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from maharaja_qt.board.camera import STEP, Camera
from maharaja_qt.board.motion import Motion, ease_in_out
from maharaja_qt.board.tiles import Key, Tiles
from maharaja_qt.theme import colour, panels, theme

ZOOM_MS: Final = 120
FLY_MS: Final = 350
_KEY_STEP: Final = STEP**2
_PAN_STEP: Final = 80.0
_NOTCH: Final = 120
_TILE_SECONDS, _TILE_SECONDS_AT_REST = 0.005, 0.016
"""How long tiles are made between two frames: longer when nothing moves, for each frame costs as well."""
_WHOLE: Final = 0.01
"""Pixels: a way shorter than this beside a whole number of them counts as that number."""
_ARROWS: Final = {
    Qt.Key.Key_Left: (1, 0), Qt.Key.Key_Right: (-1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1),
}  # fmt: skip


class BoardView(QWidget):
    """Subclasses paint: `paint_tile` in board units, `paint_over` and `paint_live` in pixels of the view."""

    moved = Signal()
    """The camera looks elsewhere."""

    def __init__(
        self, bounds: tuple[float, float, float, float], parent: QWidget | None = None, most: float = 8.0
    ) -> None:
        super().__init__(parent)
        self.camera = Camera(bounds, most)
        self.tiles = Tiles(self.paint_tile, bounds)
        self.motion = Motion(self, self.update)
        self.scroll_pans = True
        """Two fingers on a touchpad pan; else they zoom as a wheel does."""
        self.lent = 0
        """So many pixels over its upper edge are another's for a while; the board lies still under it as it
        comes and goes, and is fitted to what is left if it was fitted."""
        self._gave = 0
        self._goal: Camera | None = None
        self._cursor = QPointF()
        self._grab: QPointF | None = None
        self._still: QPixmap | None = None
        self._still_is: tuple[object, ...] = ()
        self._still_at = (0.0, 0.0)
        self._new_tiles: list[Key] = []
        self._work = QTimer(self)
        self._work.setSingleShot(True)
        self._work.setInterval(0)
        self._work.timeout.connect(self._make_some)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme().changed.connect(self.redress)
        me = ref(self)

        def gone() -> None:
            board = me()
            if board is not None:
                board.put_away()

        self.destroyed.connect(gone)

    # ------------------------------------------------------------------------ what a board paints

    def paint_tile(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """The board itself, in board units, `scale` pixels of the screen to the unit."""
        raise NotImplementedError

    def paint_over(self, painter: QPainter) -> None:
        """What lies on the tiles and under the pieces and stays as it is until `worn` is called."""

    def paint_pieces(self, painter: QPainter) -> None:
        """Pieces: part of what stays as it is while they are at rest."""

    def paint_live(self, painter: QPainter) -> None:
        """All that moves by itself or with the pointer."""

    def pieces_rest(self) -> bool:
        """Are all pieces at rest?"""
        return True

    def make_pictures(self, until: float) -> bool:
        """Makes what was drawn for the time being only, up to a time of `perf_counter`; whether there is
        anything new."""
        return False

    def short(self) -> bool:
        """Was something drawn for the time being only, to be drawn better in the next frame?"""
        return False

    def redress(self) -> None:
        """The theme has changed: everything is painted anew."""
        self.tiles.clear()
        self._aim()
        self.worn()

    def put_away(self) -> None:
        """The board is gone: its pictures, tens of megabytes, do not wait until Python finds that out."""
        self.tiles.clear()
        self._still = None

    def worn(self) -> None:
        """What `paint_over` paints has changed."""
        self._still_is = ()
        self.update()

    # --------------------------------------------------------------------------------- the camera

    def fit(self) -> None:
        """Shows the whole board."""
        self._travel(self._copy(Camera.fit), FLY_MS)

    def zoom(self, factor: float, at: QPointF | None = None, ms: int = ZOOM_MS) -> None:
        """Zooms about a point of the view (its middle if none is given)."""
        point = QPointF(self.width() / 2, self.height() / 2) if at is None else at
        goal = self._copy(lambda camera: camera.zoom(factor, point.x(), point.y()))
        start = self._snapshot()
        self._goal = goal
        fixed = self.camera.to_board(point.x(), point.y())
        px, py = point.x() - self.width() / 2, point.y() - self.height() / 2

        def about(scale: float) -> tuple[float, float]:
            """The middle of the view when the point stays where it is."""
            return fixed[0] - px / scale, fixed[1] - py / scale

        # Where an edge has moved the goal, the way there bends to it.
        end = about(goal.scale)
        drift = goal.x - end[0], goal.y - end[1]

        def step(share: float) -> None:
            if share >= 1:
                self._arrive(goal)
                return
            scale = exp(log(start[2]) + (log(goal.scale) - log(start[2])) * share)
            x, y = about(scale)
            self.camera.look(x + drift[0] * share, y + drift[1] * share, scale)
            self.moved.emit()

        self._aim()
        self.motion.run("camera", ms, step)

    def fly(self, x: float, y: float, scale: float | None = None, ms: int = FLY_MS) -> None:
        """Goes to a board point, or as near to it as can be with nothing but the board in sight."""

        def change(goal: Camera) -> None:
            goal.look(x, y, goal.scale if scale is None else scale)
            goal.stay_on()

        self._travel(self._copy(change), ms)

    def pan(self, dx: float, dy: float) -> None:
        """Moves the board by pixels, at once."""
        self.motion.finish("camera")
        self.camera.pan(dx, dy)
        self.moved.emit()
        self.update()

    def stored(self) -> tuple[float, float, float]:
        """Where it looks, to be kept: the middle and the scale."""
        return self._snapshot()

    def restore(self, x: float, y: float, scale: float) -> None:
        """Looks where it did; what cannot be shows the whole board."""
        self.motion.finish("camera")
        self.camera.look(x, y, scale)
        self._arrive(self.camera)

    def _snapshot(self) -> tuple[float, float, float]:
        return self.camera.x, self.camera.y, self.camera.scale

    def _copy(self, change: Callable[[Camera], None]) -> Camera:
        """The camera as it will be when it has come to rest and `change` is done."""
        goal = self._goal or self.camera
        made = Camera((goal.left, goal.top, goal.width, goal.height), goal.most)
        made.view = self.camera.view
        made.look(goal.x, goal.y, goal.scale)
        change(made)
        return made

    def _travel(self, goal: Camera, ms: int) -> None:
        start = self._snapshot()
        self._goal = goal

        def step(share: float) -> None:
            if share >= 1:
                self._arrive(goal)
                return
            scale = exp(log(start[2]) + (log(goal.scale) - log(start[2])) * share)
            x = start[0] + (goal.x - start[0]) * share
            y = start[1] + (goal.y - start[1]) * share
            self.camera.look(x, y, scale)
            self.moved.emit()

        self._aim()
        self.motion.run("camera", ms, step, curve=ease_in_out)

    def _arrive(self, goal: Camera) -> None:
        self.camera.loose = False
        self.camera.look(goal.x, goal.y, goal.scale)
        self._goal = None
        self._aim()
        self.moved.emit()
        self.update()

    def _aim(self) -> None:
        """Tiles are made for where the camera is going."""
        self.tiles.aim(self._goal or self.camera, self.devicePixelRatioF())

    # ----------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._paint_ground(painter)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing)
            if not self.pieces_rest():
                self.paint_pieces(painter)
            self.paint_live(painter)
            if self.hasFocus():
                self._paint_focus(painter)
        finally:
            painter.end()
        if not self._work.isActive() and self._lacking():
            self._work.start()

    def _lacking(self) -> bool:
        """Is there something to be made between two frames?"""
        if self.short() and not self.motion.moving("camera"):
            return True
        return bool(self.tiles.missing(self._goal or self.camera, self._cursor))

    def _paint_focus(self, painter: QPainter) -> None:
        pen = painter.pen()
        pen.setColor(colour(panels(theme().look).focus))
        pen.setWidthF(2.0)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def _paint_ground(self, painter: QPainter) -> None:
        """Tiles and what lies on them; while the scale does not change they are one picture to copy."""
        if self.motion.moving("camera"):
            self._still_is = ()
            self._draw_ground(painter)
            return
        still = self._mended()
        painter.save()
        painter.scale(1 / self.devicePixelRatioF(), 1 / self.devicePixelRatioF())
        painter.drawPixmap(0, 0, still)
        painter.restore()

    def _mended(self) -> QPixmap:
        """The picture of all that rests: moved along with the camera, and painted only where it is new."""
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        if self._still is None or self._still.size() != size:
            self._still = QPixmap(size)
        still, whole = self._still, self._still.rect()
        dx = (self._still_at[0] - self.camera.x) * self.camera.scale * ratio
        dy = (self._still_at[1] - self.camera.y) * self.camera.scale * ratio
        x, y = round(dx), round(dy)
        same = (self.camera.scale, ratio, size, self.pieces_rest())
        worn = QRegion(whole)
        if same == self._still_is and max(abs(dx - x), abs(dy - y)) < _WHOLE:
            worn -= QRegion(whole.translated(x, y))
            if (x or y) and worn != QRegion(whole):
                still.scroll(x, y, whole)
            for key in self._new_tiles:
                worn += self.tiles.place(key, self.camera, ratio)
            worn &= QRegion(whole)
        if not worn.isEmpty():
            painter = QPainter(still)
            try:
                painter.setClipRegion(worn)
                painter.scale(ratio, ratio)
                self._draw_ground(painter)
            finally:
                painter.end()
        self._new_tiles.clear()
        self._still_is, self._still_at = same, (self.camera.x, self.camera.y)
        return still

    def _draw_ground(self, painter: QPainter) -> None:
        ratio = self.devicePixelRatioF()
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        self.tiles.draw(painter, self.camera, ratio, self.background())
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_over(painter)
        if self.pieces_rest():
            self.paint_pieces(painter)

    def background(self) -> QColor:
        """What is seen beyond the board."""
        return colour(panels(theme().look).table)

    def _make_some(self) -> None:
        """Makes pictures and tiles while there is time for them before the next frame: one at least."""
        until = perf_counter() + (_TILE_SECONDS if self.motion.busy else _TILE_SECONDS_AT_REST)
        if not self.motion.moving("camera") and self.make_pictures(until):
            self._still_is = ()
        else:
            for key in self.tiles.missing(self._goal or self.camera, self._cursor):
                self._make(key)
                if perf_counter() > until:
                    break
        self.update()

    def _make(self, key: Key) -> None:
        self.tiles.make(key)
        self._new_tiles.append(key)

    def finish_tiles(self) -> None:
        """Makes all tiles that are seen, at once; also before the widget was ever shown."""
        if self.camera.view != (self.width(), self.height()):
            self.camera.resize(self.width(), self.height())
            self._aim()
        while missing := self.tiles.missing(self.camera, self._cursor):
            self._make(missing[0])

    @property
    def sharp(self) -> bool:
        """Is what is seen painted at its own scale?"""
        return not self.motion.moving("camera") and not self._lacking()

    # -------------------------------------------------------------------------------------- input

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.motion.finish("camera")
        camera, fitted, scale = self.camera, self.camera.fitted, self.camera.scale
        shift, self._gave = self.lent - self._gave, self.lent
        if shift and event.oldSize().height() - self.height() == shift:
            camera.loose = True  # until it has come to where it may stay
            camera.resize(self.width(), self.height())
            camera.look(camera.x, camera.y + shift / 2 / scale, scale)
            self._travel(self._copy(Camera.fit if fitted else Camera.settle), FLY_MS)
        else:
            camera.resize(self.width(), self.height())
        self._aim()
        self.moved.emit()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom(1 + event.value(), event.position(), 0)
                return True
        elif event.type() == QEvent.Type.DevicePixelRatioChange:
            self._aim()
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel zooms; two fingers on a touchpad pan, unless set otherwise."""
        event.accept()
        if event.phase() == Qt.ScrollPhase.ScrollMomentum and not self.scroll_pans:
            return  # a flick must not run on as a zoom
        fingers = (
            event.phase() != Qt.ScrollPhase.NoScrollPhase
            or event.device().type() == QInputDevice.DeviceType.TouchPad
        )
        if fingers and self.scroll_pans and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
            self.pan(delta.x(), delta.y())
            return
        notches = event.angleDelta().y() / _NOTCH
        if notches:
            self.zoom(STEP**notches, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._grab = event.position()
            self.motion.finish("camera")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._cursor = event.position()
        if self._grab is not None:
            delta = event.position() - self._grab
            self._grab = event.position()
            self.pan(delta.x(), delta.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grab = None
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._cursor = event.position()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.looked(event):
            super().keyPressEvent(event)

    def looked(self, event: QKeyEvent) -> bool:
        """Takes a key that moves the camera: + - 0 Shift+0 Home and the arrows."""
        key = Qt.Key(event.key())
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and not (shift and event.text() == "="):
            self.zoom(_KEY_STEP)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom(1 / _KEY_STEP)
        elif key == Qt.Key.Key_ParenRight or (shift and key in (Qt.Key.Key_0, Qt.Key.Key_Equal)):
            # Shift and 0, by what that gives on different keyboards.
            self.fit_middle()
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Home:
            self.go_home()
        elif key in _ARROWS:
            dx, dy = _ARROWS[key]
            self.pan(dx * _PAN_STEP, dy * _PAN_STEP)
        else:
            return False
        return True

    def fit_middle(self) -> None:
        """Shows what matters of the board as large as it goes."""
        self.fit()

    def go_home(self) -> None:
        """Goes to where something is being decided."""
        self.fit()
