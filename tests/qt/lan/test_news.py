"""News of the table move nobody's keyboard and close no panel that somebody uses."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from maharaja_qt.frame.window import Window
from net import messages as m
from tests.qt.lan.test_evening import asked, client, cut, play, plug_in, pull, sits_again


def panels(window: Window) -> tuple[object, ...]:
    """Which panels and pages are open."""
    table = window.table
    assert table is not None
    open_ = tuple(dock.objectName() for dock in table._known if dock.isVisible())
    return open_, table.tabs.currentIndex(), table.cover is not None and table.cover.isVisible()


def room(window: Window) -> m.RoomRow:
    found = client(window).room
    assert found is not None
    return found


def line(window: Window) -> int:
    """The last line of the table that was heard of."""
    return room(window).n


class Reader:
    """Somebody whose keyboard is at a place of their choice while the others do things."""

    def __init__(self, window: Window, place: QWidget) -> None:
        self.window = window
        self.place = place
        place.setFocus(Qt.FocusReason.TabFocusReason)
        assert window.focusWidget() is place
        self.before = panels(window)

    def untouched(self, what: str) -> None:
        assert self.window.focusWidget() is self.place, (what, self.window.focusWidget())
        assert panels(self.window) == self.before, what


@pytest.mark.parametrize("where", ["chat", "log", "people", "card", "undo", "board"])
def test_no_news_moves_the_keyboard_or_closes_a_panel(sit_down, settle, where):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    port = ann.hosted.port
    table = ann.table
    ann.activateWindow()
    settle.until(ann.isActiveWindow)
    if where in ("chat", "people"):
        table.tabs.setCurrentWidget(getattr(table, where))
    places = {
        "chat": table.chat._line, "log": table.log.words, "people": table.people._after,
        "card": table.dock("card").first(), "undo": table._undo, "board": table.presenter.board,
    }  # fmt: skip
    reader = Reader(ann, places[where])

    client(bob).say("Good evening")
    settle.until(lambda: any(said.text == "Good evening" for said in client(ann).talk))
    reader.untouched("chat")

    client(bob).point((5,))
    settle.until(lambda: "points at a place" in ann._said.text())
    reader.untouched("pointing")

    client(bob).ask("hand-over", 1, text="random")
    settle.until(lambda: room(ann).seats[1].ai)
    reader.untouched("a seat handed to a computer player")
    client(bob).ask("hand-over", 1)
    settle.until(lambda: not room(ann).seats[1].ai)

    pull(bob)
    settle.until(table.notices.away.isVisible)
    reader.untouched("a dropped seat")
    plug_in(bob, port)
    settle.until(lambda: sits_again(bob, 1))
    settle.until(lambda: not table.notices.away.isVisible())
    reader.untouched("somebody who comes back")

    client(bob).propose("take-back", 1, 0)
    settle.until(lambda: table.notices.vote.isVisible() or any(said.code for said in client(ann).talk))
    reader.untouched("a request to take back")
    if table.notices.vote.isVisible():
        number = table.notices.vote._number
        client(ann).vote(number, yes=False)
        settle.until(lambda: not table.notices.vote.isVisible())
        reader.untouched("the end of a vote")


def test_a_turn_of_others_and_what_they_undo_move_nothing(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    while not asked(bob):
        if asked(ann) and not ann.table.deeds.busy:
            play(ann)
        settle._qtbot.wait(5)
    ann.activateWindow()
    settle.until(ann.isActiveWindow)
    reader = Reader(ann, ann.table.log.words)
    n = line(ann)
    march = next(o.nth(0) for o in bob.table._position.legal.offers if hasattr(o, "routes"))
    bob.table.act(march)
    settle.until(lambda: line(ann) > n)
    reader.untouched("a march")
    n = line(ann)
    bob.table.deeds.undo()
    settle.until(lambda: line(ann) > n)
    reader.untouched("an undo")


def test_what_goes_from_under_the_keyboard_gives_it_to_the_board(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    port = ann.hosted.port
    table, board = ann.table, ann.table.presenter.board
    ann.activateWindow()
    settle.until(ann.isActiveWindow)
    pull(bob)
    settle.until(table.notices.away.stop.isVisible)
    table.notices.away.stop.setFocus(Qt.FocusReason.TabFocusReason)
    plug_in(bob, port)
    settle.until(lambda: sits_again(bob, 1))
    settle.until(lambda: not table.notices.away.isVisible())
    assert ann.focusWidget() is board
    settle.until(lambda: asked(ann) and table._done.isVisible() and table._done.isEnabled())
    settle.click(table._done)  # which is grey until the table has answered
    assert ann.focusWidget() is board
    cut(bob)


def test_in_the_lobby_no_button_gets_the_keyboard_of_one_that_goes(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.join(bob, port)
    settle.press(bob, "Ready")
    ann.activateWindow()
    settle.until(lambda: ann.isActiveWindow() and ann.lobby.start.isEnabled())
    ann.lobby.start.setFocus(Qt.FocusReason.TabFocusReason)
    settle.press(bob, "Not ready")
    settle.until(lambda: not ann.lobby.start.isEnabled())
    assert ann.focusWidget() is ann.lobby
    settle._qtbot.keyClick(ann.focusWidget(), Qt.Key.Key_Space)
    assert ann.lobby is not None and room(ann).phase == "lobby"
