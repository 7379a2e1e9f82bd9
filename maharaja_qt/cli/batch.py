"""Many games of one match, and the folder with their records that a later run goes on with."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from core.dice import commitment
from core.faults import UserError
from core.game import AnyGame
from core.lines import DiceSeed, End, Header
from core.options import complete
from core.record import RecordError, back_up, read
from core.replay import replay
from maharaja_qt.cli.crew import SUFFIX, Task, play, record_path
from maharaja_qt.cli.match import Match, Result, Wanted, kept, tally


class Batch:
    """Games 1 to `games`; `results` are those finished, by number, `found` those of an earlier run."""

    def __init__(self, match: Match, game: AnyGame, games: int, wanted: Wanted) -> None:
        self.match = match
        self.game = game
        self.games = games
        self.wanted = wanted
        self.folder = wanted.records
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
            there = sorted(self.folder.glob(f"game-*{SUFFIX}*"))
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
        if not whole:
            return None
        tags = self.wanted.events
        events = kept(replay(self.game, record).position, tags) if tags else ()
        return structs.replace(tally(number, record.lines), events=events)

    def play(self, jobs: int, progress: Callable[[int], None]) -> None:
        """Plays what is not finished. `results` grows until it is done or something is raised.

        That may be KeyboardInterrupt, `MatchFailed`, or a `UserError` of set-up or record.
        """
        numbers = (number for number in range(1, self.games + 1) if number not in self.found)
        todo = [Task(number, self.match, number) for number in numbers]

        def take(task: Task, done: Result) -> None:
            self.results[task.key] = done
            progress(1)

        play(todo, self.game, self.wanted, jobs, take)


def _move_aside(path: Path) -> Path:
    try:
        copy = back_up(path)
        path.unlink()
    except OSError as fault:
        raise UserError(f"{path}: cannot be moved aside: {fault.strerror}") from None
    return copy
