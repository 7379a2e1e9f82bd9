"""What whoever sits here has chosen, kept between evenings. What is stored is never trusted."""

from __future__ import annotations

from typing import Final, TypeAlias, cast

from PySide6.QtCore import QObject, QSettings, Signal

from maharaja_qt.theme import Mode, theme

Value: TypeAlias = str | int | bool

CHOICES: Final[dict[str, tuple[Value, ...]]] = {
    "theme": ("system", "light", "dark"),
    "colour_safe": (False, True),
    "text": (100, 90, 115, 130, 150),
    "counters": (100, 80, 125, 150),
    "motion": ("full", "reduced", "off"),
    "dice": ("normal", "slow", "at-once"),
    "pace": (450, 1200, 150, 0),
    "sound": ("none", "bell"),
    "scroll": ("pan", "zoom"),
    "follow": (350, 800, 0, -1),
    "overview": (True, False),
}
"""The values each may have; the first is the usual one."""
REDUCED_MS: Final = 80


class Preferences(QObject):
    """`changed` names the one that is now another."""

    changed = Signal(str)

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._dress()

    def get(self, name: str) -> Value:
        """The value chosen, or the usual one where what is stored is none of them."""
        allowed = CHOICES[name]
        stored = str(self._settings.value(f"choice/{name}", allowed[0])).casefold()
        return next((value for value in allowed if str(value).casefold() == stored), allowed[0])

    def number(self, name: str) -> int:
        """A value that is a number."""
        return int(self.get(name))

    def choose(self, name: str, value: Value) -> None:
        """Chooses and keeps one."""
        if value != self.get(name):
            self._settings.setValue(f"choice/{name}", value)
            self._dress()
            self.changed.emit(name)

    @property
    def longest_motion(self) -> int | None:
        """The most ms anything may move for; None: as long as is usual."""
        return {"full": None, "reduced": REDUCED_MS, "off": 0}[str(self.get("motion"))]

    def _dress(self) -> None:
        theme().choose(
            cast("Mode", self.get("theme")),
            colour_safe=bool(self.get("colour_safe")),
            percent=self.number("text"),
        )
