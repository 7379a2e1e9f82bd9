"""The start page: keys, pictures, games of before, and the one the program ended in the middle of."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.registry import game_ids
from maharaja_qt.cli.window import has_board
from maharaja_qt.folders import cache_folder, games_folder
from maharaja_qt.frame.visits import OPEN
from maharaja_qt.frame.window import Window
from maharaja_qt.tables import own_copy
from maharaja_qt.theme import theme
from net.keyring import Keyring
from net.messages import Welcome
from tests.qt.frame.conftest import until, who_plays


def words(page: object) -> str:
    """All that is written there."""
    return "\n".join(label.text() for label in page.findChildren(QLabel) if not label.isHidden())  # type: ignore[attr-defined]


def test_it_begins_at_the_first_button_and_says_what_is_not_there(qtbot: QtBot, window: Window) -> None:
    card = window.start.cards["empires"]
    assert window.focusWidget() is card.new
    assert "Your games will be kept here as you play them." in words(window.start.recent)


def test_only_games_with_a_board_are_offered_and_joined(window: Window) -> None:
    """The others are played in the terminal; no button leads to them."""
    boards = {game for game in game_ids() if has_board(game)}
    assert set(window.start.cards) == boards
    for game in game_ids():
        table = Welcome("t" * 32, "Friday", "Ann", game, "", "0", bytes(16), 1, False, False, False)
        assert (own_copy(table) is not None) == (game in boards), game


def test_n_begins_a_game(qtbot: QtBot, window: Window) -> None:
    qtbot.keyClick(window.start.cards["empires"].new, Qt.Key.Key_N)
    until(qtbot, lambda: window.lobby is not None)


def test_j_leads_to_the_address_where_no_table_is(qtbot: QtBot, window: Window) -> None:
    window.start.tables.show_tables((), "")
    qtbot.keyClick(window.start.cards["empires"].new, Qt.Key.Key_J)
    assert window.focusWidget() is window.start.tables.address


def test_letters_typed_into_a_field_are_letters(qtbot: QtBot, window: Window) -> None:
    window.start.name.setFocus()
    window.start.name.clear()
    qtbot.keyClicks(window.start.name, "Nora J")
    assert window.start.name.text() == "Nora J"
    assert window.lobby is None


def test_r_goes_on_with_the_newest_game(qtbot: QtBot, begun: Path, settings: QSettings) -> None:
    window = Window(settings, Keyring())
    qtbot.addWidget(window)
    window.show()
    until(qtbot, lambda: "to move" in words(window.start.recent))
    said = words(window.start.recent)
    assert "to move" in said and "of 16" in said and "Today" in said
    qtbot.keyClick(window.start.cards["empires"].new, Qt.Key.Key_R)
    who_plays(qtbot, window).accept()
    until(qtbot, lambda: window.table is not None)
    assert settings.value(OPEN) == str(begun)
    window.leave()
    assert not settings.contains(OPEN)
    window.close()


def test_after_a_crash_the_game_is_offered_first(qtbot: QtBot, begun: Path, settings: QSettings) -> None:
    settings.setValue(OPEN, str(begun))
    window = Window(settings, Keyring())
    qtbot.addWidget(window)
    window.show()
    until(qtbot, lambda: "ended in the middle of this game" in words(window.start.recent))
    window.close()
    assert not settings.contains(OPEN)


def test_a_game_that_is_open_elsewhere_has_not_crashed(
    qtbot: QtBot, begun: Path, settings: QSettings
) -> None:
    from core.record import RecordFile

    _, file = RecordFile.resume(begun)
    settings.setValue(OPEN, str(begun))
    window = Window(settings, Keyring())
    qtbot.addWidget(window)
    window.show()
    until(qtbot, lambda: window.start.recent.findChildren(QPushButton))
    assert "ended in the middle" not in words(window.start.recent)
    window.close()
    file.abandon()


def test_damaged_files_are_left_out_of_the_list(qtbot: QtBot, begun: Path, settings: QSettings) -> None:
    (games_folder() / "empty.maharaja").write_bytes(b"")
    (games_folder() / "noise.maharaja").write_bytes(bytes(range(256)))
    window = Window(settings, Keyring())
    qtbot.addWidget(window)
    window.show()
    until(qtbot, lambda: window.start.recent.findChildren(QPushButton))
    assert len(window.start.recent.findChildren(QPushButton)) == 1
    window.close()


def test_the_picture_comes_after_the_page_and_is_kept(qtbot: QtBot, window: Window) -> None:
    place = window.start.cards["empires"].picture
    until(qtbot, lambda: place.fits(place.size()))
    kept = list((cache_folder() / "covers").glob("*.png"))
    assert kept
    image = place.grab().toImage()
    inks = {image.pixelColor(x, y).name() for x in range(5, place.width(), 9) for y in range(5, 100, 9)}
    assert len(inks) > 20


def test_nothing_takes_the_keyboard_when_games_come(qtbot: QtBot, begun: Path, settings: QSettings) -> None:
    window = Window(settings, Keyring())
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    window.start.name.setFocus()
    until(qtbot, lambda: window.start.recent.findChildren(QPushButton))
    assert window.focusWidget() is window.start.name
    window.close()


def test_who_leaves_a_table_and_quits_at_once_leaves_no_player_behind(
    qtbot: QtBot, begun: Path, settings: QSettings
) -> None:
    window = Window(settings, Keyring())
    qtbot.addWidget(window)
    window.show()
    until(qtbot, lambda: "to move" in words(window.start.recent))
    qtbot.keyClick(window.start.cards["empires"].new, Qt.Key.Key_R)
    asked = who_plays(qtbot, window)
    for box in asked.boxes:
        box.setCurrentIndex(box.findData("ai:random"))
    asked.accept()
    until(qtbot, lambda: window.table is not None)
    assert window.hosted is not None
    hosted = window.hosted
    until(qtbot, lambda: hosted.server._minds)
    window.leave()
    window.close()
    assert hosted.server.closed.is_set() and not hosted.server.peers
    assert all(
        mind._worker is None  # type: ignore[attr-defined]
        for mind in hosted.server._minds.values()
    )


def test_on_a_small_screen_it_scrolls_and_no_word_is_cut(qtbot: QtBot, window: Window) -> None:
    """2560x1440 at three pixels to the one."""
    window.resize(853, 480)
    card = window.start.cards["empires"]
    labels = [label for label in card.findChildren(QLabel) if label.text() and not label.isHidden()]
    until(qtbot, lambda: all(label.height() >= label.heightForWidth(label.width()) for label in labels))
    assert (window.width(), window.height()) == (853, 480)
    boxes = [each.geometry() for each in (card.new, card.share, card.learn)]
    assert not any(a.intersects(b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])


@pytest.mark.parametrize("straight", [False, True])
def test_what_takes_long_before_a_table_opens_is_told(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch, straight: bool
) -> None:
    go_on = threading.Event()

    def prepare(game: object, options: object, names: object, tell: Callable[[int, int], None]) -> None:
        tell(3, 20)
        go_on.wait(20)

    monkeypatch.setattr("maharaja_qt.tables.prepare", prepare)
    if straight:
        window.play(lambda wish: wish, "empires")
    else:
        window.new_game("empires")

    def told() -> str:
        shown = (each.text() for each in window.findChildren(QLabel) if each.isVisible())
        return next((text for text in shown if "made ready" in text), "")

    until(qtbot, told)
    assert "once on this computer" in told() and "(3 of 20)" in told()
    go_on.set()
    until(qtbot, lambda: window.lobby is not None)
    assert not told()
    window.leave()


def test_a_finished_game_tells_its_turn_and_all_points(qtbot: QtBot, window: Window, finished: Path) -> None:
    games_folder().mkdir(parents=True, exist_ok=True)
    shutil.copy(finished, games_folder())
    window._look_for_games()
    until(qtbot, lambda: "Turn 16 of 16" in words(window.start.recent))
    note = next(line for line in words(window.start.recent).splitlines() if "Turn 16" in line)
    _, turn, *scores, who = note.split(" · ")
    assert turn == "Turn 16 of 16, AD 1800–1850" and who == "4 computer players"
    points = [int(part.rsplit(" ", 1)[1]) for part in scores]
    assert len(points) == 4 and points == sorted(points, reverse=True)


def test_the_start_page_promises_no_key_that_does_nothing_there(window: Window) -> None:
    said = words(window.statusBar())
    assert "N new game" in said and "F1" not in said


def test_a_picture_painted_over_by_another_theme_is_made_anew(qtbot: QtBot, window: Window) -> None:
    place = window.start.cards["empires"].picture
    until(qtbot, lambda: place.fits(place.size()))
    qtbot.keyClick(window.start.cards["empires"].new, Qt.Key.Key_N)
    until(qtbot, lambda: window.lobby is not None)
    try:
        theme().choose("dark", colour_safe=False)
        until(qtbot, lambda: not window._covers._timer.isActive())
        assert not place.fits(place.size())
        window.leave()
        until(qtbot, place.isVisible)
        until(qtbot, lambda: place.fits(place.size()))
        image = place.grab().toImage()
        inks = {image.pixelColor(x, y).name() for x in range(5, place.width(), 9) for y in range(5, 100, 9)}
        assert len(inks) > 20
    finally:
        theme().choose("light", colour_safe=False)
