"""What the lesson of the 1994 game speaks of: what is so in a position, what a word means on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.view import View
from maharaja_qt.client import Position
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.marches import EmpiresMoves
from maharaja_qt.empires.spots import asked_about

HOLDING, REACH, SCORED, LATER = "holding", "reach", "scored", "later"
"""Armies are in the hand; an enemy is within reach; somebody here has points; a turn later than the first
that was seen."""

_ZOOM: Final = (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus)


class Learning(QObject):
    """Looks at the board for the lesson; changes nothing."""

    saw = Signal(str)
    """Something was done on the board: `held`, `looked`, `odds`; '' that something may be elsewhere now."""

    def __init__(self, c: Charts, board: EmpiresBoard) -> None:
        super().__init__(board)
        self._c = c
        self._board = board
        self._view: View | None = None
        self._position: Position | None = None
        self._mine: frozenset[int] = frozenset()
        self._first = NONE
        self._enemies: tuple[int, ...] = ()
        board.lifted.connect(lambda: self.saw.emit("held"))
        board.moved.connect(lambda: self.saw.emit(""))
        board.hovered.connect(self._hovered)
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Who zooms has learned to look."""
        zooms = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _ZOOM
        if zooms or event.type() in (QEvent.Type.Wheel, QEvent.Type.NativeGesture):
            self.saw.emit("looked")
        return False

    def _hovered(self, _: int) -> None:
        board = self._board
        goal = board.goals.get(board.aimed) if board.hand is not None else None
        if goal is not None and goal.kind == "battle":
            self.saw.emit("odds")

    def show(self, position: Position, view: View, mine: Sequence[int]) -> None:
        """The newest position, once the board has it."""
        self._position, self._view = position, view
        owner = self._c.setups[view.setup].owner
        self._mine = frozenset(nation for nation, seat in enumerate(owner) if seat in mine)
        if self._first == NONE:
            self._first = view.turn
        others = {
            at for nation, armies in enumerate(view.armies) if nation not in self._mine for at, _ in armies
        }
        self._enemies = tuple(sorted(others & _ends(self._board.moves)))

    def facts(self) -> frozenset[str]:
        """What is so now."""
        view, board = self._view, self._board
        if view is None:
            return frozenset()
        so = {
            HOLDING: board.hand is not None,
            REACH: bool(self._enemies),
            SCORED: any(view.points[nation] for nation in self._mine),
            LATER: view.turn > self._first,
        }
        return frozenset(fact for fact, holds in so.items() if holds)

    def terms(self) -> Mapping[str, object]:
        """Nations and places for the sentences."""
        view, position = self._view, self._position
        if view is None or position is None:
            return {}
        subject = position.asked[0].subject if position.asked else ()
        about = asked_about(self._c, view, position.asked[0]) if position.asked else []
        enemies = [nation for nation in range(len(view.armies)) if self._stands(nation, self._enemies[:1])]
        movable = self.meant("movable")
        return {
            "nation": subject[0] if subject else view.nation,
            "mine": [nation for nation in sorted(self._mine) if view.armies[nation]],
            "place": about[0] if about else NONE,
            "movable": movable[0] if movable else NONE,
            "enemy": enemies[0] if enemies else NONE,
            "target": self._enemies[0] if self._enemies else NONE,
            "points": sum(view.points[nation] for nation in self._mine),
            "last": self._c.last_turn,
        }

    def _stands(self, nation: int, places: Sequence[int]) -> bool:
        view = self._view
        return (
            view is not None
            and nation not in self._mine
            and any(at in places for at, _ in view.armies[nation])
        )

    def meant(self, what: str) -> Sequence[int]:
        """The places of a word: `movable` armies, `goals` that are lit, `enemies` within reach, the `place`
        in question."""
        view, board = self._view, self._board
        if view is None:
            return ()
        if what == "movable":
            unmoved = dict((*view.unmoved, *view.waiting))
            return sorted(board.origins(), key=lambda place: (-unmoved.get(place, 0), place))
        if what == "place":
            position = self._position
            return asked_about(self._c, view, position.asked[0]) if position and position.asked else ()
        return {"goals": tuple(board.goals), "enemies": self._enemies}.get(what, ())


def _ends(moves: object) -> set[int]:
    """All places in which a march may end."""
    offers = moves.marches.values() if isinstance(moves, EmpiresMoves) else ()
    return {route.path[-1] for offer in offers for route in offer.routes}
