"""A seat that looks two moves ahead and follows captures to their end.

How it fares is shown by `maharaja simulate chess --seats basic,random -n 100` and the same with the seats
changed; it wins at least 95 of 100 games.
"""

from __future__ import annotations

from random import Random
from typing import Final

from ai.chess.search import MATE, score_of
from core.game import AnyGame, Pending, Tell
from core.games.chess import compiled
from core.games.chess.actions import AcceptDraw, Action, Army, as_move
from core.games.chess.compiled import fast, numbers, sets
from core.games.chess.fen import START, read_fen
from core.games.chess.pieces import EMPTY, LETTERS, PAWN
from core.games.chess.position import Position
from core.games.chess.view import View, position_of
from core.legal import Legal

_DEPTH: Final = 2
_ENOUGH: Final = 500
"""So far behind a draw is welcome."""
_AGAIN: Final = 60
"""What it costs to come back to a position: else a won game would be shuffled away."""
_FIRST_RANKS: Final = ("rnbqkbnr", "nbbmknbn", "rnackbnb", "bnbmknnb")
"""Of 31 points; with eight pawns before them that makes an army."""


class Basic:
    """Plays by search; of equal moves any. Remembers the positions it has moved into."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._seen: set[int] = set()

    def choose(self, view: View, legal: Legal[Action], pending: Pending) -> Action:
        """An army of a known kind, the best move, or a draw where that is more than can be hoped for."""
        if pending.kind == "army":
            return self._army()
        score, move = self.best(position_of(view))
        accept = AcceptDraw()
        return accept if score < -_ENOUGH and legal.contains(accept) else as_move(move)

    def _army(self) -> Army:
        rank = tuple(LETTERS.index(letter) for letter in self._rng.choice(_FIRST_RANKS))
        return Army((*rank, *[PAWN] * 8, *[EMPTY] * 16))

    def best(self, position: Position) -> tuple[int, int]:
        """(score, move) of the best move."""
        scored = []
        moves = list(position.legal())
        self._rng.shuffle(moves)
        for move in moves:
            after = position.after(move)
            score = -search(after, _DEPTH - 1)
            if after.key() in self._seen and abs(score) < MATE:
                score -= _AGAIN
            scored.append((score, move))
        best = max(scored, key=lambda pair: pair[0])
        self._seen.add(position.after(best[1]).key())
        return best


def search(position: Position, depth: int) -> int:
    """The score of a position for the side to move."""
    return int(fast(score_of)(sets(position.bits), numbers(position.info), depth, -2 * MATE, 2 * MATE))


def prepare(tell: Tell) -> None:
    """Compiles the search, for whatever process will think."""
    compiled.prepare(score_of, tell, load=False)


def make(game: AnyGame, seat: int, rng: Random) -> Basic:  # noqa: ARG001 - what every policy is made from
    """Plays either side. The search is loaded now, before anybody waits for a move."""
    search(read_fen(START)[0], 1)
    return Basic(rng)
