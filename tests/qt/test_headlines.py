"""What somebody who waited is told first."""

from __future__ import annotations

from msgspec import structs
from pytestqt.qtbot import QtBot

from core.games.empires.events import BattleEnded, FactoryFell, Grew, Lost, Marched, Submitted
from maharaja_qt.client import Event
from maharaja_qt.empires.headlines import MOST, headlines
from tests.qt.kinds import KINDS
from tests.qt.sitting import Sitting, dress

OURS, OTHERS, THIRD = 3, 5, 6
OWN = BattleEnded(7, OTHERS, OURS, 2, 0)
AFAR = [BattleEnded(place, OTHERS, THIRD, 1, 0) for place in range(5)]


def test_our_own_battles_come_first_and_all_in_their_order():
    assert headlines([OWN, *AFAR], {OURS}) == [OWN, *AFAR[-2:]]
    assert headlines([*AFAR, OWN], {OURS}) == [*AFAR[-2:], OWN]
    submitted = Submitted(OURS, OTHERS, 0)
    assert headlines([OWN, OWN, submitted, OWN, *AFAR], {OURS}) == [OWN, submitted, OWN]
    assert headlines([OWN], {OURS}) == [OWN] and headlines([], {OURS}) == []
    assert headlines(AFAR, {OURS}) == AFAR[-MOST:] and headlines(AFAR[:2], {OURS}) == AFAR[:2]


def test_what_our_nations_did_themselves_is_no_news():
    won, theirs = BattleEnded(7, OURS, OTHERS, 3, 0), Submitted(OTHERS, OURS, 0)
    assert headlines([won, theirs, FactoryFell(OTHERS, OURS, 7)], {OURS}) == []
    assert headlines([won, *AFAR], {OURS}) == AFAR[-MOST:]


def test_marches_growth_and_the_dice_of_a_battle_are_no_headlines():
    starved = Lost(OTHERS, 4, 1, "overpopulation")
    events = [Marched(OTHERS, 1, (2,), 3, 1), Grew(OTHERS, 2, 1, 0), Lost(OURS, 7, 1, "dice"), starved]
    assert headlines(events, {OURS}) == [starved]


def test_who_has_waited_reads_what_became_of_their_nations(qtbot: QtBot) -> None:
    dress()
    board = KINDS["move"]()
    seat = board.ask.seat
    sitting = Sitting(board, [seat])
    qtbot.addWidget(sitting.page)
    client, news = sitting.client, sitting.page.notices.news
    nation = board.state.nation
    away = structs.replace(client.positions[seat], asked=())
    client.positions[seat] = away
    client.position_changed.emit(away)
    lost = BattleEnded(sitting.place("Delhi"), (nation + 1) % 17, nation, 2, 0)
    told = [lost, *AFAR[:2], *[Lost(OTHERS, 4, 1, "dice")] * 9]
    client.happened.emit(seat, [Event(9, 0, (seat + 1) % 4, "Ines", each) for each in told])
    assert not news.isVisible()

    client._news([])  # and it is asked again

    said = news.text.text()
    assert news.isVisible() and said.startswith("While you waited: The battle in Delhi is over: ")
    assert said.count("The battle in ") == MOST and said.endswith("more in the log.")
