"""Moves in words: coordinates such as `e2e4` and `a7a8m`, and SAN such as `Nf3` (3)."""

from __future__ import annotations

import re
from typing import Final

from core.faults import UserError
from core.games.chess.pieces import EMPTY, KING, LETTERS, PAWN, SQUARES
from core.games.chess.position import Position

COORDINATES: Final = re.compile("([a-h][1-8])([a-h][1-8])([nbrqacm]?)")
_SAN: Final = re.compile(r"([KQRBNACM]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([NBRQACM]))?")
_CASTLING: Final = {"O-O": 2, "O-O-O": -2, "0-0": 2, "0-0-0": -2}


class MoveError(UserError):
    """A move that cannot be read, is not legal, or could be several; the message quotes it."""


def coordinates(move: int) -> str:
    """`e2e4`; a promotion adds the piece's letter in lower case."""
    promotion = move >> 12
    return SQUARES[move & 63] + SQUARES[move >> 6 & 63] + (LETTERS[promotion] if promotion else "")


def read_coordinates(position: Position, text: str) -> int:
    """The legal move that is written so. Raises `MoveError`."""
    if not COORDINATES.fullmatch(text):
        raise MoveError(f"{text[:20]!r} is no move such as e2e4 or a7a8q")
    for move in position.legal():
        if coordinates(move) == text:
            return move
    if any(coordinates(move)[:4] == text[:4] for move in position.legal()):
        raise MoveError(f"{text}: that pawn promotes: add the letter of a piece it may become")
    raise MoveError(f"{text} is not legal here")


def castling(position: Position, move: int) -> int:
    """2 or -2, the king's steps, if a move castles; else 0."""
    origin, target = move & 63, move >> 6 & 63
    steps = target - origin
    return steps if abs(steps) == 2 and position.piece_at(origin)[1] == KING else 0


def san(position: Position, move: int) -> str:
    """The short form of a legal move: as little of the origin as tells it apart, and + or #."""
    return _without_check(position, move) + _check_mark(position.after(move))


def _without_check(position: Position, move: int) -> str:
    steps = castling(position, move)
    if steps:
        return "O-O" if steps > 0 else "O-O-O"
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = position.piece_at(origin)[1]
    taken = position.piece_at(target)[1] != EMPTY
    if piece == PAWN:
        taken = origin & 7 != target & 7
        name = SQUARES[origin][0] if taken else ""
    else:
        name = LETTERS[piece].upper() + _origin(position, move, piece)
    became = "=" + LETTERS[promotion].upper() if promotion else ""
    return name + "x" * taken + SQUARES[target] + became


def _origin(position: Position, move: int, piece: int) -> str:
    origin, target = move & 63, move >> 6 & 63
    others = [
        other & 63
        for other in position.legal()
        if other >> 6 & 63 == target and other & 63 != origin and position.piece_at(other & 63)[1] == piece
    ]
    if not others:
        return ""
    if all(other & 7 != origin & 7 for other in others):
        return SQUARES[origin][0]
    if all(other >> 3 != origin >> 3 for other in others):
        return SQUARES[origin][1]
    return SQUARES[origin]


def _check_mark(position: Position) -> str:
    if not position.in_check(position.side):
        return ""
    return "+" if position.legal() else "#"


def read_san(position: Position, text: str) -> int:
    """The legal move a SAN stands for; marks of check and praise may be missing. Raises `MoveError`."""
    plain = text.rstrip("+#!?")
    legal = position.legal()
    if plain in _CASTLING:
        found = [move for move in legal if castling(position, move) == _CASTLING[plain]]
    else:
        match = _SAN.fullmatch(plain)
        if match is None:
            raise MoveError(f"{text[:20]!r} is no move")
        found = [move for move in legal if _fits(position, move, match)]
    if len(found) > 1:
        raise MoveError(f"{text} could be {' or '.join(coordinates(move) for move in found)}")
    if not found:
        raise MoveError(f"{text} is not legal here")
    return found[0]


def _fits(position: Position, move: int, match: re.Match[str]) -> bool:
    letter, file, rank, target, promotion = match.groups()
    origin = SQUARES[move & 63]
    return (
        SQUARES[move >> 6 & 63] == target
        and LETTERS[position.piece_at(move & 63)[1]] == (letter or "P").lower()
        and origin.startswith(file)
        and origin.endswith(rank)
        and (LETTERS[move >> 12] if move >> 12 else "") == (promotion or "").lower()
        and not castling(position, move)
    )
