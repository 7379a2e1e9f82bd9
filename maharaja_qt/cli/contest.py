"""One player among equals of another kind: every seed is played with it in every seat.

Games are numbered from 1, a *deal* of one seed after the other. Game by game it is the game that
`simulate` would play with these seats under the number of the deal: dice and all other luck of a seat
depend on seed, deal and seat alone. So a player against its like plays the same game in every seat of
a deal and wins exactly its share: anything else means that the arena, or the player, is at fault.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from core.faults import UserError
from core.game import AnyGame
from core.options import OptionValue, complete
from maharaja_qt.cli.crew import Task
from maharaja_qt.cli.match import Match, Result

FILE: Final = "arena.jsonl"
_FORMAT: Final = 1


class Contest(Struct, frozen=True):
    """What is played: the game, its options, the two policies, the number of seats, the seed."""

    spec: str
    options: dict[str, OptionValue]
    a: str
    b: str
    players: int
    seed: int
    charts: Path | None = None

    def seat(self, key: int) -> int:
        """Where the first policy sits in this game."""
        return (key - 1) % self.players

    def deal(self, key: int) -> int:
        """The number of the seed that this game is played with, from 1."""
        return (key - 1) // self.players + 1

    def task(self, key: int) -> Task:
        """The game as a worker takes it."""
        seats = [self.a if seat == self.seat(key) else self.b for seat in range(self.players)]
        match = Match(self.spec, self.options, seats, self.seed, self.charts)
        return Task(key, match, self.deal(key))


class Head(Struct, frozen=True):
    """The first line of the file of results: runs that differ in it do not go on with each other."""

    format: int
    game: str
    rules_version: int
    edition: str
    options: Mapping[str, OptionValue]
    a: str
    b: str
    players: int
    seed: int


class Line(Struct, frozen=True):
    """A finished game."""

    game: int
    result: Result


class Book:
    """The results of a contest, in a file if they are to outlast the run: a line for each game."""

    def __init__(self, contest: Contest, game: AnyGame, folder: Path | None) -> None:
        """Finds what an earlier run left. Raises `UserError` if that was another one, or no such file.

        A last line that was not finished is taken off: its game is played again.
        """
        self.results: dict[int, Result] = {}
        self._file: BinaryIO | None = None
        if folder is None:
            return
        path = folder / FILE
        head = _head(contest, game)
        try:
            data = path.read_bytes() if path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            self._read(path, whole, head)
            self._file = path.open("ab")
            self._file.truncate(len(whole))
            if not whole:
                self._write(head)
        except OSError as fault:
            raise UserError(f"{path}: {fault.strerror}") from None

    def take(self, task: Task, result: Result) -> None:
        """One more game."""
        self.results[task.key] = result
        if self._file is not None:
            self._write(Line(task.key, result))

    def close(self) -> None:
        """The file is on the disk."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def _read(self, path: Path, data: bytes, head: Head) -> None:
        for number, line in enumerate(data.splitlines(), 1):
            try:
                if number == 1:
                    if msgspec.json.decode(line, type=Head) != head:
                        raise UserError(
                            f"{path}: it is of another run (other game, charts, options, players, policies "
                            "or seed); name another folder"
                        )
                else:
                    kept = msgspec.json.decode(line, type=Line)
                    self.results[kept.game] = kept.result
            except (msgspec.DecodeError, UnicodeDecodeError) as fault:
                raise UserError(f"{path}: line {number} cannot be used: {fault}") from None

    def _write(self, line: Head | Line) -> None:
        assert self._file is not None
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()


def _head(contest: Contest, game: AnyGame) -> Head:
    return Head(
        format=_FORMAT,
        game=contest.spec,
        rules_version=game.meta.rules_version,
        edition=game.edition,
        options=complete(game.meta.options, contest.options),
        a=contest.a,
        b=contest.b,
        players=contest.players,
        seed=contest.seed,
    )
