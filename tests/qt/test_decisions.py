"""Every kind of question, answered on the map by mouse and by keyboard, and by its button."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.games.empires.run import DECISIONS
from tests.qt import hands
from tests.qt.kinds import KINDS
from tests.qt.sitting import LEFT, Sitting, dress

DRAGGED = {"move", "retreat", "fall-back", "landing", "withdrawal", "withdrawal-escort"}


def sit(qtbot: QtBot, kind: str) -> Sitting:
    dress()
    made = Sitting(KINDS[kind]())
    qtbot.addWidget(made.page)
    assert made.kind == kind
    return made


def fold(sitting: Sitting) -> None:
    """Looks at the map, as a person does who is shown a battle."""
    cover = sitting.page.cover
    assert cover is not None
    if cover.isVisible():
        hands.key(sitting.panel, Qt.Key.Key_Escape)
        assert not cover.isVisible()


def choose_first(qtbot: QtBot) -> None:
    """Clicks the first of the answers that a place has."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    at: QPoint = menu.actionGeometry(menu.actions()[0]).center()
    qtbot.mouseClick(menu, LEFT, pos=at)


def taken(sitting: Sitting) -> None:
    """Exactly one answer has gone to the table, and it was taken; then all is as it was before."""
    client = sitting.client
    assert len(client.sent) == 1
    assert [answer.code for answer in client.answers] == [""]
    client.undo(0)
    client.sent.clear()
    client.answers.clear()


def by_mouse(qtbot: QtBot, sitting: Sitting, kind: str) -> None:
    board = sitting.map
    if kind in DRAGGED:
        piece = next(p for p in board.layer.pieces if board.moves is not None and board.moves.movable(p))
        start = board.layer.place(piece, board.camera).center()
        hands.press(board, start)
        hands.glide(board, start, start + QPointF(30, 0), 3)
        assert board.hand is not None and board.hand.goals
        goal = sitting.free(next(iter(board.hand.goals)))
        hands.glide(board, start, goal)
        hands.release(board, goal)
        return
    place, spot = next(iter(board.spots.items()))
    hands.move(board, sitting.free(place))
    hands.click(board, sitting.free(place))
    if len(spot.actions) > 1:
        choose_first(qtbot)


def by_keyboard(qtbot: QtBot, sitting: Sitting, kind: str) -> None:
    board = sitting.map
    if kind in DRAGGED:
        hands.key(board, Qt.Key.Key_Tab)
        assert board.hand is not None
    hands.key(board, Qt.Key.Key_G)
    hands.key(board, Qt.Key.Key_Return)
    if QApplication.activePopupWidget() is not None:
        choose_first(qtbot)


def in_words(qtbot: QtBot, sitting: Sitting) -> None:
    position = sitting.page._position
    assert position is not None
    words = [choice.text for choice in sitting.presenter.choices(position) if not choice.quiet]
    assert words and len(words) == len(set(words))
    assert not any("-1" in word or "{" in word for word in words)
    qtbot.mouseClick(sitting.button(words[0], sitting.page.choices), LEFT)


def test_there_is_a_position_for_every_kind() -> None:
    assert KINDS.keys() == DECISIONS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_seen_and_answered_by_mouse_keyboard_and_words(
    qtbot: QtBot, tmp_path: Path, kind: str
) -> None:
    sitting = sit(qtbot, kind)
    if sitting.presenter.sheet_title():
        sitting.keep(f"{kind}-panel", tmp_path)
    fold(sitting)
    assert sitting.keep(kind, tmp_path).stat().st_size > 0

    by_mouse(qtbot, sitting, kind)
    taken(sitting)

    fold(sitting)
    sitting.map.setFocus()
    by_keyboard(qtbot, sitting, kind)
    taken(sitting)

    if kind != "move":
        fold(sitting)
        in_words(qtbot, sitting)
        taken(sitting)


@pytest.mark.parametrize("kind", ["move", "leave", "retreat", "battle-loss"])
def test_rul_12_whoever_looks_on_reads_who_decides_what(qtbot: QtBot, kind: str) -> None:
    board = KINDS[kind]()
    owner = board.ask.seat
    dress()
    sitting = Sitting(board, [seat for seat in range(4) if seat != owner][:1])
    qtbot.addWidget(sitting.page)
    name = sitting.client.room.seats[owner].name

    said = sitting.page.choices._prompt.text()

    assert said.startswith(f"Waiting: {name} ") and "your" not in said
    assert sitting.map.spots == {} and sitting.page._done.isHidden()
    nation = board.game.names["nation"][board.game.pending(board.state)[0].subject[0]]
    assert nation in said and sitting.page._prompt.text() == said.removeprefix("Waiting: ").rstrip(".")
