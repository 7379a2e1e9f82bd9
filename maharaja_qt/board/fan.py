"""A stack laid out in a row, so that single pieces of it can be seen and chosen."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from maharaja_qt.board.pieces import Layer, Piece
from maharaja_qt.theme import colour, panels, theme

_GAP: Final = 6.0
_PAD: Final = 10.0
_LEAST: Final = 34.0
_ROW: Final = 9


class Fan:
    """The pieces of a stack in rows over the board, near where it stands and inside the view."""

    def __init__(self, pieces: Sequence[Piece], stack: QRectF, view: QRectF) -> None:
        self.pieces = list(pieces)
        self._chosen: set[Hashable] = set()
        self.side = max(_LEAST, stack.width())
        columns = min(len(pieces), _ROW)
        rows = -(-len(pieces) // _ROW)
        wide = columns * (self.side + _GAP) - _GAP + 2 * _PAD
        high = rows * (self.side + _GAP) - _GAP + 2 * _PAD
        left = min(max(stack.center().x() - wide / 2, view.left() + 4), view.right() - wide - 4)
        top = min(max(stack.center().y() - high / 2, view.top() + 4), view.bottom() - high - 4)
        self.box = QRectF(left, top, wide, high)

    def place(self, number: int) -> QPointF:
        """The middle of a piece."""
        row, column = divmod(number, _ROW)
        step = self.side + _GAP
        return self.box.topLeft() + QPointF(
            _PAD + column * step + self.side / 2, _PAD + row * step + self.side / 2
        )

    def at(self, point: QPointF) -> Piece | None:
        """The piece at a point of the view."""
        for number, piece in enumerate(self.pieces):
            delta = self.place(number) - point
            if max(abs(delta.x()), abs(delta.y())) <= (self.side + _GAP) / 2:
                return piece
        return None

    def has(self, piece: Piece) -> bool:
        """Is it one of these?"""
        return any(piece.id == each.id for each in self.pieces)

    def toggle(self, piece: Piece) -> None:
        """Chooses a piece, or no longer."""
        self._chosen ^= {piece.id}

    def chosen(self, piece: Piece) -> list[Piece]:
        """The pieces taken up when one is lifted: all that are chosen if it is, else that one."""
        if not self.has(piece):
            return []
        ids = self._chosen if piece.id in self._chosen else {piece.id}
        return [each for each in self.pieces if each.id in ids]

    def paint(self, painter: QPainter, layer: Layer, ratio: float) -> None:
        """Draws the row on a strip of panel."""
        c = panels(theme().look)
        painter.setPen(QPen(colour(c.line), 1))
        painter.setBrush(colour(c.panel, 94))
        painter.drawRoundedRect(self.box, 8, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for number, piece in enumerate(self.pieces):
            middle = self.place(number)
            layer.draw(painter, piece.look, middle, self.side * 0.92, ratio)
            if piece.id in self._chosen:
                painter.setPen(QPen(colour(c.focus), 2.5))
                painter.drawEllipse(middle, self.side * 0.52, self.side * 0.52)
