"""What can be chosen, how it is kept, and that everything can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

from maharaja_qt.empires.palette import map_colours, seat_colours
from maharaja_qt.frame.fitting import fitting
from maharaja_qt.frame.preferences import CHOICES, Preferences
from maharaja_qt.frame.settings import SettingsDialog
from maharaja_qt.frame.widgets import plain
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import Look, panels, theme
from tests.qt.frame.conftest import at_table

SCREEN = QRect(0, 0, 1920, 1080)


def contrast(first: str, second: str) -> float:
    """The ratio of WCAG 2."""

    def light(name: str) -> float:
        parts = [int(name[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(first), light(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_GUI_21_every_text_can_be_read_on_its_ground(dark: bool) -> None:
    c = panels(Look(dark))
    for ink, grounds in {
        c.text: (c.panel, c.panel2, c.window, c.chosen),
        c.text2: (c.panel, c.panel2, c.window),
        c.focus: (c.panel, c.panel2),
        c.warning: (c.panel,),
        c.button_text: (c.button,),
    }.items():
        for ground in grounds:
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(c.focus, c.window) >= 3  # the ring round what has the keyboard
    assert contrast(c.done, c.panel) >= 3


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("safe", [False, True])
def test_GUI_20_lines_and_seats_can_be_seen(dark: bool, safe: bool) -> None:
    look = Look(dark, safe)
    m = map_colours(look)
    assert contrast(m.name, m.land) >= 4.5
    assert contrast(m.border, m.land) >= 3 and contrast(m.coast, m.sea_near) >= 3
    seats = [seat_colours(look, seat) for seat in range(5)]
    assert len({seat.rim for seat in seats}) == 5
    assert all(contrast(seat.ink, seat.ground) >= 3 for seat in seats)


def test_every_setting_begins_as_usual_and_is_kept(settings: QSettings, tmp_path: Path) -> None:
    first = Preferences(settings)
    assert all(first.get(name) == values[0] for name, values in CHOICES.items())

    for name, values in CHOICES.items():
        first.choose(name, values[-1])
    settings.sync()

    again = Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    assert {name: again.get(name) for name in CHOICES} == {n: values[-1] for n, values in CHOICES.items()}
    theme().choose("light", colour_safe=False, percent=100)


@pytest.mark.parametrize("broken", ["", "nan", "-7", "150.5", "{}", "x" * 1000])
def test_what_is_stored_and_cannot_be_is_the_usual(settings: QSettings, broken: str) -> None:
    for name in CHOICES:
        settings.setValue(f"choice/{name}", broken)
    made = Preferences(settings)
    assert all(made.get(name) == values[0] for name, values in CHOICES.items())


def test_each_setting_is_in_force_at_once(qtbot: QtBot, window: Window) -> None:
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    board = table.presenter.board
    window.open_settings()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None

    def choose(name: str, words: str) -> None:
        buttons = dialog.controls[name].findChildren(QPushButton)
        qtbot.mouseClick(next(b for b in buttons if b.text() == words), Qt.MouseButton.LeftButton)

    choose("theme", "Dark")
    assert theme().look.dark
    choose("motion", "None")
    assert board.motion.most_ms == 0  # type: ignore[attr-defined]  # the board of this game has it
    choose("counters", "150 %")
    assert board.layer.size == 1.5  # type: ignore[attr-defined]
    choose("follow", "Never")
    assert table.presenter._follow.ms == -1  # type: ignore[attr-defined]
    choose("scroll", "Zoom")
    assert board.scroll_pans is False  # type: ignore[attr-defined]
    label = plain("some", "prompt")
    before = label.font().pointSizeF()
    choose("text", "150 %")
    assert label.font().pointSizeF() == pytest.approx(1.5 * before)
    choose("pace", "At once")
    qtbot.waitUntil(lambda: window.client is not None and window.client.room is not None
                    and window.client.room.rules.pace_ms == 0)  # fmt: skip
    dialog.accept()


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (QRect(5000, -2000, 1280, 800), QRect(640, 0, 1280, 800)),
        (QRect(100, 100, 9000, 7000), SCREEN),
        (QRect(-300, 900, 1000, 700), QRect(0, 380, 1000, 700)),
        (QRect(10, 10, 0, 0), QRect(10, 10, 800, 560)),
        (QRect(200, 150, 1280, 800), QRect(200, 150, 1280, 800)),
    ],
)
def test_GUI_23_the_window_opens_fully_on_a_screen(stored: QRect, shown: QRect) -> None:
    assert fitting(stored, [SCREEN]) == shown


def test_GUI_23_stored_geometry_of_a_screen_that_is_gone_is_mended(qtbot: QtBot, settings: QSettings) -> None:
    lost = QWidget()
    lost.setGeometry(5000, -2000, 4000, 3000)
    for kept in (lost.saveGeometry(), b"rubbish", "rubbish", 7):
        settings.setValue("geometry", kept)
        window = Window(settings)
        qtbot.addWidget(window)
        area = QGuiApplication.primaryScreen().availableGeometry()
        assert area.contains(window.geometry())
        window.close()
    lost.deleteLater()


def test_GUI_23_a_dialog_is_no_larger_than_the_screen(qtbot: QtBot, window: Window) -> None:
    window.open_settings()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    area = QGuiApplication.primaryScreen().availableGeometry().size()
    assert dialog.size().boundedTo(area) == dialog.size()
    dialog.accept()


def test_everything_that_takes_the_keyboard_has_a_name(qtbot: QtBot, window: Window) -> None:
    at_table(qtbot, window)
    window.open_settings()
    for widget in window.findChildren(QWidget):
        if isinstance(widget, QAbstractButton | QLineEdit | QComboBox | QSlider):
            if widget.objectName().startswith("qt_") or widget.parent() is None:
                continue
            inner = isinstance(widget, QLineEdit) and isinstance(widget.parent(), QComboBox)
            named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
            if not inner and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                assert named, (type(widget).__name__, widget.parent())


@pytest.mark.parametrize(
    "size",
    [QSize(1280, 800), pytest.param(QSize(1024, 700), marks=pytest.mark.heavy)],
    ids=["usual", "small"],
)
def test_the_start_page_works_at_every_size_of_type(qtbot: QtBot, window: Window, size: QSize) -> None:
    largest = 150 if size.width() > 1100 else 115
    buttons = window.start.cards["empires"].findChildren(QPushButton)
    for percent in (90, largest):
        window.preferences.choose("text", percent)
        window.resize(size)
        qtbot.waitUntil(lambda: window.start.minimumSizeHint().width() <= size.width())
        assert window.size() == size
        qtbot.waitUntil(lambda: all(each.width() >= each.minimumSizeHint().width() for each in buttons))
    assert window.mapToGlobal(QPoint(0, 0)) is not None
