"""Hints and reasons at a board: asked for, worked out elsewhere, shown in a panel and on the board."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeySequence, QShortcut

from ai.explain import explaining
from core.faults import UserError
from core.game import AnyGame
from maharaja_qt.client import Event, Position
from maharaja_qt.faults import told
from maharaja_qt.frame.advice_panel import AdvicePanel
from maharaja_qt.network import Network
from maharaja_qt.reasons import Decision, Past, Reason, explained, reason
from net.seats import parted

if TYPE_CHECKING:
    from maharaja_qt.frame.board_page import BoardPage

PAINTED_MS: Final = 300
"""After so long a page that was just made has been painted."""

_log = logging.getLogger(__name__)


class Advisor(QObject):
    """Thinks in a worker thread about one thing at a time; what is asked for next replaces it."""

    found = Signal(object)
    """A `Reason`."""
    failed = Signal(str)
    known = Signal()
    """Those who can say why have been found."""

    def __init__(
        self, network: Network, game: AnyGame, past: Past | None, why_not: Callable[[], str] = lambda: ""
    ) -> None:
        super().__init__()
        self._network = network
        self._game = game
        self._policies: list[str] | None = None
        self._past = past
        self._why_not = why_not
        self._cancel: Callable[[], None] = lambda: None

    def look(self) -> None:
        """Finds those who can say why. That takes a while: it is begun when the board is painted."""
        cancel = self._network.run(asyncio.to_thread(explaining, self._game), self._seen)
        self.destroyed.connect(cancel)

    def _seen(self, policies: list[str]) -> None:
        self._policies = policies
        self.known.emit()

    @property
    def policies(self) -> list[str]:
        """Those who can say why, the weakest first."""
        if self._policies is None:
            self._policies = explaining(self._game)
        return self._policies

    @property
    def nobody(self) -> bool:
        """Is it known that nobody can say why?"""
        return self._policies == []

    @property
    def best(self) -> str:
        """Who is asked for hints; '' if nobody in this game can say why."""
        return self.policies[-1] if self.policies else ""

    def whether(self, event: Event) -> str | None:
        """Can it be asked why this happened? '' yes; else why not, or None if no program decided it."""
        policy, _ = parted(event.controller)
        if not policy:
            return None
        if policy not in self.policies:
            return QCoreApplication.translate("Advisor", "This computer player does not say why.")
        return self._why_not()

    def hint(self, position: Position) -> None:
        """What to do in a position in which something is asked."""
        self._think(asyncio.to_thread(reason, self._game, position, self.best))

    def why(self, n: int) -> None:
        """Why what line `n` of the record says was done."""
        if self._past is not None:
            self._think(self._explain(self._past(n)))

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self._cancel()

    async def _explain(self, found: Coroutine[Any, Any, Decision]) -> Reason:
        return await asyncio.to_thread(explained, self._game, await found)

    def _think(self, about: Coroutine[Any, Any, Reason]) -> None:
        self._cancel()
        self._cancel = self._network.run(about, self.found.emit, self._failed)

    def _failed(self, fault: Exception) -> None:
        if not isinstance(fault, UserError):
            _log.error("no reason could be found", exc_info=fault)
        self.failed.emit(told(fault).sentence)


class Advice(QObject):
    """Of one page: what was asked for and is shown."""

    known = Signal()
    """It is known now whether there is anybody to ask."""

    def __init__(self, page: BoardPage, advisor: Advisor) -> None:
        super().__init__(page)
        advisor.setParent(self)
        self._page, self._advisor, self._presenter = page, advisor, page.presenter
        self.panel = AdvicePanel(page.presenter, page)
        self._about: tuple[int, int] | None = None
        """Seat and line of the position a hint is for; None: it is no hint."""
        self._clear: tuple[int, ...] = ()
        self.panel.closed.connect(self.close)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), page, self.close)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.setEnabled(False)
        advisor.found.connect(self._show)
        advisor.known.connect(self.known)
        QTimer.singleShot(PAINTED_MS, advisor, advisor.look)
        advisor.failed.connect(page.status)
        page.log.whether = advisor.whether
        page.log.why_wanted.connect(self.explain)
        page.presenter.board.installEventFilter(self)

    @property
    def hints(self) -> bool:
        """Is there anybody to ask, as far as is known?"""
        return not self._advisor.nobody

    def hint(self, position: Position) -> None:
        """What could be done here, and why."""
        if not self._advisor.best:
            self._page.status.emit(self.tr("No computer player of this game says why."))
            return
        self._about = position.seat, position.n
        self._page.status.emit(
            self.tr("{policy} thinks about it …").format(policy=self._policy(self._advisor.best))
        )
        self._advisor.hint(position)

    def explain(self, event: Event) -> None:
        """Why a computer player did this."""
        self._about = None
        policy = self._policy(parted(event.controller)[0])
        self._page.status.emit(
            self.tr("{policy} looks back at line {n} …").format(policy=policy, n=event.n + 1)
        )
        self._advisor.why(event.n)

    def moved_on(self, position: Position | None) -> None:
        """Another position is shown, or the same anew: a hint for an older one goes, and all arrows do."""
        now = None if position is None else (position.seat, position.n)
        if self._about is not None and self._about != now:
            self.close()
        elif self._about is None:
            self._presenter.suggest(None)

    def close(self) -> None:
        """Nothing is shown, and nothing will be."""
        self._advisor.drop()
        self._about = None
        self.panel.hide()
        self._escape.setEnabled(False)
        self._presenter.suggest(None)

    def _policy(self, name: str) -> str:
        return self._presenter.texts.say("policy", name, {}).capitalize()

    def _show(self, found: Reason) -> None:
        policy = self._policy(found.policy)
        if self._about is not None:
            title, aside = self.tr("Hint"), self.tr("by {policy}").format(policy=policy)
        else:
            seat = self._presenter.texts.name("seat", found.position.seat)
            title, aside = self.tr("Why?"), self.tr("{policy} for {seat}, line {n}")
            aside = aside.format(policy=policy, seat=seat, n=found.position.n + 1)
        self._page.status.emit("")
        self.panel.tell(found, title, aside)
        self._clear = self._presenter.suggest(found.why.chosen.action, found.position)
        self._lay()
        self._escape.setEnabled(True)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.panel, self.panel.text()))

    def _lay(self) -> None:
        board = self._presenter.board
        corner = board.mapTo(self._page, QPoint())
        spots = (self._presenter.spot((place,)) for place in self._clear)
        clear = [corner + spot.toPoint() for spot in spots if spot is not None]
        self.panel.lay(QRect(corner, board.size()), self._page.rect(), clear)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps its place over the board."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.panel.isVisible():
            self._lay()
        return False
