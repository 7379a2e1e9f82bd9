"""The log keeps its newest line in sight, unless somebody reads further up."""

from __future__ import annotations

import pytest

from maharaja_qt.frame.pages import Pages

LINES = [f"{n}: the Mauryans march with three armies from Punjab to Lahore and on." for n in range(60)]


@pytest.fixture
def pages(qtbot):
    made = Pages()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    for line in LINES:
        made.add(line)
    return made


def test_the_newest_line_stays_in_sight_when_the_log_gets_less_room(pages):
    bar = pages.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    for width, height in ((700, 120), (240, 120), (900, 400), (240, 300)):
        pages.resize(width, height)
        assert bar.value() == bar.maximum()
        pages.add("And another.")
        assert bar.value() == bar.maximum()


def test_who_reads_further_up_is_left_there(pages):
    bar = pages.verticalScrollBar()
    bar.setValue(0)
    pages.resize(240, 120)
    pages.add("And another.")
    assert bar.value() == 0
