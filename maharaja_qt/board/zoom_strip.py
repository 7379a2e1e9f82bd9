"""How far the board is zoomed, and a way to zoom without a wheel: for the status line."""

from __future__ import annotations

from math import exp, log
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from maharaja_qt.board.camera import STEP
from maharaja_qt.board.view import BoardView

STEPS: Final = 100
"""Of the slider, each by the same factor."""


class ZoomStrip(QWidget):
    """Words, minus, a slider, plus. It follows the board and the board follows it."""

    used = Signal()
    """Somebody zooms by it."""

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self._board = board
        self.words = QLabel()
        self.less = self._button("−", self.tr("Zoom out"), 1 / STEP)
        self.more = self._button("+", self.tr("Zoom in"), STEP)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(10)
        self.slider.setFixedWidth(110)
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.slider.setAccessibleName(self.tr("Zoom"))
        self.slider.setToolTip(self.tr("Zoom: + and −, the wheel; 0 shows the whole board"))
        self.slider.valueChanged.connect(self._slid)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(2)
        for widget in (self.words, self.less, self.slider, self.more):
            row.addWidget(widget)
        board.moved.connect(self._follow)
        self._follow()

    def _button(self, sign: str, name: str, factor: float) -> QToolButton:
        made = QToolButton()
        made.setText(sign)
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.setFixedSize(28, 24)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.clicked.connect(self.used)
        made.clicked.connect(lambda: self._board.zoom(factor))
        return made

    def _follow(self) -> None:
        camera = self._board.camera
        fitted = camera.scale <= camera.least * 1.001
        self.words.setText(self.tr("Fit") if fitted else f"{round(100 * camera.scale)} %")
        share = log(camera.scale / camera.least) / log(camera.largest / camera.least)
        blocked = QSignalBlocker(self.slider)
        self.slider.setValue(round(STEPS * share))
        blocked.unblock()

    def _slid(self, value: int) -> None:
        camera = self._board.camera
        wanted = camera.least * exp(log(camera.largest / camera.least) * value / STEPS)
        self.used.emit()
        self._board.zoom(wanted / camera.scale, ms=0)
