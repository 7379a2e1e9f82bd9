"""What a row of the log shows: who, the sentence, the rule at the right, a mark at the left, dice below."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QTextBlock
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.dice import ScriptedDice
from core.games.empires.events import Grew, Marched
from maharaja_qt.client import Event
from maharaja_qt.frame.log import SLICE
from maharaja_qt.theme import panels, theme
from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress


@pytest.fixture
def fought(qtbot: QtBot) -> Sitting:
    """The Guptas have attacked Delhi; the first dice lie in the log."""
    dress()
    board = gupta_board()
    board.dice = ScriptedDice([5, 2, 6, 1, 3, 1, 5, 6])
    board.march("Agra", "Delhi", armies=3, escorts="Chandra")
    board.march("Oudh", "Delhi", armies=2)
    made = Sitting(board)
    qtbot.addWidget(made.page)
    log = made.page.log
    log.setParent(None)
    qtbot.addWidget(log)
    log.resize(380, 900)
    QWidget.show(log)
    made.page.done()
    qtbot.waitUntil(lambda: "Roll 5" in made.page.log._pages.toPlainText())
    QApplication.processEvents()
    return made


def row(sitting: Sitting, words: str) -> QTextBlock:
    return sitting.page.log._pages.document().find(words).block()


def box(sitting: Sitting, block: QTextBlock) -> QRect:
    pages = sitting.page.log._pages
    shift = QPoint(0, pages.verticalScrollBar().value())
    return pages.document().documentLayout().blockBoundingRect(block).toRect().translated(-shift)


def painted(sitting: Sitting, where: QRect, ink: str) -> bool:
    """Is there something of this colour?"""
    seen = sitting.page.log._pages.viewport().grab().toImage()
    wanted = QColor(ink).rgb()
    return any(
        seen.pixel(x, y) == wanted
        for x in range(max(where.left(), 0), min(where.right(), seen.width() - 1))
        for y in range(max(where.top(), 0), min(where.bottom(), seen.height() - 1))
    )


def test_a_row_names_who_and_its_rule_stands_at_the_right_edge(qtbot: QtBot, fought: Sitting) -> None:
    pages, log = fought.page.log._pages, fought.page.log
    head = row(fought, "Attack the Rajputs in Delhi").previous()
    assert head.text() == "Guptas\t§\u00a08.1"
    cursor = pages.document().find("8.1", head.position())
    qtbot.waitUntil(
        lambda: pages.viewport().width() - 12 < pages.cursorRect(cursor).right() <= pages.viewport().width()
    )
    asked: list[str] = []
    log.rule_wanted.connect(asked.append)
    hands.click(pages.viewport(), QPointF(pages.cursorRect(cursor).center() - QPoint(6, 0)))
    assert asked == ["8.1"]

    log.resize(300, 900)
    qtbot.waitUntil(
        lambda: pages.viewport().width() - 12 < pages.cursorRect(cursor).right() <= pages.viewport().width()
    )


def test_dice_and_marks_are_seen_and_the_text_stays_words_alone(fought: Sitting) -> None:
    pages = fought.page.log._pages
    pages.verticalScrollBar().setValue(pages.verticalScrollBar().maximum())
    rolled = row(fought, "Roll 5, 2, 6, 1 and 3")
    below = box(fought, rolled)
    below = QRect(below.left(), below.bottom(), below.width(), 24)
    assert painted(fought, below, panels(theme().look).warning)  # the pointer under a hit
    head = box(fought, rolled.previous())
    assert painted(fought, QRect(0, head.top() - 2, 30, 26), "#DDAA3C"), "the yellow counter"
    assert "\ufffc" not in pages.toPlainText()


def test_what_was_undone_is_struck_out_whole(fought: Sitting) -> None:
    log = fought.page.log
    log.undo(0)
    for words in ("Guptas", "Roll 5"):
        assert log._pages.document().find(words).charFormat().fontStrikeOut(), words


def test_the_filter_finds_words_that_stand_above(fought: Sitting) -> None:
    log = fought.page.log
    log.words.setText("The Guptas attack")
    assert log._pages.toPlainText() == "Guptas\t§ 8.1\nAttack the Rajputs in Delhi."


def test_finding_words_in_a_long_log_goes_in_slices_and_reads_no_event_twice(
    qtbot: QtBot, fought: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = fought.page.log
    log.add([Event(100 + n, 0, 1, "Ines", Marched(3, 1, (2,), 1 + n % 5, 1)) for n in range(SLICE * 6)])
    log.add([Event(9000, 0, 1, "Ines", Grew(5, 2, 1, 0))])
    qtbot.waitUntil(lambda: not log._more.isActive())
    last = log._pages.toPlainText().splitlines()[-1]
    assert "1 new army" in last

    def read_again(event: object) -> str:
        raise AssertionError(event)

    monkeypatch.setattr(log._texts, "event", read_again)
    QTest.keyClicks(log.words, "Delhi")
    assert log._written < len(log._events) - SLICE, "the field takes the next letter first"
    qtbot.waitUntil(lambda: not log._more.isActive())
    assert "Attack the Rajputs in Delhi." in log._pages.toPlainText()
    assert last not in log._pages.toPlainText()

    log.words.clear()
    qtbot.waitUntil(lambda: log._pages.toPlainText().endswith(last))


def test_what_comes_while_a_long_log_is_written_comes_last(qtbot: QtBot, fought: Sitting) -> None:
    log = fought.page.log
    log.add([Event(100 + n, 0, 1, "Ines", Marched(3, 1, (2,), 1, 1)) for n in range(SLICE * 4)])
    assert log._more.isActive()
    log.add([Event(9000, 0, 1, "Ines", Grew(5, 2, 1, 0))])
    qtbot.waitUntil(lambda: not log._more.isActive())
    text = log._pages.toPlainText()
    assert "1 new army" in text.splitlines()[-1] and text.count("March") >= SLICE * 4
