"""Small games of chess set up by hand, with a clock set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from core.dice import SeededDice
from core.game import CLAIM, HOST, Drop, HostAction, Pause, Refusal, Resume, Return
from core.games.chess import game
from core.games.chess.actions import CLAIMS, Action, Army, as_move
from core.games.chess.events import Event
from core.games.chess.fen import read_fen, write_fen
from core.games.chess.moves import perft
from core.games.chess.notation import coordinates, read_coordinates, san
from core.games.chess.pieces import EMPTY, LETTERS, SQUARES
from core.games.chess.position import Position
from core.games.chess.state import PLAY, State
from core.games.chess.view import View
from core.options import OptionValue
from core.table import Accepted, Table, open_table

ChessTable = Table[State, Action, Event, View]
ORTHODOX = "rnbqkbnr pppppppp"
MARSHALS = "nbbmkbnn pppppppp"
"""39 points with a Maharajah."""


def army(rows: str) -> Army:
    """The army of ranks in letters, its own first rank first; `.` for an empty square."""
    letters = "".join(rows.split()).ljust(32, ".")
    return Army(tuple(LETTERS.index(letter) if letter != "." else EMPTY for letter in letters))


def position(fen: str) -> Position:
    """The position of a FEN that leaves nothing out."""
    found, notices = read_fen(fen, playable=False)
    assert notices == []
    return found


def moves(fen: str, origin: str = "") -> set[str]:
    """The legal moves of a FEN in coordinates, of one square if named."""
    return {name for m in position(fen).legal() if (name := coordinates(m)).startswith(origin)}


def targets(fen: str, origin: str) -> set[str]:
    """Where the piece on a square can go."""
    return {name[2:] for name in moves(fen, origin)}


def after(fen: str, *played: str) -> str:
    """The FEN after moves in coordinates."""
    found = position(fen)
    for word in played:
        found.play(read_coordinates(found, word))
    return write_fen(found)


def nodes(found: Position, depth: int) -> int:
    """Counted by the plain functions."""
    return perft(found.bits, found.info, depth)


class Sitting:
    """A table and short words for what the seats do."""

    def __init__(self, **options: OptionValue) -> None:
        self.ms = 0
        salts = (number.to_bytes(16, "big") for number in count())
        self.table: ChessTable = open_table(
            game, {"setup": "classic", **options}, ["Ann", "Bob"], table_id="t", dice=SeededDice(b"x"),
            clock=lambda: self.ms, salts=lambda: next(salts),
        )  # fmt: skip

    @classmethod
    def at(cls, fen: str, **options: OptionValue) -> Sitting:
        """In the middle of a game: both sides have moved before."""
        sitting = cls(**options)
        state = sitting.state
        state.position = read_fen(fen)[0]
        state.keys, state.moved = [state.position.key()], [1, 1]
        held = sitting.table.position
        held.bytes = game.codec.encode(state)
        held.pending = game.pending(state)
        held.opened_at = dict.fromkeys(held.pending, 0)
        return sitting

    @property
    def state(self) -> State:
        return self.table.position.state

    @property
    def fen(self) -> str:
        return write_fen(self.state.position)

    @property
    def reason(self) -> str:
        """Why the game is over, '' while it is not."""
        return self.table.outcome.reason if self.table.outcome else ""

    def act(self, seat: int, action: Action) -> Accepted[Event] | Refusal:
        """Submits an answer to the seat's open decision, or a claim."""
        mine = [p.decision for p in self.table.pending if p.seat == seat]
        decision = CLAIM if isinstance(action, CLAIMS) else mine[0] if mine else 1
        return self.table.submit(seat, decision, self.table.n, action)

    def does(self, seat: int, action: Action) -> list[Event]:
        """The events of an action that is accepted."""
        answer = self.act(seat, action)
        assert isinstance(answer, Accepted), answer
        return answer.events

    def refused(self, seat: int, action: Action) -> Refusal:
        """Why an action is refused."""
        answer = self.act(seat, action)
        assert isinstance(answer, Refusal), answer
        return answer

    def play(self, *words: str, each: int = 0) -> list[Event]:
        """Moves in coordinates, each taking so many ms; the events of the last."""
        told: list[Event] = []
        for word in words:
            self.ms += each
            found = self.state.position
            told = self.does(found.side, as_move(read_coordinates(found, word)))
        return told

    def host(self, action: HostAction) -> list[Event] | str:
        """What the owner says: the events, or the code of the refusal."""
        answer = self.table.host(action)
        return answer.events if isinstance(answer, Accepted) else answer.code

    def pause(self, seat: int) -> list[Event] | str:
        return self.host(Pause(seat))

    def resume(self, seat: int) -> list[Event] | str:
        return self.host(Resume(seat))

    def drop(self, seat: int) -> list[Event] | str:
        return self.host(Drop(seat))

    def back(self, seat: int) -> list[Event] | str:
        return self.host(Return(seat))

    def hold(self) -> list[Event] | str:
        return self.host(Pause(HOST))

    def expire(self) -> list[Event] | str:
        answer = self.table.expire()
        return answer.events if isinstance(answer, Accepted) else answer.code

    def left(self) -> tuple[int, ...]:
        """What both clocks showed when they were last looked at."""
        return tuple(self.state.clocks.left)


def said(found: Position) -> set[str]:
    """All legal moves in SAN."""
    return {san(found, move) for move in found.legal()}


def squares(names: Sequence[int]) -> list[str]:
    return [SQUARES[name] for name in names]


def in_play(sitting: Sitting) -> bool:
    return sitting.state.phase == PLAY
