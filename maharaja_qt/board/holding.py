"""What is in the hand of whoever plays on a board, and what becomes of it: lifted, dropped, put back.

The board holds a view and what may be done; it decides no rule and changes nothing. It says what is
wanted (`submitted`) and waits for the next view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import Any, Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from maharaja_qt.board.fan import Fan
from maharaja_qt.board.hand import Hand, Moves, Spot
from maharaja_qt.board.motion import ease_in_out
from maharaja_qt.board.pieces import Layer, Piece
from maharaja_qt.board.pill import Note
from maharaja_qt.board.view import BoardView

BACK_MS: Final = 180
LIFTED: Final = 1.12
_GHOST: Final = 0.3
_PENDING: Final = 0.7


class HoldingBoard(BoardView):
    """Subclasses say what there is to be held and how it looks; see also `BoardView`."""

    submitted = Signal(object)
    """An action is wanted. Nothing has changed; the piece is pending until `show` brings a new view."""
    choice = Signal(list)
    """A drop may mean several actions: somebody is to choose one and call `submit`."""
    said = Signal(str)
    """A sentence for the status line: why a piece stays, why a drop was in vain."""
    doubted = Signal(object)
    """An action that is not legal, for which a drop was in vain: whoever has the table may ask why."""
    lifted = Signal()
    """Something was taken up, laid down, or is held otherwise than before."""

    def __init__(
        self, bounds: tuple[float, float, float, float], parent: QWidget | None = None, most: float = 8.0
    ) -> None:
        super().__init__(bounds, parent, most)
        self.layer = Layer(self.motion, self.picture)
        self.moves: Moves[Any] | None = None
        self.hand: Hand[Any] | None = None
        self.dragging = False
        self.aimed = -1
        """The goal under the pointer, or chosen by key."""
        self.pending: frozenset[Hashable] = frozenset()
        self.fan: Fan | None = None
        self.idle = ""
        """While nobody here is asked: whose turn it is, for whoever presses a piece."""
        self._held: Piece | None = None
        self._press: tuple[QPointF, Piece | None, Qt.KeyboardModifier] | None = None
        """Where a button went down, on what, with which keys: that may become a drag."""
        self._note = Note(self)
        self._pointer = QPointF()
        self._back: tuple[Piece, QPointF] | None = None

    # -------------------------------------------------------------------- what a subclass supplies

    def picture(self, look: Hashable, width: float, ratio: float) -> QPixmap:
        """The picture of a piece."""
        raise NotImplementedError

    def lifted_look(self, piece: Piece, number: int) -> Hashable:
        """How so many of a piece look in the hand."""
        raise NotImplementedError

    def rest_look(self, piece: Piece, number: int) -> Hashable:
        """How a piece looks while only so many of it are left."""
        raise NotImplementedError

    def fan_of(self, piece: Piece) -> Sequence[Piece]:
        """The single pieces of the stack a piece belongs to."""
        raise NotImplementedError

    def paint_route(self, painter: QPainter, pointer: QPointF) -> None:
        """The way from where the hand was filled to where it is."""

    # ------------------------------------------------------------------------------ the interface

    def offer(self, moves: Moves[Any] | None) -> None:
        """What may be done from now on; nothing is held any more."""
        self.cancel(glide=False)
        self.moves = moves
        self.worn()

    def submit(self, action: object) -> None:
        """Says that an action is wanted and shows its pieces as pending."""
        taken = self.hand.taken if self.hand is not None else {}
        self._lay_down()
        self.pending = frozenset(taken)
        self.worn()
        self.submitted.emit(action)

    def arrived(self) -> None:
        """A new view is shown: nothing is pending, and nothing is held from the old one."""
        self.settled()
        self.close_fan()
        self._back = None
        if self.hand is not None:
            self._lay_down()

    def settled(self) -> None:
        """What was wanted has been done or refused; whoever holds something goes on holding it."""
        self.pending = frozenset()
        self.worn()

    def cancel(self, *, glide: bool = True) -> None:
        """Puts back what is held; the piece glides to its place."""
        held, dragging = self._held, self.dragging
        if self.hand is None:
            return
        self._lay_down()
        if glide and dragging and held is not None:
            self._glide(held)

    def lift(self, piece: Piece, number: int = 0, along: bool = True, *, dragging: bool = False) -> bool:
        """Takes a piece up; if it cannot be, says why."""
        fan = self.fan
        chosen = [] if fan is None else fan.chosen(piece)
        hand = None
        if self.moves is not None and self.moves.movable(piece):
            hand = self.moves.lift_these(chosen) if chosen else self.moves.lift(piece, number, along)
        if hand is None:
            self._refuse(piece)
            return False
        self.close_fan()
        self.hand, self._held, self.dragging = hand, piece, dragging
        self.aimed = -1
        self.worn()
        self.lifted.emit()
        return True

    def drop(self, place: int) -> None:
        """Drops what is held: one action is submitted, several are offered, none glides back."""
        hand = self.hand
        if hand is None:
            return
        actions = hand.actions(place)
        if len(actions) == 1:
            self.submit(actions[0])
        elif actions:
            self.dragging = False
            self.worn()
            self.choice.emit(list(actions))
        else:
            why = "" if place == hand.origin else hand.why_not(place)
            attempt = None if place == hand.origin else hand.attempt(place)
            self.cancel()
            if why:
                self.said.emit(why)
            if attempt is not None:
                self.doubted.emit(attempt)

    @property
    def spots(self) -> Mapping[int, Spot]:
        """The places a click on which is an answer, while nothing is held."""
        return self.moves.spots if self.moves is not None and self.hand is None else {}

    def answer(self, place: int) -> None:
        """A place is clicked that is an answer, or several to choose from."""
        actions = self.spots[place].actions
        if len(actions) == 1:
            self.submit(actions[0])
        else:
            self.choice.emit(list(actions))

    def _lay_down(self) -> None:
        self.hand, self._held, self.dragging, self.aimed = None, None, False, -1
        self._press = None
        self.unsetCursor()
        self.worn()
        self.lifted.emit()
        self.said.emit("")  # what could be done with it no longer holds

    def _glide(self, piece: Piece) -> None:
        start = QPointF(self._pointer)

        def step(share: float) -> None:
            home = self.layer.place(piece, self.camera).center()
            self._back = (piece, start + (home - start) * share)

        self.motion.run("back", BACK_MS, step, self._home, ease_in_out)

    def _home(self) -> None:
        self._back = None

    def _refuse(self, piece: Piece) -> None:
        why = self.moves.why_not(piece) if self.moves is not None else self.idle
        if why:
            self.said.emit(why)
            self._note.say(self._pointer, why)

    def take_up(self, piece: Piece) -> bool:
        """Takes a piece up where it stands, by keyboard."""
        self.cancel(glide=False)
        self._pointer = self.layer.place(piece, self.camera).center()
        return self.lift(piece)

    @property
    def held(self) -> Piece | None:
        """The piece in the hand."""
        return self._held

    def change(self, change: Callable[[Hand[Any]], None]) -> None:
        """What is held changes."""
        if self.hand is not None:
            change(self.hand)
            self.worn()
            self.lifted.emit()

    # --------------------------------------------------------------------------------------- fans

    def open_fan(self, piece: Piece) -> None:
        """Lays the stack of a piece out in a row."""
        singles = self.fan_of(piece)
        if len(singles) > 1:
            self.fan = Fan(singles, self.layer.place(piece, self.camera), QRectF(self.rect()))
            self.update()

    def close_fan(self) -> None:
        """The stack closes again."""
        if self.fan is not None:
            self.fan = None
            self.update()

    # ----------------------------------------------------------------------------------- painting

    def paint_pieces(self, painter: QPainter) -> None:
        self.layer.paint(painter, self.camera, self.devicePixelRatioF(), self._looks)

    def pieces_rest(self) -> bool:
        return self.layer.rest and self._back is None

    def make_pictures(self, until: float) -> bool:
        return self.layer.pictures.make_some(until)

    def short(self) -> bool:
        return self.layer.pictures.short

    def paint_live(self, painter: QPainter) -> None:
        ratio = self.devicePixelRatioF()
        if self.fan is not None:
            self.fan.paint(painter, self.layer, ratio)
        if self.hand is not None:
            self.paint_route(painter, self._pointer)
        if self.hand is not None and self._held is not None and self.dragging:
            taken = self.hand.taken
            number = taken.get(self._held.id) or max(taken.values(), default=1)
            self._paint_held(painter, self._held, self._pointer, number)
        elif self._back is not None:
            piece, at = self._back
            self._paint_held(painter, piece, at, piece.count)
        self._note.paint(painter)

    def _paint_held(self, painter: QPainter, piece: Piece, at: QPointF, number: int) -> None:
        width = self.layer.place(piece, self.camera).width() * LIFTED
        look = self.lifted_look(piece, max(number, 1))
        self.layer.draw(painter, look, at, width, self.devicePixelRatioF())

    def whole_picture(self) -> QPixmap:
        """What is seen, with every tile and every piece at its own scale."""
        self.finish_tiles()
        picture = self.grab()
        while self.short():
            self.make_pictures(inf)
            self.worn()
            picture = self.grab()
        return picture

    def _looks(self, piece: Piece) -> tuple[Hashable, float]:
        """How a piece that stands there looks now: what is left of it while some of it is held."""
        if self._back is not None and self._back[0].id == piece.id:
            return piece.look, _GHOST
        if self.hand is not None and self.dragging:
            taken = self.hand.taken.get(piece.id, 0)
            if taken >= piece.count:
                return piece.look, _GHOST
            if taken:
                return self.rest_look(piece, piece.count - taken), 1.0
        return piece.look, _PENDING if piece.id in self.pending else 1.0

    def put_away(self) -> None:
        self.layer.pictures.forget()
        super().put_away()

    def redress(self) -> None:
        self.layer.pictures.forget()
        super().redress()
