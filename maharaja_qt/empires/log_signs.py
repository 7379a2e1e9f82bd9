"""What stands beside the lines of the log: the counter of the nation, crossed swords, dice."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import BattleBegan, BattleEnded, Rolled, Round
from core.games.empires.view import View
from maharaja_qt.empires.counters import CounterLook, badge
from maharaja_qt.empires.ground import ART
from maharaja_qt.frame.pages import Signs
from maharaja_qt.theme import Look, colour, panels, step, theme

_MARK: Final = 20
_SIDE: Final = 22
_SWORDS: Final = 16
_DIE: Final = 15
_POINTER: Final = 4.5


class LogSigns:
    """Draws what an event needs."""

    def __init__(self, c: Charts) -> None:
        self._c = c

    def of(self, event: Struct, nation: int, view: View | None, ratio: float) -> Signs:
        """The signs of an event that is the deed of a nation, or of nobody."""
        look = theme().look
        if isinstance(event, BattleBegan | Round | BattleEnded):
            return Signs(badge(CounterLook("battle"), look, step(_SWORDS), round(step(_SIDE)), ratio))
        mark = None
        if nation != NONE and view is not None:
            seat = self._c.setups[view.setup].owner[nation]
            counter = CounterLook("army", self._c.nations[nation].id, seat=seat)
            mark = badge(counter, look, step(_MARK), round(step(_SIDE)), ratio)
        dice = event.dice if isinstance(event, Rolled) else ()
        need = event.need if isinstance(event, Rolled) else 0
        return Signs(mark, tuple(_die(look, face, face >= need, step(_DIE), ratio) for face in dice))


@lru_cache(64)
def _die(look: Look, face: int, hit: bool, side: float, ratio: float) -> QPixmap:
    """A face; one that hits is red and has a pointer below, so that colour is not alone."""
    made = QPixmap(round(side * ratio), round((side + _POINTER + 1) * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    p = QPainter(made)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = "#9C2F24" if hit else "#2A2118"
    ART.draw(p, f"die-{face}", QPointF(side / 2, side / 2), side / 200, ink, {"ground": "#FBF6EA"})
    if hit:
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(panels(look).warning))
        x, y = side / 2, side + 1
        p.drawPolygon(QPolygonF([QPointF(x, y), QPointF(x - 3, y + _POINTER), QPointF(x + 3, y + _POINTER)]))
    p.end()
    return made
