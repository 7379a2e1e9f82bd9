"""The settings: each is in force, and kept, as soon as it is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from maharaja_qt.frame.preferences import Preferences, Value
from maharaja_qt.frame.widgets import Segments, button, plain, rule, setting

_Values: TypeAlias = Sequence[tuple[Value, str]]


class SettingsDialog(QDialog):
    """One row a setting; there is nothing to confirm."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self._preferences = preferences
        self.controls: dict[str, Segments] = {}
        inner = QWidget()
        self._rows = QVBoxLayout(inner)
        self._rows.setSpacing(12)
        self._looks()
        self._plays()
        self._rows.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.addWidget(plain(self.tr("Settings"), "title"))
        column.addWidget(scroll, 1)
        foot = QHBoxLayout()
        foot.addStretch()
        close = button(self.tr("Close"), main=True)
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        column.addLayout(foot)
        self.resize(780, 640)

    def _looks(self) -> None:
        tr = self.tr
        colours = ("system", tr("As the system")), ("light", tr("Light")), ("dark", tr("Dark"))
        self._row("theme", tr("Colours"), "", colours)
        seats = (False, tr("As printed")), (True, tr("Far apart"))
        note = tr("Far apart: for eyes that mix up colours, and in grey.")
        self._row("colour_safe", tr("Seat colours"), note, seats)
        sizes = [(size, tr("{size} %").format(size=size)) for size in (90, 100, 115, 130, 150)]
        self._row("text", tr("Text size"), "", sizes)
        counters = [(size, tr("{size} %").format(size=size)) for size in (80, 100, 125, 150)]
        self._row("counters", tr("Counters on the map"), tr("Their size, whatever the zoom."), counters)
        motion = ("full", tr("Full")), ("reduced", tr("Reduced")), ("off", tr("None"))
        self._row("motion", tr("Motion"), tr("A click always finishes what moves."), motion)

    def _plays(self) -> None:
        tr = self.tr
        dice = ("slow", tr("Slow")), ("normal", tr("Normal")), ("at-once", tr("At once"))
        self._row("dice", tr("Dice"), "", dice)
        pace = (1200, tr("Slow")), (450, tr("Normal")), (150, tr("Fast")), (0, tr("At once"))
        note = tr("How long each of their moves is shown at tables you open.")
        self._row("pace", tr("Computer players"), note, pace)
        follow = (800, tr("Slow")), (350, tr("Normal")), (0, tr("At once")), (-1, tr("Never"))
        note = tr("The map goes to what others do out of sight, unless you are busy with it.")
        self._row("follow", tr("Follow the others"), note, follow)
        sound = ("none", tr("None")), ("bell", tr("Bell"))
        note = tr("A bell when a decision comes to you while you look elsewhere.")
        self._row("sound", tr("Sound"), note, sound)
        scroll = ("pan", tr("Move the map")), ("zoom", tr("Zoom"))
        note = tr("A mouse wheel always zooms, and so does pinching.")
        self._row("scroll", tr("Two fingers on the touchpad"), note, scroll)

    def _row(self, name: str, title: str, note: str, values: _Values) -> None:
        control = Segments(values)
        control.name(title)
        control.show_value(self._preferences.get(name))
        control.chosen.connect(lambda value: self._preferences.choose(name, value))
        control.setMinimumWidth(340)
        self.controls[name] = control
        self._rows.addLayout(setting(title, note, control))
        self._rows.addWidget(rule())
