"""The few widgets everything is made of. Text of people is always shown as it is, never as markup."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.moment import moment
from maharaja_qt.theme import colour, panels, role_font, sans, step, theme

SCROLL_BAR = 10
"""How wide it is; see the style sheet."""
LEAST_SHARE = 0.72
"""So much of its usual size type keeps at least, whatever size is chosen."""
LEAST_PX = 11
"""No type is made smaller than this."""
_STEP_PT = 0.5
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter


def plain(text: str = "", role: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """A label; `role` names its step of type (`theme.role_font`)."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setWordWrap(wrap)
    label.setProperty("role", role)
    label.setFont(role_font(role))
    return label


def fitted(text: str, usual: QFont, room: QSize, least: float) -> tuple[QFont, bool]:
    """The largest type in which all words have room, in one line or in several, or the least there is, in
    points; and whether they have."""
    font, size = QFont(usual), usual.pointSizeF()
    least = min(size, least)
    while size >= least - _STEP_PT / 2:
        font.setPointSizeF(max(size, least))
        metrics = QFontMetrics(font)
        box = metrics.boundingRect(QRect(0, 0, room.width(), 10_000), _WRAPPED, text)
        one = metrics.horizontalAdvance(text) <= room.width()
        if one or (box.height() <= room.height() and box.width() <= room.width()):
            return font, True
        size -= _STEP_PT
    return font, False


class Line(QLabel):
    """Words in one line, in smaller type where there is less room for them, or in several lines where that
    lets the type be larger. Only what has no room even in the least type is cut, and is its own tip then."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setFont(role_font(role))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def usual(self) -> float:
        """How wide its words are in one line of the usual size."""
        return self.fontMetrics().horizontalAdvance(self.text()) / max(step(1), 1.0)

    def fitting(self) -> tuple[QFont, bool]:
        """The largest type in which all words have room, or the least there is; and whether they have."""
        full = self.font().pointSizeF()
        least = max(full * LEAST_SHARE / max(step(1), 1.0), sans(LEAST_PX).pointSizeF())
        return fitted(self.text(), self.font(), self.contentsRect().size(), least)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As a label does it, where there is room."""
        room = self.contentsRect()
        if self.fontMetrics().horizontalAdvance(self.text()) <= room.width():
            super().paintEvent(event)
            return
        font, whole = self.fitting()
        painter = QPainter(self)
        painter.setFont(font)
        painter.setPen(self.palette().color(self.foregroundRole()))
        words, metrics = self.text(), painter.fontMetrics()
        if not whole:
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
            self.setToolTip(self.text())
        one = metrics.horizontalAdvance(words) <= room.width()
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter if one else _WRAPPED, words)
        painter.end()


class Button(QPushButton):
    """A button that Enter presses too, but no key that is held down, and no further click of a row of quick
    clicks that began on what was in its place before."""

    _last: ClassVar[tuple[int, QPoint, weakref.ref[Button]] | None] = None
    """The press that counted last: when in ms, where on the screen, and on which button."""

    def wordless(self) -> QStylePainter:
        """Draws all of it but its words, and hands over the painter, in their ink."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        painter.setRenderHint(QStylePainter.RenderHint.Antialiasing)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        c = panels(theme().look)
        quiet = not self.isEnabled() or bool(self.property("idle"))
        ink = c.text2 if quiet else c.button_text if self.property("kind") == "main" else c.text
        painter.setPen(colour(ink))
        return painter

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The first press."""
        self._press(event, second=False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second counts where the first was."""
        self._press(event, second=True)

    def _press(self, event: QMouseEvent, *, second: bool) -> None:
        now, at = event.timestamp(), event.globalPosition().toPoint()
        if self._meant(now, at, second=second):
            Button._last = (now, at, weakref.ref(self))
            super().mousePressEvent(event)

    def _meant(self, now: int, at: QPoint, *, second: bool) -> bool:
        if Button._last is None:
            return not second
        before, there, button = Button._last
        passed, span = now - before, QApplication.doubleClickInterval()
        if button() is self:
            return passed < span or not second
        near = (at - there).manhattanLength() <= QApplication.styleHints().mouseDoubleClickDistance()
        return not second and not (near and 0 < passed < span)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter once is a click; what repeats, or was meant for another question, decides nothing."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if (enter or event.key() == Qt.Key.Key_Space) and (event.isAutoRepeat() or not moment().meant()):
            return
        if enter:
            self.click()
        else:
            super().keyPressEvent(event)


def button(text: str, *, main: bool = False, quiet: bool = False, danger: bool = False) -> QPushButton:
    """A button; at most one on a page is the `main` one."""
    made = Button(text)
    dress(made, "main" if main else "quiet" if quiet else "danger" if danger else "plain")
    return made


def dress(made: QPushButton, kind: str) -> None:
    """Gives a button the look of its kind: main, plain, quiet or danger."""
    made.setProperty("kind", kind)
    made.setProperty("role", "button")
    made.setFont(role_font("button"))
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    made.setMinimumHeight(28 if kind == "quiet" else 36)
    made.setAutoDefault(False)


class Panel(QFrame):
    """Paper with a header of small capitals, an aside at its right, and room for a body."""

    def __init__(self, title: str = "", aside: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(12, 8, 12, 12)
        self.body.setSpacing(8)
        self.aside = plain(aside, "note")
        if title:
            head = QHBoxLayout()
            head.addWidget(plain(title.upper(), "section"))
            head.addStretch()
            head.addWidget(self.aside)
            self.body.addLayout(head)
            self.body.addWidget(rule())


def rule() -> QFrame:
    """A line across."""
    line = QFrame()
    line.setObjectName("rule")
    line.setFixedHeight(1)
    return line


class Segments(QWidget):
    """One of a few, all in sight. `chosen` tells the value somebody has picked."""

    chosen = Signal(object)

    def __init__(self, choices: Sequence[tuple[object, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._values: list[object] = []
        self._group = QButtonGroup(self)
        for value, text in choices:
            segment = QPushButton(text)
            segment.setCheckable(True)
            segment.setProperty("kind", "segment")
            segment.setProperty("role", "segment")
            segment.setFont(role_font("segment"))
            segment.setMinimumHeight(30)
            segment.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._group.addButton(segment, len(self._values))
            self._values.append(value)
            row.addWidget(segment)
        self._group.idClicked.connect(lambda number: self.chosen.emit(self._values[number]))

    def name(self, what: str) -> None:
        """Says what is chosen here, for those who hear it."""
        self.setAccessibleName(what)
        for segment in self._group.buttons():
            segment.setAccessibleName(f"{what}: {segment.text()}")

    def show_value(self, value: object) -> None:
        """Marks this one, without telling anybody."""
        if value in self._values:
            self._group.button(self._values.index(value)).setChecked(True)
            return
        self._group.setExclusive(False)
        for segment in self._group.buttons():
            segment.setChecked(False)
        self._group.setExclusive(True)


class Picker(QComboBox):
    """One of many. The wheel scrolls what it stands in, and picks nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to whatever is around it."""
        event.ignore()


class Number(QSpinBox):
    """A number. The wheel scrolls what it stands in, and changes nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to whatever is around it."""
        event.ignore()


class Toggle(QAbstractButton):
    """A switch."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFixedSize(42, 24)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paintEvent(self, event: object) -> None:
        """A pill with a knob, green and to the right when it is on."""
        from PySide6.QtGui import QPainter

        from maharaja_qt.theme import colour, panels, theme

        c = panels(theme().look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colour(c.focus) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(colour(c.done if self.isChecked() else c.line))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 11, 11)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(c.panel))
        painter.drawEllipse(self.width() - 21 if self.isChecked() else 4, 4, 16, 16)
        painter.end()


def setting(name: str, note: str, control: QWidget) -> QHBoxLayout:
    """A line of a form: what it is, what it means, its control at the right."""
    row = QHBoxLayout()
    words = QVBoxLayout()
    words.setSpacing(0)
    words.addWidget(plain(name, "strong"))
    if note:
        words.addWidget(plain(note, "note", wrap=True))
    row.addLayout(words, 1)
    row.addWidget(control)
    return row


def unscrolled(inner: QWidget, width: int) -> int:
    """How high a scroll area of this width has to be to show all of what is in it. A bar that is there once
    stays as long as there is too little room beside it, so there must be enough even then."""
    return inner.heightForWidth(width - SCROLL_BAR)


class Scrolled(QScrollArea):
    """A panel that asks for all its height and scrolls where it gets less."""

    def __init__(self, inner: QWidget) -> None:
        super().__init__()
        self._inner = inner
        self.setAccessibleName(inner.accessibleName())
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setWidget(inner)

    def show_inner(self, inner: QWidget) -> None:
        """This instead of what was in it, which is gone."""
        self._inner = inner
        self.setWidget(inner)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return self._inner.sizeHint()

    def hasHeightForWidth(self) -> bool:
        """Words that are wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:
        """All of it, without scrolling."""
        return unscrolled(self._inner, width)


def empty(layout: QLayout, keep: int = 0) -> None:
    """Takes all but the first `keep` out of a layout; gone later, for a click may still be on its way."""
    while layout.count() > keep:
        item = layout.takeAt(keep)
        if item is None:
            return
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            empty(inner)
            inner.deleteLater()
