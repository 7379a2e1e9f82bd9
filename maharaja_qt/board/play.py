"""A board one plays on: pieces are pressed, carried and dropped, by mouse, click-click or keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from maharaja_qt.board import keys
from maharaja_qt.board.holding import HoldingBoard
from maharaja_qt.board.pieces import Piece

FAN_MS: Final = 300
_NOTCH: Final = 120


class PlayBoard(HoldingBoard):
    """Subclasses say where places are and paint what is lit; see also `HoldingBoard`."""

    hovered = Signal(int)
    """The place under the pointer, or -1."""
    opened = Signal(int)
    """The card of a place is asked for, by double click."""
    undecided = Signal()
    """Enter was pressed with nothing in the hand and nothing to answer."""

    def __init__(
        self, bounds: tuple[float, float, float, float], parent: QWidget | None = None, most: float = 8.0
    ) -> None:
        super().__init__(bounds, parent, most)
        self._under = -1
        self._fan_timer = QTimer(self)
        self._fan_timer.setSingleShot(True)
        self._fan_timer.setInterval(FAN_MS)
        self._fan_timer.timeout.connect(self._open_fan)
        self.moved.connect(self.close_fan)

    # -------------------------------------------------------------------- what a subclass supplies

    def place_at(self, x: float, y: float) -> int:
        """The place at a board point, or -1."""
        raise NotImplementedError

    def places(self) -> Mapping[int, tuple[float, float]]:
        """Where each place is, in units of the board."""
        return {}

    def heart(self) -> QRectF:
        """What matters of the board, in its units: who sees that needs no overview."""
        camera = self.camera
        return QRectF(camera.left, camera.top, camera.width, camera.height)

    def tip(self, piece: Piece) -> str:
        """What a piece is, in words."""
        return ""

    def place_tip(self, x: float, y: float) -> str:
        """What a mark of the board is, in words."""
        return ""

    def forget(self) -> None:
        """The pointer moves again: a place that was looked for is no longer meant."""

    # -------------------------------------------------------------------------------------- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._pointer = event.position()
        self._note.clear()
        if event.button() == Qt.MouseButton.RightButton:
            self.cancel()
            return
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.motion.finish()
        if self.hand is None or not self.dragging:
            self._press = (event.position(), self._piece_at(event.position()), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.position() != self._pointer:  # else the board, not the pointer, has moved
            self.forget()
        self._pointer = event.position()
        if self._press is not None and not self.dragging and self._grab is None:
            self._perhaps_drag(event)
        if self.hand is not None:
            self._carry(event.position())
        if not self.dragging:
            super().mouseMoveEvent(event)
            self._hover(event.position())
        self.update()

    def _perhaps_drag(self, event: QMouseEvent) -> None:
        """Past the threshold, in pixels of the screen, a press becomes a drag."""
        assert self._press is not None
        start, piece, keys = self._press
        if (event.position() - start).manhattanLength() < QApplication.startDragDistance():
            return
        if piece is None:
            self._press = None
            self._grab = start
            return
        self._press = None
        if self.hand is not None:
            self.cancel(glide=False)
        number = 1 if keys & Qt.KeyboardModifier.ShiftModifier else 0
        if keys & Qt.KeyboardModifier.ControlModifier:
            number = max(piece.count - 1, 1)
        if self.lift(piece, number, dragging=True):
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def _carry(self, at: QPointF) -> None:
        place = self._place_under(at)
        if self.hand is not None and place != self._under and self.dragging:
            self.hand.over(place)
        self._under = place
        aimed = place if self.hand is not None and place in self.hand.goals else -1
        if aimed != self.aimed:
            self.aimed = aimed
            self.hovered.emit(place)

    def _place_under(self, at: QPointF) -> int:
        if not QRectF(self.rect()).contains(at):
            return -1
        return self.place_at(*self.camera.to_board(at.x(), at.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        if event.button() == Qt.MouseButton.LeftButton and self.dragging:
            self.drop(self._place_under(event.position()))
            return
        press, self._press = self._press, None
        panned = self._grab is not None
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and press is not None and not panned:
            self._clicked(event.position(), press[1], event.modifiers())

    def _clicked(self, at: QPointF, piece: Piece | None, keys: Qt.KeyboardModifier) -> None:
        """A click chooses a piece; with one chosen, a click on a goal drops it there."""
        if self.fan is not None and piece is not None and self.fan.has(piece):
            self.fan.toggle(piece)
            self.update()
            return
        place = self._place_under(at)
        if self.hand is not None and place in self.hand.goals:
            self.drop(place)
            return
        if place in self.spots and not (piece is not None and self.moves and self.moves.movable(piece)):
            self.answer(place)
            return
        again = self._held is not None and piece is not None and piece.id == self._held.id
        if self.hand is not None:
            self.cancel()
        if piece is not None and not again:
            self.lift(piece, 1 if keys & Qt.KeyboardModifier.ShiftModifier else 0)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.cancel(glide=False)
            self._press = None
            place = self._place_under(event.position())
            if place >= 0:
                self.opened.emit(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Holding something, the wheel changes how many; else it zooms."""
        if self.hand is None or not self.dragging:
            super().wheelEvent(event)
            return
        event.accept()
        notches = round(event.angleDelta().y() / _NOTCH)
        if notches:
            self.change(lambda hand: hand.more(notches))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Who switches to another window in mid-drag has not dropped anything."""
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.cancel()
        super().focusOutEvent(event)

    # ----------------------------------------------------------------------------------- hovering

    def _piece_at(self, at: QPointF) -> Piece | None:
        if self.fan is not None:
            found = self.fan.at(at)
            if found is not None:
                return found
        return self.layer.hit(at.x(), at.y(), self.camera)

    def _hover(self, at: QPointF) -> None:
        place = self._place_under(at)
        if place != self._under or self._under < 0:
            self._under = place
            self.hovered.emit(place)
            if self.spots:
                self.aimed = place if place in self.spots else -1
                self.update()
        if self.fan is not None:
            if self.fan.box.adjusted(-24, -24, 24, 24).contains(at):
                single = self.fan.at(at)
                self.setToolTip(self.tip(single) if single is not None else "")
                return
            self.close_fan()
        piece = self._piece_at(at)
        self.setToolTip(
            self.tip(piece) if piece is not None else self.place_tip(*self.camera.to_board(at.x(), at.y()))
        )
        if piece is not None and self.hand is None and len(self.fan_of(piece)) > 1:
            self._fan_timer.start()
        else:
            self._fan_timer.stop()

    def _open_fan(self) -> None:
        piece = self._piece_at(self._pointer)
        if piece is not None and self.hand is None and self._press is None:
            self.open_fan(piece)

    # ----------------------------------------------------------------------------------- keyboard

    def event(self, event: QEvent) -> bool:
        # Tab steps through the pieces before it leaves the board.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            by = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(key), 0)
            if by and keys.step(self, by):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and focus is not self and self.isAncestorOf(focus):
            event.ignore()  # what a card over the board has no use for decides nothing
        elif not keys.pressed(self, event):
            super().keyPressEvent(event)

    def step_to(self, place: int) -> None:
        """Aims at a place, by keyboard; what is held goes there next."""
        self.aimed = place
        if self.hand is not None:
            self.hand.over(place)
        self.update()
        self.hovered.emit(place)

    def piece_under(self) -> Piece | None:
        """The piece under the pointer."""
        return self._piece_at(self._pointer)

    def close_fan(self) -> None:
        self._fan_timer.stop()
        super().close_fan()
