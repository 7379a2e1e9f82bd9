"""Undo in every state of a table: lit where a press takes a step back, else grey, with the true reason."""

from __future__ import annotations

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.games.empires.events import Passed
from maharaja_qt.theme import panels, theme
from net import messages as m
from tests.empires.board import NAMES, Board
from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, dress


def sit(qtbot: QtBot, board: Board, mine: list[int] | None = None) -> Sitting:
    dress()
    made = Sitting(board, mine)
    qtbot.addWidget(made.page)
    return made


def move(sitting: Sitting) -> None:
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))


def says(sitting: Sitting, reason: str) -> None:
    """The button is grey for this reason, for eyes and ears; the menu's entry is grey as well."""
    undo = sitting.page._undo
    assert undo.property("idle") and reason in undo.toolTip(), undo.toolTip()
    assert undo.accessibleDescription() == undo.toolTip() == sitting.page.taking_back.why_not


def is_lit(sitting: Sitting) -> bool:
    return not sitting.page._undo.property("idle") and not sitting.page.taking_back.why_not


def test_undo_is_grey_and_says_why_until_there_is_something_to_undo(qtbot: QtBot) -> None:
    board = gupta_board()
    sitting = sit(qtbot, board, [board.ask.seat])
    undo = sitting.page._undo
    undo.setFocus()

    def grey() -> bool:
        seen = undo.grab().toImage()
        return bool(undo.property("idle")) and seen.pixelColor(8, 8).name() != panel2

    panel2 = QColor(panels(theme().look).panel2).name()
    assert (
        grey()
        and "Nothing has been done yet" in undo.toolTip()
        and undo.accessibleDescription() == undo.toolTip()
    )

    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))
    assert not grey() and "Ctrl+Z" in undo.toolTip() and undo.accessibleDescription() == undo.key

    assert "from Bengal to Magadha" in sitting.page.choices._news.text()
    sitting.page.deeds.undo()
    assert grey()
    assert "Magadha" not in sitting.page.choices._news.text(), "what was taken back is no news"

    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))
    undo.setFocus()
    sitting.page.done()
    sitting.client._news([Passed(NAMES.nation("Rajputs"), "move")], 0)
    assert grey() and undo.hasFocus(), "what others do moves no keyboard"


def own(qtbot: QtBot) -> Sitting:
    board = gupta_board()
    return sit(qtbot, board, [board.ask.seat])


def test_dice_behind_the_last_step_are_told_before_anybody_presses(qtbot: QtBot) -> None:
    sitting = own(qtbot)
    sitting.client.barrier = "dice"
    move(sitting)

    says(sitting, "dice were rolled. A take-back needs everybody")
    qtbot.mouseClick(sitting.page._undo, LEFT)
    assert sitting.page.notices.barrier.ask.text() == "Ask the others to take it back"
    assert "dice were rolled" in sitting.page.notices.barrier.text.text()


def test_where_nobody_else_has_a_say_it_is_taken_back_without_asking(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    sitting.client.barrier = "dice"
    move(sitting)

    says(sitting, "Dice were rolled: that is not simply undone.")
    qtbot.mouseClick(sitting.page._undo, LEFT)
    assert sitting.page.notices.barrier.ask.text() == "Take it back"
    qtbot.mouseClick(sitting.page.notices.barrier.ask, LEFT)
    assert sitting.client.proposed == [("take-back", 3)]


def test_while_the_others_are_asked_nothing_more_is(qtbot: QtBot) -> None:
    sitting = own(qtbot)
    seat = sitting.client.seats()[0]
    sitting.client.barrier = "dice"
    move(sitting)
    sitting.client.proposal = m.ProposalRow(1, seat, "take-back", 3, b"", (seat,))
    sitting.client.room_changed.emit(sitting.client.room)

    says(sitting, "wait for their answers")
    qtbot.mouseClick(sitting.page._undo, LEFT)
    assert sitting.said[-1] == sitting.page._undo.toolTip()
    assert sitting.page.notices.barrier.isHidden()

    sitting.client.proposal = None
    sitting.client.room_changed.emit(sitting.client.room)
    says(sitting, "dice were rolled")


def test_a_vote_stands_in_nobody_s_way_who_can_undo(qtbot: QtBot) -> None:
    sitting = own(qtbot)
    seat = sitting.client.seats()[0]
    move(sitting)
    sitting.client.proposal = m.ProposalRow(1, seat, "take-back", 1, b"", (seat,))
    sitting.client.room_changed.emit(sitting.client.room)
    assert is_lit(sitting)


def test_in_the_turn_of_others_the_last_step_was_not_one_s_own(qtbot: QtBot) -> None:
    board = gupta_board()
    sitting = sit(qtbot, board, [(board.ask.seat + 1) % 4])
    sitting.client.elsewhere(board.way("Bengal", "Magadha"))
    says(sitting, "the last step was not yours")
    assert sitting.page._undo.isEnabled(), "a press says so too"


def test_of_what_a_computer_player_did_for_one_nothing_is_undone(qtbot: QtBot) -> None:
    sitting = own(qtbot)
    move(sitting)
    sitting.client.stand_ins = set(sitting.client.seats())
    sitting.client.room_changed.emit(sitting.client.room)
    says(sitting, "take the seat back first")


def test_who_looks_on_or_has_no_connection_or_no_game_reads_why(qtbot: QtBot) -> None:
    watcher = sit(qtbot, gupta_board(), [])
    says(watcher, "You look on")
    assert not watcher.page._undo.isEnabled()

    lost = own(qtbot)
    move(lost)
    assert is_lit(lost)
    lost.page.show_link("lost", "", "")
    says(lost, "Without a connection")
    lost.page.show_link("in", "", "")
    assert is_lit(lost)

    over = sit(qtbot, Board(turn=16, nation="british", armies={"british": {"Bengal": 2}}))
    while over.table.game.outcome(over.table.state) is None:
        over.client.elsewhere(over.table.game.legal(over.table.state, over.table.ask.seat).first())
    says(over, "The game is over")


def test_with_steps_to_be_seen_they_come_first(qtbot: QtBot) -> None:
    board = gupta_board()
    sitting = sit(qtbot, board, [(board.ask.seat + 1) % 4])
    sitting.page.showing.next()
    sitting.page.showing.awaited = False
    sitting.client.elsewhere(board.way("Bengal", "Magadha"))
    assert sitting.page.showing.left
    says(sitting, "See first what has happened")
