"""A board with its header and panels: what a live table and a replay have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMainWindow,
    QPushButton,
    QSizePolicy,
    QTabBar,
    QTabWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from maharaja_qt.frame.advice import Advice, Advisor
from maharaja_qt.frame.docks import Dock, Tabs, squeeze
from maharaja_qt.frame.key_button import KeyButton
from maharaja_qt.frame.keyboard import Keeper
from maharaja_qt.frame.log import Log
from maharaja_qt.frame.over_map import LAYOUT, RAIL_WIDE, OverMap
from maharaja_qt.frame.phases import Phases
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Heading, Presenter
from maharaja_qt.frame.rule_book import RuleBook
from maharaja_qt.frame.rules import sections_of
from maharaja_qt.frame.widgets import Line, plain
from maharaja_qt.frame.widths import NARROW, WIDE, usual_widths
from maharaja_qt.theme import step, theme

SLIM: Final = 28
"""Pixels of buttons and of the badge in the header of the map alone."""
TOLD: Final = 40
"""So many of the last events stand in a report."""
MAP_SHARE: Final = 0.6
TIGHT, HALF = 0.85, 0.6
"""So much of its usual size the type of a prompt keeps in one line; its width in two lines."""
_ANY_HEIGHT: Final = (1 << 24) - 1
_LEFT, _RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
_KEYS: Final = {Qt.Key.Key_L: "log", Qt.Key.Key_C: "chat", Qt.Key.Key_S: "score", Qt.Key.Key_K: "card"}
"""The key that leads to a panel."""
_LEAST: Final = (640, 400)


def _takes_room(widget: QWidget) -> bool:
    return not widget.isHidden() or widget.sizePolicy().retainSizeWhenHidden()


class BoardPage(QMainWindow):
    """Header above, panels at the sides, the board in the middle. Keys lead everywhere."""

    status = Signal(str)

    def __init__(
        self,
        presenter: Presenter,
        preferences: Preferences,
        advisor: Advisor | None = None,
    ) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.presenter = presenter
        self.preferences = preferences
        self._texts = presenter.texts
        self._game = presenter.game.meta.id
        self._alone: QByteArray | None = None
        self._known: list[Dock] = []
        self._fresh = True
        self._heading = Heading()
        self._shown: tuple[object, ...] = ()
        """What of it is in sight."""
        self._slim = False
        self._opens: dict[str, tuple[int, str]] = {}
        if (layout := self.layout()) is not None:
            layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.centre = centre = QWidget()
        self.column = QVBoxLayout(centre)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(presenter.board, 1)
        if presenter.foot is not None:
            self.column.addWidget(presenter.foot)
        self.setCentralWidget(centre)
        if presenter.zoom is not None:
            presenter.zoom.setParent(self)
            presenter.zoom.hide()
        self.over = OverMap(self, presenter.board, self._known)
        presenter.holding_changed.connect(lambda: self.over.stand_aside(presenter.holding()))
        self._suit_soon = QTimer(self, interval=0, singleShot=True)
        self._suit_soon.timeout.connect(self._suit)
        self.tabs = Tabs()
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.log = Log(self._texts, presenter)
        self.rules = RuleBook(partial(sections_of, presenter.game))
        self._add_header()
        preferences.changed.connect(self._preferred)
        theme().changed.connect(self._redress)
        self._preferred("")
        presenter.said.connect(self.status)
        presenter.rule_wanted.connect(self.open_rule)
        presenter.panel_wanted.connect(self._bring)
        self.log.rule_wanted.connect(self.open_rule)
        self.log.said.connect(self.status)
        self.log.place_wanted.connect(presenter.show_place)
        self.log.place_pointed.connect(presenter.light_place)
        self.advice = Advice(self, advisor) if advisor is not None else None
        Keeper(self, self.home)
        self.installEventFilter(self)

    # ------------------------------------------------------------------------------------------ header

    def _add_header(self) -> None:
        self._bar = bar = QFrame()
        bar.setObjectName("header")
        row = QHBoxLayout(bar)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(14)
        when = QVBoxLayout()
        when.setSpacing(0)
        self._title = plain("", "prompt")
        self._note = Line("note")
        self._note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._note.setMinimumWidth(1)
        when.addStretch()
        when.addWidget(self._title)
        when.addWidget(self._note)
        when.addStretch()
        row.addLayout(when)
        self._badge = QLabel()
        row.addWidget(self._badge)
        self._what = what = QVBoxLayout()
        what.setSpacing(1)
        self._prompt = Line("prompt")
        self._phases = Phases()
        what.addWidget(self._prompt, 1)
        what.addWidget(self._phases)
        self._prompt.installEventFilter(self)
        row.addLayout(what, 1)
        self.header_row = row
        bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        holder = QWidget()
        holder.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.head = QVBoxLayout(holder)
        self.head.setContentsMargins(0, 0, 0, 0)
        self.head.setSpacing(0)
        self.head.addWidget(bar)
        self.header = tools = QToolBar(self.tr("Header"), self)
        tools.setObjectName("header")
        tools.setMovable(False)
        tools.addWidget(holder)
        tools.toggleViewAction().setEnabled(False)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, tools)

    @property
    def roominess(self) -> int:
        """The width of the window, as it would be at the usual size of type."""
        return self.width() * 100 // max(self.preferences.number("text"), 100)

    def show_heading(self, heading: Heading) -> None:
        """What there is to do now, and when it is."""
        badge = heading.badge
        said = heading.title, heading.note, heading.prompt, heading.phases, self._slim, self.over.small
        shown = *said, 0 if badge is None else badge.cacheKey()
        if shown == self._shown:
            return
        self._shown = shown
        for each in self.header.findChildren(KeyButton):
            each.show_key(not self.over.small and not self._slim)
        self._heading = heading
        self._title.setText(heading.title)
        self._prompt.setText(heading.prompt)
        self._prompt.setToolTip(heading.prompt)
        if badge is not None and self._slim:
            high = round(SLIM * badge.devicePixelRatio())
            badge = badge.scaledToHeight(high, Qt.TransformationMode.SmoothTransformation)
        self._badge.setPixmap(badge if badge is not None else QPixmap())
        self._badge.setVisible(badge is not None)
        self._phases.show_steps(heading.phases)
        self._fit_prompt()

    def _fit_prompt(self) -> None:
        """A prompt that is long for the room there is has that of the steps too, and some of the buttons';
        the present step stands beside the date then. In a small window the counter goes, too."""
        row, prompt, steps = self.header_row, self._prompt, self._phases
        edges, has_badge = row.contentsMargins(), not self._badge.pixmap().isNull()
        now = next((name for name, state in self._heading.phases if state == "now"), "")
        short = " · ".join(filter(None, (self._heading.date, now)))
        date = max(map(self._note.fontMetrics().horizontalAdvance, (self._heading.note, short)))
        widgets = [w for n in range(row.count()) if (item := row.itemAt(n)) and (w := item.widget())]
        shown = [w for w in widgets if (has_badge if w is self._badge else _takes_room(w))]
        beside = [w.sizeHint().width() for w in shown]
        beside += [max(self._title.sizeHint().width(), 0 if self._slim else date)]
        taken = edges.left() + edges.right() + sum(wide + row.spacing() for wide in beside)
        tight = self._bar.isVisible() and self._bar.width() - taken < TIGHT * prompt.usual
        folded = tight and bool(now) and not self._slim
        prompt.setMinimumWidth(round(min(HALF * prompt.usual, self._bar.width() / 4)) if tight else 0)
        high = prompt.sizeHint().height() + steps.sizeHint().height() + self._what.spacing()
        self._bar.setMinimumHeight(high + edges.top() + edges.bottom() if folded else 0)
        steps.setVisible(not self._slim and not folded)
        self._badge.setVisible(has_badge and not (tight and self.over.small))
        self._note.setText(short if folded else self._heading.note)

    @property
    def game(self) -> str:
        """The id of its game."""
        return self._game

    @property
    def when(self) -> str:
        """How far the game has come."""
        return self._heading.title

    def _redress(self) -> None:
        """The counter in the header has the colours of the other palette."""
        if self.begun:
            self.show_heading(self.presenter.heading())

    @property
    def begun(self) -> bool:
        """Is there a position on the board?"""
        return bool(self._heading.title)

    def account(self) -> list[str]:
        """The game and where it stands, with the end of its log, for a report."""
        told = self.log.text().splitlines()
        heading = self._heading
        return [
            f"{self._game}: {heading.title}",
            heading.prompt,
            f"{len(told)} events, the last:",
            *told[-TOLD:],
        ]

    # ------------------------------------------------------------------------------------------- docks

    def minimumSizeHint(self) -> QSize:
        """No panel makes the window larger: it gets the room there is."""
        return QSize(*_LEAST)

    def add_dock(self, name: str, title: str, area: Qt.DockWidgetArea, widget: QWidget) -> Dock:
        """A panel."""
        dock = Dock(name, title, widget, self)
        dock.usual_area = area
        dock.arranged.connect(self.over.arranged)
        self.addDockWidget(area, dock)
        self._known.append(dock)
        return dock

    def add_presented(self) -> None:
        """The game's own panels."""
        for each in self.presenter.docks():
            dock = self.add_dock(each.id, each.title, each.area, each.widget)
            dock.setVisible(not each.opens)
            dock.seldom = each.opens > 0
            self._opens[each.id] = each.opens, each.with_

    def add_pages(self, title: str, pages: Sequence[tuple[str, str, QWidget]]) -> None:
        """A panel of pages with tabs: (name, title, page)."""
        for name, words, page in pages:
            page.setObjectName(name)
            self.tabs.addTab(page, words)
        self.add_dock("talk", title, _RIGHT, self.tabs).tab = pages[0][1]

    def dock(self, name: str) -> Dock:
        """The panel of this name."""
        return next(dock for dock in self._known if dock.objectName() == name)

    def has_dock(self, name: str) -> bool:
        """Is there one of this name?"""
        return any(dock.objectName() == name for dock in self._known)

    def view_actions(self) -> list[QAction]:
        """Menu entries that show and hide the panels."""
        return [dock.action for dock in self._known]

    def zoom(self, key: Qt.Key) -> None:
        """What this key does on the board, wherever the keyboard is."""
        self.presenter.look(QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))

    def uncover(self) -> None:
        """Something of the page is wanted: what lies over it goes away."""

    def next_dock(self) -> None:
        """The keyboard goes to the next panel in sight, after the last to the board."""
        self.uncover()
        shown = [dock for dock in self._known if dock.in_sight]
        at = next((n for n, dock in enumerate(shown) if dock.has_keyboard()), -1)
        if at + 1 < len(shown):
            shown[at + 1].enter()
        else:
            self.presenter.board.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def map_alone(self) -> bool:
        """Leaves the map with a rail and one line of header, or brings all back as it was; whether the map
        is alone now."""
        self.uncover()
        if self._alone is None:
            self.over.shut()
            self._alone = self.saveState(LAYOUT)
            for dock in self._known:
                if self.over.rail(dock):
                    dock.make_thin(thin=True)
                    dock.show()
                    self.resizeDocks([dock], [RAIL_WIDE], Qt.Orientation.Horizontal)
                elif not dock.isFloating():
                    dock.hide()
            self._make_slim(True)
        else:
            for dock in self._known:
                dock.make_thin(thin=self.over.small and self.over.rail(dock))
            self.restoreState(self._alone, LAYOUT)
            self._alone = None
            self._make_slim(False)
            self._suit()
        self.presenter.board.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return self._alone is not None

    def _make_slim(self, slim: bool) -> None:
        """The header in one line, or whole."""
        self._slim = slim
        self._note.setVisible(not slim)
        for widget in self.header.findChildren(QPushButton):
            if slim:
                widget.setProperty("least", widget.minimumHeight())
            widget.setMinimumHeight(SLIM if slim else widget.property("least"))
            widget.setMaximumHeight(round(step(SLIM)) if slim else _ANY_HEIGHT)
        self._set_edges()
        self.show_heading(self._heading)

    def _set_edges(self) -> None:
        edge = 2 if self._slim or self.width() < NARROW else 6 if self.width() <= WIDE else 11
        self.header_row.setContentsMargins(16, edge, 16, edge)

    def _bring(self, name: str) -> None:
        """A panel that somebody clicked for comes into sight, unless it was put away beside the map."""
        dock = self.dock(name)
        if dock.drawer is not None or dock.isVisible():
            dock.bring()

    # ------------------------------------------------------------------------------------------- keys

    def home(self, gone: QWidget) -> QWidget:
        """Where the keyboard goes when what had it is no longer there."""
        return self.presenter.board

    def enter(self, name: str) -> None:
        """Leads to a panel, or to a page within one."""
        self.uncover()
        if self.has_dock(name):
            self.dock(name).enter()
            return
        pages = [self.tabs.widget(n) for n in range(self.tabs.count())]
        page = next((w for w in pages if w is not None and w.objectName() == name), None)
        if page is not None:
            self.dock("talk").enter()
            self.tabs.setCurrentWidget(page)
            inside = (w for w in page.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus)
            first = next((w for w in inside if w.isVisibleTo(page)), None)
            if first is not None:
                first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def find_place(self) -> None:
        """A field to find a place by its name."""
        self.uncover()
        self.presenter.find()

    def open_rule(self, section: str) -> None:
        """Opens the rules at this section."""
        self.enter("rules")
        self.rules.open(section)

    def rule_now(self) -> None:
        """Opens the rules at what applies now."""
        self.open_rule(self.presenter.rule_now())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that nothing under the keyboard wanted."""
        plain_key = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        key = Qt.Key(event.key())
        if plain_key and key in _KEYS:
            self.enter(_KEYS[key])
        elif plain_key and event.text() == "/":
            self.find_place()
        elif plain_key and not self.presenter.board.hasFocus() and self.presenter.look(event):
            self.uncover()
        else:
            super().keyPressEvent(event)

    # ------------------------------------------------------------------------------------------- kept

    def _preferred(self, name: str) -> None:
        self.presenter.prefer(self.preferences)
        if name == "text" and self.isVisible():
            self._shown = ()
            self.show_heading(self._heading)
            self.usual_layout()  # the old widths suit the old size of type

    def keep_layout(self, settings: QSettings) -> None:
        """Where the panels are, for the next time."""
        state = self._alone if self._alone is not None and not self.over.small else self.over.state()
        if state is not None:
            settings.setValue(f"docks/{self._game}", state)
            settings.setValue(f"docks-usual/{self._game}", self.over.usual)

    def restore_layout(self, settings: QSettings) -> None:
        """Where the panels were the last time; else as suits the width there is, once it is known."""
        state = settings.value(f"docks/{self._game}")
        self._fresh = not (isinstance(state, QByteArray) and self.restoreState(state, LAYOUT))
        self.over.kept_for = str(settings.value(f"docks-usual/{self._game}", ""))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]  # handed on as it comes
        squeeze(self, MAP_SHARE)
        self._set_edges()
        self._suit_soon.start()  # panels are moved once the window has laid them out

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]  # handed on as it comes
        self._suit_soon.start()
        self.over.arranged()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The end of dragging the line between two panels is nobody's mouse event."""
        if watched is self._prompt and event.type() == QEvent.Type.Resize:
            self._fit_prompt()
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self.over.arranged()
        return False

    def childEvent(self, event: QChildEvent) -> None:
        """Tabs of panels in one place scroll rather than lose half of their words."""
        super().childEvent(event)
        if event.type() == QEvent.Type.ChildPolished and isinstance(bar := event.child(), QTabBar):
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)

    def _suit(self) -> None:
        """A small window has its panels over the map, a large one beside it."""
        if self._fresh:
            self.usual_layout()
        elif self._alone is None and self.over.small != (self.roominess < NARROW):
            if not self.over.small:
                self.over.shrink()
            elif not self.over.grow():
                self.usual_layout()
            squeeze(self, MAP_SHARE)
            self.show_heading(self._heading)
        if self._alone is None and not self.over.small:
            self.over.suit(self._usual_widths())

    def _usual_widths(self) -> tuple[int, int]:
        return usual_widths(self.roominess, self.preferences.number("text"))

    def usual_layout(self) -> None:
        """The panels as they are in the beginning, by the width of the window."""
        self._fresh = False
        self.over.give_back()
        room = self.roominess
        for dock in self._known:  # all anew, one under the other
            dock.setFloating(False)
            self.removeDockWidget(dock)
            self.addDockWidget(dock.usual_area, dock)
        for dock in self._known:
            opens, with_ = self._opens.get(dock.objectName(), (0, ""))
            if room < opens:  # never in sight, so that the window need not grow for it
                self.tabifyDockWidget(self.dock(with_), dock)
            else:
                dock.show()
        for with_ in {with_ for _, with_ in self._opens.values() if with_}:
            self.dock(with_).raise_()
        if room < NARROW:
            self.over.shrink(fresh=True)
            self.show_heading(self._heading)
            return
        self.over.lay_out(self._usual_widths())
        tall = [d for d in self._known if d.isVisible() and d.objectName() in self.heights]
        self.resizeDocks(tall, [self.heights[d.objectName()] for d in tall], Qt.Orientation.Vertical)

    heights: ClassVar[dict[str, int]] = {}
    """How tall panels are to one another."""
