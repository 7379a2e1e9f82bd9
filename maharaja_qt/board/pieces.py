"""Pieces on a board: known by ids, moved when a new view moves them, drawn at the screen's own pixels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import floor, hypot
from typing import Final, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from maharaja_qt.board.camera import Camera
from maharaja_qt.board.motion import Motion, ease_in_out
from maharaja_qt.board.pictures import Pictures

STEP_MS: Final = 260
MOST_MS: Final = 900
FADE_MS: Final = 140
LEAST_TARGET: Final = 28.0
"""Pixels: nothing to be pressed is smaller."""
Picture: TypeAlias = Callable[[Hashable, float, float], QPixmap]
Path: TypeAlias = Sequence[tuple[float, float]]


class Piece(Struct, frozen=True):
    """A piece, or a stack of equal ones. `look` is what its picture is made from.

    It stands at (`x`, `y`) of the board, (`dx`, `dy`) away in units that grow as counters do; `width`
    likewise, unless it is `fixed` to the map. `kin`: what a piece of the new view may have come from.
    """

    id: Hashable
    place: int
    x: float
    y: float
    width: float
    look: Hashable
    dx: float = 0.0
    dy: float = 0.0
    z: int = 0
    count: int = 1
    kin: Hashable = None
    group: Hashable = None
    fixed: bool = False


@dataclass
class Sprite:
    """A piece where it is now, perhaps under way."""

    piece: Piece
    x: float
    y: float
    opacity: float = 1.0


def counter_scale(scale: float, size: float) -> float:
    """Pixels to the unit for counters: as the map up to twice, then slower; `size` is set apart."""
    return size * (scale if scale <= 2 else 2 * (scale / 2) ** 0.6)


class Layer:
    """The pieces of a board."""

    def __init__(self, motion: Motion, picture: Picture) -> None:
        self.motion = motion
        self.size = 1.0
        """Of counters, apart from zoom."""
        self.pictures: Pictures[Hashable] = Pictures(
            lambda look, size, ratio: picture(look, size / ratio, ratio)
        )
        self._sprites: dict[Hashable, Sprite] = {}
        self._order: list[Sprite] = []
        self._passing: dict[Hashable, Sprite] = {}
        self.shows = 0
        """How often others were shown."""

    @property
    def rest(self) -> bool:
        """Does no piece move or fade?"""
        return not any(isinstance(key, tuple) and key[0] == "piece" for key in self.motion.running())

    @property
    def pieces(self) -> list[Piece]:
        """All pieces, lowest first."""
        return [sprite.piece for sprite in self._order]

    def get(self, id_: Hashable) -> Piece | None:
        """The piece of an id, if it is there."""
        sprite = self._sprites.get(id_)
        return None if sprite is None else sprite.piece

    # ------------------------------------------------------------------------------ a new view

    def show(self, pieces: Iterable[Piece], paths: Mapping[tuple[int, int], Path]) -> None:
        """Changes what stands there into `pieces`. `paths`: (from place, to place) -> the points between.

        What still moves from an earlier view arrives first.
        """
        self.settle()
        self.shows += 1
        before = self._sprites
        after = {piece.id: piece for piece in pieces}
        sources = _sources(before, after)
        self._sprites = {}
        for id_, piece in after.items():
            old = before.get(id_)
            come = sources.get(id_)
            sprite = self._sprites[id_] = Sprite(piece, piece.x, piece.y)
            if old is not None:
                if (old.piece.x, old.piece.y) != (piece.x, piece.y):
                    self._travel(sprite, [(old.x, old.y), (piece.x, piece.y)], id_)
                if come is not None:
                    self._pass(piece, come, paths)
            elif come is not None:
                self._travel(sprite, _way(come, piece, paths), id_)
            elif before:
                self._fade(sprite, 0.0, 1.0, id_)
        self._order = sorted(self._sprites.values(), key=lambda each: each.piece.z)
        gone = [sprite for id_, sprite in before.items() if id_ not in after]
        left = {id(source) for source in sources.values()}
        for sprite in gone:
            if id(sprite.piece) not in left:
                key = ("gone", sprite.piece.id)
                self._passing[key] = sprite
                self._fade(sprite, 1.0, 0.0, key, partial(self._pass_away, key))

    def settle(self) -> None:
        """Everything under way arrives."""
        for id_ in [*self._sprites, *self._passing]:
            if self.motion.moving(("piece", id_)):
                self.motion.finish(("piece", id_))
        self._passing.clear()

    def _pass(self, piece: Piece, come: Piece, paths: Mapping[tuple[int, int], Path]) -> None:
        """Some join a stack that stands there: they are seen coming."""
        key = ("passing", piece.id)
        sprite = self._passing[key] = Sprite(piece, come.x, come.y)
        self._travel(sprite, _way(come, piece, paths), key, partial(self._pass_away, key))

    def _pass_away(self, key: Hashable) -> None:
        self._passing.pop(key, None)

    def _travel(
        self, sprite: Sprite, way: Path, key: Hashable, done: Callable[[], None] | None = None
    ) -> None:
        lengths = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(way)]
        whole = sum(lengths)

        def step(share: float) -> None:
            at = share * whole
            for (ax, ay), (bx, by), length in zip(way, way[1:], lengths, strict=False):
                if at <= length:
                    part = at / length if length else 1.0
                    sprite.x, sprite.y = ax + (bx - ax) * part, ay + (by - ay) * part
                    return
                at -= length
            sprite.x, sprite.y = way[-1]

        sprite.x, sprite.y = way[0]
        ms = min(STEP_MS * len(lengths), MOST_MS)
        self.motion.run(("piece", key), ms, step, done, ease_in_out)

    def _fade(
        self, sprite: Sprite, start: float, end: float, key: Hashable,
        done: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        def step(share: float) -> None:
            sprite.opacity = start + (end - start) * share

        sprite.opacity = start
        self.motion.run(("piece", key), FADE_MS, step, done)

    # ---------------------------------------------------------------------------------- drawing

    def place(self, piece: Piece, camera: Camera) -> QRectF:
        """Where a piece lies in the view when it is at rest."""
        return self._box(piece, piece.x, piece.y, camera)

    def _box(self, piece: Piece, x: float, y: float, camera: Camera) -> QRectF:
        vx, vy, across = self._spot(piece, x, y, camera)
        return QRectF(vx - across / 2, vy - across / 2, across, across)

    def _spot(self, piece: Piece, x: float, y: float, camera: Camera) -> tuple[float, float, float]:
        """The middle of a piece in the view, and its width."""
        unit = camera.scale if piece.fixed else counter_scale(camera.scale, self.size)
        vx, vy = camera.to_view(x, y)
        return vx + piece.dx * unit, vy + piece.dy * unit, piece.width * unit

    def paint(
        self,
        painter: QPainter,
        camera: Camera,
        ratio: float,
        looks: Callable[[Piece], tuple[Hashable, float]],
    ) -> None:
        """Draws all pieces; `looks` says how each looks now, and its opacity from 0 to 1."""
        self.pictures.begin()
        sprites = [*self._order, *self._passing.values()]
        if self._passing:
            sprites.sort(key=lambda each: each.piece.z)
        width, height = camera.view
        scale, (left, top) = camera.scale, camera.to_view(0, 0)
        unit = counter_scale(scale, self.size)
        found: dict[tuple[int, float], tuple[Hashable, QPixmap | None, float, float]] = {}
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        # Of hundreds of pieces in a frame many look alike: each picture is looked up once.
        for sprite in sprites:
            piece = sprite.piece
            grown = scale if piece.fixed else unit
            x = left + sprite.x * scale + piece.dx * grown
            y = top + sprite.y * scale + piece.dy * grown
            across = piece.width * grown
            if not (-across < x < width + across and -across < y < height + across):
                continue
            look, opacity = looks(piece)
            key = id(look), across
            if key not in found:
                made = self._find(look, across, ratio)
                size = made.size() if made is not None else QSize()
                found[key] = look, made, 0.5 - size.width() / 2, 0.5 - size.height() / 2
            _, made, dx, dy = found[key]
            opacity *= sprite.opacity
            if made is None or opacity <= 0:
                continue
            if opacity < 1:
                painter.setOpacity(opacity)
            painter.drawPixmap(floor(x * ratio + dx), floor(y * ratio + dy), made)
            if opacity < 1:
                painter.setOpacity(1.0)
        painter.restore()

    def _find(self, look: Hashable, width: float, ratio: float, *, sharp: bool = False) -> QPixmap | None:
        return self.pictures.find(look, max(round(width * ratio), 4), ratio, sharp=sharp)

    def paint_at(
        self, painter: QPainter, camera: Camera, ratio: float, place: int, *, sharp: bool = False
    ) -> None:
        """Draws the pieces of one place again, over what was painted on them (`sharp`: at any cost)."""
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        for sprite in self._order:
            if sprite.piece.place == place:
                x, y, across = self._spot(sprite.piece, sprite.x, sprite.y, camera)
                self._draw(painter, sprite.piece.look, x, y, across, ratio, sharp=sharp)
        painter.restore()

    def draw(self, painter: QPainter, look: Hashable, middle: QPointF, width: float, ratio: float) -> None:
        """Draws one picture with its middle somewhere, on whole pixels of the screen."""
        painter.save()
        painter.scale(1 / ratio, 1 / ratio)
        self._draw(painter, look, middle.x(), middle.y(), width, ratio)
        painter.restore()

    def _draw(
        self,
        painter: QPainter,
        look: Hashable,
        x: float,
        y: float,
        width: float,
        ratio: float,
        *,
        sharp: bool = False,
    ) -> None:
        """The painter works in pixels of the screen; the rest is in pixels of the view."""
        made = self._find(look, width, ratio, sharp=sharp)
        if made is not None:
            painter.drawPixmap(
                floor(x * ratio - made.width() / 2 + 0.5), floor(y * ratio - made.height() / 2 + 0.5), made
            )

    def hit(self, x: float, y: float, camera: Camera) -> Piece | None:
        """The piece at a point of the view: the topmost there, else the nearest one not quite hit."""
        near: list[tuple[float, Piece]] = []
        for piece in reversed(self.pieces):
            box = self.place(piece, camera)
            far = hypot(x - box.center().x(), y - box.center().y())
            if far <= box.width() / 2:
                return piece
            if far <= LEAST_TARGET / 2:
                near.append((far, piece))
        return min(near, key=lambda each: each[0])[1] if near else None


def _sources(before: Mapping[Hashable, Sprite], after: Mapping[Hashable, Piece]) -> dict[Hashable, Piece]:
    """For each piece that is new or has grown, one of its kin that is gone or has shrunk, nearest first."""
    shrunk: dict[Hashable, list[Piece]] = {}
    for id_, sprite in before.items():
        now = after.get(id_)
        lost = sprite.piece.count - (0 if now is None else now.count)
        if lost > 0 and sprite.piece.kin is not None:
            shrunk.setdefault(sprite.piece.kin, []).extend([sprite.piece] * lost)
    found = {}
    for id_, piece in after.items():
        old = before.get(id_)
        if old is not None and old.piece.count >= piece.count:
            continue
        kin = shrunk.get(piece.kin, [])
        if kin:
            found[id_] = min(kin, key=lambda each: hypot(each.x - piece.x, each.y - piece.y))
            for _ in range(piece.count - (0 if old is None else old.piece.count)):
                if found[id_] in kin:
                    kin.remove(found[id_])
    return found


def _way(come: Piece, piece: Piece, paths: Mapping[tuple[int, int], Path]) -> Path:
    between = paths.get((come.place, piece.place), ())
    return [(come.x, come.y), *between, (piece.x, piece.y)]
