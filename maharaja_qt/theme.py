"""How the program looks: colours, light and dark, the two type families, and the style of widgets.

The theme follows the system unless one is chosen. Whoever paints asks `theme().look` and repaints at
`theme().changed`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import util
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

Mode: TypeAlias = Literal["system", "light", "dark"]

SERIF: Final = "EB Garamond"
SANS: Final = "Source Sans 3"
_FONT_PACKAGES: Final = ("fontpkg_eb_garamond", "fontpkg_source_sans_3")

_KEPT_FONT: Final = "_q_styleSheetWidgetFont"
"""Where Qt's style sheets keep a font that a widget once had, and give it back whenever it is polished anew
or gets another parent."""


class Panels(msgspec.Struct, frozen=True):
    """Colours by role, as `#RRGGBB`."""

    window: str
    table: str
    panel: str
    panel2: str
    line: str
    text: str
    text2: str
    button: str
    button_text: str
    focus: str
    warning: str
    done: str
    chosen: str
    gilt: str
    bar: str


class _File(msgspec.Struct, frozen=True):
    light: Panels
    dark: Panels


class Look(msgspec.Struct, frozen=True):
    """What a theme comes to: dark or light, and whether seats are told apart by colour-blind eyes."""

    dark: bool = False
    colour_safe: bool = False


class Theme(QObject):
    """The theme of the whole program; made once by `theme()`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._mode: Mode = "system"
        self._colour_safe = False
        self._percent = 100
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)

    @property
    def mode(self) -> Mode:
        """Chosen by whoever sits here."""
        return self._mode

    @property
    def look(self) -> Look:
        """What there is to paint now."""
        dark = self._mode == "dark"
        if self._mode == "system":
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return Look(dark, self._colour_safe)

    @property
    def percent(self) -> int:
        """The size of type in panels; 100 is usual."""
        return self._percent

    def choose(
        self, mode: Mode | None = None, *, colour_safe: bool | None = None, percent: int | None = None
    ) -> None:
        """Another theme, another set of seat colours, another size of type."""
        before = self.look, self._percent
        self._mode = self._mode if mode is None else mode
        self._colour_safe = self._colour_safe if colour_safe is None else colour_safe
        self._percent = self._percent if percent is None else percent
        if (self.look, self._percent) != before:
            self._spread()

    def apply(self) -> None:
        """Gives the application fonts, palette and style, and every widget with a role its type."""
        load_fonts()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setFont(sans(step(14)))
        app.setPalette(palette(self.look))
        app.setStyleSheet(stylesheet(self.look))
        for widget in app.allWidgets():
            role = widget.property("role")
            if isinstance(role, str):
                widget.setFont(role_font(role))
                widget.setProperty(_KEPT_FONT, None)

    def _system_changed(self) -> None:
        if self._mode == "system":
            self._spread()

    def _spread(self) -> None:
        self.apply()
        self.changed.emit()


@cache
def theme() -> Theme:
    """The one theme."""
    return Theme()


@cache
def colour(name: str, percent: int = 100) -> QColor:
    """A colour from `#RRGGBB`, at some opacity. Never changed by whoever gets it."""
    made = QColor(name)
    made.setAlphaF(percent / 100)
    return made


def mixed(ink: str, ground: str, percent: int) -> str:
    """A colour laid over another at so many percent."""
    a, b = QColor(ink), QColor(ground)

    def part(over: int, under: int) -> int:
        return (over * percent + under * (100 - percent)) // 100

    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())).name()


@cache
def _file() -> _File:
    text = (files("resources") / "common" / "theme.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _File)


def panels(look: Look) -> Panels:
    """The colours of panels."""
    return _file().dark if look.dark else _file().light


# ------------------------------------------------------------------------------------------- type


def step(px: float) -> float:
    """A size of panels, in pixels at the usual size of type, as it is at the one chosen."""
    return px * theme().percent / 100


def role_font(role: str) -> QFont:
    """The step of type a role has: display, title, prompt, heading, small, note, section, figure ..."""
    face, px, weight, italic, spacing = _ROLES.get(role, (sans, 14, 400, False, 0.0))
    return face(step(px), weight, italic=italic, spacing=step(spacing))


@cache
def load_fonts() -> None:
    """Makes both families known to Qt, from the packages that bring them."""
    for package in _FONT_PACKAGES:
        spec = util.find_spec(package)
        if spec is None or spec.origin is None:
            continue  # the system's own serif and sans stand in
        for font in sorted((Path(spec.origin).parent / "files").glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(font))


def serif(px: float, weight: int = 600, *, italic: bool = False, spacing: float = 0.0) -> QFont:
    """EB Garamond at a size in pixels; `spacing` between letters too."""
    return _font(SERIF, px, weight, italic, spacing)


def sans(px: float, weight: int = 400, *, italic: bool = False, spacing: float = 0.0) -> QFont:
    """Source Sans 3, likewise."""
    return _font(SANS, px, weight, italic, spacing)


@cache
def _font(family: str, px: float, weight: int, italic: bool, spacing: float) -> QFont:
    load_fonts()
    font = QFont(family)
    # The size of a QFont in pixels is whole; in points it need not be, and 72 points are 96 pixels.
    font.setPointSizeF(max(px, 1) * 72 / QGuiApplication.primaryScreen().logicalDotsPerInchY())
    font.setWeight(QFont.Weight(weight))
    # Both files hold every weight; asking for one by name alone gives the lightest.
    font.setVariableAxis(QFont.Tag.fromString("wght"), weight)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
    return font


_ROLES: Final[dict[str, tuple[Callable[..., QFont], float, int, bool, float]]] = {
    "display": (serif, 46, 600, False, 4), "title": (serif, 26, 600, False, 0),
    "prompt": (serif, 20, 600, False, 0), "heading": (serif, 17, 600, False, 0),
    "lead": (serif, 17, 400, True, 0), "figure": (serif, 18, 600, False, 0),
    "small": (sans, 13, 400, False, 0), "note": (sans, 12, 400, False, 0),
    "aside": (sans, 12, 400, True, 0), "strong": (sans, 14, 600, False, 0),
    "section": (sans, 11, 700, False, 0.9), "button": (sans, 14, 600, False, 0),
    "segment": (sans, 13, 600, False, 0), "key": (sans, 11, 600, False, 0),
}  # fmt: skip


# ---------------------------------------------------------------------------------------- widgets


def palette(look: Look) -> QPalette:
    """The palette of standard widgets."""
    c = panels(look)
    made = QPalette()
    roles = QPalette.ColorRole
    for role, name in (
        (roles.Window, c.window), (roles.WindowText, c.text), (roles.Base, c.panel), (roles.Text, c.text),
        (roles.AlternateBase, c.panel2), (roles.Button, c.panel2), (roles.ButtonText, c.text),
        (roles.ToolTipBase, c.panel), (roles.ToolTipText, c.text), (roles.PlaceholderText, c.text2),
        (roles.Highlight, c.chosen), (roles.HighlightedText, c.text), (roles.Link, c.focus),
        (roles.Mid, c.line), (roles.Accent, c.focus),
    ):  # fmt: skip
        made.setColor(role, colour(name))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, colour(c.text2))
    return made


def stylesheet(look: Look) -> str:
    """The style sheet: paper panels, plain buttons, one focus ring."""
    c = panels(look)
    return f"""
        QMainWindow, QDialog, QStackedWidget {{ background: {c.window}; }}
        QWidget {{ color: {c.text}; }}
        QMenuBar, QStatusBar {{ background: {c.panel2}; border: none; }}
        QMenuBar {{ border-bottom: 1px solid {c.line}; }}
        QStatusBar {{ border-top: 1px solid {c.line}; }}
        QStatusBar QLabel {{ padding: 2px 12px; color: {c.text2}; }}
        QMenuBar::item {{ padding: 5px 12px; background: transparent; }}
        QMenuBar::item:selected, QMenu::item:selected {{ background: {c.chosen}; color: {c.text}; }}
        QMenu {{ background: {c.panel}; border: 1px solid {c.line}; padding: 4px 0; }}
        QMenu::item {{ padding: 6px 24px; }}
        QMenu::item:disabled {{ color: {c.text2}; }}
        QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 0; }}
        QFrame#panel, QFrame#seat {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: 6px; }}
        QFrame#header {{ background: {c.panel}; border: none; border-bottom: 1px solid {c.line}; }}
        QFrame#strip {{ background: {c.chosen}; border: none; border-bottom: 1px solid {c.gilt}; }}
        QFrame#notices {{ background: {c.chosen}; border: none; }}
        QFrame#coach {{ background: {c.chosen}; border: none; border-top: 1px solid {c.gilt};
            border-bottom: 3px solid {c.gilt}; }}
        QFrame#rule {{ background: {c.line}; border: none; }}
        QLabel#display {{ color: {c.warning}; }}
        QLabel#chip {{ background: {c.panel2}; border: 1px solid {c.line}; border-radius: 10px;
            padding: 2px 9px; }}
        QLabel#ready {{ color: {c.done}; background: {c.panel2}; border-radius: 10px; padding: 3px 12px; }}
        QLabel#picture {{ border-top-left-radius: 6px; border-top-right-radius: 6px; }}
        QLabel[role="note"], QLabel[role="aside"], QLabel[role="section"], QLabel[role="small"] {{
            color: {c.text2}; }}
        QLabel[phase="now"] {{ background: {c.button}; color: {c.button_text}; border-radius: 9px;
            padding: 2px 10px; }}
        QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
        QTextBrowser#log, QPlainTextEdit {{ background: transparent; border: none; }}
        QTabWidget::pane {{ border: none; border-top: 1px solid {c.line}; }}
        QTabBar::tab {{ background: transparent; color: {c.text2}; padding: 5px 10px; border: none; }}
        QTabBar::tab:selected {{ color: {c.text}; border-bottom: 2px solid {c.warning}; }}
        QTabBar::tab:focus {{ border: 2px solid {c.focus}; border-radius: 4px; }}
        QTabWidget > QStackedWidget {{ background: transparent; }}
        QDockWidget {{ color: {c.text2}; border: none; }}
        QFrame#dock {{ background: {c.panel}; border: 1px solid {c.line}; border-top: none;
            border-bottom-left-radius: 6px; border-bottom-right-radius: 6px; }}
        QFrame#dock[rail="true"] {{ border-top: 1px solid {c.line}; border-radius: 6px; }}
        QFrame#drawer {{ background: {c.panel}; border: 1px solid {c.line}; border-radius: 6px; }}
        QFrame#drawer QStackedWidget, QFrame#drawer QFrame {{ background: transparent; border: none; }}
        QFrame#dock-head {{ background: {c.panel}; border: 1px solid {c.line};
            border-top-left-radius: 6px; border-top-right-radius: 6px; }}
        QToolBar {{ background: {c.panel}; border: none; padding: 0; spacing: 0; }}
        QToolButton {{ background: transparent; color: {c.text2}; border: none; border-radius: 4px;
            padding: 2px; }}
        QToolButton:hover {{ background: {c.chosen}; }}
        QToolButton:focus {{ border: 2px solid {c.focus}; }}
        QFrame#frozen {{ background: {c.panel}; border: 3px solid {c.focus}; }}
        QFrame#notice {{ background: {c.chosen}; border: 1px solid {c.gilt}; border-radius: 6px; }}
        QSlider::groove:horizontal {{ background: {c.bar}; height: 6px; border-radius: 3px; }}
        QSlider::sub-page:horizontal {{ background: {c.gilt}; height: 6px; border-radius: 3px; }}
        QSlider::handle:horizontal {{ background: {c.button}; width: 16px; height: 16px; margin: -6px 0;
            border-radius: 8px; border: 1px solid {c.panel}; }}
        QSlider:focus {{ border: 2px solid {c.focus}; border-radius: 5px; }}
        QTreeView, QTableView {{ background: transparent; border: none; color: {c.text};
            gridline-color: {c.line}; alternate-background-color: {c.panel2}; }}
        QScrollArea:focus, QTreeView:focus, QTableView:focus, QTextBrowser:focus, QPlainTextEdit:focus {{
            border: 2px solid {c.focus}; border-radius: 4px; }}
        QHeaderView::section {{ background: transparent; color: {c.text2}; border: none;
            border-bottom: 1px solid {c.line}; padding: 3px 6px; }}
        QMainWindow::separator {{ background: {c.window}; width: 6px; height: 6px; }}
        QToolTip {{ background: {c.panel}; color: {c.text}; border: 1px solid {c.line}; padding: 4px 6px; }}
        QLineEdit, QSpinBox, QComboBox {{ background: {c.panel}; color: {c.text}; border: 1px solid {c.line};
            border-radius: 5px; padding: 4px 8px; selection-background-color: {c.chosen};
            selection-color: {c.text}; placeholder-text-color: {c.text2}; }}
        QComboBox QAbstractItemView {{ background: {c.panel}; color: {c.text}; border: 1px solid {c.line};
            selection-background-color: {c.chosen}; selection-color: {c.text}; }}
        QComboBox::drop-down {{ border: none; width: 20px; }}
        QComboBox::down-arrow {{ width: 0; height: 0; border-left: 4px solid {c.panel};
            border-right: 4px solid {c.panel}; border-top: 5px solid {c.text2}; }}
        QSpinBox::up-button, QSpinBox::down-button {{ border: none; width: 20px; }}
        QSpinBox::up-arrow {{ width: 0; height: 0; border-left: 4px solid {c.panel};
            border-right: 4px solid {c.panel}; border-bottom: 5px solid {c.text2}; }}
        QSpinBox::down-arrow {{ width: 0; height: 0; border-left: 4px solid {c.panel};
            border-right: 4px solid {c.panel}; border-top: 5px solid {c.text2}; }}
        QComboBox::down-arrow:disabled {{ border-top-color: {c.panel}; }}
        QLineEdit:focus, QSpinBox:focus, QComboBox:focus {{ border: 2px solid {c.focus}; padding: 3px 7px; }}
        QListView {{ background: {c.panel}; color: {c.text}; border: 1px solid {c.line}; }}
        QListView::item:selected {{ background: {c.chosen}; color: {c.text}; }}
        QPushButton {{ background: {c.panel2}; color: {c.text}; border: 1px solid {c.line};
            border-radius: 5px; padding: 6px 14px; }}
        QPushButton:hover {{ background: {c.chosen}; }}
        QPushButton[idle="true"], QPushButton:disabled {{ color: {c.text2}; background: {c.window}; }}
        QPushButton:focus {{ border: 2px solid {c.focus}; padding: 5px 13px; }}
        QPushButton[kind="quiet"] {{ padding: 3px 10px; }}
        QPushButton[kind="quiet"]:focus {{ padding: 2px 9px; }}
        QPushButton[kind="link"] {{ background: transparent; border: none; color: {c.focus};
            padding: 0 6px; text-align: left; }}
        QPushButton[kind="link"]:hover {{ text-decoration: underline; }}
        QPushButton[kind="link"]:focus {{ border: 1px solid {c.focus}; padding: 0 5px; }}
        QPushButton[kind="main"] {{ background: {c.button}; color: {c.button_text}; border: none; }}
        QPushButton[kind="main"]:hover {{ border: 2px solid {c.gilt}; }}
        QPushButton[kind="main"]:focus {{ border: 2px solid {c.focus}; }}
        QPushButton[kind="main"]:disabled {{ background: {c.panel2}; color: {c.text2};
            border: 1px solid {c.line}; }}
        QPushButton[kind="segment"] {{ border-radius: 0; padding: 4px 6px; }}
        QPushButton[kind="segment"]:checked {{ background: {c.button}; color: {c.button_text}; }}
        QPushButton[kind="tab"] {{ background: transparent; color: {c.text2}; border: none; border-radius: 0;
            border-bottom: 2px solid transparent; padding: 6px 10px 5px 10px; }}
        QPushButton[kind="tab"]:hover {{ background: {c.chosen}; }}
        QPushButton[kind="tab"]:checked {{ color: {c.text}; border-bottom: 2px solid {c.warning}; }}
        QPushButton[kind="tab"][news="true"] {{ color: {c.warning}; }}
        QPushButton[kind="tab"]:focus {{ border: 2px solid {c.focus}; padding: 4px 8px 5px 8px; }}
        QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
        QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
        QScrollBar::handle {{ background: {c.line}; border-radius: 5px; min-height: 24px; min-width: 24px; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    """
