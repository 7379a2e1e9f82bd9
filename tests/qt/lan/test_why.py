"""*Why?* at a table of others: guests and watchers ask what the host's program decided."""

from __future__ import annotations

from PySide6.QtCore import Qt

from maharaja_qt.client import Client
from tests.qt import hands
from tests.qt.lan.test_evening import asked


def begin(settle, ann, bob) -> None:
    """Ann hosts and plays, Bob looks on, Easy has the other seats and has played."""
    port = settle.host(ann)
    for seat in (1, 2, 3):
        ann.client.ask("seat", seat, text="ai:easy")
        settle.until(lambda seat=seat: ann.client.room.seats[seat].ai == "easy")
    ann.client.ask("pace", 0)
    settle.join(bob, port)
    settle.begin(ann)
    settle.until(lambda: bob.table is not None)
    ann.client.ask("hand-over", 0, text="easy")
    settle.until(lambda: "Why?" in bob.table.log._pages.toPlainText())
    ann.client.ask("hand-over", 0)
    settle.until(lambda: asked(ann))


def ask_why(window) -> None:
    """Of the last decision in the log."""
    pages = window.table.log._pages
    pages.setFocus()
    hands.key(pages, Qt.Key.Key_W)


def test_a_watcher_is_told_why_by_the_table_or_why_not(sit_down, settle, monkeypatch):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    begin(settle, ann, bob)
    for window in (bob, ann):
        ask_why(window)
        panel = window.table.advice.panel
        settle.until(panel.isVisible)
        assert "\nEasy for " in panel.text()
    bob.table.advice.close()

    look_back = Client.look_back
    monkeypatch.setattr(Client, "look_back", lambda client, _: look_back(client, 0))
    ask_why(bob)
    settle.until(lambda: "no decision of a computer player" in bob._said.text())
    assert not bob.table.advice.panel.isVisible()

    monkeypatch.setattr(type(bob.client.game.meta), "hidden", True)
    ask_why(bob)
    assert bob._said.text() == "This game has secrets: it can be asked once it is over."
