"""Strips lie over nothing that is needed, in whatever window and whatever size of type."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.theme import theme
from tests.empires.board import Board
from tests.qt import hands
from tests.qt.frame.conftest import until
from tests.qt.kinds import KINDS
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, with_type

NEWS = ["The Rajputs submit to the Guptas in Rajputana.", "The Cholas take Andhra from the Mauryans."]
AWAY = "Tomas has lost the connection. The seat is kept. In 0:59 the AI plays on."
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


def tell(qtbot: QtBot, sitting: Sitting) -> None:
    """News has come, and the map has what is left."""
    page = sitting.page
    page.notices.news.tell(NEWS, 12)
    news = page.notices.news
    until(qtbot, lambda: not news._soon.isActive() and not page.notices._soon.isActive())
    until(qtbot, lambda: sitting.map.y() == page.notices.height() == news.minimumHeight() > 20)
    until(qtbot, lambda: not sitting.presenter._tracks._soon.isActive() and not sitting.map.motion.busy)


def box(page: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint()), widget.size())


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("size", [SMALL, (1280, 742), (2560, 1390)])
def test_a_strip_leaves_india_the_tabs_and_the_tracks_in_sight(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    sitting = sit(qtbot, gupta_board(), tmp_path, size, percent)
    page, board = sitting.page, sitting.map
    tracks = box(page, sitting.presenter._tracks), sitting.presenter._tracks.isVisible()
    tell(qtbot, sitting)
    strips = box(page, page.notices)
    india = board.board_transform().mapRect(board.heart())
    assert QRectF(board.rect()).adjusted(-1, -1, 1, 1).contains(india)
    assert not strips.intersects(box(page, board))
    assert not any(strips.intersects(box(page, each)) for each in (page.over.left, page.over.right))
    assert (box(page, sitting.presenter._tracks), sitting.presenter._tracks.isVisible()) == tracks
    sitting.keep(f"strip-{size[0]}-{percent}", tmp_path)
    page.notices.news.say("")
    until(qtbot, lambda: board.y() == 0)
    assert sitting.presenter._tracks.isVisible() == tracks[1]


def test_invaders_who_wait_in_the_north_can_be_dragged_while_a_strip_is_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    board = Board(turn=11, nation="mughals", plain=True, waiting={"Central Asia": 6})
    sitting = sit(qtbot, board, tmp_path)
    tell(qtbot, sitting)
    page, start = sitting.page, sitting.at("Central Asia").toPoint()
    assert page.childAt(sitting.map.mapTo(page, start)) is sitting.map
    hands.drag(sitting.map, sitting.at("Central Asia"), sitting.free("Gandhara"))
    assert len(sitting.client.sent) == 1


def test_more_strips_than_there_is_room_for_leave_more_than_half_to_the_map(
    qtbot: QtBot, tmp_path: Path
) -> None:
    sitting = sit(qtbot, gupta_board(), tmp_path)
    notices, centre = sitting.page.notices, sitting.page.centre
    for strip in (notices.away, notices.vote, notices.news):
        strip.say(f"{AWAY} " * 9)
    until(qtbot, lambda: sitting.map.y() == notices.height() == round(0.4 * centre.height()))


@pytest.mark.parametrize("size", [SMALL, (1280, 742)])
def test_the_title_and_the_answers_of_a_battle_are_under_no_strip(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int]
) -> None:
    sitting = sit(qtbot, KINDS["retreat"](), tmp_path, size)
    page, panel = sitting.page, sitting.panel
    page.open_sheet()
    page.notices.away.say(AWAY)
    until(qtbot, lambda: page.notices.isVisible() and sitting.map.y() == page.notices.height())
    words = page.notices.away.text
    for each in (panel._title, panel._segments._group.buttons()[0], *panel._made, words):
        middle = each.mapTo(page, each.rect().center())
        assert page.childAt(middle) is each
    sitting.keep(f"strip-over-battle-{size[0]}", tmp_path)
