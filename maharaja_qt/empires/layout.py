"""Which counters a view shows, and where each stands: stacks in their areas, markers on their tracks.

A stack stands where the map says. Where what belongs to it would cover a name or another stack, the whole
of it moves a little.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from math import ceil, cos, inf, pi, sin
from typing import Final

from msgspec import structs
from PySide6.QtCore import QRectF

from core.games.empires.chart_types import NONE, Charts
from core.games.empires.outlook import titles
from core.games.empires.state import ARMS, ARMY_GIVEN, FOREIGN, MARKER_GIVEN
from core.games.empires.view import View
from maharaja_qt.board.pieces import Piece
from maharaja_qt.empires.counters import SIZES, CounterLook, Kind
from maharaja_qt.empires.geography import Map
from maharaja_qt.empires.sheet import ALLIANCE, Sheet

R: Final = SIZES["army"] / 2
_LEADER, _ARMS, _FACTORY, _RAJ = 0.8, 0.76, 0.9, 0.62
_FLEETS_APART: Final = 30.0
_Z = {"raj": 0, "factory": 1, "army": 2, "boat": 2, "arms": 3, "leader": 4, "battle": 5}
_REACH: Final = 40
_ROOMS: Final = 2000
_ROUND: Final = tuple((cos(n * pi / 12), sin(n * pi / 12)) for n in range(24))


def escort_id(escort: int) -> tuple[str, int]:
    """The id of a leader's counter, or of the Arms'."""
    return ("arms", escort - ARMS) if escort >= ARMS else ("leader", escort)


def held_ids(nation: int, place: int, armies: int, escorts: Iterable[int]) -> dict[Hashable, int]:
    """The pieces of a place that are in the hand, and how many of each."""
    held: dict[Hashable, int] = {("army", nation, place): armies} if armies else {}
    return held | {escort_id(escort): 1 for escort in escorts}


class Layout:
    """Turns views of one game into pieces."""

    def __init__(self, charts: Charts, drawn: Map, sheet: Sheet, marker: str) -> None:
        self.c = charts
        self.map = drawn
        self.sheet = sheet
        self._marker = marker
        self._rooms: dict[object, tuple[float, float]] = {}
        self._narrows: dict[int, bool] = {}
        self._titled: tuple[View, tuple[tuple[int, int, int], ...]] | None = None

    def seat(self, view: View, nation: int) -> int:
        """Who plays a nation."""
        return self.c.setups[view.setup].owner[nation]

    def holders(self, view: View) -> tuple[int, ...]:
        """Land area -> the seat whose tint it has, or -1. Of two nations, the one that was there."""
        found = [NONE] * self.c.board.land
        order = sorted(range(len(view.armies)), key=lambda nation: nation != view.nation)
        for nation in order:
            for place, _ in view.armies[nation]:
                if place < self.c.board.land:
                    found[place] = self.seat(view, nation)
        return tuple(found)

    def pieces(
        self, view: View, may_move: Iterable[tuple[int, int]], names: Mapping[int, QRectF], unit: float
    ) -> list[Piece]:
        """All counters. `may_move`: nations and places from which they may go; `names`: the boxes to keep
        clear; `unit`: board units to a unit of counters at the scale they are kept clear at."""
        movable = frozenset(may_move)
        groups: dict[int, list[Piece]] = {}
        for piece in (*self._stacks(view, movable), *self._titles(view)):
            groups.setdefault(piece.place, []).append(piece)
        placed: list[Piece] = []
        taken: list[QRectF] = []
        # Plain stacks keep their places; those of many pieces look for room.
        for place in sorted(groups, key=lambda each: (len(groups[each]), each)):
            group = groups[place]
            box = _box(group, unit)
            x, y = self._room(place, box, names, taken)
            taken.append(box.translated(x, y))
            placed += [_moved(piece, x, y) for piece in group]
        return [*placed, *self._markers(view)]

    # ------------------------------------------------------------------------------------ stacks

    def _look(self, kind: Kind, nation: int, view: View, name: str = "") -> CounterLook:
        """A nation's counter as it is at rest."""
        about, seat = self.c.nations[nation], self.seat(view, nation)
        return CounterLook(kind=kind, nation=about.id, name=name or self.c.names["nation"][nation], seat=seat)

    def _stacks(self, view: View, movable: frozenset[tuple[int, int]]) -> Iterator[Piece]:
        """The pieces of each place, offsets from the middle of the place's stack."""
        land = self.c.board.land
        here: dict[int, list[tuple[int, int]]] = {}
        for nation, armies in enumerate(view.armies):
            for place, number in armies:
                here.setdefault(place, []).append((nation, number))
        waiting = dict(view.waiting)
        escorted = {place for place in (*view.leader_at, *view.arms_at) if place >= 0}
        built = {area for area, nation in enumerate(view.factories) if nation != NONE}
        places = {*here, *waiting, *escorted, *built}
        unmoved = dict(view.unmoved)
        for place in sorted(places):
            hosts: dict[int, tuple[float, float]] = {}
            stacks = here.get(place, [])
            if place >= FOREIGN and place in waiting:
                stacks = [(view.nation, waiting[place])] if waiting[place] else []
            if place < land and len(stacks) > 1:
                stacks = sorted(stacks, key=lambda each: each[0] == view.nation)
            apart = _FLEETS_APART if land <= place < FOREIGN else 2 * R
            for n, (nation, number) in enumerate(stacks):
                aside = (n - (len(stacks) - 1) / 2) * apart
                # In an area that is narrow there, one above the other.
                dx, dy = hosts[nation] = (0.0, aside) if aside and self._narrow(place) else (aside, 0.0)
                mine = nation == view.nation
                kind: Kind = "boat" if land <= place < FOREIGN else "army"
                may_move = (nation, place) in movable
                moved = mine and place < FOREIGN and not unmoved.get(place) and not may_move
                look = structs.replace(
                    self._look(kind, nation, view), count=number, moved=moved, may_move=may_move
                )
                yield self._piece(
                    ("army", nation, place), place, look, dx=dx, dy=dy, count=number, kin=("army", nation)
                )
            if place < land and len(stacks) == 2:
                at = (R * 0.8, 0.0) if self._narrow(place) else (0.0, -R - 3)
                yield self._piece(("battle", place), place, CounterLook(kind="battle"), dx=at[0], dy=at[1])
            yield from self._escorts(view, place, hosts, movable)

    def _escorts(
        self,
        view: View,
        place: int,
        hosts: Mapping[int, tuple[float, float]],
        movable: frozenset[tuple[int, int]],
    ) -> Iterator[Piece]:
        left: dict[int, int] = {}
        for leader, at in enumerate(view.leader_at):
            if at != place:
                continue
            nation = self.c.leaders[leader].nation
            n = left[nation] = left.get(nation, 0) + 1
            alone = nation not in hosts
            look = structs.replace(
                self._look("leader", nation, view, self.c.names["leader"][leader]),
                may_move=alone and (nation, place) in movable,
            )
            x, y = hosts.get(nation, (0.0, 0.0))
            dx, dy = (0.0, 0.0) if alone else (x - 1.05 * R - (n - 1) * 8, y - 3.2)
            yield self._piece(("leader", leader), place, look, size=_LEADER, dx=dx, dy=dy,
                              kin=("leader", leader))  # fmt: skip
        for supplier, at in enumerate(view.arms_at):
            if at == place:
                look = self._look("arms", supplier, view)
                x, y = hosts.get(view.arms_to[supplier], (0.0, 0.0))
                yield self._piece(("arms", supplier), place, look, size=_ARMS, dx=x + 1.15 * R, dy=y - 3.2,
                                  kin=("arms", supplier))  # fmt: skip
        owner = view.factories[place] if place < len(view.factories) else NONE
        if owner != NONE:
            look = self._look("factory", owner, view)
            x, y = min(hosts.values(), default=(1.1 * R, 0.0))
            dx, dy = x - 1.1 * R, y + (6.0 if left else 0.0)  # lower, where a leader is
            yield self._piece(
                ("factory", place), place, look, size=_FACTORY, dx=dx, dy=dy, kin=("factory", owner)
            )

    def _titles(self, view: View) -> Iterator[Piece]:
        """The Raj counters, each at the feet of the largest army of a nation that is Raja."""
        for nation, _, points in self.titles(view):
            stacks = [(armies, -place) for place, armies in view.armies[nation] if place < self.c.board.land]
            if stacks:
                look = CounterLook(kind="raj", nation=self.c.nations[nation].id, name=str(points))
                place = -max(stacks)[1]
                yield self._piece(("raj", nation), place, look, size=_RAJ, dx=-1.1 * R, dy=0.85 * R)

    def titles(self, view: View) -> tuple[tuple[int, int, int], ...]:
        """See `outlook.titles`; reckoned once for a view."""
        if self._titled is None or self._titled[0] is not view:
            self._titled = view, titles(self.c, view)
        return self._titled[1]

    def _piece(
        self, id_: tuple[object, ...], place: int, look: CounterLook, *, size: float = 1.0, dx: float = 0.0,
        dy: float = 0.0, count: int = 1, kin: tuple[object, ...] | None = None,
    ) -> Piece:  # fmt: skip
        x, y = self.map.shape(place).stack
        return Piece(
            id=id_, place=place, x=x, y=y, width=SIZES[look.kind] * size, look=look, dx=dx, dy=dy,
            z=_Z[look.kind] + 10 * round(y), count=count, kin=kin, group=place,
        )  # fmt: skip

    def _narrow(self, place: int) -> bool:
        """Is there no room for two armies side by side where the stack stands, but more up and down?"""
        if place not in self._narrows:
            shape = self.map.shape(place)
            x, y = shape.stack
            across = sum(shape.holds(x + step, y) for step in range(-_REACH, _REACH))
            along = sum(shape.holds(x, y + step) for step in range(-_REACH, _REACH))
            self._narrows[place] = shape.kind == "land" and across < 4 * R and along > across
        return self._narrows[place]

    def _room(
        self, place: int, box: QRectF, names: Mapping[int, QRectF], taken: list[QRectF]
    ) -> tuple[float, float]:
        """How far a stack moves aside to be clear of names and other stacks: not at all, if it can."""
        wide = box.adjusted(-_REACH, -_REACH, _REACH, _REACH)
        near = [name for name in names.values() if wide.intersects(name)]
        others = [each for each in taken if wide.intersects(each)]
        key = (place, *(each.getRect() for each in (box, *near)), len(near), *(o.getRect() for o in others))
        if key not in self._rooms:
            if len(self._rooms) > _ROOMS:
                self._rooms.clear()
            self._rooms[key] = self._found_room(place, box, near, others)
        return self._rooms[key]

    def _found_room(
        self, place: int, box: QRectF, near: list[QRectF], others: list[QRectF]
    ) -> tuple[float, float]:
        shape = self.map.shape(place)

        def cost(x: float, y: float, far: float, most: float) -> float:
            """Of more than `most` it does not matter how much more; whether a point is inside takes long."""
            moved = box.translated(x, y)
            covered = sum(10 * _area(moved, name) for name in near) + sum(3 * _area(moved, o) for o in others)
            if covered + far >= most:
                return most
            middle = moved.center()
            return covered + far + (0.0 if shape.holds(middle.x(), middle.y()) else 400.0)

        best, least = (0.0, 0.0), cost(0, 0, 0, inf)
        for far in range(3, _REACH, 3):
            if far >= least:
                break
            for x, y in _ROUND:
                this = cost(far * x, far * y, far, least)
                if this < least:
                    best, least = (far * x, far * y), this
        return best

    # ----------------------------------------------------------------------------------- markers

    def _markers(self, view: View) -> Iterator[Piece]:
        """The Turn marker, growth markers on their track, and what allies have given."""
        box = self.sheet.turn_box(view.turn)
        look = CounterLook(kind="turn", name=self._marker)
        yield Piece(("turn",), -1, box.center().x(), box.top() + 13, 27.0, look, z=1, fixed=True)
        owner = self.c.setups[view.setup].owner
        on_track: dict[int, list[int]] = {}
        allies: list[int] = []
        for nation, about in enumerate(self.c.nations):
            if view.allied[nation] in (MARKER_GIVEN, ARMY_GIVEN):
                allies.append(nation)
            if about.population_marker and owner[nation] != NONE and view.allied[nation] != MARKER_GIVEN:
                on_track.setdefault(view.carry[nation], []).append(nation)
        for carry, nations in on_track.items():
            box = self.sheet.growth_box(carry)
            yield from self._rowed(view, nations, box.adjusted(2, 11, -2, -1))
        yield from self._rowed(view, allies, ALLIANCE.adjusted(10, 22, -10, -8))

    def _rowed(self, view: View, nations: list[int], box: QRectF) -> Iterator[Piece]:
        """Markers in rows that fill a box."""
        if not nations:
            return
        size, columns = 0.0, 1
        for tried in range(1, len(nations) + 1):
            rows = ceil(len(nations) / tried)
            fits = min(box.width() / tried, box.height() / rows, SIZES["growth"])
            if fits > size:
                size, columns = fits, tried
        rows = ceil(len(nations) / columns)
        for n, nation in enumerate(nations):
            row, column = divmod(n, columns)
            in_row = min(columns, len(nations) - row * columns)
            x = box.center().x() + (column - (in_row - 1) / 2) * size
            y = box.center().y() + (row - (rows - 1) / 2) * size
            look = self._look("growth", nation, view)
            yield Piece(("growth", nation), -1, x, y, size * 0.94, look, z=1, fixed=True)

    def singles(self, view: View, place: int) -> list[Piece]:
        """The pieces of a place one by one, as they lie in a fan: leaders, armies, Arms, factory."""
        order = {"leader": 0, "army": 1, "boat": 1, "arms": 2, "factory": 3}
        found: list[tuple[int, Piece]] = []
        for piece in self._stacks(view, frozenset()):
            look = piece.look
            if piece.place != place or not isinstance(look, CounterLook) or look.kind not in order:
                continue
            for n in range(piece.count):
                single = CounterLook(kind=look.kind, nation=look.nation, name=look.name, seat=look.seat)
                id_ = (*piece.id, n) if piece.count > 1 else piece.id  # type: ignore[misc]  # ids are tuples
                found.append((order[look.kind], Piece(id_, place, piece.x, piece.y, piece.width, single)))
        return [piece for _, piece in sorted(found, key=lambda each: each[0])]


def _box(group: list[Piece], unit: float) -> QRectF:
    """What a stack covers, in board units; of a badge the half that shows."""
    box = QRectF()
    for piece in group:
        half = piece.width / 2 * unit
        x, y = piece.x + piece.dx * unit, piece.y + piece.dy * unit
        box = box.united(QRectF(x - half, y - half, 2 * half, 2 * half))
    return box


def _area(a: QRectF, b: QRectF) -> float:
    shared = a.intersected(b)
    return max(shared.width(), 0.0) * max(shared.height(), 0.0)


def _moved(piece: Piece, x: float, y: float) -> Piece:
    return structs.replace(piece, x=piece.x + x, y=piece.y + y)
