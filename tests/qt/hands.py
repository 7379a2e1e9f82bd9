"""What a person does with mouse, wheel and keys, as events of the window system."""

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
NONE = Qt.KeyboardModifier.NoModifier


def press(widget: QWidget, at: QPointF, button=LEFT, keys=NONE) -> None:
    QTest.mousePress(widget, button, keys, at.toPoint())


def release(widget: QWidget, at: QPointF, button=LEFT, keys=NONE) -> None:
    QTest.mouseRelease(widget, button, keys, at.toPoint())


def move(widget: QWidget, *points: QPointF) -> None:
    """The pointer goes there, through some points between."""
    for at in points:
        QTest.mouseMove(widget, at.toPoint())
        QCoreApplication.processEvents()


def glide(widget: QWidget, start: QPointF, end: QPointF, steps: int = 8) -> None:
    move(widget, *(start + (end - start) * n / steps for n in range(1, steps + 1)))


def drag(widget: QWidget, start: QPointF, *ends: QPointF, keys=NONE, drop: bool = True) -> None:
    """Presses, moves from point to point and releases."""
    press(widget, start, keys=keys)
    here = start
    for end in ends:
        glide(widget, here, end)
        here = end
    if drop:
        release(widget, here, keys=keys)


def click(widget: QWidget, at: QPointF, button=LEFT, keys=NONE) -> None:
    QTest.mouseClick(widget, button, keys, at.toPoint())


def double_click(widget: QWidget, at: QPointF) -> None:
    QTest.mouseDClick(widget, LEFT, NONE, at.toPoint())


def key(widget: QWidget, which: Qt.Key, keys=NONE) -> None:
    QTest.keyClick(widget, which, keys)


def wheel(
    widget: QWidget, at: QPointF, notches: float, *, pixels: QPoint | None = None,
    phase=Qt.ScrollPhase.NoScrollPhase, device: QPointingDevice | None = None, keys=NONE,
) -> None:  # fmt: skip
    """Turns the wheel, or (with a phase) moves two fingers."""
    event = QWheelEvent(
        at, QPointF(widget.mapToGlobal(at.toPoint())), pixels or QPoint(), QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton, keys, phase, False, Qt.MouseEventSource.MouseEventNotSynthesized,
        device or QPointingDevice.primaryPointingDevice(),
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


def pinch(widget: QWidget, at: QPointF, by: float) -> None:
    """Two fingers move apart."""
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
        at, at, QPointF(widget.mapToGlobal(at.toPoint())), by, QPointF(), 0,
    )  # fmt: skip
    assert event.type() == QEvent.Type.NativeGesture
    QApplication.sendEvent(widget, event)
