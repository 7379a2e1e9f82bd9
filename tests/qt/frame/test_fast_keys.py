"""Keys typed faster than the table answers: none is lost, and they count in the order they were typed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.games.empires.actions import March
from maharaja_qt.client import Position
from maharaja_qt.frame.window import Window
from tests.qt import hands
from tests.qt.frame.conftest import at_table, until

CTRL = Qt.KeyboardModifier.ControlModifier


def test_undo_and_redo_typed_fast_wait_their_turn(qtbot: QtBot, window: Window) -> None:
    window.preferences.choose("pace", 0)
    at_table(qtbot, window)
    window.activateWindow()
    until(qtbot, window.isActiveWindow)
    table = window.table
    assert table is not None

    def asked() -> Position | None:
        shown = table._position
        ready = shown is not None and shown.asked and table._may_decide(shown) and not table.deeds.busy
        return shown if ready else None

    def march() -> March | None:
        shown = asked()
        if shown is None:
            return None
        answers = [offer.nth(0) for offer in shown.legal.offers]
        found = next((each for each in answers if isinstance(each, March)), None)
        if found is None:
            table.act(shown.legal.first())
        return found

    until(qtbot, lambda: march() is not None)
    views = []
    for _ in range(2):
        until(qtbot, lambda: asked() is not None)
        before = asked()
        first = march()
        assert before is not None and first is not None
        views.append(before.view)
        table.act(first)
        until(qtbot, lambda then=before: (now := asked()) is not None and now.n > then.n)
    both = asked()
    assert both is not None
    views.append(both.view)

    def type_(keys: str) -> None:
        for each in keys:
            hands.key(table.presenter.board, Qt.Key(ord(each)), CTRL)

    for keys, marches in (("ZZ", 0), ("YY", 2), ("ZYZZY", 1), ("YZY", 2)):
        since = table._position
        assert since is not None
        type_(keys)
        steps = len(keys)
        until(qtbot, lambda: (now := asked()) is not None and now.n >= since.n + steps)  # noqa: B023
        now = asked()
        assert now is not None and now.view == views[marches], keys
