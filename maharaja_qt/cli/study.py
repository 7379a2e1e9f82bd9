"""A study of many games, in a folder: how even the seats are and, where a game has one, its own."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Callable, Iterable, Sequence
from importlib import util
from pathlib import Path
from statistics import fmean
from typing import Final, Protocol, cast

from msgspec import Struct, structs

from core import texts
from core.faults import UserError
from core.game import AnyGame
from maharaja_qt.cli.common import table
from maharaja_qt.cli.intervals import wilson
from maharaja_qt.cli.match import Match, Result

_BALANCE: Final = "balance.csv"
_CONFIDENCE: Final = 0.99


class Balance(Struct, frozen=True):
    """A seat: its mean score beside that of all seats, its share of wins. The fields head the table."""

    seat: str
    policy: str
    games: int
    mean_score: float
    percent_above_mean_of_all: float
    wins: float
    share_of_wins: float
    share_99_low: float
    share_99_high: float


class OwnStudy(Protocol):
    """What the module `maharaja_qt.GAME.study` of a game has."""

    TAGS: tuple[str, ...]
    """The events it wants kept of each game."""

    def check(self, game: AnyGame, charts: Path | None) -> None:
        """Raises `UserError` if files it needs are faulty."""
        ...

    def write(
        self,
        game: AnyGame,
        match: Match,
        results: Sequence[Result],
        folder: Path,
        progress: Callable[[str], None],
    ) -> list[str]:
        """Writes its files, over those of an earlier study; gives the lines to print."""
        ...


def own_study(game: AnyGame) -> OwnStudy | None:
    """The study of this game alone, or None."""
    module = f"maharaja_qt.{game.meta.id}.study"
    try:
        found = util.find_spec(module) is not None
    except ImportError:
        found = False
    return cast("OwnStudy", importlib.import_module(module)) if found else None


def make_folder(folder: Path) -> None:
    """Raises `UserError` if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_csv(folder / _BALANCE, (), ())
    except OSError as fault:
        raise UserError(f"{folder}: cannot be used: {fault.strerror}") from None


def write_study(
    game: AnyGame,
    match: Match,
    results: Sequence[Result],
    folder: Path,
    progress: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Writes the study of these games, at least one; gives the lines to print."""
    rows = _balance(game, match, results)
    heads = Balance.__struct_fields__
    write_csv(folder / _BALANCE, heads, [structs.astuple(row) for row in rows])
    told = [
        [
            row.seat,
            row.policy,
            f"{row.mean_score:,.2f}",
            f"{row.percent_above_mean_of_all:+.1f} %",
            f"{100 * row.share_of_wins:.1f} %",
            f"{100 * row.share_99_low:.1f}..{100 * row.share_99_high:.1f}",
        ]
        for row in rows
    ]
    lines = table(("seat", "player", ">mean score", ">of all", ">share of wins", "99 %"), told)
    own = own_study(game)
    if own is not None:
        lines += ["", *own.write(game, match, results, folder, progress)]
    return [*lines, "", f"Study: {folder}"]


def _balance(game: AnyGame, match: Match, results: Sequence[Result]) -> list[Balance]:
    words, games = texts.load(game), len(results)
    means = [fmean(done.scores[seat] for done in results) for seat in range(len(match.seats))]
    of_all = fmean(means)
    rows = []
    for seat, policy in enumerate(match.seats):
        wins = sum(1 / len(done.winners) for done in results if seat in done.winners)
        low, high = wilson(wins, games, _CONFIDENCE)
        rows.append(
            Balance(
                words.name("seat", seat),
                policy,
                games,
                round(means[seat], 3),
                round(100 * (means[seat] / of_all - 1), 2) if of_all else 0.0,
                round(wins, 3),
                round(wins / games, 4),
                round(low, 4),
                round(high, 4),
            )
        )
    return rows


def write_csv(path: Path, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table as a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(heads)
        writer.writerows(rows)
