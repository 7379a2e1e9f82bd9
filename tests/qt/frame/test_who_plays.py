"""A game in which nobody has a seat asks who plays which, before it goes on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from maharaja_qt.client import Client
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.who_plays import WhoPlays, names_nobody
from maharaja_qt.frame.window import Window
from tests.qt.frame.conftest import until, who_plays
from tests.qt.sitting import LEFT


def at_the_table(qtbot: QtBot, window: Window) -> tuple[Client, TablePage]:
    until(qtbot, lambda: window.table is not None and window.client is not None)
    assert window.client is not None and window.table is not None
    return window.client, window.table


def at_the_start(window: Window) -> bool:
    return window.client is None and window.table is None


def test_two_seats_are_taken_and_the_others_stay_with_the_program(
    qtbot: QtBot, window: Window, begun: Path
) -> None:
    window.files.open_path(begun)
    asked = who_plays(qtbot, window)
    assert at_the_start(window), "nothing is played before it is answered"
    mine = [seat for seat, box in enumerate(asked.boxes) if box.currentData() == "me"]
    assert len(mine) == 1 and asked.boxes[mine[0]].hasFocus(), "the seat that decides now is one's own"
    assert {box.currentData() for box in asked.boxes} == {"me", "ai:random"}
    second = (mine[0] + 1) % 4
    asked.boxes[second].setFocus()
    qtbot.keyClick(asked.boxes[second], Qt.Key.Key_Home)
    assert asked.boxes[second].currentText() == "You"
    qtbot.mouseClick(asked.go, LEFT)

    client, table = at_the_table(qtbot, window)
    until(qtbot, lambda: client.room is not None and bool(client.positions))
    assert client.seats() == sorted((mine[0], second))
    assert client.room is not None
    assert [seat.ai for seat in client.room.seats].count("random") == 2
    until(qtbot, lambda: table._position is not None and table._position.asked)

    window.leave()
    until(qtbot, lambda: at_the_start(window))
    window.files.open_path(begun)
    until(qtbot, lambda: window.table is not None)
    assert window.findChild(WhoPlays) is None, "whose the seats are is known now"


def test_not_now_leaves_everything_as_it_is(qtbot: QtBot, window: Window, begun: Path) -> None:
    before = begun.read_bytes()
    window.files.open_path(begun)
    asked = who_plays(qtbot, window)
    qtbot.keyClick(asked, Qt.Key.Key_Escape)
    until(qtbot, lambda: window.findChild(WhoPlays) is None)
    assert window.client is None and window.pages.currentWidget() is window.start
    assert begun.read_bytes() == before


def test_a_new_game_from_a_line_of_a_replay_asks_too(qtbot: QtBot, window: Window, begun: Path) -> None:
    window.replay(begun)
    until(qtbot, lambda: window.visits.replay is not None)
    page = window.visits.replay
    assert page is not None
    page.slider.setValue(page.slider.maximum() // 2)
    qtbot.mouseClick(page.go_on, LEFT)
    asked = who_plays(qtbot, window)
    qtbot.mouseClick(asked.go, LEFT)
    until(qtbot, lambda: window.client is not None and bool(window.client.seats()))


def test_a_seat_of_somebody_is_never_asked_about() -> None:
    assert names_nobody(("ai:basic", "open", "ai:hard"))
    assert not names_nobody(("ai:basic", "Meera"))
    assert not names_nobody(("ai:basic for Meera", "ai:basic")), "a stand-in gives the seat back"
