"""The light in the menu bar tells how it stands, in words, a colour and a shape."""

from itertools import combinations

import pytest
from PySide6.QtGui import QImage

from maharaja_qt.frame.light import _Lamp
from tests.qt.lan.test_evening import plug_in, pull


def said(window) -> tuple[str, str]:
    light = window.light
    assert light.accessibleName() == f"Network: {light.words.text()}"
    assert window.menuBar().rect().contains(light.geometry())
    return light.state, light.words.text()


def test_the_light_follows_an_evening(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    assert said(ann) == ("none", "No table found on this network yet")
    port = settle.host(ann)
    settle.until(lambda: said(ann) == ("good", "Table open on this network"))
    settle.join(bob, port)
    settle.begin(ann, bob)
    name = ann.client.room.name
    settle.until(lambda: said(ann) == said(bob) == ("good", f"{name} · 4 seats · all connected"))
    pull(bob)
    settle.until(lambda: said(bob) == ("wait", f"{name} · connection lost, trying again"))
    settle.until(lambda: said(ann) == ("wait", f"{name} · not connected: Bob"))
    plug_in(bob, port)
    settle.until(lambda: said(ann)[0] == said(bob)[0] == "good")
    ann.client.ask("stop")
    settle.until(lambda: said(bob) == ("gone", f"{name} · no connection"))
    settle.press(bob, "Back to the start page")
    settle.until(lambda: said(bob)[0] in ("none", "good") and "·" not in said(bob)[1])


def test_a_table_at_home_has_nothing_to_do_with_the_network(sit_down, settle):
    ann = sit_down("Ann")
    ann.new_game("empires")
    settle.until(lambda: ann.lobby is not None)
    settle.until(lambda: said(ann) == ("none", "A game at home · on this computer alone"))


@pytest.mark.parametrize(("one", "other"), list(combinations(("good", "wait", "gone", "none"), 2)))
def test_the_shapes_differ_without_colour(qtbot, one, other):
    seen = []
    for state in (one, other):
        lamp = _Lamp()
        qtbot.addWidget(lamp)
        lamp.state = state
        seen.append(lamp.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8))
    dots = [(x, y) for x in range(14) for y in range(14)]
    differing = sum(abs(seen[0].pixelColor(*at).red() - seen[1].pixelColor(*at).red()) > 60 for at in dots)
    assert differing >= 8
