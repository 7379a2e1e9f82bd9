"""The place under the pointer in the status line: what it is, and what can be done there now."""

from __future__ import annotations

from maharaja_qt.empires.board import EmpiresBoard


def told(board: EmpiresBoard, place: int) -> str:
    """One line; '' for no place."""
    if place < 0:
        return ""
    return " · ".join(
        (board.about(place).removesuffix("."), board.words.say("board", _can(board, place), {}))
    )


def _can(board: EmpiresBoard, place: int) -> str:
    """What a click or letting go means here, as the code of its words."""
    hand, moves = board.hand, board.moves
    if hand is not None:
        if place == hand.origin:
            return "can-put-back"
        return "can-let-go" if place in hand.goals else "cannot-reach"
    if place in board.spots:
        return "can-click"
    if moves is not None and any(p.place == place and moves.movable(p) for p in board.layer.pieces):
        return "can-drag"
    return "can-look"
