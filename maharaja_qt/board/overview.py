"""The whole board in small, with the part that is seen: to drag in, and to put away."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QWheelEvent
from PySide6.QtWidgets import QToolButton, QWidget

from maharaja_qt.board.camera import STEP, Camera
from maharaja_qt.board.play import PlayBoard
from maharaja_qt.theme import colour, panels, theme

SIZE: Final = (176, 161)
_GAP: Final = 12
_SOON_MS: Final = 120
"""How long the board rests before its small picture is painted anew."""
_NOTCH: Final = 120


class Overview(QWidget):
    """At the lower right of its board when not all that matters of that is seen, unless it was put away."""

    closed = Signal()
    used = Signal()
    """Somebody moved the board by it."""

    def __init__(self, board: PlayBoard) -> None:
        super().__init__(board)
        self._board = board
        self._wanted = True
        self._state: Hashable = None
        self._picture: QPixmap | None = None
        self.setFixedSize(*SIZE)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAccessibleName(self.tr("Overview map"))
        self.setToolTip(self.tr("Drag to move the map"))
        close = QToolButton(self)
        close.setText("✕")
        close.setToolTip(self.tr("Put the overview map away; the View menu brings it back"))
        close.setAccessibleName(self.tr("Put the overview map away"))
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.setCursor(Qt.CursorShape.ArrowCursor)
        close.setFixedSize(28, 28)
        close.move(SIZE[0] - 30, 2)
        close.clicked.connect(self.closed)
        self._soon = QTimer(self, interval=_SOON_MS, singleShot=True)
        self._soon.timeout.connect(self._make)
        board.moved.connect(self._follow)
        board.lifted.connect(self._follow)
        board.installEventFilter(self)
        theme().changed.connect(self._redress)
        self.hide()

    def want(self, wanted: bool) -> None:
        """Shown when it is of use, or never."""
        self._wanted = wanted
        self._follow()

    def show_state(self, state: Hashable) -> None:
        """What the board is painted from; another state is painted once the board has come to rest."""
        if state != self._state:
            self._state = state
            self._redress()

    def _redress(self) -> None:
        self._picture = None
        if self.isVisible():
            self._soon.start()

    def _follow(self) -> None:
        """Another part is seen: or all of it, and then there is no need of this."""
        board = self._board
        held = board.hand is not None and board.dragging
        needed = not board.camera.fitted and not QRectF(*board.camera.seen()).contains(board.heart())
        self.setVisible(self._wanted and needed and not held)
        if self.isVisible():
            self.update()
            if self._picture is None and not self._soon.isActive():
                self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its corner."""
        if event.type() == QEvent.Type.Resize:
            self.move(self._board.width() - SIZE[0] - _GAP, self._board.height() - SIZE[1] - _GAP)
        return False

    @property
    def camera(self) -> Camera:
        """How the board is seen in here."""
        looked = self._board.camera
        made = Camera((looked.left, looked.top, looked.width, looked.height))
        made.resize(*SIZE)
        return made

    def _make(self) -> None:
        if not self.isVisible():
            return
        if self._board.motion.busy:
            self._soon.start()
            return
        ratio, camera = self.devicePixelRatioF(), self.camera
        made = QPixmap(round(SIZE[0] * ratio), round(SIZE[1] * ratio))
        made.setDevicePixelRatio(ratio)
        painter = QPainter(made)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(*camera.to_view(0, 0))
        painter.scale(camera.scale, camera.scale)
        self._board.paint_tile(painter, QRectF(*camera.seen()), camera.scale * ratio)
        painter.end()
        self._picture = made
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The board, veiled where it is out of sight."""
        c, camera = panels(theme().look), self.camera
        painter = QPainter(self)
        if self._picture is None:
            painter.fillRect(self.rect(), colour(c.panel2))
        else:
            painter.drawPixmap(0, 0, self._picture)
        left, top, wide, high = self._board.camera.seen()
        box = QRectF(QPointF(*camera.to_view(left, top)), QPointF(*camera.to_view(left + wide, top + high)))
        seen = box.intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2))
        painter.save()
        painter.setClipRegion(self.visibleRegion().subtracted(seen.toAlignedRect()))
        painter.fillRect(self.rect(), QColor(42, 33, 24, 110 if theme().look.dark else 70))
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(c.panel), 3.4))
        painter.drawRect(seen)
        painter.setPen(QPen(colour(c.focus), 1.8))
        painter.drawRect(seen)
        painter.setPen(QPen(colour(c.line), 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setBrush(colour(c.panel))  # for the button
        painter.drawRoundedRect(QRectF(SIZE[0] - 28, 4, 24, 24), 5, 5)
        painter.end()

    # --------------------------------------------------------------------------------------- input

    def _look(self, at: QPointF) -> None:
        x, y = self.camera.to_board(at.x(), at.y())
        self._board.restore(x, y, self._board.camera.scale)
        self.used.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The middle of what is seen goes there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._look(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """And on, as long as the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """There it stays."""
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Two clicks are two clicks."""
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms the board about its middle."""
        event.accept()
        self._board.zoom(STEP ** (event.angleDelta().y() / _NOTCH))
        self.used.emit()
