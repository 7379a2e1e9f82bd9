"""Looking at a record: both ways, and never at the cost of the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QSettings, Qt
from pytestqt.qtbot import QtBot

from core import lines, record
from core.lines import Line, Seat
from core.registry import find_game
from core.replay import replay
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.track_strip import TrackStrip
from maharaja_qt.frame.replay_page import ReplayPage
from maharaja_qt.frame.window import Window
from maharaja_qt.reading import read_recording
from net.messages import RoomRow
from tests.qt import hands
from tests.qt.frame.conftest import at_table, until, who_plays

game = find_game("empires")


def opened(qtbot: QtBot, window: Window, file: Path) -> ReplayPage:
    window.replay(file)
    until(qtbot, lambda: window.visits.replay is not None)
    page = window.visits.replay
    assert page is not None
    return page


def picture(page: ReplayPage) -> bytes:
    board = page.presenter.board
    board.motion.finish()  # type: ignore[attr-defined]
    image = board.whole_picture().toImage()  # type: ignore[attr-defined]
    return bytes(image.constBits())


def test_a_recording_has_the_positions_of_the_record(finished: Path) -> None:
    recording = read_recording(game, finished)
    whole = record.read(finished)
    assert recording.over
    for still in recording.stills[:: max(1, len(recording.stills) // 5)]:
        played = replay(game, whole, upto=still.n)
        assert still.view == game.view(played.position.state, None)


def test_RUL_14_every_position_is_the_same_from_both_sides(
    qtbot: QtBot, window: Window, finished: Path
) -> None:
    page = opened(qtbot, window, finished)
    page.presenter.board.motion.off = True  # type: ignore[attr-defined]
    last = page.slider.maximum()
    assert page.slider.value() == last
    assert not page.go_on.isEnabled()  # the game is over there
    assert page.presenter.heading().prompt.startswith("Won by ")
    middle = last // 2
    page.slider.setValue(middle - 1)
    page.slider.setValue(middle)
    from_before = picture(page)
    page.slider.setValue(middle + 1)
    page.slider.setValue(middle)
    assert picture(page) == from_before
    assert page.go_on.isEnabled()
    assert not page.presenter.heading().prompt.startswith("Won by ")


def test_a_step_on_is_in_the_log_with_the_board_and_no_row_is_written_again(
    qtbot: QtBot, window: Window, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(qtbot, window, finished)
    page.presenter.board.motion.off = True  # type: ignore[attr-defined]
    stills, pages = page.recording.stills, page.log._pages
    at = next(n for n in range(len(stills) // 3, len(stills) - 1) if len(stills[n + 1].events) > 1)
    page.slider.setValue(at)
    until(qtbot, lambda: not page._log_soon.isActive() and not page.log._more.isActive())
    before = pages.toPlainText()
    cleared: list[bool] = []
    monkeypatch.setattr(pages, "clear", lambda: cleared.append(True))

    page.slider.setValue(at + 1)

    assert not cleared and pages.toPlainText().startswith(before) and pages.toPlainText() != before


def test_a_click_on_a_turn_leads_to_where_it_begins(qtbot: QtBot, window: Window, finished: Path) -> None:
    page = opened(qtbot, window, finished)
    page.presenter.board.motion.off = True  # type: ignore[attr-defined]
    foot = page.presenter.foot
    assert isinstance(foot, TrackStrip)
    window.resize(1200, 720)
    until(qtbot, foot.isVisible)
    for turn in (5, 12, 1):
        hands.click(foot, foot.box(turn).center())
        assert page.presenter.heading().title == f"Turn {turn} of 16"
        assert page.at == 0 or page.presenter.time(page.recording.stills[page.at - 1].view) == turn - 1


def test_RUL_14_looking_back_leaves_the_table_as_it_is(qtbot: QtBot, window: Window) -> None:
    at_table(qtbot, window)
    table = window.table
    assert table is not None
    until(qtbot, lambda: table._position is not None)
    assert table._position is not None
    live, file = table._position, window.record_file()
    assert file is not None
    before = file.read_bytes()
    page = opened(qtbot, window, file)
    until(qtbot, lambda: window.light.words.text().endswith("on this computer alone"))
    assert page.presenter is not table.presenter
    page.slider.setValue(0)
    page.presenter.wanted.emit(live.legal.first())  # nobody listens
    window.done()  # the menu's Done is the table's, which is not shown
    page.left.emit()
    assert window.pages.currentWidget() is table
    assert window.visits.replay is None
    assert file.read_bytes() == before
    assert table._position is live


def test_the_light_speaks_of_no_search_while_a_replay_is_shown(
    qtbot: QtBot, window: Window, begun: Path
) -> None:
    page = opened(qtbot, window, begun)
    until(qtbot, lambda: window.light.words.text() == "Replay of a saved game · at no table")
    assert window.light.state == "none"
    page.left.emit()
    until(qtbot, lambda: "network" in window.light.words.text())


def test_it_plays_by_itself_and_stops_at_the_end(qtbot: QtBot, window: Window, begun: Path) -> None:
    page = opened(qtbot, window, begun)
    page._timer.setInterval(1)
    page.slider.setValue(page.slider.maximum() - 3)
    page.play.click()
    until(qtbot, lambda: page.slider.value() == page.slider.maximum())
    until(qtbot, lambda: page.play.text() == "Play")


def test_a_new_game_goes_on_from_there(
    qtbot: QtBot, window: Window, finished: Path, settings: QSettings
) -> None:
    page = opened(qtbot, window, finished)
    page.slider.setValue(30)
    n = page.recording.stills[30].n
    before = finished.read_bytes()
    page.go_on.click()
    who_plays(qtbot, window).accept()
    until(qtbot, lambda: window.table is not None and window.table._position is not None)
    file = window.record_file()
    assert file is not None and file != finished
    whole, anew = record.read(finished), record.read(file)
    assert anew.header.table != whole.header.table
    assert anew.lines[1 : n + 1] == whole.lines[1 : n + 1]
    assert finished.read_bytes() == before


def gone_on_from(
    qtbot: QtBot, window: Window, begun: Path, file: Path, players: Sequence[Seat]
) -> tuple[RoomRow, list[int]]:
    """Ann goes on anew from a game in which these sat; the new room, and her seats there."""
    header, *rest = record.read(begun).lines
    sat = [Line(n, "seat", 0, seat) for n, seat in enumerate(players, 1)]
    whole = [header, *sat, *(structs.replace(line, n=line.n + len(sat)) for line in rest)]
    file.write_bytes(b"".join(lines.to_bytes(line) for line in whole))
    window.start.name.setText("Ann")
    page = opened(qtbot, window, file)

    page.go_on.click()

    until(qtbot, lambda: window.table is not None and window.client is not None and window.client.room)
    assert window.client is not None and window.client.room is not None
    return window.client.room, window.client.seats()


def test_who_goes_on_from_a_game_of_ones_own_keeps_the_name(
    qtbot: QtBot, window: Window, begun: Path, tmp_path: Path
) -> None:
    ann = Seat(0, "Ann", "seated", "")
    room, mine = gone_on_from(qtbot, window, begun, tmp_path / "empires-ann.maharaja", [ann])
    assert room.seats[0].name == "Ann" and 0 in mine


def test_who_goes_on_anew_plays_even_where_a_computer_player_stood_in(
    qtbot: QtBot, window: Window, begun: Path, tmp_path: Path
) -> None:
    handed = [Seat(0, "Ann", "seated", "ab" * 32), Seat(0, "ai:hard for Ann", "handed-over", "ab" * 32)]
    room, mine = gone_on_from(qtbot, window, begun, tmp_path / "empires-ann.maharaja", handed)
    assert [seat.ai for seat in room.seats] == ["", "random", "random", "random"]
    assert mine == [0]


def test_it_opens_with_the_whole_sheet_and_a_jump_keeps_it(
    qtbot: QtBot, window: Window, finished: Path
) -> None:
    window.resize(1280, 800)
    page = opened(qtbot, window, finished)
    board, foot = page.presenter.board, page.presenter.foot
    assert isinstance(board, EmpiresBoard) and isinstance(foot, TrackStrip)
    board.motion.off = True
    until(qtbot, foot.isVisible)
    for turn in (5, 12, 1, 16):
        hands.click(foot, foot.box(turn).center())
        until(qtbot, lambda: not foot._soon.isActive() and not foot._turn.isActive())
        assert board.camera.fitted
    wide, high = board.camera.width * board.camera.scale, board.camera.height * board.camera.scale
    assert wide < board.width() + 1 and high < board.height() + 1
    hands.key(board, Qt.Key.Key_Plus)
    assert not board.camera.fitted
    scale = board.camera.scale
    hands.click(foot, foot.box(7).center())
    until(qtbot, lambda: not foot._soon.isActive() and not foot._turn.isActive())
    assert board.camera.scale == pytest.approx(scale, rel=0.02)
