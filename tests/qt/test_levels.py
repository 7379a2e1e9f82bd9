"""Levels in words in every list of computer players: the levels first, sparring partners after them."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QComboBox, QMenu
from pytestqt.qtbot import QtBot

from core import texts
from core.registry import find_game
from maharaja_qt.frame.people import AfterDrop
from maharaja_qt.frame.players import fill_box, fill_menu
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress

GAME = find_game("empires")
TEXTS = texts.load(GAME)
LISTED = ["easy", "normal", "hard", "", "basic (to practise against)", "random (to practise against)"]


def test_a_menu_lists_the_levels_first_and_marks_the_usual_one(qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    chosen: list[str] = []
    fill_menu(menu, GAME, TEXTS, "AI: {policy}", chosen.append)

    assert [a.text().removeprefix("AI: ") for a in menu.actions()] == LISTED
    assert menu.defaultAction().text() == "AI: normal"
    for action in menu.actions():
        action.trigger()
    assert chosen == ["easy", "normal", "hard", "basic", "random"]


def test_a_box_has_the_names_behind_the_words(qtbot: QtBot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItem("Open seat", "open")
    fill_box(box, GAME, TEXTS, "{policy}", "ai:")

    assert [box.itemText(n) for n in range(box.count())] == ["Open seat", "", *LISTED]
    assert [box.itemData(n) for n in range(2, 5)] == ["ai:easy", "ai:normal", "ai:hard"]


def test_at_the_table_a_dropped_seat_and_a_handed_one_offer_the_levels(qtbot: QtBot) -> None:
    dress()
    sitting = Sitting(gupta_board())
    qtbot.addWidget(sitting.page)
    people = sitting.page.people
    sitting.page.tabs.setCurrentWidget(people)
    QApplication.processEvents()

    box = people.findChild(AfterDrop)
    assert isinstance(box, AfterDrop)
    shown = [box.itemText(n) for n in range(box.count()) if box.itemText(n).startswith("AI")]
    assert shown == [f"AI: {words}, after a minute" for words in LISTED if words]
    for seat in people._seats:
        seat.give.menu().aboutToShow.emit()
        assert [a.text() for a in seat.give.menu().actions()] == LISTED
