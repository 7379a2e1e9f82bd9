"""One game between policies, the same to the last byte whenever and wherever it is played.

Everything that could differ (dice, choices, salts, table id, clock) follows from a seed and the
number of the game.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Collection, Iterable
from hashlib import blake2b
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from ai.registry import find_policy
from core import lines
from core.dice import SeededDice
from core.game import CLAIM, AnyGame
from core.lines import Act, End, Line
from core.options import OptionValue
from core.play import play_out
from core.policy import AnyPolicy
from core.position import Position
from core.table import Table, open_table
from maharaja_qt.cli.pace import Pace, Timed

AnyTable: TypeAlias = Table[Struct, Struct, Struct, Struct]
AnyPosition: TypeAlias = Position[Struct, Struct, Struct, Struct]

ACTION_MS: Final = 100
"""Table time that passes with each action: no clock of this machine gets into a record."""

_LIMIT: Final = 100_000


class Match(Struct, frozen=True):
    """What is played: the game (as it is found again), its options, the policy of each seat, the seed."""

    spec: str
    options: dict[str, OptionValue]
    seats: list[str]
    seed: int
    charts: Path | None = None

    def secret(self, number: int, purpose: str, size: int = 32) -> bytes:
        """Bytes that follow from seed, number of the game and purpose, and from nothing else."""
        return blake2b(f"{self.seed}/{number}/{purpose}".encode(), digest_size=size).digest()


class Result(Struct, frozen=True):
    """One finished game: what its seats did, how often they answered a question, the result.

    `paces` (one a seat) and `events` (encoded, in their order) are there if they were wanted.
    """

    number: int
    actions: int
    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    paces: tuple[Pace, ...] = ()
    events: tuple[bytes, ...] = ()


class Wanted(Struct, frozen=True):
    """What is kept of games besides their results: records in a folder, the pace of their players, the
    events of these tags."""

    records: Path | None = None
    paces: bool = False
    events: tuple[str, ...] = ()


class MatchFailed(Exception):
    """The game or a policy failed: a bug of theirs. The message is one line that says where."""


class Stopped(BaseException):
    """Like KeyboardInterrupt, in a process that is told to stop: `progress` raises it."""


class _Clock:
    """Time that passes only when told."""

    now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


def play_match(
    match: Match,
    game: AnyGame,
    number: int,
    record: Path | None = None,
    progress: Callable[[AnyTable], None] = lambda _: None,
    clocks: list[Pace] | None = None,
) -> AnyTable:
    """Plays game `number` to its end and returns its table, closed; its record, if any, is at `record`.

    `progress` is called with the table when it stands ready and after each action; `clocks` is filled
    with the pace of each seat's policy. Raises `UserError` for options or policies that cannot be,
    `RecordError`, `MatchFailed`.
    """
    clock = _Clock()
    table = open_table(
        game,
        match.options,
        [f"ai:{name}" for name in match.seats],
        table_id=match.secret(number, "table", 16).hex(),
        dice=SeededDice(match.secret(number, "dice")),
        clock=clock,
        salts=_salts(match.secret(number, "salts")),
        spec=match.spec,
    )
    makers = [find_policy(name, game) for name in match.seats]
    if record is not None:
        table.save(record, durable=False)

    def after_action(actions: int) -> None:
        clock.now_ms = actions * ACTION_MS
        progress(table)

    log = logging.getLogger("core")
    noticed = _Noticed()
    log.addHandler(noticed)
    try:
        progress(table)
        rngs = (Random(match.secret(number, f"seat {seat}")) for seat in range(len(makers)))
        policies: list[AnyPolicy] = [
            make(game, seat, rng) for seat, (make, rng) in enumerate(zip(makers, rngs, strict=True))
        ]
        if clocks is not None:
            clocks += [Pace() for _ in policies]
            policies = [Timed(each, pace) for each, pace in zip(policies, clocks, strict=True)]
        play_out(table, policies, limit=_LIMIT, progress=after_action)
    except (KeyboardInterrupt, Stopped):
        raise
    except BaseException as fault:  # games and policies are other people's code, which may also exit
        raise MatchFailed(f"game {number} (seed {match.seed}): {noticed.what or _where(fault)}") from None
    finally:
        table.close()
        log.removeHandler(noticed)
    return table


def _salts(key: bytes) -> Callable[[], bytes]:
    numbers = count()
    return lambda: blake2b(next(numbers).to_bytes(8, "big"), key=key, digest_size=16).digest()


def result(table: AnyTable, number: int) -> Result:
    """What came of a finished game."""
    return tally(number, (lines.from_bytes(data, n) for n, data in enumerate(table.journal.lines)))


def kept(position: AnyPosition, tags: Collection[str]) -> tuple[bytes, ...]:
    """The events of a game with these tags, encoded, but for those that were taken back."""
    if not tags:
        return ()
    told = [position.opening, *(step.events for step in position.steps if not step.undone)]
    encode = position.game.codec.encode
    return tuple(encode(event) for events in told for event in events if event.__struct_config__.tag in tags)


def tally(number: int, played: Iterable[Line]) -> Result:
    """Counts up the lines of a finished game in which nothing was undone."""
    actions = decisions = 0
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    for line in played:
        match line.body:
            case Act(decision=decision):
                actions += 1
                decisions += decision != CLAIM
            case End(outcome):
                scores, winners = outcome.scores, outcome.ranking[0]
    return Result(number, actions, decisions, scores, winners)


class _Noticed(logging.Handler):
    """Keeps why a table could not take an action, for the one line that tells of it."""

    what = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Notes the fault being handled. A table's log spares its words, but here nobody has secrets."""
        fault = sys.exc_info()[1]
        if fault is None or isinstance(fault, OSError):
            self.what = record.getMessage().splitlines()[0]
        else:
            self.what = _where(fault)


def _where(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return ": ".join(filter(None, (type(fault).__name__, " ".join(str(fault).split())))) + place
