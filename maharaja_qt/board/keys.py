"""Playing by keyboard: everything the mouse can do has a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from maharaja_qt.moment import moment

if TYPE_CHECKING:
    from maharaja_qt.board.pieces import Piece
    from maharaja_qt.board.play import PlayBoard

_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WAYS: Final = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_ASIDE: Final = 2.0
"""How much farther what lies aside of the way counts."""


def pressed(board: PlayBoard, event: QKeyEvent) -> bool:
    """A key; False if it means nothing here. A key that is held down, or was meant for
    another question, decides nothing."""
    key = Qt.Key(event.key())
    if key in _ENTER and (event.isAutoRepeat() or not moment().meant()):
        return True
    if key == Qt.Key.Key_Escape and (board.hand is not None or board.fan is not None):
        board.close_fan()
        board.cancel()
        return True
    if key in _WAYS and (board.hand is not None or event.modifiers() & Qt.KeyboardModifier.ControlModifier):
        _go(board, *_WAYS[key])
        return True
    return _empty(board, key) if board.hand is None else _full(board, key, event.modifiers())


def _go(board: PlayBoard, dx: int, dy: int) -> None:
    """To the nearest place that way: of the goals of what is held, or of all there are."""
    places = board.places()
    start = board.aimed if board.aimed >= 0 else board.held.place if board.held is not None else -1
    x, y = places.get(start, (board.camera.x, board.camera.y))
    wanted = board.hand.goals if board.hand is not None else places
    far = {}
    for place in wanted:
        px, py = places[place]
        along, aside = (px - x) * dx + (py - y) * dy, abs((px - x) * dy) + abs((py - y) * dx)
        if place != start and along > aside / _ASIDE:
            far[place] = along + _ASIDE * aside
    if far:
        board.step_to(min(far, key=lambda place: far[place]))


def _movable_at(board: PlayBoard, place: int) -> Piece | None:
    """A piece of a place that may be taken up."""
    moves = board.moves
    if moves is None or place < 0:
        return None
    return next((p for p in board.layer.pieces if p.place == place and moves.movable(p)), None)


def _empty(board: PlayBoard, key: Qt.Key) -> bool:
    """With nothing in the hand."""
    piece = board.piece_under()
    chosen = _movable_at(board, board.aimed) if key == Qt.Key.Key_Space else None
    if chosen is not None:
        board.take_up(chosen)
    elif key == Qt.Key.Key_Space and piece is not None:
        board.open_fan(piece)
    elif key == Qt.Key.Key_G and board.spots:
        _aim(board, sorted(board.spots))
    elif key in _ENTER and board.aimed in board.spots:
        board.answer(board.aimed)
    elif key in _ENTER:
        board.undecided.emit()
    else:
        return False
    return True


def _full(board: PlayBoard, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
    """With something in the hand."""
    assert board.hand is not None
    number = key - Qt.Key.Key_0
    if 1 <= number <= 9:
        board.change(lambda held: held.take(number))
    elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
        board.change(lambda held: held.more(-1 if key == Qt.Key.Key_Minus else 1))
    elif key == Qt.Key.Key_Space:
        back = modifiers & Qt.KeyboardModifier.ShiftModifier
        board.change(lambda held: held.set_down(-1 if back else 1))
    elif key == Qt.Key.Key_G:
        _aim(board, sorted(board.hand.goals))
        board.hand.over(board.aimed)
    elif key in _ENTER and board.aimed >= 0:
        board.drop(board.aimed)
    else:
        return False
    return True


def _aim(board: PlayBoard, places: Sequence[int]) -> None:
    """At the next of these places."""
    if places:
        at = places.index(board.aimed) + 1 if board.aimed in places else 0
        board.aimed = places[at % len(places)]
        board.update()
        board.hovered.emit(board.aimed)


def step(board: PlayBoard, by: int) -> bool:
    """Takes up the next piece that may be moved, or aims at the next place to click; False after the last."""
    moves = board.moves
    if moves is None or board.dragging:
        return False
    movable = [piece for piece in board.layer.pieces if moves.movable(piece)]
    if not movable:
        return _step_spots(board, by)
    movable.sort(key=lambda piece: (round(piece.y / 40), piece.x, str(piece.id)))
    ids = [piece.id for piece in movable]
    held = board.held
    at = ids.index(held.id) + by if held is not None and held.id in ids else 0
    if not 0 <= at < len(movable):
        board.cancel()
        return False
    return board.take_up(movable[at])


def _step_spots(board: PlayBoard, by: int) -> bool:
    places = sorted(board.spots)
    at = places.index(board.aimed) + by if board.aimed in places else 0
    if 0 <= at < len(places):
        _aim(board, [places[at]])
        return True
    if places:
        board.aimed = -1
        board.update()
    return False
