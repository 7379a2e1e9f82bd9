"""The board of the 1994 game: give it a view and what may be done, and it shows both.

`show(view)` is the whole truth; `offer(legal)` says what a seat may do. What somebody wants comes out as
`submitted(action)`, and nothing changes before the next view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import hypot
from typing import Final

from msgspec import Struct, structs
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from core.game import Pending
from core.games.empires.actions import Action
from core.games.empires.chart_types import NONE
from core.games.empires.events import Landed, Marched, Retreated, Withdrew
from core.games.empires.rules import Empires
from core.games.empires.state import FOREIGN
from core.games.empires.view import View
from core.legal import Legal
from core.texts import Texts, load
from maharaja_qt.board.hand import Goal
from maharaja_qt.board.layer_picture import LayerPicture
from maharaja_qt.board.pieces import Piece, counter_scale
from maharaja_qt.board.play import PlayBoard
from maharaja_qt.empires import counters, extent, lights
from maharaja_qt.empires.advised import Advised, bring_into_sight, paint_lit, paint_way
from maharaja_qt.empires.atlas import atlas
from maharaja_qt.empires.bubble import Bubble
from maharaja_qt.empires.counters import CounterLook
from maharaja_qt.empires.geography import Map, read_map
from maharaja_qt.empires.ground import Ground
from maharaja_qt.empires.layout import Layout
from maharaja_qt.empires.marches import EmpiresMoves
from maharaja_qt.empires.names import Names
from maharaja_qt.empires.palette import map_colours
from maharaja_qt.empires.sheet import FOOT, MARGIN, Sheet
from maharaja_qt.theme import Look, colour, theme

_MARK: Final = 9.0
"""Units round a mark of the map within which its tip is shown."""
_EDGE: Final = 8.0
"""Table seen round the sheet when all of it is seen."""
_NOTHING: Final = (None, None, None)


class EmpiresBoard(PlayBoard):
    """The map with its counters."""

    def __init__(
        self,
        game: Empires,
        parent: QWidget | None = None,
        *,
        drawn: Map | None = None,
        words: Texts | None = None,
    ) -> None:
        self.game = game
        self.charts = game.charts
        self.words = words or load(game)
        self.map = drawn or read_map(game.charts)
        self.atlas = atlas(self.map)
        self.view: View | None = None
        self.found = -1
        """The place somebody looked for."""
        self.battle_at = -1
        """Where a battle is under way."""
        self._question: tuple[View | None, Legal[Action] | None, Pending | None] = _NOTHING
        """In which position what may be done, to answer what."""
        self.advised: Advised | None = None
        """An answer that is drawn."""
        self.bubble = Bubble(self)
        self._aimed = LayerPicture()
        self.tinted = True
        """Has land the tint of the seat that holds it?"""
        self._dressed(theme().look)
        edge = MARGIN + _EDGE
        high = self.map.height + MARGIN + FOOT + 2 * _EDGE
        super().__init__((-edge, -edge, self.map.width + 2 * edge, high), parent)
        self._named = False
        self._resized = False
        self.hovered.connect(self._name_under)
        self.lifted.connect(self.forget)
        self.setAccessibleName(self.words.say("board", "title", {}))

    def _dressed(self, look: Look) -> None:
        """Everything that depends on the theme."""
        self.look = look
        self.ground = Ground(self.atlas, look)
        self.sheet = Sheet(self.charts, self.map.height, self.words, look)
        self.names = Names(self.map, look)
        marker = self.words.say("board", "turn-marker", {})
        self.layout_ = Layout(self.charts, self.map, self.sheet, marker)

    # ------------------------------------------------------------------------------ the interface

    def show(self, view: View | None = None, events: Sequence[Struct] = ()) -> None:
        """Shows a position; `events`, if given, say which way pieces went. Without a view: the widget."""
        if view is None:
            super().show()
            return
        if view is self.view and not events:
            self.settled()
            return
        self.view = view
        self.arrived()
        for box in self._repainted(view):
            self.tiles.soil(box)
        self.layer.show(self._pieces(), self._paths(events))
        self.update()

    def ask(self, legal: Legal[Action] | None, asked: Pending | None = None) -> None:
        """What may be done now (None: nothing), in answer to a question; without one, the march."""
        question = (self.view, legal, asked) if legal is not None else _NOTHING
        if all(new is old for new, old in zip(question, self._question, strict=True)):
            return  # whoever holds something goes on holding it
        self._question = question
        moves = None
        if legal is not None and self.view is not None:
            moves = EmpiresMoves(self.charts, self.view, legal, self.words, self._centre, asked)
        self.offer(moves)
        if self.view is not None:
            self.layer.show(self._pieces(), {})

    def aim(self, place: int) -> None:
        """Shows which place is meant, or (-1) none."""
        if self.hand is None:
            self.aimed = self.found = place
            self.worn()

    def advise(self, shown: Advised | None) -> None:
        """Draws an answer, until None."""
        if shown == self.advised:
            return
        self.advised = shown
        if shown is not None:
            bring_into_sight(self, shown.places)
        self.worn()

    def set_counter_size(self, size: float) -> None:
        """Counters so many times as large as usual, whatever the zoom."""
        if size == self.layer.size:
            return
        self.layer.size = min(max(size, 0.5), 2.0)
        if self.view is not None:
            self.layer.show(self._pieces(), {})
        self.worn()

    def search(self, text: str) -> list[int]:
        """The places whose names begin with a text or hold it, the likeliest first."""
        wanted = text.strip().casefold()
        if not wanted:
            return []
        named = [(shape.name.casefold(), shape.place) for shape in self.map.shapes if shape.place >= 0]
        found = [(not name.startswith(wanted), name, place) for name, place in named if wanted in name]
        return [place for _, _, place in sorted(found)]

    def go_to(self, place: int) -> None:
        """Flies to a place and shows which one is meant."""
        x, y = self._centre(place)
        self.found = place
        self.worn()
        self.fly(x, y, max(self.camera.scale, 2.2 * self.camera.least))

    def forget(self) -> None:
        """The place that was looked for is no longer meant."""
        if self.found >= 0:
            self.aim(-1)
            self.found = -1

    def fit_middle(self) -> None:
        """India alone, and whoever is to move and still waits outside it."""
        self.fly(*extent.india_in(self.map, self.width(), self.height(), self.outside()))

    def outside(self) -> list[tuple[float, float]]:
        """Where armies of the nation whose turn it is are at sea or wait to invade."""
        view, land = self.view, self.charts.board.land
        if view is None or view.nation < 0:
            return []
        armies = (*view.armies[view.nation], *view.waiting)
        return [self._centre(place) for place, _ in armies if place >= land]

    def go_home(self) -> None:
        """The battle under way, else the armies of the nation whose turn it is."""
        view = self.view
        if self.battle_at >= 0:
            self.go_to(self.battle_at)
            return
        places = (
            [place for place, _ in view.armies[view.nation]] if view is not None and view.nation >= 0 else []
        )
        if not places:
            self.fit()
            return
        spots = [self._centre(place) for place in places]
        x, y = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
        wide = max(max(abs(px - x) for px, _ in spots) * 2 + 160, 320)
        high = max(max(abs(py - y) for _, py in spots) * 2 + 160, 320)
        self.fly(x, y, min(self.width() / wide, self.height() / high))

    def about(self, place: int) -> str:
        """A place in one sentence, for the status line."""
        if place < 0:
            return ""
        say = self.words.say
        if place >= FOREIGN:
            return say("board", "foreign", {"place": place})
        if place >= self.charts.board.land:
            return say("board", "sea", {"place": place})
        code = "area-hiland" if self.charts.board.hilands >> place & 1 else "area-open"
        return say("board", code, {"place": place, "region": self.charts.board.region_of[place]})

    # ------------------------------------------------------------------------------ what it shows

    def _centre(self, place: int) -> tuple[float, float]:
        return self.map.shape(place).stack

    def _repainted(self, view: View) -> Iterable[QRectF]:
        """Sets tints and tracks; the boxes of the sheet that look different now."""
        for place, seat in enumerate(self.layout_.holders(view)):
            box = self.ground.tint.hold(place, seat if self.tinted else NONE)
            if box is not None:
                yield box
        turns = self.charts.setups[view.setup].turns
        everybody = (1 << len(self.charts.nations)) - 1
        self.sheet.scoring = frozenset(t for t, turn in enumerate(turns) if turn.scoring == everybody)
        box = self.sheet.changed_by(view.turn)
        if box is not None:
            yield box
        allied = self.sheet.set_allied(any(view.allied))
        if allied is not None:
            yield allied

    def _pieces(self) -> list[Piece]:
        assert self.view is not None
        moves = self.moves
        may_move = [(moves.nation, at) for at in moves.origins()] if isinstance(moves, EmpiresMoves) else []
        names = self.names.kept(self.camera.least)
        found = self.layout_.pieces(self.view, may_move, names, self.layer.size)
        self.names.keep_off(found, self.layer.size)
        return found

    def _paths(self, events: Sequence[Struct]) -> Mapping[tuple[int, int], Sequence[tuple[float, float]]]:
        """The points between for every step of the events that is longer than one."""
        found = {}
        for event in events:
            if isinstance(event, Marched):
                path = (event.origin, *event.via, event.goal)
                for n in range(2, len(path)):
                    found[path[0], path[n]] = [self._centre(p) for p in path[1:n]]
            elif isinstance(event, Retreated | Landed | Withdrew):
                found[event.place, event.goal] = []
        return found

    def origins(self) -> tuple[int, ...]:
        """Places from which something may be lifted."""
        return tuple(self.moves.origins()) if isinstance(self.moves, EmpiresMoves) else ()

    @property
    def nation(self) -> int:
        """The nation that is asked, else the one whose turn it is."""
        if isinstance(self.moves, EmpiresMoves):
            return self.moves.nation
        return self.view.nation if self.view is not None else 0

    @property
    def goals(self) -> Mapping[int, Goal]:
        """What is lit: where what is held may go, else the places that are an answer."""
        if self.hand is not None:
            return self.hand.goals
        return {place: spot.goal for place, spot in self.spots.items()}

    @property
    def question_at(self) -> int:
        """The place that is left by what is decided now, or -1."""
        return self.moves.place if isinstance(self.moves, EmpiresMoves) else -1

    # What PlayBoard asks for.

    def picture(self, look: Hashable, width: float, ratio: float) -> QPixmap:
        assert isinstance(look, CounterLook)
        return counters.draw_picture(look, self.look, width, ratio)

    def lifted_look(self, piece: Piece, number: int) -> Hashable:
        assert isinstance(piece.look, CounterLook)
        return structs.replace(piece.look, count=number, lifted=True, may_move=False)

    def rest_look(self, piece: Piece, number: int) -> Hashable:
        assert isinstance(piece.look, CounterLook)
        return structs.replace(piece.look, count=number)

    def place_at(self, x: float, y: float) -> int:
        return self.map.at(x, y)

    def fan_of(self, piece: Piece) -> Sequence[Piece]:
        if self.view is None or piece.place < 0:
            return []
        return self.layout_.singles(self.view, piece.place)

    def places(self) -> Mapping[int, tuple[float, float]]:
        return {shape.place: shape.stack for shape in self.map.shapes if shape.place >= 0}

    def step_to(self, place: int) -> None:
        super().step_to(place)
        if self.hand is None:
            self.found = place
            self.worn()
        x, y = self._centre(place)
        if (
            not self.rect()
            .adjusted(20, 20, -20, -20)
            .contains(*(round(v) for v in self.camera.to_view(x, y)))
        ):
            self.fly(x, y)

    def heart(self) -> QRectF:
        return extent.heart(self.map).adjusted(1, 1, -1, -1)  # a view of just that size has it all

    def tip(self, piece: Piece) -> str:
        """What a piece is."""
        view = self.view
        assert view is not None
        say = self.words.say
        match piece.id:
            case ("army", int(nation), *_):
                code = "waiting" if piece.place >= FOREIGN else "stack"
                return say("board", code, {"nation": nation, "armies": piece.count})
            case ("leader", int(leader), *_):
                nation = self.charts.leaders[leader].nation
                return say("board", "leader-of", {"leader": leader, "nation": nation})
            case ("arms", int(supplier), *_):
                return say("board", "arms-with", {"nation": supplier, "holder": view.arms_to[supplier]})
            case ("factory", int(area), *_):
                return say("board", "factory", {"nation": view.factories[area]})
            case ("raj", int(nation)):
                areas, points = next((a, p) for n, a, p in self.layout_.titles(view) if n == nation)
                return say("board", "raja", {"nation": nation, "areas": areas, "points": points})
            case ("growth", int(nation), *_):
                return say("board", "grows", {"nation": nation, "carry": view.carry[nation]})
        return ""

    def place_tip(self, x: float, y: float) -> str:
        """What the corner point and the straits mean."""
        board, say = self.charts.board, self.words.say
        corner = self.map.corner
        if corner is not None and hypot(x - corner[0], y - corner[1]) < _MARK:
            (a, c), (b, d) = board.across_corner[0], board.across_corner[-1]
            return say("board", "corner", {"a": a, "b": b, "c": c, "d": d})
        for ends, ((ax, ay), (bx, by)) in zip(board.straits, self.map.bridges, strict=False):
            if hypot(x - (ax + bx) / 2, y - (ay + by) / 2) < _MARK:
                return say("board", "straits", {"a": ends[0], "b": ends[1]})
        return ""

    def _name_under(self, place: int) -> None:
        """A name that does not fit is shown while the pointer is in its area."""
        shown = self.names.boxes(self.camera.scale)
        if (0 <= place < self.charts.board.land and place not in shown) or self._named:
            self._named = 0 <= place < self.charts.board.land and place not in shown
            self.worn()

    # ----------------------------------------------------------------------------------- painting

    def paint_tile(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        frame = self.sheet.frame
        if not frame.contains(seen):
            self.sheet.paint_margin(painter, seen)
        if seen.intersects(frame):
            painter.save()
            painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
            self.ground.paint(painter, seen.intersected(frame), scale)
            self.sheet.paint_boxes(painter, seen)
            painter.restore()

    def draw_vectors(self, painter: QPainter) -> None:
        """All of it, as far as it can be without tiles."""
        left, top, wide, high = self.camera.seen()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), self.background())
        painter.save()
        painter.setTransform(self.board_transform(), True)
        self.paint_tile(painter, QRectF(left, top, wide, high), self.camera.scale)
        painter.restore()
        self.names.paint(painter, self.camera, 1.0)
        self.paint_pieces(painter)

    def background(self) -> QColor:
        return colour(map_colours(self.look).table)

    def board_transform(self) -> QTransform:
        """From board units to pixels of the view."""
        x, y = self.camera.to_view(0, 0)
        return QTransform(self.camera.scale, 0, 0, self.camera.scale, x, y)

    def paint_over(self, painter: QPainter) -> None:
        if self.hand is not None:
            lights.paint_goals(self, painter, self.hand.goals, self.hand.origin)
        elif self.spots:
            lights.paint_goals(self, painter, self.goals, self.question_at)
        elif self.found >= 0:
            lights.paint_found(self, painter, self.found)
        if self.advised is not None:
            paint_lit(self, painter, self.advised)
        still = not self.motion.moving("camera")
        self.names.paint(painter, self.camera, self.devicePixelRatioF(), still=still, always=self._under)

    def paint_pieces(self, painter: QPainter) -> None:
        super().paint_pieces(painter)
        for place, goal in self.goals.items():
            lights.paint_badge(self, painter, place, goal)

    def paint_live(self, painter: QPainter) -> None:
        if self.advised is not None:
            paint_way(self, painter, self.advised)
        goals = self.goals
        if self.aimed in goals:
            self._paint_aimed(painter, goals[self.aimed])
        super().paint_live(painter)
        self.bubble.paint(painter, self.hand, self._pointer)
        if self.hand is not None and self.dragging:
            lights.paint_label(self, painter, self._pointer, self.hand.label, self.bubble.worth)

    def _paint_aimed(self, painter: QPainter, goal: Goal) -> None:
        """The goal under the pointer, with what stands there: the same until something of it changes."""
        place, ratio = self.aimed, self.devicePixelRatioF()

        def draw(over: QPainter) -> None:
            lights.paint_aimed(self, over, place, goal)
            self.names.paint(over, self.camera, ratio, only=place)
            self.layer.paint_at(over, self.camera, ratio, place)
            lights.paint_badge(self, over, place, goal)

        still = not self.motion.busy and not self.short()
        key = (place, goal, self.stored(), self.layer.shows, self.layer.size, self.look, ratio)
        box = self.board_transform().mapRect(self.atlas.area(place).box)
        wide = 60 + 30 * counter_scale(self.camera.scale, self.layer.size)  # names and counters reach out
        box = box.adjusted(-wide, -wide, wide, wide).intersected(QRectF(self.rect()))
        self._aimed.paint(painter, box, ratio, key if still else None, draw)

    def paint_route(self, painter: QPainter, pointer: QPointF) -> None:
        if self.hand is not None:
            lights.paint_route(self, painter, self.hand, pointer)

    def make_pictures(self, until: float) -> bool:
        named = self.names.pictures.make_some(until)
        return super().make_pictures(until) or named

    def short(self) -> bool:
        return super().short() or self.names.pictures.short

    def put_away(self) -> None:
        self.names.pictures.forget()
        super().put_away()

    def redress(self) -> None:
        counters.forget()
        self._dressed(theme().look)
        if self.view is not None:
            for _ in self._repainted(self.view):
                pass
            self.layer.show(self._pieces(), {})
        super().redress()

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]  # handed on as it comes
        self._resized = self.view is not None

    def paintEvent(self, event: QPaintEvent) -> None:
        # While a window is laid out its board changes its size several times: the last is what counts.
        if self._resized:
            self._resized = False
            self.layer.show(self._pieces(), {})
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Alt:
            self.names.all = True
            self.worn()
        elif event.key() == Qt.Key.Key_O and not event.isAutoRepeat():
            self.bubble.on = not self.bubble.on
            self.update()
        elif event.key() == Qt.Key.Key_V and not event.modifiers() and not event.isAutoRepeat():
            self.tinted = not self.tinted
            if self.view is not None:
                for box in self._repainted(self.view):
                    self.tiles.soil(box)
            self.update()
        elif event.key() == Qt.Key.Key_Escape and self.hand is None and self.found >= 0:
            self.forget()
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Alt:
            self.names.all = False
            self.worn()
        super().keyReleaseEvent(event)
