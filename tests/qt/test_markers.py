"""Markers beside the armies: Raj counters, the turn on its track, and what a card would pay now."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from core.games.empires.outlook import title, titles
from core.games.empires.scoring import would_pay
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.panels import RajBar
from maharaja_qt.theme import theme
from tests.empires.board import NAMES, Board
from tests.qt import hands
from tests.qt.conftest import Desk
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress

GUPTAS = NAMES.nation("guptas")


def test_who_is_raja_has_a_raj_counter_at_the_largest_army(desk: Desk) -> None:
    view = desk.view
    assert titles(desk.game.charts, view) == ((GUPTAS, 10, 1),)
    raj = desk.board.layer.get(("raj", GUPTAS))
    assert raj is not None and raj.place == desk.place("Agra")
    at = desk.board.layer.place(raj, desk.board.camera)
    army = desk.board.layer.get(("army", GUPTAS, raj.place))
    assert army is not None and not desk.board.layer.place(army, desk.board.camera).contains(at.center())
    assert desk.board.tip(raj) == "Raj of the Guptas: 10 areas, 1 point when their turn ends (13.0)"

    hands.drag(desk.board, at.center(), desk.free("Delhi"))

    assert desk.actions == [], "it is no piece that moves"


def test_fewer_than_nine_areas_are_no_raj() -> None:
    board = Board(turn=7, nation="guptas", armies={"guptas": {"Agra": 4, "Oudh": 3}})
    view = board.game.view(board.state, None)
    assert titles(board.c, view) == () and title(board.c, view, GUPTAS) == (2, 0)


def test_the_card_says_what_it_would_pay_now(qtbot: QtBot) -> None:
    dress()
    sitting = Sitting(gupta_board())
    qtbot.addWidget(sitting.page)
    card = sitting.presenter._card
    due = sum(each.points for each in would_pay(sitting.table.c, sitting.table.state, GUPTAS))

    words = [label.text() for label in card.findChildren(QLabel)]

    assert f"Would pay now: {due} points" in words and due > 0
    assert words.count("✓") >= 3
    assert card.findChildren(RajBar)[0].accessibleName() == "Raj: 10 of 36 areas · 1 point"
    hands.drag(sitting.map, sitting.at("Magadha"), sitting.free("Bengal"))
    left = sum(each.points for each in would_pay(sitting.table.c, sitting.table.state, GUPTAS))
    assert left < due

    def now() -> list[str]:
        return [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card)]

    qtbot.waitUntil(lambda: f"Would pay now: {left} points" in now())


def test_the_card_puts_what_pays_in_this_turn_first_and_marks_what_is_our_reading(qtbot: QtBot) -> None:
    dress()
    sitting = Sitting(gupta_board())
    qtbot.addWidget(sitting.page)
    words = [label.text() for label in sitting.presenter._card.findChildren(QLabel)]
    heads = [word for word in words if word.startswith(("THIS TURN", "TURN"))]
    assert heads[0] == "THIS TURN" and len(set(heads)) == len(heads), "each once, its lines under it"
    assert words[words.index("Hold Bengal, Bihar, Delhi and Magadha") + 1] == "2 each °"
    assert words[words.index("Raj: areas in one hand") + 1] == "up to 4", "that is in the rulebook"
    assert any(word.startswith("° Our reading:") for word in words)


@pytest.mark.parametrize("zoom", [1.0, 3.0])
def test_the_turn_before_keeps_no_gilt_when_turns_are_skipped(qtbot: QtBot, zoom: float) -> None:
    """Also where the track was painted at another scale before."""
    theme().choose("light", colour_safe=False)

    def view(turn: int) -> object:
        board = Board(turn=turn, nation="guptas", armies={"guptas": {"Agra": 1}})
        return board.game.view(board.state, None)

    board, fresh = EmpiresBoard(gupta_board().game), EmpiresBoard(gupta_board().game)
    for each in (board, fresh):
        qtbot.addWidget(each)
        each.motion.off = True
        each.resize(1000, 760)
        each.show()
    board.show(view(3))  # type: ignore[arg-type]
    for turn in (4, 9):
        for scale in (1.0, zoom):
            board.restore(400, 940, board.camera.least * scale)
            board.whole_picture()
        board.show(view(turn))  # type: ignore[arg-type]
    fresh.show(view(9))  # type: ignore[arg-type]
    for scale in (zoom, 1.0):
        shown = []
        for each in (board, fresh):
            each.restore(400, 940, each.camera.least * scale)
            shown.append(each.whole_picture().toImage())
        for turn in range(1, 17):
            box = board.sheet.turn_box(turn)
            x, y = (round(v) for v in board.camera.to_view(box.left() + 5, box.top() + 5))
            if shown[0].valid(x, y):
                assert shown[0].pixel(x, y) == shown[1].pixel(x, y), turn
