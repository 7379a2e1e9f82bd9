"""Strips lie over the page: what comes or goes there moves nothing that somebody is about to click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.window import Window
from tests.qt import hands
from tests.qt.frame.conftest import at_table, until
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, dress

LONG = "Tomas has lost the connection. The seat is kept. In 0:59 the game is saved and stopped. " * 3


@pytest.fixture
def sitting(qtbot: QtBot) -> Sitting:
    dress()
    made = Sitting(gupta_board())
    qtbot.addWidget(made.page)
    qtbot.waitUntil(lambda: not made.page._fresh)
    QApplication.processEvents()
    return made


def places(page: QWidget) -> dict[QWidget, QRect]:
    """Where everything is that can be seen, but the strips and what is between them and the foot."""
    return {
        widget: QRect(widget.mapTo(page, QPoint()), widget.size())
        for widget in page.findChildren(QWidget)
        if widget.isVisible() and not page.centre.isAncestorOf(widget)  # type: ignore[attr-defined]
    }


def test_strips_have_a_place_of_their_own_and_nothing_else_of_the_page_moves(
    qtbot: QtBot, sitting: Sitting
) -> None:
    page, notices, board = sitting.page, sitting.page.notices, sitting.map
    before, lies = places(page), board.geometry()

    for strip in (page.notices.away, page.notices.news):
        strip.say(LONG)
    qtbot.waitUntil(
        lambda: (
            min(page.notices.away.height(), page.notices.news.height()) > 30
            and board.y() == notices.height() == page.notices.away.height() + page.notices.news.height()
        )
    )

    assert places(page) == before
    assert board.geometry() == lies.adjusted(0, notices.height(), 0, 0), "the map has what is left"
    assert board.camera.fitted and notices.y() == 0
    for strip in (page.notices.away, page.notices.news):
        words = strip.text
        assert words.height() >= words.heightForWidth(words.width()), "all words are to be read"
        assert page.childAt(words.mapTo(page, words.rect().center())) is words, "nothing lies over them"

    for strip in (page.notices.away, page.notices.news):
        strip.say("")
    qtbot.waitUntil(lambda: board.geometry() == lies)
    assert places(page) == before and board.camera.fitted


def test_what_somebody_looks_at_stays_where_it_is_when_a_strip_comes_and_goes(
    qtbot: QtBot, sitting: Sitting
) -> None:
    page, board = sitting.page, sitting.map
    hands.wheel(board, sitting.free("Malwa"), 5)
    board.motion.finish()
    start = board.mapTo(page, sitting.at("Agra").toPoint())
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(lambda: board.y() == page.notices.height())
    assert (board.mapTo(page, sitting.at("Agra").toPoint()) - start).manhattanLength() <= 1
    page.notices.news.say("")
    qtbot.waitUntil(lambda: board.y() == 0)
    assert (board.mapTo(page, sitting.at("Agra").toPoint()) - start).manhattanLength() <= 1


def test_no_strip_comes_or_goes_while_armies_are_held(qtbot: QtBot, sitting: Sitting) -> None:
    page, board = sitting.page, sitting.map
    hands.press(board, sitting.at("Agra"))
    hands.glide(board, sitting.at("Agra"), sitting.free("Oudh"))
    assert board.dragging
    page.notices.news.tell(["The Rajputs submit."], 1)
    QApplication.processEvents()
    assert board.y() == 0 and not page.notices.isVisible()
    hands.key(board, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: page.notices.isVisible() and board.y() == page.notices.height())


def test_what_is_asked_during_a_battle_waits_in_the_header_and_can_be_answered(
    qtbot: QtBot, sitting: Sitting
) -> None:
    page, notices = sitting.page, sitting.page.notices
    assert page.cover is not None
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(notices.isVisible)
    page.cover.unfold()
    qtbot.waitUntil(lambda: not notices.isVisible() and notices.unfold.isVisible())
    page.notices.barrier.stand("Dice were rolled.", 0, 1, alone=False)
    qtbot.waitUntil(lambda: notices.unfold.text() == "▼ 2 messages")
    assert not notices.isVisible(), "nothing lies over the battle"
    assert page.header.isAncestorOf(notices.unfold)

    qtbot.mouseClick(notices.unfold, LEFT)
    close = page.notices.news.close_it
    qtbot.waitUntil(lambda: page.childAt(close.mapTo(page, close.rect().center())) is close)
    qtbot.mouseClick(close, LEFT)
    assert not page.notices.news.isVisible()


def test_a_lost_connection_is_told_over_a_battle_too(qtbot: QtBot, sitting: Sitting) -> None:
    page, link = sitting.page, sitting.page.notices.link
    assert page.cover is not None
    page.cover.unfold()
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(page.notices.unfold.isVisible)
    link.say("Connection lost, trying again.")
    qtbot.waitUntil(lambda: page.childAt(link.text.mapTo(page, link.text.rect().center())) is link.text)
    link.say("")
    qtbot.waitUntil(lambda: not page.notices.isVisible() and page.notices.unfold.isVisible())


def test_a_field_to_find_a_place_and_the_card_of_one_lie_under_no_strip(
    qtbot: QtBot, sitting: Sitting
) -> None:
    page, presenter = sitting.page, sitting.presenter
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(lambda: sitting.map.y() == page.notices.height() > 30)
    hands.key(sitting.map, Qt.Key.Key_Slash)
    field = presenter._finder
    assert field.hasFocus() and page.childAt(field.mapTo(page, field.rect().center())) is field
    hands.key(field, Qt.Key.Key_Escape)

    presenter._area.open(sitting.place("Delhi"))
    page.notices.barrier.stand("Dice were rolled.", 0, 1, alone=False)
    qtbot.waitUntil(lambda: sitting.map.y() == page.notices.height() > 60)
    card = presenter._area
    there = QRect(card.mapTo(page, QPoint()), card.size())
    strips = QRect(page.notices.mapTo(page, QPoint()), page.notices.size())
    assert card.isVisible() and not there.intersects(strips)


def test_a_press_meant_for_what_lay_there_before_presses_no_button_of_a_strip(
    qtbot: QtBot, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sitting.page
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(page.notices.isVisible)
    close = page.notices.news.close_it
    there = close.mapToGlobal(close.rect().center())
    page.notices.news.say("")
    qtbot.waitUntil(lambda: not page.notices.isVisible())
    monkeypatch.setattr(QCursor, "pos", lambda: there)  # about to click the map there
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(lambda: close.isVisible() and close.mapToGlobal(close.rect().center()) == there)

    qtbot.mouseClick(close, LEFT)
    assert page.notices.news.isVisible()

    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(0, 0))
    page.notices.news.say("")
    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.mouseClick(close, LEFT)
    assert page.notices.news.isHidden()


def test_strips_fold_to_a_button_until_there_is_another(qtbot: QtBot, sitting: Sitting) -> None:
    page, notices = sitting.page, sitting.page.notices
    page.notices.away.say("Tomas has lost the connection. In 0:59 the AI plays on.")
    qtbot.waitUntil(page.notices.away.isVisible)
    qtbot.mouseClick(notices.fold, LEFT)
    qtbot.waitUntil(lambda: not notices.isVisible())
    assert notices.unfold.text() == "▼ 1 message" and not page.notices.away.isVisible()

    page.notices.away.say("Tomas has lost the connection. In 0:58 the AI plays on.")  # the clock alone
    QApplication.processEvents()
    assert not page.notices.away.isVisible()

    page.notices.news.tell(["The Rajputs submit."], 1)
    qtbot.waitUntil(lambda: page.notices.news.isVisible() and page.notices.away.isVisible())

    qtbot.mouseClick(notices.fold, LEFT)
    qtbot.waitUntil(lambda: notices.unfold.text() == "▼ 2 messages")
    qtbot.mouseClick(notices.unfold, LEFT)
    qtbot.waitUntil(page.notices.away.isVisible)
    assert "0:58" in page.notices.away.text.text()


def test_a_game_that_waits_for_an_open_seat_says_so_and_what_to_do(qtbot: QtBot, window: Window) -> None:
    window.preferences.choose("pace", 0)
    at_table(qtbot, window)
    table, client = window.table, window.client
    assert table is not None and client is not None
    strip = table.notices.open_seat
    assert strip.isHidden()
    seat = client.seats()[0]
    client.ask("seat", seat, text="open")
    until(qtbot, strip.isVisible)
    name = table._texts.name("seat", seat)
    assert strip.text.text() == f"The game waits for {name}: nobody has this seat."
    qtbot.mouseClick(strip.sit, LEFT)
    until(qtbot, lambda: client.seats() == [seat] and strip.isHidden())

    client.ask("seat", seat, text="open")
    until(qtbot, strip.isVisible)
    menu = strip.give.menu()
    assert menu is not None
    menu.actions()[0].trigger()
    until(qtbot, lambda: strip.isHidden() and client.room is not None and bool(client.room.seats[seat].ai))
