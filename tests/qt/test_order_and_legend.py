"""The order of play beside the map, and the legend."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.ctx import Ctx
from core.dice import SeededDice
from core.games.empires import game
from core.options import complete
from core.texts import load
from core.vault import Vault
from maharaja_qt.empires.legend import SIGNS, Legend
from maharaja_qt.empires.order import HEAD, ROW, OrderOfPlay
from maharaja_qt.theme import panels, theme
from tests.qt import hands
from tests.qt.positions import gupta_board

NATIONS = game.charts.names["nation"]


def test_every_nation_has_a_row_that_says_how_it_stands(qtbot: QtBot) -> None:
    order = OrderOfPlay(game.charts, load(game))
    qtbot.addWidget(order)
    board = gupta_board()
    board.state.points[NATIONS.index("Greeks")] = 8

    order.show_view(game.view(board.state, None))

    rows = {NATIONS[n]: order.row(n)[1:] for n in range(len(NATIONS))}
    assert rows["Guptas"] == ("", "22", "10", "0")
    assert rows["Greeks"] == ("✓", "3", "2", "8")
    assert rows["Muslims"] == ("Turn 8", "", "", "")
    assert rows["Mauryans"][0] == "fallen"
    assert "Greeks ✓ 3 2 8" in order.accessibleDescription()


def test_a_nation_that_takes_another_s_place_is_said_to_come(qtbot: QtBot) -> None:
    order = OrderOfPlay(game.charts, load(game))
    qtbot.addWidget(order)

    begun, _ = game.new(complete(game.meta.options, {}), 4, Ctx(0, SeededDice(b"1"), Vault()))
    order.show_view(game.view(begun, None))

    rows = {NATIONS[n]: order.row(n)[1] for n in range(len(NATIONS))}
    assert (rows["Guptas"], rows["Muslims"]) == ("Turn 6", "Turn 8")
    assert "fallen" not in rows.values()


def test_a_click_on_a_row_chooses_the_nation_and_its_own_row_is_marked(qtbot: QtBot) -> None:
    theme().choose("light", colour_safe=False)
    order = OrderOfPlay(game.charts, load(game))
    qtbot.addWidget(order)
    order.resize(order.sizeHint())
    order.show_view(game.view(gupta_board().state, None))
    order.show()
    guptas = NATIONS.index("Guptas")
    y = HEAD + guptas * ROW + ROW / 2

    with qtbot.waitSignal(order.chosen) as chosen:
        hands.click(order, QPointF(80, y))

    assert chosen.args == [guptas]
    image = order.grab().toImage()
    assert image.pixelColor(4, round(y)) == QColor(panels(theme().look).chosen)
    assert image.pixelColor(4, round(y - ROW)) == QColor(panels(theme().look).panel)


def test_the_legend_explains_every_sign(qtbot: QtBot) -> None:
    legend = Legend(load(game))
    qtbot.addWidget(legend)

    said = [legend.say(sign) for sign in SIGNS]

    assert len(set(said)) == len(SIGNS)
    assert not [text for text in said if text.startswith("legend-")]
    image = legend.grab().toImage()
    drawn = {image.pixelColor(x, y).name() for x in range(14, 56) for y in range(36, image.height() - 12)}
    assert len(drawn) > 40
