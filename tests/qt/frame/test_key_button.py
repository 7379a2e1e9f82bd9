"""Buttons of the header show their key where there is room, in ink that can be read."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.key_button import KeyButton
from maharaja_qt.theme import theme
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress


def light(colour: QColor) -> float:
    def part(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF())


def contrast(seen: QImage, where: QRect) -> float:
    found = [
        light(seen.pixelColor(x, y))
        for x in range(where.left(), where.right())
        for y in range(where.top(), where.bottom())
    ]
    return (max(found) + 0.05) / (min(found) + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_key_is_read_in_the_button_and_by_a_screen_reader(qtbot: QtBot, mode) -> None:
    dress(mode)
    sitting = Sitting(gupta_board())
    qtbot.addWidget(sitting.page)
    for made, key in ((sitting.page._done, "Ctrl Enter"), (sitting.page._undo, "Ctrl Z")):
        assert made.shows_key and made.key == key
        assert key in made.accessibleDescription() or made.property("idle")
        right = QRect(made.width() - 60, 8, 50, made.height() - 16)
        assert contrast(made.grab().toImage(), right) >= 4.5
    theme().choose("light")


def test_a_small_window_has_words_alone(qtbot: QtBot) -> None:
    dress()
    sitting = Sitting(gupta_board())
    qtbot.addWidget(sitting.page)
    done = sitting.page._done
    wide = done.width()
    sitting.page.resize(1024, 650)
    qtbot.waitUntil(lambda: not done.shows_key and done.width() < wide)
    assert done.text() == "Done moving"


def shows(button: KeyButton) -> bool:
    return button.shows_key


def test_where_words_need_all_the_room_the_key_goes(qtbot: QtBot) -> None:
    dress()
    made = KeyButton("Call 3 armies back to Agra", "R")
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    assert shows(made)
    made.resize(made.minimumSizeHint())
    assert not shows(made)
    none = KeyButton("Close", "")
    qtbot.addWidget(none)
    assert not shows(none) and none.sizeHint() == none.minimumSizeHint()
