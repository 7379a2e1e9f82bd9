"""The card of an area: by double click and by key, with all it has to say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QImage
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from maharaja_qt.empires.area_card import AreaCard
from maharaja_qt.empires.gazetteer import spans
from tests.empires.board import NAMES
from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress


def sit(qtbot: QtBot) -> tuple[Sitting, AreaCard]:
    dress()
    made = Sitting(gupta_board())
    qtbot.addWidget(made.page)
    return made, made.presenter._area


def words(card: AreaCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card) and label.text()]


def test_a_double_click_opens_the_card_of_the_area(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)

    hands.double_click(sitting.map, sitting.free("Magadha"))

    said = words(card)
    assert card.isVisible() and said[0] == "Magadha"
    assert said[1] == "North India · open country · growth 1"
    assert "Guptas: 3 armies" in said
    assert next(each for each in said if each.startswith("Borders")).count(",") >= 2
    at = said.index("Guptas")
    assert said[at + 1 : at + 3] == ["2 points if held °", "Turn 7"]
    assert any(each.startswith("° Our reading:") for each in said)
    assert sitting.client.sent == [] and sitting.map.hand is None


def test_what_nobody_printed_is_marked_alike_on_every_card(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)
    hands.double_click(sitting.map, sitting.free("Magadha"))

    for each in (card, sitting.presenter._card):
        labels = [label for label in each.findChildren(QLabel) if label.isVisibleTo(each)]
        marked = [label for label in labels if label.text().endswith(" °")]
        feet = [label for label in labels if label.text().startswith("° Our reading:")]
        assert marked and len(feet) == 1
        assert all(label.accessibleName().endswith(", our reading") for label in marked), (
            "a sign is not heard"
        )


def test_straits_corner_coast_and_leader_are_told(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)
    hands.double_click(sitting.map, sitting.free("Karnatak"))
    said = " ".join(words(card))
    assert "Across the straits: Lanka" in said and "A factory may stand on its coast" in said
    hands.double_click(sitting.map, sitting.free("Malwa"))
    assert "Meets Gondwana in a point only" in " ".join(words(card))
    hands.double_click(sitting.map, sitting.free("Agra"))
    assert "Guptas: 4 armies, with Chandra" in words(card)


def test_the_card_lies_clear_of_its_area_and_follows_the_game(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)
    for name in ("Sind", "Assam", "Simhala", "Gandhara"):
        at = sitting.free(name)
        hands.double_click(sitting.map, at)
        assert not card.geometry().contains(at.toPoint())
        assert sitting.map.rect().contains(card.geometry())
        hands.key(sitting.map, Qt.Key.Key_Escape)
        assert not card.isVisible()
    hands.double_click(sitting.map, sitting.free("Bhutan"))
    assert "Nobody holds it." in words(card)
    hands.drag(sitting.map, sitting.at("Assam"), sitting.free("Bhutan"))
    qtbot.waitUntil(lambda: "Guptas: 1 army" in words(card))


def test_the_card_of_what_was_looked_for_opens_by_key(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)
    QCursor.setPos(0, 0)  # away from the map
    hands.key(sitting.map, Qt.Key.Key_Slash)
    field = sitting.presenter._finder
    qtbot.keyClicks(field, "kerala")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    hands.key(sitting.map, Qt.Key.Key_I)

    assert card.place == NAMES.place("Kerala") and card.isVisible()
    assert sitting.page.window().focusWidget() is card
    assert "Kerala. South India" in card.accessibleDescription()
    assert "Pandyas: 2 armies" in card.accessibleDescription()
    hands.key(card, Qt.Key.Key_Escape)
    assert not card.isVisible() and sitting.page.window().focusWidget() is sitting.map


def test_a_sea_and_foreign_ground_have_cards_too(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)
    hands.double_click(sitting.map, sitting.free("Bay of Bengal"))
    assert "Nobody is there." in words(card) and any(each.startswith("Its coasts:") for each in words(card))
    hands.double_click(sitting.map, sitting.free("Persia"))
    assert any("invaders" in each for each in words(card))


def test_v_takes_the_tint_of_the_holders_away_and_brings_it_back(qtbot: QtBot) -> None:
    sitting, _ = sit(qtbot)
    at = sitting.at("Rajputana").toPoint()

    def ground() -> QImage:
        return sitting.map.whole_picture().toImage().copy(at.x() - 30, at.y() - 30, 60, 60)

    held = ground()
    hands.key(sitting.map, Qt.Key.Key_V)
    assert ground() != held
    hands.key(sitting.map, Qt.Key.Key_V)
    assert ground() == held


def test_turns_that_follow_each_other_are_told_as_a_span() -> None:
    assert spans((4, 6, 7, 8, 9, 11, 12)) == "4, 6–9, 11, 12"
    assert spans((3,)) == "3" and spans(()) == ""


def test_enter_on_the_card_ends_no_move(qtbot: QtBot) -> None:
    sitting, card = sit(qtbot)
    hands.double_click(sitting.map, sitting.free("Karnatak"))
    sitting.page.activateWindow()
    card.setFocus()
    qtbot.waitUntil(card.hasFocus)

    hands.key(card, Qt.Key.Key_Return)

    assert sitting.client.sent == [] and sitting.kind == "move"
