"""Strips lie over nothing that a decision needs, in whatever window and whatever size of type."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from maharaja_qt.theme import theme
from tests.empires.board import Board
from tests.qt import hands
from tests.qt.frame.conftest import until
from tests.qt.kinds import KINDS
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, with_type

NEWS = ["The Rajputs submit to the Guptas in Rajputana.", "The Cholas take Andhra from the Mauryans."]
SMALL = (1024, 642)


@pytest.fixture(autouse=True)
def usual_type() -> Iterator[None]:
    yield
    theme().choose("light", colour_safe=False, percent=100)


def sit(
    qtbot: QtBot, board: Board, folder: Path, size: tuple[int, int] = SMALL, percent: int = 100
) -> Sitting:
    made = Sitting(board, size=size, preferences=with_type(percent, folder))
    qtbot.addWidget(made.page)
    until(qtbot, lambda: not made.page._fresh and made.page.over.small == (made.page.roominess < 1100))
    tracks = made.presenter._tracks
    until(qtbot, lambda: tracks.isVisible() == tracks._small() and not tracks._soon.isActive())
    QApplication.processEvents()
    return made


def told(qtbot: QtBot, sitting: Sitting) -> bool:
    """News has come: does it lie over the map, and not only in the header?"""
    notices = sitting.page.notices
    notices.news.tell(NEWS, 12)
    until(qtbot, lambda: notices.isVisible() != notices.unfold.isVisible())
    until(qtbot, lambda: not (notices._soon.isActive() or notices._again.isActive()))
    return notices.isVisible()


def covered(sitting: Sitting) -> list[QRect]:
    """What is pressed to decide, and lies under strips."""
    page, notices = sitting.page, sitting.page.notices
    boxes = [box.translated(sitting.map.mapTo(page, QPoint())) for box in sitting.presenter.needed()]
    boxes += [
        QRect(each.mapTo(page, QPoint()), each.size())
        for each in page.findChildren(QPushButton)
        if each.isVisible() and not notices.isAncestorOf(each)
    ]
    return [box for box in boxes if notices.isVisible() and notices.geometry().intersects(box)]


@pytest.mark.parametrize("kind", KINDS)
def test_no_decision_has_anything_it_needs_under_a_strip(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    sitting = sit(qtbot, KINDS[kind](), tmp_path)
    shown = told(qtbot, sitting)
    assert covered(sitting) == []
    assert shown or sitting.page.notices.unfold.isVisible()
    sitting.keep(f"strip-{kind}", tmp_path)


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("size", [SMALL, (1280, 742), (2560, 1390)])
def test_a_strip_leaves_india_and_the_tabs_in_sight(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    sitting = sit(qtbot, gupta_board(), tmp_path, size, percent)
    page, before = sitting.page, sitting.map.stored()
    tabs = [each.geometry() for each in (page.over.left, page.over.right) if each.isVisible()]
    assert told(qtbot, sitting)
    assert covered(sitting) == []
    assert sitting.map.stored() == before
    assert [each.geometry() for each in (page.over.left, page.over.right) if each.isVisible()] == tabs
    heart = page.notices.heart()
    assert page.notices.geometry().intersected(heart).height() <= 0.06 * heart.height()
    sitting.keep(f"strip-{size[0]}-{percent}", tmp_path)


def invasion() -> Board:
    return Board(turn=11, nation="mughals", plain=True, waiting={"Central Asia": 6})


def test_invaders_who_wait_in_the_north_can_be_dragged_while_a_strip_is_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    sitting = sit(qtbot, invasion(), tmp_path)
    until(qtbot, lambda: sitting.map.rect().contains(sitting.at("Central Asia").toPoint()))
    assert told(qtbot, sitting)
    assert covered(sitting) == []
    page, start = sitting.page, sitting.at("Central Asia").toPoint()
    assert page.childAt(sitting.map.mapTo(page, start)) is sitting.map
    hands.drag(sitting.map, sitting.at("Central Asia"), sitting.free("Gandhara"))
    assert len(sitting.client.sent) == 1


def everywhere() -> Board:
    armies = {"Kashmir": 2, "Gandhara": 1, "Ladakh": 1, "Simhala": 2, "Lanka": 1, "Delhi": 2}
    return Board(turn=11, nation="mughals", plain=True, armies={"mughals": armies})


def test_what_would_cover_armies_wherever_it_lies_waits_in_the_header_until_it_is_wanted(
    qtbot: QtBot, tmp_path: Path
) -> None:
    sitting = sit(qtbot, everywhere(), tmp_path)
    notices, board = sitting.page.notices, sitting.map
    hands.key(board, Qt.Key.Key_ParenRight)
    board.motion.finish()
    hands.wheel(board, sitting.free("Malwa"), 1)
    board.motion.finish()
    until(qtbot, lambda: board.rect().contains(sitting.at("Kashmir").toPoint()))
    for strip in (notices.away, notices.vote):
        strip.say("Tomas has lost the connection. The seat is kept. " * 6)
    assert not told(qtbot, sitting)
    assert notices.unfold.text() == "▼ 3 messages"

    qtbot.mouseClick(notices.unfold, LEFT)
    until(qtbot, notices.isVisible)
    for shown in (notices.away, notices.vote, notices.news):
        shown.say("")
    until(qtbot, lambda: not notices.isVisible() and not notices.unfold.isVisible())


def test_strips_give_way_to_the_goals_of_what_is_held_and_come_back(qtbot: QtBot, tmp_path: Path) -> None:
    board = Board(turn=11, nation="mughals", plain=True, armies={"mughals": {"Kerala": 3, "Lanka": 1}})
    sitting = sit(qtbot, board, tmp_path)
    notices = sitting.page.notices
    for _ in range(3):
        hands.wheel(sitting.map, sitting.free("Simhala"), 1)
        sitting.map.motion.finish()
    sitting.map.pan(0, -60)
    assert told(qtbot, sitting)
    hands.press(sitting.map, sitting.at("Lanka"))
    hands.glide(sitting.map, sitting.at("Lanka"), sitting.at("Lanka") + QPoint(12, 12))
    assert sitting.map.dragging
    until(qtbot, lambda: not notices._again.isActive())
    assert covered(sitting) == []

    hands.key(sitting.map, Qt.Key.Key_Escape)
    until(qtbot, lambda: notices.isVisible() and not notices._again.isActive())
    assert covered(sitting) == []


def test_the_answers_of_a_battle_are_under_no_strip(qtbot: QtBot, tmp_path: Path) -> None:
    sitting = sit(qtbot, KINDS["retreat"](), tmp_path)
    page = sitting.page
    page.open_sheet()
    page.notices.away.say("Tomas has lost the connection. The seat is kept. In 0:59 the AI plays on.")
    until(qtbot, lambda: page.notices.isVisible() and not page.notices._soon.isActive())
    for answer in sitting.panel._made:
        assert page.childAt(answer.mapTo(page, answer.rect().center())) is answer
    sitting.keep("strip-over-battle", tmp_path)
