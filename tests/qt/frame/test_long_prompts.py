"""Nothing that has to be read is cut, however long it is, small the window and large the type."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.games.empires import game
from maharaja_qt.frame.status_line import StatusLine
from maharaja_qt.frame.widgets import LEAST_SHARE, Line
from maharaja_qt.theme import role_font, theme
from tests.qt.frame.conftest import until
from tests.qt.kinds import KINDS
from tests.qt.sitting import Sitting, dress, with_type

TEXTS = tomllib.loads((game.resources / "texts.toml").read_text())
SMALL = 1024, 642
"""The smallest window without its menu and status line."""


@pytest.fixture(autouse=True)
def usual_type() -> Iterator[None]:
    yield
    theme().choose("light", colour_safe=False, percent=100)


def longest(sentence: str) -> str:
    """A sentence of the texts with the longest names there are."""

    def name(found: re.Match[str]) -> str:
        kind = found[1].partition("|")[0]
        if kind == "count":
            return f"12 {found[1].split('|')[2]}"
        if kind == "escort":
            return "Arms of the Portuguese"
        return max(game.names.get(kind, ("Turn 16",)), key=len)

    return re.sub(r"\{\w+:([^{}]*)\}", name, sentence)


@pytest.mark.parametrize("percent", [100, 150])
def test_every_prompt_is_whole_beside_all_buttons_of_the_smallest_window(
    qtbot: QtBot, tmp_path: Path, percent: int
) -> None:
    sitting = Sitting(KINDS["move"](), size=SMALL, preferences=with_type(percent, tmp_path))
    page = sitting.page
    qtbot.addWidget(page)
    until(qtbot, lambda: not page._fresh)
    heading = sitting.presenter.heading()
    page._sheet.setText(longest(TEXTS["battle"]["title"].replace("{sea:either|in|of}", "in")))
    high = page.header.height()
    for widget in (page._sheet, page._hint, page._undo, page._done):
        widget.setVisible(True)
    least = LEAST_SHARE * role_font("prompt").pointSizeF() * 100 / percent

    for sentence in TEXTS["prompt"].values():
        page.show_heading(structs.replace(heading, prompt=longest(sentence)))
        QApplication.processEvents()
        font, whole = page._prompt.fitting()
        assert whole and font.pointSizeF() >= least, page._prompt.text()
        assert page._prompt.toolTip() == page._prompt.text()
        now = next(name for name, state in heading.phases if state == "now")
        assert heading.date in page._note.text() and page._note.fitting()[1]
        assert page._phases.isVisible() or page._note.text() == f"{heading.date} · {now}"
        assert abs(page.header.height() - high) <= 2, "the map stays where it is"
        done = page._done.mapTo(page, page._done.rect().bottomRight())
        assert page.rect().contains(done) and page._sheet.height() <= page._bar.height()

    page.map_alone()
    QApplication.processEvents()
    assert page._prompt.fitting()[1], "in one line of header too"


@pytest.mark.parametrize(("percent", "wide"), [(100, 800), (150, 700)])
def test_every_refusal_is_whole_in_the_status_line(
    qtbot: QtBot, tmp_path: Path, percent: int, wide: int
) -> None:
    with_type(percent, tmp_path)
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(wide, line.sizeHint().height())
    line.show()
    label = line.findChild(Line)
    assert isinstance(label, Line)
    for sentence in TEXTS["refusal"].values():
        line.setText(f"{longest(sentence)} [5.12]")
        QApplication.processEvents()
        assert label.fitting()[1], label.text()


def test_words_without_any_room_are_their_own_tip(qtbot: QtBot) -> None:
    dress()
    line = Line("prompt")
    qtbot.addWidget(line)
    line.setText("Marathas: may the British build a factory in Maharashtra?")
    line.resize(60, 20)
    line.show()
    line.grab()
    assert line.toolTip() == line.text()


def test_the_counter_in_the_header_changes_with_the_palette(qtbot: QtBot) -> None:
    dress()
    sitting = Sitting(KINDS["move"]())
    qtbot.addWidget(sitting.page)
    seen = []
    for safe in (False, True):
        theme().choose("light", colour_safe=safe)
        seen.append(sitting.page._badge.pixmap().toImage())
    assert seen[0] != seen[1]
    fresh = sitting.presenter.heading().badge
    assert fresh is not None and seen[1] == fresh.toImage()
