"""Armies and moves as a person types them (1, 3)."""

from __future__ import annotations

import re
from typing import Final

from core.game import Param, Refusal
from core.games.chess.actions import Army, Move, as_move
from core.games.chess.armies import FAULTS, HALF, HOME, refuse_army
from core.games.chess.notation import COORDINATES, MoveError, read_san
from core.games.chess.pieces import EMPTY, KING, LETTERS, PAWN, SQUARES, square_of
from core.games.chess.position import Position

_PLACED: Final = re.compile("([a-z]?)([a-h][1-8])", re.IGNORECASE)
_STRANGE: Final = len(LETTERS)
"""Stands for a letter of no piece."""
_RANKS: Final = 4


def read_move(position: Position, text: str) -> Move | Refusal:
    """`e2e4`, `a7a8m` or SAN; whether coordinates are legal is for the table to say."""
    match = COORDINATES.fullmatch(text)
    if match is not None:
        origin, target, letter = match.groups()
        return Move(SQUARES.index(origin), SQUARES.index(target), LETTERS.index(letter) if letter else 0)
    try:
        return as_move(read_san(position, text))
    except MoveError as fault:
        return Refusal("unread-move", "3.4", {"why": str(fault)})


def read_army(text: str, side: int) -> Army | Refusal:
    """An army in ranks, as in a FEN (`rnbqkbnr/pppppppp`), or as squares (`Ke1 Qd1 Nb1 a2 b2`).

    The rank with the king is the first; letters may be large or small. Every fault at once.
    """
    words = re.split(r"[\s,]+", text.strip())
    listed = "/" not in text and all(_PLACED.fullmatch(word) for word in words)
    ranks = re.split(r"[\s,/]+", text.strip())
    pieces, faults, params = _from_squares(words, side) if listed else _from_ranks(ranks)
    unfit = refuse_army(pieces, side)
    if not faults:
        return unfit or Army(tuple(pieces))
    if unfit is not None:
        known = unfit.params["faults"]
        assert isinstance(known, tuple)
        faults, params = (*faults, *known), {**unfit.params, **params}
    return Refusal("army-unfit", "1.3", {**params, "faults": faults})


def _from_ranks(ranks: list[str]) -> tuple[list[int], tuple[int, ...], dict[str, Param]]:
    if "k" in ranks[-1].lower() and "k" not in ranks[0].lower():
        ranks.reverse()
    rows = [re.sub("[1-8]", lambda gap: "." * int(gap[0]), rank.lower()) for rank in ranks]
    odd = tuple(number for number, row in enumerate(rows, 1) if len(row) != 8 or number > _RANKS)
    pieces = [EMPTY] * HALF
    for rank, row in enumerate(rows[:_RANKS]):
        for file, letter in enumerate(row[:8]):
            number = LETTERS.find(letter)
            pieces[8 * rank + file] = _STRANGE if number < 0 else number
    return pieces, (FAULTS.index("rank"),) if odd else (), {"ranks": odd}


def _from_squares(words: list[str], side: int) -> tuple[list[int], tuple[int, ...], dict[str, Param]]:
    pieces = [EMPTY] * HALF
    pieces[HOME] = KING
    outside, twice = [], []
    for word in words:
        square = SQUARES.index(word[-2:].lower())
        place = square_of(side, square)
        piece = LETTERS.find(word[:-2].lower()) if len(word) > 2 else PAWN
        if place >= HALF:
            outside.append(square)
        elif pieces[place] != EMPTY and (place, piece) != (HOME, KING):
            twice.append(square)
        else:
            pieces[place] = _STRANGE if piece < 0 else piece
    found = {"outside": tuple(outside), "twice": tuple(twice)}
    return pieces, tuple(FAULTS.index(name) for name, there in found.items() if there), dict(found)
