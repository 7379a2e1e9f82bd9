"""Hints for whoever is asked, and why a computer player did what it did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event as Flag
from threading import current_thread, main_thread
from typing import Any

import pytest
from msgspec import Struct, structs
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from ai.explain import hint
from core import record
from core.games.empires.actions import Done, March
from core.registry import find_game
from maharaja_qt.cli.match import Match, play_match
from maharaja_qt.client import Event
from maharaja_qt.frame import advice
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from maharaja_qt.network import Network
from maharaja_qt.reasons import Decisions, Reason, explained, reason
from tests.empires.board import Board
from tests.qt import hands
from tests.qt.frame.conftest import at_table, own_folders, settings, window  # noqa: F401 - fixtures
from tests.qt.kinds import KINDS
from tests.qt.sitting import LEFT, NOT_HERE, Sitting, dress

GAME = find_game("empires")
PATIENCE_MS = 30_000


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    yield made
    made.stop()


@pytest.fixture
def sit(qtbot: QtBot, network: Network) -> Any:
    def begin(board: Board, mine: list[int] | None = None) -> Sitting:
        dress()
        made = Sitting(board, mine, network=network)
        qtbot.addWidget(made.page)
        made.page.activateWindow()
        return made

    return begin


def panel(page: TablePage) -> Any:
    assert page.advice is not None
    return page.advice.panel


def shown(qtbot: QtBot, page: TablePage) -> Any:
    qtbot.waitUntil(lambda: panel(page).isVisible(), timeout=PATIENCE_MS)
    return panel(page)


def advised(board: Board) -> Struct:
    owed = GAME.pending(board.state)[0]
    view, legal = GAME.view(board.state, owed.seat), GAME.legal(board.state, owed.seat)
    return hint(GAME, view, legal, owed, "hard").chosen.action


# Hints.


def test_a_hint_says_what_and_why_and_draws_the_way(qtbot: QtBot, sit: Any) -> None:
    sitting = sit(KINDS["move"]())
    march = advised(sitting.table)
    assert isinstance(march, March)
    sent = list(sitting.client.sent)

    qtbot.mouseClick(sitting.button("Hint"), LEFT)
    said = shown(qtbot, sitting.page).text()

    assert sitting.presenter.word(march, "move") in said
    assert "It leads to the highest score." in said
    assert "by Hard" in said
    assert sitting.map.advised.way == (march.origin, *march.path)
    assert sitting.client.sent == sent


def test_a_weighed_hint_has_the_next_best_and_terms_that_add_up(qtbot: QtBot, sit: Any) -> None:
    sitting = sit(KINDS["growth"]())
    place = advised(sitting.table).place  # type: ignore[attr-defined]

    qtbot.mouseClick(sitting.button("Hint"), LEFT)
    lines = shown(qtbot, sitting.page).text().split("\n")

    assert sum(line.startswith("Next best: ") for line in lines) == 1
    start = lines.index("next best") + 1
    rows = [lines[n : n + 3] for n in range(start, len(lines), 3)]
    numbers = [[float(n.replace("\N{MINUS SIGN}", "-")) for n in row[1:]] for row in rows]
    assert rows[-1][0] == "together, in points"
    for column in (0, 1):
        assert sum(n[column] for n in numbers[:-1]) == pytest.approx(numbers[-1][column], abs=0.03)
    assert numbers[-1][0] >= numbers[-1][1]
    assert sitting.map.advised.places == (place,)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_question_has_a_hint_in_words(qtbot: QtBot, sit: Any, kind: str) -> None:
    sitting = sit(KINDS[kind]())
    sitting.page.hint()
    said = shown(qtbot, sitting.page).text()

    assert sitting.presenter.word(advised(sitting.table), kind) in said
    area = panel(sitting.page).geometry()
    assert sitting.page.rect().contains(area)


@pytest.mark.parametrize("how", ["escape", "click", "cross"])
def test_it_is_closed_by_key_and_by_click(qtbot: QtBot, sit: Any, how: str) -> None:
    sitting = sit(KINDS["growth"]())
    qtbot.mouseClick(sitting.button("Hint"), LEFT)
    box = shown(qtbot, sitting.page)

    if how == "escape":
        hands.key(sitting.map, Qt.Key.Key_Escape)
    elif how == "click":
        hands.click(box, QPointF(box.width() / 2, box.height() - 3))
    else:
        qtbot.mouseClick(box.findChild(QToolButton), LEFT)

    assert not box.isVisible()
    assert sitting.map.advised is None
    assert sitting.kind == "growth"


def test_it_goes_by_itself_when_the_position_changes(qtbot: QtBot, sit: Any) -> None:
    sitting = sit(KINDS["growth"]())
    qtbot.mouseClick(sitting.button("Hint"), LEFT)
    box = shown(qtbot, sitting.page)

    hands.click(sitting.map, sitting.free("Andhra"))

    assert not box.isVisible()
    assert sitting.map.advised is None


def test_what_is_thought_about_an_old_position_is_dropped_and_the_window_never_waits(
    qtbot: QtBot, sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sit(KINDS["growth"]())
    go_on, thought = Flag(), []

    def slow(*args: Any) -> Reason:
        thought.append(current_thread())
        go_on.wait()
        found = reason(*args)
        thought.append(current_thread())
        return found

    monkeypatch.setattr(advice, "reason", slow)
    qtbot.mouseClick(sitting.button("Hint"), LEFT)
    qtbot.waitUntil(lambda: len(thought) == 1, timeout=PATIENCE_MS)
    hands.click(sitting.map, sitting.free("Andhra"))
    go_on.set()
    qtbot.waitUntil(lambda: len(thought) == 2, timeout=PATIENCE_MS)
    qtbot.mouseClick(sitting.button("Hint"), LEFT)
    said = shown(qtbot, sitting.page).text()

    assert main_thread() not in thought
    assert sitting.presenter.word(advised(sitting.table), "growth") in said


def test_who_is_not_asked_gets_no_hint(qtbot: QtBot, sit: Any) -> None:
    board = KINDS["growth"]()
    sitting = sit(board, [seat for seat in range(4) if seat != board.ask.seat])

    assert not sitting.page._hint.isEnabled()
    sitting.page.hint()

    assert sitting.said[-1] == "Nothing is asked of you now."


def test_a_game_whose_players_cannot_say_why_has_no_hints(
    qtbot: QtBot, sit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "explaining", lambda _: [])
    sitting = sit(KINDS["growth"]())

    qtbot.waitUntil(lambda: not sitting.page._hint.isVisible(), timeout=PATIENCE_MS)
    sitting.page.hint()

    assert not sitting.page.hints
    assert sitting.said[-1] == "No computer player of this game says why."


def test_in_the_window_it_is_a_key_and_an_entry_of_the_menu(qtbot: QtBot, window: Window) -> None:  # noqa: F811
    entry = window.menus._hint
    assert not entry.isEnabled()
    at_table(qtbot, window)
    assert window.table is not None and entry.isEnabled()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)

    hands.key(window.table.presenter.board, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    box = shown(qtbot, window.table)
    hands.key(window.table.presenter.board, Qt.Key.Key_Escape)

    assert not box.isVisible()


# Why?


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game of two levels and a sparring partner."""
    file = tmp_path_factory.mktemp("played") / "empires-easy.maharaja"
    play_match(Match("empires", {}, ["easy", "basic", "easy", "basic"], 3, None), GAME, 1, file)
    return file


def test_a_decision_of_a_record_is_made_again_and_comes_out_the_same(played: Path) -> None:
    decisions = Decisions(GAME, played)
    acts = [line for line in record.read(played).lines if line.kind == "act" and line.body.actor in (0, 2)]  # type: ignore[union-attr]
    asked = acts[:: len(acts) // 12]
    for line in (*asked[6:], *asked[:6]):  # also back from a later one
        found = explained(GAME, decisions.find(line.n))

        assert found.policy == "easy"
        assert found.played is None
        assert found.position.n == line.n


def clicked(widget: Any, cursor: QTextCursor) -> None:
    hands.click(widget.viewport(), QPointF(widget.cursorRect(cursor).center() - QPoint(8, 0)))


def test_in_a_replay_the_log_tells_why(qtbot: QtBot, window: Window, played: Path) -> None:  # noqa: F811
    window.resize(1280, 800)
    window.replay(played)
    qtbot.waitUntil(lambda: window.visits.replay is not None, timeout=PATIENCE_MS)
    page: Any = window.visits.replay
    page.slider.setValue(30)
    pages = page.log._pages
    qtbot.waitUntil(lambda: "Why?" in pages.toPlainText(), timeout=PATIENCE_MS)
    pages.moveCursor(QTextCursor.MoveOperation.Start)

    clicked(pages, pages.document().find("Why?"))
    box = shown(qtbot, page)

    assert "\nEasy for " in box.text()
    view = page.presenter._board.view
    page.slider.setValue(20)
    assert page.presenter._board.view != view
    assert box.isVisible() and page.presenter._board.advised is None
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE_MS)
    hands.key(page.presenter.board, Qt.Key.Key_Escape)
    assert not box.isVisible()

    pages.setFocus()
    hands.key(pages, Qt.Key.Key_W)
    shown(qtbot, page)


def happened(sitting: Sitting, controller: str) -> None:
    """The last event once more, as told of this player."""
    event = sitting.client.told[-1][1][-1].event
    seat = sitting.client.seats()[0]
    sitting.client.happened.emit(seat, [Event(7, 0, 3, controller, event)])


@pytest.mark.parametrize(
    ("controller", "why_not"),
    [("ai:normal", NOT_HERE), ("ai:hard for Ines", NOT_HERE),
     ("ai:random", "This computer player does not say why."), ("Ines", None)],
)  # fmt: skip
def test_where_it_cannot_be_asked_the_menu_says_why_not(
    qtbot: QtBot, sit: Any, controller: str, why_not: str | None
) -> None:
    sitting = sit(KINDS["growth"]())
    hands.click(sitting.map, sitting.free("Andhra"))
    sitting.page.log.show([])
    happened(sitting, controller)
    pages = sitting.page.log._pages
    assert "Why?" not in pages.toPlainText()

    at = pages.cursorRect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, pages.mapToGlobal(at))
    QApplication.sendEvent(pages.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = [a for a in menu.actions() if a.text().startswith("Why?")]
    menu.close()

    assert [(a.isEnabled(), a.toolTip()) for a in entries] == ([] if why_not is None else [(False, why_not)])
    pages.setFocus()
    hands.key(pages, Qt.Key.Key_W)
    assert sitting.said[-1] == (why_not or "No computer player decided that.")


def test_an_answer_that_differs_from_the_record_is_said_to(qtbot: QtBot, sit: Any) -> None:
    sitting = sit(KINDS["growth"]())
    found = reason(GAME, sitting.page._position, "normal")
    box = panel(sitting.page)
    box.tell(structs.replace(found, played=Done()), "Why?", "")

    assert "Asked again it would do this now; what was done is: No more." in box.text()
