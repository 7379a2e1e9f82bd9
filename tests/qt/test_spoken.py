"""What a screen reader finds on the map, and the keys that go from area to area."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from core.games.empires.actions import March
from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress

NAME, SAID = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def listened() -> Iterator[None]:
    """A screen reader is there."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def sit(qtbot: QtBot) -> Sitting:
    dress()
    made = Sitting(gupta_board())
    qtbot.addWidget(made.page)
    return made


def heard(sitting: Sitting) -> dict[str, list[str]]:
    """Names and sentences of everything on the map."""
    board = QAccessible.queryAccessibleInterface(sitting.map)
    found: dict[str, list[str]] = {}
    for n in range(board.childCount()):
        child = board.child(n)
        if child.text(NAME) and not child.state().invisible:
            found.setdefault(child.text(NAME), []).append(child.text(SAID))
    return found


def test_every_area_and_every_stack_has_its_sentence(qtbot: QtBot, listened: None) -> None:
    sitting = sit(qtbot)
    found = heard(sitting)
    for name in sitting.table.c.names["area"][: sitting.table.c.board.land]:
        assert found[name][0].startswith(f"{name}. "), name
    assert found["Agra"] == [
        "Agra. North India · open country · growth 1. Guptas: 4 armies, with Chandra. May move."
    ]
    assert "Agra. May move." in found["Guptas: 4 armies, with Chandra"]
    assert any(said == "Lanka. Stands." for said in found["Sinhalese: 2 armies"])
    assert found["Bhutan"] == ["Bhutan. Himalayas · hiland · growth ½. Nobody holds it."]


def test_the_sentences_follow_the_game_and_stay_where_the_pieces_are(qtbot: QtBot, listened: None) -> None:
    sitting = sit(qtbot)
    hands.drag(sitting.map, sitting.at("Assam"), sitting.free("Bhutan"))
    assert "Guptas: 1 army" in heard(sitting)["Bhutan"][0]
    hands.wheel(sitting.map, sitting.free("Agra"), 4)
    spots = sitting.presenter._spoken._spots
    agra = next(spot for spot in spots if spot.place == sitting.place("Agra"))
    x, y = sitting.map.camera.to_view(*sitting.map.map.shape(agra.place).stack)
    qtbot.waitUntil(lambda: agra.geometry().contains(round(x), round(y)))


def test_who_hears_nothing_pays_nothing(qtbot: QtBot) -> None:
    assert not QAccessible.isActive()
    assert sit(qtbot).presenter._spoken._spots == []


def test_the_map_says_what_is_aimed_at_and_what_is_held(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board = sitting.map
    hands.move(board, sitting.free("Kerala"))
    assert board.accessibleDescription().startswith("Kerala. South India")
    hands.click(board, sitting.at("Agra"))
    assert board.accessibleDescription().startswith("Guptas: 4 armies. 4 of 4")
    assert "May go to" in board.accessibleDescription() and "Delhi" in board.accessibleDescription()
    hands.move(board, sitting.free("Delhi"))
    assert board.accessibleDescription().endswith("What is held may attack there.")
    hands.key(board, Qt.Key.Key_Escape)


def test_keys_go_from_area_to_area_and_march(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board = sitting.map
    board.activateWindow()
    qtbot.mouseMove(board, QPointF(3, 3).toPoint())
    reached, left = set(), [sitting.place("Agra")]
    while left:
        start = left.pop()
        reached.add(start)
        for way in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Right):
            board.aim(start)
            hands.key(board, way, Qt.KeyboardModifier.ControlModifier)
            if board.aimed != start:
                assert sitting.said[-1].startswith(board.about(board.aimed))
            if board.aimed not in reached and board.aimed not in left:
                left.append(board.aimed)
    assert set(board.places()) <= reached

    board.aim(sitting.place("Bengal"))
    hands.key(board, Qt.Key.Key_Space)
    assert board.held is not None and board.held.place == sitting.place("Bengal")
    hands.key(board, Qt.Key.Key_Left)
    assert board.aimed in board.hand.goals  # type: ignore[union-attr]
    goal = board.aimed
    hands.key(board, Qt.Key.Key_Return)
    assert isinstance(sitting.client.sent[-1], March) and sitting.client.sent[-1].path[-1] == goal


def test_a_place_gone_to_by_keys_comes_into_sight(qtbot: QtBot) -> None:
    sitting = sit(qtbot)
    board = sitting.map
    board.restore(500, 400, board.camera.least * 6)
    for _ in range(6):
        hands.key(board, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
        x, y = board.camera.to_view(*board.map.shape(board.aimed).stack)
        assert board.rect().contains(round(x), round(y))
    hands.key(board, Qt.Key.Key_Escape)
    assert board.found == -1
