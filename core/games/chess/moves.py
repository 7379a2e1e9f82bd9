"""Legal moves of a position (1, 2), in plain whole numbers.

A position is two lists. `bits` holds sets of squares: at `10 * side` all pieces of a side, at
`10 * side + piece` those of one kind, at `UNMOVED` the pawns that may still step two. `info` holds
small numbers: who moves, castling rights, the en passant square or -1, which sides are variant sides,
half-moves since the last capture or pawn move, the number of the move. Both kings are there.

A move is a number: origin, target and the piece promoted to, six bits each. Castling is the king's
move by two. Every function here also runs compiled (`compiled`), on arrays in place of lists: sets
and small numbers are never added to each other, and a function stands after those it calls.
"""

from __future__ import annotations

from typing import Final

from core.games.chess.pieces import (
    ARCHBISHOP,
    BISHOP,
    CHANCELLOR,
    KING,
    KNIGHT,
    MAHARAJAH,
    PAWN,
    QUEEN,
    ROOK,
)
from core.games.chess.tables import (
    A_FILE,
    ALONG,
    BETWEEN,
    BIT,
    FALLING_LINE,
    FULL,
    GATHER,
    GATHER_FILE,
    KING_STEPS,
    KNIGHT_LEAPS,
    LINE,
    NONE,
    ON_FILE,
    ON_RANK,
    ONE,
    PAWN_TAKES,
    RANK_LINE,
    RISING_LINE,
    UPWARD,
    Bits,
    Numbers,
    Squares,
)
from core.rules import rule

BLACK_BASE: Final = 10
UNMOVED: Final = 20
BITS: Final = 21
"""How many sets a position has."""

SIDE: Final = 0
CASTLING: Final = 1
"""1, 2: White's short and long; 4, 8: Black's."""
PASSANT: Final = 2
VARIANT: Final = 3
"""1: White is a variant side, 2: Black is."""
QUIET: Final = 4
NUMBER: Final = 5
INFO: Final = 6

MOST: Final = 1_100
"""No side has more moves: 31 pieces of at most 35 moves, and the king."""

KEPT: Final = tuple({0: 13, 4: 12, 7: 14, 56: 7, 60: 3, 63: 11}.get(square, 15) for square in range(64))
"""The castling rights that are left once something has moved from or to a square."""


def lsb(squares: Squares) -> int:
    """The lowest square of a set that is not empty."""
    return (squares & -squares).bit_length() - 1


def room() -> Numbers:
    """Where `generate` can write all moves of a position."""
    return [0] * MOST


def rook_reach(square: int, occupied: Squares) -> Squares:
    """The squares a rook attacks."""
    rank, file = RANK_LINE[square], square & 7
    along = ALONG[ON_FILE[square] | ((rank & occupied) * GATHER & FULL) >> 58] & rank
    return along | UPWARD[ON_RANK[square] | ((occupied >> file & A_FILE) * GATHER_FILE & FULL) >> 58] << file


def bishop_reach(square: int, occupied: Squares) -> Squares:
    """The squares a bishop attacks."""
    rising, falling, file = RISING_LINE[square], FALLING_LINE[square], ON_FILE[square]
    up = ALONG[file | ((rising & occupied) * GATHER & FULL) >> 58] & rising
    return up | ALONG[file | ((falling & occupied) * GATHER & FULL) >> 58] & falling


@rule("1.1", permissive=0)
def like_knights(bits: Bits, base: int) -> Squares:
    """The pieces of a side that move like knights, whatever else they do."""
    return bits[base + KNIGHT] | bits[base + ARCHBISHOP] | bits[base + CHANCELLOR] | bits[base + MAHARAJAH]


def like_bishops(bits: Bits, base: int) -> Squares:
    """Those that move like bishops."""
    return bits[base + BISHOP] | bits[base + QUEEN] | bits[base + ARCHBISHOP] | bits[base + MAHARAJAH]


def like_rooks(bits: Bits, base: int) -> Squares:
    """Those that move like rooks."""
    return bits[base + ROOK] | bits[base + QUEEN] | bits[base + CHANCELLOR] | bits[base + MAHARAJAH]


def attackers(bits: Bits, square: int, side: int, occupied: Squares) -> Squares:
    """The pieces of `side` that attack a square when these squares are occupied."""
    base = BLACK_BASE * side
    return (
        bishop_reach(square, occupied) & like_bishops(bits, base)
        | rook_reach(square, occupied) & like_rooks(bits, base)
        | KNIGHT_LEAPS[square] & like_knights(bits, base)
        | PAWN_TAKES[64 * (1 - side) + square] & bits[base + PAWN]
        | KING_STEPS[square] & bits[base + KING]
    )


def checkers(bits: Bits, side: int) -> Squares:
    """The pieces that give check to the king of `side`."""
    king = lsb(bits[BLACK_BASE * side + KING])
    return attackers(bits, king, 1 - side, bits[0] | bits[BLACK_BASE])


def pinned_pieces(bits: Bits, side: int, king: int) -> Squares:
    """The pieces of `side` that must not leave their line with the king."""
    own, them = bits[BLACK_BASE * side], BLACK_BASE * (1 - side)
    occupied = own | bits[them]
    snipers = bishop_reach(king, bits[them]) & like_bishops(bits, them)
    snipers |= rook_reach(king, bits[them]) & like_rooks(bits, them)
    pinned = NONE
    while snipers:
        between = BETWEEN[64 * king + lsb(snipers)] & occupied
        if between and not between & (between - ONE):
            pinned |= between & own
        snipers &= snipers - ONE
    return pinned


def write(moves: Numbers, count: int, origin: int, targets: Squares) -> int:
    """Adds the moves from a square to these; the new count."""
    while targets:
        moves[count] = origin | lsb(targets) << 6
        count += 1
        targets &= targets - ONE
    return count


@rule("2.5", permissive=KING)
def promoted_below(variant: int) -> int:
    """A pawn becomes a piece from KNIGHT on, but below this one: more on a variant side (2)."""
    return KING if variant else ARCHBISHOP


@rule("2.2", permissive=True)
def may_step_two(bits: Bits, square: int) -> bool:
    """The right to the double step belongs to a pawn that has not moved (2)."""
    return bits[UNMOVED] & BIT[square] != NONE


def write_pawn(moves: Numbers, count: int, origin: int, targets: Squares, variant: int) -> int:
    """The same for a pawn, which promotes on the last rank."""
    if not targets & (RANK_LINE[0] | RANK_LINE[63]):
        return write(moves, count, origin, targets)
    while targets:
        move = origin | lsb(targets) << 6
        for piece in range(KNIGHT, promoted_below(variant)):
            moves[count] = move | piece << 12
            count += 1
        targets &= targets - ONE
    return count


@rule("2.4", permissive=lambda bits, info, moves, count, king: count)
def castles(bits: Bits, info: Numbers, moves: Numbers, count: int, king: int) -> int:
    """Adds castling of a king that is not in check (2); the new count."""
    side = info[SIDE]
    occupied = bits[0] | bits[BLACK_BASE]
    for long in range(2):
        if not info[CASTLING] >> (2 * side + long) & 1:
            continue
        rook, step = (king - 4, -1) if long else (king + 3, 1)
        if BETWEEN[64 * king + rook] & occupied:
            continue
        crossed = attackers(bits, king + step, 1 - side, occupied)
        if not crossed | attackers(bits, king + 2 * step, 1 - side, occupied):
            moves[count] = king | (king + 2 * step) << 6
            count += 1
    return count


@rule("2.3", permissive=lambda bits, info, moves, count: count)
def passant_moves(bits: Bits, info: Numbers, moves: Numbers, count: int) -> int:
    """Adds the captures of the pawn that has just stepped two (2); the new count."""
    side = info[SIDE]
    us, forward = BLACK_BASE * side, 8 - 16 * side
    king, occupied = lsb(bits[us + KING]), bits[0] | bits[BLACK_BASE]
    takers = PAWN_TAKES[64 * (1 - side) + info[PASSANT]] & bits[us + PAWN]
    taken = BIT[info[PASSANT] - forward]
    while takers:
        origin = lsb(takers)
        takers &= takers - ONE
        # Two pawns leave their lines at once: no table of pins knows that.
        after = occupied ^ BIT[origin] ^ taken ^ BIT[info[PASSANT]]
        if not attackers(bits, king, 1 - side, after) & ~taken:
            moves[count] = origin | info[PASSANT] << 6
            count += 1
    return count


def pawn_moves(
    bits: Bits, info: Numbers, moves: Numbers, count: int, allowed: Squares, pinned: Squares
) -> int:
    """Adds the moves of pawns to squares that are allowed; the new count."""
    side = info[SIDE]
    us, them = BLACK_BASE * side, BLACK_BASE * (1 - side)
    occupied = bits[us] | bits[them]
    king, forward = lsb(bits[us + KING]), 8 - 16 * side
    variant = info[VARIANT] >> side & 1
    pawns = bits[us + PAWN]
    while pawns:
        origin = lsb(pawns)
        pawns &= pawns - ONE
        targets = PAWN_TAKES[64 * side + origin] & bits[them]
        ahead = origin + forward
        if not BIT[ahead] & occupied:
            targets |= BIT[ahead]
            two = ahead + forward
            if 0 <= two < 64 and may_step_two(bits, origin) and not BIT[two] & occupied:
                targets |= BIT[two]
        targets &= allowed
        if BIT[origin] & pinned:
            targets &= LINE[64 * king + origin]
        count = write_pawn(moves, count, origin, targets, variant)
    return count if info[PASSANT] < 0 else passant_moves(bits, info, moves, count)


def generate(bits: Bits, info: Numbers, moves: Numbers) -> int:
    """Writes all legal moves; how many there are."""
    side = info[SIDE]
    us, them = BLACK_BASE * side, BLACK_BASE * (1 - side)
    occupied = bits[us] | bits[them]
    own = bits[us] | bits[them + KING]  # and the other king, which nobody takes
    king = lsb(bits[us + KING])
    count = 0
    around = KING_STEPS[king] & ~own
    while around:
        target = lsb(around)
        if not attackers(bits, target, 1 - side, occupied ^ BIT[king]):
            moves[count] = king | target << 6
            count += 1
        around &= around - ONE
    allowed = FULL & ~own
    checks = attackers(bits, king, 1 - side, occupied)
    if checks & (checks - ONE):
        return count
    if checks:
        allowed = BETWEEN[64 * king + lsb(checks)] | checks
    elif info[CASTLING] >> 2 * side & 3:
        count = castles(bits, info, moves, count, king)
    pinned = pinned_pieces(bits, side, king)
    count = pawn_moves(bits, info, moves, count, allowed, pinned)
    knights, bishops, rooks = like_knights(bits, us), like_bishops(bits, us), like_rooks(bits, us)
    movers = knights | bishops | rooks
    while movers:
        origin = lsb(movers)
        reach = NONE
        if BIT[origin] & knights:
            reach |= KNIGHT_LEAPS[origin]
        if BIT[origin] & bishops:
            reach |= bishop_reach(origin, occupied)
        if BIT[origin] & rooks:
            reach |= rook_reach(origin, occupied)
        if BIT[origin] & pinned:
            reach &= LINE[64 * king + origin]
        count = write(moves, count, origin, reach & allowed)
        movers &= movers - ONE
    return count


def piece_on(bits: Bits, base: int, square: int) -> int:
    """The piece that a side has on a square, 0 for none."""
    for piece in range(PAWN, KING + 1):
        if bits[base + piece] & BIT[square]:
            return piece
    return 0


def carry_out(bits: Bits, info: Numbers, move: int) -> None:
    """Carries out a legal move."""
    side = info[SIDE]
    us, them, forward = BLACK_BASE * side, BLACK_BASE * (1 - side), 8 - 16 * side
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = piece_on(bits, us, origin)
    taken = target - forward if piece == PAWN and target == info[PASSANT] else target
    victim = piece_on(bits, them, taken)
    if victim:
        bits[them] ^= BIT[taken]
        bits[them + victim] ^= BIT[taken]
    bits[us] ^= BIT[origin] | BIT[target]
    bits[us + piece] ^= BIT[origin]
    bits[us + (promotion or piece)] ^= BIT[target]
    if piece == KING and (target - origin == 2 or origin - target == 2):
        rook = (origin + 3, origin + 1) if target > origin else (origin - 4, origin - 1)
        bits[us] ^= BIT[rook[0]] | BIT[rook[1]]
        bits[us + ROOK] ^= BIT[rook[0]] | BIT[rook[1]]
    bits[UNMOVED] &= ~(BIT[origin] | BIT[taken])
    doubled = piece == PAWN and target - origin == 2 * forward
    info[PASSANT] = origin + forward if doubled else -1
    info[CASTLING] &= KEPT[origin] & KEPT[target]
    info[QUIET] = 0 if victim or piece == PAWN else info[QUIET] + 1
    info[NUMBER] += side
    info[SIDE] = 1 - side


def perft(bits: Bits, info: Numbers, depth: int) -> int:
    """How many sequences of so many legal moves there are, depth 1 or more."""
    moves = room()
    count = generate(bits, info, moves)
    if depth == 1:
        return count
    nodes = 0
    for index in range(count):
        after, facts = bits.copy(), info.copy()
        carry_out(after, facts, moves[index])
        nodes += perft(after, facts, depth - 1)
    return nodes
