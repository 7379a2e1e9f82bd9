"""A small window: what stands beside a large map lies over a small one, and comes back as it stood."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QWidget

from maharaja_qt.frame.docks import Dock
from maharaja_qt.frame.drawer import Drawer

RAIL: Final = "order"
"""The panel that stays as a rail beside the map, at the left."""
RAIL_WIDE: Final = 54
LAYOUT: Final = 3
"""Version of the kept layouts; others are not read."""
MOST: Final = 0.6
"""What would take more of the height of the map does not lie down on it by itself."""
_LEFT: Final = Qt.DockWidgetArea.LeftDockWidgetArea


def _kept(usual: tuple[int, int]) -> str:
    return "{} {}".format(*usual)


class OverMap(QObject):
    """Two drawers over the map, and the panels that lie in them while the window is small."""

    def __init__(self, page: QMainWindow, board: QWidget, docks: Sequence[Dock]) -> None:
        super().__init__(page)
        self._page, self._docks = page, docks
        self.small = False
        self._state: QByteArray | None = None
        """How the panels stood when the window was large; None: it never was."""
        self._sizes: dict[str, QSize] = {}
        """How large they were when somebody arranged them, before a smaller window squeezed them."""
        self._usual = self._laid = self._then = (0, 0)
        """How wide panels at the left and at the right usually are in a window like this one; in one like
        that they are laid out for now; and like that in which they were arranged."""
        self.kept_for = ""
        """`usual` of the window a layout was kept in, until the panels stand in this one."""
        self._asked: tuple[Dock, int] | None = None
        """The question that came last."""
        self._came, self._before = False, ""
        """Did a question come into sight by itself, and over which page?"""
        self.left, self.right = Drawer(board, right=False), Drawer(board, right=True)
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._remember)
        self._again = QTimer(self, interval=0, singleShot=True)
        self._again.timeout.connect(self._resize)
        self._wider = QTimer(self, interval=0, singleShot=True)
        self._wider.timeout.connect(self._widen)

    # --------------------------------------------------------------------------------- as it stood

    def arranged(self) -> None:
        """Somebody has put the panels where they are."""
        if not self.small:
            self._soon.start()

    def _standing(self) -> list[Dock]:
        return [dock for dock in self._docks if dock.isVisible() and not dock.isFloating()]

    def _remember(self) -> None:
        if not self.small:
            self._sizes = {dock.objectName(): dock.size() for dock in self._standing()}
            self._then = self._laid

    @property
    def usual(self) -> str:
        """The usual widths at the left and at the right where the panels stood last, to be kept."""
        return _kept(self._then if self.small else self._laid)

    def lay_out(self, usual: tuple[int, int]) -> None:
        """The panels get their usual widths."""
        docks = self._standing()
        widths = [usual[self._side(dock)] for dock in docks]
        self._page.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        self._usual = self._laid = usual
        self.arranged()

    def suit(self, usual: tuple[int, int]) -> None:
        """The window has another width, where these widths are usual: whoever made a panel wider or narrower
        than usual finds it so."""
        before, self.kept_for = self.kept_for, ""
        if before not in ("", _kept(usual)):
            self.lay_out(usual)
            return
        self._usual = usual
        if self._laid == (0, 0):
            self._laid = usual
        self._wider.start()

    def state(self) -> QByteArray | None:
        """The layout to be kept for the next time, if there is one."""
        return self._state if self.small else self._page.saveState(LAYOUT)

    def rail(self, dock: Dock) -> bool:
        """Is this the one that stays beside the map?"""
        at_left = self._page.dockWidgetArea(dock) == _LEFT and not dock.isFloating()
        return dock.objectName() == RAIL and at_left

    # --------------------------------------------------------------------------------- small, large

    def shrink(self, *, fresh: bool = False) -> None:
        """The panels go over the map; `fresh`: how they stand is worth no memory."""
        page = self._page
        self._soon.stop()
        self._again.stop()
        self._wider.stop()
        self._state = None if fresh else page.saveState(LAYOUT)
        self.small = True
        for dock in self._docks:
            if dock.isFloating() or self.rail(dock):
                continue
            left = page.dockWidgetArea(dock) == _LEFT
            dock.lie_in(self.left if left else self.right, tab=not (left or dock.isHidden() or dock.seldom))
        for dock in self._docks:
            dock.make_thin(thin=self.rail(dock))
            if self.rail(dock):
                page.resizeDocks([dock], [RAIL_WIDE], Qt.Orientation.Horizontal)
        if self._asked is not None:
            self.ask(*self._asked)

    def give_back(self) -> None:
        """The panels are beside the map again, anywhere."""
        self.small = False
        for dock in self._docks:
            dock.stand()
            dock.make_thin(thin=False)
        for drawer in (self.left, self.right):
            drawer.clear()

    def grow(self) -> bool:
        """The panels stand again as they stood, if they ever did."""
        self.give_back()
        state, self._state = self._state, None
        if state is None:
            return False
        self._page.restoreState(state, LAYOUT)
        self._soon.stop()  # nobody has arranged them anew
        self._again.start()
        return True

    def _resize(self) -> None:
        """Once they stand."""
        docks = self._arranged()
        heights = [self._sizes[dock.objectName()].height() for dock in docks]
        self._widen()
        self._page.resizeDocks(docks, heights, Qt.Orientation.Vertical)

    def _side(self, dock: Dock) -> int:
        return int(self._page.dockWidgetArea(dock) != _LEFT)

    def _arranged(self) -> list[Dock]:
        return [dock for dock in self._standing() if dock.objectName() in self._sizes]

    def _widen(self) -> None:
        """The panels are as wide as suits the window."""
        docks = self._arranged()
        more = [usual - then for usual, then in zip(self._usual, self._then, strict=True)]
        widths = [self._sizes[dock.objectName()].width() + more[self._side(dock)] for dock in docks]
        self._page.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        self._laid = self._usual

    # ------------------------------------------------------------------------------------- in sight

    def stand_aside(self, aside: bool) -> None:
        """While somebody holds something, nothing lies over where it may go."""
        for drawer in (self.left, self.right):
            drawer.stand_aside(aside)

    def mark(self, dock: Dock) -> None:
        """There is something new on this panel."""
        if dock.drawer is not None:
            dock.drawer.mark(dock.objectName())

    def ask(self, dock: Dock, answers: int) -> None:
        """A question with so many answers has come to this panel. A few come into sight by themselves, and go
        with the question. More of them would lie over the map, where they can be found too: then the tab
        tells, as it does whoever writes or reads in another panel."""
        self._asked = dock, answers
        drawer, name = dock.drawer, dock.objectName()
        if drawer is None:
            return
        if answers and drawer.share(name) <= MOST and not drawer.has_keyboard():
            if drawer.current != name:
                self._came, self._before = True, drawer.current
            drawer.open(name)
            return
        if answers:
            drawer.mark(name)
        if self._came and drawer.current == name:
            drawer.turn(self._before)
        self._came = False

    def open(self) -> list[Drawer]:
        """The drawers that show something."""
        return [drawer for drawer in (self.left, self.right) if drawer.current]

    def shut(self) -> None:
        """The map, and nothing over it but tabs."""
        for drawer in (self.left, self.right):
            drawer.shut()
