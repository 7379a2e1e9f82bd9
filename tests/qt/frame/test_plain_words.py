"""No page speaks a programmer's language to those who play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.frame.settings import SettingsDialog
from maharaja_qt.frame.window import Window
from tests.qt.frame.conftest import at_table, until

JARGON = re.compile(
    r"errata|keep in play|keep_in_play|by steps|reconstructed|fe80|169\.254|sit here too|protocol|proof|"
    r"sparring|set-up four|\bN/A\b|\{\w+|\w+_\w+|\bpolicy\b|line \d+",
    re.IGNORECASE,
)


def said(page: QWidget) -> list[str]:
    """All that can be read there: words, hints under the pointer, what a screen reader says, menus, lists."""
    found = []
    for widget in [page, *page.findChildren(QWidget)]:
        if not widget.isVisibleTo(page):
            continue
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text())
        elif isinstance(widget, QLineEdit):
            found.append(widget.placeholderText())
        elif isinstance(widget, QComboBox):
            found += [widget.itemText(n) for n in range(widget.count())]
        elif isinstance(widget, QMenu):
            found += [action.text() for action in widget.actions()]
    return [text for text in found if text]


def plain(page: QWidget) -> None:
    words = said(page)
    assert words
    assert [text for text in words if JARGON.search(text)] == []


def test_words_a_child_understands(
    qtbot: QtBot, window: Window, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = ("192.168.1.20", "169.254.7.7", "fe80::1%eth0")
    monkeypatch.setattr("maharaja_qt.frame.visits.own_addresses", lambda: addresses)
    plain(window.start)
    plain(window.menuBar())
    for menu in window.menuBar().findChildren(QMenu):
        assert not [a.text() for a in menu.actions() if JARGON.search(a.text())]

    window.visits.host("empires")
    until(qtbot, lambda: window.lobby is not None and window.lobby._cards)
    assert window.lobby is not None
    plain(window.lobby)
    window.leave()

    dialog = SettingsDialog(window.preferences, window)
    dialog.show()
    plain(dialog)
    dialog.close()

    at_table(qtbot, window)
    assert window.table is not None
    plain(window.table)

    window.replay(begun)
    until(qtbot, lambda: window.visits.replay is not None)
    assert window.visits.replay is not None
    plain(window.visits.replay)
