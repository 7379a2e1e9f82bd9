"""What cannot be saved or opened stays in sight until it has been dealt with; nothing is lost by it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from core import record
from maharaja_qt.folders import games_folder
from maharaja_qt.frame.window import Window
from net import messages as m
from tests.qt.frame.conftest import at_table, until, who_plays
from tests.qt.sitting import LEFT


def press(qtbot: QtBot, button: QPushButton) -> None:
    until(qtbot, button.isVisible)
    qtbot.mouseClick(button, LEFT)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is typed into the next dialogs; "" gives up."""
    typed: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (typed.pop(0), ""))
    return typed


def test_a_copy_that_was_not_saved_is_said_until_it_is(
    qtbot: QtBot, window: Window, tmp_path: Path, names: list[str]
) -> None:
    at_table(qtbot, window)
    strip, there = window.faults, tmp_path / "later"
    names.append(str(there / "copy.maharaja"))
    window.files.save_copy()
    until(qtbot, strip.isVisible)
    assert strip.text.text() == (
        "Not saved: “copy.maharaja”: there is no such file or folder. Nothing of the game is lost."
    )
    press(qtbot, strip.more)
    assert f"{there / 'copy.maharaja'}: No such file or directory" in strip.text.text()
    until(qtbot, lambda: strip.geometry().bottom() == window.pages.height() - 1)

    window._said.clear()
    press(qtbot, strip.again)
    assert strip.isVisible(), "nothing has changed yet"
    names.append("")
    press(qtbot, strip.elsewhere)
    assert strip.isVisible() and "no such file" in strip.text.text(), "no other place was named"

    there.mkdir()
    press(qtbot, strip.again)
    assert not strip.isVisible()
    assert record.read(there / "copy.maharaja").damage is None


def test_elsewhere_there_is_room_even_when_the_table_is_left(
    qtbot: QtBot, window: Window, tmp_path: Path, names: list[str]
) -> None:
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: table.begun and "Turn 1 begins" in table.log.text())
    names.append(str(tmp_path / "no" / "log.txt"))
    window.files.export_log()
    names.append(str(tmp_path / "no" / "scores.csv"))
    window.files.export_scores()
    window.leave()
    assert "scores.csv" in window.faults.text.text()
    press(qtbot, window.faults.let_be)
    assert "log.txt" in window.faults.text.text(), "one case does not hide another"

    names.append(str(tmp_path / "log.txt"))
    press(qtbot, window.faults.elsewhere)

    assert not window.faults.isVisible()
    assert "Turn 1 begins" in (tmp_path / "log.txt").read_text()


def test_a_new_game_that_cannot_be_written_can_be_tried_again(
    qtbot: QtBot, window: Window, begun: Path, tmp_path: Path
) -> None:
    found = tmp_path / "found.maharaja"
    found.write_bytes(begun.read_bytes())
    begun.unlink()
    games_folder().rmdir()
    games_folder().write_text("a file where the folder should be")
    window.branch(found, 20)
    until(qtbot, window.faults.isVisible)
    assert window.faults.elsewhere.isHidden()

    games_folder().unlink()
    press(qtbot, window.faults.again)

    who_plays(qtbot, window).accept()
    until(qtbot, lambda: window.table is not None)
    assert not window.faults.isVisible()


def test_a_full_disk_is_said_over_the_board_until_there_is_room(
    qtbot: QtBot, window: Window, tmp_path: Path, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table(qtbot, window)
    table, hosted = window.table, window.hosted
    assert table is not None and hosted is not None and hosted.room.play is not None
    journal = hosted.room.play.table.journal
    until(qtbot, lambda: table._position is not None and table._position.asked)
    strip = table.notices.stuck

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(journal, "write", full)
        disk.setattr(journal, "has_room", lambda: False)
        assert table._position is not None
        table.act(table._position.legal.first())
        until(qtbot, lambda: strip.isVisible() and "No space left on device" in strip.text.text())
        assert "nothing is lost" in strip.text.text()
        window._said.clear()
        assert not strip.passing, "it does not fold away by itself"
        names.append(str(tmp_path / "elsewhere.maharaja"))
        press(qtbot, strip.elsewhere)
        assert record.read(tmp_path / "elsewhere.maharaja").damage is None

    until(qtbot, lambda: not strip.isVisible())


def test_a_guest_reads_that_the_host_has_no_room_and_can_do_nothing(qtbot: QtBot, window: Window) -> None:
    at_table(qtbot, window)
    table, client = window.table, window.client
    assert table is not None and client is not None
    client.me = 99  # somebody else's eyes
    client.chat.emit(m.Chat(0, "", "stuck", (("why", "No space left on device"),)))
    assert table.notices.stuck.isVisible() and table.notices.stuck.elsewhere.isHidden()
    client.chat.emit(m.Chat(0, "", "unstuck", (("why", ""),)))
    assert not table.notices.stuck.isVisible()
