"""FEN with two further fields, in and out (3).

Field 7 tells which sides are variant sides, field 8 which of their pawns have never moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from core.faults import UserError
from core.games.chess.moves import (
    BLACK_BASE,
    CASTLING,
    NUMBER,
    PASSANT,
    QUIET,
    SIDE,
    UNMOVED,
    VARIANT,
)
from core.games.chess.pieces import (
    BLACK,
    COMPOUNDS,
    KING,
    LETTERS,
    PAWN,
    ROOK,
    SQUARES,
    WHITE,
    piece_letter,
)
from core.games.chess.position import Position, empty_board
from core.rules import rule

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LONGEST: Final = 300
"""Characters: a full board takes 71, field 8 at most 112."""

FIELDS: Final = (
    "pieces", "side to move", "castling", "en passant", "half-moves", "move number", "variant sides",
    "unmoved pawns",
)  # fmt: skip
_SIDES: Final = ("White", "Black")
_RIGHTS: Final = {"K": (1, WHITE, 7), "Q": (2, WHITE, 0), "k": (4, BLACK, 63), "q": (8, BLACK, 56)}
"""Letter -> its bit, side, and the corner its rook stands on."""
_PER_SIDE: Final = 32


class Notice(Struct, frozen=True):
    """Something of a FEN that could not be and was left out: a code for the texts (family `fen`)."""

    code: str
    params: dict[str, str]


class FenError(UserError):
    """A FEN that cannot be read; the message names the field."""


def _fault(field: int, why: str) -> FenError:
    return FenError(f"FEN field {field} ({FIELDS[field - 1]}): {why}")


def read_fen(text: str, *, playable: bool = True) -> tuple[Position, list[Notice]]:
    """The position of a FEN and what had to be left out. Raises `FenError`.

    `playable`: the side that is not to move must not be in check.
    """
    if len(text) > LONGEST:
        raise FenError(f"a FEN has at most {LONGEST} characters, not {len(text)}")
    fields = text.split()
    if not fields:
        raise FenError("the FEN is empty")
    if len(fields) > len(FIELDS):
        raise FenError(f"a FEN has at most {len(FIELDS)} fields, not {len(fields)}: {fields[8]!r}")
    for number in range(len(fields) + 1, 5):
        raise _fault(number, "it is missing")
    position = empty_board()
    notices: list[Notice] = []
    _pieces(position, fields[0])
    if fields[1] not in ("w", "b"):
        raise _fault(2, f"{fields[1]!r} is neither w nor b")
    position.info[SIDE] = "wb".index(fields[1])
    position.info[QUIET] = _number(fields, 5, 0, 100)
    position.info[NUMBER] = _number(fields, 6, 1, 9999)
    notices += variant_sides(position, fields[6] if len(fields) > 6 else None)
    notices += _castling(position, fields[2])
    notices += unmoved_pawns(position, fields[7] if len(fields) > 7 else "-")
    notices += _passant(position, fields[3])
    if playable and position.in_check(1 - position.side):
        raise _fault(2, f"{_SIDES[1 - position.side]} is in check and not to move")
    return position, notices


def _pieces(position: Position, field: str) -> None:
    ranks = field.split("/")
    if len(ranks) != 8:
        raise _fault(1, f"it has {len(ranks)} ranks, not 8")
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for letter in row:
            if letter in "12345678":
                file += int(letter)
                continue
            side = WHITE if letter.isupper() else BLACK
            piece = LETTERS.find(letter.lower()) if letter.isascii() else -1
            if piece < PAWN:
                raise _fault(1, f"rank {rank + 1}: {letter!r} is no piece and no number from 1 to 8")
            if file < 8:
                if piece == PAWN and rank == (7, 0)[side]:
                    raise _fault(1, f"rank {rank + 1}: a pawn of {_SIDES[side]} cannot stand there")
                position.put(side, piece, 8 * rank + file)
            file += 1
        if file != 8:
            raise _fault(1, f"rank {rank + 1}: {row!r} adds up to {file} squares, not 8")
    for side in (WHITE, BLACK):
        kings = position.bits[BLACK_BASE * side + KING].bit_count()
        if kings != 1:
            raise _fault(1, f"{_SIDES[side]} has {kings or 'no'} king{'s' * (kings > 1)}")
        if position.bits[BLACK_BASE * side].bit_count() > _PER_SIDE:
            raise _fault(1, f"{_SIDES[side]} has more than {_PER_SIDE} pieces")


def _number(fields: list[str], number: int, low: int, high: int) -> int:
    if len(fields) < number:
        return low
    text = fields[number - 1]
    if not re.fullmatch("[0-9]{1,4}", text) or not low <= int(text) <= high:
        raise _fault(number, f"{text!r} is not a whole number from {low} to {high}")
    return int(text)


@rule("3.2")
def variant_sides(position: Position, field: str | None) -> Iterator[Notice]:
    """Field 7: given, or told from the compound pieces; a side that holds one is a variant side (3)."""
    if field not in (None, "V", "v", "Vv", "-"):
        raise _fault(7, f"{field!r} is none of V, v, Vv and -")
    for side, letter in ((WHITE, "V"), (BLACK, "v")):
        compound = any(position.bits[BLACK_BASE * side + piece] for piece in COMPOUNDS)
        if compound or letter in (field or ""):
            position.info[VARIANT] |= 1 << side
        if field is not None and compound and letter not in field:
            yield Notice("compound-side", {"side": _SIDES[side]})


def _castling(position: Position, field: str) -> Iterator[Notice]:
    if field != "-" and (not set(field) <= set(_RIGHTS) or len(set(field)) != len(field)):
        raise _fault(3, f"{field!r} is not made of K, Q, k and q")
    for letter in field.strip("-"):
        bit, side, corner = _RIGHTS[letter]
        home = position.piece_at(4 + 56 * side) == (side, KING) and position.piece_at(corner) == (side, ROOK)
        if home and not position.is_variant(side):
            position.info[CASTLING] |= bit
        else:
            yield Notice("castling" if home is False else "castling-variant", {"flag": letter})


@rule("3.3")
def unmoved_pawns(position: Position, field: str) -> Iterator[Notice]:
    """Field 8, and the pawns of classic sides on their home rank, which count as unmoved (3)."""
    if field != "-" and not re.fullmatch("([a-h][1-8])+", field):
        raise _fault(8, f"{field!r} is not a row of squares")
    for name in re.findall("..", field):
        square = SQUARES.index(name)
        side, piece = position.piece_at(square)
        own_half = (square < 32) == (side == WHITE)
        if piece == PAWN and own_half and position.is_variant(side):
            position.bits[UNMOVED] |= 1 << square
        else:
            yield Notice("unmoved", {"square": name})
    for side in (WHITE, BLACK):
        if not position.is_variant(side):
            home = 0xFF << (48 if side else 8)
            position.bits[UNMOVED] |= position.bits[BLACK_BASE * side + PAWN] & home


def _passant(position: Position, field: str) -> Iterator[Notice]:
    if field == "-":
        return
    if field not in SQUARES:
        raise _fault(4, f"{field!r} is no square")
    square, mover = SQUARES.index(field), 1 - position.side
    forward = 8 - 16 * mover
    origin, rank = square - forward, square >> 3
    # The ranks a double step can have passed over: of a classic side only one.
    passed = range(1, 5) if mover == WHITE else range(3, 7)
    if not position.is_variant(mover):
        passed = range(2, 3) if mover == WHITE else range(5, 6)
    if (
        rank in passed
        and position.piece_at(square + forward) == (mover, PAWN)
        and not (position.bits[0] | position.bits[BLACK_BASE]) & (1 << square | 1 << origin)
    ):
        position.info[PASSANT] = square
    else:
        yield Notice("passant", {"square": field})


def write_fen(position: Position, *, classic: bool = False) -> str:
    """The FEN of a position: with seven or eight fields or, if `classic`, the usual six (3)."""
    info = position.info
    flags = "".join(letter for letter, (bit, _, _) in _RIGHTS.items() if info[CASTLING] & bit)
    passant = SQUARES[info[PASSANT]] if info[PASSANT] >= 0 else "-"
    fields = [placement(position), "wb"[info[SIDE]], flags or "-", passant]
    fields += [str(info[QUIET]), str(info[NUMBER])]
    if not classic:
        fields.append(("-", "V", "v", "Vv")[info[VARIANT]])
        if info[VARIANT]:
            fields.append(_unmoved(position))
    return " ".join(fields)


def placement(position: Position) -> str:
    """Field 1."""
    rows = []
    for rank in range(7, -1, -1):
        row = ""
        for square in range(8 * rank, 8 * rank + 8):
            side, piece = position.piece_at(square)
            row += piece_letter(side, piece) if piece else "."
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    return "/".join(rows)


def _unmoved(position: Position) -> str:
    listed = [
        SQUARES[square]
        for rank in range(7, -1, -1)
        for square in range(8 * rank, 8 * rank + 8)
        if position.bits[UNMOVED] >> square & 1 and position.is_variant(position.piece_at(square)[0])
    ]
    return "".join(listed) or "-"
