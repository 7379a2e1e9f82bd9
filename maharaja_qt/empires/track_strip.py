"""The tracks as a strip under the map, where the window is too small for the whole sheet."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QWidget

from maharaja_qt.board.follow import Follow
from maharaja_qt.board.lettering import Face, draw
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.extent import ALL_NAMES
from maharaja_qt.empires.ground import pen
from maharaja_qt.empires.palette import map_colours
from maharaja_qt.empires.sheet import ALLIANCE, GROWTH, star
from maharaja_qt.theme import colour, sans, theme

_HIGH: Final = 40
_BUTTON: Final = 34
_GAP: Final = 10


class TrackStrip(QWidget):
    """A box for each turn; folded out, the Increase Population Track and the alliance box above them."""

    turn_wanted = Signal(int)
    """Somebody clicked on the box of a turn."""

    def __init__(self, board: EmpiresBoard, follow: Follow) -> None:
        super().__init__()
        self._board = board
        self._follow = follow
        self._soon = QTimer(self, interval=0, singleShot=True)  # once the map has its size
        self._soon.timeout.connect(self._fit)
        # Not while the board is being laid out: what is left of that would go to a place of before.
        self._fitted = (0, 0)
        """The size there was for the board when India was fitted into it last."""
        self._asked = (-1, -1)
        """The turn and the nation somebody here was asked for last."""
        self._turn = QTimer(self, interval=0, singleShot=True)
        self._turn.timeout.connect(self._show_or_hide)
        self._fold = QToolButton(self)
        self._fold.setCheckable(True)
        self._fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._fold.setFixedSize(28, 28)
        self._fold.setFont(sans(18))
        self._fold.toggled.connect(self._folded)
        self._folded(False)
        board.installEventFilter(self)
        theme().changed.connect(self.update)
        self.hide()

    def show_turn(self, turn: int) -> None:
        """The newest position is on the board."""
        words = self._board.words
        self.setAccessibleName(
            words.say("panel", "turn", {"turn": turn, "last": self._board.charts.last_turn})
        )
        self.update()

    def show_asked(self, turn: int, nation: int) -> None:
        """Somebody here plays this nation's turn: those of it who wait outside India come into sight."""
        if (turn, nation) == self._asked:
            return
        self._asked = turn, nation
        if not self._small() or self._follow.busy:
            return
        if not self._follow.ever:
            self._board.fit_middle()
        elif outside := self._board.outside():
            self._follow.go(outside)

    def _folded(self, out: bool) -> None:
        self._fold.setText("▼" if out else "▲")
        name = self._board.words.say("board", "tracks-less" if out else "tracks-more", {})
        self._fold.setAccessibleName(name)
        self._fold.setToolTip(name)
        self._lay()

    @property
    def _scale(self) -> float:
        """Pixels to the unit for what is folded out."""
        return (self.width() - 4 * _GAP) / (GROWTH.width() + ALLIANCE.width() + _GAP)

    def _lay(self) -> None:
        more = round(GROWTH.height() * self._scale) + 2 * _GAP if self._fold.isChecked() else 0
        self.setFixedHeight(_HIGH + more)
        self._fold.move(self.width() - _BUTTON + 3, self.height() - _BUTTON)

    def resizeEvent(self, event: object) -> None:
        self._lay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """There is a strip beside a small map, which shows India alone until somebody moves it."""
        if event.type() == QEvent.Type.Resize:
            small = self._small()
            if small and not self._follow.ever:
                self._soon.start()
            if small == self.isHidden():
                self._turn.start()
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """On the box of a turn."""
        at = event.position()
        turns = range(1, self._board.charts.last_turn + 1)
        turn = next((turn for turn in turns if self.box(turn).contains(at)), None)
        if turn is not None and event.button() == Qt.MouseButton.LeftButton:
            self.turn_wanted.emit(turn)
        else:
            super().mousePressEvent(event)

    def box(self, turn: int) -> QRectF:
        """Where the box of a turn is, in pixels."""
        wide = (self.width() - _BUTTON - _GAP) / self._board.charts.last_turn
        return QRectF(6 + (turn - 1) * wide, self.height() - _HIGH + 5, wide, _HIGH - 10)

    def _show_or_hide(self) -> None:
        self.setVisible(self._small())

    def _small(self) -> bool:
        """Is there too little room for the whole sheet with all names, strip or no strip?"""
        camera, (wide, high) = self._board.camera, self._room()
        return min(wide / camera.width, high / camera.height) < ALL_NAMES

    def _room(self) -> tuple[int, int]:
        """What the board has without the strip, and when it lends nothing."""
        board = self._board
        return board.width(), board.height() + board.lent + (self.height() if self.isVisible() else 0)

    def _fit(self) -> None:
        if self._follow.ever:
            return
        before, self._fitted = self._fitted, self._room()
        self._board.fit_middle()
        if before != self._fitted:
            self._board.motion.finish("camera")

    # ------------------------------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent) -> None:
        board = self._board
        c = map_colours(theme().look)
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), colour(c.margin))
        painter.fillRect(QRectF(0, 0, self.width(), 1), colour(c.frame))
        if board.view is not None:
            self._paint_turns(painter)
            if self._fold.isChecked():
                at = QPointF(_GAP, _GAP)
                for box in (GROWTH, ALLIANCE):
                    self._paint_box(painter, box, at)
                    at += QPointF(box.width() * self._scale + 2 * _GAP, 0)
        painter.end()

    def _paint_turns(self, painter: QPainter) -> None:
        sheet, c = self._board.sheet, map_colours(theme().look)
        last = self._board.charts.last_turn
        for turn in range(1, last + 1):
            box = self.box(turn)
            painter.setPen(pen(c.frame, 0.8))
            painter.setBrush(colour(c.past if turn < sheet.turn else c.box))
            painter.drawRect(box)
            if turn == sheet.turn:
                painter.fillRect(box.adjusted(0.4, 0.4, -0.4, -0.4), colour(c.gilt, 55))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(pen(c.region, 2))
                painter.drawRect(box.adjusted(1, 1, -1, -1))
            word = Face(17, weight=700).word(str(turn), box.center().x(), box.center().y() + 6)
            draw(painter, word, c.lettering)
            if turn in sheet.scoring:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour(c.region))
                painter.drawPolygon(star(box.right() - 7, box.top() + 7, 4.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_box(self, painter: QPainter, box: QRectF, at: QPointF) -> None:
        """A box of the sheet with the counters in it."""
        board, scale = self._board, self._scale
        painter.save()
        painter.translate(at)
        painter.scale(scale, scale)
        painter.translate(-box.topLeft())
        painter.setClipRect(box.adjusted(-1, -1, 1, 1))
        board.sheet.paint_boxes(painter, box)
        painter.restore()
        for piece in board.layer.pieces:
            if piece.fixed and box.contains(piece.x, piece.y):
                middle = at + (QPointF(piece.x, piece.y) - box.topLeft()) * scale
                assert isinstance(piece.look, CounterLook)
                made = picture(piece.look, theme().look, piece.width * scale, self.devicePixelRatioF())
                side = made.deviceIndependentSize().width()
                painter.drawPixmap(middle - QPointF(side / 2, side / 2), made)
