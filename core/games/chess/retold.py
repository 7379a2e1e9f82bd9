"""A game that was read from a PGN, played once more at a table: its record is one like any other (3)."""

from __future__ import annotations

import os
import re
import secrets
from typing import Final

from core.dice import SeededDice
from core.game import CLAIM, Refusal
from core.games.chess import game
from core.games.chess.actions import AcceptDraw, Action, Army, OfferDraw, Resign, as_move
from core.games.chess.armies import HALF, refuse_army
from core.games.chess.events import Event
from core.games.chess.fen import write_fen
from core.games.chess.pgn import PgnError, PgnGame
from core.games.chess.pieces import EMPTY, ORTHODOX, WHITE, square_of
from core.games.chess.position import Position
from core.games.chess.setup import start_faults, start_position
from core.games.chess.state import State
from core.games.chess.view import View
from core.options import OptionValue
from core.table import Table, is_person, open_table

ChessTable = Table[State, Action, Event, View]

_CONTROL: Final = re.compile(r"(\d{1,6})(?:\+(\d{1,4}))?")
_RESULTS: Final = {(0,): "1-0", (1,): "0-1", (0, 1): "1/2-1/2"}
_SIDES: Final = ("White", "Black")
_SALT_BYTES: Final = 16
_NAME: Final = 40


def retell(told: PgnGame, where: str) -> ChessTable:
    """The table at the end of a game. Clocks of whole minutes run as the comments say.

    Raises `PgnError` if no table could have come to this: another start than that of two armies, moves
    after the end, another result.
    """
    armies = _armies(told.start, where)
    usual = armies == (Army(ORTHODOX), Army(ORTHODOX))
    options: dict[str, OptionValue] = {"setup": "classic" if usual else "hidden", **times(told.tags)}
    return _Retold(told, where, options).play(() if usual else armies)


def _armies(start: Position, where: str) -> tuple[Army, Army]:
    """The armies whose start this is."""
    found = []
    for side in range(2):
        at = [start.piece_at(square_of(side, place)) for place in range(HALF)]
        found.append(Army(tuple(piece if owner == side else EMPTY for owner, piece in at)))
    white, black = found
    fit = not any(refuse_army(army.pieces, side) for side, army in enumerate(found))
    begun = start_position(white.pieces, black.pieces) if fit else None
    if begun is None or begun != start or start_faults(begun):
        why = f"; theirs is {write_fen(begun)}" if begun is not None and not start_faults(begun) else ""
        raise PgnError(f"{where}: FEN: a game cannot begin so: it is not the start of two armies{why}")
    return white, black


def times(tags: dict[str, str]) -> dict[str, OptionValue]:
    """The options that a time control needs; none if a table has none like it."""
    match = _CONTROL.fullmatch(tags.get("TimeControl", ""))
    base, step = (int(match[1]), int(match[2] or 0)) if match else (0, 0)
    fits = base and base % 60 == 0 and base <= 180 * 60 and step <= 180
    return {"minutes": base // 60, "increment": step} if fits else {}


def _player(name: str, side: str) -> str:
    """Who sits there in the record: a person, whatever the PGN says."""
    plain = "".join(letter for letter in name if letter.isprintable()).strip()[:_NAME]
    return plain if plain not in ("", "?") and is_person(plain) else side


class _Retold:
    """A game under way once more; `ms` is the time at its table."""

    def __init__(self, told: PgnGame, where: str, options: dict[str, OptionValue]) -> None:
        self._told = told
        self._where = where
        self._ms = 0
        self._table: ChessTable = open_table(
            game,
            options,
            [_player(told.tags.get(side, ""), side) for side in _SIDES],
            table_id=secrets.token_hex(16),
            dice=SeededDice(os.urandom(32)),
            clock=lambda: self._ms,
            salts=lambda: os.urandom(_SALT_BYTES),
        )

    def play(self, armies: tuple[Army, ...]) -> ChessTable:
        """All of it."""
        for seat, army in enumerate(armies):
            self._does(seat, army, "the set-up")
        clocks = self._told.clocks
        for number, move in enumerate(self._told.moves):
            seat, place = number % 2, f"move {number // 2 + 1} of {_SIDES[number % 2]}"
            self._pass(seat, clocks[number] if number < len(clocks) else -1)
            self._does(seat, as_move(move), place)
        self._end()
        return self._table

    def _pass(self, seat: int, shown: int) -> None:
        """Time passes until the clock will show this after the move, if a clock runs and it can be."""
        state = self._table.position.state.clocks
        if state.base_ms and shown >= 0:
            spent = state.left[seat] + state.step_ms - shown
            self._ms += max(0, min(spent, state.left[seat] - 1))

    def _end(self) -> None:
        """What the moves do not tell: resignation, a draw agreed on, a flag."""
        result, table = self._told.result, self._table
        if table.outcome is None and result != "*":
            mover = table.position.state.position.side
            deadline = table.deadline()
            if "time" in self._told.tags.get("Termination", "") and deadline is not None:
                self._ms = deadline[1]
                table.expire()
            elif result == "1/2-1/2":
                self._does(mover, OfferDraw(), "the end")
                self._does(1 - mover, AcceptDraw(), "the end")
            else:
                self._does(WHITE if result == "0-1" else 1 - WHITE, Resign(), "the end")
        outcome = table.outcome
        if outcome is not None and result not in ("*", _RESULTS[outcome.ranking[0]]):
            raise PgnError(f"{self._where}: its result is {result}, but it ended otherwise: {outcome.reason}")

    def _does(self, seat: int, action: Action, place: str) -> None:
        table = self._table
        if table.outcome is not None:
            raise PgnError(f"{self._where}, {place}: the game was over before: {table.outcome.reason}")
        claim = isinstance(action, game.codec.claims)
        decision = CLAIM if claim else next(p.decision for p in table.pending if p.seat == seat)
        answer = table.submit(seat, decision, table.n, action)
        if isinstance(answer, Refusal):
            raise PgnError(f"{self._where}, {place}: it is not possible: {answer.code}")
