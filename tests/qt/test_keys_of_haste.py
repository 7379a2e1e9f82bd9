"""Keys pressed again and again, or meant for the question before, end nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.games.empires.actions import Done
from maharaja_qt.moment import SPAN, moment
from tests.qt import hands
from tests.qt.kinds import KINDS
from tests.qt.sitting import Sitting
from tests.qt.test_battle_panel import NONE_HIT, fight

ENTER = Qt.Key.Key_Return


class Clock:
    """Stands still until it is set on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(moment(), "clock", made)
    moment().came()
    return made


def sit(qtbot: QtBot, kind: str) -> Sitting:
    made = Sitting(KINDS[kind]())
    qtbot.addWidget(made.page)
    return made


@pytest.mark.parametrize("kind", ["move", "factories"])
def test_enter_on_the_map_ends_nothing_and_tells_the_key_that_does(qtbot: QtBot, kind: str) -> None:
    sitting = sit(qtbot, kind)
    told: list[str] = []
    sitting.page.status.connect(told.append)
    for _ in range(5):
        hands.key(sitting.map, ENTER)

    assert sitting.client.sent == []
    assert "Ctrl Enter: " + sitting.page._done.text() in told[-1]
    if kind == "move":
        assert told[-1].startswith("Not moved yet: Delhi (3), Malwa (1) · Tab takes up the next")
        hands.key(sitting.map, Qt.Key.Key_Tab)
        assert sitting.map.held is not None and sitting.map.held.place == sitting.place("Delhi")


def test_enter_again_and_again_decides_once_and_then_waits(qtbot: QtBot, clock: Clock) -> None:
    sitting = fight(qtbot, NONE_HIT * 9)
    sitting.page.activateWindow()
    kind, sent = sitting.kind, len(sitting.client.sent)
    for _ in range(20):
        clock.now += SPAN / 2
        made = sitting.panel._made
        hands.key(made[0] if made else sitting.map, ENTER)
    assert len(sitting.client.sent) == sent and sitting.kind == kind, "it has only just been asked"

    clock.now += SPAN
    for _ in range(20):
        made = sitting.panel._made
        hands.key(made[0] if made else sitting.map, ENTER)
        clock.now += SPAN / 2
    assert len(sitting.client.sent) == sent + 1, "one answer, and the next question has come"


def test_the_main_button_keeps_the_keyboard_and_ends_one_thing_at_a_time(qtbot: QtBot, clock: Clock) -> None:
    sitting = sit(qtbot, "move")
    done = sitting.page._done
    clock.now += SPAN
    hands.key(done, ENTER)
    assert sitting.client.sent == [Done()]
    for key in (ENTER, Qt.Key.Key_Space, ENTER):
        hands.key(done, key)
    assert sitting.client.sent == [Done()]
