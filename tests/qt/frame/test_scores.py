"""Points with their reasons, and the dice without taking sides (RUL-04)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.games.empires import game
from core.games.empires.events import Rolled, Scored
from core.registry import find_game
from core.texts import load
from maharaja_qt.client import Event
from maharaja_qt.empires.dice import DicePanel
from maharaja_qt.empires.ledger import Ledger, luck
from maharaja_qt.empires.panels import seat_points
from maharaja_qt.empires.record_chart import RecordChart
from maharaja_qt.empires.score import Points, spread
from maharaja_qt.reading import Recording, read_recording
from net.messages import RoomRow, Rules, SeatRow

TEXTS = load(game)
CHARTS = game.charts


@pytest.fixture(scope="module")
def recording(finished: Path) -> Recording:
    return read_recording(find_game("empires"), finished)


@pytest.fixture(scope="module")
def ledger(recording: Recording) -> Ledger:
    made = Ledger(CHARTS)
    for still in recording.stills:
        made.add(still.events)
    return made


def roll(nation: int, dice: tuple[int, ...], need: int, n: int = 1) -> Event:
    hits = sum(d >= need for d in dice)
    return Event(n, 0, 0, "", Rolled(0, nation, False, dice, need, 0, 1, False, hits))


def test_the_points_of_all_turns_make_the_score(recording: Recording, ledger: Ledger) -> None:
    view = recording.stills[-1].view
    by_turn = ledger.by_turn(view, 4)  # type: ignore[arg-type]
    assert by_turn[max(by_turn)] == seat_points(CHARTS, view, 4)  # type: ignore[arg-type]
    totals = [sum(each) for each in by_turn.values()]
    assert totals == sorted(totals)


def test_what_was_taken_back_counts_no_more() -> None:
    ledger = Ledger(CHARTS)
    for n in (3, 7):
        ledger.add([Event(n, 0, 0, "", Scored(0, 1, "x", "hold", 2, (1,))), roll(0, (6, 1), 5, n)])
    ledger.undo(7)
    assert len(ledger.scored) == len(ledger.rolled) == 1


def test_every_point_has_a_reason(qtbot: QtBot, recording: Recording, ledger: Ledger) -> None:
    tree = Points(CHARTS, TEXTS, ledger)
    qtbot.addWidget(tree)
    view = recording.stills[-1].view
    tree.show_view(view)  # type: ignore[arg-type]
    assert tree.topLevelItemCount() == len([p for p in view.points if p])  # type: ignore[attr-defined]
    for number in range(tree.topLevelItemCount()):
        row = tree.topLevelItem(number)
        assert row is not None
        inner = [entry for n in range(row.childCount()) if (entry := row.child(n)) is not None]
        assert sum([int(entry.text(1)) for entry in inner]) == int(row.text(1))
        assert [entry.text(0) for entry in inner if ": for " not in entry.text(0)] == []


def test_before_anybody_has_points_that_is_said(qtbot: QtBot, recording: Recording) -> None:
    tree = Points(CHARTS, TEXTS, Ledger(CHARTS))
    qtbot.addWidget(tree)
    tree.show_view(recording.stills[0].view)  # type: ignore[arg-type]
    said = tree.topLevelItem(0)
    assert said is not None and said.text(0) == "No nation has points yet." and tree.topLevelItemCount() == 1


def test_RUL_04_dice_are_told_with_their_number_and_what_is_to_be_expected(qtbot: QtBot) -> None:
    ledger = Ledger(CHARTS)
    owner = CHARTS.setups[next(iter(CHARTS.setups))].owner
    nation = next(n for n, seat in enumerate(owner) if seat == 0)
    ledger.add([roll(nation, (6, 5, 1), 5), roll(nation, (2, 3), 7), roll(nation, (4,), 1)])
    all_ = luck(ledger, owner)
    assert (all_.dice, all_.hits, all_.faces) == (6, 3, (1, 1, 1, 1, 1, 1))
    assert all_.expected == pytest.approx(3 * 2 / 6 + 0 + 1)
    assert luck(ledger, owner, 0) == all_ and luck(ledger, owner, 1).dice == 0


def test_RUL_04_the_panel_says_it_for_every_seat_alike(
    qtbot: QtBot, recording: Recording, ledger: Ledger
) -> None:
    panel = DicePanel(CHARTS, TEXTS, ledger)
    qtbot.addWidget(panel)
    seats = (SeatRow(1, "Ann", ""), *(SeatRow(0, "", "basic") for _ in range(3)))
    room = RoomRow("over", "", Rules(), False, (), (), seats, (), None, 0, False)
    panel.show_view(recording.stills[-1].view, room)  # type: ignore[arg-type]
    assert panel.grid.rowCount() == 5

    def cell(row: int, column: int) -> str:
        item = panel.grid.item(row, column)
        assert item is not None
        return item.text()

    assert cell(0, 0) == "Ann (Green)", "the person, and the colour by which the log names the seat"
    assert sum(int(cell(row, 1)) for row in range(4)) == int(cell(4, 1)) > 100
    assert sum(int(cell(4, column)) for column in range(4, 10)) == int(cell(4, 1))
    assert "same dice" in panel.words.text()

    def whole(faces: bool) -> None:
        """Are all words of the columns there are in sight, without scrolling?"""
        grid, heads = panel.grid, panel.grid.horizontalHeader()
        shown = [n for n in range(10) if not grid.isColumnHidden(n)]
        assert (len(shown) == 10) == faces
        assert all(heads.sectionSize(n) >= grid.sizeHintForColumn(n) for n in shown)
        assert heads.length() <= grid.viewport().width()
        assert grid.viewport().height() >= 5 * grid.rowHeight(0)
        came = ", ".join(cell(4, column) for column in range(4, 10))
        assert (f"The faces 1 to 6 came {came} times." in panel.words.text()) != faces

    panel.show()
    for wide, faces in ((254, False), (420, True), (254, False)):
        panel.resize(wide, 400)
        QApplication.processEvents()
        whole(faces)


def test_the_chart_says_what_every_turn_brings(qtbot: QtBot) -> None:
    chart = RecordChart(CHARTS, TEXTS)
    qtbot.addWidget(chart)
    for setup in CHARTS.setups:
        for turn in range(1, CHARTS.last_turn + 1):
            for line in chart.lines(setup, turn):
                assert "chart-" not in line and "{" not in line, line
    assert any("from Afghanistan" in line for line in chart.lines(next(iter(CHARTS.setups)), 1))


def test_what_the_chart_has_from_nowhere_but_this_project_is_marked(qtbot: QtBot) -> None:
    chart = RecordChart(CHARTS, TEXTS)
    qtbot.addWidget(chart)
    first, second = list(chart.lines("four", 1)), list(chart.lines("four", 2))
    assert "Mauryans: 6 armies invade from Afghanistan" in first, "rulebook 3.0"
    assert "Mauryans: Major Invasion, they march and fight twice °" in first, "its turn is our own"
    assert "Mauryans: 4 armies invade from Afghanistan °" in second
    assert "All nations count their points" in list(chart.lines("four", 4)), "rulebook 15.2"


def test_labels_of_the_chart_lie_clear_of_each_other_and_inside() -> None:
    assert spread([10, 50], 11, 100) == [10, 50]
    assert spread([95, 99, 100, 100], 11, 100) == [67, 78, 89, 100]
    assert spread([20, 21, 60], 11, 100) == [20, 31, 60]
