"""Many games of one match, here or in other processes, each recorded whole or not at all."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final

from msgspec import Struct

from core.dice import commitment
from core.faults import UserError
from core.game import AnyGame
from core.lines import DiceSeed, End, Header
from core.options import complete
from core.record import RecordError, back_up, read
from core.registry import find_game
from maharaja_qt.cli.match import AnyTable, Match, MatchFailed, Result, Stopped, play_match, result, tally

_SUFFIX: Final = ".maharaja"
_MAX_CHUNK: Final = 32
_AHEAD: Final = 4
"""Chunks handed out for each process, so that none waits for the next."""
_PATIENCE_SECONDS: Final = 2.0


class Batch:
    """Games 1 to `games`; `results` are those finished, by number, `found` those of an earlier run."""

    def __init__(self, match: Match, game: AnyGame, games: int, folder: Path | None) -> None:
        self.match = match
        self.game = game
        self.games = games
        self.folder = folder
        self.results: dict[int, Result] = {}
        self.found: set[int] = set()
        self.aside: list[tuple[Path, Path]] = []
        """Records that were not whole, and where they are now."""

    def look_into_folder(self, *, resume: bool) -> None:
        """With `resume`, takes over the finished games in the folder, which nobody else may write to now.

        Records of this run that are not whole are kept under another name (`aside`): those games are
        played again. Raises `UserError` if the folder cannot be read or holds other files of these names.
        """
        if self.folder is None:
            return
        broken: list[Path] = []
        try:
            there = sorted(self.folder.glob(f"game-*{_SUFFIX}*"))
        except OSError as fault:
            raise UserError(f"{self.folder}: cannot be used: {fault.strerror}") from None
        if there and not resume:
            raise UserError(
                f"{self.folder}: there are records already ({there[0].name}); "
                "--resume goes on with them, or name another folder"
            )
        for number in range(1, self.games + 1) if there else ():
            path = record_path(self.folder, number)
            if not os.path.lexists(path):
                continue
            known = self._finished(path, number)
            if known is None:
                broken.append(path)
            else:
                self.results[number] = known
                self.found.add(number)
        # only once nothing is refused any more
        for path in broken:
            self.aside.append((path, _move_aside(path)))

    def _finished(self, path: Path, number: int) -> Result | None:
        """What came of a recorded game; None if the record is not whole and the game must be played again."""
        try:
            record = read(path)
        except RecordError as fault:
            raise UserError(f"{fault}; move the file away, or name another folder") from None
        header, match = record.header, self.match
        ours = Header(
            header.format,
            match.spec,
            self.game.meta.rules_version,
            self.game.edition,
            match.secret(number, "table", 16).hex(),
            complete(self.game.meta.options, match.options),
            [f"ai:{name}" for name in match.seats],
            commitment(match.secret(number, "dice")),
            header.rolls,
            header.digest,
        )
        if header != ours:
            raise UserError(f"{path}: it is of another run (other game, charts, options, seats or seed)")
        bodies = [line.body for line in record.lines[-2:]]
        whole = record.damage is None and [type(body) for body in bodies] == [End, DiceSeed]
        return tally(number, record.lines) if whole else None

    def play(self, jobs: int, progress: Callable[[int], None]) -> None:
        """Plays what is not finished. `results` grows until it is done or something is raised.

        That may be KeyboardInterrupt, `MatchFailed`, or a `UserError` of set-up or record.
        """
        todo = [number for number in range(1, self.games + 1) if number not in self.found]
        if jobs == 1 or len(todo) < 2:
            for done in _play_each(self.match, self.game, todo, self.folder, lambda _: None):
                self.results[done.number] = done
                progress(1)
        else:
            self._play_apart(todo, jobs, progress)

    def _play_apart(self, todo: list[int], jobs: int, progress: Callable[[int], None]) -> None:
        size = max(1, min(_MAX_CHUNK, len(todo) // (jobs * 4)))
        chunks = (todo[start : start + size] for start in range(0, len(todo), size))
        context = get_context("spawn")
        stop = context.Event()
        pool = futures.ProcessPoolExecutor(jobs, context, _begin_worker, (stop,))
        running: set[futures.Future[Chunk]] = set()
        try:
            while True:
                for chunk in islice(chunks, jobs * _AHEAD - len(running)):
                    with _deaf():  # a process that starts inherits that
                        running.add(pool.submit(play_chunk, self.match, chunk, self.folder))
                if not running:
                    break
                ended, _ = futures.wait(running, return_when=futures.FIRST_COMPLETED)
                for future in ended:
                    self._take(future, progress)
                    running.remove(future)
                    if failure := future.result().failure:
                        raise MatchFailed(failure)
        except BaseException as fault:
            stop.set()
            begun = [future for future in running if not future.cancel()]
            for future in futures.wait(begun, _PATIENCE_SECONDS).done:
                if future.exception() is None:
                    self._take(future, lambda _: None)
            pool.shutdown(wait=False)
            for child in active_children():
                child.terminate()
            if isinstance(fault, BrokenProcessPool):
                raise MatchFailed("a process that played died") from None
            raise
        pool.shutdown()

    def _take(self, future: futures.Future[Chunk], progress: Callable[[int], None]) -> None:
        results = future.result().results
        self.results.update((done.number, done) for done in results)
        progress(len(results))


class Chunk(Struct, frozen=True):
    """What a worker hands back: the finished games, and why it went no further ('' = it did)."""

    results: list[Result]
    failure: str = ""


def play_chunk(match: Match, numbers: list[int], folder: Path | None) -> Chunk:
    """Plays these games in a worker process, until one fails or all are to stop."""
    done: list[Result] = []
    try:
        for one in _play_each(match, find_game(match.spec, match.charts), numbers, folder, _look_up):
            done.append(one)  # noqa: PERF402 - what is done must be known if the next one fails
    except Stopped:
        pass
    except MatchFailed as fault:
        return Chunk(done, str(fault))
    return Chunk(done)


def _play_each(
    match: Match, game: AnyGame, numbers: list[int], folder: Path | None, progress: Callable[[AnyTable], None]
) -> Iterator[Result]:
    """Games one after the other. A record has its name only when it is whole; until then `.part`."""
    for number in numbers:
        if folder is None:
            yield result(play_match(match, game, number, None, progress), number)
            continue
        path = record_path(folder, number)
        part = path.with_name(f"{path.name}.part")
        part.unlink(missing_ok=True)
        try:
            table = play_match(match, game, number, part, progress)
        except MatchFailed as fault:
            raise MatchFailed(f"{fault}; the game so far is in {part}") from None
        part.replace(path)
        yield result(table, number)


def _move_aside(path: Path) -> Path:
    try:
        copy = back_up(path)
        path.unlink()
    except OSError as fault:
        raise UserError(f"{path}: cannot be moved aside: {fault.strerror}") from None
    return copy


def record_path(folder: Path, number: int) -> Path:
    """Where the record of a game is."""
    return folder / f"game-{number:05}{_SUFFIX}"


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is not heard: it reaches all processes of a terminal, and only the first is to act on it."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


_stop: Event


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
    if _stop.is_set():
        raise Stopped
