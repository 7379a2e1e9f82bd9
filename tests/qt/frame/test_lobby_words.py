"""What the lobby says of a seat: what it usually comes to, when it scores, when its nations come."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.games.empires.rules import Empires
from maharaja_qt.empires.usual import comes_in, usual_points, when_it_scores
from maharaja_qt.frame.invite import to_read_aloud
from maharaja_qt.frame.window import Window
from tests.qt import hands
from tests.qt.frame.conftest import game, until
from tests.qt.sitting import dress

assert isinstance(game, Empires)
CHARTS = game.charts


def words(page: QWidget) -> list[str]:
    return [each.text() for each in page.findChildren(QLabel) if each.isVisible()]


def test_a_seat_says_what_it_comes_to_and_when(qtbot: QtBot, window: Window) -> None:
    window.new_game("empires")
    until(qtbot, lambda: window.lobby is not None and window.lobby._cards)
    assert window.lobby is not None
    for players, setup in ((4, "four"), (3, "three")):
        window.lobby._ask("players", players)
        until(qtbot, lambda players=players: len(window.lobby._cards) == players)
        until(qtbot, lambda: all(card.about.text() for card in window.lobby._cards))
        for seat, card in enumerate(window.lobby._cards):
            cards = [
                sum(CHARTS.expected[turn][nation] for turn in range(1, 17))
                for nation in CHARTS.setups[setup].played[seat]
            ]
            until(
                qtbot, lambda card=card, cards=cards: card.about.text() == f"{sum(cards)} points in history"
            )
            until(qtbot, lambda card=card: sum(text.startswith("Scores ") for text in words(card)) == 1)
            said = words(card)
            for nation in CHARTS.setups[setup].played[seat]:
                assert CHARTS.names["nation"][nation] in said
                assert f"Turn {comes_in(CHARTS, setup, nation)[0]}" in said


def test_the_list_of_who_may_play_a_seat_has_all_its_rows_in_sight(qtbot: QtBot, window: Window) -> None:
    window.new_game("empires")
    until(qtbot, lambda: window.lobby is not None and window.lobby._cards)
    assert window.lobby is not None
    dress()
    until(qtbot, lambda: any(card.player.isVisible() for card in window.lobby._cards))
    box = next(card.player for card in window.lobby._cards if card.player.isVisible())
    box.setCurrentIndex(box.count() - 1)
    hands.click(box, QPointF(box.rect().center()))
    rows = box.view()
    until(qtbot, rows.isVisible)
    until(qtbot, lambda: rows.viewport().height() >= rows.visualRect(rows.model().index(0, 0)).height())
    shown = [rows.visualRect(rows.model().index(n, 0)) for n in range(box.count())]
    assert shown[0].top() >= 0 and shown[-1].bottom() < rows.viewport().height()
    box.hidePopup()


@pytest.mark.parametrize("setup", list(CHARTS.setups))
def test_late_and_early_are_what_the_cards_say(setup: str) -> None:
    made = CHARTS.setups[setup]
    half = (made.first_turn + CHARTS.last_turn) // 2
    for seat, nations in made.played.items():
        early = sum(usual_points(CHARTS, setup, nation, 1, half) for nation in nations)
        late = sum(usual_points(CHARTS, setup, nation, half + 1, 16) for nation in nations)
        when, nation = when_it_scores(CHARTS, setup, seat)
        assert when == ("early" if early >= 2 * late else "late" if late >= 2 * early else "steady")
        assert (nation in nations) == (when != "steady")


def test_nations_come_when_the_chart_brings_them() -> None:
    come = {name: comes_in(CHARTS, "four", n)[0] for n, name in enumerate(CHARTS.names["nation"])}
    assert come["Pandyas"] == come["Harappans"] == come["Mauryans"] == 1
    assert come["Guptas"] == 6, "in the place of the Mauryans"
    assert come["British"] == 12


def test_choices_before_a_game_are_in_words(qtbot: QtBot, window: Window) -> None:
    window.new_game("empires")
    until(qtbot, lambda: window.lobby is not None)
    assert window.lobby is not None
    said = " ".join(words(window.lobby))
    assert "Publisher's corrections" in said and "Empires fall slowly" in said
    for word in ("Errata", "Keep in play", "Setup"):
        assert word not in said


@pytest.mark.parametrize("page", [0, 1])
def test_in_a_small_window_two_columns_take_turns(qtbot: QtBot, window: Window, page: int) -> None:
    window.resize(1024, 700)
    window.visits.host("empires")
    until(qtbot, lambda: window.lobby is not None)
    lobby = window.lobby
    assert lobby is not None
    until(qtbot, lambda: lobby._pages.count() == 2)
    lobby._pages.setCurrentIndex(page)
    assert lobby.invite is not None
    assert lobby.invite.isVisible() == (page == 0) and lobby._game.isVisible() == (page == 1)
    room = QRect(0, 0, lobby.width(), 10_000)
    for card in lobby._cards:
        assert room.contains(QRect(card.mapTo(lobby, QPoint()), card.size())), "nothing is cut sideways"

    window.resize(1280, 800)
    until(qtbot, lambda: lobby._pages.count() == 0)
    assert lobby.invite.isVisible() and lobby._game.isVisible()
    window.leave()


def test_a_table_word_is_made_and_must_be_known(qtbot: QtBot, window: Window) -> None:
    window.visits.host("empires")
    until(qtbot, lambda: window.lobby is not None)
    client = window.client
    assert window.lobby is not None and window.lobby.invite is not None and client is not None
    invite = window.lobby.invite

    def guarded() -> bool:
        assert client.room is not None
        return client.room.password

    assert not invite._why.isVisible()
    qtbot.mouseClick(invite.make, Qt.MouseButton.LeftButton)
    until(qtbot, guarded)
    parts = invite.word.text().split("-")
    assert len(parts) == 4 and all(part.isalpha() for part in parts)
    assert "keeps strangers out" in invite._why.text() and invite._why.isVisible()
    invite.word.clear()
    qtbot.keyClick(invite.word, Qt.Key.Key_Return)
    until(qtbot, lambda: not guarded())
    QApplication.processEvents()
    assert not invite._why.isVisible()
    window.leave()


def test_addresses_that_only_one_cable_knows_are_read_out_only_if_there_are_no_others() -> None:
    cable = ("169.254.1.1", "fe80::1%eth0")
    assert to_read_aloud(("192.168.1.20", *cable, "fd00::2")) == ("192.168.1.20", "fd00::2")
    assert to_read_aloud(cable) == cable
