"""What came of many games, as data and as a table."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from core import texts
from core.game import AnyGame
from maharaja_qt.cli.batch import Batch
from maharaja_qt.cli.common import clean, table


class SeatSummary(Struct, frozen=True):
    """One seat over all finished games; a win shared by k counts 1/k."""

    seat: int
    policy: str
    mean_score: float | None
    wins: float


class Summary(Struct, frozen=True):
    """The keys are those of `--json`; `records` and `study` are the folders or None."""

    game: str
    games: int
    finished: int
    seconds: float
    actions: int
    decisions: int
    games_per_s: float
    actions_per_s: float
    seats: list[SeatSummary]
    records: str | None
    study: str | None


def sum_up(batch: Batch, seconds: float, study: Path | None) -> Summary:
    """Of the finished games; the rates count only those that were played now."""
    # In the order of their numbers, so that sums of shares come out the same whatever ended first.
    results = [batch.results[number] for number in sorted(batch.results)]
    done = len(results)
    played = [r for r in results if r.number not in batch.found]
    seats = [
        SeatSummary(
            seat,
            name,
            round(sum(r.scores[seat] for r in results) / done, 3) if done else None,
            round(sum(1 / len(r.winners) for r in results if seat in r.winners), 3),
        )
        for seat, name in enumerate(batch.match.seats)
    ]
    return Summary(
        game=batch.match.spec,
        games=batch.games,
        finished=done,
        seconds=round(seconds, 3),
        actions=sum(r.actions for r in results),
        decisions=sum(r.decisions for r in results),
        games_per_s=round(len(played) / seconds, 1),
        actions_per_s=round(sum(r.actions for r in played) / seconds, 1),
        seats=seats,
        records=None if batch.folder is None else str(batch.folder),
        study=None if study is None else str(study),
    )


def in_words(summary: Summary, game: AnyGame) -> list[str]:
    """The lines to print."""
    words = texts.load(game)
    rows = [
        [
            words.name("seat", seat.seat),
            seat.policy,
            f"{seat.wins:,.2f}",
            "-" if seat.mean_score is None else f"{seat.mean_score:,.2f}",
        ]
        for seat in summary.seats
    ]
    return [
        f"{game.meta.title}: {summary.finished:,} of {summary.games:,} games finished",
        f"{summary.actions:,} actions, {summary.decisions:,} decisions",
        f"{summary.seconds:,.1f} s: {summary.games_per_s:,} games/s, {summary.actions_per_s:,} actions/s",
        "",
        *table(("seat", "player", ">wins", ">mean score"), rows),
        *([] if summary.records is None else ["", f"Records: {clean(summary.records)}"]),
    ]
