"""The cards of the games on the start page: a picture, what the game is, and how to begin."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from maharaja_qt.board.art import Art
from maharaja_qt.frame.presenter import Card
from maharaja_qt.frame.widgets import Panel, button, plain
from maharaja_qt.theme import colour, panels, theme

_ART: Final = Art("common")


class Lotus(QWidget):
    """The ornament beside the title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(84, 84)
        theme().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        c = panels(theme().look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(self.width() / 2, self.height() / 2)
        _ART.draw(painter, "lotus", middle, self.width() / 200, c.warning, {"ground": c.panel})
        painter.end()


class Picture(QWidget):
    """A picture that fills its place, cut to its shape. `wanted` says that one is needed, and how large."""

    wanted = Signal()

    def __init__(self, *, beside: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made = QPixmap()
        self._beside = beside
        self.setMinimumSize(180, 110)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, made: QPixmap) -> None:
        """This one."""
        self._made = made
        self.update()

    def fits(self, size: QSize) -> bool:
        """Is the picture as large as its place?"""
        return not self._made.isNull() and self._made.deviceIndependentSize().toSize() == size

    def resizeEvent(self, event: object) -> None:
        self.wanted.emit()

    def showEvent(self, event: object) -> None:
        self.wanted.emit()  # the theme may have changed while another page was shown

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect()).adjusted(1, 1, 0 if self._beside else -1, -1 if self._beside else 0)
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        shape.addRoundedRect(box, 6, 6)
        # The corners at the side of the words are square.
        right, low = (box.width() / 2, 0.0) if self._beside else (0.0, box.height() / 2)
        shape.addRect(box.adjusted(right, low, 0, 0))
        painter.setClipPath(shape)
        painter.fillRect(box, colour(panels(theme().look).table))
        if not self._made.isNull():
            size = self._made.deviceIndependentSize()
            scale = max(box.width() / size.width(), box.height() / size.height())
            wide, high = size.width() * scale, size.height() * scale
            middle = box.center()
            painter.drawPixmap(
                QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high),
                self._made,
                QRectF(self._made.rect()),
            )
        painter.end()


class _Words(QWidget):
    """As high as its words are at the width it has."""

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)

    def resizeEvent(self, event: object) -> None:
        high = self.column.heightForWidth(self.width())
        if high > 0 and high != self.minimumHeight():
            self.setMinimumHeight(high)


class GameCard(Panel):
    """One game. A card that is `alone` has its picture beside the words, not above them."""

    def __init__(
        self, card: Card, *, alone: bool, lesson: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent=parent)
        self.body.setContentsMargins(0, 0, 0, 0)
        way = QBoxLayout.Direction.LeftToRight if alone else QBoxLayout.Direction.TopToBottom
        parts = QBoxLayout(way)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(0)
        self.body.addLayout(parts)
        self.picture = Picture(beside=alone)
        self.picture.setAccessibleName(self.tr("A picture of {title}").format(title=card.title))
        parts.addWidget(self.picture, 3)
        words = _Words()
        inside = words.column
        inside.setContentsMargins(20, 12 if not alone else 20, 20, 16)
        inside.setSpacing(8)
        if alone:
            inside.addStretch(1)
        head = QHBoxLayout()
        head.addWidget(plain(card.title, "title"), 1)
        head.addWidget(plain(card.year, "aside"))
        inside.addLayout(head)
        inside.addWidget(plain(card.about, wrap=True))
        chips = QHBoxLayout()
        chips.setSpacing(6)
        for text in card.chips:
            chip = plain(text, "note")
            chip.setObjectName("chip")
            chips.addWidget(chip)
        chips.addStretch()
        inside.addLayout(chips)
        if alone:
            inside.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.new = button(self.tr("New game"), main=True)
        self.new.setAccessibleName(self.tr("New game of {title}").format(title=card.title))
        self.share = button(self.tr("Host on network"))
        self.share.setAccessibleName(self.tr("Host {title} on the network").format(title=card.title))
        buttons.addWidget(self.new, 1)
        buttons.addWidget(self.share, 1)
        inside.addLayout(buttons)
        teach = QHBoxLayout()
        teach.setSpacing(12)
        self.learn = button(self.tr("Learn"))
        self.learn.setAccessibleName(self.tr("Learn {title}").format(title=card.title))
        note = plain(self.tr("A first turn with a guide, in ten minutes."), "small", wrap=True)
        teach.addWidget(self.learn)
        teach.addWidget(note, 1)
        self.learn.setVisible(lesson)
        note.setVisible(lesson)
        inside.addLayout(teach)
        parts.addWidget(words, 2 if alone else 0)
