"""What is true of every state between two actions."""

from __future__ import annotations

from core.games.chess.moves import BLACK_BASE, CASTLING, PASSANT, UNMOVED
from core.games.chess.pieces import COMPOUNDS, KING, PAWN
from core.games.chess.position import Position
from core.games.chess.state import ARMIES, OVER, PLAY, State


def check_state(state: State) -> None:
    """Raises AssertionError on a corrupt state."""
    assert state.phase in (ARMIES, PLAY, OVER), state.phase
    assert state.decision > 0
    assert min(state.clocks.left) >= 0, "a clock shows less than nothing"
    assert state.clocks.pauser in (-1, 0, 1)
    if state.phase == ARMIES:
        assert not all(state.sealed), "both are locked and nothing is shown"
        assert not state.position.bits[0] | state.position.bits[BLACK_BASE], "an army is in the state"
        return
    assert not any(state.sealed)
    assert state.keys and state.keys[-1] == state.position.key()
    assert not state.position.in_check(1 - state.position.side), "a king can be taken"
    check_position(state.position)
    assert (state.phase == OVER) == (state.reason != "")


def check_position(position: Position) -> None:
    """Every square holds at most one piece, and what is said about pieces is true of them."""
    bits = position.bits
    for base in (0, BLACK_BASE):
        kinds = bits[base + 1 : base + 10]
        assert sum(kinds) == bits[base], "a piece is there twice, or of no kind"
        assert bits[base + KING].bit_count() == 1
        assert not bits[base + PAWN] & 0xFF << (0 if base else 56), "a pawn on the last rank"
    assert not bits[0] & bits[BLACK_BASE], "two pieces on a square"
    pawns = bits[PAWN] | bits[BLACK_BASE + PAWN]
    assert not bits[UNMOVED] & ~pawns, "an unmoved pawn is not there"
    for side, rights in ((0, position.info[CASTLING] & 3), (1, position.info[CASTLING] >> 2)):
        assert not rights or not position.is_variant(side)
        compounds = sum(bits[BLACK_BASE * side + piece] for piece in COMPOUNDS)
        assert position.is_variant(side) or not compounds, "a classic side has a compound piece"
    assert -1 <= position.info[PASSANT] < 64
