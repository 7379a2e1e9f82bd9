"""Playing many games: in this process, or in others of this computer."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct, structs

from core.game import AnyGame
from core.registry import find_game
from maharaja_qt.cli.match import (
    AnyTable,
    Match,
    MatchFailed,
    Result,
    Stopped,
    Wanted,
    kept,
    play_match,
    result,
)
from maharaja_qt.cli.pace import Pace

SUFFIX: Final = ".maharaja"
_MAX_CHUNK: Final = 32
_AHEAD: Final = 4
"""Chunks handed out for each process, so that none waits for the next."""
_PATIENCE_SECONDS: Final = 2.0


class Task(Struct, frozen=True):
    """A game to be played: game `number` of a match; `key` tells it apart in a run of several matches."""

    key: int
    match: Match
    number: int


class Chunk(Struct, frozen=True):
    """What a worker hands back: results of the first tasks, and why it went no further ('' = it did)."""

    results: list[Result]
    failure: str = ""


Take: TypeAlias = Callable[[Task, Result], None]
"""What is done with a finished game."""


def play(tasks: Sequence[Task], game: AnyGame, wanted: Wanted, jobs: int, take: Take) -> None:
    """Plays the tasks, all of them of this game, in so many processes; `take` is called here.

    Raises KeyboardInterrupt, `MatchFailed`, or a `UserError` of set-up or record; what was finished by
    then has been taken.
    """
    if jobs == 1 or len(tasks) < 2:
        for task in tasks:
            take(task, _play_one(task, game, wanted, lambda _: None))
        return
    size = max(1, min(_MAX_CHUNK, len(tasks) // (jobs * 4)))
    chunks = (list(tasks[start : start + size]) for start in range(0, len(tasks), size))
    context = get_context("spawn")
    stop = context.Event()
    pool = futures.ProcessPoolExecutor(jobs, context, _begin_worker, (stop,))
    running: dict[futures.Future[Chunk], list[Task]] = {}
    try:
        while True:
            for chunk in islice(chunks, jobs * _AHEAD - len(running)):
                with _deaf():  # a process that starts inherits that
                    running[pool.submit(play_chunk, chunk, wanted)] = chunk
            if not running:
                break
            for future in futures.wait(running, return_when=futures.FIRST_COMPLETED).done:
                taken(running.pop(future), future.result(), take)
    except BaseException as fault:
        stop.set()
        begun = [future for future in running if not future.cancel()]
        ended, late = futures.wait(begun, _PATIENCE_SECONDS)
        for future in ended:
            if future.exception() is None:
                for task, done in zip(running[future], future.result().results, strict=False):
                    take(task, done)
        # Only who does not stop is stopped: a pool whose processes vanish may complain at length.
        pool.shutdown(wait=not late)
        for child in active_children() if late else ():
            child.terminate()
        if isinstance(fault, BrokenProcessPool):
            raise MatchFailed("a process that played died") from None
        raise
    pool.shutdown()


def taken(tasks: Sequence[Task], chunk: Chunk, take: Take) -> None:
    """Takes what a worker handed back. Raises `MatchFailed` if it went no further."""
    for task, done in zip(tasks, chunk.results, strict=False):
        take(task, done)
    if chunk.failure:
        raise MatchFailed(chunk.failure)


def play_chunk(tasks: Sequence[Task], wanted: Wanted) -> Chunk:
    """Plays these games in a worker process, until one fails or all are to stop."""
    done: list[Result] = []
    try:
        game = find_game(tasks[0].match.spec, tasks[0].match.charts)
        for task in tasks:
            done.append(_play_one(task, game, wanted, _look_up))  # noqa: PERF401 - kept if the next one fails
    except Stopped:
        pass
    except MatchFailed as fault:
        return Chunk(done, str(fault))
    return Chunk(done)


def _play_one(task: Task, game: AnyGame, wanted: Wanted, progress: Callable[[AnyTable], None]) -> Result:
    """Plays one game. A record has its name only when it is whole; until then `.part`."""
    number, part = task.number, None
    clocks: list[Pace] | None = [] if wanted.paces else None
    if wanted.records is not None:
        path = record_path(wanted.records, number)
        part = path.with_name(f"{path.name}.part")
        part.unlink(missing_ok=True)
    try:
        table = play_match(task.match, game, number, part, progress, clocks)
    except MatchFailed as fault:
        seats = task.match.seats
        who = f"; seats {','.join(seats)}" if len(set(seats)) > 1 else ""
        where = f"; the game so far is in {part}" if part else ""
        raise MatchFailed(f"{fault}{who}{where}") from None
    if part is not None:
        part.replace(path)
    events = kept(table.position, wanted.events)
    return structs.replace(result(table, number), paces=tuple(clocks or ()), events=events)


def record_path(folder: Path, number: int) -> Path:
    """Where the record of a game is."""
    return folder / f"game-{number:05}{SUFFIX}"


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is not heard: it reaches all processes of a terminal, and only the first is to act on it."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


_stop: Event | None = None
"""Set when all are to stop; None in a process that nobody here has started."""


def _begin_worker(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - the only way from a pool's initializer to its work
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed cannot end its workers."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _look_up(_: AnyTable) -> None:
    if _stop is not None and _stop.is_set():
        raise Stopped
