"""Files: games whole and damaged, logs, scores, pictures, reports."""

from __future__ import annotations

import csv
import logging
import tomllib
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from core import record
from core.faults import UserError, in_words
from maharaja_qt import logs
from maharaja_qt.folders import games_folder
from maharaja_qt.frame.about import PARTS, About, licence
from maharaja_qt.frame.ask import Question
from maharaja_qt.frame.report import hide, report
from maharaja_qt.frame.window import Window
from tests.qt.frame.conftest import at_table, until, who_plays


def choose(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """The person names this file."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))


def test_a_damaged_game_is_offered_as_far_as_it_goes(
    qtbot: QtBot, window: Window, begun: Path, tmp_path: Path
) -> None:
    lines = begun.read_bytes().splitlines(keepends=True)
    file = tmp_path / "damaged.maharaja"
    file.write_bytes(b"".join(lines[:40]) + lines[40][:30])
    before = file.read_bytes()
    window.files.open_path(file)
    until(qtbot, lambda: window.findChild(Question) is not None)
    asked = window.findChild(Question)
    assert asked is not None
    assert asked.windowTitle().startswith("This game can be read up to Turn ")
    assert "Open it there?" in asked.windowTitle()
    words = [label.text() for label in asked.findChildren(QLabel) if label.isVisible()]
    assert "“damaged.maharaja” is damaged." in words and not any("line 41" in text for text in words)
    qtbot.mouseClick(asked.more, Qt.MouseButton.LeftButton)
    assert f"{file}: line 41" in asked.details.text() and asked.details.isVisible()
    for label in asked.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width()), "nothing is cut"
    asked.accept()
    who_plays(qtbot, window).accept()
    until(qtbot, lambda: window.table is not None)
    kept = window.record_file()
    assert kept is not None
    assert record.read(kept).lines[1:40] == record.read(begun).lines[1:40]
    assert file.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"\x89PNG", b"[0,1]\n"])
def test_what_is_no_game_is_said_in_a_sentence(
    qtbot: QtBot, window: Window, tmp_path: Path, data: bytes
) -> None:
    file = tmp_path / "some.maharaja"
    file.write_bytes(data)
    window.files.open_path(file)
    assert window.table is None
    strip = window.faults
    assert strip.text.text() == "Not opened: “some.maharaja” is not a saved game that can be opened here."
    qtbot.mouseClick(strip.more, Qt.MouseButton.LeftButton)
    assert str(file) in strip.text.text(), "for whoever wants to know more"
    qtbot.mouseClick(strip.let_be, Qt.MouseButton.LeftButton)
    assert not strip.isVisible()


def test_a_copy_log_scores_and_pictures_are_written(
    qtbot: QtBot, window: Window, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.replay(finished)
    until(qtbot, lambda: window.visits.replay is not None)
    page = window.visits.replay
    assert page is not None
    until(qtbot, lambda: "Turn 16" in page.log.text())
    choose(monkeypatch, tmp_path / "log.txt")
    window.files.export_log()
    assert "Turn 1 begins" in (tmp_path / "log.txt").read_text()
    choose(monkeypatch, tmp_path / "scores.csv")
    window.files.export_scores()
    rows = list(csv.reader((tmp_path / "scores.csv").read_text().splitlines()))
    assert rows[0] == ["turn", "nation", "seat", "points", "reason"]
    view = page.recording.stills[-1].view
    assert sum(int(row[3]) for row in rows[1:]) == sum(view.points)  # type: ignore[attr-defined]
    choose(monkeypatch, tmp_path / "board.png")
    window.files.export_picture()
    assert QImage(str(tmp_path / "board.png")).width() == 2080
    choose(monkeypatch, tmp_path / "board.svg")
    window.files.export_picture()
    assert QSvgRenderer(str(tmp_path / "board.svg")).isValid()


def test_a_copy_of_the_live_game_can_be_read(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table(qtbot, window)
    choose(monkeypatch, tmp_path / "copy.maharaja")
    window.files.save_copy()
    assert record.read(tmp_path / "copy.maharaja").damage is None


def test_a_copy_stays_as_it_was_saved_however_often_it_is_gone_on_with(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table(qtbot, window)
    copy = tmp_path / "copy.maharaja"
    choose(monkeypatch, copy)
    window.files.save_copy()
    saved = copy.read_bytes()
    played = set[Path]()
    for _ in range(2):
        window.leave()
        until(qtbot, lambda: window.client is None and window.pages.count() == 1)
        window.files.open_saved()
        until(qtbot, lambda: window.table is not None and window.table._done.isVisible())
        file = window.record_file()
        assert file is not None and file.parent == games_folder()
        assert len(file.read_bytes()) > len(saved), "who came back stands in it"
        played.add(file)
    assert copy.read_bytes() == saved
    assert len(played) == 2


def test_before_the_game_has_come_nothing_is_exported_and_no_file_is_asked_for(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def name(*words: object) -> tuple[str, str]:
        asked.append(str(words[1]))
        return str(tmp_path / str(words[2])), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", name)
    exports = window.files.export_picture, window.files.export_log, window.files.export_scores
    said: list[str] = []

    def at_once() -> None:
        """As soon as the table is in sight, and before its first position."""
        if window.table is not None and window.board_page() is window.table and not said:
            assert window.table._position is None
            for export in exports:
                window.say("")
                export()
                said.append(window._said.text())

    window.visits.changed.connect(at_once)
    at_table(qtbot, window)
    assert said == ["There is nothing to export yet: the game has not reached this window."] * 3
    assert asked == []

    until(qtbot, lambda: window.table is not None and window.table._position is not None)
    for export in exports:
        export()
    begun = f"Maharaja, Turn 1 of 16, {date.today()}"
    assert sorted(path.name for path in tmp_path.glob("*.*") if path.suffix != ".ini") == [
        f"{begun}, board.png", f"{begun}, log.txt", f"{begun}, scores.csv",
    ]  # fmt: skip


def test_a_record_that_is_gone_is_said(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone.maharaja"
    monkeypatch.setattr(window, "record_file", lambda: gone)
    choose(monkeypatch, tmp_path / "copy.maharaja")
    window.files.save_copy()
    assert "Not saved: “gone.maharaja”: there is no such file or folder." in window.faults.text.text()
    assert not (tmp_path / "copy.maharaja").exists()


def test_what_cannot_be_written_is_said_and_leaves_nothing(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, tmp_path / "no" / "report.txt")
    window.files.save_report()
    assert "no such file or folder" in window.faults.text.text()
    assert list(tmp_path.glob("no*")) == []


def test_a_report_has_no_secrets(qtbot: QtBot, window: Window) -> None:
    handler = logs.keep_log()
    assert handler is not None
    secret = "0123456789abcdef0123456789abcdef"
    logging.getLogger("net").warning("token %s from 192.168.1.20 in %s", secret, Path.home() / "x")
    handler.flush()
    text = report(window.preferences)
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert secret not in text and "192.168.1.20" not in text
    assert "token (key) from (address) in ~/x" in text
    assert "PySide6-Essentials 6" in text and "theme: system" in text


def test_a_report_tells_of_the_game_in_sight_and_of_every_part(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = logs.keep_log()
    assert handler is not None
    at_table(qtbot, window)
    assert window.table is not None
    until(qtbot, lambda: bool(window.table.log.text().strip()) and window.table.account()[0] != "empires: ")
    choose(monkeypatch, tmp_path / "report.txt")
    window.files.save_report()
    logging.getLogger().removeHandler(handler)
    handler.close()
    text = (tmp_path / "report.txt").read_text("utf-8")
    assert "empires: Turn 1 of 16" in text and window.table.log.text().splitlines()[-1] in text
    assert "(none)" not in text, "the program's log has a line at least"
    parts = tomllib.loads((Path(logs.__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    for part in parts["project"]["dependencies"]:
        assert part.replace("==", " ") in text


def test_a_name_gets_the_ending_of_its_kind_and_nothing_is_replaced_unasked(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_table(qtbot, window)
    page = window.table
    until(qtbot, lambda: page is not None and page.begun and page._position is not None)
    typed, proposed = ["mine", "mine", "map.jpg", "map", "as it is.SVG"], []
    kinds = ["", "", "PNG (*.png)", "SVG (*.svg)", "PNG (*.png)"]

    def name(*words: object) -> tuple[str, str]:
        proposed.append(str(words[2]))
        return str(tmp_path / typed.pop(0)), kinds.pop(0)

    monkeypatch.setattr(QFileDialog, "getSaveFileName", name)
    window.files.save_copy()
    assert proposed == [f"Maharaja, Turn 1 of 16, {date.today()}.maharaja"]
    assert record.read(tmp_path / "mine.maharaja").damage is None

    (tmp_path / "mine.maharaja").write_text("dear to somebody")
    window.files.save_copy()
    until(qtbot, lambda: window.findChild(Question) is not None)
    asked = window.findChild(Question)
    assert asked is not None and "“mine.maharaja” already. Replace it?" in asked.windowTitle()
    assert (tmp_path / "mine.maharaja").read_text() == "dear to somebody"
    asked.accept()
    assert record.read(tmp_path / "mine.maharaja").damage is None

    for kept in ("map.jpg.png", "map.svg", "as it is.SVG"):
        window.files.export_picture()
        assert (tmp_path / kept).stat().st_size, kept
    assert QSvgRenderer(str(tmp_path / "map.svg")).isValid()


def test_a_fault_of_the_system_is_told_without_its_number() -> None:
    assert in_words(FileNotFoundError(2, "No such file or directory", "/proc/nope")) == (
        "/proc/nope cannot be used: No such file or directory"
    )
    assert in_words(OSError("out of luck")) == in_words(UserError("out of luck")) == "out of luck"


@pytest.mark.parametrize("address", ["10.0.0.1", "fe80::1:2:3:4", "2001:db8:0:0:0:0:0:1"])
def test_addresses_are_hidden(address: str) -> None:
    assert address not in hide(f"from {address} came")


def test_the_log_is_a_few_small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "BYTES", 2_000)
    handler = logs.keep_log()
    assert handler is not None
    for n in range(300):
        logging.getLogger("x").warning("line %d of many", n)
    logging.getLogger().removeHandler(handler)
    handler.close()
    files = sorted(logs.log_file().parent.iterdir())
    assert len(files) == logs.FILES
    assert all(file.stat().st_size <= 2_000 for file in files)


def test_every_part_has_a_licence(qtbot: QtBot) -> None:
    about = About()
    qtbot.addWidget(about)
    assert about.words.toPlainText().startswith("maharaja")
    for part in PARTS:
        assert len(licence(part)) > len(part) + 8, part
    assert "SIL" in licence("fontpkg-eb-garamond").upper() or "OFL" in licence("fontpkg-eb-garamond")
