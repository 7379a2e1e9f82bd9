"""The settings: each is in force, and kept, as soon as it is chosen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from maharaja_qt.frame.preferences import Preferences, Value
from maharaja_qt.frame.widgets import Segments, button, plain, rule, setting

_CONTEXT: Final = "Settings"
_ROWS: Final[tuple[tuple[str, str, str, tuple[tuple[Value, str], ...]], ...]] = (
    (
        "theme", QT_TRANSLATE_NOOP("Settings", "Colours"), "",
        (("system", QT_TRANSLATE_NOOP("Settings", "As the system")),
         ("light", QT_TRANSLATE_NOOP("Settings", "Light")), ("dark", QT_TRANSLATE_NOOP("Settings", "Dark"))),
    ),
    (
        "colour_safe", QT_TRANSLATE_NOOP("Settings", "Seat colours"),
        QT_TRANSLATE_NOOP("Settings", "The safe set can be told apart by colour-blind eyes, and in grey."),
        ((False, QT_TRANSLATE_NOOP("Settings", "Printed")), (True, QT_TRANSLATE_NOOP("Settings", "Safe"))),
    ),
    (
        "text", QT_TRANSLATE_NOOP("Settings", "Text size"), "",
        ((90, "90 %"), (100, "100 %"), (115, "115 %"), (130, "130 %"), (150, "150 %")),
    ),
    (
        "motion", QT_TRANSLATE_NOOP("Settings", "Motion"),
        QT_TRANSLATE_NOOP("Settings", "A click always finishes what moves."),
        (("full", QT_TRANSLATE_NOOP("Settings", "Full")),
         ("reduced", QT_TRANSLATE_NOOP("Settings", "Reduced")), ("off", QT_TRANSLATE_NOOP("Settings", "None"))),
    ),
    (
        "dice", QT_TRANSLATE_NOOP("Settings", "Dice"), "",
        (("slow", QT_TRANSLATE_NOOP("Settings", "Slow")), ("normal", QT_TRANSLATE_NOOP("Settings", "Normal")),
         ("at-once", QT_TRANSLATE_NOOP("Settings", "At once"))),
    ),
    (
        "pace", QT_TRANSLATE_NOOP("Settings", "Computer players"),
        QT_TRANSLATE_NOOP("Settings", "How long each of their moves is shown at tables you open."),
        ((1200, QT_TRANSLATE_NOOP("Settings", "Slow")), (450, QT_TRANSLATE_NOOP("Settings", "Normal")),
         (150, QT_TRANSLATE_NOOP("Settings", "Fast")), (0, QT_TRANSLATE_NOOP("Settings", "At once"))),
    ),
    (
        "sound", QT_TRANSLATE_NOOP("Settings", "Sound"),
        QT_TRANSLATE_NOOP("Settings", "A bell when a decision comes to you while you look elsewhere."),
        (("none", QT_TRANSLATE_NOOP("Settings", "None")), ("bell", QT_TRANSLATE_NOOP("Settings", "Bell"))),
    ),
    (
        "scroll", QT_TRANSLATE_NOOP("Settings", "Two fingers on the touchpad"),
        QT_TRANSLATE_NOOP("Settings", "A mouse wheel always zooms, and so does pinching."),
        (("pan", QT_TRANSLATE_NOOP("Settings", "Move the map")),
         ("zoom", QT_TRANSLATE_NOOP("Settings", "Zoom"))),
    ),
)  # fmt: skip


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


class SettingsDialog(QDialog):
    """One row a setting; there is nothing to confirm."""

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_tr("Settings"))
        self._preferences = preferences
        self.controls: dict[str, Segments] = {}
        inner = QWidget()
        rows = QVBoxLayout(inner)
        rows.setSpacing(12)
        for name, title, note, values in _ROWS:
            control = Segments([(value, _tr(text)) for value, text in values])
            control.name(_tr(title))
            control.show_value(preferences.get(name))
            control.chosen.connect(lambda value, name=name: preferences.choose(name, value))
            self.controls[name] = control
            rows.addLayout(setting(_tr(title), _tr(note) if note else "", control))
            rows.addWidget(rule())
        rows.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.addWidget(plain(_tr("Settings"), "title"))
        column.addWidget(scroll, 1)
        foot = QHBoxLayout()
        foot.addStretch()
        close = button(_tr("Close"), main=True)
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        column.addLayout(foot)
        self.resize(760, 620)
