"""What others do, step by step: by key, menu and mouse, paused, and with a decision of one's own after it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from core.games.empires.events import BattleBegan, BattleEnded, Lost, Passed, Rolled, Round
from maharaja_qt.client import Event
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from tests.qt import hands
from tests.qt.frame.conftest import at_table, until
from tests.qt.kinds import KINDS
from tests.qt.sitting import LEFT, Sitting, dress

CTRL = Qt.KeyboardModifier.ControlModifier


class Seat:
    """Whoever sits at a table of one's own, with a window before them."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self.qtbot, self.window = qtbot, window
        window.preferences.choose("pace", 0)
        at_table(qtbot, window)
        window.activateWindow()
        until(qtbot, window.isActiveWindow)

    @property
    def table(self) -> TablePage:
        assert self.window.table is not None
        return self.window.table

    @property
    def left(self) -> int:
        return self.table.showing.left

    @property
    def said(self) -> str:
        strip = self.table.notices.steps
        return strip.text.text() if strip.isVisible() else ""

    def step(self) -> None:
        hands.key(self.table.presenter.board, Qt.Key.Key_Period)

    def rest(self) -> None:
        hands.key(self.table.presenter.board, Qt.Key.Key_R, CTRL)

    def done(self) -> None:
        hands.key(self.table.presenter.board, Qt.Key.Key_Return, CTRL)

    def entry(self, words: str) -> QAction:
        return next(a for a in self.window.findChildren(QAction) if a.text() == words)

    def seen(self) -> list[int]:
        """The lines of the record of which the log tells."""
        return sorted({event.n for event in self.table.log._events})

    def at(self) -> int:
        """The line of the position in sight."""
        assert self.table._position is not None
        return self.table._position.n

    def newest(self) -> int:
        assert self.window.client is not None
        return max(position.n for position in self.window.client.positions.values())

    def play_until(self, what: Callable[[], bool]) -> None:
        """Ends whatever one is asked until something is so."""

        def go_on() -> bool:
            if what():
                return True
            position = self.table._position
            if position is not None and self.table._may_decide(position) and position.asked:
                self.table.act(self.table.presenter.done() or position.legal.first())
            return False

        until(self.qtbot, go_on)


def test_the_key_shows_one_step_and_stops_until_ones_own_decision_is_in_sight(
    qtbot: QtBot, window: Window
) -> None:
    seat = Seat(qtbot, window)
    seat.step()
    assert seat.said == "Step by step. You see the present, and it is you who decides."
    alerts: list[bool] = []
    seat.table.alert.connect(lambda: alerts.append(True))
    seat.play_until(lambda: seat.left >= 3 and seat.table.showing.due)
    assert (
        seat.said
        == f"Step by step. {seat.left} steps to be seen. Then you decide: the table waits for your answer."
    )
    assert alerts, "somebody here is waited for, be it seen or not"
    assert not seat.table.waiting.isVisible(), "nobody is said to think beside what was before"

    # Nothing of what others do is seen before it is wanted, and nothing can be answered.
    newest, at, told = seat.newest(), seat.at(), seat.seen()
    assert at < newest
    before: list[str] = []
    window.visits.said.connect(before.append)
    seat.done()
    hands.key(seat.table.presenter.board, Qt.Key.Key_Z, CTRL)
    hands.key(seat.table.presenter.board, Qt.Key.Key_H, CTRL)
    assert before[-1] == "See first what has happened: the . key shows the next step."
    assert not seat.table._done.isVisible() and not seat.table.choices._actions
    assert (seat.newest(), seat.at(), seat.seen()) == (newest, at, told)

    for left in range(seat.left - 1, -1, -1):
        seat.step()
        assert seat.left == left
        assert len(seat.seen()) - len(told) in (0, 1), "one step, and no more"
        assert seat.at() == newest if not left else at <= seat.at() < newest
        told, at = seat.seen(), seat.at()
    assert seat.said.endswith(" You see the present, and it is you who decides.")
    position = seat.table._position
    assert position is not None and position.asked and seat.table._may_decide(position)


def test_the_rest_is_shown_at_once_and_from_then_on_all_as_it_comes(qtbot: QtBot, window: Window) -> None:
    seat = Seat(qtbot, window)
    seat.step()
    seat.play_until(lambda: seat.left >= 2 and seat.table.showing.due)

    seat.rest()

    assert seat.left == 0 and seat.said == "" and seat.at() == seat.newest()
    assert window.client is not None
    told = {event.n for _, events in window.client.told for event in events}
    assert seat.seen() == sorted(told)
    came = len(told)
    seat.play_until(lambda: len(seat.seen()) > came + 3)
    assert seat.left == 0 and seat.said == ""


def test_buttons_and_menu_do_the_same_and_say_what_they_are(qtbot: QtBot, window: Window) -> None:
    seat = Seat(qtbot, window)
    menu = window.menus._play
    menu.aboutToShow.emit()
    assert not seat.entry("Show the rest at once").isEnabled()
    menu.aboutToHide.emit()
    assert seat.entry("Next step").shortcut().toString() == "."
    seat.entry("Next step").trigger()
    seat.play_until(lambda: seat.left >= 2 and seat.table.showing.due)
    strip, left = seat.table.notices.steps, seat.left
    until(qtbot, lambda: seat.table.childAt(middle(seat, strip.next)) is strip.next)
    assert [button.text() for button in (strip.next, strip.rest)] == ["Next step", "Show the rest at once"]

    qtbot.mouseClick(strip.next, LEFT)
    assert seat.left == left - 1
    strip.next.setFocus()
    hands.key(strip.next, Qt.Key.Key_Space)
    assert seat.left == left - 2 and strip.next.hasFocus()

    qtbot.mouseClick(strip.rest, LEFT)
    assert seat.left == 0 and not strip.isVisible() and seat.at() == seat.newest()


def test_a_full_stop_in_a_line_of_chat_is_one(qtbot: QtBot, window: Window) -> None:
    seat = Seat(qtbot, window)
    seat.table.talk()
    line = window.focusWidget()
    assert isinstance(line, QLineEdit)
    hands.key(line, Qt.Key.Key_Period)
    assert line.text() == "." and seat.said == ""


def middle(seat: Seat, button: QPushButton):
    return button.mapTo(seat.table, button.rect().center())


def test_at_a_pause_the_next_step_is_waited_for_and_nothing_more_is_shown(
    qtbot: QtBot, window: Window
) -> None:
    seat = Seat(qtbot, window)
    client = window.client
    assert client is not None
    seat.entry("Pause or go on").trigger()
    until(qtbot, lambda: client.room is not None and client.room.paused)
    seat.play_until(lambda: not seat.table.showing.due)
    told = seat.seen()
    assert seat.table.notices.away.text.text() == "Paused: no clock runs."

    seat.step()

    until(qtbot, lambda: len(seat.seen()) > len(told))
    until(qtbot, lambda: seat.left >= 1)
    assert len(seat.seen()) == len(told) + 1
    assert client.room is not None and not client.room.paused


def test_who_leaves_with_steps_unseen_finds_all_of_it_at_the_next_table(qtbot: QtBot, window: Window) -> None:
    seat = Seat(qtbot, window)
    seat.step()
    seat.play_until(lambda: seat.left >= 2 and seat.table.showing.due)
    newest, file = seat.newest(), window.record_file()
    assert file is not None

    window.leave()
    until(qtbot, lambda: window.table is None)
    window.resume(file, "empires")
    until(qtbot, lambda: window.table is not None and window.table._position is not None)

    assert seat.left == 0 and seat.said == ""
    assert seat.at() >= newest
    page = seat.table
    assert page._position is not None and page._position.asked


# At a table whose others are in the test's hand.


def sit(qtbot: QtBot, mine: Callable[[int], list[int]]) -> Sitting:
    dress()
    board = KINDS["move"]()
    made = Sitting(board, mine(board.ask.seat))
    qtbot.addWidget(made.page)
    return made


def others_do(sitting: Sitting, done: Callable[[], object] = lambda: None) -> Struct:
    """The other seat ends what it was asked first."""
    table = sitting.table
    action = table.game.legal(table.state, table.ask.seat).first()
    sitting.client.elsewhere(action)
    done()
    return action


def test_who_has_seen_all_waits_for_one_step_and_sees_no_second(qtbot: QtBot) -> None:
    sitting = sit(qtbot, lambda asked: [(asked + 1) % 4])
    page, strip = sitting.page, sitting.page.notices.steps
    page.showing.next()
    assert strip.text.text() == "Step by step. The next step is shown as soon as there is one."
    start = len(page.log._events)

    others_do(sitting)
    first = len(page.log._events)
    assert first > start and page.showing.left == 0
    sentence = page._texts.event(page.log._events[-1].event)
    assert strip.text.text() == f"{sentence} You see the present: what happens next waits for you."

    others_do(sitting)
    others_do(sitting)
    assert len(page.log._events) == first and page.showing.left == 2
    assert strip.text.text() == f"{sentence} 2 steps to be seen."
    shown, newest = sitting.map.view, sitting.client.positions[page.client.seats()[0]].view
    assert shown is not newest
    qtbot.mouseClick(strip.rest, LEFT)
    assert sitting.map.view is newest and page.showing.left == 0


def battle(place: int, nation: int, enemy: int) -> list[Struct]:
    rolled = Rolled(place, nation, False, (6,), 5, 0, enemy, False, 1)
    fell = Lost(enemy, place, 1, "dice")
    return [BattleBegan(place, nation, enemy, False), Round(place, 1), rolled, fell,
            BattleEnded(place, nation, enemy, 1, 0)]  # fmt: skip


def test_a_chain_of_things_is_told_one_by_one_and_the_map_follows(qtbot: QtBot) -> None:
    sitting = sit(qtbot, lambda asked: [(asked + 1) % 4])
    page, client, names = sitting.page, sitting.client, sitting.table.names
    others = sitting.table.ask.seat
    ours, enemy = names.nation("muslims"), names.nation("rajputs")
    lahore, delhi = sitting.place("Lahore"), sitting.place("Delhi")
    page.showing.next()
    others_do(sitting)
    assert page.showing.left == 0

    def armies() -> int:
        assert sitting.map.view is not None
        return dict(sitting.map.view.armies[enemy]).get(lahore, 0)

    before, told = armies(), len(page.log._events)
    chain = [Passed(ours, "move"), *battle(lahore, ours, enemy), *battle(delhi, ours, enemy)]
    client._news(chain, others)
    assert page.showing.left == 3 and len(page.log._events) == told

    qtbot.mouseClick(page.notices.steps.next, LEFT)
    assert [type(event.event) for event in page.log._events[told:]] == [Passed] and armies() == before
    assert page.showing.left == 2 and not page._done.isVisible()

    qtbot.mouseClick(page.notices.steps.next, LEFT)
    assert armies() == before - 1, "the map has come as far as what is told"
    assert "Lahore" in page.notices.steps.told and "Delhi" not in page.notices.steps.told

    qtbot.mouseClick(page.notices.steps.next, LEFT)
    assert page.showing.left == 0 and len(page.log._events) == told + len(chain)
    assert sitting.map.view is client.positions[client.seats()[0]].view


def test_all_of_a_chain_is_shown_at_once_by_whoever_does_not_go_step_by_step(qtbot: QtBot) -> None:
    sitting = sit(qtbot, lambda asked: [(asked + 1) % 4])
    names, client = sitting.table.names, sitting.client
    ours, enemy = names.nation("muslims"), names.nation("rajputs")
    chain = [Passed(ours, "move"), *battle(sitting.place("Lahore"), ours, enemy)]
    told = len(sitting.page.log._events)
    client._news(chain, sitting.table.ask.seat)
    assert len(sitting.page.log._events) == told + len(chain) and sitting.page.showing.left == 0
    assert sitting.map.view is client.positions[client.seats()[0]].view


def test_a_decision_in_hand_is_never_taken_away_by_steps_of_others(qtbot: QtBot) -> None:
    sitting = sit(qtbot, lambda asked: [asked])
    page, client = sitting.page, sitting.client
    page.showing.next()
    assert page._position is not None and page._position.asked
    seat = page._position.seat
    told = [Event(client.n + 1, 0, (seat + 1) % 4, "", event) for event in sitting.table.events[-1:]]

    client.happened.emit(seat, told)  # somebody else has done something at the same time

    assert page.showing.left == 0 and page._done.isEnabled()
    sent = len(client.sent)
    qtbot.mouseClick(page._done, LEFT)
    assert len(client.sent) == sent + 1


def test_what_is_taken_back_is_taken_back_in_its_order(qtbot: QtBot) -> None:
    sitting = sit(qtbot, lambda asked: [(asked + 1) % 4])
    page, client = sitting.page, sitting.client
    page.showing.next()
    others_do(sitting)
    others_do(sitting)
    undone = client.n
    client.undone.emit(undone)
    assert page.showing.left == 2 and not page.log._undone
    page.showing.next()
    assert page.showing.left == 1 and not page.log._undone
    page.showing.next()
    assert page.showing.left == 0 and page.log._undone == {undone}
